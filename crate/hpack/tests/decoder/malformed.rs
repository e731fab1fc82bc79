//! Broken and odd blocks: each gives the error with its place, or the fields
//! and the table, that the case states.

use std::{collections::BTreeSet, fs};

use crate::support::{decode, hex};
use hpack_core::{Code, Decoder};
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
    /// Blocks before the one in question.
    prior: Vec<String>,
    /// Limits acknowledged just before it, in order.
    limit_changes: Vec<u32>,
    hex: String,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expect {
    Error {
        /// A code, or several joined by “ or ”.
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

/// A text of the file as bytes: above 0x7f it stands for the byte of that
/// number, as some values are no UTF-8.
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
    let mut decoder = Decoder::new(case.initial_limit);
    for block in &case.prior {
        let (_, fault) = decode(&mut decoder, engine, &hex(block));
        assert_eq!(fault, None, "{place}: a block before");
    }
    for &limit in &case.limit_changes {
        decoder.table_mut().acknowledge_limit(limit);
    }
    let (fields, fault) = decode(&mut decoder, engine, &hex(&case.hex));
    match &case.expect {
        Expect::Error {
            error,
            field_offset,
            at,
        } => {
            let fault = fault.unwrap_or_else(|| panic!("{place}: no fault"));
            assert!(
                error.split(" or ").any(|code| code == fault.code().name()),
                "{place}: {fault:?}"
            );
            assert_eq!(
                (fault.field_offset, fault.at),
                (*field_offset, *at),
                "{place}"
            );
        }
        Expect::Fields {
            field_count,
            headers,
            table_after,
        } => {
            assert_eq!(fault, None, "{place}");
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

/// Checks the cases of layer `hpack` in `file`, and says which codes they hold.
#[test]
fn each_block_gives_its_error_or_its_fields() {
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
