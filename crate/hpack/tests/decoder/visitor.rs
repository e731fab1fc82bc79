//! Everything that a visitor receives of a block, for a table of blocks.

use std::ops::{ControlFlow, Range};

use crate::support::hex;
use hpack_core::{
    DecodeError, DecodeErrorKind, Decoder, DynamicTable, Engines, History, InspectedField,
    Kind::{Incremental, Indexed, NeverIndexed, WithoutIndexing},
    Origin,
    Reference::{Dynamic, Impossible, Static, Unknown},
    SizeUpdate, Visitor,
    integer::Bits32,
    structure::{Integer, StringLiteral},
};
use hpack_engines::huffman::HuffmanEngine;

enum Before {
    /// An empty table of this maximum, bytes.
    Fresh(u32),
    /// A table of 4096 bytes, after these blocks.
    After(&'static [&'static str]),
    /// A table of this maximum, bytes, with unknown entries.
    Unknown(u32),
    /// An empty table of 4096 bytes, and these limits acknowledged.
    Limits(&'static [u32]),
}

struct Case {
    about: &'static str,
    before: Before,
    block: &'static str,
    seen: Vec<Seen<'static>>,
}

#[derive(Debug, PartialEq)]
enum Seen<'a> {
    Field(InspectedField<'a>),
    SizeUpdate(SizeUpdate),
    /// Kind, offset of the representation, byte and bit of the error.
    Error(DecodeErrorKind, usize, usize, u8),
}

/// Compares each call with the next expected one.
struct Expecting<'a> {
    about: String,
    expected: std::slice::Iter<'a, Seen<'static>>,
}

impl Expecting<'_> {
    fn next(&mut self, found: &Seen<'_>) {
        assert_eq!(Some(found), self.expected.next(), "{}", self.about);
    }
}

impl Visitor for Expecting<'_> {
    fn field(&mut self, field: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()> {
        if let Some(position) = field.inserted {
            assert_eq!(table.state().end(), position + 1, "already inserted");
        }
        self.next(&Seen::Field(field));
        ControlFlow::Continue(())
    }

    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        assert_eq!(table.state().maximum(), update.maximum);
        self.next(&Seen::SizeUpdate(update));
    }

    fn error(&mut self, error: &DecodeError) {
        let DecodeError {
            kind,
            field_offset,
            at,
            bit,
            ..
        } = *error;
        self.next(&Seen::Error(kind, field_offset, at, bit));
    }
}

const INDEXED: InspectedField<'static> = InspectedField {
    kind: Indexed,
    range: 0..1,
    index: None,
    reference: None,
    name: None,
    value: None,
    name_literal: None,
    value_literal: None,
    evicted: 0..0,
    inserted: None,
};

const INCREMENTAL: InspectedField<'static> = InspectedField {
    kind: Incremental,
    ..INDEXED
};

/// A literal with a length of one byte before its data.
fn literal(huffman: bool, data: Range<usize>) -> Option<StringLiteral> {
    Some(StringLiteral {
        length: Integer {
            range: data.start - 1..data.start,
            prefix_bits: 7,
            value: data.len() as u32,
        },
        huffman,
        data,
    })
}

fn plain(data: Range<usize>) -> Option<StringLiteral> {
    literal(false, data)
}

fn coded(data: Range<usize>) -> Option<StringLiteral> {
    literal(true, data)
}

fn method_get(byte: usize) -> Seen<'static> {
    Seen::Field(InspectedField {
        range: byte..byte + 1,
        index: Some(2),
        reference: Some(Static(2)),
        name: Some(b":method"),
        value: Some(b"GET"),
        ..INDEXED
    })
}

