//! Names, values and blocks as a whole, to be copied or encoded: windows and
//! explanations carry what is shown, which is cut.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::inspector::Inspector;

#[wasm_bindgen]
impl Inspector {
    /// The fields of rows `from..to`: a JSON list of `FieldText`, `null` for a
    /// size update and for what is not known; `null` where they are too large.
    #[wasm_bindgen(js_name = wholeFields)]
    pub fn whole_fields(&self, from: usize, to: usize) -> String {
        self.answer(|of| of.session.whole_fields(from, to))
    }

    /// The table that a block meets, newest entry first: a JSON list of
    /// `FieldText`; `null` where not all of it is known, or it is too large.
    #[wasm_bindgen(js_name = wholeTable)]
    pub fn whole_table(&self, block: usize) -> String {
        self.answer(|of| of.session.whole_table(block))
    }

    /// The bytes that string data at `start..end` of a block spell.
    #[wasm_bindgen(js_name = wholeString)]
    pub fn whole_string(&self, block: usize, start: usize, end: usize, huffman: bool) -> Vec<u8> {
        self.session().map_or_else(Vec::new, |session| {
            session.whole_string(block, start, end, huffman)
        })
    }
}
