//! What comes of decoding one block again.

use hpack::{
    Decoder, DynamicTable, InspectedField, Kind, Reference, dynamic_table::entry_size, static_table,
};
use http2::validity;
use input::Sender;

use super::{
    plan::Plan,
    plausibility::{Plausibility, assess, ignorance, shape},
};
use crate::Session;

/// Stands for a name or value that is not known.
pub(super) const UNKNOWN: u32 = 0;

/// One field of a block that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Hash of name and value.
    pub(super) text: u64,
    /// Whether the dynamic table gave it, and is known to.
    pub(super) dynamic: bool,
}

/// One block that was tried.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// Its number in the session.
    pub(super) block: u32,
    /// The block that it became part of, or that it repeats.
    pub(super) gone: Option<u32>,
    /// Whether more of it followed that is not here.
    pub(super) cut: bool,
    pub(super) plausibility: Plausibility,
    /// Hashes of its names.
    pub(super) names: Vec<u32>,
    pub(super) marks: Vec<Mark>,
    /// References to the dynamic table, known or not.
    pub(super) references: u32,
    /// References to entries that are not known.
    pub(super) unknown: u32,
    /// Entries that it inserted.
    pub(super) inserted: u32,
    /// Those of them that the table held already: an encoder that has the
    /// same table refers to them instead.
    pub(super) redundant: u32,
    /// References to the dynamic table for what the static table has: an
    /// encoder looks there first.
    pub(super) roundabout: u32,
    /// How surprising it is for what is not known of it.
    pub(super) ignorance: f32,
    /// What the values look like, one for each name.
    pub(super) shapes: Vec<u8>,
    /// Octets that were decoded, up to a fault if there is one.
    pub(super) decoded: usize,
    /// Size of its header list, bytes.
    pub(super) size: u64,
}

impl Outcome {
    /// A block of which nothing is left.
    pub(super) fn nothing(block: u32, with: u32) -> Self {
        Self {
            block,
            gone: Some(with),
            ..Self::default()
        }
    }

    pub(super) fn makes_sense(&self) -> bool {
        !matches!(self.plausibility, Plausibility::Impossible(_))
    }
}

/// The largest header list (RFC 9113 §10.5.1) that may make sense, octets: an
/// index of one octet may stand for kilobytes, a million times.
const LARGEST: u64 = 1 << 20;

/// Octets of a text; `None` where they are not known.
type Span = Option<(usize, usize)>;

/// A decoder of one direction that begins somewhere in the session, and what
/// it decoded last.
pub(super) struct Fork<'s> {
    pub(super) session: &'s Session,
    pub(super) sender: Sender,
    pub(super) decoder: Decoder,
    /// The last block's names and values.
    pub(super) text: Vec<u8>,
    fields: Vec<(Span, Span, bool)>,
}

impl<'s> Fork<'s> {
    /// As that of `direction` is before block `from` of the session
    /// acknowledges its limits, under `plan`.
    pub(super) fn new(session: &'s mut Session, direction: usize, plan: &Plan, from: u32) -> Self {
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
            text: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Decodes `octets` as `block`; `cut` if more of it followed that is not
    /// here.
    pub(super) fn decode(&mut self, block: u32, octets: &[u8], cut: bool) -> Outcome {
        let table = self.decoder.table();
        // The first position that is in the table, as far as is known.
        let mut first = table.oldest_at(&table.state());
        // Positions that were inserted, each with the first that was then there.
        let mut inserted = Vec::new();
        let mut references = 0;
        let Self {
            sender,
            decoder,
            text,
            fields,
            ..
        } = self;
        text.clear();
        fields.clear();
        let mut size = 0;
        let mut roundabout = 0;
        let mut visitor = |field: InspectedField<'_>| {
            let dynamic = !matches!(field.reference, None | Some(Reference::Static(_)));
            references += u32::from(dynamic);
            first = first.max(field.evicted.end);
            inserted.extend(field.inserted.map(|position| (position, first)));
            roundabout += u32::from(dynamic && static_table_has(&field));
            let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len) as u64;
            size += entry_size(length(field.name) + length(field.value));
            if size > LARGEST {
                return;
            }
            let mut keep = |octets: &[u8]| {
                let start = text.len();
                text.extend_from_slice(octets);
                (start, text.len())
            };
            let name = field.name.map(&mut keep);
            let value = field.value.map(&mut keep);
            fields.push((name, value, dynamic));
        };
        let fault = decoder.visit(octets, &mut visitor).err();
        if cut && fault.is_none() {
            fields.push((None, None, false));
        }
        let range = |range: Span| range.map(|(start, end)| &text[start..end]);
        let seen: Vec<validity::Field<'_>> = fields
            .iter()
            .map(|&(name, value, _)| validity::Field {
                name: range(name),
                value: range(value),
            })
            .collect();
        let names: Vec<u32> = seen
            .iter()
            .map(|field| field.name.map_or(UNKNOWN, hash))
            .collect();
        let mut unknown = 0;
        let marks = seen
            .iter()
            .zip(&names)
            .zip(&*fields)
            .map(|((field, &name), &(_, _, dynamic))| {
                let known = field.name.is_some() && field.value.is_some();
                unknown += u32::from(!known);
                Mark {
                    text: u64::from(name) << 32 | u64::from(field.value.map_or(UNKNOWN, hash)),
                    dynamic: dynamic && known,
                }
            })
            .collect();
        let shapes = seen
            .iter()
            .map(|field| field.value.map_or(0, shape))
            .collect();
        let plausibility = if fault.is_some() {
            Plausibility::Impossible("a decoding error")
        } else if size > LARGEST {
            Plausibility::Impossible("a header list beyond measure")
        } else {
            assess(*sender, &seen)
        };
        Outcome {
            block,
            gone: None,
            cut,
            plausibility,
            names,
            marks,
            references,
            unknown,
            inserted: inserted.len() as u32,
            redundant: redundant(decoder.table(), &inserted),
            roundabout,
            ignorance: ignorance(&seen),
            shapes,
            decoded: fault.map_or(octets.len(), |fault| fault.at.min(octets.len())),
            size,
        }
    }
}

/// Entries that are looked through for one that is inserted again.
const NEWEST: i64 = 256;

/// How many of the insertions repeat an entry that was in the table.
fn redundant(table: &DynamicTable, inserted: &[(i64, i64)]) -> u32 {
    let repeats = |&&(position, first): &&(i64, i64)| {
        let Some(new) = table.entry(position) else {
            return false;
        };
        (first.max(position - NEWEST)..position)
            .rev()
            .filter_map(|earlier| table.entry(earlier))
            .any(|old| {
                old.size == new.size
                    && old.value.is_some()
                    && old.value == new.value
                    && old.name.is_some()
                    && old.name == new.name
            })
    };
    inserted.iter().filter(repeats).count() as u32
}

/// FNV-1a: quick for the few octets of a name, and the same in every run.
fn hash(octets: &[u8]) -> u32 {
    octets.iter().fold(0x811c_9dc5, |hash, &octet| {
        (hash ^ u32::from(octet)).wrapping_mul(0x0100_0193)
    }) | 1
}

/// Whether the static table has what a field took from the dynamic one: the
/// name of a literal, or the whole of an indexed field.
fn static_table_has(field: &InspectedField<'_>) -> bool {
    let whole = field.kind == Kind::Indexed;
    (1..=static_table::LEN)
        .filter_map(static_table::get)
        .any(|(name, value)| {
            field.name == Some(name.as_bytes()) && (!whole || field.value == Some(value.as_bytes()))
        })
}