fn decoder(before: &Before) -> Decoder {
    let table = |size| DynamicTable::new(size, size, History::Kept);
    match before {
        Before::Fresh(size) => Decoder::with_table(table(*size)),
        Before::Unknown(size) => Decoder::with_table(table(*size).with_unknown_before()),
        Before::After(blocks) => {
            let mut decoder = Decoder::with_table(table(4096));
            for block in *blocks {
                let (_, error) =
                    crate::support::decode(&mut decoder, HuffmanEngine::BEST, &hex(block));
                assert_eq!(error, None);
            }
            decoder
        }
        Before::Limits(limits) => {
            let mut decoder = Decoder::with_table(table(4096));
            for &limit in *limits {
                decoder.table_mut().acknowledge_limit(limit);
            }
            decoder
        }
    }
}

fn cases() -> Vec<Case> {
    vec![
        Case {
            about: "no bytes",
            before: Before::Fresh(4096),
            block: "",
            seen: vec![],
        },
        Case {
            about: "a static entry",
            before: Before::Fresh(4096),
            block: "82",
            seen: vec![method_get(0)],
        },
        Case {
            about: "an entry of the table, and its name with another value",
            before: Before::After(&["4001610162"]),
            block: "be 7e 01 63",
            seen: vec![
                Seen::Field(InspectedField {
                    index: Some(62),
                    reference: Some(Dynamic(0)),
                    name: Some(b"a"),
                    value: Some(b"b"),
                    ..INDEXED
                }),
                Seen::Field(InspectedField {
                    range: 1..4,
                    index: Some(62),
                    reference: Some(Dynamic(0)),
                    name: Some(b"a"),
                    value: Some(b"c"),
                    value_literal: plain(3..4),
                    inserted: Some(1),
                    ..INCREMENTAL
                }),
            ],
        },
        Case {
            about: "the older of two entries, and its name with another value",
            before: Before::After(&["4001610162", "4001630164"]),
            block: "bf 7f00 01 65",
            seen: vec![
                Seen::Field(InspectedField {
                    index: Some(63),
                    reference: Some(Dynamic(0)),
                    name: Some(b"a"),
                    value: Some(b"b"),
                    ..INDEXED
                }),
                Seen::Field(InspectedField {
                    range: 1..5,
                    index: Some(63),
                    reference: Some(Dynamic(0)),
                    name: Some(b"a"),
                    value: Some(b"e"),
                    value_literal: plain(4..5),
                    inserted: Some(2),
                    ..INCREMENTAL
                }),
            ],
        },
        Case {
            about: "a name and a value in Huffman code, inserted",
            before: Before::Fresh(4096),
            block: "40 88 25a849e95ba97d7f 89 25a849e95bb8e8b4bf",
            seen: vec![Seen::Field(InspectedField {
                range: 0..20,
                name: Some(b"custom-key"),
                value: Some(b"custom-value"),
                name_literal: coded(2..10),
                value_literal: coded(11..20),
                inserted: Some(0),
                ..INCREMENTAL
            })],
        },
        Case {
            about: "an index in two bytes, without indexing; never indexed, empty strings",
            before: Before::Fresh(4096),
            block: "0f11 02 6f6b 10 00 80",
            seen: vec![
                Seen::Field(InspectedField {
                    kind: WithoutIndexing,
                    range: 0..5,
                    index: Some(32),
                    reference: Some(Static(32)),
                    name: Some(b"cookie"),
                    value: Some(b"ok"),
                    value_literal: plain(3..5),
                    ..INDEXED
                }),
                Seen::Field(InspectedField {
                    kind: NeverIndexed,
                    range: 5..8,
                    name: Some(b""),
                    value: Some(b""),
                    name_literal: plain(7..7),
                    value_literal: coded(8..8),
                    ..INDEXED
                }),
            ],
        },
        Case {
            about: "an insertion evicts the entry whose name it takes",
            before: Before::Fresh(70),
            block: "4001610162 7e 06 636364646565",
            seen: vec![
                Seen::Field(InspectedField {
                    range: 0..5,
                    name: Some(b"a"),
                    value: Some(b"b"),
                    name_literal: plain(2..3),
                    value_literal: plain(4..5),
                    inserted: Some(0),
                    ..INCREMENTAL
                }),
                Seen::Field(InspectedField {
                    range: 5..13,
                    index: Some(62),
                    reference: Some(Dynamic(0)),
                    name: Some(b"a"),
                    value: Some(b"ccddee"),
                    value_literal: plain(7..13),
                    evicted: 0..1,
                    inserted: Some(1),
                    ..INCREMENTAL
                }),
            ],
        },
        Case {
            about: "an entry larger than the table empties it",
            before: Before::Fresh(34),
            block: "4001610162 4001610263 63",
            seen: vec![
                Seen::Field(InspectedField {
                    range: 0..5,
                    name: Some(b"a"),
                    value: Some(b"b"),
                    name_literal: plain(2..3),
                    value_literal: plain(4..5),
                    inserted: Some(0),
                    ..INCREMENTAL
                }),
                Seen::Field(InspectedField {
                    range: 5..11,
                    name: Some(b"a"),
                    value: Some(b"cc"),
                    name_literal: plain(7..8),
                    value_literal: plain(9..11),
                    evicted: 0..1,
                    ..INCREMENTAL
                }),
            ],
        },
        Case {
            about: "size updates, the first of which evicts",
            before: Before::After(&["4001610162", "4001630164"]),
            block: "3f03 3f42",
            seen: vec![
                Seen::SizeUpdate(SizeUpdate {
                    range: 0..2,
                    maximum: 34,
                    evicted: 0..1,
                }),
                Seen::SizeUpdate(SizeUpdate {
                    range: 2..4,
                    maximum: 97,
                    evicted: 1..1,
                }),
            ],
        },
        Case {
            about: "an unknown entry, its name inserted, and that entry again",
            before: Before::Unknown(4096),
            block: "be 7e 01 61 be",
            seen: vec![
                Seen::Field(InspectedField {
                    index: Some(62),
                    reference: Some(Unknown(-1)),
                    ..INDEXED
                }),
                Seen::Field(InspectedField {
                    range: 1..4,
                    index: Some(62),
                    reference: Some(Unknown(-1)),
                    value: Some(b"a"),
                    value_literal: plain(3..4),
                    inserted: Some(0),
                    ..INCREMENTAL
                }),
                Seen::Field(InspectedField {
                    range: 4..5,
                    index: Some(62),
                    reference: Some(Dynamic(0)),
                    value: Some(b"a"),
                    ..INDEXED
                }),
            ],
        },
        Case {
            about: "an index that no table of 64 bytes could hold: two entries at most",
            before: Before::Unknown(64),
            block: "bf c0",
            seen: vec![
                Seen::Field(InspectedField {
                    index: Some(63),
                    reference: Some(Unknown(-2)),
                    ..INDEXED
                }),
                Seen::Field(InspectedField {
                    range: 1..2,
                    index: Some(64),
                    reference: Some(Impossible),
                    ..INDEXED
                }),
            ],
        },
        Case {
            about: "evicting unknown entries is not reported: they may not exist",
            before: Before::Unknown(64),
            block: "20 3f21 be",
            seen: vec![
                Seen::SizeUpdate(SizeUpdate {
                    range: 0..1,
                    maximum: 0,
                    evicted: 0..0,
                }),
                Seen::SizeUpdate(SizeUpdate {
                    range: 1..3,
                    maximum: 64,
                    evicted: 0..0,
                }),
                Seen::Field(InspectedField {
                    range: 3..4,
                    index: Some(62),
                    reference: Some(Impossible),
                    ..INDEXED
                }),
            ],
        },
        Case {
            about: "index 0",
            before: Before::Fresh(4096),
            block: "82 80",
            seen: vec![
                method_get(0),
                Seen::Error(DecodeErrorKind::IndexZero, 1, 1, 0),
            ],
        },
        Case {
            about: "a name beyond the tables is rejected before its value is read",
            before: Before::After(&["4001610162"]),
            block: "7f00 05",
            seen: vec![Seen::Error(
                DecodeErrorKind::IndexOutOfRange {
                    index: 63,
                    last: 62,
                },
                0,
                0,
                0,
            )],
        },
        Case {
            about: "a name with invalid padding is rejected before its value is read",
            before: Before::Fresh(4096),
            block: "40 82 fe00",
            seen: vec![Seen::Error(DecodeErrorKind::HuffmanPaddingNotOnes, 0, 3, 7)],
        },
        Case {
            about: "a truncated value: nothing is inserted",
            before: Before::Fresh(4096),
            block: "40 01 61 05 62",
            seen: vec![Seen::Error(
                DecodeErrorKind::TruncatedString { length: 5, left: 1 },
                0,
                3,
                0,
            )],
        },
        Case {
            about: "EOS in a value",
            before: Before::Fresh(4096),
            block: "01 84 ffffffff",
            seen: vec![Seen::Error(DecodeErrorKind::HuffmanEos, 0, 5, 5)],
        },
        Case {
            about: "a size update above the limit does nothing",
            before: Before::Fresh(100),
            block: "3f46",
            seen: vec![Seen::Error(
                DecodeErrorKind::SizeUpdateTooLarge {
                    size: 101,
                    limit: 100,
                },
                0,
                0,
                0,
            )],
        },
        Case {
            about: "a late size update is rejected as such, even if truncated",
            before: Before::Fresh(100),
            block: "82 3f",
            seen: vec![
                method_get(0),
                Seen::Error(DecodeErrorKind::SizeUpdateNotFirst, 1, 1, 0),
            ],
        },
        Case {
            about: "a first size update above the smallest limit, which no other makes up for",
            before: Before::Limits(&[64, 1000]),
            block: "3f42 3f21 82",
            seen: vec![
                Seen::SizeUpdate(SizeUpdate {
                    range: 0..2,
                    maximum: 97,
                    evicted: 0..0,
                }),
                Seen::Error(
                    DecodeErrorKind::MissingSizeUpdate {
                        limit: 64,
                        maximum: 97,
                    },
                    2,
                    2,
                    0,
                ),
            ],
        },
        Case {
            about: "a required size update is missing in an empty block",
            before: Before::Limits(&[64]),
            block: "",
            seen: vec![Seen::Error(
                DecodeErrorKind::MissingSizeUpdate {
                    limit: 64,
                    maximum: 4096,
                },
                0,
                0,
                0,
            )],
        },
    ]
}

