//! Hypotheses: propose changes for a block.

use hpack::{
    DecodeErrorKind::{
        self, IndexOutOfRange, MissingSizeUpdate, SizeUpdateTooLarge, TruncatedString,
    },
    Kind,
    dynamic_table::{DEFAULT_MAXIMUM, OVERHEAD},
};

use super::{
    change::{Change, KeptParts, Leftover},
    fields::has_control,
    frames::{LEFTOVERS, kept_parts},
    kind::{BROKEN, LIMIT, TABLE, class, head, head_of, is_native},
    search::Search,
    weights::Weight,
};
use crate::codes::codes;

/// Adds the changes that a hypothesis proposes.
type Propose = fn(&Search<'_>, &mut Vec<Change>);

/// All hypotheses, likely and cheap ones first.
const ALL: [(u8, Weight, Propose); 10] = [
    (LIMIT, Weight(0.04, 2), limit),
    (TABLE | BROKEN, Weight(0.04, 0), other_direction),
    (TABLE, Weight(0.07, 0), decoded_twice),
    (TABLE | LIMIT, Weight(0.06, 0), out_of_order),
    (TABLE | BROKEN, Weight(0.02, 0), leftovers),
    (TABLE | BROKEN, Weight(0.04, 0), continuation),
    (TABLE, Weight(0.1, 4), indices),
    (TABLE, Weight(0.05, 2), table_sizes),
    (TABLE, Weight(0.08, 0), missed_block),
    (TABLE | BROKEN, Weight(0.1, 0), continuation_missing),
];

pub(super) fn try_all(search: &mut Search<'_>) {
    let class = class(search.error);
    for (_, weight, propose) in ALL.into_iter().filter(|of| of.0 & class > 0) {
        let mut proposed = Vec::new();
        propose(search, &mut proposed);
        let mut complete = None;
        for change in proposed {
            let place = match change {
                Change::MissedBlock { before, .. } => Some(before),
                _ => None,
            };
            if place.is_none() || place != complete {
                let trial = search.attempt(&change, weight);
                if trial.is_some()
                    && let Some(more) = extend_to_later(search, &change)
                {
                    search.attempt(&more, weight);
                }
                // More missing entries would have the same effect.
                let moved = trial.is_none_or(|trial| trial.moved);
                complete = if moved { complete } else { place };
            }
        }
    }
}

/// Blocks of each direction that are tried in the other one.
const MAX_MOVED: usize = 12;

/// This block or an earlier one belongs to the other side, so the table has too
/// many entries; or a block marked as the other side's belongs to this one, so
/// the table lacks its entries.
fn other_direction(search: &Search<'_>, out: &mut Vec<Change>) {
    let block = search.block;
    out.push(Change::OtherDirection { block });
    let (Some(IndexOutOfRange { .. }) | None) = search.error else {
        return;
    };
    let earlier = search.around[..search.position]
        .iter()
        .rev()
        .take(MAX_MOVED);
    let earlier = earlier.filter(|&&block| !is_native(search.session, block));
    let other = search.other_direction(block);
    let all = other.map_or(&[][..], |other| &search.session.directions()[other].blocks);
    let all = &all[..all.partition_point(|&other| other < block)];
    for &block in earlier.chain(all.iter().rev().take(MAX_MOVED)) {
        if search.inserts(block) {
            out.push(Change::OtherDirection { block });
        }
    }
}

/// Maximum distance between a copy and its original, in blocks of the direction.
const COPY_DISTANCE: usize = 4;

fn decoded_twice(search: &Search<'_>, out: &mut Vec<Change>) {
    let bytes = |block: u32| search.session.bytes(block as usize);
    for place in (1..=search.position).rev() {
        let block = search.around[place];
        let mut earlier = search.around[..place].iter().rev().take(COPY_DISTANCE);
        let first = earlier.find(|&&first| {
            bytes(first) == bytes(block) && search.inserts(first) && search.makes_sense(first)
        });
        out.extend(first.map(|&first| Change::DecodedTwice { block, first }));
    }
}

/// Two neighbours are swapped, up to this block and the next one.
fn out_of_order(search: &Search<'_>, out: &mut Vec<Change>) {
    let near = &search.around[..search.around.len().min(search.position + 2)];
    let matters = |block: &u32| search.inserts(*block) || !search.makes_sense(*block);
    let pairs = near
        .windows(2)
        .rev()
        .filter(|pair| pair.iter().any(matters));
    out.extend(pairs.map(|pair| Change::OutOfOrder {
        blocks: (pair[0], pair[1]),
    }));
}

fn leftovers(search: &Search<'_>, out: &mut Vec<Change>) {
    let block = search.block;
    let bytes = search.session.bytes(block as usize);
    for what in LEFTOVERS.into_iter().filter(|_| !search.makes_sense(block)) {
        for parts in kept_parts(bytes, what) {
            out.push(remove_leftovers(what, vec![KeptParts { block, parts }]));
        }
    }
}

fn remove_leftovers(what: Option<Leftover>, blocks: Vec<KeptParts>) -> Change {
    match what {
        Some(what) => Change::Padding { blocks, what },
        None => Change::FrameHeader { blocks },
    }
}

/// Later blocks that are searched for the same leftovers.
const MAX_LATER: usize = 1000;

/// Extends `change` to later blocks that begin a message only without the same
/// leftovers.
fn extend_to_later(search: &Search<'_>, change: &Change) -> Option<Change> {
    let (what, first) = match change {
        Change::Padding { what, blocks } => (Some(*what), blocks.first()?),
        Change::FrameHeader { blocks } => (None, blocks.first()?),
        _ => return None,
    };
    let mut blocks = vec![first.clone()];
    let later = &search.session.directions()[search.direction].blocks[search.number + 1..];
    for &block in later.iter().take(MAX_LATER) {
        let bytes = search.session.bytes(block as usize);
        let failed = search.session.blocks()[block as usize].error.is_some();
        let kept_parts = kept_parts(bytes, what).into_iter();
        blocks.extend(
            kept_parts
                .map(|parts| KeptParts { block, parts })
                .find(|kept| {
                    let rest = kept.of(bytes).and_then(|rest| head(&rest));
                    rest.is_some() && (failed || rest != head(bytes))
                }),
        );
    }
    (blocks.len() > 1).then(|| remove_leftovers(what, blocks))
}

/// Joins blocks as fragments of one, this one or the next ones among them: at
/// least one makes no sense, and none but the first makes sense as the head of
/// a message.
fn continuation(search: &Search<'_>, out: &mut Vec<Change>) {
    let sense = |&block: &u32| search.makes_sense(block);
    let whole = |block: &u32| sense(block) && head_of(search.session, *block).is_some();
    for (before, length) in [(0, 2), (1, 2), (0, 3), (1, 3)] {
        let from = search.position.checked_sub(before);
        let blocks = from.and_then(|from| search.around.get(from..from + length));
        let blocks = blocks.filter(|blocks| !blocks.iter().all(sense));
        if let Some(blocks) = blocks.filter(|blocks| !blocks[1..].iter().any(whole)) {
            let blocks = blocks.to_vec();
            out.push(Change::Continuation { blocks });
        }
    }
}

/// Whether a block ends too early.
fn is_cut(kind: DecodeErrorKind) -> bool {
    use DecodeErrorKind::{Truncated, TruncatedInteger};
    matches!(kind, Truncated | TruncatedInteger | TruncatedString { .. })
}

/// Maximum number of entries inserted by the missing rest of a block.
const MAX_REST: u32 = 64;

/// The block ends within a literal, as if its frame had been full.
fn continuation_missing(search: &Search<'_>, out: &mut Vec<Change>) {
    let block = search.block;
    let bytes = search.session.bytes(block as usize);
    let error = search.session.blocks()[block as usize].error;
    let Some(error) = error.filter(|error| is_cut(error.kind) && error.field_offset > 0) else {
        return;
    };
    // A string that lacks more than half of the longest block more likely has a
    // damaged length; one that lacks a byte or two lost them.
    if let TruncatedString { length, left } = error.kind {
        let others = search.around.iter().filter(|&&other| other != block);
        let lengths = others.map(|&other| search.session.bytes(other as usize).len());
        let most = lengths.max().map_or(usize::MAX, |longest| longest / 2);
        let missing = (length as usize).saturating_sub(left);
        let coded = bytes[error.at] & 0x80 != 0;
        if missing < 3 || missing > most || !is_text(coded, &bytes[bytes.len() - left..]) {
            return;
        }
    }
    let first = bytes.get(error.field_offset).map(|&first| Kind::of(first));
    let at = error.field_offset as u32;
    for entries in u32::from(first == Some(Kind::Incremental))..=MAX_REST {
        out.push(Change::ContinuationMissing { block, at, entries });
    }
}

/// Bytes of a truncated string that are checked.
const MAX_CHECKED: usize = 4096;

/// Whether the beginning of a string is text. With a damaged length, it
/// contains other representations.
fn is_text(coded: bool, data: &[u8]) -> bool {
    let data = &data[..data.len().min(MAX_CHECKED)];
    let is_text = |text: &[u8]| text.is_ascii() && !has_control(text);
    match coded {
        true => decode_prefix(data).is_some_and(|text| is_text(&text)),
        false => is_text(data),
    }
}

/// Decodes the complete codes of a truncated Huffman-coded string; `None` if EOS
/// is among them.
fn decode_prefix(coded: &[u8]) -> Option<Vec<u8>> {
    codes(coded)
        .map(|code| u8::try_from(code.symbol).ok())
        .collect()
}

/// The encoder miscounts. One that counted correctly does not start to, so no
/// earlier block refers to the table.
fn indices(search: &Search<'_>, out: &mut Vec<Change>) {
    let mut before = search.before();
    if before.all(|outcome| outcome.references == 0) {
        let is_near = search.position == search.number;
        let from = search.around[if is_near { 0 } else { search.position }];
        out.extend([-1, 1].map(|by| Change::IndexOffByOne { from, by }));
    }
}

/// Another limit applied before the block, or a size update is missing.
fn limit(search: &Search<'_>, out: &mut Vec<Change>) {
    let block = search.block;
    let (from, before) = (Some(block), block);
    let last = search.session.blocks()[block as usize].before.limit();
    let size = match search.error {
        Some(SizeUpdateTooLarge { size, .. }) => size,
        Some(MissingSizeUpdate { limit, maximum }) => {
            for sizes in [vec![limit], vec![limit, last]] {
                out.push(Change::SizeUpdate { before, sizes });
            }
            maximum
        }
        _ => return,
    };
    out.push(Change::TableSize { from, block, size });
}

const COMMON_SIZES: [u32; 11] = [
    4096, 0, 256, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536, 1_048_576,
];

/// Another size applied from the start, or from a block after the last size
/// update on: a common size or the limit. An index beyond the table rules out
/// smaller ones.
fn table_sizes(search: &Search<'_>, out: &mut Vec<Change>) {
    let (from, block) = (None, search.block);
    let session = search.session;
    let state = session.blocks()[block as usize].before;
    let sizes = COMMON_SIZES.into_iter().chain([state.limit()]);
    let mut sizes: Vec<u32> = sizes.filter(|&size| size != state.maximum()).collect();
    sizes.retain(|&size| size > state.maximum() || search.error.is_none());
    out.extend(
        sizes
            .iter()
            .map(|&size| Change::TableSize { from, block, size }),
    );
    let until = &search.around[..=search.position];
    let last = until
        .iter()
        .rposition(|&block| session.blocks()[block as usize].has_size_update());
    for size in sizes.into_iter().filter(|&size| size <= state.limit()) {
        for &before in until[last.unwrap_or(0)..].iter().rev() {
            let sizes = vec![size];
            out.push(Change::SizeUpdate { before, sizes });
        }
    }
}

/// Maximum number of entries of a missing block: as many as fit into a table of
/// the default maximum.
const MAX_ENTRIES: u64 = (DEFAULT_MAXIMUM / OVERHEAD) as u64;

/// Entries that are tried beyond the minimum.
const EXTRA_ENTRIES: u64 = 60;

/// An earlier block is missing, and with it its entries.
fn missed_block(search: &Search<'_>, out: &mut Vec<Change>) {
    let fewest = match search.error {
        Some(IndexOutOfRange { index, last }) => u64::from(index).saturating_sub(last),
        _ => 1,
    };
    for &before in search.around[..=search.position].iter().rev() {
        for entries in fewest..=MAX_ENTRIES.min(fewest.saturating_add(EXTRA_ENTRIES)) {
            let entries = entries as u32;
            out.push(Change::MissedBlock { before, entries });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_prefixes_of_a_coded_string() {
        // “www.example.com”, RFC 7541 C.4.1.
        let coded = b"\xf1\xe3\xc2\xe5\xf2\x3a\x6b\xa0\xab\x90\xf4\xff";
        for length in 0..=coded.len() {
            let text = decode_prefix(&coded[..length]).unwrap();
            assert!(b"www.example.com".starts_with(&text), "{length}: {text:?}");
            assert!(text.len() + 2 >= length, "{length}: {text:?}");
        }
        assert_eq!(decode_prefix(&[0xff; 8]), None);
    }
}
