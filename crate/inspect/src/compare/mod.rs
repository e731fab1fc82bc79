//! Two blocks, or two sessions, side by side: which fields are the same, how
//! each side wrote them, and what their tables hold.
//!
//! - `words`: names and values as numbers, each string looked at once
//! - `pairing`: what goes with what, by keys
//! - `align`: what stands in the same order on both sides, in bounded time
//! - [`block`]: two blocks, field by field
//! - [`sums`]: one side in numbers
//! - [`tables`]: what two dynamic tables have in common
//! - [`sessions`]: which block of one session goes with which of another

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

/// How two blocks compare as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ComparedVerdict {
    /// The same fields in the same bytes.
    Same,
    /// The same fields in the same order, written in other bytes.
    Encoding,
    /// Other fields, or the same in another order.
    Fields,
}

impl ComparedVerdict {
    /// Of two blocks whose fields are the `same`, as far as they are decoded,
    /// or not.
    fn of(same: bool, left: (&Session, usize), right: (&Session, usize)) -> Self {
        let [bytes, others] = [left, right].map(|(session, block)| session.bytes(block));
        let is_whole =
            |(session, block): (&Session, usize)| session.blocks()[block].fault.is_none();
        if same && bytes == others {
            Self::Same
        } else if same && is_whole(left) && is_whole(right) {
            Self::Encoding
        } else {
            Self::Fields
        }
    }
}
