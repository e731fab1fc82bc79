//! Turns a change into edits per block, for trying and applying it.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use hpack::{DynamicTable, Kind, integer, static_table};
use input::Sender;

use super::{change::Change, kind::other_sender};
use crate::{
    Session,
    codes::representations,
    columns::BlockRecord,
    session::{TableChange, acknowledge},
};

/// Maximum number of entries that a change inserts: each takes time and memory.
const MAX_ENTRIES: u32 = 1 << 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Edit {
    /// Changes of the table before (after limits are acknowledged) and after
    /// it.
    before: Vec<TableChange>,
    after: Vec<TableChange>,
    bytes: Option<Vec<u8>>,
    /// Removes it: the block that it is joined to, or that it repeats.
    pub(super) gone: Option<u32>,
    /// Block that takes its place.
    pub(super) replacement: Option<u32>,
    pub(super) sender: Option<Sender>,
    /// Whether its rest is missing.
    pub(super) cut: bool,
    /// Whether limits acknowledged before it are ignored.
    pub(super) no_limits: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    edits: BTreeMap<u32, Edit>,
    /// Edit of all other blocks: none.
    untouched: Edit,
    /// Direction, first block and offset of indices that are shifted.
    shift: Option<(usize, u32, i32)>,
    swapped: bool,
    /// Limit and maximum of a direction from the start, bytes.
    pub(super) start: Option<(usize, u32)>,
    /// First block affected.
    pub(super) first: u32,
}

impl Plan {
    /// Creates the plan for `change`; `None` if it names blocks or bytes that
    /// do not exist.
    pub(super) fn of(session: &Session, change: &Change) -> Option<Self> {
        let mut plan = Self::default();
        let exists = |number: u32| (number as usize) < session.blocks().len();
        let bytes = |number: u32| exists(number).then(|| session.bytes(number as usize));
        let direction =
            |number: u32| Some(session.blocks().get(number as usize)?.direction as usize);
        match change {
            &Change::MissedBlock { before, entries } => {
                plan.edit(before).before = vec![insert(entries)?];
            }
            &Change::IndexOffByOne { from, by } => {
                plan.shift = Some((direction(from)?, from, by));
            }
            &Change::OtherDirection { block } => {
                bytes(block)?;
                plan.edit(block).sender = Some(other_sender(session, block));
            }
            Change::SwappedSides => plan.swapped = true,
            &Change::OutOfOrder { blocks: (a, b) } => {
                if direction(a)? != direction(b)? {
                    return None;
                }
                for (block, other) in [(a, b), (b, a)] {
                    plan.edit(block).bytes = Some(bytes(other)?.to_vec());
                    plan.edit(block).replacement = Some(other);
                }
            }
            Change::Padding { blocks, .. } | Change::FrameHeader { blocks } => {
                for kept in blocks {
                    plan.edit(kept.block).bytes = Some(kept.of(bytes(kept.block)?)?);
                }
            }
            Change::Continuation { blocks } => {
                let first = *blocks.iter().min()?;
                for &block in blocks.iter().filter(|&&block| block != first) {
                    plan.edit(block).gone = Some(first);
                }
                let parts: Option<Vec<_>> = blocks.iter().map(|&block| bytes(block)).collect();
                plan.edit(first).bytes = Some(parts?.concat());
            }
            &Change::ContinuationMissing { block, at, entries } => {
                let whole = bytes(block)?.get(..at as usize)?.to_vec();
                let edit = plan.edit(block);
                edit.bytes = Some(whole);
                edit.cut = true;
                edit.after = vec![insert(entries)?];
            }
            &Change::TableSize { from, block, size } => match from {
                Some(from) => {
                    plan.edit(from).no_limits = true;
                    plan.edit(from).before = vec![TableChange::Limit(size)];
                }
                None => plan.start = Some((direction(block)?, size)),
            },
            &Change::DecodedTwice { block, first } => {
                bytes(first)?;
                plan.edit(block).gone = Some(first);
            }
            Change::SizeUpdate { before, sizes } => {
                let sizes = sizes.iter().map(|&size| TableChange::Resize(size));
                plan.edit(*before).before = sizes.collect();
            }
        }
        plan.first = match (plan.start, &plan.shift) {
            _ if plan.swapped => 0,
            (Some((direction, _)), _) => *session.directions()[direction].blocks.first()?,
            (None, Some((_, from, ..))) => *from,
            (None, None) => *plan.edits.keys().next()?,
        };
        let last = plan.edits.keys().next_back();
        (exists(plan.first) && last.is_none_or(|&last| exists(last))).then_some(plan)
    }

