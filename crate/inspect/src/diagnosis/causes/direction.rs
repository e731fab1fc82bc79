//! The other direction's table.

use crate::diagnosis::{change::Change, search::Search};

pub(super) fn other(search: &mut Search<'_>) {
    search.attempt(Change::OtherDirection {
        block: search.block,
    });
}
