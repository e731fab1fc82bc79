//! A module of the npm package: header blocks explained.

use input::{Block, Sender};
use inspect::{Options, Session};
use wasm_bindgen::prelude::wasm_bindgen;

/// Explains steps `from..to` of the last of some blocks of one direction, with
/// the first `entries` of the table: JSON of `ExplainedBlock`, or `null`
/// without blocks. `bytes` has the blocks one after the other, `lengths` their
/// lengths.
#[wasm_bindgen]
pub fn explain(
    limit: u32,
    bytes: &[u8],
    lengths: &[u32],
    from: usize,
    to: usize,
    entries: usize,
) -> String {
    let mut session = Session::new(Options::with_limit(limit, None));
    let mut rest = bytes;
    for &length in lengths {
        let (block, after) = rest.split_at(rest.len().min(length as usize));
        rest = after;
        session.push(&Block::new(Sender::Unknown, block));
    }
    let last = lengths.len().checked_sub(1);
    let explained = last.and_then(|block| session.explain_block(block, from..to, entries));
    serde_json::to_string(&explained).unwrap_or_else(|_| "null".to_owned())
}
