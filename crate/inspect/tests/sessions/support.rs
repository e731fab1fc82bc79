//! Header blocks of the test data.

use std::fs;

use input::{Before, Block, Sender};
use inspect::{Options, Session};
use serde_json::Value;
use testing::story::Story;

/// An owned header block.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) sender: Sender,
    pub(crate) bytes: Vec<u8>,
    pub(crate) before: Before,
}

impl Sent {
    pub(crate) fn new(sender: Sender, bytes: Vec<u8>, limit_changes: Vec<u32>) -> Self {
        Self {
            sender,
            bytes,
            before: Before {
                limit_changes,
                ..Before::default()
            },
        }
    }

    fn from_json(sender: Sender, hex: &Value, limits: &Value) -> Self {
        let limits = limits.as_array().into_iter().flatten();
        let limits = limits.map(|limit| limit.as_u64().unwrap() as u32);
        Self::new(
            sender,
            testing::hex(hex.as_str().unwrap()),
            limits.collect(),
        )
    }
}

impl<'a> From<&'a Sent> for Block<'a> {
    fn from(sent: &'a Sent) -> Self {
        Self {
            before: &sent.before,
            ..Self::new(sent.sender, &sent.bytes)
        }
    }
}

/// A named list of blocks, with the limit at their start.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) limit: u32,
    pub(crate) blocks: Vec<Sent>,
    /// The recorded truth about each block of a capture.
    pub(crate) truth: Vec<Value>,
}

impl Case {
    pub(crate) fn session(&self) -> Session {
        Session::decode(Options::with_limit(self.limit, None), &self.blocks)
    }
}

/// Malformed and edge cases of layer `hpack`.
pub(crate) fn malformed() -> Vec<Case> {
    let file = fs::read(testing::data("malformed/malformed.json")).unwrap();
    let all: Value = serde_json::from_slice(&file).unwrap();
    let cases = all["cases"].as_array().unwrap().iter();
    cases
        .filter(|case| case["layer"] == "hpack")
        .map(|case| {
            let block = |hex, limits| Sent::from_json(Sender::Unknown, hex, limits);
            let prior = case["prior"].as_array().unwrap().iter();
            let prior = prior.map(|hex| block(hex, &Value::Null));
            let last = block(&case["hex"], &case["limit_changes"]);
            Case {
                name: case["name"].as_str().unwrap().to_owned(),
                limit: case["initial_limit"].as_u64().unwrap() as u32,
                blocks: prior.chain([last]).collect(),
                truth: Vec::new(),
            }
        })
        .collect()
}

/// Connections of the captures that have header blocks.
pub(crate) fn captures() -> Vec<Case> {
    let folder = fs::read_dir(testing::data("captures")).unwrap();
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".truth.json"));
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let truth: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        if truth["format"] != "hpack-capture-truth/1" {
            continue;
        }
        for (number, connection) in truth["connections"].as_array().unwrap().iter().enumerate() {
            let truth = connection["blocks"].as_array().cloned().unwrap_or_default();
            let blocks = truth.iter().map(|block| {
                let sender = match block["dir"] == "c2s" {
                    true => Sender::Client,
                    false => Sender::Server,
                };
                Sent::from_json(sender, &block["hex"], &block["limit_changes"])
            });
            cases.push(Case {
                name: format!("{} {number}", file.file_stem().unwrap().display()),
                limit: 4096,
                blocks: blocks.collect(),
                truth,
            });
        }
    }
    cases.retain(|case| !case.blocks.is_empty());
    cases
}

/// Stories of different kinds of encoders.
pub(crate) fn stories() -> Vec<Case> {
    let encoders = testing::story::varied().into_iter();
    let stories = encoders.flat_map(|(_, stories)| stories);
    let case = |story: Story| {
        let blocks = story.cases.into_iter().map(|case| {
            let limits = case.header_table_size.into_iter().collect();
            Sent::new(Sender::Unknown, case.wire, limits)
        });
        Case {
            name: story.name,
            limit: 4096,
            blocks: blocks.collect(),
            truth: Vec::new(),
        }
    };
    stories.map(case).collect()
}
