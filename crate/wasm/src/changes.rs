//! Applying a change and undoing it.

use inspect::diagnosis::Change;

use crate::{applied::Applied, document::Document};

impl Document {
    /// Decodes the selected session with `change`, after undoing an earlier
    /// one; returns whether it applies.
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

    /// Undoes the change of the selected session; returns whether there was
    /// one.
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

    /// The change applied to the selected session.
    pub(crate) fn applied(&self) -> Option<&Applied> {
        self.applied.get(&self.connection)
    }
}