    fn edit(&mut self, block: u32) -> &mut Edit {
        self.edits.entry(block).or_default()
    }

    /// Sender, under the plan, of a direction of `sender`.
    pub(super) fn sender(&self, sender: Sender) -> Sender {
        if self.swapped { sender.peer() } else { sender }
    }
}

fn insert(entries: u32) -> Option<TableChange> {
    (entries <= MAX_ENTRIES).then_some(TableChange::Insert(entries))
}

/// A block with its edit applied.
pub(super) struct Step<'a> {
    pub(super) number: u32,
    /// Its record in the unchanged session.
    pub(super) record: &'a BlockRecord,
    pub(super) edit: &'a Edit,
    /// Sender of its direction, whose table losses and limits apply to.
    pub(super) direction_sender: Sender,
    pub(super) sender: Sender,
    /// Bytes; empty if removed.
    pub(super) bytes: Cow<'a, [u8]>,
    /// Changes of its sender's table before and after it.
    pub(super) before: Vec<TableChange>,
    pub(super) after: Vec<TableChange>,
}

pub(super) fn steps<'a>(
    session: &'a Session,
    plan: &'a Plan,
    blocks: Range<u32>,
) -> impl Iterator<Item = Step<'a>> {
    blocks.map(move |number| {
        let record = &session.blocks()[number as usize];
        let edit = plan.edits.get(&number).unwrap_or(&plan.untouched);
        let direction_sender = plan.sender(session.directions()[record.direction as usize].sender);
        let bytes = session.bytes(number as usize);
        let bytes = match (&edit.bytes, &plan.shift) {
            _ if edit.gone.is_some() => Cow::default(),
            (Some(bytes), _) => Cow::Borrowed(&bytes[..]),
            (None, &Some((direction, from, by)))
                if direction == record.direction as usize && number >= from =>
            {
                Cow::Owned(shift_indices(bytes, by))
            }
            _ => Cow::Borrowed(bytes),
        };
        Step {
            number,
            record,
            direction_sender,
            sender: edit.sender.unwrap_or(direction_sender),
            bytes,
            before: [session.table_edits(number, false), &edit.before].concat(),
            after: [session.table_edits(number, true), &edit.after].concat(),
            edit,
        }
    })
}

impl Step<'_> {
    /// Applies the limits acknowledged before it to its direction's table.
    pub(super) fn acknowledge(&self, table: &mut DynamicTable) {
        if !self.edit.no_limits {
            acknowledge(table, self.record.limit_unknown, &self.record.limit_changes);
        }
    }
}

/// Adds `by` to a block's indices of the dynamic table.
fn shift_indices(bytes: &[u8], by: i32) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 8);
    let mut end = 0;
    for found in representations(bytes) {
        end = found.range.end;
        let (index, at) = (found.integer.value, found.range.start);
        // A miscounting encoder may turn the newest entry into the last static
        // one, and one that counts too high never writes the lowest index:
        // index 0 makes the block fail.
        let affected = index > static_table::LEN || (index == static_table::LEN && by > 0);
        let to = i64::from(index) + i64::from(by);
        match u64::try_from(to.min(u32::MAX.into())) {
            Ok(to) if affected && found.kind != Kind::SizeUpdate => {
                let to = if to > static_table::LEN.into() { to } else { 0 };
                integer::encode(bytes[at], found.integer.prefix_bits, to, &mut out);
                out.extend_from_slice(&bytes[found.integer.range.end..end]);
            }
            _ => out.extend_from_slice(&bytes[at..end]),
        }
    }
    out.extend_from_slice(&bytes[end..]);
    out
}
