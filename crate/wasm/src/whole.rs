//! Whole names, values and blocks for copying and encoding; windows and
//! explanations shorten them.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::inspector::Inspector;

#[wasm_bindgen]
impl Inspector {
    /// The fields of rows `from..to`: a JSON list of `FieldText`, with `null`
    /// for a size update or an unknown field; `null` if they are too large.
    #[wasm_bindgen(js_name = wholeFields)]
    pub fn whole_fields(&self, from: usize, to: usize) -> String {
        self.answer(|of| of.session.whole_fields(from, to))
    }

    /// The table before a block, newest entry first: a JSON list of
    /// `FieldText`; `null` if some of it is unknown or it is too large.
    #[wasm_bindgen(js_name = wholeTable)]
    pub fn whole_table(&self, block: usize) -> String {
        self.answer(|of| of.session.whole_table(block))
    }

    /// Decodes the string data at `start..end` of a block.
    #[wasm_bindgen(js_name = wholeString)]
    pub fn whole_string(&self, block: usize, start: usize, end: usize, huffman: bool) -> Vec<u8> {
        self.session().map_or_else(Vec::new, |session| {
            session.whole_string(block, start, end, huffman)
        })
    }
}
