//! The other direction's table.

use crate::diagnosis::{change::Change, search::Search};

/// Blocks of the other direction, before this one, that are tried in its own.
const TAKEN: usize = 12;

pub(super) fn other(search: &mut Search<'_>) {
    search.attempt(Change::OtherDirection {
        block: search.block,
    });
}

/// An earlier block of the other side: what it inserted is too much here.
pub(super) fn foreign(search: &mut Search<'_>) {
    for place in (search.here.saturating_sub(TAKEN)..search.here).rev() {
        let block = search.around[place];
        let outcome = search.base.get(&block);
        if outcome.is_some_and(|outcome| outcome.inserted > 0) && !search.is_native(block) {
            search.attempt(Change::OtherDirection { block });
        }
    }
}

/// A block that was taken for the other direction's: what it inserted is
/// missing in this one.
pub(super) fn taken(search: &mut Search<'_>) {
    let other = search.other(search.block);
    let Some(direction) = search.session.directions().get(other) else {
        return;
    };
    let before = direction
        .blocks
        .partition_point(|&block| block < search.block);
    let all = direction.blocks[..before].to_vec();
    // Those near, and the first, which insert most.
    let near = all.iter().rev().take(TAKEN);
    let first = all.iter().take(2.min(all.len().saturating_sub(TAKEN)));
    for &block in near.chain(first).collect::<Vec<_>>() {
        let inserted = search
            .base
            .get(&block)
            .is_none_or(|outcome| outcome.inserted > 0);
        if inserted {
            search.attempt(Change::OtherDirection { block });
        }
    }
}
