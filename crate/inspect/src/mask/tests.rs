//! Masked output carries no information about masked text.

use hpack::huffman::code::LENGTHS;
use input::{Before, Block, Missing, Sender, paste};
use proptest::prelude::*;

use super::*;
use crate::{Options, text::hex, warnings::Found};

fn coded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    hpack::huffman::encode(text, &mut out);
    out
}

/// Fields with incremental indexing.
fn block(fields: &[(&str, &str)], huffman: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, value) in fields {
        bytes.push(0x40);
        for text in [name, value] {
            let data = if huffman {
                coded(text.as_bytes())
            } else {
                text.as_bytes().to_vec()
            };
            let first = if huffman { 0x80 } else { 0 };
            hpack::integer::encode(first, 7, data.len() as u64, &mut bytes);
            bytes.extend(data);
        }
    }
    bytes
}

fn session(blocks: &[Vec<u8>]) -> Session {
    crate::fixtures::session(Options::default(), blocks)
}

/// Everything that masking must keep: lengths, offsets, sizes, errors, violated
/// rules.
fn shape(session: &Session) -> Vec<String> {
    let rows = session.rows().iter().map(|row| {
        format!(
            "{} {} {} {} {}",
            row.name_bytes, row.value_bytes, row.start, row.end, row.flags
        )
    });
    let blocks = session.blocks().iter().enumerate().map(|(number, block)| {
        let rules: Vec<_> = session.found(number).iter().map(Found::rule).collect();
        format!(
            "{:?} {:?} {:?} {rules:?}",
            block.bytes, block.error, block.after
        )
    });
    rows.chain(blocks).collect()
}

const SECRET: &str = "id=4f3c9a77d1; theme=Dark~7";

fn fields_of(session: &Session) -> Vec<String> {
    let text = |text: Option<&[u8]>| String::from_utf8_lossy(text.unwrap_or(b"?")).into_owned();
    let rows = session.rows().iter();
    rows.map(|row| format!("{}: {}", text(session.name(row)), text(session.value(row))))
        .collect()
}

#[test]
fn masks_text_and_keeps_everything_else() {
    for huffman in [false, true] {
        let first = block(
            &[
                (":path", "/a/4f3c9a77d1?b=4f3c9a77d1"),
                ("cookie", SECRET),
                ("x-copy", SECRET),
                ("te", "trailers"),
            ],
            huffman,
        );
        let all = session(&[first, vec![0xbe, 0xbf, 0xc0, 0xc1]]);
        let masked = all.masked(&Keep::default());
        assert_eq!(shape(&masked), shape(&all));
        let expected = [
            ":path: /a/bbbababbba?b=bbbababbba".to_owned(),
            format!(
                "cookie: {}",
                fields_of(&masked)[1].split_once(": ").unwrap().1
            ),
        ];
        assert_eq!(fields_of(&masked)[..2], expected);
        assert_eq!(fields_of(&masked)[3], "te: trailers");
        for text in [
            masked.export(0..2, "").unwrap(),
            format!("{:?}", fields_of(&masked)),
        ] {
            for secret in [SECRET, "4f3c9a77d1", "theme", "x-copy"] {
                let bytes = secret.as_bytes();
                for gone in [secret.to_owned(), hex(bytes), hex(&coded(bytes))] {
                    assert!(!text.contains(&gone), "{secret}: {text}");
                }
            }
        }
        let again = masked.masked(&Keep::default());
        assert_eq!(fields_of(&again), fields_of(&masked));
        // Both blocks; the second with the table before it.
        for blocks in [0..2, 1..2] {
            let mut holding = MaskCounter::default();
            blocks.for_each(|block| holding.block(&all, &masked, block));
            let held = holding.counts().into_iter();
            let held: Vec<_> = held
                .map(|(name, held)| (name, held.fields, held.masked))
                .collect();
            let names = [":path", "cookie", "te", "x-copy"];
            let masked = |name| if name == "te" { 0 } else { 2 };
            assert_eq!(held, names.map(|name| (name, 2, masked(name))));
        }
        let keep = Keep::also(&["X-Copy".to_owned(), ":path".to_owned()]);
        let kept = all.masked(&keep);
        assert_eq!(fields_of(&kept)[2], format!("x-copy: {SECRET}"));
        assert_eq!(fields_of(&kept)[0], fields_of(&all)[0]);
        assert!(!fields_of(&kept)[1].contains("4f3c"));
    }
}

