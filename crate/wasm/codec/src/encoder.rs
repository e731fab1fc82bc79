//! Fields from JavaScript to header blocks.

use hpack::{Encoder, FieldLine};
use wasm_bindgen::prelude::wasm_bindgen;

/// An encoder for one direction of a connection.
#[wasm_bindgen]
pub struct StringEncoder(Encoder);

#[wasm_bindgen]
impl StringEncoder {
    /// The peer's SETTINGS_HEADER_TABLE_SIZE, in bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(limit: u32) -> Self {
        Self(Encoder::new(limit))
    }

    /// Acknowledges a change of SETTINGS_HEADER_TABLE_SIZE, in bytes.
    #[wasm_bindgen(js_name = acknowledgeLimit)]
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.0.acknowledge_limit(limit);
    }

    /// Encodes a block. `text` has all names and values in turn, `lengths` for
    /// each field the length of its name and of its value, and 1 if it is never
    /// to be indexed.
    pub fn encode(&mut self, text: &[u8], lengths: &[u32]) -> Vec<u8> {
        let mut rest = text;
        let fields = lengths
            .as_chunks::<3>()
            .0
            .iter()
            .map_while(|&[name, value, never]| {
                let (name, after) = rest.split_at_checked(name as usize)?;
                let (value, after) = after.split_at_checked(value as usize)?;
                rest = after;
                Some(FieldLine::from((name, value)).with_sensitive(never != 0))
            });
        let mut block = Vec::new();
        self.0.encode(fields, &mut block);
        block
    }
}
