//! Properties of the named policies for generated header lists.

use hpack::{Decoder, Encoder, FieldLine, Kind, Limits};
use inspect::policies::{Chooser, HuffmanUse, Indexing, NamedPolicy, UpcomingBlock};
use proptest::prelude::*;

use super::decode;

/// Name, value, and whether the field is sensitive.
type Field = (String, String, bool);

fn field() -> impl Strategy<Value = Field> {
    let known = [
        ":method",
        ":path",
        ":status",
        ":authority",
        "cookie",
        "authorization",
        "content-length",
    ];
    let known = prop::sample::select(known.to_vec()).prop_map(str::to_owned);
    let name = prop_oneof![known, "[a-c]{0,2}", "[ -~]{0,30}"];
    let value = prop_oneof![4 => "[a-c]{0,2}", 2 => "[ -~]{0,30}", 1 => "x{0,700}"];
    (name, value, prop::bool::weighted(0.1))
}

/// Blocks that draw their fields from a few, so that fields repeat.
fn blocks() -> impl Strategy<Value = Vec<Vec<Field>>> {
    prop::collection::vec(field(), 1..12).prop_flat_map(|few| {
        let again = prop::sample::select(few);
        let fields = prop::collection::vec(prop_oneof![4 => again, 1 => field()], 0..12);
        prop::collection::vec(fields, 1..8)
    })
}

/// Encodes the blocks under `policy`, checks that they decode to the same
/// fields, and returns their total length, bytes.
fn encode_and_check(limit: u32, policy: NamedPolicy, blocks: &[Vec<Field>]) -> usize {
    fn line((name, value, sensitive): &Field) -> FieldLine<'_> {
        FieldLine {
            sensitive: *sensitive,
            ..(name, value).into()
        }
    }
    let lists: Vec<Vec<_>> = blocks
        .iter()
        .map(|fields| fields.iter().map(line).collect())
        .collect();
    let ahead: Vec<UpcomingBlock<'_>> = lists
        .iter()
        .map(|fields| UpcomingBlock {
            changes: &[],
            fields,
        })
        .collect();
    let mut encoder = Encoder::new(limit);
    let mut chooser = Chooser::with_lookahead(policy, &encoder, &ahead);
    let mut decoder = Decoder::new(limit).with_limits(Limits::NONE);
    let mut length = 0;
    for (fields, list) in blocks.iter().zip(&lists) {
        let mut block = Vec::new();
        encoder.encode_with(&mut chooser, list, &mut block);
        length += block.len();
        let (read, error) = decode(&mut decoder, &block);
        assert_eq!(error, None);
        assert_eq!(read.len(), fields.len());
        for ((kind, its_name, its_value), (name, value, sensitive)) in read.iter().zip(fields) {
            let found = [&its_name[..], its_value];
            assert_eq!(found, [name.as_bytes(), value.as_bytes()]);
            assert!(!sensitive || *kind == Kind::NeverIndexed);
        }
    }
    length
}

proptest! {
    #[test]
    fn blocks_decode_to_the_fields(
        limit in prop_oneof![Just(0), 1..100_u32, 100..1000_u32, Just(4096)],
        huffman in prop::sample::select(HuffmanUse::ALL.to_vec()),
        indexing in prop::sample::select(Indexing::ALL.to_vec()),
        blocks in blocks(),
    ) {
        encode_and_check(limit, NamedPolicy { huffman, indexing }, &blocks);
        let [ahead, always] = [Indexing::LookAhead, Indexing::Always]
            .map(|indexing| encode_and_check(limit, indexing.into(), &blocks));
        prop_assert!(ahead <= always);
    }
}
