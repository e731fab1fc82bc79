//! Every engine of `hpack-engines` against the simplest, on any input, for fuzzing.

use hpack_core::{
    DecodeError, Decoder, Engines, InspectedField, Kind, Limits,
    huffman::{HuffmanDecoder, HuffmanError},
    integer::IntegerDecoder,
};
use hpack_engines::{
    huffman::{BitByBit, HuffmanEngine},
    integer::{Bits32, Bits64},
};
use testing::shaped::{Script, frames};

/// Checks Huffman strings: the same text, or the same error at the same bit,
/// regardless of the bytes around the string, whose number the first two bytes of
/// `input` determine.
pub(crate) fn huffman(input: &[u8]) {
    fn decoded(
        huffman: &impl HuffmanDecoder,
        block: &[u8],
        data: std::ops::Range<usize>,
    ) -> (Result<(), HuffmanError>, Vec<u8>) {
        let mut out = b"before".to_vec();
        let answer = huffman.decode_within(block, data, &mut out);
        (answer, out)
    }
    let [before, after, block @ ..] = input else {
        return;
    };
    let start = usize::from(*before).min(block.len());
    let end = block.len().saturating_sub((*after).into()).max(start);
    let expected = decoded(&BitByBit::new(), &block[start..end], 0..end - start);
    for engine in HuffmanEngine::ALL {
        let found = decoded(&engine, block, start..end);
        assert_eq!(found, expected, "{}", engine.id());
    }
}

struct Connection {
    /// Limit announced at the start, in bytes.
    limit: u16,
    /// Limits acknowledged before a block, and the block.
    blocks: Vec<(Option<u16>, Vec<u8>)>,
}

type Text = (Kind, Option<Vec<u8>>, Option<Vec<u8>>);

/// Result of a block: its fields, its error, and number and size of the table's
/// entries after it.
type Answer = (Vec<Text>, Result<(), DecodeError>, usize, u64);

fn decoded<H: HuffmanDecoder, I: IntegerDecoder>(
    connection: &Connection,
    huffman: H,
    integer: I,
) -> Vec<Answer> {
    let engines = Engines { huffman, integer };
    let mut decoder = Decoder::new(connection.limit.into()).with_limits(Limits::NONE);
    let mut answers = Vec::new();
    for (limit, block) in &connection.blocks {
        if let Some(limit) = limit {
            decoder.table_mut().acknowledge_limit((*limit).into());
        }
        let mut fields = Vec::new();
        let mut visitor = |field: InspectedField<'_>| {
            let owned = |text: Option<&[u8]>| text.map(<[u8]>::to_vec);
            fields.push((field.kind, owned(field.name), owned(field.value)));
        };
        let result = decoder.visit_with(&engines, block, &mut visitor);
        let table = decoder.table();
        answers.push((fields, result, table.count(), table.size()));
    }
    answers
}

/// Checks blocks of one connection, arbitrary or mostly valid: the same fields,
/// errors and tables.
pub(crate) fn blocks(input: &[u8]) {
    let mut script = Script::new(input);
    let limit = script.short();
    let mut blocks = Vec::new();
    while !script.is_empty() {
        let choice = script.byte();
        let limit = (choice & 1 != 0).then(|| script.short());
        let block = if choice & 2 == 0 {
            script.bytes(usize::from(choice >> 1)).to_vec()
        } else {
            frames::block(&mut script)
        };
        blocks.push((limit, block));
    }
    let connection = Connection { limit, blocks };
    let expected = decoded(&connection, BitByBit::new(), Bits64);
    for engine in HuffmanEngine::ALL {
        let found = decoded(&connection, engine, Bits64);
        assert_eq!(found, expected, "{}", engine.id());
    }
    let found = decoded(&connection, BitByBit::new(), Bits32);
    assert_eq!(found, expected, "32 bits");
}
