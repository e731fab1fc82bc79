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
            begin(self, &plan, &mut session, step.own);
            if step.record.after_loss {
                session.mark_blocks_missing(step.own);
            }
            step.acknowledge(session.table_mut(step.own));
            begin(self, &plan, &mut session, step.sender);
            gone.extend(step.edit.gone.map(|with| Gone {
                block: step.number,
                with,
            }));
            decode(self, &mut session, &step);
        }
        Some(Changed {
            change: change.clone(),
            what: describe::what(self, change),
            session,
            gone,
        })
    }
}

/// Begins the direction of `sender` in `session`, unless it has begun.
fn begin(original: &Session, plan: &Plan, session: &mut Session, sender: Sender) {
    if session.directions().iter().any(|own| own.sender == sender) {
        return;
    }
    let mut directions = original.directions().iter();
    let maximum = original.options().maximum;
    let table = |size| DynamicTable::new(size, size, History::Kept);
    let Some(own) = directions.position(|own| plan.sender(own.sender) == sender) else {
        // The original has no block of this sender: its table is unknown.
        let table = table(maximum).with_unknown_before();
        session.begin(sender, table.with_assumed_maximum());
        return;
    };
    // A change that was applied before this one remains.
    let before = original.directions()[own].start.maximum();
    let planned = plan.start.filter(|&(direction, _)| direction == own);
    if planned.is_some() || before != maximum {
        session.begin(sender, table(planned.map_or(before, |(_, size)| size)));
    }
}

fn decode(original: &Session, session: &mut Session, step: &Step<'_>) {
    let &Step {
        number,
        record,
        sender,
        ..
    } = step;
    for change in &step.before {
        change.apply(session.table_mut(sender));
    }
    session.note_imposed(number, false, &step.before);
    session.note_imposed(number, true, &step.after);
    // Limits stay at their place; framing and label go with the bytes.
    let limits = !step.edit.no_limits && step.edit.sender.is_none();
    let identity = &original.blocks()[step.edit.instead.unwrap_or(number) as usize];
    let limit_changes = limits.then(|| record.limit_changes.clone());
    let before = Before {
        framed: identity.framed,
        limit_unknown: limits && record.limit_unknown,
        limit_changes: limit_changes.unwrap_or_default(),
        max_header_list_size: record.max_header_list_size,
        ..Before::default()
    };
    // A block without bytes is not decoded: a size update that was due before
    // it remains due.
    let table = session.table_mut(sender);
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
