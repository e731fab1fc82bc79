//! A change applied to a session, and its undo.

use inspect::{
    Session,
    assumed::AssumedEntries,
    diagnosis::{Changed, RemovedBlock},
};
use serde::Serialize;

/// An applied change with the original session.
pub(crate) struct Applied {
    pub(crate) original: Session,
    /// The guesses about the original's entries.
    pub(crate) assumed: AssumedEntries,
    view: AppliedView,
}

/// The change with which a session is decoded.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Applied"))]
pub(crate) struct AppliedView {
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
            view: AppliedView {
                what: changed.what,
                removed: changed.removed,
            },
        }
    }

    pub(crate) fn view(&self) -> AppliedView {
        self.view.clone()
    }

    /// Whether a block of `session` still has its original bytes.
    pub(crate) fn keeps(&self, session: &Session, block: usize) -> bool {
        let inside = |session: &Session| block < session.blocks().len();
        inside(session)
            && inside(&self.original)
            && session.bytes(block) == self.original.bytes(block)
    }
}
