//! A change applied to a session, and its undo.

use inspect::{
    Session,
    assumed::AssumedEntries,
    diagnosis::{Changed, RemovedBlock},
};
use serde::Serialize;

/// The change with which a session is decoded.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct Applied {
    #[serde(skip)]
    pub(crate) original: Session,
    /// The guesses about the original's entries.
    #[serde(skip)]
    pub(crate) assumed: AssumedEntries,
    what: String,
    /// Blocks without remaining bytes.
    removed: Vec<RemovedBlock>,
}

impl Applied {
    /// Replaces `session` by the changed one and keeps the original with its
    /// guesses.
    pub(crate) fn new(session: &mut Session, assumed: AssumedEntries, changed: Changed) -> Self {
        Self {
            original: std::mem::replace(session, changed.session),
            assumed,
            what: changed.what,
            removed: changed.removed,
        }
    }

    /// Whether a block of `session` still has its original bytes.
    pub(crate) fn keeps(&self, session: &Session, block: usize) -> bool {
        let inside = |session: &Session| block < session.blocks().len();
        inside(session)
            && inside(&self.original)
            && session.bytes(block) == self.original.bytes(block)
    }
}
