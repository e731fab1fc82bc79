//! A session decoded with a change.

use hpack::{DynamicTable, History};
use input::{Before, Block, Sender};
use serde::Serialize;

use super::{
    change::Change,
    describe,
    plan::Plan,
    replay::{Planned, Target, replay},
};
use crate::Session;

/// A session in which a change is applied. The session that it was made from
/// stays as it is: going back to it undoes the change, and its octets are the
/// original ones.
///
/// Blocks keep their numbers: one that the change joined to another, or that
/// was there twice, stays as a block without octets ([`Changed::gone`]).
#[derive(Debug)]
pub struct Changed {
    /// The change.
    pub change: Change,
    /// The change as a sentence.
    pub what: String,
    /// The session with it.
    pub session: Session,
    /// Blocks of which nothing is left, each with the one that it became part
    /// of or repeats.
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
    /// The session decoded again with `change`; `None` where it names what is
    /// not there.
    #[must_use]
    pub fn with_change(&self, change: &Change) -> Option<Changed> {
        let plan = Plan::of(self, change)?;
        let mut again = Again {
            original: self,
            plan: &plan,
            session: Self::new(self.options().clone()),
            gone: Vec::new(),
        };
        replay(self, &plan, 0..self.blocks().len() as u32, &mut again);
        Some(Changed {
            change: change.clone(),
            what: describe::what(self, change),
            session: again.session,
            gone: again.gone,
        })
    }
}

/// A session that is decoded again as a whole.
struct Again<'a> {
    original: &'a Session,
    plan: &'a Plan,
    session: Session,
    gone: Vec<Gone>,
}

impl Again<'_> {
    /// The table with which the direction of `sender` begins, where it is not
    /// that of the options.
    fn start(&self, sender: Sender) -> Option<DynamicTable> {
        let mut directions = self.original.directions().iter();
        let own = directions.position(|own| self.plan.sender(own) == sender);
        let options = self.original.options();
        let table = |size| DynamicTable::new(size, size, History::Kept);
        let Some(own) = own else {
            // No other block of this sender is here: nothing of its table is known.
            let table = table(options.maximum).with_unknown_before();
            return Some(table.with_assumed_maximum());
        };
        let planned = self.plan.start.filter(|&(direction, _)| direction == own);
        // A change that was applied before this one holds on.
        let before = self.original.directions()[own].start.maximum();
        let size = planned.map_or(before, |(_, size)| size);
        (planned.is_some() || before != options.maximum).then(|| table(size))
    }
}

impl Target for Again<'_> {
    fn table(&mut self, sender: Sender) -> Option<&mut DynamicTable> {
        let mut begun = self.session.directions().iter();
        if !begun.any(|direction| direction.sender == sender)
            && let Some(table) = self.start(sender)
        {
            self.session.begin(sender, table);
        }
        Some(self.session.table_mut(sender))
    }

    fn mark_blocks_missing(&mut self, sender: Sender) {
        self.table(sender);
        self.session.mark_blocks_missing(sender);
    }

    fn decode(&mut self, block: &Planned<'_>) -> bool {
        let Planned {
            number,
            record,
            ref edit,
            sender,
            ref octets,
            ..
        } = *block;
        self.gone.extend(edit.gone.map(|with| Gone {
            block: number,
            with,
        }));
        self.session.note_imposed(number, false, &block.before);
        self.session.note_imposed(number, true, &block.after);
        // What came before its place, and what came with its octets.
        let limits = !edit.no_limits && edit.sender.is_none();
        let identity = &self.original.blocks()[edit.instead.unwrap_or(number) as usize];
        let before = Before {
            framed: identity.framed,
            blocks_missing: false,
            after_error: false,
            limit_unknown: limits && record.limit_unknown,
            limit_changes: if limits {
                record.limit_changes.clone()
            } else {
                Vec::new()
            },
            max_header_list_size: record.max_header_list_size,
            table: None,
        };
        let changed = Block {
            label: identity.label.as_deref(),
            before: &before,
            ..Block::new(sender, octets)
        };
        // Nothing is decoded where nothing is left of a block: a size update
        // that was due remains due.
        let table = self.session.table_mut(sender);
        let moment = octets.is_empty().then(|| table.state());
        if moment.is_some() {
            table.cancel_pending();
        }
        self.session.append(&changed);
        if let Some(moment) = moment {
            self.session.table_mut(sender).rewind(moment);
        }
        true
    }
}
