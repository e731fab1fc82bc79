//! A change that is applied to a session, and what undoes it.

use inspect::{
    Session,
    assumed::AssumedEntries,
    diagnosis::{Changed, Gone},
};
use serde::Serialize;

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

    /// Whether the bytes of a block of `session` are still the original ones.
    pub(crate) fn keeps(&self, session: &Session, block: usize) -> bool {
        let inside = |session: &Session| block < session.blocks().len();
        inside(session)
            && inside(&self.original)
            && session.bytes(block) == self.original.bytes(block)
    }
}
