//! Whole blocks for JavaScript, with two strings a field.
//!
//! The cost is in the strings, not in decoding. So a block's new text is
//! written contiguously for JavaScript to turn into one string and slice, and
//! each string in a table is created once: JavaScript keeps the strings of the
//! fields with incremental indexing, newest last, so that an index needs no
//! string. An entry that is larger than the table is kept, too, without harm:
//! it has emptied the table, so no index reaches it or anything before it.

use hpack::{DecodeError, Decoder, DynamicTable, Field, History, Kind, Limits};
use wasm_bindgen::prelude::wasm_bindgen;

/// Words before those of the first field.
const HEAD: usize = 4;

/// Bit of the first word's index; the kind is below.
const INDEX_SHIFT: u32 = 3;

/// A decoder for one direction of a connection whose memory JavaScript reads.
#[wasm_bindgen]
pub struct StringDecoder {
    decoder: Decoder,
    block: Vec<u8>,
    text: Vec<u8>,
    words: Vec<u32>,
    error: Option<DecodeError>,
}

#[wasm_bindgen]
impl StringDecoder {
    /// SETTINGS_HEADER_TABLE_SIZE, the maximum at the start, and the limits of
    /// a header list and of a string, all in bytes; infinity is no limit.
    #[wasm_bindgen(constructor)]
    pub fn new(limit: u32, maximum: u32, header_list: f64, string: f64) -> Self {
        let table = DynamicTable::new(limit, maximum, History::Forgotten);
        let limits = Limits::NONE
            .with_header_list(header_list as u64)
            .with_string(string as usize);
        Self {
            decoder: Decoder::with_table(table).with_limits(limits),
            block: Vec::new(),
            text: Vec::new(),
            words: Vec::new(),
            error: None,
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
        self.decoder.acknowledge_limit(limit);
    }

    /// Accepts blocks again after an error, to go on as tools do.
    pub fn resume(&mut self) {
        self.decoder.resume();
    }

    /// Decodes the block in the buffer and returns the address of 32-bit words:
    /// the number of fields; 1 if the block has an error, plus 2 if the text
    /// has bytes from 0x80 to 0x9f, plus 4 if it exceeds a limit; the address
    /// and length of the text. Then for each field:
    ///
    /// - its kind (0 to 3 as in RFC 7541 §6) in the low three bits, its index
    ///   or that of its name above, 0 for a literal name;
    /// - for a literal name, where it ends in the text;
    /// - for a literal value, where it ends in the text.
    ///
    /// A block that exceeds a limit has inserted fields that are not among
    /// these. Then the number of entries in the table follows, and for each,
    /// newest first, where its name and its value end in the text.
    pub fn decode(&mut self, bytes: usize) -> usize {
        let Self {
            decoder,
            block,
            text,
            words,
            error,
        } = self;
        let bytes = bytes.min(block.len());
        // A field has no more words than bytes. Both buffers only grow: clearing
        // them for every block costs more than decoding some.
        if words.len() < HEAD + bytes {
            words.resize(HEAD + bytes, 0);
        }
        let mut at = HEAD;
        let mut written = 0;
        let mut fields = 0;
        let answer = decoder.decode(&block[..bytes], |field: Field<'_>| {
            fields += 1;
            words[at] = field.kind as u32 | field.index.unwrap_or(0) << INDEX_SHIFT;
            at += 1;
            if field.index.is_none() {
                written = write(text, written, field.name);
                words[at] = written as u32;
                at += 1;
            }
            if field.kind != Kind::Indexed {
                written = write(text, written, field.value);
                words[at] = written as u32;
                at += 1;
            }
        });
        *error = answer.err();
        let is_over = error.as_ref().is_some_and(|e| !e.is_compression_error());
        if is_over {
            words.truncate(at);
            words.push(decoder.table().count() as u32);
            for entry in decoder.table().entries() {
                for string in [entry.name, entry.value] {
                    written = write(text, written, string.unwrap_or_default());
                    words.push(written as u32);
                }
            }
        }
        words[0] = fields;
        words[1] = u32::from(error.is_some())
            | u32::from(has_c1(&text[..written])) << 1
            | u32::from(is_over) << 2;
        words[2] = text.as_ptr() as usize as u32;
        words[3] = written as u32;
        words.as_ptr() as usize
    }
}

impl StringDecoder {
    /// The error of the last block.
    #[must_use]
    pub fn error(&self) -> Option<&DecodeError> {
        self.error.as_ref()
    }
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
