//! Decoding blocks again on a fork of a direction's table, and what they say.

use hpack::{Decoder, DynamicTable, InspectedField, Reference, dynamic_table::entry_size};
use http2::validity;

use super::{
    fields::assess,
    plan::{Plan, Step, steps},
};
use crate::Session;

/// Stands for a name or value that is unknown.
pub(super) const UNKNOWN: u32 = 0;

/// One field of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// Hashes of its name and value.
    pub(super) name: u32,
    pub(super) value: u32,
    /// Whether it is known from the dynamic table.
    pub(super) dynamic: bool,
}

/// What one block decoded to.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// Its number in the session.
    pub(super) block: u32,
    /// The block that it became part of, or that it repeats.
    pub(super) gone: Option<u32>,
    /// Whether the rest of it is missing.
    pub(super) cut: bool,
    /// How surprising its fields are by themselves; `None` if it fails, or no
    /// working peer sends them.
    pub(super) surprise: Option<f32>,
    pub(super) fields: Vec<Seen>,
    /// Share of its names and values that are unknown.
    pub(super) ignorance: f32,
    /// References to the dynamic table.
    pub(super) references: u32,
    /// Fields with an unknown name or value.
    pub(super) unknown: u32,
    /// Entries that it inserted, and of these the ones that the table held: an
    /// encoder with the same table refers to them instead.
    pub(super) inserted: u32,
    pub(super) redundant: u32,
    /// What decoding it cost, bytes.
    pub(super) spent: usize,
}

impl Outcome {
    pub(super) fn makes_sense(&self) -> bool {
        self.surprise.is_some()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = u32> + Clone {
        self.fields.iter().map(|field| field.name)
    }
}

/// Cost of each block besides its bytes.
const EACH: usize = 16;

/// Bytes of names and values, and of the table that is copied, that cost no more
/// than the block's own.
const CHEAP: usize = 16 << 10;

/// The largest header list (RFC 9113 §10.5.1) that makes sense, bytes: an
/// index of one byte may refer to kilobytes, a million times.
const LARGEST: u64 = 1 << 20;

/// Decodes blocks of `direction` with numbers from `from` up to `to`, under
/// `plan`, on a fork of its table. `look` receives each and stops by returning
/// `false`. Returns the cost.
pub(super) fn run(
    session: &Session,
    direction: usize,
    plan: &Plan,
    (from, to): (u32, u32),
    mut look: impl FnMut(Outcome, &Step<'_>) -> bool,
) -> usize {
    let own = &session.directions()[direction];
    let sender = own.sender;
    let earlier = own.blocks.partition_point(|&block| block < from);
    let last = own.blocks[..earlier].last().copied();
    let moment = last.map_or(own.start, |last| session.blocks()[last as usize].after);
    let mut decoder = session.fork_at(direction, moment, earlier as u32);
    if let Some((_, size)) = plan.start.filter(|&(meant, _)| meant == direction) {
        decoder.table_mut().resize_from_the_start(size);
    }
    for change in last.map_or(&[][..], |last| session.imposed(last, true)) {
        change.apply(decoder.table_mut());
    }
    let mut spent = (decoder.table().size() as usize).saturating_sub(CHEAP);
    for step in steps(session, plan, from..to) {
        let table = decoder.table_mut();
        if step.own == sender {
            if step.record.after_loss {
                table.mark_blocks_missing();
            }
            step.acknowledge(table);
        }
        if step.sender != sender {
            continue;
        }
        for change in &step.before {
            change.apply(table);
        }
        let outcome = decode(&mut decoder, &step);
        spent += outcome.spent;
        if !look(outcome, &step) {
            break;
        }
        for change in &step.after {
            change.apply(decoder.table_mut());
        }
    }
    spent
}

fn decode(decoder: &mut Decoder, step: &Step<'_>) -> Outcome {
    let mut outcome = Outcome {
        block: step.number,
        cut: step.edit.cut,
        spent: EACH,
        ..Outcome::default()
    };
    if step.bytes.is_empty() {
        // An applied change may have left a block without bytes, too.
        outcome.gone = step.edit.gone.or(Some(step.number));
        outcome.surprise = Some(0.0);
        return outcome;
    }
    let table = decoder.table();
    // The first position that is in the table, as far as is known.
    let mut oldest = table.oldest_at(&table.state());
    // Positions that were inserted, each with the oldest at that time.
    let mut inserted = Vec::new();
    let (mut size, mut text, mut spans) = (0, Vec::new(), Vec::new());
    let mut visitor = |field: InspectedField<'_>| {
        let dynamic = !matches!(field.reference, None | Some(Reference::Static(_)));
        outcome.references += u32::from(dynamic);
        oldest = oldest.max(field.evicted.end);
        inserted.extend(field.inserted.map(|position| (position, oldest)));
        let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len) as u64;
        size += entry_size(length(field.name) + length(field.value));
        if size <= LARGEST {
            let mut keep = |bytes: &[u8]| {
                text.extend_from_slice(bytes);
                text.len() - bytes.len()..text.len()
            };
            let name = field.name.map(&mut keep);
            spans.push((name, field.value.map(keep), dynamic));
        }
    };
    let fault = decoder.visit(&step.bytes, &mut visitor).err();
    if outcome.cut && fault.is_none() {
        spans.push((None, None, false));
    }
    outcome.spent += fault.map_or(step.bytes.len(), |fault| fault.at.min(step.bytes.len()));
    outcome.spent += text.len().saturating_sub(CHEAP);
    outcome.inserted = inserted.len() as u32;
    outcome.redundant = redundant(decoder.table(), &inserted);
    let mut unknown = 0;
    let mut fields = Vec::with_capacity(spans.len());
    for (name, value, dynamic) in spans {
        let name = name.map(|range| &text[range]);
        let value = value.map(|range| &text[range]);
        fields.push(validity::Field { name, value });
        let missing = u32::from(name.is_none()) + u32::from(value.is_none());
        unknown += missing;
        outcome.unknown += missing.min(1);
        outcome.fields.push(Seen {
            name: name.map_or(UNKNOWN, hash),
            value: value.map_or(UNKNOWN, hash),
            dynamic: dynamic && missing == 0,
        });
    }
    outcome.ignorance = unknown as f32 / (2 * fields.len()).max(1) as f32;
    if fault.is_none() && size <= LARGEST {
        outcome.surprise = assess(step.sender, &fields);
    }
    outcome
}

/// How many of the insertions repeat one of the newest entries of the table.
fn redundant(table: &DynamicTable, inserted: &[(i64, i64)]) -> u32 {
    const NEWEST: i64 = 256;
    let repeats = |&&(position, oldest): &&(i64, i64)| {
        let Some(new) = table.entry(position) else {
            return false;
        };
        (oldest.max(position - NEWEST)..position)
            .rev()
            .filter_map(|earlier| table.entry(earlier))
            .filter(|old| old.size == new.size && old.name.is_some() && old.value.is_some())
            .any(|old| old.value == new.value && old.name == new.name)
    };
    inserted.iter().filter(repeats).count() as u32
}

/// FNV-1a: quick for the few bytes of a name, and the same in every run.
fn hash(bytes: &[u8]) -> u32 {
    let step = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step) | 1
}
