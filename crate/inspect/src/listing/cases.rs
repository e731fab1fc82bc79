//! Turns blocks into test cases for other decoders. If the decoder would not
//! have the table that a block needs, an extra case sets it up.

use std::borrow::Cow;

use hpack::{
    Kind, Snapshot,
    dynamic_table::{DEFAULT_MAXIMUM, KnownField},
    integer,
};

use super::{MAX_BYTES, NoListing, title};
use crate::{columns::flags, session::Session};

/// A field expected from the decoder.
pub(super) struct Expected<'a> {
    pub(super) name: Cow<'a, [u8]>,
    pub(super) value: Cow<'a, [u8]>,
    /// Whether it is never indexed (RFC 7541 §6.2.3).
    pub(super) never: bool,
}

/// A block with its expected outcome.
pub(super) struct Case<'a> {
    pub(super) title: String,
    /// SETTINGS_HEADER_TABLE_SIZE values acknowledged before it, in order,
    /// bytes.
    pub(super) limits: Vec<u32>,
    pub(super) bytes: Cow<'a, [u8]>,
    /// Its fields, or the error. The decoder is unusable after an error.
    pub(super) outcome: Result<Vec<Expected<'a>>, String>,
}

impl Case<'_> {
    /// Upper bound of the bytes written for it, apart from fixed text.
    fn size(&self) -> usize {
        // A byte of a field takes at most six characters.
        let of_field = |field: &Expected<'_>| 64 + 6 * (field.name.len() + field.value.len());
        let fields = self.outcome.iter().flatten();
        256 + 2 * self.bytes.len() + fields.map(of_field).sum::<usize>()
    }
}

/// Converts blocks to cases for one decoder.
#[derive(Debug, Default)]
pub(super) struct Cases {
    pub(super) count: usize,
    /// Blocks with an unknown name or value, from 0.
    pub(super) left_out: Vec<usize>,
    direction: Option<u32>,
    /// The last block that the decoder has read, unless the table differs
    /// since.
    last: Option<usize>,
    /// Upper bound of the bytes written for all cases.
    size: usize,
}

/// Sorts blocks for one decoder: one sender after the other, that of the first
/// block first.
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
    /// Passes the next block to `each`, after a case that sets up the table if
    /// needed.
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
        let outcome = match &record.error {
            Some(error) => Err(format!("{}: {error}", error.code().name())),
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
            if self.size > MAX_BYTES {
                return Err(NoListing::TooLarge);
            }
            self.count += 1;
            each(case, self.count)
        };
        if !((self.last.is_some() || is_new) && session.leads_to(self.last, number)) {
            if !session.table_fits(number, MAX_BYTES) {
                return Err(NoListing::TooLarge);
            }
            let table = session.direction(number).table();
            let (case, pending) = set_up_table(&table.snapshot_at(&record.before), is_new, number);
            case.iter().try_for_each(&mut add)?;
            limits = pending;
        }
        self.last = outcome.is_ok().then_some(number);
        add(&Case {
            // Test names: some languages only allow ASCII.
            title: title(session, number).replace(|letter: char| !letter.is_ascii(), "?"),
            limits,
            bytes: Cow::Borrowed(session.bytes(number)),
            outcome,
        })
    }
}

/// Fields of a block; `None` if any is unknown.
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

/// Returns a case that sets up `table`, unless a new decoder has it already,
/// and the limits to acknowledge after that case.
fn set_up_table(
    table: &Snapshot,
    is_new: bool,
    number: usize,
) -> (Option<Case<'static>>, Vec<u32>) {
    let mut pending: Vec<u32> = table.required_maximum.into_iter().collect();
    if pending.last().is_some_and(|&least| least != table.limit) {
        pending.push(table.limit);
    }
    // Unknown entries that no known field refers to can be omitted.
    let is_known = |(name, value): &KnownField| name.is_some() || value.is_some();
    let last = table.entries.iter().rposition(is_known);
    let entries = &table.entries[..last.map_or(0, |last| last + 1)];
    let limit = table.limit.max(table.maximum);
    let is_default = table.maximum == DEFAULT_MAXIMUM;
    if is_new && is_default && limit == DEFAULT_MAXIMUM && entries.is_empty() {
        return (None, pending);
    }
    let mut bytes = Vec::new();
    if !is_new {
        integer::encode(0x20, 5, 0, &mut bytes);
    }
    if !is_new || !is_default {
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
        // Some decoders reject a block of size updates alone.
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
    (Some(case), pending)
}
