//! What the panes ask of one block or field: its frames, where it comes from,
//! guesses at what is unknown, and why it may be wrong.

use inspect::{
    Session,
    assumed::AssumedEntries,
    diagnosis::{Change, Changed, Gone},
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector, open::Open};

/// Fields that a preview shows at most.
const PREVIEWED: usize = 200;

/// Octets of a name or value that a preview carries.
const TEXT: usize = 512;

/// A change that is applied, and what it was applied to.
pub(crate) struct Applied {
    connection: usize,
    original: Session,
    /// What was assumed of the original's entries.
    assumed: AssumedEntries,
    what: String,
    gone: Vec<Gone>,
}

/// `Applied` on the page.
#[derive(Clone, Serialize)]
pub(crate) struct AppliedView {
    what: String,
    gone: Vec<Gone>,
}

/// A block as it would be with a change.
#[derive(Serialize)]
struct PreviewView {
    fields: Vec<PreviewField>,
    more: usize,
    fault: Option<String>,
}

#[derive(Serialize)]
struct PreviewField {
    /// `None` where not known.
    name: Option<String>,
    value: Option<String>,
    /// Whether it was not there before, or was another.
    new: bool,
}

#[wasm_bindgen]
impl Inspector {
    /// Where a row's name and value come from: JSON of `Provenance`, or `null`.
    #[must_use]
    pub fn provenance(&self, row: usize) -> String {
        json(&self.session().and_then(|session| session.provenance(row)))
    }

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
        let assumed = self.open.as_mut().and_then(Open::assumed_mut);
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
        if let Some((assumed, _)) = self.open.as_mut().and_then(Open::assumed_mut) {
            assumed.retract(direction, position.into());
        }
    }

    /// What is assumed of entries, with the blocks that agree and contradict:
    /// a JSON list of `PinView`.
    #[must_use]
    pub fn pins(&self) -> String {
        let overlay = self.open.as_ref().and_then(Open::overlay);
        json(&overlay.map_or_else(Vec::new, |overlay| overlay.evidence()))
    }

    /// What may be wrong with the whole session: a JSON list of `Diagnosis`,
    /// one for each direction at most.
    pub fn causes(&mut self) -> String {
        let session = self.open.as_mut().and_then(Open::session_mut);
        json(&session.map_or_else(Vec::new, |(session, _)| session.causes()))
    }

    /// What may be the cause that a block fails or makes no sense: a JSON
    /// list of `Diagnosis`, the most likely first.
    pub fn diagnose(&mut self, block: usize) -> String {
        let session = self.open.as_mut().and_then(Open::session_mut);
        json(&session.map_or_else(Vec::new, |(session, _)| session.diagnose(block)))
    }

    /// A block as it would be with a change (JSON of `Change`): JSON of
    /// `Preview`, or `null` where the change names what is not there.
    #[wasm_bindgen(js_name = previewChange)]
    #[must_use]
    pub fn preview_change(&self, change: &str, block: usize) -> String {
        json(&self.session().and_then(|session| {
            let changed = session.with_change(&serde_json::from_str(change).ok()?)?;
            preview(session, &changed, block)
        }))
    }

    /// Decodes what is looked at with a change (JSON of `Change`), which
    /// `what` says in words: JSON of `SessionView`, or `null`.
    #[wasm_bindgen(js_name = applyChange)]
    pub fn apply_change(&mut self, change: &str, what: &str) -> String {
        let Some(open) = &mut self.open else {
            return "null".to_owned();
        };
        let Ok(change) = serde_json::from_str::<Change>(change) else {
            return "null".to_owned();
        };
        if !open.apply(&change, what) {
            return "null".to_owned();
        }
        json(&open.session_view())
    }

    /// Undoes the change that was applied: JSON of `SessionView`, or `null`
    /// where there is none.
    #[wasm_bindgen(js_name = undoChange)]
    pub fn undo_change(&mut self) -> String {
        let Some(open) = &mut self.open else {
            return "null".to_owned();
        };
        if !open.undo() {
            return "null".to_owned();
        }
        json(&open.session_view())
    }
}

fn preview(session: &Session, changed: &Changed, block: usize) -> Option<PreviewView> {
    let with = &changed.session;
    let record = with.blocks().get(block)?;
    let text =
        |octets: &[u8]| String::from_utf8_lossy(&octets[..octets.len().min(TEXT)]).into_owned();
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
        fault: record.fault.map(|fault| fault.to_string()),
    })
}

impl Open {
    /// Whether it could be applied. One that was there is undone first.
    fn apply(&mut self, change: &Change, what: &str) -> bool {
        self.undo();
        self.changes();
        let connection = self.connection;
        let Some((session, timing)) = self.session_mut() else {
            return false;
        };
        let Some(changed) = session.with_change(change) else {
            return false;
        };
        *timing = None;
        let original = std::mem::replace(session, changed.session);
        self.applied.push(Applied {
            connection,
            original,
            assumed: self.assumed.remove(&connection).unwrap_or_default(),
            what: what.to_owned(),
            gone: changed.gone,
        });
        true
    }

    /// Whether there was one.
    fn undo(&mut self) -> bool {
        let connection = self.connection;
        let found = self
            .applied
            .iter()
            .position(|applied| applied.connection == connection);
        let Some(found) = found else { return false };
        self.changes();
        let Applied {
            original, assumed, ..
        } = self.applied.swap_remove(found);
        self.assumed.insert(connection, assumed);
        let Some((session, timing)) = self.session_mut() else {
            return false;
        };
        *timing = None;
        *session = original;
        true
    }

    /// The change that is applied to what is looked at.
    pub(crate) fn applied_view(&self) -> Option<AppliedView> {
        let found = self
            .applied
            .iter()
            .find(|applied| applied.connection == self.connection)?;
        Some(AppliedView {
            what: found.what.clone(),
            gone: found.gone.clone(),
        })
    }

    /// Whether the octets of a block are still those of the input.
    pub(crate) fn is_original(&self, block: usize) -> bool {
        let applied = self
            .applied
            .iter()
            .find(|applied| applied.connection == self.connection);
        let (Some(applied), Some(session)) = (applied, self.session()) else {
            return true;
        };
        let inside = |session: &Session| block < session.blocks().len();
        inside(session)
            && inside(&applied.original)
            && session.octets(block) == applied.original.octets(block)
    }
}
