//! Two blocks in the wrong order: what they inserted stands in the table in
//! the wrong order too.

use crate::diagnosis::{change::Change, search::Search};

/// How far apart the two may be, in blocks of the direction.
const APART: usize = 2;

pub(super) fn order(search: &mut Search<'_>) {
    let last = (search.here + APART).min(search.around.len() - 1);
    for apart in 1..=APART {
        for second in (apart..=last).rev() {
            let blocks = (search.around[second - apart], search.around[second]);
            let inserts = |block: u32| {
                let outcome = search.base.get(&block);
                outcome.is_none_or(|outcome| outcome.inserted > 0 || !outcome.makes_sense())
            };
            if inserts(blocks.0) || inserts(blocks.1) {
                search.attempt(Change::OutOfOrder { blocks });
            }
        }
    }
}
