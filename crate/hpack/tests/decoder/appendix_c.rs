//! RFC 7541, Appendix C.2 to C.6: representations, fields, evictions and table of
//! every block.

use crate::support::{hex, steps::record_with};
use hpack_core::{
    Decoder, DynamicTable, History, Kind,
    Kind::{Incremental, Indexed, NeverIndexed, WithoutIndexing},
    dynamic_table::DEFAULT_MAXIMUM,
    huffman::HuffmanDecoder,
};
use hpack_engines::huffman::HuffmanEngine;

type Pair = (&'static str, &'static str);

/// Blocks that share a table.
struct Example {
    section: &'static str,
    /// Initial limit and maximum, bytes.
    limit: u32,
    blocks: &'static [Block],
}

struct Block {
    section: &'static str,
    hex: &'static str,
    kinds: &'static [Kind],
    fields: &'static [Pair],
    /// Evicted entries, oldest first.
    evicted: &'static [Pair],
    /// Sizes and entries of the table after it, newest first.
    table: &'static [(u64, Pair)],
    size: u64,
}

const AUTHORITY: Pair = (":authority", "www.example.com");
const NO_CACHE: Pair = ("cache-control", "no-cache");
const CUSTOM: Pair = ("custom-key", "custom-value");
const GET: Pair = (":method", "GET");
const HTTP: Pair = (":scheme", "http");
const HTTPS: Pair = (":scheme", "https");
const ROOT: Pair = (":path", "/");
const INDEX_HTML: Pair = (":path", "/index.html");
const STATUS_200: Pair = (":status", "200");
const STATUS_302: Pair = (":status", "302");
const STATUS_307: Pair = (":status", "307");
const PRIVATE: Pair = ("cache-control", "private");
const DATE_21: Pair = ("date", "Mon, 21 Oct 2013 20:13:21 GMT");
const DATE_22: Pair = ("date", "Mon, 21 Oct 2013 20:13:22 GMT");
const LOCATION: Pair = ("location", "https://www.example.com");
const GZIP: Pair = ("content-encoding", "gzip");
const SET_COOKIE: Pair = (
    "set-cookie",
    "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
);

const fn request_1(section: &'static str, hex: &'static str) -> Block {
    Block {
        section,
        hex,
        kinds: &[Indexed, Indexed, Indexed, Incremental],
        fields: &[GET, HTTP, ROOT, AUTHORITY],
        evicted: &[],
        table: &[(57, AUTHORITY)],
        size: 57,
    }
}

const fn request_2(section: &'static str, hex: &'static str) -> Block {
    Block {
        section,
        hex,
        kinds: &[Indexed, Indexed, Indexed, Indexed, Incremental],
        fields: &[GET, HTTP, ROOT, AUTHORITY, NO_CACHE],
        evicted: &[],
        table: &[(53, NO_CACHE), (57, AUTHORITY)],
        size: 110,
    }
}

const fn request_3(section: &'static str, hex: &'static str) -> Block {
    Block {
        section,
        hex,
        kinds: &[Indexed, Indexed, Indexed, Indexed, Incremental],
        fields: &[GET, HTTPS, INDEX_HTML, AUTHORITY, CUSTOM],
        evicted: &[],
        table: &[(54, CUSTOM), (53, NO_CACHE), (57, AUTHORITY)],
        size: 164,
    }
}

const fn response_1(section: &'static str, hex: &'static str) -> Block {
    Block {
        section,
        hex,
        kinds: &[Incremental; 4],
        fields: &[STATUS_302, PRIVATE, DATE_21, LOCATION],
        evicted: &[],
        table: &[
            (63, LOCATION),
            (65, DATE_21),
            (52, PRIVATE),
            (42, STATUS_302),
        ],
        size: 222,
    }
}

const fn response_2(section: &'static str, hex: &'static str) -> Block {
    Block {
        section,
        hex,
        kinds: &[Incremental, Indexed, Indexed, Indexed],
        fields: &[STATUS_307, PRIVATE, DATE_21, LOCATION],
        evicted: &[STATUS_302],
        table: &[
            (42, STATUS_307),
            (63, LOCATION),
            (65, DATE_21),
            (52, PRIVATE),
        ],
        size: 222,
    }
}

const fn response_3(section: &'static str, hex: &'static str) -> Block {
    Block {
        section,
        hex,
        kinds: &[
            Indexed,
            Indexed,
            Incremental,
            Indexed,
            Incremental,
            Incremental,
        ],
        fields: &[STATUS_200, PRIVATE, DATE_22, LOCATION, GZIP, SET_COOKIE],
        evicted: &[PRIVATE, DATE_21, LOCATION, STATUS_307],
        table: &[(98, SET_COOKIE), (52, GZIP), (65, DATE_22)],
        size: 215,
    }
}

