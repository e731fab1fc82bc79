//! What a change means, block by block: the one place that says so, for
//! trying a change and for applying it.

use std::{borrow::Cow, collections::BTreeMap};

use hpack::{
    Kind, integer, static_table,
    structure::{Representation, representation_at},
};
use input::Sender;

use super::{
    change::{Change, Indices, KeptParts},
    head::other_sender,
};
use crate::{
    Session,
    session::{Direction, TableChange},
};

/// Entries that a change inserts at most: each of them takes time and memory.
const MOST_ENTRIES: u32 = 1 << 16;

/// What becomes of one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Edit {
    /// Done to the table before it, once limits are acknowledged.
    pub(super) before: Vec<TableChange>,
    /// What stands in place of its octets.
    pub(super) octets: Option<Vec<u8>>,
    /// Nothing of it is left. With the block that it became part of.
    pub(super) gone: Option<u32>,
    /// The block that stands here instead.
    pub(super) instead: Option<u32>,
    /// Who sent it.
    pub(super) sender: Option<Sender>,
    /// Whether more of it followed that is not here.
    pub(super) cut: bool,
    /// Whether no limit was acknowledged before it.
    pub(super) no_limits: bool,
    /// Done to the table after it.
    pub(super) after: Vec<TableChange>,
}

/// What becomes of all blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) edits: BTreeMap<u32, Edit>,
    /// Added to indices from that block of that direction on.
    pub(super) shift: Option<Shift>,
    /// Whether every block was sent by the other side.
    pub(super) swapped: bool,
    /// Limit and maximum of that direction from the start.
    pub(super) start: Option<(usize, u32)>,
    /// The first block, in the session, that meets something else.
    pub(super) first: u32,
}

/// Indices that are read otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) direction: usize,
    pub(super) from: u32,
    pub(super) by: i32,
    pub(super) indices: Indices,
}

impl Shift {
    /// The block's octets with its indices changed.
    pub(super) fn rewrite(&self, octets: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(octets.len() + 8);
        let mut at = 0;
        while at < octets.len() {
            let Ok(found) = representation_at(octets, at) else {
                break;
            };
            self.representation(octets, at, &found, &mut out);
            at = found.range.end;
        }
        out.extend_from_slice(&octets[at..]);
        out
    }

    fn representation(&self, octets: &[u8], at: usize, found: &Representation, out: &mut Vec<u8>) {
        let index = found.integer.value;
        let meant = found.kind != Kind::SizeUpdate
            && index > 0
            && match self.indices {
                // Counting wrongly may turn the newest entry into the last static one.
                Indices::Dynamic => {
                    index > static_table::LEN || (index == static_table::LEN && self.by > 0)
                }
                Indices::All => true,
                Indices::At(octet) => at == octet as usize,
            };
        let to = i64::from(index) + i64::from(self.by);
        // An encoder that counts one too high never says the lowest index:
        // there is no such block.
        let to = match self.indices {
            Indices::Dynamic if to == i64::from(static_table::LEN) => 0,
            _ => to,
        };
        match u32::try_from(to) {
            Ok(to) if meant && (to > 0 || self.indices == Indices::Dynamic) => {
                integer::encode(octets[at], found.integer.prefix_bits, u64::from(to), out);
                out.extend_from_slice(&octets[found.integer.range.end..found.range.end]);
            }
            _ => out.extend_from_slice(&octets[found.range.clone()]),
        }
    }
}

/// The parts of `octets` that are left; `None` where they are not there.
pub(super) fn parts(octets: &[u8], kept: &KeptParts) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(octets.len());
    for &(start, end) in &kept.parts {
        out.extend_from_slice(octets.get(start as usize..end as usize)?);
    }
    Some(out)
}

impl Plan {
    /// Who sends the blocks of `direction`.
    pub(super) fn sender(&self, direction: &Direction) -> Sender {
        if self.swapped {
            direction.sender.peer()
        } else {
            direction.sender
        }
    }

    /// The octets of block `number`; none where nothing is left of it.
    pub(super) fn octets<'a>(&'a self, session: &'a Session, number: u32) -> Cow<'a, [u8]> {
        let octets = session.octets(number as usize);
        let direction = session.blocks()[number as usize].direction as usize;
        let shift = self
            .shift
            .filter(|shift| shift.direction == direction && shift.from <= number);
        match (self.edits.get(&number), shift) {
            (Some(Edit { gone: Some(_), .. }), _) => Cow::Borrowed(&[]),
            (
                Some(Edit {
                    octets: Some(octets),
                    ..
                }),
                _,
            ) => Cow::Borrowed(octets),
            (_, Some(shift)) => Cow::Owned(shift.rewrite(octets)),
            _ => Cow::Borrowed(octets),
        }
    }

