//! Checks whether Huffman decoders refuse what RFC 7541 §5.2 forbids: skipping
//! a check saves time.

use ::hpack::huffman::{HuffmanDecoder, Window14};
use hpack_engines::Engine;
use serde::Serialize;

use crate::huffman::{Fluke, Hpack, Httlib, LiteSpeed, Loona, Nghttp2, Peer};

/// A forbidden string: the rule, and the bytes.
const FORBIDDEN: [(&str, &[u8]); 4] = [
    ("8 or more bits of padding", &[0x1f, 0xff]),
    ("padding that is not all ones", &[0x18]),
    ("EOS alone", &[0xff, 0xff, 0xff, 0xff]),
    ("EOS after a character", &[0x1f, 0xff, 0xff, 0xff, 0xff]),
];

/// A decoder's answer to a forbidden string.
#[derive(Debug, Serialize)]
pub(crate) struct Rule {
    engine: &'static str,
    /// The violated rule.
    rule: &'static str,
    refused: bool,
}

/// Runs our best engine and every peer on each forbidden string.
pub(crate) fn rules() -> Vec<Rule> {
    [
        refusals(Window14::ENTRY.id, |coded| {
            Window14::new().decode(coded, &mut Vec::new()).is_err()
        }),
        theirs::<LiteSpeed>(),
        theirs::<Nghttp2>(),
        theirs::<Httlib>(),
        theirs::<Fluke>(),
        theirs::<Loona>(),
        theirs::<Hpack>(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn theirs<P: Peer>() -> Vec<Rule> {
    refusals(P::ID, |coded| !P::default().decode(coded, &mut Vec::new()))
}

fn refusals(engine: &'static str, refuses: impl Fn(&[u8]) -> bool) -> Vec<Rule> {
    let rule = |(rule, coded)| Rule {
        engine,
        rule,
        refused: refuses(coded),
    };
    FORBIDDEN.into_iter().map(rule).collect()
}