const EXAMPLES: [Example; 8] = [
    Example {
        section: "C.2.1",
        limit: DEFAULT_MAXIMUM,
        blocks: &[Block {
            section: "C.2.1",
            hex: "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
            kinds: &[Incremental],
            fields: &[("custom-key", "custom-header")],
            evicted: &[],
            table: &[(55, ("custom-key", "custom-header"))],
            size: 55,
        }],
    },
    Example {
        section: "C.2.2",
        limit: DEFAULT_MAXIMUM,
        blocks: &[Block {
            section: "C.2.2",
            hex: "040c 2f73 616d 706c 652f 7061 7468",
            kinds: &[WithoutIndexing],
            fields: &[(":path", "/sample/path")],
            evicted: &[],
            table: &[],
            size: 0,
        }],
    },
    Example {
        section: "C.2.3",
        limit: DEFAULT_MAXIMUM,
        blocks: &[Block {
            section: "C.2.3",
            hex: "1008 7061 7373 776f 7264 0673 6563 7265 74",
            kinds: &[NeverIndexed],
            fields: &[("password", "secret")],
            evicted: &[],
            table: &[],
            size: 0,
        }],
    },
    Example {
        section: "C.2.4",
        limit: DEFAULT_MAXIMUM,
        blocks: &[Block {
            section: "C.2.4",
            hex: "82",
            kinds: &[Indexed],
            fields: &[GET],
            evicted: &[],
            table: &[],
            size: 0,
        }],
    },
    Example {
        section: "C.3",
        limit: DEFAULT_MAXIMUM,
        blocks: &[
            request_1("C.3.1", "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d"),
            request_2("C.3.2", "8286 84be 5808 6e6f 2d63 6163 6865"),
            request_3(
                "C.3.3",
                "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
            ),
        ],
    },
    Example {
        section: "C.4",
        limit: DEFAULT_MAXIMUM,
        blocks: &[
            request_1("C.4.1", "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"),
            request_2("C.4.2", "8286 84be 5886 a8eb 1064 9cbf"),
            request_3(
                "C.4.3",
                "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
            ),
        ],
    },
    Example {
        section: "C.5",
        limit: 256,
        blocks: &[
            response_1(
                "C.5.1",
                "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 \
                 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 \
                 6c65 2e63 6f6d",
            ),
            response_2("C.5.2", "4803 3330 37c1 c0bf"),
            response_3(
                "C.5.3",
                "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d \
                 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 \
                 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e \
                 3d31",
            ),
        ],
    },
    Example {
        section: "C.6",
        limit: 256,
        blocks: &[
            response_1(
                "C.6.1",
                "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 \
                 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
            ),
            response_2("C.6.2", "4883 640e ffc1 c0bf"),
            response_3(
                "C.6.3",
                "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab \
                 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f \
                 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
            ),
        ],
    },
];

fn pair<'a>(name: Option<&'a [u8]>, value: Option<&'a [u8]>) -> (&'a str, &'a str) {
    let text = |bytes: Option<&'a [u8]>| std::str::from_utf8(bytes.expect("known")).expect("ASCII");
    (text(name), text(value))
}

fn check(example: &Example, huffman: impl HuffmanDecoder + Copy) {
    let table = DynamicTable::new(example.limit, example.limit, History::Kept);
    let mut decoder = Decoder::with_table(table);
    for block in example.blocks {
        let section = block.section;
        assert!(section.starts_with(example.section));
        let record = record_with(&mut decoder, huffman, &hex(block.hex));
        let (fields, error) = record.decoded();
        assert_eq!(error, None, "{section}");
        let found: Vec<_> = fields
            .iter()
            .map(|field| pair(field.name.as_deref(), field.value.as_deref()))
            .collect();
        assert_eq!(found, block.fields, "{section}");
        let kinds: Vec<_> = record.steps.iter().map(|step| step.kind).collect();
        assert_eq!(kinds, block.kinds, "{section}");
        let field_kinds: Vec<_> = fields.iter().map(|field| field.kind).collect();
        assert_eq!(field_kinds, block.kinds, "{section}");
        let table = decoder.table();
        let evicted: Vec<_> = record
            .steps
            .iter()
            .flat_map(|step| step.evicted.clone())
            .map(|position| {
                let entry = table.entry(position).expect("history is kept");
                pair(entry.name, entry.value)
            })
            .collect();
        assert_eq!(evicted, block.evicted, "{section}");
        let entries: Vec<_> = table
            .entries()
            .map(|entry| (entry.size, pair(entry.name, entry.value)))
            .collect();
        assert_eq!(entries, block.table, "{section}");
        assert_eq!(table.size(), block.size, "{section}");
        assert_eq!(table.count(), block.table.len(), "{section}");
        assert_eq!(table.state().maximum(), example.limit, "{section}");
    }
}

#[test]
fn decodes_examples_with_every_engine() {
    for engine in HuffmanEngine::ALL {
        for example in &EXAMPLES {
            check(example, engine);
        }
    }
}
