//! Decoding conversations, and comparing outputs of decoders.

use core::{fmt, ops::ControlFlow};

use hpack::{DecodeError, Decoder, DynamicTable, Engines, History, InspectedField, Limits};
use hpack_engines::{huffman::BitByBit, integer::Bits64};

use super::Conversation;

/// Decodes all blocks with the reference engines and writes their fields and
/// errors, the latter with `write_error`.
#[must_use]
pub fn decoded(
    conversations: &[Conversation],
    write_error: impl Fn(&mut Vec<u8>, &DecodeError),
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
        if let Err(error) = decoder.visit_with(&engines, block, &mut visitor) {
            write_error(&mut out, &error);
        }
    });
    out
}

/// Largest decoded size of an input, bytes of names and values: the outputs of all
/// engines are kept for comparison, and a block of a megabyte can decode to
/// gigabytes.
const MAX_DECODED: u64 = 64 << 20;

/// The input decodes to too many bytes to be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = MAX_DECODED >> 20;
        write!(
            f,
            "its header blocks decode to more than {most} MiB of names and values, which is too much to measure"
        )
    }
}

impl core::error::Error for TooMuch {}

/// Checks that `conversations` do not decode to too many bytes to be measured.
///
/// # Errors
/// [`TooMuch`], without decoding further.
pub fn measurable(conversations: &[Conversation]) -> Result<(), TooMuch> {
    let mut left = Some(MAX_DECODED);
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

pub(crate) fn count_fields(conversations: &[Conversation]) -> usize {
    let mut fields = 0;
    each_block(conversations, |decoder, block| {
        let _ = decoder.decode(block, |_| fields += 1);
    });
    fields
}

pub(super) fn each_field(conversations: &[Conversation], mut each: impl FnMut(&[u8], &[u8])) {
    each_block(conversations, |decoder, block| {
        // Of an invalid block, the fields before the error.
        let _ = decoder.decode(block, |field| each(field.name, field.value));
    });
}

/// Appends a field in the format of outputs: length and bytes of name and value.
pub fn write_field(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    for text in [name, value] {
        out.extend_from_slice(&(text.len() as u32).to_le_bytes());
        out.extend_from_slice(text);
    }
}

/// Appends an error in the format of outputs.
pub fn write_error(out: &mut Vec<u8>, error: &DecodeError) {
    out.extend_from_slice(format!("{error:?}").as_bytes());
}

/// Calls `decode` with each block and its decoder, in order.
#[inline]
pub fn each_block(conversations: &[Conversation], mut decode: impl FnMut(&mut Decoder, &[u8])) {
    for conversation in conversations {
        let mut decoder = Decoder::with_table(DynamicTable::new(
            conversation.limit,
            conversation.maximum,
            History::Forgotten,
        ))
        .with_limits(Limits::NONE);
        for sent in &conversation.blocks {
            for &limit in &sent.limit_changes {
                decoder.table_mut().acknowledge_limit(limit);
            }
            // Blocks after an invalid one are decoded too.
            decoder.resume();
            decode(&mut decoder, &sent.bytes);
        }
    }
}
