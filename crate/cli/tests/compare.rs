//! `hpack-inspect compare`: two blocks, or two sessions, side by side.

use std::path::PathBuf;

use crate::support::{Run, run};
use serde_json::{Value, json};

/// RFC 7541 C.4.1 and C.4.2.
const LEFT: &str = "828684418cf1e3c2e5f23a6ba0ab90f4ff\n828684be5886a8eb10649cbf\n";

/// The same fields, the first block's host not Huffman-coded.
const RIGHT: &str = "82868441 0f7777772e6578616d706c652e636f6d\n828684be5886a8eb10649cbf\n";

/// A file that is removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let name = format!("hpack-compare-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Compares `left`, on standard input, with `right`, in a file of that name.
fn compare(name: &str, left: &str, right: &str, arguments: &[&str]) -> Run {
    let right = File::new(name, right);
    let sides = ["-", right.0.to_str().unwrap()];
    run("compare", &[&sides, arguments].concat(), left.as_bytes())
}

fn json_of(run: &Run) -> Value {
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn sessions_are_compared_pair_by_pair() {
    let said = compare("pairs", LEFT, RIGHT, &["--format", "json"]);
    let said = json_of(&said);
    assert_eq!(said["schema"], "hpack-inspector-compare/1");
    assert_eq!(said["left"]["file"], "standard input");
    let totals = &said["totals"];
    assert_eq!(
        (&totals["same"], &totals["encoding"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(totals["leftBytes"], 29);
    let pairs = json!([
        { "left": 0, "right": 0, "verdict": "encoding", "leftBytes": 17, "rightBytes": 20 },
        { "left": 1, "right": 1, "verdict": "same", "leftBytes": 12, "rightBytes": 12 },
    ]);
    assert_eq!(said["pairs"], pairs);
    let table = compare("pairs-table", LEFT, RIGHT, &[]);
    assert_eq!(table.status, 0, "{}", table.err);
    let rows: Vec<&str> = table.out.lines().skip(6).collect();
    assert_eq!(
        rows,
        [
            "other bytes       1      1       17       20  GET /",
            "same              2      2       12       12  GET /",
        ]
    );
}

#[test]
fn blocks_are_compared_field_by_field() {
    let arguments = [
        "--left-block",
        "1",
        "--right-block",
        "2",
        "--format",
        "json",
    ];
    let said = json_of(&compare("blocks", LEFT, LEFT, &arguments));
    assert_eq!(said["verdict"], "fields");
    assert_eq!(said["counts"]["same"], 3);
    assert_eq!(said["counts"]["encoding"], 1);
    let host = &said["lines"][3];
    assert_eq!(host["what"], "encoding");
    assert_eq!(host["left"]["representation"], "incremental");
    assert_eq!(host["left"]["valueHuffman"], true);
    assert_eq!(host["right"]["index"], 62);
    assert_eq!(host["right"]["bytes"], 1);
    assert_eq!(said["lines"][4]["right"]["value"], "no-cache");
    assert_eq!(
        said["tables"]["after"]["rightEntries"][0]["name"],
        "cache-control"
    );

    let table = compare("blocks-table", LEFT, RIGHT, &["--block", "1"]).out;
    assert!(
        table.contains("differs: the same fields in other bytes"),
        "{table}"
    );
    for line in [
        "  same           indexed         2      1 B  :method: GET",
        "  other bytes <  incremental     1     14 B  :authority: www.example.com  [value Huffman-coded]",
        "              >  incremental     1     17 B  :authority: www.example.com",
    ] {
        assert!(table.lines().any(|said| said == line), "{line}\n{table}");
    }
}

#[test]
fn two_single_blocks_need_no_number_and_the_same_is_said_to_be() {
    let table = compare("single", "8286\n", "82 86\n", &[]).out;
    assert!(
        table.contains("same: the same fields in the same bytes"),
        "{table}"
    );
    assert!(
        table.lines().any(|line| line.contains(":scheme: http")),
        "{table}"
    );
}

#[test]
fn what_cannot_be_compared_is_refused_with_a_reason() {
    for (name, right, arguments, reason) in [
        (
            "nothing",
            "nothing of that",
            &[][..],
            "hpack-compare-nothing",
        ),
        (
            "no-block",
            LEFT,
            &["--block", "3"],
            "no block 3, only 2 blocks",
        ),
        (
            "one-block",
            LEFT,
            &["--left-block", "1"],
            "a block for each side",
        ),
        (
            "no-connection",
            LEFT,
            &["--connection", "1"],
            "no connection 1",
        ),
        ("zero", LEFT, &["--block", "0"], "0 is not in 1.."),
    ] {
        let run = compare(name, LEFT, right, arguments);
        assert_eq!((run.status, &run.out[..]), (2, ""), "{name}");
        assert!(run.err.contains(reason), "{name}: {}", run.err);
    }
    let run = run("compare", &["-", "-"], LEFT.as_bytes());
    assert_eq!(run.status, 2);
    assert!(run.err.contains("not both"), "{}", run.err);
}

#[test]
fn a_terminal_gets_nothing_to_obey() {
    // A literal whose value turns the terminal red.
    let hostile = "00016105 1b5b33316d\n";
    let table = compare("hostile", hostile, "000161 0131\n", &[]).out;
    assert!(!table.contains('\u{1b}'), "{table}");
    assert!(table.contains("\\u{1b}[31m"), "{table}");
}

#[test]
fn a_connection_of_a_capture_is_compared_with_another() {
    let captures = testing::data("captures");
    let name = |name: &str| captures.join(name).to_str().unwrap().to_owned();
    let push = name("d04-nghttp-nghttpd-push-pad.pcap");
    let itself = json_of(&run("compare", &[&push, &push, "--format", "json"], b""));
    let blocks = itself["left"]["blocks"].as_u64().unwrap();
    assert!(blocks > 2, "{itself}");
    assert_eq!(itself["totals"]["same"], blocks);
    for pair in itself["pairs"].as_array().unwrap() {
        assert_eq!(pair["left"], pair["right"]);
    }
    // Its two connections.
    let arguments = [&push, &push, "--right-connection", "1", "--format", "json"];
    let two = json_of(&run("compare", &arguments, b""));
    assert_eq!(
        (&two["left"]["connection"], &two["right"]["connection"]),
        (&json!(0), &json!(1))
    );

    // With a key log, against the pasted blocks of the same connection.
    let tls = name("d03-curl-nginx-tls13.pcap");
    let keys = name("d03-curl-nginx-tls13.keys.log");
    let pasted = name("d03-curl-nginx-tls13.c2s.blocks.txt");
    let arguments = [&tls, &pasted, "--keylog", &keys, "--format", "json"];
    let said = json_of(&run("compare", &arguments, b""));
    let requests = said["right"]["blocks"].as_u64().unwrap();
    assert_eq!(said["totals"]["same"], requests, "{said}");
    assert_eq!(said["totals"]["right"], 0);
}

/// An ambiguous text, and blocks from the middle of a connection.
#[test]
fn both_sides_are_read_as_they_are_said_to_be() {
    let (octal, middle) = ("202 206 204 101", "82be\n");
    let refused = compare("octal", octal, "82868441", &[]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("--notation octal"), "{}", refused.err);
    let said = compare(
        "named",
        octal,
        octal,
        &["--notation", "octal", "--format", "json"],
    );
    assert_eq!(json_of(&said)["left"]["block"], 0);

    let compared = |start: &[&str]| {
        let arguments = [&["--format", "json"], start].concat();
        json_of(&compare("middle", middle, middle, &arguments))
    };
    let line = |said: &Value| said["lines"][1].to_string();
    assert_ne!(
        line(&compared(&[])),
        line(&compared(&["--start", "unknown"]))
    );
}
