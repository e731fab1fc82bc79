//! The changes that are tried for a block.

use hpack::{
    DecodeErrorKind::{IndexOutOfRange, MissingSizeUpdate, SizeUpdateTooLarge, TruncatedString},
    Kind,
    dynamic_table::{DEFAULT_MAXIMUM, OVERHEAD},
    huffman::HuffmanDecoder,
};

use super::{
    change::{Change, Indices, KeptParts, Leftover, Part},
    fields::has_control,
    frames::{LEFTOVERS, ways},
    kind::{head_of, is_native},
    outcome::{Outcome, mend},
    plan::representations,
    search::{Search, is_cut},
    weights,
};
use crate::columns::{Row, flags};

/// Blocks for which a hypothesis is tried: those that break a rule about size
/// updates, those of whole structure, which another table may mend, and all
/// whose structure is broken.
const LIMIT: u8 = 1;
const TABLE: u8 = 2;
const BROKEN: u8 = 4;

type Hypothesis = fn(&Search<'_>) -> Vec<Change>;

/// All hypotheses, the likely and cheap first.
const ALL: [(u8, Hypothesis); 12] = [
    (LIMIT, limit),
    (TABLE | BROKEN, other_direction),
    (TABLE, decoded_twice),
    (TABLE | LIMIT, out_of_order),
    (TABLE | BROKEN, leftovers),
    (TABLE | BROKEN, continuation),
    (TABLE | BROKEN, fragments),
    (TABLE, table_size),
    (TABLE, size_update),
    (TABLE, indices),
    (TABLE, missed_block),
    (TABLE | BROKEN, continuation_missing),
];

/// Tries every hypothesis.
pub(super) fn try_all(search: &mut Search<'_>) {
    let class = match search.fault {
        None | Some(IndexOutOfRange { .. }) => TABLE,
        Some(SizeUpdateTooLarge { .. } | MissingSizeUpdate { .. }) => LIMIT,
        _ => BROKEN,
    };
    for (_, hypothesis) in ALL.iter().filter(|(of, _)| of & class > 0) {
        let mut complete = None;
        for change in hypothesis(search) {
            let place = match change {
                Change::MissedBlock { before, .. } => Some(before),
                _ => None,
            };
            if place.is_some() && place == complete {
                continue;
            }
            // More missed entries would give the same.
            if search.attempt(change).is_some_and(|trial| !trial.moved) {
                complete = place;
            }
        }
    }
    // What was left in one block may be in those after it, too.
    for found in search.best() {
        if let Some(change) = further(search, &found.change) {
            search.attempt(change);
        }
    }
}

/// Blocks of the other direction that are tried.
const TAKEN: usize = 12;

/// This block is the other side's, or an earlier one, so that there are too
/// many entries here, or one that is marked as the other side's is not, so
/// that its entries are missing.
fn other_direction(search: &Search<'_>) -> Vec<Change> {
    let mut blocks = vec![search.block];
    if matches!(search.fault, None | Some(IndexOutOfRange { .. })) {
        let earlier = search.around[search.here.saturating_sub(TAKEN)..search.here]
            .iter()
            .rev();
        blocks.extend(earlier.filter(|&&block| !is_native(search.session, block)));
        let all = search
            .other(search.block)
            .map(|other| &search.session.directions()[other].blocks[..]);
        let all = all.unwrap_or_default();
        let all = &all[..all.partition_point(|&block| block < search.block)];
        // Those near, and the first, which insert most.
        let first = all.iter().take(2.min(all.len().saturating_sub(TAKEN)));
        blocks.extend(all.iter().rev().take(TAKEN).chain(first));
    }
    let blocks = blocks
        .into_iter()
        .filter(|&block| block == search.block || search.inserts(block));
    blocks
        .map(|block| Change::OtherDirection { block })
        .collect()
}

/// How far back the original of a copy may be, and how far apart two blocks in
/// the wrong order, in blocks of the direction.
const COPIED: usize = 4;
const SWAPPED: usize = 2;

fn decoded_twice(search: &Search<'_>) -> Vec<Change> {
    let bytes = |block: u32| search.session.octets(block as usize);
    let seconds = (1..=search.here).rev().filter_map(|second| {
        let block = search.around[second];
        let earlier = search.around[second.saturating_sub(COPIED)..second]
            .iter()
            .rev();
        let mut same = earlier
            .copied()
            .filter(|&first| bytes(first) == bytes(block));
        let first = same.find(|&first| search.inserts(first) && search.makes_sense(first))?;
        Some(Change::DecodedTwice { block, first })
    });
    seconds.collect()
}

fn out_of_order(search: &Search<'_>) -> Vec<Change> {
    let near = &search.around[..search.around.len().min(search.here + SWAPPED + 1)];
    let matters = |block: u32| search.inserts(block) || !search.makes_sense(block);
    let pairs = (1..=SWAPPED).flat_map(|apart| near.iter().zip(near.iter().skip(apart)).rev());
    let pairs = pairs.filter(|&(&a, &b)| matters(a) || matters(b));
    pairs
        .map(|(&a, &b)| Change::OutOfOrder { blocks: (a, b) })
        .collect()
}

/// Parts of its frame that were left in the block.
fn leftovers(search: &Search<'_>) -> Vec<Change> {
    let block = search.block;
    let bytes = search.session.octets(block as usize);
    let shapes = LEFTOVERS.into_iter().filter(|_| !search.makes_sense(block));
    let changes = shapes.flat_map(|what| {
        let ways = ways(bytes, what).into_iter();
        ways.map(move |parts| left_in(what, vec![KeptParts { block, parts }]))
    });
    changes.collect()
}

fn left_in(what: Option<Leftover>, blocks: Vec<KeptParts>) -> Change {
    match what {
        Some(what) => Change::Padding { blocks, what },
        None => Change::FrameHeader { blocks },
    }
}

/// Blocks after the first in which the same leftovers are looked for.
const FURTHER: usize = 1000;

/// `change` with the blocks after its first that make no sense without.
fn further(search: &mut Search<'_>, change: &Change) -> Option<Change> {
    let (what, first) = match change {
        Change::Padding { what, blocks } => (Some(*what), blocks.first()?),
        Change::FrameHeader { blocks } => (None, blocks.first()?),
        _ => return None,
    };
    let own = &search.session.directions()[search.direction].blocks;
    let end = own[own.len().min(search.number + 1 + FURTHER) - 1] + 1;
    let (session, direction) = (&mut *search.session, search.direction);
    let (blocks, spent) = mend(session, direction, first, end, |bytes| ways(bytes, what));
    search.spent += spent / 8;
    (blocks.len() > 1).then(|| left_in(what, blocks))
}

/// Places of the fragments of a block, counted from this one.
const FRAGMENTS: [&[isize]; 9] = [
    &[0, 1],
    &[-1, 0],
    &[0, 2],
    &[1, 0],
    &[0, -1],
    &[0, 1, 2],
    &[0, 2, 1],
    &[-1, 0, 1],
    &[-2, 0],
];

/// Blocks as fragments of one: at least one of them makes no sense, and none
/// but the first does, as a message's head or like the blocks before.
fn continuation(search: &Search<'_>) -> Vec<Change> {
    let any = search.before().any(Outcome::makes_sense);
    let sense = |&block: &u32| search.makes_sense(block);
    let whole = |block: &u32| {
        let like = any && search.likeness(*block) >= weights::LIKE;
        sense(block) && (like || head_of(search.session, *block).is_some())
    };
    let orders = FRAGMENTS.into_iter().filter_map(|order| {
        let place = |&steps| {
            search
                .around
                .get(search.here.checked_add_signed(steps)?)
                .copied()
        };
        let blocks: Vec<u32> = order.iter().map(place).collect::<Option<_>>()?;
        let fits = !blocks.iter().all(sense) && !blocks[1..].iter().any(whole);
        fits.then_some(Change::Continuation { blocks })
    });
    orders.collect()
}

/// The default SETTINGS_MAX_FRAME_SIZE, bytes (RFC 9113 §6.5.2).
const FRAME: usize = 16_384;

/// Places at which a block is tried to begin.
const STARTS: usize = 64;

/// The fragments of this block in another order.
fn fragments(search: &Search<'_>) -> Vec<Change> {
    let block = search.block;
    if search.makes_sense(block) {
        return Vec::new();
    }
    let bytes = search.session.octets(block as usize);
    let (end, rest) = (bytes.len() as u32, (bytes.len() % FRAME) as u32);
    // All fragments but the last fill their frames.
    let short = (0..end - rest)
        .step_by(FRAME)
        .skip(1)
        .filter(|_| bytes.len() > 2 * FRAME);
    let short = short.map(|at| vec![(0, at), (at + rest, end), (at, at + rest)]);
    // The first fragment begins as blocks of this direction do.
    let others = search
        .around
        .iter()
        .filter(|&&other| other != block && search.makes_sense(other));
    let usual = others.filter_map(|&other| search.session.octets(other as usize).first());
    let usual: Vec<u8> = usual.copied().collect();
    let starts = (1..end)
        .filter(|&at| usual.contains(&bytes[at as usize]))
        .take(STARTS);
    let orders = short.chain(starts.map(|at| vec![(at, end), (0, at)]));
    let change = |parts: Vec<Part>| Change::Fragments {
        block: KeptParts { block, parts },
    };
    orders.map(change).collect()
}

/// Entries that the missing rest of a block may have inserted.
const REST: u32 = 64;

/// Bytes of a string that is cut that are looked at.
const LOOKED_AT: usize = 4096;

/// The block ends within a literal, as it does if its frame was full.
fn continuation_missing(search: &Search<'_>) -> Vec<Change> {
    let block = search.block;
    let fault = search.session.blocks()[block as usize].fault;
    let Some(fault) = fault.filter(|fault| is_cut(fault.kind) && fault.field_offset > 0) else {
        return Vec::new();
    };
    let bytes = search.session.octets(block as usize);
    if let TruncatedString { length, left } = fault.kind {
        // A string that lacks more than half of the longest block here was
        // rather damaged in its length, one that lacks a byte or two lost them.
        let others = search.around.iter().filter(|&&other| other != block);
        let longest = others
            .map(|&other| search.session.octets(other as usize).len())
            .max();
        let missing = (length as usize).saturating_sub(left);
        let data = &bytes[bytes.len() - left..];
        let data = &data[..left.min(LOOKED_AT)];
        let text = if bytes[fault.at] & 0x80 != 0 {
            beginning(&search.session.options().engine, data)
        } else {
            Some(data.to_vec())
        };
        // If its length was damaged, other representations are in it.
        let is_text = text.is_some_and(|text| text.is_ascii() && !has_control(&text));
        if missing < 3 || longest.is_some_and(|longest| missing > longest / 2) || !is_text {
            return Vec::new();
        }
    }
    let first = bytes.get(fault.field_offset);
    let least = u32::from(first.is_some_and(|&first| Kind::of(first) == Kind::Incremental));
    let at = fault.field_offset as u32;
    let entries = least..=REST;
    entries
        .map(|entries| Change::ContinuationMissing { block, at, entries })
        .collect()
}

/// The whole codes of a Huffman-coded string that is cut: the bits of the last,
/// of which there are fewer than 30, become padding.
fn beginning(engine: &impl HuffmanDecoder, coded: &[u8]) -> Option<Vec<u8>> {
    let bits = 8 * coded.len();
    (bits.saturating_sub(30)..=bits).rev().find_map(|end| {
        let mut coded = coded[..end.div_ceil(8)].to_vec();
        if let Some(last) = coded.last_mut().filter(|_| end % 8 > 0) {
            *last |= 0xff >> (end % 8);
        }
        let mut text = Vec::new();
        engine.decode(&coded, &mut text).ok().map(|()| text)
    })
}

/// Representations of the block that are tried one by one.
const SINGLE: usize = 64;

/// All indices from the start or from this block on, or a single one.
fn indices(search: &Search<'_>) -> Vec<Change> {
    let here = search.block;
    let start = (search.here == search.number).then(|| search.around[0]);
    // An encoder that counted well does not begin to count wrongly. If the
    // block is the first to refer to the table, it may always have done so.
    let counts = search.before().all(|own| own.references == 0);
    let all = [Indices::Dynamic, Indices::All]
        .into_iter()
        .filter(|_| counts);
    let all = all.flat_map(|indices| {
        start
            .into_iter()
            .chain([here])
            .map(move |from| (from, indices))
    });
    let fault = search.session.blocks()[here as usize].fault;
    let fields = representations(search.session.octets(here as usize)).filter(|found| {
        found.kind != Kind::SizeUpdate
            && found.integer.value > 0
            && fault.is_none_or(|fault| fault.field_offset == found.range.start)
    });
    let single = fields
        .take(SINGLE)
        .map(|found| (here, Indices::At(found.range.start as u32)));
    let both = all.chain(single).flat_map(|of| [(-1, of), (1, of)]);
    both.map(|(by, (from, indices))| Change::IndexOffByOne { from, by, indices })
        .collect()
}

/// Another limit before the block, or a size update that is missing.
fn limit(search: &Search<'_>) -> Vec<Change> {
    let block = search.block;
    let last = search.session.blocks()[block as usize].before.limit();
    let limit = |size| Change::TableSize {
        from: Some(block),
        block,
        size,
    };
    let update = |sizes| Change::SizeUpdate {
        before: block,
        sizes,
    };
    match search.fault {
        Some(SizeUpdateTooLarge { size, .. }) => vec![limit(size)],
        Some(MissingSizeUpdate {
            limit: least,
            maximum,
        }) => {
            vec![
                update(vec![least]),
                update(vec![least, last]),
                limit(maximum),
            ]
        }
        _ => Vec::new(),
    }
}

/// Usual table sizes, bytes.
const USUAL: [u32; 11] = [
    4096, 0, 256, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536, 1_048_576,
];

/// Sizes that the table may have had at the block: the usual ones and the
/// limit. An index beyond the table rules out smaller ones.
fn sizes(search: &Search<'_>) -> impl Iterator<Item = u32> {
    let before = search.session.blocks()[search.block as usize].before;
    let (maximum, whole) = (before.maximum(), search.fault.is_none());
    let limit = Some(before.limit()).filter(|limit| !USUAL.contains(limit));
    let sizes = USUAL.into_iter().chain(limit);
    sizes.filter(move |&size| size > maximum || size < maximum && whole)
}

/// Limit and maximum from the start.
fn table_size(search: &Search<'_>) -> Vec<Change> {
    let (from, block) = (None, search.block);
    sizes(search)
        .map(|size| Change::TableSize { from, block, size })
        .collect()
}

/// Blocks before which a size update is tried.
const PLACES: usize = 12;

/// The maximum from some block on.
fn size_update(search: &Search<'_>) -> Vec<Change> {
    let session = &*search.session;
    let rows = |block: u32| &session.rows()[session.blocks()[block as usize].rows.clone()];
    let is_update = |row: &Row| row.kind == Kind::SizeUpdate;
    let own = &session.directions()[search.direction].blocks[..=search.number];
    let last = own
        .iter()
        .rfind(|&&block| rows(block).first().is_some_and(is_update));
    // Another update may have followed the last one. Otherwise a size matters
    // only if something left the table, or was too large for it.
    let until = search.around[..=search.here].iter();
    let next = until
        .clone()
        .find(|&block| last.is_some_and(|last| block > last));
    let matters = |row: &Row| row.evicted > 0 || row.has(flags::TOO_LARGE) || is_update(row);
    let places = until
        .rev()
        .filter(|&block| last.is_none_or(|last| block >= last));
    let places = places.filter(|&&block| rows(block).iter().any(matters));
    let places: Vec<u32> = next
        .into_iter()
        .chain(places)
        .copied()
        .take(PLACES)
        .collect();
    let limit = session.blocks()[search.block as usize].before.limit();
    let sizes = sizes(search).filter(|&size| size <= limit);
    let all = sizes.flat_map(|size| places.iter().map(move |&before| (before, vec![size])));
    all.map(|(before, sizes)| Change::SizeUpdate { before, sizes })
        .collect()
}

/// The most entries of a missed block: those that fit in a table of the
/// default maximum.
const MOST: u64 = (DEFAULT_MAXIMUM / OVERHEAD) as u64;

/// Entries that are tried beyond the fewest that could do.
const MORE: u64 = 60;

/// An earlier block is missing, and with it its entries.
fn missed_block(search: &Search<'_>) -> Vec<Change> {
    let fewest = match search.fault {
        Some(IndexOutOfRange { index, last }) => u64::from(index).saturating_sub(last),
        _ => 1,
    };
    let entries = fewest..=MOST.min(fewest.saturating_add(MORE));
    let places = search.around[..=search.here].iter().rev();
    let all =
        places.flat_map(|&before| entries.clone().map(move |entries| (before, entries as u32)));
    all.map(|(before, entries)| Change::MissedBlock { before, entries })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_coded_string() {
        // “www.example.com”, RFC 7541 C.4.1.
        let coded = b"\xf1\xe3\xc2\xe5\xf2\x3a\x6b\xa0\xab\x90\xf4\xff";
        let engine = crate::Options::default().engine;
        for length in 0..=coded.len() {
            let text = beginning(&engine, &coded[..length]).unwrap();
            assert!(b"www.example.com".starts_with(&text), "{length}: {text:?}");
            assert!(text.len() + 2 >= length, "{length}: {text:?}");
        }
        assert_eq!(beginning(&engine, &[0xff; 8]), None);
    }
}
