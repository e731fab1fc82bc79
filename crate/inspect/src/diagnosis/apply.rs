//! A session decoded with a change.

use hpack::{Decoder, DynamicTable, History};
use input::Sender;
use serde::Serialize;

use super::{
    change::Change,
    plan::{Plan, acknowledge},
};
use crate::{
    Session,
    columns::BlockRecord,
    session::{Incoming, TableChange},
};

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
    /// The session with it.
    pub session: Session,
    /// Blocks of which nothing is left, each with the one that it became part
    /// of or repeats.
    pub gone: Vec<Gone>,
}

/// A block of which nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
        let mut session = Self::new(self.options().clone());
        let mut gone = Vec::new();
        for number in 0..self.blocks().len() {
            let edit = plan.edits.get(&(number as u32));
            let record = &self.blocks()[number];
            let own = record.direction as usize;
            let sender = match self.directions()[own].sender {
                sender if plan.swapped => sender.peer(),
                sender => sender,
            };
            let moved = edit.and_then(|edit| edit.sender);
            let stands_here = edit.and_then(|edit| edit.instead);
            let identity = &self.blocks()[stands_here.map_or(number, |other| other as usize)];
            let size = match plan.start {
                Some((direction, size)) if direction == own => Some(size),
                // A change that was applied before this one holds on.
                _ => {
                    let start = self.directions()[own].start.maximum;
                    (start != self.options().maximum).then_some(start)
                }
            };
            if let Some(size) = size {
                begin(&mut session, sender, size);
            }
            if record.after_loss {
                session.lose(sender);
            }
            // What was acknowledged is the affair of its own direction.
            let limits = !edit.is_some_and(|edit| edit.no_limits);
            if limits {
                acknowledge(table(&mut session, sender), record);
            }
            let sender = moved.unwrap_or(sender);
            if moved.is_some() && !self.directions().iter().any(|known| known.sender == sender) {
                begin_unknown(&mut session, sender);
            }
            let act = |session: &mut Self, after: bool| {
                let asked = edit.map(|edit| if after { &edit.after } else { &edit.before });
                let actions: Vec<TableChange> = self
                    .imposed
                    .get(&(number as u32, after))
                    .into_iter()
                    .chain(asked)
                    .flatten()
                    .copied()
                    .collect();
                for action in &actions {
                    action.apply(table(session, sender));
                }
                if !actions.is_empty() {
                    session.imposed.insert((number as u32, after), actions);
                }
            };
            act(&mut session, false);
            let rewritten;
            let octets = if let Some(with) = edit.and_then(|edit| edit.gone) {
                gone.push(Gone {
                    block: number as u32,
                    with,
                });
                &[][..]
            } else if let Some(octets) = edit.and_then(|edit| edit.octets.as_deref()) {
                octets
            } else if let Some(shift) = plan
                .shift
                .filter(|shift| shift.direction == own && shift.from as usize <= number)
            {
                rewritten = shift.rewrite(self.octets(number));
                &rewritten
            } else {
                self.octets(number)
            };
            // Nothing is decoded where nothing is left of a block: a size
            // update that was due remains due.
            let moment = table(&mut session, sender).moment();
            if octets.is_empty() && moment.pending.is_some() {
                let mut settled = moment;
                settled.pending = None;
                table(&mut session, sender).rewind(settled);
            }
            push(
                &mut session,
                sender,
                octets,
                (record, identity),
                limits && moved.is_none(),
            );
            if octets.is_empty() && moment.pending.is_some() {
                table(&mut session, sender).rewind(moment);
            }
            act(&mut session, true);
        }
        Some(Changed {
            change: change.clone(),
            session,
            gone,
        })
    }
}

/// The table of `sender`, also where it has sent nothing yet.
fn table(session: &mut Session, sender: Sender) -> &mut DynamicTable {
    let direction = session.direction_of(sender);
    session.directions[direction].decoder.table_mut()
}

/// Gives `sender`, where it has sent nothing yet, a table of that size.
fn begin(session: &mut Session, sender: Sender, size: u32) {
    let direction = session.direction_of(sender);
    let direction = &mut session.directions[direction];
    if direction.blocks.is_empty() {
        let table = DynamicTable::new(size, size, History::Kept);
        direction.start = table.moment();
        direction.decoder = Decoder::with_table(table);
    }
}

/// Gives `sender`, of whom no other block is here, a table of which nothing is
/// known.
fn begin_unknown(session: &mut Session, sender: Sender) {
    let direction = session.direction_of(sender);
    let direction = &mut session.directions[direction];
    if direction.blocks.is_empty() {
        let maximum = direction.start.maximum;
        let table = DynamicTable::new(maximum, maximum, History::Kept)
            .with_unknown_before()
            .with_assumed_maximum();
        direction.start = table.moment();
        direction.decoder = Decoder::with_table(table);
    }
}

/// The next block; its limits, if they count, are acknowledged already.
/// `record` is that of its place, `identity` that of its octets.
fn push(
    session: &mut Session,
    sender: Sender,
    octets: &[u8],
    (record, identity): (&BlockRecord, &BlockRecord),
    limits: bool,
) {
    session.push(&Incoming {
        sender,
        octets,
        limit_changes: &[],
        limit_unknown: false,
        max_header_list_size: record.max_header_list_size,
        label: identity.label.as_deref(),
        framed: identity.framed,
    });
    if limits && let Some(pushed) = session.blocks.last_mut() {
        pushed.limit_changes.clone_from(&record.limit_changes);
        pushed.limit_unknown = record.limit_unknown;
    }
}
