//! Shapes of tools that the samples do not show, splitting as the contract
//! has it, and the two sides of what is no header block.

use std::fs;

use input::{
    RefusalKind, Sender,
    paste::{self, Blocks, Options, Paste, Split},
};

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

fn blocks(paste: &Paste) -> Vec<String> {
    paste
        .blocks
        .iter()
        .map(|block| hex(&block.octets))
        .collect()
}

fn read(text: &str) -> Result<Paste, input::Refusal> {
    paste::read(text.as_bytes(), &Options::default())
}

#[test]
fn shapes_are_read() {
    let cases: [(&str, &[&str]); 48] = [
        ("<82864184 0f0d>", &["828641840f0d"]),
        ("{length = 3, bytes = 0x828684}", &["828684"]),
        ("new byte[3] { 0x82, 0x86, 0x84 };", &["828684"]),
        ("82-86-84-41", &["82868441"]),
        ("Dim b() As Byte = {&H82, &H86, &H84}", &["828684"]),
        (
            "const B: array[0..2] of Byte = ($82, $86, $84);",
            &["828684"],
        ),
        ("let d = Data([0x82, 0x86, 0x84])", &["828684"]),
        (
            "val b = byteArrayOf(0x82.toByte(), 0x86.toByte(), 4)",
            &["828604"],
        ),
        ("$b = \"\\x82\\x86\\x84\";", &["828684"]),
        ("hex2bin(\"828684\")", &["828684"]),
        ("SELECT x'828684';", &["828684"]),
        ("0x828684", &["828684"]),
        ("'\\x828684'::bytea", &["828684"]),
        ("b, _ := hex.DecodeString(\"828684\")", &["828684"]),
        ("Buffer.from(\"828684\", \"hex\")", &["828684"]),
        ("Buffer.from(\"goaEQYsI\", \"base64\")", &["828684418b08"]),
        ("const X: [u8; 3] = [0x82, 0x86, 0x84];", &["828684"]),
        ("vec![0x82u8, 0x86, 0x84]", &["828684"]),
        ("var b = [...]byte{0x82, 0x86, 0x84}", &["828684"]),
        (
            "static const uint8_t hdr[3] = { 0x82, 0x86, 0x84 };\nsize_t n = 3;",
            &["828684"],
        ),
        (
            "uint8_t a[] = {0x82,0x86};\nuint8_t b[] = {0x84};",
            &["8286", "84"],
        ),
        ("array('B', [130, 134, 132])", &["828684"]),
        (
            "$1 = {0x82, 0x86, 0x0 <repeats 5 times>, 0x84}",
            &["8286000000000084"],
        ),
        ("$1 = \"\\202\\206\\204\"", &["828684"]),
        (
            "0x7ffc:\t0x82\t0x86\t0x41\t0x8b\n0x8000:\t0x81",
            &["8286418b81"],
        ),
        (
            "0x7ffc40:\t0x8b418682\t0x0b5c9d08\n0x7ffc48:\t0x0bdc7081",
            &["8286418b089d5c0b8170dc0b"],
        ),
        ("[[130,134],[132]]", &["8286", "84"]),
        ("['8286','84']", &["8286", "84"]),
        ("[b'\\x82\\x86', b'\\x84']", &["8286", "84"]),
        ("{\"0\":130,\"1\":134}", &["8286"]),
        ("{\"stream\":1,\"hex\":\"82 86 84\"}", &["828684"]),
        ("{\"hex\":\"8286\"}\n{\"hex\":\"84\"}", &["8286", "84"]),
        (
            "\"\\130\\134A\\139\\b\\157\\\\\\v\\129p\\220\\v\\193\\NUL\\DEL\\EOT\"",
            &["8286418b089d5c0b8170dc0bc1007f04"],
        ),
        ("<<16#82,16#86>>", &["8286"]),
        ("#x82 #x86", &["8286"]),
        ("| 82 | 86 |\n| 84 | 41 |", &["82868441"]),
        ("Request 1:\n828684\n\nRequest 2:\nbe\n", &["828684", "be"]),
        ("2024-01-01 12:00:00 DEBUG hpack block: 828684", &["828684"]),
        ("echo 828684 | xxd -r -p", &["828684"]),
        ("echo -ne '\\x82\\x86\\x84' | nc h 80", &["828684"]),
        ("100000101000011010000100", &["828684"]),
        ("0b10000010, 0b10000110", &["8286"]),
        ("db 82h, 86h, 84h", &["828684"]),
        (".byte 0x82, 0x86", &["8286"]),
        ("0000000 -126 -122   65\n0000003", &["828641"]),
        (
            "   8286 84be 5808 6e6f 2d63 6163 6865      | ....X.no-cache",
            &["828684be58086e6f2d6361636865"],
        ),
        (
            "   8287 85bf 400a 6375 7374 6f6d 2d6b 6579 | ....@.custom-key\n   0c63 7573 746f 6d2d 7661 6c75 65        | .custom-value",
            &["828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565"],
        ),
        (
            "8286 8441 | ..A\n\n82 | == Indexed - Add ==",
            &["82868441", "82"],
        ),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, expected)| match read(text) {
            Ok(paste) if blocks(&paste) == *expected => None,
            Ok(paste) => Some(format!("{text}: {:?}", blocks(&paste))),
            Err(refusal) => Some(format!("{text}: {refusal}")),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_no_header_block_is_refused() {
    use RefusalKind::*;
    let cases = [
        ("82 86 4 8b 08 9d", OddDigits, (1, 8)),
        ("82 86 41\n8b O8 9d", BadDigit, (2, 4)),
        ("8286418b…", Truncated, (1, 9)),
        ("Uint8Array(300) [130, 134, 132, … ]", Truncated, (1, 33)),
        ("00000000: 8286 8441\n00000020: 9662", Offsets, (1, 1)),
        ("82 86\n00000000: 8441", Offsets, (1, 1)),
        ("82 | 86", Ambiguous, (1, 4)),
        ("0x82 86 41", Ambiguous, (1, 6)),
        ("[B@1b6d3586", Lossy, (1, 1)),
        ("* [HTTP/2] [1] [:path: /]", DecodedText, (1, 1)),
        ("GET / HTTP/1.1\nHost: x", DecodedText, (1, 1)),
        ("hello world", Prose, (1, 1)),
        ("# only a comment", Empty, (0, 0)),
        ("00000000  82\n*\n", Truncated, (2, 1)),
        ("00000000  82\n*\nffffffff\n", TooLarge, (2, 1)),
        ("/* 82 86", Truncated, (1, 1)),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, kind, place)| match read(text) {
            Err(refusal) if refusal.kind == *kind && (refusal.line, refusal.column) == *place => {
                None
            }
            Err(refusal) => Some(format!("{text}: {:?} {refusal}", refusal.kind)),
            Ok(paste) => Some(format!("{text}: {:?}", blocks(&paste))),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn where_two_notations_stand_the_likelier_is_read_and_the_other_named() {
    use paste::Format::*;
    let cases = [(
        "202 206 204 101",
        (Octal, "82868441"),
        (Decimal, "cacecc65"),
    )];
    for (text, (format, octets), (other, others)) in cases {
        let paste = read(text).unwrap();
        assert_eq!(
            (paste.format, blocks(&paste)),
            (format, vec![octets.to_owned()]),
            "{text}"
        );
        assert_eq!(
            paste.ambiguous.map(|label| label.other),
            Some(other),
            "{text}"
        );
        let options = Options {
            format: Some(other),
            ..Options::default()
        };
        let paste = paste::read(text.as_bytes(), &options).unwrap();
        assert_eq!(
            (blocks(&paste), paste.ambiguous),
            (vec![others.to_owned()], None),
            "{text}"
        );
    }
}

#[test]
fn marks_and_settings_are_of_their_blocks() {
    let text = "# initial table size 256\n> 828684\n# SETTINGS_HEADER_TABLE_SIZE 0\n# SETTINGS_HEADER_TABLE_SIZE 4096\n< 88\n> be\n";
    let paste = read(text).unwrap();
    let shown: Vec<_> = paste
        .blocks
        .iter()
        .map(|block| {
            (
                block.sender,
                hex(&block.octets),
                block.limit_changes.clone(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (Sender::Client, "828684".into(), vec![]),
            (Sender::Server, "88".into(), vec![0, 4096]),
            (Sender::Client, "be".into(), vec![]),
        ]
    );
    assert_eq!(paste.initial_table_size, Some(256));
}

#[test]
fn a_quoted_dump_has_no_sender() {
    let dump = "> 00000000: 8286 8441 8286 8441 8286 8441 8286 8441\n> 00000010: 8286\n";
    let paste = read(dump).unwrap();
    assert_eq!(
        (paste.blocks.len(), paste.blocks[0].sender),
        (1, Sender::Unknown)
    );
}

#[test]
fn lines_of_one_length_are_parted_by_what_is_well_formed() {
    // Each line is a request: joined, :method would stand twice.
    let lines = read("828684\n828684\n").unwrap();
    assert_eq!(
        (lines.blocks.len(), lines.split, lines.other),
        (2, Split::Lines, Some(Blocks::Blank))
    );
    assert_eq!(lines.problems.len(), 1);
    // As lines and joined these are well-formed, and nothing decides it.
    let either = read("9090\n9090\n").unwrap();
    assert_eq!((either.blocks.len(), either.problems.len()), (2, 1));
    // Only together these have the pseudo-header fields of a request, or each
    // is a field of a response: that is said.
    for parts in [
        "8286\n8490\n",
        "82\n86\n84\n4103616263\n",
        "88\n90\n5f0161\n",
    ] {
        let paste = read(parts).unwrap();
        assert_eq!(
            (paste.blocks.len(), paste.other, paste.problems.len()),
            (parts.lines().count(), Some(Blocks::Blank), 1),
            "{parts}"
        );
    }
    // A response and its trailers, and two requests.
    for blocks in ["88\n5f0161\n", "8286\n828684\n"] {
        let paste = read(blocks).unwrap();
        assert_eq!(
            (paste.blocks.len(), paste.problems.len()),
            (2, 0),
            "{blocks}"
        );
    }
    // Lines of different lengths, each whole, are blocks.
    assert_eq!(
        read("8286\n828684\n").map(|paste| paste.blocks.len()),
        Ok(2)
    );
    // Lines that are whole only together are one block.
    assert_eq!(
        read("82868441\n0161\n").map(|paste| paste.blocks.len()),
        Ok(1)
    );
    let joined = paste::read(
        b"828684\n828684\n",
        &Options {
            blocks: Blocks::Blank,
            format: None,
            ..Options::default()
        },
    )
    .unwrap();
    assert_eq!(blocks(&joined), ["828684828684"]);
}

/// Header blocks of the shared data that must not be taken for frames or
/// another notation: skipped where the folder is absent.
#[test]
fn plain_hex_is_never_taken_for_something_else() {
    let Some(file) = testing::shared("malformed/malformed.json") else {
        return;
    };
    let cases = fs::read_to_string(&file).unwrap();
    let cases: serde_json::Value = serde_json::from_str(&cases).unwrap();
    for case in cases["cases"].as_array().unwrap() {
        let Some(expected) = case["hex"]
            .as_str()
            .filter(|hex| case["layer"] != "frames" && !hex.is_empty())
        else {
            continue;
        };
        match paste::read(
            expected.as_bytes(),
            &Options {
                blocks: Blocks::Blank,
                format: None,
                ..Options::default()
            },
        ) {
            Ok(paste) => assert_eq!(blocks(&paste), [expected], "{}", case["name"]),
            Err(refusal) => panic!("{}: {expected}: {refusal}", case["name"]),
        }
    }
}

#[test]
fn an_empty_block_stays_in_its_place() {
    let cases: [(&str, &[&str]); 5] = [
        (
            r#"{"cases":[{"wire":"8286"},{"wire":""},{"wire":"84"}]}"#,
            &["8286", "", "84"],
        ),
        (
            r#"{"cases":[{"wire":"82","headers":[{":method":"GET"}]},{"wire":"","headers":[]}]}"#,
            &["82", ""],
        ),
        (r#"[{"wire":""},{"wire":"8286"}]"#, &["", "8286"]),
        (r#"["","82"]"#, &["", "82"]),
        (r#"["82","","8286"]"#, &["82", "", "8286"]),
    ];
    for (text, expected) in cases {
        let paste = read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!(blocks(&paste), expected, "{text}");
    }
    assert_eq!(read(r#"[""]"#).unwrap_err().kind, RefusalKind::Empty);
}
