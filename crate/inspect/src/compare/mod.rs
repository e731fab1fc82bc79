//! Compares two blocks or two sessions: equal fields, their encodings, and the
//! tables.

mod align;
pub mod block;
mod pairing;
pub mod sessions;
pub mod sums;
pub mod tables;
#[cfg(test)]
mod tests;
mod words;

use serde::Serialize;

use crate::Session;

/// Overall verdict on two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ComparedVerdict {
    /// Same fields in the same bytes.
    Same,
    /// Same fields in the same order, in other bytes.
    Encoding,
    /// Other fields or another order.
    Fields,
}

impl ComparedVerdict {
    /// Verdict on two blocks. `same`: whether all decoded fields are equal.
    fn of(same: bool, left: (&Session, usize), right: (&Session, usize)) -> Self {
        let [bytes, others] = [left, right].map(|(session, block)| session.bytes(block));
        let is_complete =
            |(session, block): (&Session, usize)| session.blocks()[block].error.is_none();
        if same && bytes == others {
            Self::Same
        } else if same && is_complete(left) && is_complete(right) {
            Self::Encoding
        } else {
            Self::Fields
        }
    }
}
