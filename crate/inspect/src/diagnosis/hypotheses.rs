//! The changes that are tried for a block.

use hpack::{
    DecodeErrorKind, Kind,
    dynamic_table::{DEFAULT_MAXIMUM, OVERHEAD},
    huffman::HuffmanDecoder,
};

use super::{
    change::{Change, Indices, KeptParts, Leftover, Part},
    fields::has_control,
    frames::{self, LEFTOVERS},
    kind::{head_of, is_native},
    outcome::mend,
    plan::representations,
    search::{Search, is_cut},
    weights,
};
use crate::columns::flags;

/// Blocks for which a hypothesis is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// Blocks that break a rule about size updates.
    Limit,
    /// Blocks of whole structure, which another table may mend.
    Table,
    /// Both.
    LimitOrTable,
    /// Blocks that make no sense.
    Senseless,
    /// All but those that break a rule about size updates.
    Any,
}

type Try = fn(&mut Search<'_>);

/// All hypotheses, the likely and cheap first.
const ALL: [(For, Try); 15] = [
    (For::Limit, limit),
    (For::Any, other_direction),
    (For::Table, decoded_twice),
    (For::LimitOrTable, out_of_order),
    (For::Table, foreign),
    (For::Senseless, leftovers),
    (For::Any, continuation),
    (For::Senseless, fragments),
    (For::Table, taken),
    (For::Table, indices),
    (For::Table, table_size),
    (For::Table, size_update),
    (For::Table, missed_block),
    (For::Table, one_index),
    (For::Any, continuation_missing),
];

/// Tries every hypothesis.
pub(super) fn try_all(search: &mut Search<'_>) {
    let (limit, table) = (search.of_the_limit(), search.of_the_table());
    let senseless = !limit && !search.makes_sense(search.block);
    for (of, hypothesis) in ALL {
        let wanted = match of {
            For::Limit => limit,
            For::Table => table,
            For::LimitOrTable => limit || table,
            For::Senseless => senseless,
            For::Any => !limit,
        };
        if wanted {
            hypothesis(search);
        }
    }
}

/// How far apart blocks in the wrong order may be, and how far back the
/// original of a copy, in blocks of the direction.
const SWAPPED: usize = 2;
const COPIED: usize = 4;

fn decoded_twice(search: &mut Search<'_>) {
    let mut copies = Vec::new();
    for second in (1..=search.here).rev() {
        let bytes = |place: usize| search.session.octets(search.around[place] as usize);
        let mut earlier = (second.saturating_sub(COPIED)..second).rev();
        let first = earlier.find(|&first| {
            let known = search.base.contains_key(&search.around[first]);
            let entries = known && search.inserts(search.around[first]);
            bytes(second) == bytes(first) && entries && search.makes_sense(search.around[first])
        });
        copies.extend(first.map(|first| Change::DecodedTwice {
            block: search.around[second],
            first: search.around[first],
        }));
    }
    search.attempt_all(copies);
}

fn out_of_order(search: &mut Search<'_>) {
    let last = (search.here + SWAPPED).min(search.around.len() - 1);
    let pairs =
        (1..=SWAPPED).flat_map(|apart| (apart..=last).rev().map(move |to| (to - apart, to)));
    let matters = |block: u32| search.inserts(block) || !search.makes_sense(block);
    let pairs = pairs.map(|(from, to)| (search.around[from], search.around[to]));
    let pairs: Vec<_> = pairs.filter(|&(a, b)| matters(a) || matters(b)).collect();
    search.attempt_all(
        pairs
            .into_iter()
            .map(|blocks| Change::OutOfOrder { blocks }),
    );
}

fn other_direction(search: &mut Search<'_>) {
    let block = search.block;
    search.attempt(Change::OtherDirection { block });
}

/// Blocks of the other direction that are tried.
const TAKEN: usize = 12;

/// An earlier block of the other side: what it inserted is too much here.
fn foreign(search: &mut Search<'_>) {
    let blocks = search.around[search.here.saturating_sub(TAKEN)..search.here]
        .iter()
        .rev();
    let suspect = |&block: &u32| search.inserts(block) && !is_native(search.session, block);
    let blocks: Vec<u32> = blocks.copied().filter(suspect).collect();
    search.attempt_all(
        blocks
            .into_iter()
            .map(|block| Change::OtherDirection { block }),
    );
}

/// A block that is marked as the other direction's: what it inserted is
/// missing here.
fn taken(search: &mut Search<'_>) {
    let Some(other) = search.other(search.block) else {
        return;
    };
    search.learn(other);
    let all = &search.session.directions()[other].blocks;
    let all = &all[..all.partition_point(|&block| block < search.block)];
    // Those near, and the first, which insert most.
    let near = all.iter().rev().take(TAKEN);
    let first = all.iter().take(2.min(all.len().saturating_sub(TAKEN)));
    let blocks = near
        .chain(first)
        .copied()
        .filter(|&block| search.inserts(block));
    let blocks: Vec<u32> = blocks.collect();
    search.attempt_all(
        blocks
            .into_iter()
            .map(|block| Change::OtherDirection { block }),
    );
}

/// Blocks after this one in which the same leftovers are looked for.
const FURTHER: usize = 1000;

/// Parts of the frame in the block, and then in those after it that make no
/// sense without.
fn leftovers(search: &mut Search<'_>) {
    type Ways = fn(&[u8], Option<Leftover>) -> Vec<Vec<Part>>;
    let headers: [Ways; 2] = [
        |bytes, _| frames::whole(bytes),
        |bytes, _| frames::within(bytes),
    ];
    let padding = LEFTOVERS.map(|what| (Some(what), frames::left_over as Ways));
    for (what, ways) in headers.map(|ways| (None, ways)).into_iter().chain(padding) {
        let change = |blocks| match what {
            Some(what) => Change::Padding { blocks, what },
            None => Change::FrameHeader { blocks },
        };
        let block = search.block;
        let kept = search.found.len();
        let all = ways(search.session.octets(block as usize), what);
        let first = all
            .into_iter()
            .map(|parts| KeptParts { block, parts })
            .find(|first| {
                search.attempt(change(vec![first.clone()]));
                search.found.len() > kept
            });
        let Some(first) = first else { continue };
        let own = &search.session.directions()[search.direction].blocks;
        let end = own[own.len().min(search.number + 1 + FURTHER) - 1] + 1;
        let (session, direction) = (&mut *search.session, search.direction);
        let (blocks, spent) = mend(session, direction, &first, end, |bytes| ways(bytes, what));
        search.spent += spent / 8;
        if blocks.len() > 1 {
            search.attempt(change(blocks));
        }
    }
}

/// Places of the fragments of a block among the blocks around it.
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

/// This block and others as fragments of one: at least one of them makes no
/// sense, and none but the first makes sense by itself, as a message's head or
/// like the blocks before.
fn continuation(search: &mut Search<'_>) {
    let any = search.before().any(|own| own.makes_sense());
    for order in FRAGMENTS {
        let blocks = order.iter().map(|&steps| search.neighbour(steps));
        let Some(blocks) = blocks.collect::<Option<Vec<u32>>>() else {
            continue;
        };
        let sense = |block: &u32| search.makes_sense(*block);
        let whole = |block: &u32| {
            let like = any && search.likeness(*block) >= weights::LIKE;
            sense(block) && (like || head_of(search.session, *block).is_some())
        };
        if !blocks.iter().all(sense) && !blocks[1..].iter().any(whole) {
            search.attempt(Change::Continuation { blocks });
        }
    }
}

/// The default SETTINGS_MAX_FRAME_SIZE, bytes (RFC 9113 §6.5.2).
const FRAME: usize = 16_384;

/// Places at which a block is tried to begin.
const STARTS: usize = 64;

/// The fragments of this block in another order.
fn fragments(search: &mut Search<'_>) {
    let bytes = search.session.octets(search.block as usize);
    let (end, rest) = (bytes.len() as u32, (bytes.len() % FRAME) as u32);
    let mut orders: Vec<Vec<Part>> = Vec::new();
    // All fragments but the last fill their frames.
    if bytes.len() > 2 * FRAME {
        let short = (0..end - rest).step_by(FRAME).skip(1);
        orders.extend(short.map(|at| vec![(0, at), (at + rest, end), (at, at + rest)]));
    }
    // The first fragment begins as blocks of this direction do.
    let others = search.around.iter().filter(|&&block| block != search.block);
    let others =
        others.filter(|&block| search.base.get(block).is_some_and(|own| own.makes_sense()));
    let usual = others.filter_map(|&block| search.session.octets(block as usize).first());
    let usual: Vec<u8> = usual.copied().collect();
    let starts = (1..end).filter(|&at| usual.contains(&bytes[at as usize]));
    orders.extend(starts.take(STARTS).map(|at| vec![(at, end), (0, at)]));
    let block = search.block;
    let changes = orders.into_iter().map(|parts| Change::Fragments {
        block: KeptParts { block, parts },
    });
    search.attempt_all(changes);
}

/// Entries that the missing rest of a block may have inserted.
const REST: u32 = 64;

/// Bytes of a string that is cut that are looked at.
const LOOKED_AT: usize = 4096;

/// The block ends within a literal, as it does if its frame was full.
fn continuation_missing(search: &mut Search<'_>) {
    let Some(fault) = search.fault.filter(|fault| is_cut(fault.kind)) else {
        return;
    };
    let (block, at) = (search.block, fault.field_offset);
    let bytes = search.session.octets(block as usize);
    if let DecodeErrorKind::TruncatedString { length, left } = fault.kind {
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
            return;
        }
    }
    let Some(&first) = bytes.get(at).filter(|_| at > 0) else {
        return;
    };
    let least = u32::from(Kind::of(first) == Kind::Incremental);
    let at = at as u32;
    search.attempt_all((least..=REST).map(|entries| Change::ContinuationMissing {
        block,
        at,
        entries,
    }));
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
        engine.decode(&coded, &mut text).ok()?;
        Some(text)
    })
}

