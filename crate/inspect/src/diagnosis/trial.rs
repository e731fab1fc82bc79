//! Decoding a stretch of a session again, under a plan, without beginning at
//! its start: a decoder is forked where the plan begins to matter.

use hpack::{
    Decoder, DynamicTable, Engines, Field, Fields, History, Kind, Reference, integer::Bits32,
    static_table, with_huffman,
};
use http2::validity;

use super::{
    SUSPICIOUS,
    change::{Kept, Part},
    judge::{self, BROKEN, Profile, Sense, UNKNOWN, judge, shape},
    plan::{Plan, acknowledge, parts},
};
use crate::{Session, columns::BlockRecord};

/// One field of a block that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Hash of name and value.
    pub(super) text: u64,
    /// Whether the dynamic table gave it, and is known to.
    pub(super) dynamic: bool,
}

/// One block that was tried.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// Its number in the session.
    pub(super) block: u32,
    /// The block that it became part of, or that it repeats.
    pub(super) gone: Option<u32>,
    /// Whether more of it followed that is not here.
    pub(super) cut: bool,
    pub(super) sense: Sense,
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
}

impl Outcome {
    /// A block of which nothing is left.
    fn nothing(block: u32, with: u32) -> Self {
        Self {
            block,
            gone: Some(with),
            cut: false,
            sense: Sense::Some(0.0),
            names: Vec::new(),
            marks: Vec::new(),
            references: 0,
            unknown: 0,
            inserted: 0,
            redundant: 0,
            roundabout: 0,
            ignorance: 0.0,
            shapes: Vec::new(),
            decoded: 0,
        }
    }

    pub(super) fn makes_sense(&self) -> bool {
        !matches!(self.sense, Sense::None(_))
    }

    /// Whether something about the block is against the rules, or such as no
    /// encoder writes; names unlike those before it are not enough.
    pub(super) fn is_suspicious(&self, profile: &Profile) -> bool {
        match self.sense {
            _ if self.gone.is_some() => false,
            Sense::None(_) => true,
            Sense::Some(own) => own.max(profile.manners(self)) >= SUSPICIOUS,
        }
    }

    /// Whether the block is worth a closer look: suspicious, or quite unlike
    /// those before it.
    pub(super) fn is_strange(&self, profile: &Profile) -> bool {
        match self.sense {
            Sense::Some(own) if self.gone.is_none() && !profile.is_empty() => {
                own + profile.surprise(self) >= SUSPICIOUS
            }
            _ => self.is_suspicious(profile),
        }
    }

    /// How surprising the block is, by one measure for all that can be wrong
    /// with it: 0 for one like those before it, [`BROKEN`] for one that
    /// cannot be so.
    pub(super) fn surprise(&self, profile: &Profile) -> f32 {
        match self.sense {
            _ if self.gone.is_some() => 0.0,
            Sense::None(_) => BROKEN,
            Sense::Some(own) => {
                let others = profile.surprise(self);
                (own + self.ignorance + others).min(0.9 * BROKEN)
            }
        }
    }
}

/// The largest header list (RFC 9113 §10.5.1) that may make sense, octets: an
/// index of one octet may stand for kilobytes, a million times.
const LARGEST: usize = 1 << 20;

/// Octets of names and values that cost no more than the block's own.
const CHEAP: usize = 16 << 10;

/// What one decoding of a block collects.
#[derive(Default)]
pub(super) struct Collector {
    text: Vec<u8>,
    fields: Vec<(Span, Span, bool)>,
}

/// Octets of the text; `None` where they are not known.
type Span = Option<(usize, usize)>;

/// The ways in which parts of a block may be all that is left of it.
pub(super) type Ways<'a> = &'a dyn Fn(&[u8]) -> Vec<Vec<Part>>;

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

