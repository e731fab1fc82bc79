//! Generated header lists survive encoding, for our decoder and third-party ones.

use std::{iter::Cycle, vec};

use hpack_core::{
    Decoder, Encoder, FieldLine, Kind, Limits,
    encoder::{Choice, DefaultPolicy, Huffman, Matches, Policy},
};
use hpack_engines::huffman::HuffmanEngine;
use proptest::{prelude::*, sample::Index};

use crate::support::{Owned, decode, peers::Peer};

/// Name, value, and whether the field is sensitive.
type Field = (Vec<u8>, Vec<u8>, bool);

/// Limits acknowledged before the block, the maximum set, and its fields.
type Block = (Vec<u32>, Option<u32>, Vec<Field>);

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => "[a-c]{0,2}".prop_map(String::into_bytes),
        2 => "[ -~]{0,30}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..20),
        1 => (any::<u8>(), 0..700_usize).prop_map(|(byte, length)| vec![byte; length]),
    ]
}

fn name() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        ":method",
        ":path",
        ":status",
        ":authority",
        "cookie",
        "authorization",
        "content-length",
        "date",
        "www-authenticate",
    ]);
    prop_oneof![
        1 => known.prop_map(|name| name.as_bytes().to_vec()),
        1 => text(),
    ]
}

fn field() -> impl Strategy<Value = Field> {
    let known = prop::sample::select(vec![(":method", "GET"), (":path", "/"), (":status", "404")]);
    prop_oneof![
        1 => known.prop_map(|(name, value)| (name.into(), value.into(), false)),
        6 => (name(), text(), prop::bool::weighted(0.1)),
    ]
}

fn size() -> impl Strategy<Value = u32> {
    prop_oneof![
        Just(0),
        1..100_u32,
        100..1000_u32,
        Just(4096),
        1000..70_000_u32
    ]
}

/// Blocks that repeat a few fields.
fn blocks() -> impl Strategy<Value = Vec<Block>> {
    prop::collection::vec(field(), 1..12).prop_flat_map(|few| {
        let again = prop::sample::select(few);
        let fields = prop::collection::vec(prop_oneof![4 => again, 1 => field()], 0..12);
        let limits = prop_oneof![
            4 => Just(Vec::new()),
            1 => prop::collection::vec(size(), 1..3),
        ];
        let maximum = prop_oneof![4 => Just(None), 1 => size().prop_map(Some)];
        prop::collection::vec((limits, maximum, fields), 1..8)
    })
}

/// Chooses any representation, with valid and invalid indices.
#[derive(Debug)]
struct Any(Cycle<vec::IntoIter<(Index, Index, Index)>>);

fn any_policy() -> impl Strategy<Value = Any> {
    let picks = any::<(Index, Index, Index)>();
    prop::collection::vec(picks, 32).prop_map(|picks| Any(picks.into_iter().cycle()))
}

impl Policy for Any {
    fn choose(&mut self, _: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        const CODINGS: [Huffman; 3] = [Huffman::Shorter, Huffman::Always, Huffman::Never];
        let (kind, index, coding) = self.0.next().expect("a cycle");
        let mut indices = vec![None, found.field(), found.name(), found.static_name()];
        indices.extend(found.dynamic_names().map(Some));
        indices.extend([0, 3, 62, 70, u32::MAX].map(Some));
        let coding = CODINGS[coding.index(CODINGS.len())];
        Choice::new(*kind.get(&Kind::ALL), *index.get(&indices)).with_huffman(coding, coding)
    }
}

fn lines(fields: &[Field]) -> Vec<FieldLine<'_>> {
    fields
        .iter()
        .map(|(name, value, sensitive)| FieldLine {
            name,
            value,
            sensitive: *sensitive,
        })
        .collect()
}

