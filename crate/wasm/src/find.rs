//! Searches in the session.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector};

#[wasm_bindgen]
impl Inspector {
    /// The first place from a row of a block on in which `text` stands (`how`:
    /// `here`), the next behind it or the last before it, round the end: JSON
    /// of `Found`, or `null` where `text` asks for nothing. Row 0xffffffff is
    /// the block's fault.
    pub fn find(&mut self, text: &str, block: u32, row: u32, how: &str) -> String {
        let search = self
            .document
            .as_mut()
            .and_then(|document| document.search(text));
        json(&search.map(|search| search.view((block, row), how)))
    }

    /// The blocks in which `text` stands, in order; `undefined` where it asks
    /// for nothing.
    #[wasm_bindgen(js_name = blocksWith)]
    pub fn blocks_with(&mut self, text: &str) -> Option<Vec<u32>> {
        Some(self.document.as_mut()?.search(text)?.blocks())
    }

    /// The block that answers one, or that one answers; -1 where there is
    /// none.
    #[wasm_bindgen(js_name = otherSide)]
    pub fn other_side(&self, block: usize) -> i32 {
        self.session()
            .and_then(|session| session.other_side(block))
            .and_then(|block| i32::try_from(block).ok())
            .unwrap_or(-1)
    }
}
