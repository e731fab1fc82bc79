//! A block that was decoded twice: what it inserted is in the table twice.

use crate::diagnosis::{change::Change, search::Search};

/// How far back the first of the two may be, in blocks of the direction.
const APART: usize = 4;

pub(super) fn twice(search: &mut Search<'_>) {
    let around = search.around.clone();
    for second in (1..=search.here).rev() {
        for first in (second.saturating_sub(APART)..second).rev() {
            let (block, first) = (around[second], around[first]);
            let session = &*search.session;
            let same = session.octets(block as usize) == session.octets(first as usize);
            let inserted = search
                .base
                .get(&first)
                .is_some_and(|outcome| outcome.inserted > 0 && outcome.makes_sense());
            if same && inserted {
                search.attempt(Change::DecodedTwice { block, first });
                break;
            }
        }
    }
}
