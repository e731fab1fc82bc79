//! What a connection made of its tables, and what other sizes would have cost.

use std::collections::HashMap;

use inspect::{
    Session,
    what_if::{
        WhatIf,
        plan::{Choices, Plan},
    },
};

use super::row::int;

/// Table sizes that are tried, ascending, bytes.
pub(super) const SIZES: [u32; 5] = [0, 1024, 4096, 16_384, 65_536];

/// By number in the session.
#[derive(Debug, Default)]
pub(super) struct TableUse {
    /// References to the entry that a row inserted.
    pub(super) uses: HashMap<usize, i32>,
    /// Entries that a block evicted and that nothing had referred to.
    pub(super) evicted_unused: HashMap<usize, i32>,
    /// Bytes of a block at each of [`SIZES`].
    pub(super) swept: HashMap<usize, [i32; SIZES.len()]>,
    /// Of each direction, the smallest of the sizes at which it has the fewest
    /// bytes.
    pub(super) best: Vec<Option<i32>>,
}

impl TableUse {
    pub(super) fn of(session: &Session) -> Self {
        let mut table_use = Self::default();
        for direction in 0..session.directions().len() {
            let best = table_use.add(session, direction);
            table_use.best.push(best);
        }
        table_use
    }

    fn add(&mut self, session: &Session, direction: usize) -> Option<i32> {
        let plan = |size| Plan {
            choices: Choices::AsSent,
            huffman: None,
            maximum: Some(size),
        };
        let mut what_if = WhatIf::new(session, direction, plan(SIZES[0]))?;
        let mut totals = [0; SIZES.len()];
        for (at, size) in SIZES.into_iter().enumerate() {
            what_if.set_plan(session, plan(size));
            // Runs to completion.
            what_if.run_for(session, &mut || 0.0, f64::INFINITY);
            // A size update of a few bytes is no reason to prefer the size
            // that was announced.
            let all = what_if.tried.totals;
            totals[at] = all.bytes - all.size_updates;
            for (block, &bytes) in what_if.lists.blocks.iter().zip(&what_if.tried.blocks) {
                let number = block.number as usize;
                // Unknown fields are not encoded again: the sizes would be of
                // something else.
                if session.blocks()[number].unknown_rows == 0 {
                    self.swept.entry(number).or_default()[at] = int(bytes);
                }
            }
        }
        let lists = &what_if.lists;
        for entry in &what_if.sent.entries {
            let uses = int(entry.uses.saturating_add(entry.name_uses));
            let row = lists.fields[entry.field as usize].row as usize;
            self.uses.insert(row, uses);
            if let (Some(block), 0) = (entry.evicted, uses) {
                let block = lists.blocks[block as usize].number as usize;
                *self.evicted_unused.entry(block).or_default() += 1;
            }
        }
        let best = (0..SIZES.len()).min_by_key(|&at| totals[at])?;
        (!lists.blocks.is_empty()).then(|| int(SIZES[best]))
    }
}
