//! Likely causes of errors, and previews of their repair.

use inspect::{
    Session,
    assumed::Overlay,
    diagnosis::{Change, Changed},
    text::truncated,
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector, opened::SessionView};

/// The most fields in a preview.
const PREVIEWED: usize = 200;

/// The most bytes of a name or value in a preview.
const TEXT: usize = 512;

/// A block decoded with a change.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Preview"))]
pub(crate) struct PreviewView {
    fields: Vec<PreviewField>,
    /// Number of further fields.
    more: usize,
    error: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct PreviewField {
    /// `None` if unknown.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    name: Option<String>,
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    value: Option<String>,
    /// Whether the field is new or differs.
    new: bool,
}

#[wasm_bindgen]
impl Inspector {
    /// Likely causes in the whole session: a JSON list of `Diagnosis`, at most
    /// one per direction.
    pub fn causes(&self) -> String {
        json(&self.session().map_or_else(Vec::new, Session::causes))
    }

    /// Likely causes of a block that fails or is implausible: a JSON list of
    /// `Diagnosis`, the most likely first.
    pub fn diagnose(&self, block: usize) -> String {
        let session = self.session();
        json(&session.map_or_else(Vec::new, |session| session.diagnose(block)))
    }

    /// Decodes a block with a change (JSON of `Change`): JSON of `Preview`, or
    /// `null` if the change refers to something that does not exist.
    #[wasm_bindgen(js_name = previewChange)]
    pub fn preview_change(&self, change: &str, block: usize) -> String {
        self.answer(|Overlay { session, .. }| {
            let changed = session.with_change(&serde_json::from_str(change).ok()?)?;
            preview(session, &changed, block)
        })
    }

    /// Decodes the selected session with a change (JSON of `Change`): JSON of
    /// `SessionView`, or `null`.
    #[wasm_bindgen(js_name = applyChange)]
    pub fn apply_change(&mut self, change: &str) -> String {
        let change = serde_json::from_str::<Change>(change).ok();
        let both = self.document.as_mut().zip(change);
        json(&both.and_then(|(document, change)| {
            document.apply(&change).then(|| SessionView::of(document))
        }))
    }

    /// Undoes the applied change: JSON of `SessionView`, or `null` if there is
    /// none.
    #[wasm_bindgen(js_name = undoChange)]
    pub fn undo_change(&mut self) -> String {
        let document = self.document.as_mut();
        json(&document.and_then(|document| document.undo().then(|| SessionView::of(document))))
    }
}

fn preview(session: &Session, changed: &Changed, block: usize) -> Option<PreviewView> {
    let with = &changed.session;
    let record = with.blocks().get(block)?;
    let text = |bytes: &[u8]| truncated(bytes, TEXT);
    let known = session.blocks().get(block)?;
    let before: Vec<_> = session.rows()[known.rows.clone()]
        .iter()
        .map(|row| (session.name(row), session.value(row)))
        .collect();
    let rows: Vec<_> = with.rows()[record.rows.clone()]
        .iter()
        .filter(|row| row.kind != hpack::Kind::SizeUpdate)
        .collect();
    Some(PreviewView {
        fields: rows
            .iter()
            .take(PREVIEWED)
            .map(|row| {
                let (name, value) = (with.name(row), with.value(row));
                PreviewField {
                    name: name.map(text),
                    value: value.map(text),
                    new: !before.contains(&(name, value)),
                }
            })
            .collect(),
        more: rows.len().saturating_sub(PREVIEWED),
        error: record.error.map(|error| error.to_string()),
    })
}