/// An indexed name is reliable only if no block is missing.
#[test]
fn masks_values_with_uncertain_names() {
    let named = [0x7e, 7, b'h', b'u', b'n', b't', b'e', b'r', b'2'].to_vec();
    let (harmless, kept) = (
        block(&[("te", "a")], false),
        block(&[("x-kept", "a")], false),
    );
    let keep = Keep::also(&["x-kept".to_owned()]);
    for (what, blocks, is_kept) in [
        ("by default", vec![harmless, named.clone()], false),
        ("kept by name", vec![kept.clone(), named.clone()], true),
        ("after an error", vec![kept, vec![0x80], named], false),
    ] {
        let all = session(&blocks);
        let masked = all.masked(&keep);
        assert_eq!(shape(&masked), shape(&all), "{what}");
        let last = fields_of(&masked).pop().unwrap();
        assert_eq!(last.contains("hunter2"), is_kept, "{what}: {last}");
    }
}

#[test]
fn masks_quotations_and_labels() {
    for (given, expected) in [
        ("Nothing is quoted.", "Nothing is quoted."),
        ("Host is “hunter2”.", "Host is “bbbaaba”."),
        ("Is “a” 7” for “b”.", "Is “a” 7” for “b”."),
        ("” and “", "” and “"),
        ("A “cut", "A “cut"),
    ] {
        let found = sentence(given);
        if given.contains('7') {
            assert!(!found.contains('7'), "{found}");
        } else {
            assert_eq!(found, expected);
        }
    }
    let mut all = Session::new(Options::default());
    all.push(&Block {
        label: Some("cookie: hunter2 é"),
        ..Block::new(Sender::Client, &[0x82])
    });
    let masked = all.masked(&Keep::default());
    let label = masked.blocks()[0].label.as_deref();
    assert_eq!(label, Some("aaajaaj bbbaaba a"));
}

/// Pairs of characters with the same class and code length.
#[derive(Clone, Debug)]
struct Twins(Vec<(u8, u8)>);

fn twins(is_name: bool) -> impl Strategy<Value = Twins> {
    let sort = move |byte: u8| match byte {
        b':' if is_name => 0,
        b' ' | b'\t' | b'\n' | b'\r' | 0 if !is_name => 10 + u32::from(byte),
        b'A'..=b'Z' if is_name => 1,
        0..=b' ' | 0x7f.. if is_name => 2,
        0x80.. => 3,
        b'!'..=b'~' => 4,
        _ => 5,
    };
    let other = move |byte: u8, chosen: usize| {
        let is_alike = |other: &u8| {
            sort(*other) == sort(byte) && LENGTHS[usize::from(*other)] == LENGTHS[usize::from(byte)]
        };
        let alike: Vec<u8> = (0..=255).filter(is_alike).collect();
        alike[chosen % alike.len()]
    };
    let byte = prop_oneof![4 => any::<char>().prop_map(|char| char as u8), 8 => b'!'..=b'~', 1 => any::<u8>()];
    prop::collection::vec((byte, 0..256_usize), 0..24).prop_map(move |text| {
        Twins(
            text.into_iter()
                .map(|(byte, chosen)| (byte, other(byte, chosen)))
                .collect(),
        )
    })
}

#[derive(Clone, Debug)]
enum Piece {
    Literal {
        pattern: u8,
        name: Result<Twins, u8>,
        value: Twins,
        huffman: bool,
    },
    /// Fields whose values are kept.
    Kept,
    Indexed(u8),
    /// An error, followed by arbitrary bytes.
    Error(Vec<(u8, u8)>),
    /// A block that ends within a string.
    Cut(Twins),
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let name = prop_oneof![
        3 => twins(true).prop_map(Ok),
        // Static names without kept values, and dynamic names.
        2 => prop::sample::select(vec![23_u8, 32, 45, 48, 55, 60]).prop_map(Err),
        2 => (62_u8..66).prop_map(Err),
    ];
    let literal = (
        prop::sample::select(vec![0x00_u8, 0x10, 0x40]),
        name,
        twins(false),
        any::<bool>(),
    );
    prop::collection::vec(
        prop_oneof![
            8 => literal.prop_map(|(pattern, name, value, huffman)| Piece::Literal { pattern, name, value, huffman }),
            2 => Just(Piece::Kept),
            2 => (62_u8..66).prop_map(Piece::Indexed),
            1 => prop::collection::vec(any::<(u8, u8)>(), 0..8).prop_map(Piece::Error),
            1 => twins(false).prop_map(Piece::Cut),
        ],
        0..6,
    )
}

