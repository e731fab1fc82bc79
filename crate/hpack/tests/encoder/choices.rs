//! Representations of single fields.

use hpack_core::{
    DynamicTable, Encoder, FieldLine, History,
    Kind::{self, Incremental, Indexed, NeverIndexed, SizeUpdate, WithoutIndexing},
    encoder::{Choice, DefaultPolicy, Huffman, Nghttp2Policy},
};

use crate::support::hex;

/// Returns an encoder whose table holds the entry `x: 1`.
fn encoder() -> Encoder {
    let entries = [(&b"x"[..], &b"1"[..])];
    Encoder::with_table(DynamicTable::new(4096, 4096, History::Forgotten).with_prior(entries))
}

#[test]
fn policies_choices() {
    let (short, long) = ("c".repeat(19), "c".repeat(20));
    let (most, more) = ("c".repeat(4096 * 3 / 4 - 33), "c".repeat(4096 * 3 / 4 - 32));
    // The kinds that the default policy and nghttp2's choose.
    let cases = [
        (":method", "GET", [Indexed, Indexed], Some(2)),
        (":method", "PUT", [Incremental, Incremental], Some(2)),
        (":path", "/", [Indexed, Indexed], Some(4)),
        (":path", "/a", [Incremental, WithoutIndexing], Some(4)),
        ("set-cookie", "1", [Incremental, WithoutIndexing], Some(55)),
        ("x", "1", [Indexed, Indexed], Some(62)),
        ("x", "2", [Incremental, Incremental], Some(62)),
        ("x", &most, [Incremental, Incremental], Some(62)),
        ("x", &more, [Incremental, WithoutIndexing], Some(62)),
        ("y", "1", [Incremental, Incremental], None),
        ("authorization", "v", [NeverIndexed, NeverIndexed], Some(23)),
        (
            "proxy-authorization",
            "v",
            [NeverIndexed, Incremental],
            Some(49),
        ),
        ("cookie", &short, [NeverIndexed, NeverIndexed], Some(32)),
        ("cookie", &long, [Incremental, Incremental], Some(32)),
    ];
    for (name, value, kinds, index) in cases {
        let choose = |field| {
            let encoder = encoder();
            [
                encoder.choose(&mut DefaultPolicy, field),
                encoder.choose(&mut Nghttp2Policy, field),
            ]
        };
        let field = FieldLine::from((name, value));
        let expected = kinds.map(|kind| Choice::new(kind, index));
        assert_eq!(choose(field), expected, "{name}: {value}");
        let sensitive = choose(field.with_sensitive(true)).map(|choice| choice.kind);
        assert_eq!(sensitive, [NeverIndexed; 2], "{name}: {value}");
    }
}

/// The field is `x: 2`, and index 62 is `x: 1`.
#[test]
fn ignores_indices_of_other_fields() {
    let cases: [(Kind, Option<u32>, &str); 11] = [
        (Incremental, Some(62), "7e 01 32"),
        (WithoutIndexing, Some(62), "0f 2f 01 32"),
        (NeverIndexed, None, "10 01 78 01 32"),
        (SizeUpdate, Some(62), "0f 2f 01 32"),
        (Indexed, None, "00 01 78 01 32"),
        (Indexed, Some(0), "00 01 78 01 32"),
        (Indexed, Some(2), "00 01 78 01 32"),
        (Indexed, Some(62), "00 01 78 01 32"),
        (Incremental, Some(0), "40 01 78 01 32"),
        (Incremental, Some(2), "40 01 78 01 32"),
        (NeverIndexed, Some(u32::MAX), "10 01 78 01 32"),
    ];
    for (kind, index, expected) in cases {
        let mut out = Vec::new();
        encoder().write(("x", "2").into(), Choice::new(kind, index), &mut out);
        assert_eq!(out, hex(expected), "{kind:?} {index:?}");
    }
}

/// Lengths of one or more bytes, estimated correctly or not, and codes shorter or
/// longer than the text.
#[test]
fn encodes_strings_of_all_lengths() {
    let lengths = (0..20).chain(100..700).chain(16_000..17_000).step_by(3);
    for length in lengths {
        for symbol in [b'a', b'7', b'Z', b'#', b'|', 0xff] {
            let value = vec![symbol; length];
            let [plain, coded, shorter] =
                [Huffman::Never, Huffman::Always, Huffman::Shorter].map(|coding| {
                    let mut out = Vec::new();
                    let choice = Choice::new(Incremental, Some(4)).with_huffman(coding, coding);
                    choice.append(FieldLine::new(b":path", &value), &mut out);
                    out
                });
            let mut expected = vec![0x44];
            let text_len = hpack_core::huffman::encoded_len(&value);
            hpack_core::integer::encode(0x80, 7, text_len as u64, &mut expected);
            hpack_core::huffman::encode(&value, &mut expected);
            assert_eq!(coded, expected, "{length} times {symbol}");
            let mut expected = vec![0x44];
            hpack_core::integer::encode(0, 7, length as u64, &mut expected);
            expected.extend(&value);
            assert_eq!(plain, expected, "{length} times {symbol}");
            let least = if text_len < length { &coded } else { &plain };
            assert_eq!(&shorter, least, "{length} times {symbol}");
        }
    }
}

#[test]
fn finds_entries_from_before_a_fork() {
    let mut encoder = Encoder::with_table(DynamicTable::new(4096, 4096, History::Kept));
    encoder.encode([("x", "1"), ("y", "1")], &mut Vec::new());
    let table = encoder.table();
    let mut fork = Encoder::with_table(table.fork_at(table.state()).unwrap());
    fork.encode([("z", "1")], &mut Vec::new());
    for (name, value, index) in [("z", "1", 62), ("y", "1", 63), ("x", "1", 64)] {
        assert_eq!(
            fork.find((name, value).into()).field(),
            Some(index),
            "{name}"
        );
    }
    assert_eq!(fork.find(("x", "2").into()).name(), Some(64));
}

/// Not every byte of a long string is hashed.
#[test]
fn distinguishes_long_strings() {
    let values = [0, 10_000, 19_999].map(|at| {
        let mut value = vec![b'v'; 20_000];
        value[at] = b'w';
        value
    });
    let table = DynamicTable::new(1 << 17, 1 << 17, History::Forgotten);
    let mut encoder = Encoder::with_table(table);
    for expected in [[None; 3], [64, 63, 62].map(Some)] {
        for (value, expected) in values.iter().zip(expected) {
            let field = FieldLine::new(b"x", value);
            assert_eq!(encoder.find(field).field(), expected);
            encoder.enter_with(&mut DefaultPolicy, field);
        }
    }
    assert_eq!(encoder.table().count(), 3);
}

#[test]
fn shares_indexed_names() {
    const NAME: usize = 4000;
    const TIMES: usize = 100;
    let field = FieldLine::new(&[b'n'; NAME], b"");
    let mut encoder = Encoder::with_table(DynamicTable::new(4096, 4096, History::Kept));
    let mut out = Vec::new();
    for _ in 0..TIMES {
        let choice = encoder.find(field).literal(Incremental);
        encoder.write(field, choice, &mut out);
    }
    assert_eq!(encoder.table().state().end(), TIMES as i64);
    assert!(out.len() < 2 * NAME);
    assert!(encoder.table().heap_bytes() < TIMES * NAME / 2);
}
