//! Stories: the blocks of a connection in order, with their headers, as
//! hpack-test-case has them.

use std::{fs, path::Path};

use serde::Deserialize;

use super::hex;

/// Name and value.
pub(crate) type Header = (String, String);

/// A connection's blocks.
pub(crate) struct Story {
    /// The file, and the number within it.
    pub(crate) name: String,
    pub(crate) cases: Vec<Case>,
}

/// A block and what it has to decode to.
pub(crate) struct Case {
    pub(crate) wire: Vec<u8>,
    pub(crate) headers: Vec<Header>,
    /// SETTINGS_HEADER_TABLE_SIZE, acknowledged just before this block.
    pub(crate) header_table_size: Option<u32>,
}

#[derive(Deserialize)]
struct StoryText {
    cases: Vec<CaseText>,
}

#[derive(Deserialize)]
struct CaseText {
    wire: String,
    headers: Vec<HeaderText>,
    header_table_size: Option<u32>,
}

/// A list of two, or an object with one member: one shape for each source.
#[derive(Deserialize)]
#[serde(untagged)]
enum HeaderText {
    Pair(String, String),
    Member(serde_json::Map<String, serde_json::Value>),
}

impl From<HeaderText> for Header {
    fn from(text: HeaderText) -> Self {
        match text {
            HeaderText::Pair(name, value) => (name, value),
            HeaderText::Member(member) => {
                assert_eq!(member.len(), 1, "one header an object");
                let (name, value) = member.into_iter().next().expect("one member");
                let value = value.as_str().expect("a text").to_owned();
                (name, value)
            }
        }
    }
}

fn parse(name: String, text: &str) -> Story {
    let story: StoryText =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let cases = story.cases.into_iter().map(|case| Case {
        wire: hex(&case.wire),
        headers: case.headers.into_iter().map(Header::from).collect(),
        header_table_size: case.header_table_size,
    });
    Story {
        name,
        cases: cases.collect(),
    }
}

/// The stories of a folder: a file each (`.json`), or a line each (`.jsonl`).
pub(crate) fn read_folder(folder: &Path) -> Vec<Story> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder's entry").path())
        .collect();
    files.sort();
    let mut stories = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let read = || fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        if name.ends_with(".json") {
            stories.push(parse(name.to_string(), &read()));
        } else if name.ends_with(".jsonl") {
            for (i, line) in read().lines().enumerate() {
                stories.push(parse(format!("{name}, line {}", i + 1), line));
            }
        }
    }
    stories
}
