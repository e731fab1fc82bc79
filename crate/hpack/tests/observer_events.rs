//! What an observer hears of a block: a table of blocks, each with the exact
//! list of calls.

mod support;

use std::ops::Range;

use hpack::{
    Decoder, DynamicTable, Fault, FaultKind, History,
    Kind::{self, Incremental, Indexed, Never, SizeUpdate, Without},
    Origin,
    Reference::{self, Dynamic, Impossible, Static, Unknown},
    decoder::Role::{self, Name, Value},
    huffman::Engine,
};
use support::{
    Owned,
    events::{Event, Literal, record},
    hex,
};

/// Where a block meets which table.
enum Before {
    /// An empty table of this maximum, octets.
    Fresh(u32),
    /// A table of 4096 octets, after these blocks.
    After(&'static [&'static str]),
    /// A table of this maximum, octets, with unknown entries.
    Unknown(u32),
    /// An empty table of 4096 octets, and these limits acknowledged.
    Limits(&'static [u32]),
}

struct Case {
    about: &'static str,
    before: Before,
    block: &'static str,
    heard: Vec<Heard>,
}

/// An event without the table that comes with a step.
#[derive(Debug, PartialEq)]
enum Heard {
    Integer(Range<usize>, u8, u32),
    Reference(u32, Reference),
    /// Octets of the length, the H bit, octets of the data, and the text.
    String(Role, Range<usize>, bool, Range<usize>, &'static str),
    Evicted(Range<i64>),
    Inserted(i64, u64),
    TooLarge,
    SizeUpdated(u32),
    Field(
        Kind,
        Option<&'static str>,
        Option<&'static str>,
        Option<i64>,
    ),
    Step(Kind, Range<usize>),
    /// The kind, the representation's octet, the faulty octet and bit.
    Fault(FaultKind, usize, usize, u8),
}

impl Heard {
    fn is(&self, event: &Event) -> bool {
        match (self, event) {
            (Self::Integer(octets, prefix_bits, value), Event::Integer(a, b, c)) => {
                (octets, prefix_bits, value) == (a, b, c)
            }
            (Self::Reference(index, meaning), Event::Reference(a, b)) => (index, meaning) == (a, b),
            (Self::String(role, length, huffman, data, text), Event::String(a, b, c)) => {
                let literal = Literal(length.clone(), *huffman, data.clone());
                (role, &literal, text.as_bytes()) == (a, b, c)
            }
            (Self::Evicted(positions), Event::Evicted(a)) => positions == a,
            (Self::Inserted(position, size), Event::Inserted(a, b)) => (position, size) == (a, b),
            (Self::TooLarge, Event::TooLarge) => true,
            (Self::SizeUpdated(maximum), Event::SizeUpdated(a)) => maximum == a,
            (Self::Field(kind, name, value, inserted), Event::Field(field)) => {
                let owned = Owned {
                    kind: *kind,
                    name: name.map(|name| name.as_bytes().to_vec()),
                    value: value.map(|value| value.as_bytes().to_vec()),
                    inserted: *inserted,
                };
                owned == *field
            }
            (Self::Step(kind, octets), Event::Step(a, b, _)) => (kind, octets) == (a, b),
            (Self::Fault(kind, field_offset, at, bit), Event::Fault(a)) => {
                let fault = Fault {
                    kind: *kind,
                    field_offset: *field_offset,
                    at: *at,
                    bit: *bit,
                };
                fault == *a
            }
            _ => false,
        }
    }
}

fn decoder(before: &Before) -> Decoder {
    let table = |size| DynamicTable::new(size, size, History::Kept);
    match before {
        Before::Fresh(size) => Decoder::with_table(table(*size)),
        Before::Unknown(size) => Decoder::with_table(table(*size).with_unknown_before()),
        Before::After(blocks) => {
            let mut decoder = Decoder::with_table(table(4096));
            for block in *blocks {
                let (_, fault) = support::decode(&mut decoder, Engine::BEST, &hex(block));
                assert_eq!(fault, None);
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
            about: "no octets",
            before: Before::Fresh(4096),
            block: "",
            heard: vec![],
        },
        Case {
            about: "a static entry",
            before: Before::Fresh(4096),
            block: "82",
            heard: vec![
                Heard::Integer(0..1, 7, 2),
                Heard::Reference(2, Static(2)),
                Heard::Field(Indexed, Some(":method"), Some("GET"), None),
                Heard::Step(Indexed, 0..1),
            ],
        },
        Case {
            about: "an entry of the table, and its name with another value",
            before: Before::After(&["4001610162"]),
            block: "be 7e 01 63",
            heard: vec![
                Heard::Integer(0..1, 7, 62),
                Heard::Reference(62, Dynamic(0)),
                Heard::Field(Indexed, Some("a"), Some("b"), None),
                Heard::Step(Indexed, 0..1),
                Heard::Integer(1..2, 6, 62),
                Heard::Reference(62, Dynamic(0)),
                Heard::String(Value, 2..3, false, 3..4, "c"),
                Heard::Inserted(1, 34),
                Heard::Field(Incremental, Some("a"), Some("c"), Some(1)),
                Heard::Step(Incremental, 1..4),
            ],
        },
        Case {
            about: "a name and a value in Huffman code, inserted",
            before: Before::Fresh(4096),
            block: "40 88 25a849e95ba97d7f 89 25a849e95bb8e8b4bf",
            heard: vec![
                Heard::Integer(0..1, 6, 0),
                Heard::String(Name, 1..2, true, 2..10, "custom-key"),
                Heard::String(Value, 10..11, true, 11..20, "custom-value"),
                Heard::Inserted(0, 54),
                Heard::Field(
                    Incremental,
                    Some("custom-key"),
                    Some("custom-value"),
                    Some(0),
                ),
                Heard::Step(Incremental, 0..20),
            ],
        },
        Case {
            about: "an index in two octets, without indexing; never indexed, empty strings",
            before: Before::Fresh(4096),
            block: "0f11 02 6f6b 10 00 80",
            heard: vec![
                Heard::Integer(0..2, 4, 32),
                Heard::Reference(32, Static(32)),
                Heard::String(Value, 2..3, false, 3..5, "ok"),
                Heard::Field(Without, Some("cookie"), Some("ok"), None),
                Heard::Step(Without, 0..5),
                Heard::Integer(5..6, 4, 0),
                Heard::String(Name, 6..7, false, 7..7, ""),
                Heard::String(Value, 7..8, true, 8..8, ""),
                Heard::Field(Never, Some(""), Some(""), None),
                Heard::Step(Never, 5..8),
            ],
        },
        Case {
            about: "an insertion evicts the entry whose name it takes",
            before: Before::Fresh(70),
            block: "4001610162 7e 06 636364646565",
            heard: vec![
                Heard::Integer(0..1, 6, 0),
                Heard::String(Name, 1..2, false, 2..3, "a"),
                Heard::String(Value, 3..4, false, 4..5, "b"),
                Heard::Inserted(0, 34),
                Heard::Field(Incremental, Some("a"), Some("b"), Some(0)),
                Heard::Step(Incremental, 0..5),
                Heard::Integer(5..6, 6, 62),
                Heard::Reference(62, Dynamic(0)),
                Heard::String(Value, 6..7, false, 7..13, "ccddee"),
                Heard::Evicted(0..1),
                Heard::Inserted(1, 39),
                Heard::Field(Incremental, Some("a"), Some("ccddee"), Some(1)),
                Heard::Step(Incremental, 5..13),
            ],
        },
        Case {
            about: "an entry larger than the table empties it",
            before: Before::Fresh(34),
            block: "4001610162 4001610263 63",
            heard: vec![
                Heard::Integer(0..1, 6, 0),
                Heard::String(Name, 1..2, false, 2..3, "a"),
                Heard::String(Value, 3..4, false, 4..5, "b"),
                Heard::Inserted(0, 34),
                Heard::Field(Incremental, Some("a"), Some("b"), Some(0)),
                Heard::Step(Incremental, 0..5),
                Heard::Integer(5..6, 6, 0),
                Heard::String(Name, 6..7, false, 7..8, "a"),
                Heard::String(Value, 8..9, false, 9..11, "cc"),
                Heard::Evicted(0..1),
                Heard::TooLarge,
                Heard::Field(Incremental, Some("a"), Some("cc"), None),
                Heard::Step(Incremental, 5..11),
            ],
        },
        Case {
            about: "size updates, the first of which evicts",
            before: Before::After(&["4001610162", "4001630164"]),
            block: "3f03 3f42",
            heard: vec![
                Heard::Integer(0..2, 5, 34),
                Heard::Evicted(0..1),
                Heard::SizeUpdated(34),
                Heard::Step(SizeUpdate, 0..2),
                Heard::Integer(2..4, 5, 97),
                Heard::SizeUpdated(97),
                Heard::Step(SizeUpdate, 2..4),
            ],
        },
        Case {
            about: "an unknown entry, its name inserted, and that entry again",
            before: Before::Unknown(4096),
            block: "be 7e 01 61 be",
            heard: vec![
                Heard::Integer(0..1, 7, 62),
                Heard::Reference(62, Unknown(-1)),
                Heard::Field(Indexed, None, None, None),
                Heard::Step(Indexed, 0..1),
                Heard::Integer(1..2, 6, 62),
                Heard::Reference(62, Unknown(-1)),
                Heard::String(Value, 2..3, false, 3..4, "a"),
                Heard::Inserted(0, 33),
                Heard::Field(Incremental, None, Some("a"), Some(0)),
                Heard::Step(Incremental, 1..4),
                Heard::Integer(4..5, 7, 62),
                Heard::Reference(62, Dynamic(0)),
                Heard::Field(Indexed, None, Some("a"), None),
                Heard::Step(Indexed, 4..5),
            ],
        },
        Case {
            about: "an index that no table of 64 octets could hold: two entries at most",
            before: Before::Unknown(64),
            block: "bf c0",
            heard: vec![
                Heard::Integer(0..1, 7, 63),
                Heard::Reference(63, Unknown(-2)),
                Heard::Field(Indexed, None, None, None),
                Heard::Step(Indexed, 0..1),
                Heard::Integer(1..2, 7, 64),
                Heard::Reference(64, Impossible),
                Heard::Field(Indexed, None, None, None),
                Heard::Step(Indexed, 1..2),
            ],
        },
        Case {
            about: "evicting unknown entries is not reported: they may not have been there",
            before: Before::Unknown(64),
            block: "20 3f21 be",
            heard: vec![
                Heard::Integer(0..1, 5, 0),
                Heard::SizeUpdated(0),
                Heard::Step(SizeUpdate, 0..1),
                Heard::Integer(1..3, 5, 64),
                Heard::SizeUpdated(64),
                Heard::Step(SizeUpdate, 1..3),
                Heard::Integer(3..4, 7, 62),
                Heard::Reference(62, Impossible),
                Heard::Field(Indexed, None, None, None),
                Heard::Step(Indexed, 3..4),
            ],
        },
        Case {
            about: "index 0: the integer is heard, then the fault",
            before: Before::Fresh(4096),
            block: "82 80",
            heard: vec![
                Heard::Integer(0..1, 7, 2),
                Heard::Reference(2, Static(2)),
                Heard::Field(Indexed, Some(":method"), Some("GET"), None),
                Heard::Step(Indexed, 0..1),
                Heard::Integer(1..2, 7, 0),
                Heard::Fault(FaultKind::IndexZero, 1, 1, 0),
            ],
        },
        Case {
            about: "a name beyond the tables is refused before its value is looked at",
            before: Before::After(&["4001610162"]),
            block: "7f00 05",
            heard: vec![
                Heard::Integer(0..2, 6, 63),
                Heard::Fault(
                    FaultKind::IndexOutOfRange {
                        index: 63,
                        last: 62,
                    },
                    0,
                    0,
                    0,
                ),
            ],
        },
        Case {
            about: "a name whose padding is wrong is refused before its value is looked at",
            before: Before::Fresh(4096),
            block: "40 82 fe00",
            heard: vec![
                Heard::Integer(0..1, 6, 0),
                Heard::Fault(FaultKind::HuffmanPaddingNotOnes, 0, 3, 7),
            ],
        },
        Case {
            about: "a value that is cut short: the name is heard, nothing is inserted",
            before: Before::Fresh(4096),
            block: "40 01 61 05 62",
            heard: vec![
                Heard::Integer(0..1, 6, 0),
                Heard::String(Name, 1..2, false, 2..3, "a"),
                Heard::Fault(FaultKind::TruncatedString { length: 5, left: 1 }, 0, 3, 0),
            ],
        },
        Case {
            about: "EOS in a value",
            before: Before::Fresh(4096),
            block: "01 84 ffffffff",
            heard: vec![
                Heard::Integer(0..1, 4, 1),
                Heard::Reference(1, Static(1)),
                Heard::Fault(FaultKind::HuffmanEos, 0, 5, 5),
            ],
        },
        Case {
            about: "a size update above the limit does nothing",
            before: Before::Fresh(100),
            block: "3f46",
            heard: vec![
                Heard::Integer(0..2, 5, 101),
                Heard::Fault(
                    FaultKind::SizeUpdateTooLarge {
                        size: 101,
                        limit: 100,
                    },
                    0,
                    0,
                    0,
                ),
            ],
        },
        Case {
            about: "a late size update is refused as such, even where it is cut short",
            before: Before::Fresh(100),
            block: "82 3f",
            heard: vec![
                Heard::Integer(0..1, 7, 2),
                Heard::Reference(2, Static(2)),
                Heard::Field(Indexed, Some(":method"), Some("GET"), None),
                Heard::Step(Indexed, 0..1),
                Heard::Fault(FaultKind::SizeUpdateNotFirst, 1, 1, 0),
            ],
        },
        Case {
            about: "an update that does not go down to the smallest limit",
            before: Before::Limits(&[64, 1000]),
            block: "3f42 82",
            heard: vec![
                Heard::Integer(0..2, 5, 97),
                Heard::SizeUpdated(97),
                Heard::Step(SizeUpdate, 0..2),
                Heard::Fault(
                    FaultKind::MissingSizeUpdate {
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
            about: "a required update is missed in a block without octets too",
            before: Before::Limits(&[64]),
            block: "",
            heard: vec![Heard::Fault(
                FaultKind::MissingSizeUpdate {
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
fn exactly_what_happened_is_heard() {
    for case in cases() {
        for engine in Engine::ALL {
            let heard = record(&mut decoder(&case.before), engine, &hex(case.block));
            let about = format!("{}, {}: {heard:#?}", case.about, engine.id());
            assert_eq!(heard.len(), case.heard.len(), "{about}");
            for (expected, event) in case.heard.iter().zip(&heard) {
                assert!(expected.is(event), "not {expected:?} in {about}");
            }
        }
    }
}

#[test]
fn entries_know_the_block_and_octet_that_inserted_them() {
    let mut decoder = decoder(&Before::After(&["4001610162", "82"]));
    let (_, fault) = support::decode(&mut decoder, Engine::BEST, &hex("828440016301647e00"));
    assert_eq!(fault, None);
    let origins: Vec<_> = decoder
        .table()
        .entries()
        .map(|entry| entry.origin)
        .collect();
    let expected = [(2, 7), (2, 2), (0, 0)].map(|(block, octet)| Some(Origin { block, octet }));
    assert_eq!(origins, expected);
}
