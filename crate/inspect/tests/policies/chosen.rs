//! Choices of each policy, for single fields and for sequences.

use hpack::{
    DynamicTable, Encoder, FieldLine, History, Kind,
    Kind::{Incremental, Indexed, NeverIndexed, WithoutIndexing},
    huffman,
};
use inspect::policies::{Change, Chooser, HuffmanUse, Indexing, Legal, NamedPolicy, UpcomingBlock};

fn encoder(maximum: u32, newest_first: &[(&str, &str)]) -> Encoder {
    let entries = newest_first.iter();
    let entries = entries.map(|(name, value)| (name.as_bytes(), value.as_bytes()));
    Encoder::with_table(DynamicTable::new(4096, maximum, History::Forgotten).with_prior(entries))
}

fn chosen(maximum: u32, policy: impl Into<NamedPolicy>, name: &str, value: &str) -> Legal {
    let encoder = encoder(maximum, &[("x", "new"), (":method", "PUT"), ("x", "old")]);
    let field = FieldLine::new(name.as_bytes(), value.as_bytes());
    let choice = encoder.choose(&mut Chooser::new(policy), field);
    Legal::of(&encoder, field, &choice)
}

#[test]
fn choices_for_single_fields() {
    use Indexing::{
        Always, Chromium, Fewest, Firefox, Go, Guarded, H2, LookAhead, Netty, Never, Nghttp2, Nginx,
    };
    let short = "c".repeat(19);
    let long = "c".repeat(20);
    // A value that, with the name “x”, makes an entry of this size.
    let taking = |bytes: usize| "v".repeat(bytes - 33);
    let (most, too_much) = (&*taking(4096), &*taking(4097));
    let (three_quarters, more) = (&*taking(3072), &*taking(3073));
    let (half, more_than_half) = (&*taking(2048), &*taking(2049));
    let cases = [
        (Always, "x", "new", Indexed, Some(62)),
        (Always, ":method", "GET", Indexed, Some(2)),
        (Always, "x", "v", Incremental, Some(62)),
        (Always, "y", "v", Incremental, None),
        (Always, "authorization", "v", Incremental, Some(23)),
        (Guarded, "x", "v", Incremental, Some(62)),
        (Guarded, "authorization", "v", NeverIndexed, Some(23)),
        (Guarded, "proxy-authorization", "v", NeverIndexed, Some(49)),
        (Guarded, "cookie", &short, NeverIndexed, Some(32)),
        (Guarded, "cookie", &long, Incremental, Some(32)),
        (Never, "x", "new", WithoutIndexing, None),
        (Never, ":method", "GET", Indexed, Some(2)),
        (Never, ":method", "PUT", WithoutIndexing, Some(2)),
        (Never, "www-authenticate", "", Indexed, Some(61)),
        (Fewest, "x", "new", Indexed, Some(62)),
        (Fewest, ":path", "/a", Incremental, Some(4)),
        (Fewest, "y", "v", Incremental, None),
        // Without indexing, name indices from 15 on take one more byte.
        (Fewest, "cookie", "v", Incremental, Some(32)),
        (LookAhead, "x", "new", Indexed, Some(62)),
        (LookAhead, "x", "v", Incremental, Some(62)),
        (Nghttp2, "x", "v", Incremental, Some(62)),
        (Nghttp2, ":method", "PATCH", Incremental, Some(2)),
        (Nghttp2, "authorization", "v", NeverIndexed, Some(23)),
        (Nghttp2, "proxy-authorization", "v", Incremental, Some(49)),
        (Nghttp2, "cookie", &short, NeverIndexed, Some(32)),
        (Nghttp2, "cookie", &long, Incremental, Some(32)),
        (Nghttp2, ":path", "/a", WithoutIndexing, Some(4)),
        (Nghttp2, "etag", "v", WithoutIndexing, Some(34)),
        (Nghttp2, "x", three_quarters, Incremental, Some(62)),
        (Nghttp2, "x", more, WithoutIndexing, Some(62)),
        (H2, "x", "v", Incremental, Some(62)),
        (H2, "authorization", "v", WithoutIndexing, Some(23)),
        (H2, "proxy-authorization", "v", Incremental, Some(49)),
        (H2, "cookie", &long, WithoutIndexing, Some(32)),
        (H2, ":path", "/a", WithoutIndexing, Some(4)),
        (H2, "x", three_quarters, Incremental, Some(62)),
        (H2, "x", more, WithoutIndexing, Some(62)),
        (Go, "x", most, Incremental, Some(62)),
        (Go, "x", too_much, WithoutIndexing, Some(62)),
        (Go, ":method", "PATCH", Incremental, Some(3)),
        (Netty, "x", most, Incremental, Some(62)),
        (Netty, "x", too_much, WithoutIndexing, Some(62)),
        (Netty, ":method", "PATCH", Incremental, Some(2)),
        (Chromium, ":authority", "v", Incremental, Some(1)),
        (Chromium, ":path", "/a", WithoutIndexing, Some(4)),
        (Chromium, "", "v", WithoutIndexing, None),
        (Chromium, "y", "v", Incremental, None),
        (Firefox, ":path", "/", WithoutIndexing, Some(5)),
        (Firefox, ":method", "PATCH", Incremental, Some(63)),
        (Firefox, "x", "v", Incremental, Some(64)),
        (Firefox, "authorization", "v", NeverIndexed, Some(23)),
        (Firefox, "proxy-authorization", "v", Incremental, Some(49)),
        (Firefox, "cookie", &short, NeverIndexed, Some(32)),
        (Firefox, "cookie", &long, Incremental, Some(32)),
        (Firefox, "x", half, Incremental, Some(64)),
        (Firefox, "x", more_than_half, WithoutIndexing, Some(64)),
        (Nginx, ":status", "200", Indexed, Some(8)),
        (Nginx, ":status", "418", Incremental, Some(8)),
        (Nginx, "server", "v", Incremental, Some(54)),
        (Nginx, "x", "new", WithoutIndexing, None),
        (Nginx, "accept", "v", WithoutIndexing, None),
    ];
    for (indexing, name, value, kind, index) in cases {
        let choice = chosen(4096, indexing, name, value);
        let found = (choice.kind, choice.index);
        assert_eq!(found, (kind, index), "{indexing:?}: {name}: {value}");
    }
}

