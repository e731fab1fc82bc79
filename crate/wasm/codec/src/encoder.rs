//! Fields from JavaScript to header blocks.

use hpack::{Encoder, FieldLine, Kind, integer};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

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
}

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

    /// Encodes a block. `text` has all names and values in turn, `lengths` for
    /// each field the length of its name and of its value, and 1 if it is never
    /// to be indexed.
    ///
    /// # Errors
    /// The lengths are not those of the text; the encoder is then unchanged.
    pub fn encode(&mut self, text: &[u8], lengths: &[u32]) -> Result<Vec<u8>, JsError> {
        let (triples, rest) = lengths.as_chunks::<3>();
        let sum: u64 = triples
            .iter()
            .map(|&[name, value, _]| u64::from(name) + u64::from(value))
            .sum();
        if !rest.is_empty() || sum != text.len() as u64 {
            return Err(JsError::new("the lengths are not those of the text"));
        }
        let mut block = Vec::new();
        if self.owes_update {
            self.begin(&mut block);
        }
        let mut rest = text;
        let fields = triples.iter().map_while(|&[name, value, never]| {
            let (name, after) = rest.split_at_checked(name as usize)?;
            let (value, after) = after.split_at_checked(value as usize)?;
            rest = after;
            Some(FieldLine::from((name, value)).with_sensitive(never != 0))
        });
        self.encoder.encode(fields, &mut block);
        Ok(block)
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
