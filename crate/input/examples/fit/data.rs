//! The labelled texts.

use std::{fs, path::Path};

use input::{
    Refusal,
    capture::{About, Packets, Sink},
    paste::{
        Paste, feed,
        fit::{Sample, Weights, read},
    },
};
use serde_json::Value;

/// Files of labelled texts, the name of each set, and its weight in fitting, in
/// tenths.
const SETS: [(&str, &str, i32); 7] = [
    ("typed.json", "typed", 10),
    ("wide.json", "wide", 10),
    ("reports-2.json", "reports-2", 10),
    ("reports.json", "reports", 10),
    ("texts.json", "texts", 4),
    ("shapes.json", "shapes", 6),
    ("no-blocks.json", "no-blocks", 4),
];

/// A labelled text.
pub(crate) struct Case {
    pub(crate) sample: Sample,
    pub(crate) set: String,
    /// Whether a refusal is right as well.
    pub(crate) may_be_refused: bool,
    /// Whether reading it with or without a note is right.
    pub(crate) is_open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grade {
    Right,
    Refused,
    Wrong,
}

/// Blocks as hex, or why there are none.
pub(crate) type Answer = Result<Vec<String>, String>;

pub(crate) fn load() -> Vec<Case> {
    let folder = testing::repository().join("tests/paste");
    let texts = SETS.iter().flat_map(|set| load_set(&folder, set));
    let texts = texts.chain(load_files(&folder));
    texts.chain(malformed()).collect()
}

/// Loads the samples of tools' output that hold header blocks or nothing to read.
fn load_files(folder: &Path) -> Vec<Case> {
    let text = fs::read(folder.join("cases.json")).expect("the cases are there");
    let mut cases: Value = serde_json::from_slice(&text).expect("valid JSON");
    let list = std::mem::take(cases["cases"].as_array_mut().expect("a list"));
    let is_wanted = |case: &Value| {
        let content = case["content"].as_str().unwrap_or_default();
        case["expect"].is_null() && case["directions"].is_null() && case["payload"].is_null()
            || ["block", "session", "bytes"].contains(&content)
    };
    let case = |case: Value| {
        let name = case["file"].as_str()?;
        let blocks = case["expect"].as_array().into_iter().flatten();
        Some(Case {
            sample: Sample {
                name: name.to_owned(),
                text: fs::read(folder.join(name)).ok()?,
                expected: blocks.filter_map(Value::as_str).map(from_hex).collect(),
                weight: 10,
            },
            set: "files".to_owned(),
            may_be_refused: false,
            is_open: false,
        })
    };
    list.into_iter()
        .filter(is_wanted)
        .filter_map(case)
        .collect()
}

/// Malformed blocks in plain hex, with different spacing. They have to be read as
/// they are, so that their errors can be shown.
fn malformed() -> impl Iterator<Item = Case> {
    let text = fs::read(testing::data("malformed/malformed.json")).expect("the cases are there");
    let mut cases: Value = serde_json::from_slice(&text).expect("valid JSON");
    let list = std::mem::take(cases["cases"].as_array_mut().expect("a list"));
    let hpack = list.into_iter().filter(|case| case["layer"] == "hpack");
    let named = hpack.filter_map(|case| {
        let block = from_hex(case["hex"].as_str()?);
        (!block.is_empty() && block.len() < 1000).then(|| (case["name"].to_string(), block))
    });
    named.flat_map(|(name, block)| {
        [1, 2, block.len()].map(|group| {
            let groups: Vec<String> = block.chunks(group.max(1)).map(to_hex).collect();
            Case {
                sample: Sample {
                    name: format!("{name}, {group}"),
                    text: groups.join(" ").into_bytes(),
                    expected: vec![block.clone()],
                    weight: 10,
                },
                set: "malformed".to_owned(),
                may_be_refused: false,
                is_open: false,
            }
        })
    })
}

fn load_set(folder: &Path, &(file, set, weight): &(&str, &str, i32)) -> Vec<Case> {
    let Ok(text) = fs::read(folder.join(file)) else {
        return Vec::new();
    };
    let list: Vec<Value> = serde_json::from_slice(&text).expect("valid JSON");
    let case = |value: &Value| {
        // These depend on choices of the user, or on more than the blocks.
        if ["split", "format", "ambiguous"]
            .iter()
            .any(|key| !value[key].is_null())
        {
            return None;
        }
        if set == "shapes" && value["blocks"].is_null() && value["refused"].is_null() {
            return None;
        }
        let is_open = value["open"] == true;
        let may_be_refused = value["refusable"] == true || value["mayBeRefused"] == true;
        let expected = if set == "shapes" {
            &value["blocks"]
        } else {
            &value["expect"]
        };
        let has_blocks = expected.is_array();
        let blocks = expected.as_array().into_iter().flatten();
        let weight = if is_open || may_be_refused && has_blocks {
            0
        } else {
            weight
        };
        Some(Case {
            sample: Sample {
                name: value["name"]
                    .as_str()
                    .or(value["text"].as_str())
                    .unwrap_or_default()
                    .to_owned(),
                text: match value["bytes"].as_str() {
                    Some(hex) => from_hex(hex),
                    None => value["text"].as_str()?.as_bytes().to_vec(),
                },
                expected: blocks
                    .map(|hex| from_hex(hex.as_str().unwrap_or_default()))
                    .collect(),
                weight,
            },
            set: set.to_owned(),
            may_be_refused,
            is_open,
        })
    };
    list.iter().filter_map(case).collect()
}

fn from_hex(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    let byte =
        |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap_or("0"), 16).unwrap_or(0);
    pairs.map(byte).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Default)]
