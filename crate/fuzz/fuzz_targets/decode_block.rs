//! Blocks of one connection through every engine: the same fields and the
//! same faults, and tables that agree afterwards.

#![no_main]

use hpack::{
    DecodeError, Decoder, Engines, Field, Fields, Kind, huffman::HuffmanDecoder,
    integer::IntegerDecoder,
};
use hpack_engines::{
    huffman::{self, BitByBit},
    integer::{self, Bits64},
    with_integer,
};
use libfuzzer_sys::{arbitrary, arbitrary::Arbitrary, fuzz_target};

/// One direction of a connection.
#[derive(Arbitrary, Debug)]
struct Connection<'a> {
    /// The limit that is announced at the start, octets.
    limit: u16,
    /// Limits acknowledged before a block, and the block.
    blocks: Vec<(Option<u16>, &'a [u8])>,
}

/// A field that came out.
type Text = (Kind, Option<Vec<u8>>, Option<Vec<u8>>);

/// What a block came to: its fields, its fault, and the table's entries and
/// octets after it.
type Answer = (Vec<Text>, Result<(), DecodeError>, usize, u64);

fn decoded<H: HuffmanDecoder, I: IntegerDecoder>(
    connection: &Connection<'_>,
    huffman: H,
    integer: I,
) -> Vec<Answer> {
    let engines = Engines { huffman, integer };
    let mut decoder = Decoder::new(connection.limit.into());
    let mut answers = Vec::new();
    for (limit, block) in &connection.blocks {
        if let Some(limit) = limit {
            decoder.table_mut().acknowledge_limit((*limit).into());
        }
        let mut fields = Vec::new();
        let mut visitor = Fields(|field: Field<'_>| {
            let owned = |text: Option<&[u8]>| text.map(<[u8]>::to_vec);
            fields.push((field.kind, owned(field.name), owned(field.value)));
        });
        let result = decoder.visit_with(&engines, block, &mut visitor);
        let table = decoder.table();
        answers.push((fields, result, table.count(), table.size()));
    }
    answers
}

fuzz_target!(|connection: Connection<'_>| {
    let expected = decoded(&connection, BitByBit::new(), Bits64);
    for engine in huffman::HuffmanEngine::ALL {
        let found = decoded(&connection, engine, Bits64);
        assert_eq!(found, expected, "{}", engine.id());
    }
    for integer in integer::IntegerEngine::ALL {
        let found = with_integer!(integer, |integer| decoded(
            &connection,
            BitByBit::new(),
            integer
        ));
        assert_eq!(found, expected, "{}", integer.id());
    }
});