fn indices(search: &mut Search<'_>) {
    // An encoder that counted well does not begin to count wrongly. If the
    // block is the first to refer to the table, it may always have done so.
    if search.before().any(|own| own.references > 0) {
        return;
    }
    let here = search.block;
    let start = (search.here == search.number).then(|| search.around[0]);
    for by in [-1, 1] {
        for indices in [Indices::Dynamic, Indices::All] {
            let from = start.into_iter().chain([here]);
            search.attempt_all(from.map(|from| Change::IndexOffByOne { from, by, indices }));
        }
    }
}

/// Representations of the block that are tried one by one.
const SINGLE: usize = 64;

fn one_index(search: &mut Search<'_>) {
    let from = search.block;
    let only = search.fault.map(|fault| fault.field_offset);
    let fields = representations(search.session.octets(from as usize)).filter(|found| {
        found.kind != Kind::SizeUpdate
            && found.integer.value > 0
            && only.is_none_or(|only| only == found.range.start)
    });
    let places = fields.map(|found| Indices::At(found.range.start as u32));
    let places: Vec<Indices> = places.take(SINGLE).collect();
    search.attempt_all(
        places
            .into_iter()
            .flat_map(|indices| [-1, 1].map(|by| Change::IndexOffByOne { from, by, indices })),
    );
}