fn write(pieces: &[Piece], side: fn(&(u8, u8)) -> u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let string = |bytes: &mut Vec<u8>, text: &Twins, huffman: bool| {
        let text: Vec<u8> = text.0.iter().map(side).collect();
        let data = if huffman { coded(&text) } else { text };
        hpack::integer::encode(if huffman { 0x80 } else { 0 }, 7, data.len() as u64, bytes);
        bytes.extend(data);
    };
    for piece in pieces {
        match piece {
            Piece::Literal {
                pattern,
                name,
                value,
                huffman,
            } => {
                let bits = if *pattern == 0x40 { 6 } else { 4 };
                let index = name.as_ref().err().copied().unwrap_or(0);
                hpack::integer::encode(*pattern, bits, u64::from(index), &mut bytes);
                if let Ok(name) = name {
                    string(&mut bytes, name, *huffman);
                }
                string(&mut bytes, value, *huffman);
            }
            Piece::Kept => bytes.extend(block(&[("te", "trailers"), ("age", "1")], false)),
            Piece::Indexed(index) => bytes.push(0x80 | index),
            Piece::Error(rest) => {
                bytes.push(0x80);
                bytes.extend(rest.iter().map(side));
            }
            Piece::Cut(value) => {
                bytes.extend([0x0f, 17, 0x7f, 0x7f]);
                bytes.extend(value.0.iter().map(side));
            }
        }
    }
    bytes
}

proptest! {
    /// The output is independent of the masked text.
    #[test]
    fn masking_hides_all_differences(
        blocks in prop::collection::vec(pieces(), 1..5),
    ) {
        let side = |side: fn(&(u8, u8)) -> u8| {
            let blocks: Vec<Vec<u8>> = blocks.iter().map(|pieces| write(pieces, side)).collect();
            session(&blocks)
        };
        let (one, other) = (side(|twins| twins.0), side(|twins| twins.1));
        let masked = [&one, &other].map(|session| session.masked(&Keep::default()));
        prop_assert_eq!(shape(&masked[0]), shape(&one));
        let text = masked.each_ref().map(|session| session.export(0..blocks.len(), ""));
        prop_assert_eq!(&text[0], &text[1]);
        prop_assert_eq!(fields_of(&masked[0]), fields_of(&masked[1]));
        // Each block with its table.
        for block in 0..blocks.len() {
            let text = masked.each_ref().map(|session| session.export([block], ""));
            prop_assert_eq!(&text[0], &text[1]);
        }
    }
}

#[test]
fn overwrites_bytes_after_an_error() {
    let field = block(&[("cookie", SECRET)], false);
    let huffman = block(&[("cookie", SECRET)], true);
    let before_field = |bytes: &[u8]| [bytes, &field].concat();
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("an index", before_field(&[0xff, 0x40])),
        ("index 0", before_field(&[0x80])),
        ("a size", before_field(&[0x3f, 0xe1, 0xff, 0x7f])),
        ("a late size", before_field(&[0x82, 0x20])),
        ("an integer", before_field(b"\x1f\xff\xff\xff\xff\xff\xff")),
        ("a cut value", field[..field.len() - 3].to_vec()),
        ("a cut coded value", huffman[..huffman.len() - 3].to_vec()),
        ("a cut length", b"\x00\x01a\x7f\xff\xff".to_vec()),
        ("EOS", before_field(b"\x00\x81\x1f\x84\xff\xff\xff\xff")),
        ("long padding", before_field(b"\x00\x81\x1f\x82\x1f\xff")),
        ("padding", before_field(b"\x00\x81\x1f\x81\x18")),
    ];
    for (what, bytes) in cases {
        let all = session(&[bytes, vec![0x82]]);
        assert!(all.blocks()[0].error.is_some(), "{what}");
        assert_hidden(what, &all);
        // The same, known to be cut.
        let before = Before {
            missing: Some(Missing::Bytes(9)),
            ..Before::default()
        };
        let mut cut = Session::new(Options::default());
        cut.push(&Block {
            before: &before,
            ..Block::new(Sender::Client, all.bytes(0))
        });
        assert_hidden(what, &cut);
    }
}

/// Asserts that masking hides the secret in block 0 and changes nothing else.
fn assert_hidden(what: &str, all: &Session) {
    let masked = all.masked(&Keep::default());
    assert_eq!(shape(&masked), shape(all), "{what}");
    let bytes = hex(masked.bytes(0));
    for part in [&SECRET[..8], &SECRET[10..18]] {
        assert!(!bytes.contains(&hex(part.as_bytes())), "{what}: {bytes}");
    }
    let coded = hex(&coded(SECRET.as_bytes())[..8]);
    assert!(!bytes.contains(&coded), "{what}");
}

#[test]
fn masks_tables() {
    let text = session(&[block(&[("authorization", SECRET)], true), vec![0xbe]])
        .with_table(1)
        .unwrap();
    assert!(text.contains("4f3c9a77d1"));
    let paste = paste::read(text.as_bytes(), &paste::Options::default()).unwrap();
    let given = Session::decode(Options::default(), paste.blocks.iter());
    let masked = given.masked(&Keep::default());
    assert_eq!(shape(&masked), shape(&given));
    let text = masked.with_table(0).unwrap();
    assert!(text.contains("# table 62 authorization: "), "{text}");
    assert!(!text.contains("4f3c9a77d1"), "{text}");
}
