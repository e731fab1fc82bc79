//! Recorded header lists under every policy: blocks decode to the same fields,
//! and the best policy takes no more bytes than were sent.

use std::collections::BTreeMap;

use hpack::{Decoder, Encoder, FieldLine, dynamic_table::DEFAULT_MAXIMUM};
use inspect::policies::{Ahead, Change, Chooser, HuffmanUse, Indexing, NamedPolicy};

use testing::story::{self, Story};

use crate::decode;

/// Every indexing policy with its Huffman policy, and one without Huffman
/// coding.
fn policies() -> impl Iterator<Item = NamedPolicy> {
    let plain = NamedPolicy {
        huffman: HuffmanUse::Never,
        indexing: Indexing::Always,
    };
    Indexing::ALL
        .map(NamedPolicy::from)
        .into_iter()
        .chain([plain])
}

fn encode(story: &Story, policy: NamedPolicy) -> Vec<Vec<u8>> {
    let fields: Vec<Vec<FieldLine<'_>>> = story
        .cases
        .iter()
        .map(|case| {
            let fields = case.headers.iter();
            fields
                .map(|(name, value)| FieldLine::new(name.as_bytes(), value.as_bytes()))
                .collect()
        })
        .collect();
    let changes: Vec<Vec<Change>> = story
        .cases
        .iter()
        .map(|case| {
            let limit = case.header_table_size.into_iter();
            limit
                .flat_map(|limit| [Change::Limit(limit), Change::Maximum(limit)])
                .collect()
        })
        .collect();
    let ahead: Vec<Ahead<'_>> = changes
        .iter()
        .zip(&fields)
        .map(|(changes, fields)| Ahead { changes, fields })
        .collect();
    let mut encoder = Encoder::new(DEFAULT_MAXIMUM);
    let mut chooser = Chooser::foreseeing(policy, &encoder, &ahead);
    let blocks = ahead.iter().map(|block| {
        for &change in block.changes {
            change.apply(&mut encoder).expect("within the limit");
        }
        let mut out = Vec::new();
        encoder.encode_with(&mut chooser, block.fields, &mut out);
        out
    });
    blocks.collect()
}

fn check(story: &Story, policy: NamedPolicy, blocks: &[Vec<u8>]) {
    let place = |i: usize| format!("{}, block {i}, {policy:?}", story.name);
    let mut decoder = Decoder::new(DEFAULT_MAXIMUM);
    for (i, (case, block)) in story.cases.iter().zip(blocks).enumerate() {
        let expected: Vec<(Vec<u8>, Vec<u8>)> = case
            .headers
            .iter()
            .map(|(name, value)| (name.clone().into_bytes(), value.clone().into_bytes()))
            .collect();
        if let Some(limit) = case.header_table_size {
            decoder.table_mut().acknowledge_limit(limit);
        }
        let (fields, fault) = decode(&mut decoder, block);
        assert_eq!(fault, None, "{}", place(i));
        let list: Vec<_> = fields
            .into_iter()
            .map(|(_, name, value)| (name, value))
            .collect();
        assert_eq!(list, expected, "{}", place(i));
    }
}

/// Encoded sizes by policy, for each story's lists and limits.
type Cache = BTreeMap<Vec<(Vec<story::Header>, Option<u32>)>, Vec<(NamedPolicy, usize)>>;

/// Checks every story of an encoder. Encoders share their lists, whose results
/// are cached in `cache`.
fn check_all(stories: &[Story], cache: &mut Cache) {
    for story in stories {
        let cases = story.cases.iter();
        let lists = cases.map(|case| (case.headers.clone(), case.header_table_size));
        let sizes = cache.entry(lists.collect()).or_insert_with(|| {
            let sizes = policies().map(|policy| {
                let blocks = encode(story, policy);
                check(story, policy, &blocks);
                (policy, blocks.iter().map(Vec::len).sum())
            });
            sizes.collect()
        });
        let sent: usize = story.cases.iter().map(|case| case.wire.len()).sum();
        let best = sizes.iter().min_by_key(|(_, length)| length);
        let (policy, length) = best.expect("there are policies");
        println!(
            "{}: sent {sent}, best {length} ({:?}, Huffman {:?})",
            story.name, policy.indexing, policy.huffman
        );
        assert!(*length <= sent, "{}: {length} of {sent}", story.name);
    }
}

#[test]
fn best_policy_matches_or_beats_recorded_stories() {
    let mut cache = Cache::new();
    for encoder in story::ENCODERS {
        check_all(&story::of(encoder), &mut cache);
    }
}
