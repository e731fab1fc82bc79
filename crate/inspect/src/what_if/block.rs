//! A single re-encoded block, with the table before it.

use serde::Serialize;

use super::{WhatIf, replay::Replay};
use crate::{Session, text::hex};

/// A re-encoded block that can be opened by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TriedBlock {
    /// Bytes in hex digits, without initial size updates.
    pub hex: String,
    /// Maximum of the table at its first field, bytes.
    pub maximum: u32,
    /// Entries of the table at its first field, newest first.
    pub prior: Vec<(String, String)>,
}

impl WhatIf {
    /// Re-encodes the block with this number in the session, after all blocks
    /// before it. `None` if the block is omitted from the lists, or its table
    /// holds bytes that are not UTF-8.
    pub fn block(&self, session: &Session, number: u32) -> Option<TriedBlock> {
        let lists = &self.lists;
        let target = lists
            .blocks
            .binary_search_by_key(&number, |block| block.number)
            .ok()?;
        let mut replay = Replay::new(session, lists, self.plan);
        let mut out = Vec::new();
        while replay.done() < target {
            replay.steps(session, lists, |_| {});
        }
        replay.begin(session, lists, &mut out, |_| {});
        out.clear();
        let table = replay.encoder().table();
        let text = |bytes: Option<&[u8]>| String::from_utf8(bytes?.to_vec()).ok();
        let prior = table
            .entries()
            .map(|entry| Some((text(entry.name)?, text(entry.value)?)))
            .collect::<Option<Vec<_>>>()?;
        let maximum = table.state().maximum();
        replay.fields(session, lists, Some(&mut out), |_| {});
        Some(TriedBlock {
            hex: hex(&out),
            maximum,
            prior,
        })
    }
}
