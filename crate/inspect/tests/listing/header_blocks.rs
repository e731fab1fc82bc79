// Save as tests/header_blocks.rs in a package, and run:
//   cargo add --dev fluke-hpack
//   cargo test

type Field = (&'static [u8], &'static [u8]);

/// Title, SETTINGS_HEADER_TABLE_SIZE values acknowledged before the block, the
/// block in hex, and its fields; `None` if it must be rejected.
type Case = (
    &'static str,
    &'static [usize],
    &'static str,
    Option<&'static [Field]>,
);

#[rustfmt::skip]
const CASES: &[Case] = &[
    (
        "The table before block 1",
        &[256],
        "3fe10182",
        Some(&[
            (b":method", b"GET"),
        ]),
    ),
    (
        "Block 1, client",
        &[],
        "828684410f7777772e6578616d706c652e636f6d",
        Some(&[
            (b":method", b"GET"),
            (b":scheme", b"http"),
            (b":path", b"/"),
            (b":authority", b"www.example.com"),
        ]),
    ),
    (
        "Block 4, client",
        &[128],
        "3f618286be58086e6f2d6361636865",
        Some(&[
            (b":method", b"GET"),
            (b":scheme", b"http"),
            (b":authority", b"www.example.com"),
            (b"cache-control", b"no-cache"),
        ]),
    ),
    (
        "Block 5, client",
        &[],
        "8287bfbe",
        Some(&[
            (b":method", b"GET"),
            (b":scheme", b"https"),
            (b":authority", b"www.example.com"),
            (b"cache-control", b"no-cache"),
        ]),
    ),
    (
        "Block 7, client",
        &[],
        "82",
        Some(&[
            (b":method", b"GET"),
        ]),
    ),
    (
        "The table before block 2",
        &[256],
        "203fe10182",
        Some(&[
            (b":method", b"GET"),
        ]),
    ),
    // truncated-string: the string at byte 6 claims to be 128 bytes long, but only 1 is left
    (
        "Block 2, server",
        &[],
        "884003736574ff0161",
        None,
    ),
    (
        "The table before block 3",
        &[256],
        "203fe10182",
        Some(&[
            (b":method", b"GET"),
        ]),
    ),
    (
        "Block 3, server",
        &[],
        "88400373657405c3a9225c0a",
        Some(&[
            (b":status", b"200"),
            (b"set", b"\xc3\xa9\"\\\x0a"),
        ]),
    ),
    (
        "Block 6, server",
        &[],
        "be",
        Some(&[
            (b"set", b"\xc3\xa9\"\\\x0a"),
        ]),
    ),
];

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

#[test]
fn header_blocks() {
    let mut decoder = fluke_hpack::Decoder::new();
    for (name, limits, wire, fields) in CASES {
        for &limit in *limits {
            decoder.set_max_allowed_table_size(limit);
        }
        let decoded = decoder.decode(&bytes(wire));
        let Some(fields) = fields else {
            assert!(decoded.is_err(), "{name} must be rejected");
            decoder = fluke_hpack::Decoder::new();
            continue;
        };
        let decoded = decoded.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let decoded: Vec<_> = decoded
            .iter()
            .map(|(name, value)| (name.as_slice(), value.as_slice()))
            .collect();
        assert_eq!(decoded, *fields, "{name}");
    }
}
