//! The user's guesses at unknown entries.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, document::Document, inspector::Inspector};

#[wasm_bindgen]
impl Inspector {
    /// Guesses the name of an unknown entry, and its value if given; returns
    /// whether there is such an entry.
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

    /// Removes a guess.
    pub fn unpin(&mut self, direction: usize, position: i32) {
        self.changes();
        if let Some((assumed, _)) = self.document.as_mut().and_then(Document::assumed_mut) {
            assumed.retract(direction, position.into());
        }
    }

    /// The guesses, with the blocks that support and contradict them: a JSON
    /// list of `PinView`.
    pub fn pins(&self) -> String {
        let overlay = self.overlay();
        json(&overlay.map_or_else(Vec::new, |overlay| overlay.evidence()))
    }
}
