//! The blocks of a session once more, under a plan: what becomes of each, and
//! what is done to the tables between them. Trials and applied changes both
//! decode by it.

use std::{borrow::Cow, ops::Range};

use hpack::DynamicTable;
use input::Sender;

use super::plan::{Edit, Plan};
use crate::{
    Session,
    columns::BlockRecord,
    session::{TableChange, acknowledge},
};

/// A block, as the plan has it.
pub(super) struct Planned<'a> {
    /// Its number in the session.
    pub(super) number: u32,
    /// The record that stands there without the plan.
    pub(super) record: &'a BlockRecord,
    /// What the plan does to it.
    pub(super) edit: Cow<'a, Edit>,
    pub(super) sender: Sender,
    /// Its octets; none where nothing is left of it.
    pub(super) octets: Cow<'a, [u8]>,
    /// What is done to its table before and after it.
    pub(super) before: Vec<TableChange>,
    pub(super) after: Vec<TableChange>,
}

/// What decodes blocks again.
pub(super) trait Target {
    /// The table of `sender`, where its blocks are decoded.
    fn table(&mut self, sender: Sender) -> Option<&mut DynamicTable>;

    /// Blocks of `sender` are missing here, or may be.
    fn mark_blocks_missing(&mut self, sender: Sender) {
        if let Some(table) = self.table(sender) {
            table.mark_blocks_missing();
        }
    }

    /// Decodes the next block; whether to go on.
    fn decode(&mut self, block: &Planned<'_>) -> bool;
}

/// Has `target` decode `blocks` of `session` under `plan`.
pub(super) fn replay(session: &Session, plan: &Plan, blocks: Range<u32>, target: &mut impl Target) {
    for number in blocks {
        let edit = plan.edits.get(&number);
        let record = &session.blocks()[number as usize];
        let own = plan.sender(&session.directions()[record.direction as usize]);
        // What was lost or acknowledged is the affair of its own direction.
        if record.after_loss {
            target.mark_blocks_missing(own);
        }
        if !edit.is_some_and(|edit| edit.no_limits)
            && let Some(table) = target.table(own)
        {
            acknowledge(table, record.limit_unknown, &record.limit_changes);
        }
        let sender = edit.and_then(|edit| edit.sender).unwrap_or(own);
        let Some(table) = target.table(sender) else {
            continue;
        };
        let edit = edit.map_or_else(Cow::default, Cow::Borrowed);
        let imposed = |after, own: &[TableChange]| [session.imposed(number, after), own].concat();
        let block = Planned {
            number,
            record,
            sender,
            octets: plan.octets(session, number),
            before: imposed(false, &edit.before),
            after: imposed(true, &edit.after),
            edit,
        };
        for change in &block.before {
            change.apply(table);
        }
        if !target.decode(&block) {
            return;
        }
        if let Some(table) = target.table(sender) {
            for change in &block.after {
                change.apply(table);
            }
        }
    }
}