struct Seen {
    shows_cut: bool,
    blocks: Vec<String>,
}

impl Sink for Seen {
    fn connection(&mut self, _: usize, _: &About) {}

    fn event(&mut self, _: usize, event: http2::Event<'_>) {
        if let http2::Event::Block(block) = event
            && (self.shows_cut || block.missing.is_none())
        {
            self.blocks.push(to_hex(block.bytes));
        }
    }

    fn problem(&mut self, _: input::Problem) {}
}

impl Case {
    /// A text of which nothing is known.
    pub(crate) fn new(name: &str, text: Vec<u8>) -> Self {
        Self {
            sample: Sample {
                name: name.to_owned(),
                text,
                expected: Vec::new(),
                weight: 0,
            },
            set: "file".to_owned(),
            may_be_refused: true,
            is_open: true,
        }
    }

    pub(crate) fn read(&self, weights: &Weights) -> Answer {
        let text = &self.sample.text;
        let paste: Paste = read(text, weights).map_err(|refusal: Refusal| refusal.to_string())?;
        if let Some(ambiguity) = &paste.ambiguous {
            return Err(ambiguity.message.clone());
        }
        // What is cut is shown, but is no block where none is expected.
        let shows_cut = !self.sample.expected.is_empty();
        let is_whole = |block: &input::Block<'_>| shows_cut || block.before.missing.is_none();
        let mut seen = Seen {
            shows_cut,
            blocks: paste
                .blocks
                .iter()
                .filter(is_whole)
                .map(|block| to_hex(block.bytes))
                .collect(),
        };
        feed(
            &paste.content,
            &mut Packets::default(),
            text.len() as u64,
            &mut seen,
        );
        Ok(seen.blocks)
    }

    pub(crate) fn grade(&self, answer: &Answer) -> Grade {
        let expected: Vec<String> = self
            .sample
            .expected
            .iter()
            .map(|block| to_hex(block))
            .collect();
        let blocks = answer.as_ref().ok().filter(|blocks| !blocks.is_empty());
        match (blocks, expected.is_empty()) {
            _ if self.is_open && expected.is_empty() => Grade::Right,
            (None, true) => Grade::Right,
            (Some(_), true) => Grade::Wrong,
            (None, false) if self.may_be_refused => Grade::Right,
            (None, false) => Grade::Refused,
            (Some(blocks), false) if *blocks == expected => Grade::Right,
            _ => Grade::Wrong,
        }
    }
}