fn check(read: &[Owned], fields: &[Field]) {
    let expected = fields
        .iter()
        .map(|(name, value, _)| (Some(name), Some(value)));
    let found = read
        .iter()
        .map(|field| (field.name.as_ref(), field.value.as_ref()));
    assert!(found.eq(expected), "{read:?}, {fields:?}");
    for (read, (.., sensitive)) in read.iter().zip(fields) {
        if *sensitive {
            assert_eq!(read.kind, Kind::NeverIndexed);
        }
    }
}

fn run(limit: u32, mut policy: impl Policy, blocks: &[Block]) {
    let mut encoder = Encoder::new(limit);
    let mut decoder = Decoder::new(limit).with_limits(Limits::NONE);
    let mut peer = Peer::new(4096);
    // The other decoder begins with a maximum of 4096 and treats limits
    // differently, so it only decodes sessions without changes.
    let use_peer = limit == 4096
        && blocks
            .iter()
            .all(|(limits, maximum, _)| limits.is_empty() && maximum.is_none());
    for (limits, maximum, fields) in blocks {
        for &limit in limits {
            encoder.acknowledge_limit(limit);
            decoder.table_mut().acknowledge_limit(limit);
        }
        if let Some(maximum) = *maximum {
            // Rejected above the limit.
            let _ = encoder.set_maximum(maximum);
        }
        let mut out = Vec::new();
        encoder.encode_with(&mut policy, lines(fields), &mut out);
        let (read, error) = decode(&mut decoder, HuffmanEngine::BEST, &out);
        assert_eq!(error, None);
        check(&read, fields);
        let ours = encoder.table();
        let theirs = decoder.table();
        assert_eq!(ours.state().maximum(), theirs.state().maximum());
        assert!(
            ours.entries()
                .map(|entry| (entry.name, entry.value))
                .eq(theirs.entries().map(|entry| (entry.name, entry.value)))
        );
        check_index(&encoder);
        let expected: Vec<_> = fields
            .iter()
            .map(|(name, value, _)| (name.clone(), value.clone()))
            .collect();
        if use_peer {
            assert_eq!(peer.decode(&out), Some(expected), "httlib-hpack");
        }
    }
}

/// Checks that every entry of the dynamic table is found by its lowest index.
fn check_index(encoder: &Encoder) {
    let entries: Vec<_> = encoder
        .table()
        .entries()
        .filter_map(|entry| entry.name.zip(entry.value))
        .collect();
    for &(name, value) in &entries {
        let found = encoder.find((name, value).into());
        let whole = entries.iter().position(|&entry| entry == (name, value));
        let names: Vec<u32> = (62..)
            .zip(&entries)
            .filter(|(_, entry)| entry.0 == name)
            .map(|(index, _)| index)
            .collect();
        assert!(found.dynamic_names().eq(names.iter().copied()));
        assert_eq!(found.name(), found.static_name().or(names.first().copied()));
        match found.field() {
            Some(index) if index < 62 => {}
            index => assert_eq!(index, whole.map(|age| age as u32 + 62)),
        }
    }
}

proptest! {
    #[test]
    fn blocks_round_trip(limit in size(), policy in any_policy(), blocks in blocks()) {
        run(limit, policy, &blocks);
        run(limit, DefaultPolicy, &blocks);
    }
}

#[test]
fn finds_entries_after_insertions_and_evictions() {
    let mut encoder = Encoder::new(1 << 16);
    encoder.set_maximum(1 << 16).expect("within the limit");
    for number in 0..4_000_u32 {
        let name = format!("n{}", number % 300);
        let value = format!("{}", number * 7919 % 3_000);
        encoder.encode([(&name, &value)], &mut Vec::new());
        if number % 250 == 0 {
            check_index(&encoder);
        }
    }
    for maximum in [1_000, 0, 4_096] {
        encoder.set_maximum(maximum).expect("within the limit");
        encoder.encode([("x", "y")], &mut Vec::new());
        check_index(&encoder);
    }
    check_index(&Encoder::with_table(encoder.table().clone()));
}
