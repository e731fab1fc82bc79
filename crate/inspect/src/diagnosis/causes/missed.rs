//! A missed earlier block: its entries are not in the table.

use hpack::FaultKind;

use crate::diagnosis::{change::Change, search::Search};

/// Entries that are tried beyond the fewest that could do.
const MORE: u32 = 60;

/// Entries that a missed block has at most: an entry takes 32 octets.
const MOST: u32 = 128;

pub(super) fn missed(search: &mut Search<'_>) {
    let fewest = match search.fault.map(|fault| fault.kind) {
        Some(FaultKind::IndexOutOfRange { index, last }) => {
            u32::try_from(u64::from(index).saturating_sub(last)).unwrap_or(u32::MAX)
        }
        _ => 1,
    };
    if fewest > MOST {
        return;
    }
    for place in (0..=search.here).rev() {
        let before = search.around[place];
        for entries in fewest..=MOST.min(fewest + MORE) {
            search.attempt(Change::MissedBlock { before, entries });
        }
    }
}