#[test]
fn firefox_does_not_index_into_a_small_table() {
    for (maximum, kind) in [(127, WithoutIndexing), (128, Incremental)] {
        let choice = chosen(maximum, Indexing::Firefox, "y", "v");
        assert_eq!(choice.kind, kind, "{maximum}");
    }
}

#[test]
fn huffman_policies_select_strings() {
    let (long, longer) = ("a".repeat(512), "\0".repeat(512));
    // In the order of `ALL`: shorter, not longer, always, never, long.
    let cases = [
        ("", [false, false, false, false, false]),
        ("aa", [false, true, true, false, false]),
        ("aaa", [true, true, true, false, false]),
        ("\0", [false, false, true, false, false]),
        (&long[1..], [true, true, true, false, false]),
        (&long, [true, true, true, false, true]),
        (&longer, [false, false, true, false, false]),
    ];
    for (text, expected) in cases {
        let [plain, coded] = [text.len(), huffman::encoded_len(text.as_bytes())];
        let found = HuffmanUse::ALL.map(|usage| usage.codes(plain as u32, coded as u32));
        assert_eq!(found, expected, "{text:?}");
    }
}

/// Nginx never codes two values, unless another Huffman policy is selected.
#[test]
fn nginx_leaves_two_values_plain() {
    use HuffmanUse::{Always, Shorter};
    let value = "aaaa";
    let cases = [
        (Shorter, Indexing::Nginx, ":status", false),
        (Shorter, Indexing::Nginx, "content-length", false),
        (Shorter, Indexing::Nginx, "server", true),
        (Always, Indexing::Nginx, ":status", true),
        (Shorter, Indexing::Nghttp2, ":status", true),
    ];
    for (huffman, indexing, name, coded) in cases {
        let choice = chosen(4096, NamedPolicy { huffman, indexing }, name, value);
        let at = format!("{huffman:?}, {indexing:?}: {name}");
        assert_eq!(choice.huffman[1], Some(coded), "{at}");
    }
}

