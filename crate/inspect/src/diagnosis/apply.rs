//! Applies a change to a session.

use hpack::{DynamicTable, History};
use input::{Before, Block, Sender};
use serde::Serialize;

use super::{
    change::Change,
    describe,
    plan::{Plan, Step, steps},
};
use crate::Session;

/// A session with a change applied. The original session is unchanged, so going
/// back to it undoes the change.
#[derive(Debug)]
pub struct Changed {
    /// The applied change.
    pub change: Change,
    /// The change as a sentence.
    pub what: String,
    /// The changed session.
    pub session: Session,
    /// Blocks removed by the change. They keep their numbers, without bytes.
    pub removed: Vec<RemovedBlock>,
}

/// A block removed by a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RemovedBlock {
    /// Number in the session.
    pub block: u32,
    /// Block that it was joined to, or that it repeats.
    pub with: u32,
}

impl Session {
    /// Decodes the session again with `change`; `None` if it names blocks or
    /// bytes that do not exist.
    #[must_use]
    pub fn with_change(&self, change: &Change) -> Option<Changed> {
        let plan = Plan::of(self, change)?;
        let mut session = Self::new(self.options().clone());
        let mut gone = Vec::new();
        for step in steps(self, &plan, 0..self.blocks().len() as u32) {
            for sender in [step.direction_sender, step.sender] {
                let mut existing = session.directions().iter();
                if !existing.any(|direction| direction.sender == sender)
                    && let Some(table) = self.start_with(&plan, sender)
                {
                    session.begin(sender, table);
                }
            }
            if step.record.after_loss {
                session.mark_blocks_missing(step.direction_sender);
            }
            step.acknowledge(session.table_mut(step.direction_sender));
            let block = step.number;
            gone.extend(step.edit.gone.map(|with| RemovedBlock { block, with }));
            self.append_to(&mut session, &step);
        }
        Some(Changed {
            change: change.clone(),
            what: describe::what(self, change),
            session,
            removed: gone,
        })
    }

    /// Initial table of the direction of `sender` under `plan`, if it differs
    /// from that of the options.
    fn start_with(&self, plan: &Plan, sender: Sender) -> Option<DynamicTable> {
        let maximum = self.options().maximum;
        let table = |size| DynamicTable::new(size, size, History::Kept);
        let mut directions = self.directions().iter();
        let Some(number) = directions.position(|one| plan.sender(one.sender) == sender) else {
            // No block of this sender was seen, so its table is unknown.
            let table = table(maximum).with_unknown_before();
            return Some(table.with_assumed_maximum());
        };
        let planned = plan.start.filter(|&(direction, _)| direction == number);
        // Keeps a change applied earlier.
        let before = Some(self.directions()[number].start.maximum());
        let before = before.filter(|&before| before != maximum);
        planned.map(|(_, size)| size).or(before).map(table)
    }

    /// Decodes the block of `step` as the next block of `session`.
    fn append_to(&self, session: &mut Self, step: &Step<'_>) {
        let (number, record, sender) = (step.number, step.record, step.sender);
        session.note_table_edits(number, false, &step.before);
        session.note_table_edits(number, true, &step.after);
        // Limits keep their position; framing and label belong to the bytes.
        let limits = !step.edit.no_limits && step.edit.sender.is_none();
        let identity = &self.blocks()[step.edit.replacement.unwrap_or(number) as usize];
        let mut before = Before {
            framed: identity.framed,
            missing: identity.missing(),
            max_header_list_size: record.max_header_list_size,
            ..Before::default()
        };
        if limits {
            before.limit_unknown = record.limit_unknown;
            before.limit_changes.clone_from(&record.limit_changes);
        }
        let table = session.table_mut(sender);
        for change in &step.before {
            change.apply(table);
        }
        // A block without bytes is not decoded, and leaves a required size
        // update pending.
        let moment = step.bytes.is_empty().then(|| table.state());
        if moment.is_some() {
            table.cancel_required_maximum();
        }
        session.append(&Block {
            label: identity.label.as_deref(),
            before: &before,
            ..Block::new(sender, &step.bytes)
        });
        let table = session.table_mut(sender);
        if let Some(moment) = moment {
            let is_back = table.rewind(moment);
            debug_assert!(is_back);
        }
        for change in &step.after {
            change.apply(table);
        }
    }
}
