//! Exhaustive check of “fewest bytes” for single fields: encodes every
//! candidate representation without the encoder and decodes it; none that
//! yields the field is shorter than the first choice.

use std::collections::BTreeMap;

use hpack::{Decoder, DynamicTable, Encoder, FieldLine, History, Kind, Limits, huffman, integer};
use inspect::policies::{Chooser, Indexing, Legal};

use super::decode;

type Entries = Vec<(Vec<u8>, Vec<u8>)>;

/// A table with `entries`, newest first.
fn table(maximum: u32, entries: &Entries) -> DynamicTable {
    DynamicTable::new(maximum, maximum, History::Forgotten)
        .with_prior(entries.iter().map(|(name, value)| (&name[..], &value[..])))
}

/// First bytes of representations: kind, pattern, prefix bits.
const KINDS: [(Kind, u8, u8); 4] = [
    (Kind::Indexed, 0x80, 7),
    (Kind::Incremental, 0x40, 6),
    (Kind::WithoutIndexing, 0x00, 4),
    (Kind::NeverIndexed, 0x10, 4),
];

/// Representations that may yield the field, with minimal integers: every kind,
/// index and Huffman flag. Any other encoding of the field has a longer integer
/// or string (RFC 7541 §5.1, §5.2).
fn candidates(name: &[u8], value: &[u8], last: u32) -> Vec<(Kind, Vec<u8>)> {
    let strings = |text: &[u8]| {
        let mut plain = Vec::new();
        integer::encode(0, 7, text.len() as u64, &mut plain);
        plain.extend(text);
        let mut coded = Vec::new();
        integer::encode(0x80, 7, huffman::encoded_len(text) as u64, &mut coded);
        huffman::encode(text, &mut coded);
        [plain, coded]
    };
    let (names, values) = (strings(name), strings(value));
    let mut all = Vec::new();
    for (kind, pattern, prefix) in KINDS {
        for index in 0..=last {
            let mut first = Vec::new();
            integer::encode(pattern, prefix, index.into(), &mut first);
            if kind == Kind::Indexed {
                all.push((kind, first));
                continue;
            }
            let names: &[Vec<u8>] = if index == 0 { &names } else { &[Vec::new()] };
            for name in names {
                for value in &values {
                    all.push((kind, [&first[..], name, value].concat()));
                }
            }
        }
    }
    all
}

/// Number of representations by kind and length.
type Lengths = BTreeMap<(u8, usize), usize>;

fn count(lengths: &mut Lengths, kind: Kind, bytes: usize) {
    *lengths.entry((kind as u8, bytes)).or_default() += 1;
}

/// Compares the choices with all candidates, and each choice with its decoding.
/// Returns the choices.
fn check(table: &DynamicTable, name: &[u8], value: &[u8]) -> Vec<Legal> {
    let encoder = Encoder::with_table(table.clone());
    let field = FieldLine::new(name, value);
    let (choices, omitted) = Legal::all(&encoder, field, usize::MAX);
    assert_eq!(omitted, 0);
    let yields = |block: &[u8]| {
        let mut decoder = Decoder::with_table(table.clone()).with_limits(Limits::NONE);
        let (fields, error) = decode(&mut decoder, block);
        let right = error.is_none()
            && matches!(&fields[..], [(_, its_name, its_value)]
                if its_name == name && its_value == value);
        right.then(|| (fields[0].0, decoder.table().count()))
    };
    let last = 61 + table.count() as u32;
    let mut legal = Lengths::new();
    for (kind, bytes) in candidates(name, value, last) {
        if yields(&bytes).is_some() {
            count(&mut legal, kind, bytes.len());
        }
    }
    let mut chosen = Lengths::new();
    for choice in &choices {
        count(&mut chosen, choice.kind, choice.length);
        let mut written = encoder.clone();
        let mut bytes = Vec::new();
        written.write(field, choice.choice(), &mut bytes);
        assert_eq!(bytes.len(), choice.length, "{choice:?}");
        let (kind, after) = yields(&bytes).expect("a choice yields the field");
        assert_eq!(kind, choice.kind, "{choice:?}");
        let added = usize::from(kind == Kind::Incremental && !choice.empties);
        assert_eq!(after, table.count() - choice.evicts + added, "{choice:?}");
        assert_eq!(written.table().count(), after, "{choice:?}");
    }
    let shown = name.escape_ascii();
    assert_eq!(chosen, legal, "{shown}: {value:?}");
    let least = legal.keys().map(|&(_, bytes)| bytes).min();
    assert_eq!(choices.first().map(|first| first.length), least);
    assert!(choices.is_sorted_by_key(|choice| choice.length));
    let fewest = encoder.choose(&mut Chooser::new(Indexing::Fewest), field);
    assert_eq!(Legal::of(&encoder, field, &fewest), choices[0]);
    for most in [1, 3] {
        let (few, omitted) = Legal::all(&encoder, field, most);
        assert_eq!(few.len() + omitted, choices.len(), "{most} references");
        assert_eq!(few.first(), choices.first(), "{most} references");
        assert!(few.iter().all(|choice| choices.contains(choice)));
    }
    choices
}