/// Decodes `octets` with `decoder`; the fields are in `collector` afterwards.
pub(super) fn decode(
    decoder: &mut Decoder,
    collector: &mut Collector,
    session: &Session,
    sender: input::Sender,
    block: u32,
    octets: &[u8],
    cut: bool,
) -> Outcome {
    let before = decoder.table().moment();
    // The first position that is in the table, as far as is known.
    let mut first = before.first.max(before.known);
    // Positions that were inserted, each with the first that was then there.
    let mut inserted = Vec::new();
    let mut references = 0;
    let Collector { text, fields } = collector;
    text.clear();
    fields.clear();
    let mut size = 0;
    let mut roundabout = 0;
    let mut visitor = Fields(|field: Field<'_>| {
        let dynamic = !matches!(field.reference, None | Some(Reference::Static(_)));
        references += u32::from(dynamic);
        first = first.max(field.evicted.end);
        inserted.extend(field.inserted.map(|position| (position, first)));
        roundabout += u32::from(dynamic && static_table_has(&field));
        let length = |text: Option<&[u8]>| text.map_or(0, <[u8]>::len);
        size += length(field.name) + length(field.value) + 32;
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
    });
    let fault = with_huffman!(session.options().engine, |huffman| {
        let engines = Engines {
            huffman,
            integer: Bits32,
        };
        decoder.visit_with(&engines, octets, &mut visitor)
    })
    .err();
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
    let sense = if fault.is_some() {
        Sense::None("a decoding error")
    } else if size > LARGEST {
        Sense::None("a header list beyond measure")
    } else {
        judge(sender, &seen)
    };
    Outcome {
        block,
        gone: None,
        cut,
        sense,
        names,
        marks,
        references,
        unknown,
        inserted: inserted.len() as u32,
        redundant: redundant(decoder.table(), &inserted),
        roundabout,
        ignorance: judge::unknown(&seen),
        shapes,
        decoded: fault.map_or(octets.len(), |fault| fault.at.min(octets.len())),
    }
}

/// Whether the static table has what a field took from the dynamic one: the
/// name of a literal, or the whole of an indexed field.
fn static_table_has(field: &Field<'_>) -> bool {
    let whole = field.kind == Kind::Indexed;
    (1..=static_table::LEN)
        .filter_map(static_table::get)
        .any(|(name, value)| {
            field.name == Some(name.as_bytes()) && (!whole || field.value == Some(value.as_bytes()))
        })
}

/// Decodes blocks of `direction` (one past the last: the other direction of a
/// session that has only one so far) with numbers from `from` up to `to`,
/// under `plan`. `look` hears of each and stops it by answering `false`.
/// Returns the octets that were decoded.
pub(super) fn run(
    session: &mut Session,
    direction: usize,
    plan: &Plan,
    from: u32,
    to: u32,
    mut look: impl FnMut(Outcome) -> bool,
) -> usize {
    let sender = sender_of(session, direction);
    let mut decoder = fork(session, direction, plan, from);
    let mut collector = Collector::default();
    let mut spent = 0;
    for number in from..to {
        let edit = plan.edits.get(&number);
        let record = &session.blocks()[number as usize];
        let own = record.direction as usize == direction;
        let moved = edit
            .and_then(|edit| edit.sender)
            .map(|moved| moved == sender);
        if !moved.unwrap_or(own) {
            continue;
        }
        // What was lost or acknowledged is the affair of its own direction.
        if own {
            let limits = !edit.is_some_and(|edit| edit.no_limits);
            settle(decoder.table_mut(), record, limits);
        }
        let between = |after| session.imposed.get(&(number, after)).into_iter().flatten();
        for action in between(false).chain(edit.iter().flat_map(|edit| &edit.before)) {
            action.apply(decoder.table_mut());
        }
        let rewritten;
        let mut octets = session.octets(number as usize);
        if let Some(other) = edit.and_then(|edit| edit.octets.as_deref()) {
            octets = other;
        } else if let Some(shift) = plan
            .shift
            .filter(|shift| shift.direction == direction && shift.from <= number)
        {
            rewritten = shift.rewrite(octets);
            octets = &rewritten;
        }
        collector.text.clear();
        // A block without octets is what an applied change left of one.
        let gone = edit
            .and_then(|edit| edit.gone)
            .or(octets.is_empty().then_some(number));
        let outcome = if let Some(with) = gone {
            Outcome::nothing(number, with)
        } else {
            decode(
                &mut decoder,
                &mut collector,
                session,
                sender,
                number,
                octets,
                edit.is_some_and(|edit| edit.cut),
            )
        };
        spent += outcome.decoded + 16 + collector.text.len().saturating_sub(CHEAP);
        for action in between(true).chain(edit.iter().flat_map(|edit| &edit.after)) {
            action.apply(decoder.table_mut());
        }
        if !look(outcome) {
            break;
        }
    }
    spent
}