#[test]
fn visitors_receive_every_step() {
    for case in cases() {
        for engine in HuffmanEngine::ALL {
            let mut visitor = Expecting {
                about: format!("{}, {}", case.about, engine.id()),
                expected: case.seen.iter(),
            };
            let mut decoder = decoder(&case.before);
            let engines = Engines {
                huffman: engine,
                integer: Bits32,
            };
            let result = decoder.visit_with(&engines, &hex(case.block), &mut visitor);
            assert_eq!(visitor.expected.next(), None, "{}", visitor.about);
            let is_error = matches!(case.seen.last(), Some(Seen::Error(..)));
            assert_eq!(result.is_err(), is_error, "{}", visitor.about);
        }
    }
}

#[test]
fn entries_have_origins() {
    let mut decoder = decoder(&Before::After(&["4001610162", "82"]));
    let (_, error) = crate::support::decode(
        &mut decoder,
        HuffmanEngine::BEST,
        &hex("828440016301647e00"),
    );
    assert_eq!(error, None);
    let origins: Vec<_> = decoder
        .table()
        .entries()
        .map(|entry| entry.origin)
        .collect();
    let expected = [(2, 7), (2, 2), (0, 0)].map(|(block, byte)| {
        Some(Origin {
            block,
            offset: byte,
        })
    });
    assert_eq!(origins, expected);
}
