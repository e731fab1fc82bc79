//! Generated sessions: mostly valid blocks, some of them mutated, and random bytes,
//! with limits acknowledged in between.

use hpack_core::{
    Decoder, DynamicTable, History, Kind, Limits,
    huffman::code::{CODES, LENGTHS},
};
use proptest::{prelude::*, sample::Index};

use super::plain::Plain;

#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) limit: u32,
    pub(crate) maximum: u32,
    /// Entries from before the first byte, newest first.
    pub(crate) prior: Vec<(Vec<u8>, Vec<u8>)>,
    pub(crate) unknown_before: bool,
    /// Length with which a part of the log ends, bytes: often a few entries.
    pub(crate) most_text: u32,
}

impl Start {
    pub(crate) fn decoder(&self, history: History) -> Decoder {
        let prior = self
            .prior
            .iter()
            .map(|(name, value)| (&name[..], &value[..]));
        let table = DynamicTable::new(self.limit, self.maximum, history);
        let mut table = table.with_most_text(self.most_text).with_prior(prior);
        if self.unknown_before {
            table = table.with_unknown_before();
        }
        Decoder::with_table(table).with_limits(Limits::NONE)
    }

    pub(crate) fn plain(&self) -> Plain {
        let plain = Plain::new(self.limit, self.maximum).with_prior(&self.prior);
        if self.unknown_before {
            plain.with_unknown_before()
        } else {
            plain
        }
    }
}

/// Blocks in order, each with the limits acknowledged before it.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) start: Start,
    pub(crate) blocks: Vec<(Vec<u32>, Vec<u8>)>,
}

/// An index, possibly relative to the content of the table.
#[derive(Clone, Debug)]
enum Place {
    Static(u32),
    /// A dynamic entry, if there is one.
    Held(Index),
    /// Any index, valid or not.
    Any(u32),
}

#[derive(Clone, Debug)]
struct Text {
    bytes: Vec<u8>,
    huffman: bool,
}

#[derive(Clone, Debug)]
enum Piece {
    Indexed(Place),
    Literal(Kind, Option<Place>, Text, Text),
}

#[derive(Clone, Debug)]
enum Mutation {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Cut(Index),
}

#[derive(Clone, Debug)]
struct Draft {
    limits: Vec<u32>,
    /// Whether the encoder follows a lowered limit, as it must.
    obeys: bool,
    /// Size updates, each a share of the limit in 1/256.
    updates: Vec<u16>,
    pieces: Vec<Piece>,
    mutations: Vec<Mutation>,
}

/// Sizes of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) blocks: usize,
    /// Fewest and most representations of a block.
    pub(crate) fewest: usize,
    pub(crate) pieces: usize,
    /// Longest text, bytes.
    pub(crate) text: usize,
    /// Whether some blocks are mutated, and some indices beyond the tables.
    pub(crate) invalid: bool,
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        4 => (1_u32..=61).prop_map(Place::Static),
        8 => any::<Index>().prop_map(Place::Held),
    ]
}

fn wild_place() -> impl Strategy<Value = Place> {
    prop_oneof![
        60 => place(),
        1 => prop_oneof![Just(0), 62..200_u32, any::<u32>()].prop_map(Place::Any),
    ]
}

fn text(longest: usize) -> impl Strategy<Value = Text> {
    let bytes = prop_oneof![
        6 => "[a-z0-9-]{0,12}".prop_map(String::into_bytes),
        2 => "[ -~]{0,40}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..20),
        1 => (any::<u8>(), 0..=longest).prop_map(|(byte, length)| vec![byte; length]),
    ];
    (bytes, any::<bool>()).prop_map(|(bytes, huffman)| Text { bytes, huffman })
}

fn piece(scale: Scale) -> impl Strategy<Value = Piece> {
    let place = if scale.invalid {
        wild_place().boxed()
    } else {
        place().boxed()
    };
    let longest = scale.text;
    let kind = prop_oneof![
        6 => Just(Kind::Incremental),
        1 => Just(Kind::WithoutIndexing),
        1 => Just(Kind::NeverIndexed),
    ];
    let name = prop::option::of(place.clone());
    prop_oneof![
        2 => place.prop_map(Piece::Indexed),
        3 => (kind, name, text(longest), text(longest))
            .prop_map(|(kind, place, name, value)| Piece::Literal(kind, place, name, value)),
    ]
}

fn mutation() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        4 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Mutation::Insert(at, byte)),
        1 => any::<Index>().prop_map(Mutation::Remove),
        2 => any::<Index>().prop_map(Mutation::Cut),
    ]
}

/// Table sizes small enough for evictions.
fn size() -> impl Strategy<Value = u32> {
    prop_oneof![
        1 => Just(0_u32),
        1 => 1..100_u32,
        4 => 100..1000_u32,
        2 => 1000..5000_u32,
        1 => Just(4096_u32),
    ]
}

fn draft(scale: Scale) -> impl Strategy<Value = Draft> {
    let limits = prop_oneof![
        6 => Just(Vec::new()),
        1 => prop::collection::vec(size(), 1..4),
    ];
    let updates = prop_oneof![
        6 => Just(Vec::new()),
        1 => prop::collection::vec(0..=256_u16, 1..3),
    ];
    let mutations = if scale.invalid {
        prop_oneof![
            3 => Just(Vec::new()),
            1 => prop::collection::vec(mutation(), 1..3),
        ]
        .boxed()
    } else {
        Just(Vec::new()).boxed()
    };
    (
        limits,
        prop::bool::weighted(if scale.invalid { 0.8 } else { 1.0 }),
        updates,
        prop::collection::vec(piece(scale), scale.fewest..scale.pieces),
        mutations,
    )
        .prop_map(|(limits, obeys, updates, pieces, mutations)| Draft {
            limits,
            obeys,
            updates,
            pieces,
            mutations,
        })
}

