//! Everything that a visitor receives of a block, for a table of blocks.

use std::{fmt::Write as _, ops::ControlFlow};

use self::Before::{After, Fresh, Limits, Unknown};
use crate::support::hex;
use hpack_core::{
    DecodeError, Decoder, DynamicTable, Engines, History, InspectedField, Origin, SizeUpdate,
    Visitor, integer::Bits32,
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

/// The calls in words.
#[derive(Default)]
struct Calls(Vec<String>);

impl Visitor for Calls {
    fn field(&mut self, field: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()> {
        if let Some(position) = field.inserted {
            assert_eq!(table.state().end(), position + 1, "already inserted");
        }
        self.0.push(words(field));
        ControlFlow::Continue(())
    }

    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        assert_eq!(table.state().maximum(), update.maximum);
        let (range, evicted) = (update.range, update.evicted);
        let maximum = update.maximum;
        self.0
            .push(format!("{range:?} maximum {maximum}, evicts {evicted:?}"));
    }

    fn error(&mut self, error: &DecodeError) {
        let (kind, from, at, bit) = (error.kind, error.field_offset, error.at, error.bit);
        self.0.push(format!("from {from}, at {at}.{bit}: {kind:?}"));
    }
}

/// A field in words; “?” is a string of an unknown entry.
fn words(field: InspectedField<'_>) -> String {
    let text = |bytes: Option<&[u8]>| {
        bytes
            .map_or("?".into(), String::from_utf8_lossy)
            .into_owned()
    };
    let [name, value] = [field.name, field.value].map(text);
    let mut words = format!("{:?} {:?} {name}: {value}", field.range, field.kind);
    assert_eq!(field.index.is_some(), field.reference.is_some());
    if let Some((index, reference)) = field.index.zip(field.reference) {
        let _ = write!(words, ", {index} {reference:?}");
    }
    let literals = [("name", field.name_literal), ("value", field.value_literal)];
    for (what, literal) in literals {
        let Some(literal) = literal else { continue };
        let (length, data) = (literal.length, literal.data);
        // One byte, before the data.
        assert_eq!(length.range, data.start - 1..data.start);
        assert_eq!((length.prefix_bits, length.value as usize), (7, data.len()));
        let coded = if literal.huffman { " coded" } else { "" };
        let _ = write!(words, ", {what} {data:?}{coded}");
    }
    if field.evicted != (0..0) {
        let _ = write!(words, ", evicts {:?}", field.evicted);
    }
    if let Some(position) = field.inserted {
        let _ = write!(words, ", inserts {position}");
    }
    words
}

fn decoder(before: &Before) -> Decoder {
    let table = |size| DynamicTable::new(size, size, History::Kept);
    match before {
        Fresh(size) => Decoder::with_table(table(*size)),
        Unknown(size) => Decoder::with_table(table(*size).with_unknown_before()),
        After(blocks) => {
            let mut decoder = Decoder::with_table(table(4096));
            for block in *blocks {
                let (_, error) =
                    crate::support::decode(&mut decoder, HuffmanEngine::BEST, &hex(block));
                assert_eq!(error, None);
            }
            decoder
        }
        Limits(limits) => {
            let mut decoder = Decoder::with_table(table(4096));
            for &limit in *limits {
                decoder.table_mut().acknowledge_limit(limit);
            }
            decoder
        }
    }
}

const GET: &str = "0..1 Indexed :method: GET, 2 Static(2)";

type Case = (&'static str, Before, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const CASES: [Case; 21] = [
    ("no bytes", Fresh(4096), "", &[]),
    ("a static entry", Fresh(4096), "82", &[GET]),
    ("an entry of the table, and its name with another value", After(&["4001610162"]), "be 7e 01 63", &[
        "0..1 Indexed a: b, 62 Dynamic(0)",
        "1..4 Incremental a: c, 62 Dynamic(0), value 3..4, inserts 1",
    ]),
    ("the older of two entries, and its name with another value", After(&["4001610162", "4001630164"]), "bf 7f00 01 65", &[
        "0..1 Indexed a: b, 63 Dynamic(0)",
        "1..5 Incremental a: e, 63 Dynamic(0), value 4..5, inserts 2",
    ]),
    ("a name and a value in Huffman code, inserted", Fresh(4096), "40 88 25a849e95ba97d7f 89 25a849e95bb8e8b4bf", &[
        "0..20 Incremental custom-key: custom-value, name 2..10 coded, value 11..20 coded, inserts 0",
    ]),
    ("an index in two bytes, without indexing; never indexed, empty strings", Fresh(4096), "0f11 02 6f6b 10 00 80", &[
        "0..5 WithoutIndexing cookie: ok, 32 Static(32), value 3..5",
        "5..8 NeverIndexed : , name 7..7, value 8..8 coded",
    ]),
    ("an insertion evicts the entry whose name it takes", Fresh(70), "4001610162 7e 06 636364646565", &[
        "0..5 Incremental a: b, name 2..3, value 4..5, inserts 0",
        "5..13 Incremental a: ccddee, 62 Dynamic(0), value 7..13, evicts 0..1, inserts 1",
    ]),
    ("an entry larger than the table empties it", Fresh(34), "4001610162 4001610263 63", &[
        "0..5 Incremental a: b, name 2..3, value 4..5, inserts 0",
        "5..11 Incremental a: cc, name 7..8, value 9..11, evicts 0..1",
    ]),
    ("size updates, the first of which evicts", After(&["4001610162", "4001630164"]), "3f03 3f42", &[
        "0..2 maximum 34, evicts 0..1",
        "2..4 maximum 97, evicts 1..1",
    ]),
    ("an unknown entry, its name inserted, and that entry again", Unknown(4096), "be 7e 01 61 be", &[
        "0..1 Indexed ?: ?, 62 Unknown(-1)",
        "1..4 Incremental ?: a, 62 Unknown(-1), value 3..4, inserts 0",
        "4..5 Indexed ?: a, 62 Dynamic(0)",
    ]),
    ("an index that no table of 64 bytes could hold: two entries at most", Unknown(64), "bf c0", &[
        "0..1 Indexed ?: ?, 63 Unknown(-2)",
        "1..2 Indexed ?: ?, 64 Impossible",
    ]),
    ("evicting unknown entries is not reported: they may not exist", Unknown(64), "20 3f21 be", &[
        "0..1 maximum 0, evicts 0..0",
        "1..3 maximum 64, evicts 0..0",
        "3..4 Indexed ?: ?, 62 Impossible",
    ]),
    ("index 0", Fresh(4096), "82 80", &[GET, "from 1, at 1.0: IndexZero"]),
    ("a name beyond the tables is rejected before its value is read", After(&["4001610162"]), "7f00 05", &[
        "from 0, at 0.0: IndexOutOfRange { index: 63, last: 62 }",
    ]),
    ("a name with invalid padding is rejected before its value is read", Fresh(4096), "40 82 fe00", &[
        "from 0, at 3.7: HuffmanPaddingNotOnes",
    ]),
    ("a truncated value: nothing is inserted", Fresh(4096), "40 01 61 05 62", &[
        "from 0, at 3.0: TruncatedString { length: 5, left: 1 }",
    ]),
    ("EOS in a value", Fresh(4096), "01 84 ffffffff", &["from 0, at 5.5: HuffmanEos"]),
    ("a size update above the limit does nothing", Fresh(100), "3f46", &[
        "from 0, at 0.0: SizeUpdateTooLarge { size: 101, limit: 100 }",
    ]),
    ("a late size update is rejected as such, even if truncated", Fresh(100), "82 3f", &[
        GET, "from 1, at 1.0: SizeUpdateNotFirst",
    ]),
    ("a first size update above the smallest limit, which no other makes up for", Limits(&[64, 1000]), "3f42 3f21 82", &[
        "0..2 maximum 97, evicts 0..0",
        "from 2, at 2.0: MissingSizeUpdate { limit: 64, maximum: 97 }",
    ]),
    ("a required size update is missing in an empty block", Limits(&[64]), "", &[
        "from 0, at 0.0: MissingSizeUpdate { limit: 64, maximum: 4096 }",
    ]),
];

#[test]
fn visitors_receive_every_step() {
    for (about, before, block, expected) in CASES {
        for huffman in HuffmanEngine::ALL {
            let mut calls = Calls::default();
            let engines = Engines {
                huffman,
                integer: Bits32,
            };
            let result = decoder(&before).visit_with(&engines, &hex(block), &mut calls);
            assert_eq!(calls.0, expected, "{about}, {}", huffman.id());
            let is_error = expected.last().is_some_and(|last| last.starts_with("from"));
            assert_eq!(result.is_err(), is_error, "{about}");
        }
    }
}

#[test]
fn entries_have_origins() {
    let mut decoder = decoder(&After(&["4001610162", "82"]));
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
