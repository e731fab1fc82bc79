//! Malformed and unusual blocks: the expected error and position, or fields and
//! table.

use std::{collections::BTreeSet, fs};

use crate::support::{decode, hex};
use hpack_core::{Code, Decoder, Limits};
use hpack_engines::huffman::HuffmanEngine;
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    initial_limit: u32,
    prior: Vec<String>,
    /// Limits acknowledged just before the block, in order.
    limit_changes: Vec<u32>,
    hex: String,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expect {
    Error {
        /// One or more codes, joined by “ or ”.
        error: String,
        field_offset: usize,
        at: usize,
    },
    Fields {
        field_count: usize,
        headers: Option<Vec<(String, String)>>,
        table_after: Option<TableAfter>,
    },
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
struct TableAfter {
    max_size: u32,
    size: u64,
    entries: usize,
}

/// Converts a text of the file to bytes. Characters above 0x7f are bytes if the
/// value is not UTF-8.
fn bytes(text: &str, decoded: &[u8]) -> Vec<u8> {
    if text.as_bytes() == decoded {
        return decoded.to_vec();
    }
    text.chars()
        .map(|c| u8::try_from(u32::from(c)).expect("a byte"))
        .collect()
}

fn check(case: &Case, engine: HuffmanEngine) {
    let place = format!("{}, {}", case.name, engine.id());
    let mut decoder = Decoder::new(case.initial_limit).with_limits(Limits::NONE);
    for block in &case.prior {
        let (_, error) = decode(&mut decoder, engine, &hex(block));
        assert_eq!(error, None, "{place}: an earlier block");
    }
    for &limit in &case.limit_changes {
        decoder.table_mut().acknowledge_limit(limit);
    }
    let (fields, found) = decode(&mut decoder, engine, &hex(&case.hex));
    match &case.expect {
        Expect::Error {
            error,
            field_offset,
            at,
        } => {
            let found = found.unwrap_or_else(|| panic!("{place}: no error"));
            assert!(
                error.split(" or ").any(|code| code == found.code().name()),
                "{place}: {found:?}"
            );
            assert_eq!(
                (found.field_offset, found.at),
                (*field_offset, *at),
                "{place}"
            );
        }
        Expect::Fields {
            field_count,
            headers,
            table_after,
        } => {
            assert_eq!(found, None, "{place}");
            assert_eq!(fields.len(), *field_count, "{place}");
            if let Some(headers) = headers {
                assert_eq!(headers.len(), fields.len(), "{place}");
                for (field, (name, value)) in fields.iter().zip(headers) {
                    let found = field.name.as_deref().expect("a name");
                    assert_eq!(found, bytes(name, found), "{place}");
                    let found = field.value.as_deref().expect("a value");
                    assert_eq!(found, bytes(value, found), "{place}");
                }
            }
            if let Some(expected) = table_after {
                let table = decoder.table();
                let found = TableAfter {
                    max_size: table.state().maximum(),
                    size: table.size(),
                    entries: table.count(),
                };
                assert_eq!(found, *expected, "{place}");
            }
        }
    }
}

#[test]
fn malformed_cases() {
    let text = fs::read_to_string(testing::data("malformed/malformed.json")).expect("the cases");
    let file: File = serde_json::from_str(&text).expect("JSON of cases");
    let mut codes = BTreeSet::new();
    for case in file.cases {
        if case["layer"] != "hpack" {
            continue;
        }
        let case: Case = serde_json::from_value(case).expect("a case");
        for engine in HuffmanEngine::ALL {
            check(&case, engine);
        }
        if let Expect::Error { error, .. } = case.expect {
            codes.insert(error);
        }
    }
    for code in Code::VIOLATIONS.map(Code::name) {
        assert!(codes.contains(code), "no case gives {code}");
    }
}
