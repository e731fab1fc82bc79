//! Decoding blocks again on a fork of a direction's table, and what they say.

use hpack::{
    Decoder, DynamicTable, InspectedField, Kind, Reference, dynamic_table::entry_size, static_table,
};
use http2::validity;
use input::Sender;

use super::{
    change::{KeptParts, Part},
    fields::{assess, shape},
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
    /// What its value looks like; 0 if unknown.
    pub(super) shape: u8,
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
    /// References to the dynamic table for what the static table has: an
    /// encoder looks there first.
    pub(super) roundabout: u32,
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

/// Bytes of names and values that cost no more than the block's own.
const CHEAP: usize = 16 << 10;

/// The largest header list (RFC 9113 §10.5.1) that makes sense, bytes: an
/// index of one byte may refer to kilobytes, a million times.
const LARGEST: u64 = 1 << 20;

/// Decodes blocks of `direction` with numbers from `from` up to `to`, under
/// `plan`. `look` receives each and stops by returning `false`. Returns the cost.
pub(super) fn run(
    session: &mut Session,
    direction: usize,
    plan: &Plan,
    (from, to): (u32, u32),
    mut look: impl FnMut(Outcome, &Step<'_>) -> bool,
) -> usize {
    let mut fork = Fork::new(session, direction, plan, from);
    let mut spent = 0;
    for step in steps(fork.session, plan, from..to) {
        if !fork.prepare(&step) {
            continue;
        }
        // An applied change may have left a block without bytes.
        let outcome = if step.bytes.is_empty() {
            Outcome {
                block: step.number,
                gone: step.edit.gone.or(Some(step.number)),
                surprise: Some(0.0),
                spent: EACH,
                ..Outcome::default()
            }
        } else {
            fork.decode(step.number, &step.bytes, step.edit.cut)
        };
        spent += outcome.spent;
        if !look(outcome, &step) {
            break;
        }
        for change in &step.after {
            change.apply(fork.decoder.table_mut());
        }
    }
    spent
}

/// Decodes `direction` from `first` on, of which only parts are kept, up to
/// `to`. A block that makes no sense is tried in the `ways` of keeping parts;
/// those that help are returned, with the cost.
pub(super) fn mend(
    session: &mut Session,
    direction: usize,
    first: &KeptParts,
    to: u32,
    ways: impl Fn(&[u8]) -> Vec<Vec<Part>>,
) -> (Vec<KeptParts>, usize) {
    let plan = Plan::default();
    let mut fork = Fork::new(session, direction, &plan, first.block);
    let (mut mended, mut spent) = (Vec::new(), 0);
    for step in steps(fork.session, &plan, first.block..to) {
        if !fork.prepare(&step) {
            continue;
        }
        let block = step.number;
        let moment = fork.decoder.table().state();
        let mut makes_sense = |bytes: &[u8]| {
            fork.decoder.table_mut().rewind(moment);
            spent += bytes.len() + EACH;
            fork.decode(block, bytes, false).makes_sense()
        };
        let whole = block != first.block && makes_sense(&step.bytes);
        let ways = match block == first.block {
            true => vec![first.parts.clone()],
            false if whole => Vec::new(),
            false => ways(&step.bytes),
        };
        let mut ways = ways.into_iter().map(|parts| KeptParts { block, parts });
        match ways.find(|kept| kept.of(&step.bytes).is_some_and(|left| makes_sense(&left))) {
            Some(kept) => mended.push(kept),
            None if whole => {}
            // The blocks after it meet what its error left.
            None => _ = makes_sense(&step.bytes),
        }
        for change in &step.after {
            change.apply(fork.decoder.table_mut());
        }
    }
    (mended, spent)
}

/// A decoder of one direction that begins within the session.
struct Fork<'s> {
    session: &'s Session,
    sender: Sender,
    decoder: Decoder,
}

impl<'s> Fork<'s> {
    /// The decoder of `direction` before block `from` of the session and the
    /// limits acknowledged before it, under `plan`.
    fn new(session: &'s mut Session, direction: usize, plan: &Plan, from: u32) -> Self {
        let own = &session.directions()[direction];
        let sender = own.sender;
        let earlier = own.blocks.partition_point(|&block| block < from);
        let last = earlier.checked_sub(1).map(|last| own.blocks[last]);
        let moment = last.map_or(own.start, |last| session.blocks()[last as usize].after);
        let mut decoder = session.fork_at(direction, moment, earlier as u32);
        let table = decoder.table_mut();
        if let Some((_, size)) = plan.start.filter(|&(meant, _)| meant == direction) {
            table.resize_from_the_start(size);
        }
        for change in last.map_or(&[][..], |last| session.imposed(last, true)) {
            change.apply(table);
        }
        Self {
            session,
            sender,
            decoder,
        }
    }

    /// Brings the table to the step's block; whether that is of this direction.
    fn prepare(&mut self, step: &Step<'_>) -> bool {
        let table = self.decoder.table_mut();
        if step.own == self.sender {
            if step.record.after_loss {
                table.mark_blocks_missing();
            }
            step.acknowledge(table);
        }
        if step.sender == self.sender {
            for change in &step.before {
                change.apply(table);
            }
        }
        step.sender == self.sender
    }

    /// Decodes `bytes` as `block`; `cut` if the rest of it is missing.
    fn decode(&mut self, block: u32, bytes: &[u8], cut: bool) -> Outcome {
        let table = self.decoder.table();
        // The first position that is in the table, as far as is known.
        let mut oldest = table.oldest_at(&table.state());
        // Positions that were inserted, each with the oldest at that time.
        let mut inserted = Vec::new();
        let mut outcome = Outcome {
            block,
            cut,
            ..Outcome::default()
        };
        let mut size = 0;
        let mut text = Vec::new();
        let mut spans = Vec::new();
        let mut visitor = |field: InspectedField<'_>| {
            let dynamic = !matches!(field.reference, None | Some(Reference::Static(_)));
            outcome.references += u32::from(dynamic);
            outcome.roundabout += u32::from(dynamic && static_table_has(&field));
            oldest = oldest.max(field.evicted.end);
            inserted.extend(field.inserted.map(|position| (position, oldest)));
            let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len) as u64;
            size += entry_size(length(field.name) + length(field.value));
            if size > LARGEST {
                return;
            }
            let mut keep = |bytes: &[u8]| {
                text.extend_from_slice(bytes);
                text.len() - bytes.len()..text.len()
            };
            let name = field.name.map(&mut keep);
            spans.push((name, field.value.map(keep), dynamic));
        };
        let fault = self.decoder.visit(bytes, &mut visitor).err();
        if cut && fault.is_none() {
            spans.push((None, None, false));
        }
        let decoded = fault.map_or(bytes.len(), |fault| fault.at.min(bytes.len()));
        outcome.spent = EACH + decoded + text.len().saturating_sub(CHEAP);
        outcome.inserted = inserted.len() as u32;
        outcome.redundant = redundant(self.decoder.table(), &inserted);
        let fields: Vec<validity::Field<'_>> = spans
            .iter()
            .map(|(name, value, _)| validity::Field {
                name: name.clone().map(|range| &text[range]),
                value: value.clone().map(|range| &text[range]),
            })
            .collect();
        let mut unknown = 0;
        for (field, &(.., dynamic)) in fields.iter().zip(&spans) {
            let missing = u32::from(field.name.is_none()) + u32::from(field.value.is_none());
            unknown += missing;
            outcome.unknown += missing.min(1);
            outcome.fields.push(Seen {
                name: field.name.map_or(UNKNOWN, hash),
                value: field.value.map_or(UNKNOWN, hash),
                shape: field.value.map_or(0, shape),
                dynamic: dynamic && missing == 0,
            });
        }
        outcome.ignorance = unknown as f32 / (2 * fields.len()).max(1) as f32;
        if fault.is_none() && size <= LARGEST {
            outcome.surprise = assess(self.sender, &fields);
        }
        outcome
    }
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

/// Whether the static table has what a field took from the dynamic one: the
/// name of a literal, or the whole of an indexed field.
fn static_table_has(field: &InspectedField<'_>) -> bool {
    let whole = field.kind == Kind::Indexed;
    static_table::ENTRIES.iter().any(|(name, value)| {
        field.name == Some(name.as_bytes()) && (!whole || field.value == Some(value.as_bytes()))
    })
}
