//! `hpack-inspect encode` as others call it, and back through `decode`.

use crate::support::{self, Run, run};
use inspect::policies::Named;
use serde_json::Value;

fn encode(arguments: &[&str], input: &str) -> Run {
    run("encode", arguments, input.as_bytes())
}

const C4: &str = r#"[
  [[":method", "GET"], [":scheme", "http"], [":path", "/"], [":authority", "www.example.com"]],
  [[":method", "GET"], [":scheme", "http"], [":path", "/"], [":authority", "www.example.com"],
   ["cache-control", "no-cache"]],
  [[":method", "GET"], [":scheme", "https"], [":path", "/index.html"],
   [":authority", "www.example.com"], ["custom-key", "custom-value"]]
]"#;

#[test]
fn the_requests_of_c3_and_c4() {
    let cases: [(&[&str], &str); 5] = [
        (
            &[],
            "828684418cf1e3c2e5f23a6ba0ab90f4ff\n828684be5886a8eb10649cbf\n\
             828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf\n",
        ),
        (
            &["--huffman", "never", "--policy", "always", "-"],
            "828684410f7777772e6578616d706c652e636f6d\n828684be58086e6f2d6361636865\n\
             828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565\n",
        ),
        (
            &["--policy", "never", "--huffman", "never"],
            "828684010f7777772e6578616d706c652e636f6d\n\
             828684010f7777772e6578616d706c652e636f6d0f09086e6f2d6361636865\n\
             828785010f7777772e6578616d706c652e636f6d000a637573746f6d2d6b65790c637573746f6d2d76616c7565\n",
        ),
        (
            &["--max-table-size", "0"],
            "20828684418cf1e3c2e5f23a6ba0ab90f4ff\n\
             828684418cf1e3c2e5f23a6ba0ab90f4ff5886a8eb10649cbf\n\
             828785418cf1e3c2e5f23a6ba0ab90f4ff408825a849e95ba97d7f8925a849e95bb8e8b4bf\n",
        ),
        (
            &["--frames"],
            "000011010500000001828684418cf1e3c2e5f23a6ba0ab90f4ff\n\
             00000c010500000003828684be5886a8eb10649cbf\n\
             000018010500000005828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf\n",
        ),
    ];
    for (arguments, out) in cases {
        let run = encode(arguments, C4);
        assert_eq!(
            (run.status, &run.out[..], &run.err[..]),
            (0, out, ""),
            "{arguments:?}"
        );
    }
}

/// A connection begins with 4,096: what is written behind a smaller limit is
/// read where the limit is in force from the start, and where it was announced
/// and acknowledged before the first block.
#[test]
fn a_block_behind_another_limit_can_be_read() {
    for limit in ["0", "100", "4096", "8192"] {
        let run = encode(&["--max-table-size", limit], C4);
        let blocks = run.out;
        let announced = format!("# SETTINGS_HEADER_TABLE_SIZE {limit}\n{blocks}");
        let read = support::run("decode", &["--max-table-size", limit], blocks.as_bytes());
        // Two size updates in front are legal, and noted.
        assert_eq!(read.status, 0, "{limit}: {}", read.err);
        let read = support::run("decode", &[], announced.as_bytes());
        assert_eq!(read.status, 0, "{limit}: {}", read.err);
    }
}

#[test]
fn a_single_header_list_needs_no_list_around_it() {
    for fields in [
        r#"[":method", "GET"], [":path", "/"]"#,
        r#"{"name": ":method", "value": "GET"}, [":path", "/"]"#,
    ] {
        for input in [format!("[{fields}]"), format!("[[{fields}]]")] {
            let run = encode(&[], &input);
            assert_eq!(
                (run.status, &run.out[..]),
                (0, "8284\n"),
                "{input}: {}",
                run.err
            );
        }
    }
    assert_eq!(encode(&[], "[[], [[\"a\", \"b\"]]]").out, "\n4001610162\n");
}

/// Name, value and representation of every field that `decode` finds.
fn fields(report: &str) -> Vec<Vec<(Value, Value, bool)>> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    let directions = report["connections"][0]["directions"].as_array().cloned();
    let blocks = directions
        .unwrap_or_default()
        .into_iter()
        .flat_map(|direction| direction["blocks"].as_array().cloned().unwrap_or_default());
    blocks
        .map(|block| {
            let items = block["items"].as_array().cloned().unwrap_or_default();
            items
                .into_iter()
                .filter(|item| item["kind"] == "field")
                .map(|item| {
                    let never = item["representation"] == "never";
                    let text = |key: &str, hex: &str| item.get(hex).unwrap_or(&item[key]).clone();
                    (text("name", "nameHex"), text("value", "valueHex"), never)
                })
                .collect()
        })
        .collect()
}

