//! Blocks as cases for another decoder, which need no more than that decoder:
//! where it would not have the table that a block meets, a block before it
//! brings it there.

use std::borrow::Cow;

use hpack::{
    Kind, Snapshot,
    dynamic_table::{DEFAULT_MAXIMUM, KnownField},
    integer,
};

use super::{MOST, NoListing, title};
use crate::{columns::flags, session::Session};

/// A field that a decoder has to find.
pub(super) struct Expected<'a> {
    pub(super) name: Cow<'a, [u8]>,
    pub(super) value: Cow<'a, [u8]>,
    /// RFC 7541 §6.2.3.
    pub(super) never: bool,
}

/// A block, and what a decoder has to make of it.
pub(super) struct Case<'a> {
    pub(super) title: String,
    /// SETTINGS_HEADER_TABLE_SIZE, acknowledged before it, in order, bytes.
    pub(super) limits: Vec<u32>,
    pub(super) bytes: Cow<'a, [u8]>,
    /// Its fields, or why it has to be refused. A decoder that has refused a
    /// block is of no use any more.
    pub(super) outcome: Result<Vec<Expected<'a>>, String>,
}

impl Case<'_> {
    /// Bytes that are written of it, at most, but for some words.
    fn size(&self) -> usize {
        // A byte of a field is written with six characters at most.
        let of_field = |field: &Expected<'_>| 64 + 6 * (field.name.len() + field.value.len());
        let fields = self.outcome.iter().flatten();
        256 + 2 * self.bytes.len() + fields.map(of_field).sum::<usize>()
    }
}

/// Makes cases of blocks, one after another, as one decoder reads them all.
#[derive(Debug, Default)]
pub(super) struct Cases {
    pub(super) count: usize,
    /// Blocks with a name or value that is not known, from 0.
    pub(super) left_out: Vec<usize>,
    direction: Option<u32>,
    /// The block that the decoder has read last, if the table is as that one left it.
    last: Option<usize>,
    /// Bytes that are written of all cases, at most.
    size: usize,
}

/// The blocks `numbers` in the order in which one decoder reads them: the sender
/// of the first one before the other.
pub(super) fn by_sender(session: &Session, mut numbers: Vec<usize>) -> Vec<usize> {
    let mut directions = Vec::new();
    for &number in &numbers {
        let direction = session.blocks()[number].direction;
        if !directions.contains(&direction) {
            directions.push(direction);
        }
    }
    let place = |number: &usize| {
        let direction = session.blocks()[*number].direction;
        directions.iter().position(|&one| one == direction)
    };
    numbers.sort_by_key(place);
    numbers
}

impl Cases {
    /// Makes the next block a case, after one that brings the table there if the
    /// decoder does not have it; `each` gets both.
    pub(super) fn block(
        &mut self,
        session: &Session,
        number: usize,
        mut each: impl FnMut(&Case<'_>, usize) -> Result<(), NoListing>,
    ) -> Result<(), NoListing> {
        let record = &session.blocks()[number];
        if self.direction.replace(record.direction) != Some(record.direction) {
            self.last = None;
        }
        let outcome = match &record.fault {
            Some(fault) => Err(format!("{}: {fault}", fault.code().name())),
            None => match expected(session, number) {
                Some(fields) => Ok(fields),
                None => {
                    self.left_out.push(number);
                    self.last = None;
                    return Ok(());
                }
            },
        };
        let is_new = self.count == 0;
        let mut limits = record.limit_changes.clone();
        let mut add = |case: &Case<'_>| {
            self.size += case.size();
            if self.size > MOST {
                return Err(NoListing::TooLarge);
            }
            self.count += 1;
            each(case, self.count)
        };
        if !((self.last.is_some() || is_new) && session.leads_to(self.last, number)) {
            if !session.table_fits(number, MOST) {
                return Err(NoListing::TooLarge);
            }
            let table = session.direction(number).table();
            let (prime, due) = prime(&table.snapshot_at(&record.before), is_new, number);
            prime.iter().try_for_each(&mut add)?;
            limits = due;
        }
        self.last = outcome.is_ok().then_some(number);
        add(&Case {
            // Names of tests: some languages take no other letters here.
            title: title(session, number).replace(|letter: char| !letter.is_ascii(), "?"),
            limits,
            bytes: Cow::Borrowed(session.bytes(number)),
            outcome,
        })
    }
}

/// The fields of a block, where all of them are known.
fn expected(session: &Session, block: usize) -> Option<Vec<Expected<'_>>> {
    let rows = session.rows_of(block).iter();
    rows.filter(|row| row.kind != Kind::SizeUpdate)
        .map(|row| {
            if row.has(flags::NAME_UNKNOWN) || row.has(flags::VALUE_UNKNOWN) {
                return None;
            }
            Some(Expected {
                name: Cow::Borrowed(session.name(row)?),
                value: Cow::Borrowed(session.value(row)?),
                never: row.kind == Kind::NeverIndexed,
            })
        })
        .collect()
}

/// A block that brings a decoder to `table`, none where a new one has it
/// already, and the limits that are acknowledged behind that block.
fn prime(table: &Snapshot, is_new: bool, number: usize) -> (Option<Case<'static>>, Vec<u32>) {
    let mut due: Vec<u32> = table.pending.into_iter().collect();
    if due.last().is_some_and(|&least| least != table.limit) {
        due.push(table.limit);
    }
    // What is not known of an entry does not matter to fields that are known.
    let is_known = |(name, value): &KnownField| name.is_some() || value.is_some();
    let last = table.entries.iter().rposition(is_known);
    let entries = &table.entries[..last.map_or(0, |last| last + 1)];
    let limit = table.limit.max(table.maximum);
    let is_usual = table.maximum == DEFAULT_MAXIMUM;
    if is_new && is_usual && limit == DEFAULT_MAXIMUM && entries.is_empty() {
        return (None, due);
    }
    let mut bytes = Vec::new();
    if !is_new {
        integer::encode(0x20, 5, 0, &mut bytes);
    }
    if !is_new || !is_usual {
        integer::encode(0x20, 5, table.maximum.into(), &mut bytes);
    }
    let mut fields = Vec::new();
    for (name, value) in entries.iter().rev() {
        let [name, value] = [name, value].map(|text| text.as_deref().unwrap_or(b"unknown"));
        bytes.push(0x40);
        for text in [name, value] {
            integer::encode(0, 7, text.len() as u64, &mut bytes);
            bytes.extend(text);
        }
        fields.push((name.to_vec(), value.to_vec()));
    }
    if fields.is_empty() {
        // Some decoders refuse a block of size updates alone.
        bytes.push(0x82);
        fields.push((b":method".to_vec(), b"GET".to_vec()));
    }
    let fields = fields.into_iter().map(|(name, value)| Expected {
        name: name.into(),
        value: value.into(),
        never: false,
    });
    let limits = if is_new && limit == DEFAULT_MAXIMUM {
        vec![]
    } else {
        vec![limit]
    };
    let case = Case {
        title: format!("The table before block {}", number + 1),
        limits,
        bytes: bytes.into(),
        outcome: Ok(fields.collect()),
    };
    (Some(case), due)
}