/// Signs for the representation of each value: inserted, indexed, or without
/// indexing.
const KINDS: [(char, Kind); 3] = [('+', Incremental), ('=', Indexed), ('-', WithoutIndexing)];

fn kinds(signs: &str) -> Vec<Kind> {
    let kind = |sign| KINDS.iter().find(|(one, _)| *one == sign).unwrap().1;
    signs.chars().map(kind).collect()
}

/// With a table of 288 bytes, the history of ls-hpack has three fields.
#[test]
fn ls_hpack_indexes_fields_in_its_history() {
    for (maximum, values, expected) in [
        // Until three fields have been seen, all count as seen.
        (288, "abcdef", "+++---"),
        // Only the last three are remembered.
        (288, "abcdefd", "+++---+"),
        (288, "abcdefgd", "+++-----"),
        (287, "abcabc", "++-==-"),
        // Without a history, everything is inserted.
        (95, "abcd", "++++"),
    ] {
        let mut encoder = encoder(maximum, &[]);
        let mut chooser = Chooser::new(Indexing::LsHpack);
        let found = values.bytes().map(|value| {
            let value = [value];
            let field = FieldLine::new(b"x", &value);
            let choice = encoder.choose(&mut chooser, field);
            encoder.write(field, choice, &mut Vec::new());
            choice.kind
        });
        let found: Vec<Kind> = found.collect();
        assert_eq!(found, kinds(expected), "{maximum}: {values}");
    }
}

/// Blocks of one field each, with the expected representations under
/// look-ahead. A number sets the maximum before the next block; `L` is a long
/// name.
#[test]
fn look_ahead_inserts_only_reused_fields() {
    for (maximum, blocks, expected) in [
        (4096, "a:1 b:1 b:1", "-+="),
        // The table holds two entries: single-use fields do not evict the
        // reused one.
        (70, "z:1 a:1 b:1 a:1 c:1 d:1 a:1", "-+-=--="),
        // Likewise for a reused name.
        (100, "L:1 b:1 L:2 c:1 d:1 L:3", "+-----"),
        // The table holds one entry: a reused name is not worth evicting a
        // reused field.
        (34, "a:1 a:1 b:1 b:2 a:1", "+=--="),
        // The table is emptied before the entry is used.
        (4096, "a:1 0 b:1 4096 a:1 a:1", "--+="),
    ] {
        let (mut changes, mut fields) = (vec![Vec::new()], Vec::new());
        for word in blocks.split(' ') {
            let Some((name, value)) = word.split_once(':') else {
                let size = word.parse().unwrap();
                changes.last_mut().unwrap().push(Change::Maximum(size));
                continue;
            };
            let name = if name == "L" {
                "a-name-that-is-long"
            } else {
                name
            };
            fields.push([FieldLine::new(name.as_bytes(), value.as_bytes())]);
            changes.push(Vec::new());
        }
        let blocks_ahead = changes.iter().zip(&fields);
        let ahead: Vec<_> = blocks_ahead
            .map(|(changes, fields)| UpcomingBlock { changes, fields })
            .collect();
        let mut encoder = encoder(maximum, &[]);
        let policy = Indexing::LookAhead.into();
        let mut chooser = Chooser::with_lookahead(policy, &encoder, &ahead);
        let found = ahead.iter().map(|block| {
            for &change in block.changes {
                change.apply(&mut encoder).expect("within the limit");
            }
            let mut out = Vec::new();
            encoder.begin(&mut out);
            let choice = encoder.choose(&mut chooser, block.fields[0]);
            encoder.write(block.fields[0], choice, &mut out);
            choice.kind
        });
        let found: Vec<Kind> = found.collect();
        assert_eq!(found, kinds(expected), "{maximum}: {blocks}");
    }
}