#[test]
fn what_decode_prints_is_encoded_again() {
    let input = "> 3fe101 8286 84 4001780179 1001 ff01 6110 0161 0162\n< 88\n> 82 be\n";
    let before = run("decode", &["--format", "json"], input.as_bytes());
    assert_eq!(before.status, 0, "{}{}", before.out, before.err);
    for policy in [
        "always",
        "never",
        "look-ahead",
        "nghttp2",
        "firefox",
        "nginx",
    ] {
        let encoded = encode(&["--policy", policy], &before.out);
        assert_eq!(encoded.status, 0, "{}", encoded.err);
        assert!(encoded.out.starts_with("> "), "{}", encoded.out);
        let after = run("decode", &["--format", "json"], encoded.out.as_bytes());
        assert_eq!(after.status, 0, "{}{}", after.out, after.err);
        assert_eq!(fields(&after.out), fields(&before.out), "{policy}");
    }
}

#[test]
fn every_policy_is_read_by_decode() {
    let help = run("encode", &["--help"], b"");
    assert_eq!(help.status, 0);
    for policy in inspect::policies::Indexing::ALL {
        assert!(help.out.contains(policy.id()), "{}", policy.id());
        let encoded = encode(&["--policy", policy.id()], C4);
        assert_eq!(encoded.status, 0, "{}", encoded.err);
        let decoded = run("decode", &["--format", "json"], encoded.out.as_bytes());
        assert_eq!(decoded.status, 0, "{}", decoded.err);
        let lists: Vec<Vec<(Value, Value)>> = serde_json::from_str(C4).expect("JSON");
        let found: Vec<Vec<(Value, Value)>> = fields(&decoded.out)
            .into_iter()
            .map(|list| {
                list.into_iter()
                    .map(|(name, value, _)| (name, value))
                    .collect()
            })
            .collect();
        assert_eq!(found, lists, "{}", policy.id());
    }
}

#[test]
fn secrets_are_never_indexed() {
    let input = r#"[[["authorization", "a"], {"name": "x", "value": "y", "sensitive": true},
        {"name": "x", "value": "y", "neverIndexed": true}, {"nameHex": "ff", "valueHex": "00"}]]"#;
    let run = encode(&["--huffman", "never"], input);
    assert_eq!(
        run.out,
        "1f0801611001780179 1001780179 4001ff0100\n".replace(' ', "")
    );
}

#[test]
fn what_cannot_be_understood_is_refused_with_its_place() {
    let cases = [
        ("", "line 1, column 1: EOF while parsing a value."),
        ("[]", "There is no header list to encode."),
        (
            r#"[[["a", "b"]], ["c", "d"]]"#,
            "line 1, column 26: fields and header lists are mixed: each list needs its own brackets.",
        ),
        (
            "[[[\"a\"]]]",
            "line 1, column 7: invalid length 1, expected [name, value].",
        ),
        (
            "[\n [[\"ä\", 1]]]",
            "line 2, column 9: invalid type: integer `1`, expected a string.",
        ),
        (
            "7",
            "line 1, column 1: invalid type: integer `7`, expected a list of header lists, or what `decode --format json` prints.",
        ),
        (
            r#"[[{"name": "a", "valueHex": "0"}]]"#,
            "the value “0” is not pairs of hex digits",
        ),
        (
            r#"[[{"name": "a", "value": null}]]"#,
            "a field whose value is not known cannot be encoded",
        ),
    ];
    for (input, reason) in cases {
        let run = encode(&[], input);
        assert_eq!((run.status, &run.out[..]), (2, ""), "{input}");
        assert!(
            run.err.starts_with("hpack-inspect: standard input: "),
            "{input}: {}",
            run.err
        );
        assert!(run.err.contains(reason), "{input}: {}", run.err);
    }
    for arguments in [
        &["--policy", "none"][..],
        &["--huffman", "2"],
        &["/no/such/file"],
    ] {
        let run = encode(arguments, "[[]]");
        assert_eq!((run.status, &run.out[..]), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn reads_no_more_than_lists_can_have() {
    let run = support::run("encode", &["/dev/zero"], b"");
    assert_eq!((run.status, &*run.out), (2, ""));
    assert!(run.err.contains("more than 64 MiB"), "{}", run.err);
}
