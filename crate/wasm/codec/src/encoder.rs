//! Fields from JavaScript to header blocks.

use core::mem::take;

use hpack::{Encoder, FieldLine, Kind, integer};
use wasm_bindgen::prelude::wasm_bindgen;

/// The decoder's maximum at the start of a connection, bytes (RFC 9113 §6.5.2).
const INITIAL: u32 = 4096;

/// An encoder for one direction of a connection, whose table follows the peer's
/// SETTINGS_HEADER_TABLE_SIZE up to a bound of its own.
#[wasm_bindgen]
pub struct StringEncoder {
    encoder: Encoder,
    most: u32,
    /// A maximum that the decoder has at least: at the start, `encoder` can have
    /// a smaller one that no update has set.
    told: u32,
    /// Whether the next block must have a size update, even if `encoder` keeps
    /// its maximum.
    owes_update: bool,
    /// Names and values of a block in turn.
    text: Vec<u8>,
    /// For each field, the lengths of its name and of its value, and 1 if it is
    /// never to be indexed.
    lengths: Vec<u32>,
    block: Vec<u8>,
}

/// Bytes or words that a buffer keeps for the next block.
const KEPT: usize = 1 << 16;

#[wasm_bindgen]
impl StringEncoder {
    /// The most bytes that the table may use.
    #[wasm_bindgen(constructor)]
    pub fn new(most: u32) -> Self {
        Self {
            encoder: Encoder::new(most.min(INITIAL)),
            most,
            told: INITIAL,
            owes_update: false,
            text: Vec::new(),
            lengths: Vec::new(),
            block: Vec::new(),
        }
    }

    /// Acknowledges the peer's SETTINGS_HEADER_TABLE_SIZE, in bytes.
    #[wasm_bindgen(js_name = acknowledgeLimit)]
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.owes_update |= limit < self.told;
        self.encoder.acknowledge_limit(limit);
        // It is within the limit.
        let _ = self.encoder.set_maximum(limit.min(self.most));
    }

    /// Returns the address of a buffer for the names and values of a block in
    /// turn, of `bytes` bytes.
    #[wasm_bindgen(js_name = roomForText)]
    pub fn room_for_text(&mut self, bytes: usize) -> usize {
        self.text.resize(bytes, 0);
        self.text.as_ptr() as usize
    }

    /// Returns the address of a buffer for three words a field: the lengths of
    /// its name and of its value, and 1 if it is never to be indexed.
    #[wasm_bindgen(js_name = roomForLengths)]
    pub fn room_for_lengths(&mut self, words: usize) -> usize {
        self.lengths.resize(words, 0);
        self.lengths.as_ptr() as usize
    }

    /// Encodes the fields in the two buffers, which must then be asked for again.
    /// Returns the length of the block.
    pub fn encode(&mut self) -> usize {
        let (text, lengths) = (take(&mut self.text), take(&mut self.lengths));
        let mut block = take(&mut self.block);
        if block.capacity() > KEPT {
            block = Vec::new();
        }
        block.clear();
        if self.owes_update {
            self.begin(&mut block);
        }
        let mut rest = &text[..];
        let (triples, _) = lengths.as_chunks::<3>();
        let fields = triples.iter().map_while(|&[name, value, never]| {
            let (name, after) = rest.split_at_checked(name as usize)?;
            let (value, after) = after.split_at_checked(value as usize)?;
            rest = after;
            Some(FieldLine::from((name, value)).with_sensitive(never != 0))
        });
        self.encoder.encode(fields, &mut block);
        self.block = block;
        if text.len() <= KEPT && lengths.len() <= KEPT {
            (self.text, self.lengths) = (text, lengths);
        }
        self.block.len()
    }

    /// Returns the address of the last block.
    pub fn block(&self) -> usize {
        self.block.as_ptr() as usize
    }
}

impl StringEncoder {
    fn begin(&mut self, block: &mut Vec<u8>) {
        let maximum = self.encoder.maximum();
        if self.encoder.begin(block).is_empty() {
            let prefix_bits = Kind::SizeUpdate.prefix_bits();
            integer::encode(0x20, prefix_bits, u64::from(maximum), block);
        }
        self.told = maximum;
        self.owes_update = false;
    }
}
