//! Another table size, and a size update that was not applied.

use hpack::{DecodeErrorKind, Kind};

use crate::diagnosis::{change::Change, search::Search};

/// Sizes that are usual, octets.
const USUAL: [u32; 11] = [
    4096, 0, 256, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536, 1_048_576,
];

/// Blocks before which a size update is tried.
const PLACES: usize = 12;

/// Faults that are about the limit.
pub(super) fn limit(search: &mut Search<'_>) {
    let block = search.block;
    let update = |search: &mut Search<'_>, sizes: Vec<u32>| {
        search.attempt(Change::SizeUpdate {
            before: block,
            sizes,
        });
    };
    let limit_from_here = |search: &mut Search<'_>, size: u32| {
        search.attempt(Change::TableSize {
            from: Some(block),
            block,
            size,
        });
    };
    match search.fault.map(|fault| fault.kind) {
        Some(DecodeErrorKind::SizeUpdateTooLarge { size, .. }) => limit_from_here(search, size),
        Some(DecodeErrorKind::MissingSizeUpdate { limit, maximum }) => {
            let last = search.session.blocks()[block as usize].before.limit();
            update(search, vec![limit]);
            if last > limit {
                update(search, vec![limit, last]);
            }
            limit_from_here(search, maximum);
        }
        _ => {}
    }
}

/// Limit and maximum from the start.
pub(super) fn from_the_start(search: &mut Search<'_>) {
    let block = search.block;
    let maximum = search.session.blocks()[block as usize].before.maximum();
    for size in sizes(search, maximum) {
        search.attempt(Change::TableSize {
            from: None,
            block,
            size,
        });
    }
}

/// The maximum from some block on.
pub(super) fn update(search: &mut Search<'_>) {
    let moment = search.session.blocks()[search.block as usize].before;
    let after = last_update(search);
    // Only where something left the table, or did not fit, can it matter.
    let mut places: Vec<u32> = Vec::new();
    for &block in search.around[..=search.here].iter().rev() {
        let record = &search.session.blocks()[block as usize];
        let rows = &search.session.rows()[record.rows.clone()];
        let matters = rows.iter().any(|row| {
            row.evicted > 0
                || row.has(crate::columns::flags::TOO_LARGE)
                || row.kind == Kind::SizeUpdate
        });
        if matters && after.is_none_or(|after| block >= after) {
            places.push(block);
        }
    }
    // After the last one that was sent, another may have followed at once.
    if let Some(next) = after.and_then(|after| {
        search
            .around
            .iter()
            .copied()
            .find(|&block| block > after && block <= search.block)
    }) {
        places.insert(0, next);
    }
    places.truncate(PLACES);
    for size in sizes(search, moment.maximum()) {
        if size > moment.limit() {
            continue;
        }
        for &before in &places {
            search.attempt(Change::SizeUpdate {
                before,
                sizes: vec![size],
            });
        }
    }
}

/// The last block, up to this one, that has a size update.
fn last_update(search: &Search<'_>) -> Option<u32> {
    let session = &*search.session;
    let own = &session.direction(search.block as usize).blocks;
    own[..=search.number].iter().rev().copied().find(|&block| {
        let record = &session.blocks()[block as usize];
        session.rows()[record.rows.clone()]
            .first()
            .is_some_and(|row| row.kind == Kind::SizeUpdate)
    })
}

/// The usual sizes other than `maximum`; those that an index beyond the table
/// rules out are not among them.
fn sizes(search: &Search<'_>, maximum: u32) -> Vec<u32> {
    let beyond = search
        .fault
        .is_some_and(|fault| matches!(fault.kind, DecodeErrorKind::IndexOutOfRange { .. }));
    let limit = search.session.blocks()[search.block as usize]
        .before
        .limit();
    let mut sizes: Vec<u32> = USUAL
        .into_iter()
        .chain([limit])
        .filter(|&size| size != maximum && (!beyond || size > maximum))
        .collect();
    sizes.dedup();
    sizes
}