    /// What `change` means for `session`; `None` where it names blocks or
    /// octets that are not there.
    pub(super) fn of(session: &Session, change: &Change) -> Option<Self> {
        let mut plan = Self::default();
        plan.fill(session, change)?;
        let first = plan.edits.keys().next().copied();
        plan.first = match (plan.start, plan.shift) {
            _ if plan.swapped => 0,
            (Some((direction, _)), _) => *session.directions()[direction].blocks.first()?,
            (None, Some(shift)) => shift.from,
            (None, None) => first?,
        };
        let there = |number: u32| (number as usize) < session.blocks().len();
        (plan.edits.keys().all(|&number| there(number)) && there(plan.first)).then_some(plan)
    }

    fn fill(&mut self, session: &Session, change: &Change) -> Option<()> {
        let count = session.blocks().len();
        if let Change::MissedBlock { entries, .. } | Change::ContinuationMissing { entries, .. } =
            change
            && *entries > MOST_ENTRIES
        {
            return None;
        }
        let octets =
            |number: u32| ((number as usize) < count).then(|| session.octets(number as usize));
        match change {
            Change::MissedBlock { before, entries } => {
                self.edit(*before)
                    .before
                    .push(TableChange::Insert(*entries));
            }
            &Change::IndexOffByOne { from, by, indices } => {
                if let Indices::At(_) = indices {
                    let shift = Shift {
                        direction: 0,
                        from,
                        by,
                        indices,
                    };
                    self.edit(from).octets = Some(shift.rewrite(octets(from)?));
                } else {
                    let direction = session.blocks().get(from as usize)?.direction as usize;
                    self.shift = Some(Shift {
                        direction,
                        from,
                        by,
                        indices,
                    });
                }
            }
            Change::OtherDirection { block } => {
                octets(*block)?;
                self.edit(*block).sender = Some(other_sender(session, *block));
            }
            Change::SwappedSides => self.swapped = true,
            &Change::OutOfOrder { blocks: (a, b) } => {
                let sender = |block: u32| Some(session.blocks().get(block as usize)?.direction);
                if sender(a)? != sender(b)? {
                    return None;
                }
                for (block, other) in [(a, b), (b, a)] {
                    let octets = octets(other)?.to_vec();
                    let edit = self.edit(block);
                    edit.octets = Some(octets);
                    edit.instead = Some(other);
                }
            }
            Change::Padding { blocks, .. } | Change::FrameHeader { blocks } => {
                for kept in blocks {
                    self.edit(kept.block).octets = Some(parts(octets(kept.block)?, kept)?);
                }
            }
            Change::Fragments { block } => {
                self.edit(block.block).octets = Some(parts(octets(block.block)?, block)?);
            }
            Change::Continuation { blocks } => {
                let first = *blocks.iter().min()?;
                let mut joined = Vec::new();
                for &block in blocks {
                    joined.extend_from_slice(octets(block)?);
                    if block != first {
                        self.edit(block).gone = Some(first);
                    }
                }
                self.edit(first).octets = Some(joined);
            }
            Change::ContinuationMissing { block, at, entries } => {
                let whole = octets(*block)?.get(..*at as usize)?.to_vec();
                let edit = self.edit(*block);
                edit.octets = Some(whole);
                edit.cut = true;
                edit.after.push(TableChange::Insert(*entries));
            }
            Change::TableSize {
                from: Some(from),
                size,
                ..
            } => {
                let edit = self.edit(*from);
                edit.no_limits = true;
                edit.before.push(TableChange::Limit(*size));
            }
            Change::TableSize {
                from: None,
                block,
                size,
            } => {
                let direction = session.blocks().get(*block as usize)?.direction as usize;
                self.start = Some((direction, *size));
            }
            Change::DecodedTwice { block, first } => {
                octets(*first)?;
                self.edit(*block).gone = Some(*first);
            }
            Change::SizeUpdate { before, sizes } => {
                let edit = self.edit(*before);
                edit.before
                    .extend(sizes.iter().map(|&size| TableChange::Resize(size)));
            }
        }
        Some(())
    }

    fn edit(&mut self, block: u32) -> &mut Edit {
        self.edits.entry(block).or_default()
    }
}
