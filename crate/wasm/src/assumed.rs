//! What a person assumes of entries that are not known.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, document::Document, inspector::Inspector};

#[wasm_bindgen]
impl Inspector {
    /// Takes an unknown entry to have this name, and this value or an unknown
    /// one (none); whether there is such an entry.
    pub fn pin(
        &mut self,
        direction: usize,
        position: i32,
        name: &str,
        value: Option<String>,
    ) -> bool {
        self.changes();
        let assumed = self.document.as_mut().and_then(Document::assumed_mut);
        assumed.is_some_and(|(assumed, session)| {
            let value = value.as_deref().map(str::as_bytes);
            let entry = (direction, position.into());
            assumed
                .assume(session, entry, name.as_bytes(), value)
                .is_ok()
        })
    }

    /// Takes an entry to be unknown again.
    pub fn unpin(&mut self, direction: usize, position: i32) {
        self.changes();
        if let Some((assumed, _)) = self.document.as_mut().and_then(Document::assumed_mut) {
            assumed.retract(direction, position.into());
        }
    }

    /// What is assumed of entries, with the blocks that agree and contradict:
    /// a JSON list of `PinView`.
    pub fn pins(&self) -> String {
        let overlay = self.document.as_ref().and_then(Document::overlay);
        json(&overlay.map_or_else(Vec::new, |overlay| overlay.evidence()))
    }
}
