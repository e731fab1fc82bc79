//! What conversations decode to, and how outputs of decoders are compared.

use core::{fmt, ops::ControlFlow};

use hpack::{DecodeError, Decoder, DynamicTable, Engines, History, InspectedField};
use hpack_engines::{huffman::BitByBit, integer::Bits64};

use super::Conversation;

/// Fields and faults, block after block, by the reference engines; `write_fault`
/// writes what stands for a fault.
#[must_use]
pub fn decoded(
    conversations: &[Conversation],
    write_fault: impl Fn(&mut Vec<u8>, &DecodeError),
) -> Vec<u8> {
    let engines = Engines {
        huffman: BitByBit::new(),
        integer: Bits64,
    };
    let mut out = Vec::new();
    each_block(conversations, |decoder, block| {
        let mut visitor = |field: InspectedField<'_>| {
            let [name, value] = [field.name, field.value].map(Option::unwrap_or_default);
            write_field(&mut out, name, value);
        };
        if let Err(fault) = decoder.visit_with(&engines, block, &mut visitor) {
            write_fault(&mut out, &fault);
        }
    });
    out
}

/// Bytes of names and values that an input to be measured may decode to: every
/// engine's output is kept to be compared, and a block of a megabyte can stand
/// for gigabytes.
const MOST: u64 = 64 << 20;

/// An input decodes to too much to be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = MOST >> 20;
        write!(
            f,
            "its header blocks decode to more than {most} MiB of names and values, which is too much to measure"
        )
    }
}

impl core::error::Error for TooMuch {}

/// Whether `conversations` decode to as much as can be measured at most. Stops
/// where they don't.
///
/// # Errors
/// [`TooMuch`].
pub fn measurable(conversations: &[Conversation]) -> Result<(), TooMuch> {
    let mut left = Some(MOST);
    each_block(conversations, |decoder, block| {
        let _ = decoder.decode(block, |field| {
            let bytes = (field.name.len() + field.value.len()) as u64;
            left = left.and_then(|left| left.checked_sub(bytes));
            match left {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            }
        });
    });
    left.map(|_| ()).ok_or(TooMuch)
}

/// Fields that come out.
pub(crate) fn count_fields(conversations: &[Conversation]) -> usize {
    let mut fields = 0;
    each_block(conversations, |decoder, block| {
        let _ = decoder.decode(block, |_| fields += 1);
    });
    fields
}

/// Tells `each` field that comes out, name and value.
pub(super) fn each_field(conversations: &[Conversation], mut each: impl FnMut(&[u8], &[u8])) {
    each_block(conversations, |decoder, block| {
        // What a faulty block gives before its fault counts.
        let _ = decoder.decode(block, |field| each(field.name, field.value));
    });
}

/// Appends a field as outputs are compared: the length and the bytes of name
/// and of value.
pub fn write_field(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    for text in [name, value] {
        out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        out.extend_from_slice(text);
    }
}

/// Appends what is wrong with a block.
pub fn write_fault(out: &mut Vec<u8>, fault: &DecodeError) {
    out.extend_from_slice(format!("{fault:?}").as_bytes());
}

/// Does `decode` with each block and its decoder, in order.
#[inline]
pub fn each_block(conversations: &[Conversation], mut decode: impl FnMut(&mut Decoder, &[u8])) {
    for conversation in conversations {
        let mut decoder = Decoder::with_table(DynamicTable::new(
            conversation.limit,
            conversation.maximum,
            History::Forgotten,
        ));
        for sent in &conversation.blocks {
            for &limit in &sent.limit_changes {
                decoder.table_mut().acknowledge_limit(limit);
            }
            // What follows a faulty block is decoded, too.
            decoder.resume();
            decode(&mut decoder, &sent.bytes);
        }
    }
}