/// Tables that are empty, small, with repeated names, or so full that indices
/// take two and three bytes.
fn tables() -> Vec<DynamicTable> {
    let entry = |name: &str, value: &str| (name.as_bytes().to_vec(), value.as_bytes().to_vec());
    let numbered = |count: usize| -> Entries {
        (0..count)
            .map(|i| entry(&format!("n{}", i % 7), &i.to_string()))
            .collect()
    };
    let mut far = numbered(300);
    far.push(entry("far", "away"));
    far.push(entry("", ""));
    far.push(entry("n1", ""));
    far.push(entry(":path", ""));
    vec![
        table(4096, &Vec::new()),
        table(0, &Vec::new()),
        table(40, &vec![entry("a", "b")]),
        table(
            4096,
            &vec![
                entry("x", "1"),
                entry("x", "2"),
                entry(":path", "/a"),
                entry("x", "1"),
                entry("cookie", ""),
            ],
        ),
        // Values of more than one byte evict more than one entry.
        table(
            102,
            &vec![entry("c", "v"), entry("b", "v"), entry("a", "v")],
        ),
        table(4096, &numbered(65)),
        table(1 << 16, &far),
    ]
}

#[test]
fn no_representation_is_shorter_than_the_first_choice() {
    let fields = [
        (":method", "GET"),
        (":method", "PUT"),
        (":path", "/"),
        (":path", ""),
        (":path", "/a"),
        (":status", "200"),
        (":status", "418"),
        ("cookie", ""),
        ("cookie", "secret"),
        ("www-authenticate", ""),
        ("x", "1"),
        ("x", "3"),
        ("", ""),
        ("", "v"),
        ("n", ""),
        ("n1", ""),
        ("n1", "1"),
        ("n1", "new"),
        ("far", "away"),
        ("far", ""),
        ("ÿ", "\u{0}\u{1}"),
        ("unheard-of", "0123456789012345678901234567890123456789"),
    ];
    for table in tables() {
        for (name, value) in fields {
            check(&table, name.as_bytes(), value.as_bytes());
        }
        check(&table, &[b'n'; 300], &[0xff; 40]);
        // Entries of 34 to 103 bytes.
        for length in [1, 2, 35, 36, 69, 70] {
            check(&table, b"x", &vec![b'v'; length]);
        }
    }
}

#[test]
fn prefers_a_literal_to_a_long_index() {
    let table = &tables()[6];
    let first = |name: &str, value: &str| check(table, name.as_bytes(), value.as_bytes())[0];
    let far = first("far", "away");
    assert_eq!((far.kind, far.length), (Kind::Indexed, 3));
    let path = first(":path", "");
    let found = (path.kind, path.length, path.index);
    assert_eq!(found, (Kind::Incremental, 2, Some(4)));
}
