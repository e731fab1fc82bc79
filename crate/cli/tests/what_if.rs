//! `hpack-inspect what-if`: what each side sent, encoded again.

use crate::support::run;
use inspect::what_if::plan::Choices;
use serde_json::Value;

/// RFC 7541 C.4.
const C4: &[u8] = b"828684418cf1e3c2e5f23a6ba0ab90f4ff\n828684be5886a8eb10649cbf\n828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf\n";

fn bytes(digits: &str) -> u64 {
    digits.lines().map(|line| line.len() as u64 / 2).sum()
}

#[test]
fn every_policy_writes_what_encode_writes_with_it() {
    let all = run("what-if", &["--format", "json"], C4);
    assert_eq!(all.status, 0, "{}", all.err);
    let all: Value = serde_json::from_str(&all.out).unwrap();
    let direction = &all[0]["directions"][0];
    let sent = bytes(std::str::from_utf8(C4).unwrap());
    assert_eq!(direction["sent"]["bytes"], sent);
    let tried = direction["tried"].as_array().unwrap();
    assert_eq!(tried.len(), Choices::ALL.len());
    let lists = run("decode", &["--format", "json"], C4).out;
    for one in tried {
        let policy = one["policy"].as_str().unwrap();
        assert_eq!(one["fields"], direction["sent"]["fields"], "{policy}");
        let bytes = match policy {
            "as-sent" => sent,
            policy => {
                let encoded = run("encode", &["--policy", policy], lists.as_bytes());
                bytes(&encoded.out)
            }
        };
        assert_eq!(one["bytes"], bytes, "{policy}");
    }
}

#[test]
fn a_table_of_what_is_asked_for() {
    let arguments = [
        "--policy",
        "never",
        "--policy",
        "as-sent",
        "--max-table-size",
        "0",
    ];
    let run_ = run("what-if", &arguments, C4);
    let rows: Vec<&str> = run_
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(rows[0], "bytes", "{}", run_.out);
    assert_eq!(rows[1], "sent");
    assert_eq!(rows.len(), 4, "{}", run_.out);
    for (arguments, input, status) in [
        (&[][..], &b"nothing of that"[..], 2),
        (&["--connection", "1"], C4, 2),
        (&["--policy", "mine"], C4, 2),
    ] {
        assert_eq!(
            run("what-if", arguments, input).status,
            status,
            "{arguments:?}"
        );
    }
}
