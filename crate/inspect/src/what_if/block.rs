//! One block as the plan writes it, with the table that it meets.

use serde::Serialize;

use super::{WhatIf, replay::Replay};
use crate::Session;

/// A block as it would be, to be opened by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TriedBlock {
    /// Its bytes, in hex, without the size updates at its start.
    pub hex: String,
    /// The table's maximum at its first field, bytes.
    pub maximum: u32,
    /// The entries of the table there, newest first.
    pub prior: Vec<(String, String)>,
}

impl WhatIf {
    /// The block of that number in the session as the plan writes it. All
    /// before it is encoded once more. `None` for a block that is not among
    /// the lists, or whose table holds bytes that are no text.
    pub fn block(&self, session: &Session, number: u32) -> Option<TriedBlock> {
        let lists = &self.lists;
        let wanted = lists
            .blocks
            .binary_search_by_key(&number, |block| block.number)
            .ok()?;
        let mut replay = Replay::new(session, lists, self.plan);
        let mut out = Vec::new();
        while replay.done() < wanted {
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
            hex: out.iter().map(|byte| format!("{byte:02x}")).collect(),
            maximum,
            prior,
        })
    }
}
