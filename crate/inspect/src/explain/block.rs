//! A whole block, step by step.

use std::ops::Range;

use serde::Serialize;

use super::Explanation;
use crate::{session::Session, table::TableView};

/// A header block, step by step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExplainedBlock {
    /// Fields and size updates in the order of the block, or a window of them.
    pub steps: Vec<Explanation>,
    /// Number of all fields and size updates of the block.
    pub total: usize,
    /// The representation at the error, as far as it could be read.
    pub error: Option<Explanation>,
    /// The table after the block.
    pub table: Option<TableView>,
}

impl Session {
    /// Explains `steps` of `block`, with the first `entries` of the table after
    /// it, in a session of one direction. `None` if there is no such block.
    pub fn explain_block(
        &self,
        block: usize,
        steps: Range<usize>,
        entries: usize,
    ) -> Option<ExplainedBlock> {
        let record = self.blocks().get(block)?;
        let rows = record.rows.clone();
        let end = steps.end.min(rows.len());
        let direction = record.direction as usize;
        Some(ExplainedBlock {
            steps: (steps.start..end)
                .filter_map(|step| self.explain(rows.start + step, 0))
                .collect(),
            total: rows.len(),
            error: self.explain_error(block, 0),
            table: self.table_after(direction, rows.end.checked_sub(1), 0, entries),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, fixtures::of_hex};

    #[test]
    fn explains_steps_of_a_block() {
        // A block before it, “a: b” twice as new entries, a reference, index 0.
        let blocks = ["400163016482", "400161016240016101628240be80"];
        let session = of_hex(Options::default(), &blocks);
        for (steps, starts) in [(0..99, &[0, 5, 10][..]), (1..2, &[5]), (7..9, &[])] {
            let explained = session.explain_block(1, steps.clone(), 2).unwrap();
            let found: Vec<_> = explained.steps.iter().map(|step| step.start).collect();
            assert_eq!((&found[..], explained.total), (starts, 3), "{steps:?}");
            let table = explained.table.unwrap();
            assert_eq!((table.fill.count, table.entries.len()), (3, 2));
            assert_eq!(explained.error.unwrap().start, 11);
        }
        assert!(session.explain_block(2, 0..1, 1).is_none());
    }
}
