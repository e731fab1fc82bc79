//! Whole blocks for JavaScript, with two strings a field.
//!
//! The cost is in the strings, not in decoding. So a block's new text is
//! written contiguously for JavaScript to turn into one string and slice, and
//! each string in a table is created once and referred to afterwards.

use hpack::{Decoder, DynamicTable, History, InspectedField, Kind, Reference, static_table};
use wasm_bindgen::prelude::wasm_bindgen;

/// Dynamic table entries whose strings JavaScript keeps. Older ones, which
/// require a table of more than 128 KiB, are written again.
const SLOTS: i64 = 1 << 12;

/// First number of the dynamic table's strings among those that JavaScript
/// keeps, after a name and a value for each static entry.
const DYNAMIC: u32 = 2 * (static_table::LEN + 1);

/// In place of a string's number: slice it from the text.
const SLICE: u32 = u32::MAX;

/// Words before those of the first field.
const HEAD: usize = 4;

/// The most words of a field, which takes at least one byte of the block.
const FIELD: usize = 5;

/// A decoder for one direction of a connection whose memory JavaScript reads.
#[wasm_bindgen]
pub struct StringDecoder {
    decoder: Decoder,
    block: Vec<u8>,
    text: Vec<u8>,
    words: Vec<u32>,
}

#[wasm_bindgen]
impl StringDecoder {
    /// SETTINGS_HEADER_TABLE_SIZE and the maximum at the start, both in bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(limit: u32, maximum: u32) -> Self {
        Self {
            decoder: Decoder::with_table(DynamicTable::new(limit, maximum, History::Forgotten)),
            block: Vec::new(),
            text: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Returns the address of a buffer for a block of `bytes` bytes.
    pub fn room(&mut self, bytes: usize) -> usize {
        if self.block.len() < bytes {
            self.block.resize(bytes.next_power_of_two(), 0);
        }
        self.block.as_ptr() as usize
    }

    /// Acknowledges a change of SETTINGS_HEADER_TABLE_SIZE, in bytes.
    #[wasm_bindgen(js_name = acknowledgeLimit)]
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.decoder.table_mut().acknowledge_limit(limit);
    }

    /// Decodes the block in the buffer and returns the address of 32-bit words:
    /// the number of fields; 1 if the block has an error, plus 2 if the text
    /// has bytes from 0x80 to 0x9f; the address and length of the text. Then
    /// for each field:
    ///
    /// - the number of its name among the kept strings, or `SLICE` and where the
    ///   name ends in the text;
    /// - the same for its value;
    /// - the number under which to keep its name, or `SLICE`; that of the value
    ///   is the next.
    pub fn decode(&mut self, bytes: usize) -> usize {
        let Self {
            decoder,
            block,
            text,
            words,
        } = self;
        let bytes = bytes.min(block.len());
        // Both only grow: clearing them for every block costs more than
        // decoding some.
        if words.len() < HEAD + FIELD * bytes {
            words.resize(HEAD + FIELD * bytes, 0);
        }
        let mut at = HEAD;
        let mut written = 0;
        let mut fields = 0;
        let mut newest = decoder.table().state().end();
        let answer = decoder.visit(&block[..bytes], &mut |field: InspectedField<'_>| {
            fields += 1;
            let kept = match field.reference {
                Some(Reference::Static(index)) => Some(2 * index),
                Some(Reference::Dynamic(position) | Reference::Restored(position))
                    if newest - position <= SLOTS =>
                {
                    Some(slot(position))
                }
                _ => None,
            };
            let mut put = |number: Option<u32>, string: Option<&[u8]>| match number {
                Some(number) => {
                    words[at] = number;
                    at += 1;
                }
                None => {
                    written = write(text, written, string.unwrap_or_default());
                    words[at] = SLICE;
                    words[at + 1] = written as u32;
                    at += 2;
                }
            };
            put(kept, field.name);
            let whole = field.kind == Kind::Indexed;
            put(kept.filter(|_| whole).map(|name| name + 1), field.value);
            if let Some(position) = field.inserted {
                newest = position + 1;
            }
            words[at] = field.inserted.map_or(SLICE, slot);
            at += 1;
        });
        words[0] = fields;
        words[1] = u32::from(answer.is_err()) | u32::from(has_c1(&text[..written])) << 1;
        words[2] = text.as_ptr() as usize as u32;
        words[3] = written as u32;
        words.as_ptr() as usize
    }
}

/// The number of the name of the entry at `position`.
fn slot(position: i64) -> u32 {
    DYNAMIC + 2 * (position & (SLOTS - 1)) as u32
}

/// Writes `string` at `at` and returns its end. Copies eight bytes at a time:
/// for short strings, a call costs more than the copy.
#[inline]
fn write(text: &mut Vec<u8>, at: usize, string: &[u8]) -> usize {
    let end = at + string.len();
    if text.len() < end {
        text.resize(end.next_power_of_two().max(1024), 0);
    }
    let out = &mut text[at..end];
    if let (Some(last), Some(end)) = (string.last_chunk::<8>(), out.last_chunk_mut::<8>()) {
        *end = *last;
        let eights = string.as_chunks::<8>().0;
        for (to, from) in out.as_chunks_mut::<8>().0.iter_mut().zip(eights) {
            *to = *from;
        }
    } else {
        for (to, from) in out.iter_mut().zip(string) {
            *to = *from;
        }
    }
    end
}

/// Whether there are bytes for which “latin1” in browsers, which is
/// windows-1252, differs from ISO 8859-1.
fn has_c1(text: &[u8]) -> bool {
    !text.is_ascii() && text.iter().any(|byte| (0x80..0xa0).contains(byte))
}