fn start() -> impl Strategy<Value = Start> {
    let entry = (text(40), text(40)).prop_map(|(name, value)| (name.bytes, value.bytes));
    let prior = prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec(entry, 0..8),
    ];
    let most_text = prop_oneof![Just(3 << 30), 1000..4000_u32];
    let unknown_before = prop::bool::weighted(0.3);
    (size(), size(), prior, unknown_before, most_text).prop_map(
        |(limit, maximum, prior, unknown_before, most_text)| Start {
            limit,
            maximum: maximum.min(limit),
            prior,
            unknown_before,
            most_text,
        },
    )
}

pub(crate) fn session(scale: Scale) -> impl Strategy<Value = Session> {
    (
        start(),
        prop::collection::vec(draft(scale), 1..=scale.blocks),
    )
        .prop_map(|(start, drafts)| {
            // Has the table that the blocks would lead to without mutations.
            let mut encoder = start.plain();
            let blocks = drafts
                .into_iter()
                .map(|draft| {
                    for &limit in &draft.limits {
                        encoder.acknowledge_limit(limit);
                    }
                    let block = write(&draft, &mut encoder);
                    (draft.limits, block)
                })
                .collect();
            Session { start, blocks }
        })
}

pub(crate) fn noise() -> impl Strategy<Value = Session> {
    let limits = prop::collection::vec(size(), 0..2);
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    (start(), prop::collection::vec((limits, bytes), 1..5))
        .prop_map(|(start, blocks)| Session { start, blocks })
}

fn write(draft: &Draft, encoder: &mut Plain) -> Vec<u8> {
    let mut out = Vec::new();
    let mut update = |encoder: &mut Plain, size| {
        encoder.resize(size);
        integer(&mut out, 0x20, 5, size);
    };
    if let (true, Some(smallest)) = (draft.obeys, encoder.pending) {
        update(encoder, smallest);
    }
    for &share in &draft.updates {
        let size = u64::from(encoder.limit) * u64::from(share) / 256;
        update(encoder, size as u32);
    }
    for piece in &draft.pieces {
        match piece {
            Piece::Indexed(place) => integer(&mut out, 0x80, 7, index(place, encoder)),
            Piece::Literal(kind, place, name, value) => {
                let index = place.as_ref().map_or(0, |place| index(place, encoder));
                match kind {
                    Kind::Incremental => integer(&mut out, 0x40, 6, index),
                    Kind::NeverIndexed => integer(&mut out, 0x10, 4, index),
                    _ => integer(&mut out, 0x00, 4, index),
                }
                if index == 0 {
                    string(&mut out, name);
                }
                string(&mut out, value);
                if *kind == Kind::Incremental {
                    let name = match (hpack_core::static_table::get(index), index) {
                        (_, 0) => Some(name.bytes.clone()),
                        (Some((name, _)), _) => Some(name.into()),
                        _ => encoder
                            .entries
                            .get(index as usize - 62)
                            .and_then(|(name, _)| name.clone()),
                    };
                    encoder.insert((name, value.bytes.clone()));
                }
            }
        }
    }
    for mutation in &draft.mutations {
        mutate(&mut out, mutation);
    }
    out
}

fn index(place: &Place, encoder: &Plain) -> u32 {
    match place {
        Place::Static(index) | Place::Any(index) => *index,
        Place::Held(which) => match encoder.entries.len() {
            0 => 1 + which.index(61) as u32,
            count => 62 + which.index(count) as u32,
        },
    }
}

fn mutate(block: &mut Vec<u8>, mutation: &Mutation) {
    if block.is_empty() {
        return;
    }
    match mutation {
        Mutation::Replace(at, byte) => *at.get_mut(block) = *byte,
        Mutation::Insert(at, byte) => block.insert(at.index(block.len()), *byte),
        Mutation::Remove(at) => {
            block.remove(at.index(block.len()));
        }
        Mutation::Cut(at) => block.truncate(at.index(block.len())),
    }
}

/// §5.1, with the bits `pattern` above the prefix.
pub(crate) fn integer(out: &mut Vec<u8>, pattern: u8, prefix: u32, value: u32) {
    let full = (1_u32 << prefix) - 1;
    if value < full {
        out.push(pattern | value as u8);
        return;
    }
    out.push(pattern | full as u8);
    let mut rest = value - full;
    while rest >= 128 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

fn string(out: &mut Vec<u8>, text: &Text) {
    if text.huffman {
        let coded = huffman(&text.bytes);
        integer(out, 0x80, 7, coded.len() as u32);
        out.extend(coded);
    } else {
        integer(out, 0, 7, text.bytes.len() as u32);
        out.extend(&text.bytes);
    }
}

/// §5.2: the codes of `text` and the padding.
pub(crate) fn huffman(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut open, mut bits) = (0_u64, 0);
    for &byte in text {
        let symbol = usize::from(byte);
        open = open << LENGTHS[symbol] | u64::from(CODES[symbol]);
        bits += LENGTHS[symbol];
        while bits >= 8 {
            bits -= 8;
            out.push((open >> bits) as u8);
        }
    }
    if bits > 0 {
        out.push((open << (8 - bits)) as u8 | 0xff >> bits);
    }
    out
}
