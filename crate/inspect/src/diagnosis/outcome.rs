//! Decodes blocks again on a fork of a direction's table.

use hpack::{Decoder, InspectedField, Reference, dynamic_table::entry_size};
use http2::validity;

use super::{
    fields::{contradicts, is_possible},
    plan::{Plan, Step, steps},
};
use crate::{Session, text::hash};

/// Placeholder for an unknown name or value.
pub(super) const UNKNOWN: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) name: u32,
    pub(super) value: u32,
    /// Whether it is known and comes from the dynamic table.
    pub(super) dynamic: bool,
}

/// What is wrong with a block for certain, from nothing to the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wrong {
    #[default]
    Nothing,
    /// Its pseudo-header fields contradict RFC 9113 §8.3.
    Contradicts,
    Fails,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) block: u32,
    /// Block that it was joined to, or that it repeats.
    pub(super) gone: Option<u32>,
    /// Whether its rest is missing.
    pub(super) cut: bool,
    pub(super) wrong: Wrong,
    /// Whether it does not fail, and a working peer may send its fields.
    pub(super) makes_sense: bool,
    pub(super) fields: Vec<Seen>,
    /// Fraction of names and values that are unknown.
    pub(super) unknown_ratio: f32,
    pub(super) references: u32,
    /// Number of fields with an unknown name or value.
    pub(super) unknown: u32,
    /// Number of entries inserted.
    pub(super) inserted: u32,
    /// Cost of decoding, bytes.
    pub(super) spent: usize,
}

impl Outcome {
    pub(super) fn names(&self) -> impl Iterator<Item = u32> + Clone {
        self.fields.iter().map(|field| field.name)
    }
}

/// Cost of each block in addition to its bytes.
const BLOCK_COST: usize = 16;

/// Bytes of names and values, and of the copied table, that are free.
const FREE_BYTES: usize = 16 << 10;

/// Largest plausible header list (RFC 9113 §10.5.1), bytes: one-byte indices
/// can refer to kilobytes a million times.
const MAX_LIST: u64 = 1 << 20;

/// Decodes blocks `from..to` of `direction` under `plan` on a fork of its
/// table. Passes each outcome to `visit` until it returns `false`. Returns the
/// cost, bytes.
pub(super) fn run(
    session: &Session,
    direction: usize,
    plan: &Plan,
    (from, to): (u32, u32),
    mut visit: impl FnMut(Outcome, &Step<'_>) -> bool,
) -> usize {
    let side = &session.directions()[direction];
    let sender = side.sender;
    let earlier = side.blocks.partition_point(|&block| block < from);
    let last = side.blocks[..earlier].last().copied();
    let moment = last.map_or(side.start, |last| session.blocks()[last as usize].after);
    let Some(mut decoder) = session.fork_at(direction, moment, earlier as u32) else {
        // Never: the state is of this session.
        return 0;
    };
    if let Some((_, size)) = plan.start.filter(|&(meant, _)| meant == direction) {
        decoder.table_mut().resize_from_the_start(size);
    }
    for change in last.map_or(&[][..], |last| session.table_edits(last, true)) {
        change.apply(decoder.table_mut());
    }
    let mut spent = (decoder.table().size() as usize).saturating_sub(FREE_BYTES);
    for step in steps(session, plan, from..to) {
        let table = decoder.table_mut();
        if step.direction_sender == sender {
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
        if !visit(outcome, &step) {
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
        spent: BLOCK_COST,
        ..Outcome::default()
    };
    if step.bytes.is_empty() {
        // A change applied earlier may have left a block without bytes, too.
        outcome.gone = step.edit.gone.or(Some(step.number));
        outcome.makes_sense = true;
        return outcome;
    }
    let (mut size, mut text, mut spans) = (0, Vec::new(), Vec::new());
    let mut visitor = |field: InspectedField<'_>| {
        let dynamic = !matches!(field.reference, None | Some(Reference::Static(_)));
        outcome.references += u32::from(dynamic);
        outcome.inserted += u32::from(field.inserted.is_some());
        let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len) as u64;
        size += entry_size(length(field.name) + length(field.value));
        if size <= MAX_LIST {
            let mut keep = |bytes: &[u8]| {
                text.extend_from_slice(bytes);
                text.len() - bytes.len()..text.len()
            };
            let name = field.name.map(&mut keep);
            spans.push((name, field.value.map(keep), dynamic));
        }
    };
    let error = decoder.visit(&step.bytes, &mut visitor).err();
    // What is missing explains it.
    let error = error.filter(|_| step.record.missing().is_none());
    if outcome.cut && error.is_none() {
        spans.push((None, None, false));
    }
    outcome.spent += error.map_or(step.bytes.len(), |error| error.at.min(step.bytes.len()));
    outcome.spent += text.len().saturating_sub(FREE_BYTES);
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
            name: name.map_or(UNKNOWN, id),
            value: value.map_or(UNKNOWN, id),
            dynamic: dynamic && missing == 0,
        });
    }
    outcome.unknown_ratio = unknown as f32 / (2 * fields.len()).max(1) as f32;
    let promised = step
        .record
        .framed
        .is_some_and(|framed| framed.promised.is_some());
    let names = fields.iter().filter_map(|field| field.name);
    outcome.wrong = match error {
        Some(_) => Wrong::Fails,
        None if contradicts(step.sender, promised, names) => Wrong::Contradicts,
        None => Wrong::Nothing,
    };
    if error.is_none() && size <= MAX_LIST {
        outcome.makes_sense = is_possible(step.sender, &fields);
    }
    outcome
}

/// Never [`UNKNOWN`].
fn id(text: &[u8]) -> u32 {
    hash(text.iter()) as u32 | 1
}
