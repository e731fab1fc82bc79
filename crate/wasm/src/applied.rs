//! A change that is applied to a session, and what undoes it.

use inspect::{
    Session,
    assumed::AssumedEntries,
    diagnosis::{Change, Changed, Gone},
};
use serde::Serialize;

use crate::document::Document;

/// A change that is applied, and what it was applied to.
pub(crate) struct Applied {
    pub(crate) original: Session,
    /// What was assumed of the original's entries.
    pub(crate) assumed: AssumedEntries,
    view: AppliedView,
}

/// The change with which a session is decoded.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Applied"))]
pub(crate) struct AppliedView {
    what: String,
    /// Blocks of which nothing is left.
    gone: Vec<Gone>,
}

impl Applied {
    /// Puts a changed session in place of `session`; what is assumed of its
    /// entries is set aside.
    pub(crate) fn new(session: &mut Session, assumed: AssumedEntries, changed: Changed) -> Self {
        Self {
            original: std::mem::replace(session, changed.session),
            assumed,
            view: AppliedView {
                what: changed.what,
                gone: changed.gone,
            },
        }
    }

    pub(crate) fn view(&self) -> AppliedView {
        self.view.clone()
    }

    /// Whether the octets of a block of `session` are still the original ones.
    pub(crate) fn keeps(&self, session: &Session, block: usize) -> bool {
        let inside = |session: &Session| block < session.blocks().len();
        inside(session)
            && inside(&self.original)
            && session.octets(block) == self.original.octets(block)
    }
}

impl Document {
    /// Decodes what is looked at with `change`; whether it could be applied.
    /// One that was there is undone first.
    pub(crate) fn apply(&mut self, change: &Change) -> bool {
        self.undo();
        self.changes();
        let connection = self.connection;
        let assumed = self.assumed.remove(&connection).unwrap_or_default();
        self.timing = None;
        let Some(session) = self.session_mut() else {
            return false;
        };
        let Some(changed) = session.with_change(change) else {
            self.assumed.insert(connection, assumed);
            return false;
        };
        let applied = Applied::new(session, assumed, changed);
        self.applied.insert(connection, applied);
        true
    }

    /// Undoes the change that is applied to what is looked at; whether there
    /// was one.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(applied) = self.applied.remove(&self.connection) else {
            return false;
        };
        self.changes();
        self.timing = None;
        self.assumed.insert(self.connection, applied.assumed);
        if let Some(session) = self.session_mut() {
            *session = applied.original;
        }
        true
    }

    /// The change that is applied to what is looked at.
    pub(crate) fn applied(&self) -> Option<&Applied> {
        self.applied.get(&self.connection)
    }
}
