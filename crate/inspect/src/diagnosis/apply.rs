//! A session decoded with a change.

use hpack::{DynamicTable, History};
use input::{Before, Block, Sender};
use serde::Serialize;

use super::{
    change::Change,
    describe,
    plan::{Plan, Step, steps},
};
use crate::Session;

/// A session in which a change is applied. The original session stays as it
/// is: going back to it undoes the change.
#[derive(Debug)]
pub struct Changed {
    /// The change.
    pub change: Change,
    /// The change as a sentence.
    pub what: String,
    /// The session with it.
    pub session: Session,
    /// Blocks of which nothing is left. They keep their numbers, without bytes.
    pub gone: Vec<Gone>,
}

/// A block of which nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Gone {
    /// Its number in the session.
    pub block: u32,
    /// The block that it became part of, or that it repeats.
    pub with: u32,
}

impl Session {
    /// The session decoded again with `change`; `None` if it names blocks or
    /// bytes that do not exist.
    #[must_use]
    pub fn with_change(&self, change: &Change) -> Option<Changed> {
        let plan = Plan::of(self, change)?;
        let mut session = Self::new(self.options().clone());
        let mut gone = Vec::new();
        for step in steps(self, &plan, 0..self.blocks().len() as u32) {
            for sender in [step.own, step.sender] {
                let mut begun = session.directions().iter();
                if !begun.any(|own| own.sender == sender)
                    && let Some(table) = self.start_with(&plan, sender)
                {
                    session.begin(sender, table);
                }
            }
            if step.record.after_loss {
                session.mark_blocks_missing(step.own);
            }
            step.acknowledge(session.table_mut(step.own));
            let block = step.number;
            gone.extend(step.edit.gone.map(|with| Gone { block, with }));
            self.append_to(&mut session, &step);
        }
        Some(Changed {
            change: change.clone(),
            what: describe::what(self, change),
            session,
            gone,
        })
    }

    /// The table with which the direction of `sender` begins under `plan`, if
    /// that is not the one of the options.
    fn start_with(&self, plan: &Plan, sender: Sender) -> Option<DynamicTable> {
        let maximum = self.options().maximum;
        let table = |size| DynamicTable::new(size, size, History::Kept);
        let mut directions = self.directions().iter();
        let Some(own) = directions.position(|own| plan.sender(own.sender) == sender) else {
            // No block of this sender was seen: its table is unknown.
            let table = table(maximum).with_unknown_before();
            return Some(table.with_assumed_maximum());
        };
        let planned = plan.start.filter(|&(direction, _)| direction == own);
        // A change that was applied before this one remains.
        let before = Some(self.directions()[own].start.maximum());
        let before = before.filter(|&before| before != maximum);
        planned.map(|(_, size)| size).or(before).map(table)
    }

    /// Decodes the block of a step as the next of `session`.
    fn append_to(&self, session: &mut Self, step: &Step<'_>) {
        let (number, record, sender) = (step.number, step.record, step.sender);
        session.note_imposed(number, false, &step.before);
        session.note_imposed(number, true, &step.after);
        // Limits stay at their place; framing and label go with the bytes.
        let limits = !step.edit.no_limits && step.edit.sender.is_none();
        let identity = &self.blocks()[step.edit.instead.unwrap_or(number) as usize];
        let mut before = Before {
            framed: identity.framed,
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
        // A block without bytes is not decoded: a size update that was due
        // before it remains due.
        let moment = step.bytes.is_empty().then(|| table.state());
        if moment.is_some() {
            table.cancel_pending();
        }
        session.append(&Block {
            label: identity.label.as_deref(),
            before: &before,
            ..Block::new(sender, &step.bytes)
        });
        let table = session.table_mut(sender);
        if let Some(moment) = moment {
            table.rewind(moment);
        }
        for change in &step.after {
            change.apply(table);
        }
    }
}
