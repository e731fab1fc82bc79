//! RFC 7541 Appendix C: its header lists encode to its blocks.

use crate::support::hex;
use hpack_core::{
    DynamicTable, Encoder, FieldLine, History, Kind,
    encoder::{Choice, Huffman, Matches, Policy},
};

/// Indexes every field, with that coding of its strings.
struct Always(Huffman);

impl Policy for Always {
    fn choose(&mut self, _: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        found
            .indexed_or(Kind::Incremental)
            .with_huffman(self.0, self.0)
    }
}

type List = &'static [(&'static str, &'static str)];

/// Section, maximum, coding, lists and blocks.
type Sequence = (&'static str, u32, Huffman, [List; 3], [&'static str; 3]);

/// Section, name, value, representation, index and block.
type Single = (
    &'static str,
    &'static str,
    &'static str,
    Kind,
    Option<u32>,
    &'static str,
);

const REQUESTS: [List; 3] = [
    &[
        (":method", "GET"),
        (":scheme", "http"),
        (":path", "/"),
        (":authority", "www.example.com"),
    ],
    &[
        (":method", "GET"),
        (":scheme", "http"),
        (":path", "/"),
        (":authority", "www.example.com"),
        ("cache-control", "no-cache"),
    ],
    &[
        (":method", "GET"),
        (":scheme", "https"),
        (":path", "/index.html"),
        (":authority", "www.example.com"),
        ("custom-key", "custom-value"),
    ],
];

const RESPONSES: [List; 3] = [
    &[
        (":status", "302"),
        ("cache-control", "private"),
        ("date", "Mon, 21 Oct 2013 20:13:21 GMT"),
        ("location", "https://www.example.com"),
    ],
    &[
        (":status", "307"),
        ("cache-control", "private"),
        ("date", "Mon, 21 Oct 2013 20:13:21 GMT"),
        ("location", "https://www.example.com"),
    ],
    &[
        (":status", "200"),
        ("cache-control", "private"),
        ("date", "Mon, 21 Oct 2013 20:13:22 GMT"),
        ("location", "https://www.example.com"),
        ("content-encoding", "gzip"),
        (
            "set-cookie",
            "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
        ),
    ],
];

#[test]
fn encodes_sequences_of_c3_to_c6() {
    let cases: [Sequence; 4] = [
        (
            "C.3",
            4096,
            Huffman::Never,
            REQUESTS,
            [
                "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
                "8286 84be 5808 6e6f 2d63 6163 6865",
                "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
            ],
        ),
        (
            "C.4",
            4096,
            Huffman::Shorter,
            REQUESTS,
            [
                "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
                "8286 84be 5886 a8eb 1064 9cbf",
                "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
            ],
        ),
        (
            "C.5",
            256,
            Huffman::Never,
            RESPONSES,
            [
                "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133
                 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70
                 6c65 2e63 6f6d",
                "4803 3330 37c1 c0bf",
                "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d
                 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049
                 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e
                 3d31",
            ],
        ),
        (
            // The RFC Huffman-codes “307” although that saves nothing.
            "C.6",
            256,
            Huffman::Always,
            RESPONSES,
            [
                "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6
                 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
                "4883 640e ffc1 c0bf",
                "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab
                 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f
                 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
            ],
        ),
    ];
    for (name, maximum, huffman, lists, blocks) in cases {
        let table = DynamicTable::new(maximum, maximum, History::Forgotten);
        let mut encoder = Encoder::with_table(table);
        let mut policy = Always(huffman);
        for (list, block) in lists.into_iter().zip(blocks) {
            let mut out = Vec::new();
            encoder.encode_with(&mut policy, list.iter().copied(), &mut out);
            assert_eq!(out, hex(block), "{name}: {list:?}");
        }
    }
}

#[test]
fn encodes_representations_of_c2() {
    let cases: [Single; 4] = [
        (
            "C.2.1",
            "custom-key",
            "custom-header",
            Kind::Incremental,
            None,
            "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
        ),
        (
            "C.2.2",
            ":path",
            "/sample/path",
            Kind::WithoutIndexing,
            Some(4),
            "040c 2f73 616d 706c 652f 7061 7468",
        ),
        (
            "C.2.3",
            "password",
            "secret",
            Kind::NeverIndexed,
            None,
            "1008 7061 7373 776f 7264 0673 6563 7265 74",
        ),
        ("C.2.4", ":method", "GET", Kind::Indexed, Some(2), "82"),
    ];
    for (place, name, value, kind, index, block) in cases {
        let mut encoder = Encoder::default();
        let choice = Choice::new(kind, index).with_huffman(Huffman::Never, Huffman::Never);
        let mut out = Vec::new();
        let written = encoder.write((name, value).into(), choice, &mut out);
        assert_eq!(out, hex(block), "{place}");
        assert_eq!(written.range, 0..out.len(), "{place}");
        let count = usize::from(kind == Kind::Incremental);
        assert_eq!(encoder.table().count(), count, "{place}");
    }
}
