//! Header blocks of the test data.

use std::{fs, path::PathBuf};

use input::Sender;
use serde_json::Value;

use crate::sent::Sent;

/// Files in a folder with this name suffix, sorted.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(testing::data(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    files
}

pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
        .collect()
}

pub(crate) fn block(sender: Sender, hex: &str, limit_changes: Vec<u32>) -> Sent {
    Sent::new(sender, bytes(hex), limit_changes)
}

/// A named list of blocks, with the limit at their start.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) limit: u32,
    pub(crate) blocks: Vec<Sent>,
}

fn numbers(list: &Value) -> Vec<u32> {
    list.as_array()
        .into_iter()
        .flatten()
        .map(|n| u32::try_from(n.as_u64().unwrap()).unwrap())
        .collect()
}

/// Malformed and edge cases of layer `hpack`, with their expectations.
pub(crate) fn malformed() -> Vec<(Case, Value)> {
    let path = testing::data("malformed/malformed.json");
    let all: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    all["cases"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|case| case["layer"] == "hpack")
        .map(|case| {
            let mut blocks: Vec<Sent> = case["prior"]
                .as_array()
                .unwrap()
                .iter()
                .map(|hex| block(Sender::Unknown, hex.as_str().unwrap(), vec![]))
                .collect();
            let hex = case["hex"].as_str().unwrap();
            blocks.push(block(Sender::Unknown, hex, numbers(&case["limit_changes"])));
            let found = Case {
                name: case["name"].as_str().unwrap().to_owned(),
                limit: u32::try_from(case["initial_limit"].as_u64().unwrap()).unwrap(),
                blocks,
            };
            (found, case["expect"].clone())
        })
        .collect()
}

/// Connections of the captures, with the truth about their blocks.
pub(crate) fn captures() -> Vec<(Case, Vec<Value>)> {
    let mut cases = Vec::new();
    for path in files("captures", ".truth.json") {
        let truth: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        if truth["format"] != "hpack-capture-truth/1" {
            continue;
        }
        for (number, connection) in truth["connections"].as_array().unwrap().iter().enumerate() {
            let Some(truths) = connection["blocks"].as_array() else {
                continue;
            };
            let blocks = truths
                .iter()
                .map(|truth| {
                    let sender = if truth["dir"] == "c2s" {
                        Sender::Client
                    } else {
                        Sender::Server
                    };
                    block(
                        sender,
                        truth["hex"].as_str().unwrap(),
                        numbers(&truth["limit_changes"]),
                    )
                })
                .collect();
            cases.push((
                Case {
                    name: format!(
                        "{} connection {number}",
                        path.file_name().unwrap().to_string_lossy()
                    ),
                    limit: 4096,
                    blocks,
                },
                truths.clone(),
            ));
        }
    }
    cases
}

/// Stories of different kinds of encoders.
pub(crate) fn stories() -> Vec<Case> {
    let stories = testing::story::varied()
        .into_iter()
        .flat_map(|(_, stories)| stories);
    let case = |story: testing::story::Story| Case {
        name: story.name,
        limit: 4096,
        blocks: (story.cases.iter())
            .map(|case| {
                let limits = case.header_table_size.into_iter().collect();
                Sent::new(Sender::Unknown, case.wire.clone(), limits)
            })
            .collect(),
    };
    stories.map(case).collect()
}