/// The limit before the block, or a size update that is missing.
fn limit(search: &mut Search<'_>) {
    let block = search.block;
    let from_here = |size| Change::TableSize {
        from: Some(block),
        block,
        size,
    };
    let update = |sizes| Change::SizeUpdate {
        before: block,
        sizes,
    };
    match search.fault.map(|fault| fault.kind) {
        Some(DecodeErrorKind::SizeUpdateTooLarge { size, .. }) => {
            search.attempt(from_here(size));
        }
        Some(DecodeErrorKind::MissingSizeUpdate { limit, maximum }) => {
            let last = search.session.blocks()[block as usize].before.limit();
            search.attempt(update(vec![limit]));
            if last > limit {
                search.attempt(update(vec![limit, last]));
            }
            search.attempt(from_here(maximum));
        }
        _ => {}
    }
}

/// Usual table sizes, bytes.
const USUAL: [u32; 11] = [
    4096, 0, 256, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536, 1_048_576,
];

/// Sizes that the table may have had at the block: the usual ones and the
/// limit. An index beyond the table rules out smaller ones.
fn sizes(search: &Search<'_>) -> Vec<u32> {
    let before = search.session.blocks()[search.block as usize].before;
    let (maximum, limit) = (before.maximum(), before.limit());
    let possible = |&size: &u32| size > maximum || size < maximum && search.fault.is_none();
    let limit = Some(limit).filter(|limit| !USUAL.contains(limit));
    USUAL.into_iter().chain(limit).filter(possible).collect()
}

