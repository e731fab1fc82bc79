//! Who decides how a field is written: policies, from the plain ones to what
//! common programs do.

mod chooser;
mod history;
mod indexing;
mod look_ahead;
mod names;
mod plan;

pub use chooser::Chooser;
pub use indexing::Indexing;
pub use look_ahead::{Ahead, Change};

use super::HuffmanUse;

/// When strings are coded, and which fields become entries of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// §5.2.
    pub huffman: HuffmanUse,
    /// §6.
    pub indexing: Indexing,
}

impl Policy {
    /// An indexing policy with the Huffman coding that belongs to it.
    #[must_use]
    pub fn of(indexing: Indexing) -> Self {
        Self {
            huffman: indexing.own_huffman(),
            indexing,
        }
    }
}