/// Goes through `direction` from `first` on, of which only parts are kept,
/// up to `to`: a block that makes no sense is tried in the `ways` there are,
/// and is among the answers where one helps. Octets decoded beside them.
pub(super) fn mend(
    session: &mut Session,
    direction: usize,
    first: &Kept,
    to: u32,
    ways: Ways<'_>,
) -> (Vec<Kept>, usize) {
    let sender = sender_of(session, direction);
    let mut decoder = fork(session, direction, &Plan::default(), first.block);
    let mut collector = Collector::default();
    let mut all = Vec::new();
    let mut spent = 0;
    for number in first.block..to {
        let record = &session.blocks()[number as usize];
        if record.direction as usize != direction {
            continue;
        }
        settle(decoder.table_mut(), record, true);
        for action in session.imposed.get(&(number, false)).into_iter().flatten() {
            action.apply(decoder.table_mut());
        }
        let octets = session.octets(number as usize);
        let moment = decoder.table().moment();
        let mut try_out = |octets: &[u8]| {
            spent += octets.len() + 16;
            decoder.table_mut().rewind(moment);
            decode(
                &mut decoder,
                &mut collector,
                session,
                sender,
                number,
                octets,
                false,
            )
            .makes_sense()
        };
        if number == first.block {
            if let Some(octets) = parts(octets, first) {
                try_out(&octets);
            }
            all.push(first.clone());
            continue;
        }
        if try_out(octets) {
            continue;
        }
        let helps = ways(octets).into_iter().find_map(|parts_left| {
            let kept = Kept {
                block: number,
                parts: parts_left,
            };
            try_out(&parts(octets, &kept)?).then_some(kept)
        });
        match helps {
            Some(kept) => all.push(kept),
            // What comes after meets what the fault left.
            None => {
                try_out(octets);
            }
        }
    }
    (all, spent)
}

/// What came between `record` and the block before it.
fn settle(table: &mut DynamicTable, record: &BlockRecord, limits: bool) {
    if record.after_loss {
        table.lose();
    }
    if limits {
        acknowledge(table, record);
    }
}

/// Who sends in `direction`, also where that has no block so far.
pub(super) fn sender_of(session: &Session, direction: usize) -> input::Sender {
    let all = session.directions();
    match all.get(direction).or(all.first()) {
        Some(found) if direction < all.len() => found.sender,
        Some(first) if first.sender != input::Sender::Unknown => first.sender.peer(),
        _ => input::Sender::Server,
    }
}

/// A decoder as that of `direction` is before block `from` of the session
/// acknowledges its limits.
fn fork(session: &mut Session, direction: usize, plan: &Plan, from: u32) -> Decoder {
    let Some(found) = session.directions().get(direction) else {
        let options = session.options();
        let table = DynamicTable::new(options.limit, options.maximum, History::Kept);
        return Decoder::with_table(table);
    };
    let earlier = found.blocks.partition_point(|&block| block < from);
    let mut moment = match earlier.checked_sub(1) {
        Some(last) => session.blocks()[found.blocks[last] as usize].after,
        None => found.start,
    };
    if let Some((meant, size)) = plan.start
        && meant == direction
    {
        // Entries stay in the log when they leave the table: another size
        // only moves the window's beginning.
        let table = found.table();
        moment.limit = size;
        moment.maximum = size;
        moment.pending = None;
        let mut room = u64::from(size);
        let mut first = moment.end;
        while let Some(entry) = table.entry(first - 1) {
            let Some(left) = room.checked_sub(entry.size) else {
                break;
            };
            room = left;
            first -= 1;
        }
        moment.first = first;
    }
    let last = earlier.checked_sub(1).map(|last| found.blocks[last]);
    let mut decoder = session.directions[direction]
        .decoder
        .fork_at(moment, earlier as u32);
    let between = last.and_then(|last| session.imposed.get(&(last, true)));
    for action in between.into_iter().flatten() {
        action.apply(decoder.table_mut());
    }
    decoder
}