/// Limit and maximum from the start.
fn table_size(search: &mut Search<'_>) {
    let block = search.block;
    let sizes = sizes(search).into_iter();
    search.attempt_all(sizes.map(|size| Change::TableSize {
        from: None,
        block,
        size,
    }));
}

/// Blocks before which a size update is tried.
const PLACES: usize = 12;

/// The maximum from some block on.
fn size_update(search: &mut Search<'_>) {
    let session = &*search.session;
    let rows = |block: u32| &session.rows()[session.blocks()[block as usize].rows.clone()];
    let own = session.directions()[search.direction].blocks[..=search.number]
        .iter()
        .rev();
    let update = |row: &crate::columns::Row| row.kind == Kind::SizeUpdate;
    let last = own
        .copied()
        .find(|&block| rows(block).first().is_some_and(update));
    // Another update may have followed the last one. Otherwise a size matters
    // only if something left the table, or was too large for it.
    let until = search.around[..=search.here].iter().copied();
    let next = last.and_then(|last| until.clone().find(|&block| block > last));
    let matters = |block: &u32| {
        let mut rows = rows(*block).iter();
        rows.any(|row| row.evicted > 0 || row.has(flags::TOO_LARGE) || update(row))
    };
    let after = until
        .rev()
        .filter(|&block| last.is_none_or(|last| block >= last));
    let places = next.into_iter().chain(after.filter(matters)).take(PLACES);
    let places: Vec<u32> = places.collect();
    let limit = session.blocks()[search.block as usize].before.limit();
    for size in sizes(search).into_iter().filter(|&size| size <= limit) {
        search.attempt_all(places.iter().map(|&before| Change::SizeUpdate {
            before,
            sizes: vec![size],
        }));
    }
}

/// The most entries of a missed block: those that fit in a table of the
/// default maximum.
const MOST: u32 = DEFAULT_MAXIMUM / OVERHEAD;

/// Entries that are tried beyond the fewest that could do, and that a damaged
/// block inserted.
const MORE: u32 = 60;
const FEW: u32 = 8;

/// A missed earlier block: its entries are missing in the table.
fn missed_block(search: &mut Search<'_>) {
    let fewest = match search.fault.map(|fault| fault.kind) {
        Some(DecodeErrorKind::IndexOutOfRange { index, last }) => {
            u64::from(index).saturating_sub(last)
        }
        _ => 1,
    };
    if fewest > MOST.into() {
        return;
    }
    let fewest = fewest as u32;
    if let Some(before) = search.neighbour(1).filter(|_| search.fault.is_some()) {
        let gains = (0..=FEW).map(|entries| search.gain(&Change::MissedBlock { before, entries }));
        search.damaged = gains.fold(0.0, f32::max);
    }
    for place in (0..=search.here).rev() {
        let before = search.around[place];
        for entries in fewest..=MOST.min(fewest + MORE) {
            let tried = search.attempt(Change::MissedBlock { before, entries });
            // More entries would give the same.
            if tried.is_some_and(|trial| !trial.moved) {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_coded_string() {
        let engine = crate::Options::default().engine;
        // “www.example.com”, RFC 7541 C.4.1.
        let coded = [
            0xf1, 0xe3, 0xc2, 0xe5, 0xf2, 0x3a, 0x6b, 0xa0, 0xab, 0x90, 0xf4, 0xff,
        ];
        for length in 0..=coded.len() {
            let text = beginning(&engine, &coded[..length]).unwrap();
            assert!(b"www.example.com".starts_with(&text), "{length}: {text:?}");
            assert!(text.len() + 2 >= length, "{length}: {text:?}");
        }
        assert_eq!(beginning(&engine, &[0xff; 8]), None);
    }
}
