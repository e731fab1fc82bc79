//! Shared by the tests of this crate.

pub(crate) mod appendix_c;
pub(crate) mod generate;
pub(crate) mod peers;
pub(crate) mod plain;
pub(crate) mod steps;

use hpack_core::{DecodeError, Decoder, Engines, InspectedField, Kind, integer::Bits32};
use hpack_engines::huffman::HuffmanEngine;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owned {
    pub(crate) kind: Kind,
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) value: Option<Vec<u8>>,
    pub(crate) inserted: Option<i64>,
}

impl From<&InspectedField<'_>> for Owned {
    fn from(field: &InspectedField<'_>) -> Self {
        Self {
            kind: field.kind,
            name: field.name.map(<[u8]>::to_vec),
            value: field.value.map(<[u8]>::to_vec),
            inserted: field.inserted,
        }
    }
}

/// Fields and error of one block.
pub(crate) type Decoded = (Vec<Owned>, Option<DecodeError>);

/// Decodes `block` with a visitor that only collects the fields.
pub(crate) fn decode(decoder: &mut Decoder, engine: HuffmanEngine, block: &[u8]) -> Decoded {
    let mut fields = Vec::new();
    let mut visitor = |field: InspectedField<'_>| fields.push(Owned::from(&field));
    let engines = Engines {
        huffman: engine,
        integer: Bits32,
    };
    let result = decoder.visit_with(&engines, block, &mut visitor);
    (fields, result.err())
}

/// Decodes hex digits, skipping white space.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits
        .bytes()
        .filter(|digit| !digit.is_ascii_whitespace())
        .collect();
    assert!(digits.len() % 2 == 0, "whole bytes");
    digits
        .chunks_exact(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair).expect("ASCII");
            u8::from_str_radix(pair, 16).expect("hex digits")
        })
        .collect()
}
