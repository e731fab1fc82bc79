//! A missed earlier block: its entries are not in the table.

use hpack::{
    DecodeErrorKind,
    dynamic_table::{DEFAULT_MAXIMUM, OVERHEAD},
};

use crate::diagnosis::{change::Change, search::Search};

/// Entries that are tried beyond the fewest that could do.
const MORE: u32 = 60;

/// Entries that a missed block has at most: those that fit in a table of the
/// default maximum.
const MOST: u32 = DEFAULT_MAXIMUM / OVERHEAD;

/// Entries that the rest of a damaged block inserted at most.
const FEW: u32 = 8;

pub(super) fn missed(search: &mut Search<'_>) {
    let fewest = match search.fault.map(|fault| fault.kind) {
        Some(DecodeErrorKind::IndexOutOfRange { index, last }) => {
            u32::try_from(u64::from(index).saturating_sub(last)).unwrap_or(u32::MAX)
        }
        _ => 1,
    };
    if fewest > MOST {
        return;
    }
    if search.fault.is_some()
        && let Some(before) = search.neighbour(1)
    {
        search.damaged = (0..=FEW)
            .map(|entries| search.gain(&Change::MissedBlock { before, entries }))
            .fold(0.0, f32::max);
    }
    for place in (0..=search.here).rev() {
        let before = search.around[place];
        for entries in fewest..=MOST.min(fewest + MORE) {
            let tried = search.attempt(Change::MissedBlock { before, entries });
            // More entries would give the same.
            if tried.is_some_and(|tried| !tried.moved) {
                break;
            }
        }
    }
}
