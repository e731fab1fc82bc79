//! Searches in the session.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector};

#[wasm_bindgen]
impl Inspector {
    /// Finds `text` from a row of a block: at or after it (`how`: `here`),
    /// after it or before it, wrapping around: JSON of `Found`, or `null` for
    /// an empty query. Row 0xffffffff is the block's error.
    pub fn find(&mut self, text: &str, block: u32, row: u32, how: &str) -> String {
        let search = self
            .document
            .as_mut()
            .and_then(|document| document.search(text));
        json(&search.map(|search| search.view((block, row), how)))
    }

    /// The blocks that contain `text`, in order; `undefined` for an empty
    /// query.
    #[wasm_bindgen(js_name = blocksWith)]
    pub fn blocks_with(&mut self, text: &str) -> Option<Vec<u32>> {
        Some(self.document.as_mut()?.search(text)?.blocks())
    }

    /// The response of a request, or the request of a response; -1 without one.
    pub fn counterpart(&self, block: usize) -> i32 {
        self.session()
            .and_then(|session| session.counterpart(block))
            .and_then(|block| i32::try_from(block).ok())
            .unwrap_or(-1)
    }
}
