//! Generated header lists: what is written is read, by ours and by others.

use hpack_core::{
    Decoder, Encoder, FieldLine, Kind,
    encoder::{Ahead, Change, Chooser, HuffmanUse, Indexing, Policy},
};
use hpack_engines::huffman::HuffmanEngine;
use proptest::prelude::*;

use crate::support::{Owned, decode, peers::Peer};

/// A field: name, value, whether it is sensitive.
type Field = (Vec<u8>, Vec<u8>, bool);

/// A block: the limits acknowledged before it, the maximum set, and its fields.
type Block = (Vec<u32>, Option<u32>, Vec<Field>);

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => "[a-c]{0,2}".prop_map(String::into_bytes),
        2 => "[ -~]{0,30}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..20),
        1 => (any::<u8>(), 0..700_usize).prop_map(|(octet, length)| vec![octet; length]),
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

/// Blocks whose fields come from a few, so that they come again.
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

fn policy() -> impl Strategy<Value = Policy> {
    (
        prop::sample::select(HuffmanUse::ALL.to_vec()),
        prop::sample::select(Indexing::ALL.to_vec()),
    )
        .prop_map(|(huffman, indexing)| Policy { huffman, indexing })
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

fn changes((limits, maximum, _): &Block) -> Vec<Change> {
    let limits = limits.iter().map(|&limit| Change::Limit(limit));
    limits.chain(maximum.map(Change::Maximum)).collect()
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

proptest! {
    #[test]
    fn what_a_policy_writes_is_read(limit in size(), policy in policy(), blocks in blocks()) {
        let lists: Vec<_> = blocks.iter().map(|(.., fields)| lines(fields)).collect();
        let all_changes: Vec<_> = blocks.iter().map(changes).collect();
        let ahead: Vec<_> = lists
            .iter()
            .zip(&all_changes)
            .map(|(fields, changes)| Ahead { changes, fields })
            .collect();
        let mut encoder = Encoder::new(limit);
        let mut chooser = Chooser::foreseeing(policy, &encoder, &ahead);
        let mut decoder = Decoder::new(limit);
        let mut peers = Peer::all(4096);
        // What others take for the maximum at the start is 4096, and they
        // differ in what they make of limits: they read where none changes.
        let others = limit == 4096 && blocks.iter().all(|block| changes(block).is_empty());
        for (block, ahead) in blocks.iter().zip(&ahead) {
            for &change in ahead.changes {
                let _ = encoder.change(change);
                if let Change::Limit(limit) = change {
                    decoder.table_mut().acknowledge_limit(limit);
                }
            }
            let mut out = Vec::new();
            encoder.encode(&mut chooser, ahead.fields, &mut out).expect("it is legal");
            let (read, fault) = decode(&mut decoder, HuffmanEngine::BEST, &out);
            prop_assert_eq!(fault, None);
            check(&read, &block.2);
            prop_assert!(encoder.table().entries().map(|entry| (entry.name, entry.value))
                .eq(decoder.table().entries().map(|entry| (entry.name, entry.value))));
            prop_assert_eq!(encoder.table().state().maximum(), decoder.table().state().maximum());
            if others {
                let expected: Vec<_> = block.2.iter()
                    .map(|(name, value, _)| (name.clone(), value.clone()))
                    .collect();
                for peer in &mut peers {
                    let list = peer.decode(&out);
                    prop_assert_eq!(list.as_ref(), Some(&expected), "{}", peer.name());
                }
            }
        }
    }

    #[test]
    fn any_legal_choice_is_read(
        limit in size(),
        blocks in blocks(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 32),
    ) {
        let mut encoder = Encoder::new(limit);
        let mut decoder = Decoder::new(limit);
        let mut picks = picks.iter().cycle();
        for block in &blocks {
            for change in changes(block) {
                let _ = encoder.change(change);
                if let Change::Limit(limit) = change {
                    decoder.table_mut().acknowledge_limit(limit);
                }
            }
            let mut out = Vec::new();
            encoder.begin(&mut out);
            let mut kinds = Vec::new();
            for field in lines(&block.2) {
                let choices = encoder.choices(field);
                let choice = *picks.next().expect("a cycle").get(&choices);
                let before = out.len();
                let written = encoder.write(field, &choice, &mut out).expect("it is legal");
                prop_assert_eq!(written.octets, before..before + choice.octets);
                kinds.push(choice.kind);
            }
            let (read, fault) = decode(&mut decoder, HuffmanEngine::BEST, &out);
            prop_assert_eq!(fault, None);
            prop_assert!(read.iter().map(|field| field.kind).eq(kinds));
            let found = read.iter().map(|field| (field.name.as_ref(), field.value.as_ref()));
            let expected = block.2.iter().map(|(name, value, _)| (Some(name), Some(value)));
            prop_assert!(found.eq(expected));
        }
    }

    #[test]
    fn knowing_what_comes_never_costs_more_than_an_entry_for_each(
        limit in size(),
        blocks in blocks(),
    ) {
        let cost = |indexing| {
            let lists: Vec<_> = blocks.iter().map(|(.., fields)| lines(fields)).collect();
            let ahead: Vec<_> = lists.iter().map(|fields| Ahead { changes: &[], fields }).collect();
            let mut encoder = Encoder::new(limit);
            let mut chooser = Chooser::foreseeing(Policy::of(indexing), &encoder, &ahead);
            let mut out = Vec::new();
            for fields in &lists {
                encoder.encode(&mut chooser, fields, &mut out).expect("it is legal");
            }
            out.len()
        };
        prop_assert!(cost(Indexing::LookAhead) <= cost(Indexing::Always));
    }
}
