//! Turns the selection into blocks, frames or packets, and describes the text.

use std::{iter::Peekable, mem, slice, sync::Arc};

use http2::frame::{infer_sender, sender_of_block};

use super::{
    As, Blocks, Content, Conversation, Format, Options, Packet, Part, PartKind, Paste, PlaceNames,
    Reason, Sides, Split, content,
    gap::Gap,
    judge::Content as Found,
    lexer::{Element, Kind},
    passages::Passage,
    scan::span,
    select::Selection,
    source::Source,
    streams::{Chunk, Stream},
    text::{PositionIndex, is_word},
};
use crate::{Place, Problem, Sender, bounds};

/// Most skipped parts that are listed individually.
const MOST_LISTED: usize = 1000;

const TWO: &str = "Requests and responses are in one list here, and each side of a connection has a table of its own: mark what the client sent with “>” and what the server sent with “<”, or have the pseudo-header fields tell them apart.";
const AS_LINES: &str = "Each line was read as a block; all lines can also be read as one block.";
const AS_ONE: &str =
    "The lines were read as one block; each line can also be read as a block of its own.";

pub(super) fn finish(
    source: &Source<'_>,
    mut selection: Selection<'_>,
    options: &Options,
    initial: Option<u32>,
) -> Paste {
    let mut paste = Paste {
        initial_table_size: initial,
        ambiguous: selection.ambiguous.take(),
        other_content: Some(As::Blocks),
        ..Paste::default()
    };
    if let Some((_, passage, choice)) = selection.selected().next() {
        let readings = passage.readings(source);
        let reading = &readings[usize::from(choice.reading)];
        paste.format = reading.format;
        paste.detail = reading.detail.to_owned();
        let formats = readings.iter().map(|other| other.format);
        let others = formats.filter(|other| *other != reading.format);
        paste.others = others.chain([Format::Binary]).collect();
        paste.others.dedup();
    }
    match selection.content {
        Found::Block => read_blocks(&mut paste, &mut selection, source),
        Found::Frames => {
            paste.content = Content::Frames(vec![join_frames(&selection, source)]);
        }
        Found::Packet => {
            let packets = selection.selected_readings().filter_map(|(.., reading)| {
                let bytes = reading.bytes().to_vec();
                let link = content::packet(&bytes)?;
                Some(Packet { link, bytes })
            });
            paste.content = Content::Packets(packets.collect());
        }
    }
    infer_senders(&mut paste, options);
    paste.parts = describe_parts(source, &selection);
    paste.problems = collect_problems(&paste, selection, source);
    paste
}

fn collect_problems(paste: &Paste, selection: Selection<'_>, source: &Source<'_>) -> Vec<Problem> {
    let mut notes = selection.notes;
    if let Some(other) = paste.other
        && let Some(first) = paste.blocks.place(0, 0)
    {
        let message = match other {
            Blocks::Blank => AS_LINES,
            _ => AS_ONE,
        };
        notes.push((first.start as usize, message.to_owned()));
    }
    if paste.two_directions {
        notes.push((selection.passages[0].start(), TWO.to_owned()));
    }
    let skipped = paste.skipped().take(MOST_LISTED).map(|(place, reason)| {
        let text = &source.raw.as_bytes()[..place.end as usize];
        let is_blank = |byte: u8| byte.is_ascii_whitespace();
        let start = span(text, place.start as usize, is_blank);
        (start, format!("skipped: {reason}"))
    });
    let names = PlaceNames(Some(PositionIndex::new(source.raw)));
    let note = |(at, message): (usize, String)| Problem::note(names.of(at as u32), message);
    notes.into_iter().chain(skipped).map(note).collect()
}

/// Makes a block of each reading or row.
fn read_blocks(paste: &mut Paste, selection: &mut Selection<'_>, source: &Source<'_>) {
    let taken = || selection.selected().map(|(_, passage, _)| passage);
    let split = taken().nth(1).map(|_| {
        let has_mark = taken().any(|passage| passage.side.is_some() || passage.is_labelled);
        let has_blank = taken()
            .skip(1)
            .any(|passage| passage.gap.has(Gap::BLANK_LINE));
        match has_blank && !has_mark {
            true => Split::Blank,
            false => Split::Marks,
        }
    });
    // First passage whose settings were not applied yet.
    let mut next = 0;
    for n in 0..selection.passages.len() {
        let Some((choice, reading)) = selection.take(n) else {
            continue;
        };
        let whole = reading.bytes().len() as u32;
        let (mut ends, other) = match choice.is_split {
            true => (reading.ends, Blocks::Blank),
            false => (vec![whole], Blocks::Lines),
        };
        if choice.is_split {
            paste.split = Split::Lines;
        }
        if choice.has_other {
            paste.other = Some(other);
        }
        // Rows without bytes are not blocks.
        ends.dedup();
        ends.retain(|&end| end > 0);
        let (blocks, passage) = (&mut paste.blocks, &selection.passages[n]);
        let first = blocks.len();
        let name = label_of(passage, source);
        let bytes = (reading.all.bytes, reading.all.places);
        blocks.append(bytes, &ends, passage.sender, name.as_deref());
        if blocks.len() == first {
            continue;
        }
        let pending = &selection.passages[mem::replace(&mut next, n + 1)..=n];
        let limits: Vec<u32> = pending.iter().flat_map(|one| one.limits(source)).collect();
        if !limits.is_empty() {
            blocks.before_mut(first).limit_changes = limits;
        }
        if let Some(table) = passage.snapshot(source, paste.initial_table_size) {
            blocks.before_mut(first).table = Some(Arc::new(table));
        }
    }
    paste.split = split.unwrap_or(paste.split);
    let first = paste.blocks.get(0);
    let is_open = first.is_some_and(|first| content::may_be_frames(first.bytes));
    paste.other_content = is_open.then_some(As::Frames);
}

/// Detects requests and responses in one list without senders, and assigns
/// senders if the user wants that.
fn infer_senders(paste: &mut Paste, options: &Options) {
    let blocks = &mut paste.blocks;
    let has = |sender: Sender| {
        let mut senders = blocks.iter().map(|block| sender_of_block(block.bytes));
        senders.any(|other| other == Some(sender))
    };
    let is_open = blocks.iter().all(|block| block.sender == Sender::Unknown);
    paste.two_directions = is_open && has(Sender::Client) && has(Sender::Server);
    if paste.two_directions && options.sides == Sides::ByFields {
        let mut last = Sender::Client;
        blocks.assign_senders(|bytes| {
            last = sender_of_block(bytes).unwrap_or(last);
            last
        });
    }
}

/// Label of a block, at most 60 characters.
fn label_of(passage: &Passage, source: &Source<'_>) -> Option<String> {
    let label = passage.label_text(source);
    let label = label.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | ']'));
    let label: String = label.chars().take(60).collect();
    let has_name = label.contains(char::is_alphanumeric);
    has_name.then(|| label.trim().to_owned())
}

/// Combines frames into one connection. Frames identify their sender more
/// reliably than the text.
fn join_frames(selection: &Selection<'_>, source: &Source<'_>) -> Conversation {
    let mut all = Conversation::default();
    // Sender of each stream according to the text and to its frames.
    let mut senders: Vec<(Sender, Option<Sender>)> = Vec::new();
    for (_, passage, _, reading) in selection.selected_readings() {
        // Unmarked frames come from one side, unless they show otherwise.
        let is_open = passage.side.is_none();
        let implied = infer_sender(reading.bytes());
        let implied = implied.filter(|_| is_open && content::is_frames(reading.bytes()));
        let sender = (passage.sender, implied);
        let is_same = |other: &(Sender, Option<Sender>)| {
            *other == sender || is_open && implied.is_none() && other.0 == sender.0
        };
        let stream = senders.iter().position(is_same);
        let stream = stream.unwrap_or_else(|| {
            senders.push(sender);
            all.streams.push(Stream {
                label: label_of(passage, source),
                ..Stream::default()
            });
            senders.len() - 1
        });
        let current = &mut all.streams[stream];
        let start = current.bytes.len();
        current.bytes.extend_from_slice(reading.bytes());
        current.places.extend(&reading.all.places);
        let bytes = start..current.bytes.len();
        match all.chunks.last_mut() {
            Some(last) if last.stream == stream => last.bytes.end = bytes.end,
            _ => all.chunks.push(Chunk { stream, bytes }),
        }
    }
    let streams = &mut all.streams;
    let implied = streams.iter().map(|stream| content::sender(&stream.bytes));
    let implied: Vec<Option<Sender>> = implied.collect();
    for (n, stream) in streams.iter_mut().enumerate() {
        stream.sender = match (implied[n], &implied[..]) {
            // If both look like the same sender, the text decides.
            (_, [one, two]) if one == two && senders[0].0 != senders[1].0 => senders[n].0,
            (Some(sender), _) => sender,
            (None, [Some(other), _] | [_, Some(other)]) => other.peer(),
            _ => senders[n].0,
        };
    }
    all
}

fn describe_parts(source: &Source<'_>, selection: &Selection<'_>) -> Vec<Part> {
    let mut parts = Parts {
        plain: source.plain,
        elements: source.elements.list.iter().peekable(),
        list: Vec::new(),
        end: 0,
    };
    let choices = selection.passages.iter().zip(&selection.choices);
    let outside = PartKind::Skipped(Reason::NotChosen);
    parts.push(source.start, outside);
    for (n, (passage, choice)) in choices.enumerate() {
        let kind = match choice {
            Some(_) => PartKind::Bytes,
            None => PartKind::Skipped(selection.reasons[n]),
        };
        if choice.is_some() {
            parts.push_gap(passage.label.start as usize);
            parts.push(passage.label.end as usize, PartKind::Label);
        }
        parts.push_gap(passage.start());
        parts.push(passage.end(), kind);
    }
    parts.push_gap(source.plain.len());
    parts.push(source.raw.len(), outside);
    parts.list
}

struct Parts<'a> {
    plain: &'a [u8],
    /// Elements not yet described.
    elements: Peekable<slice::Iter<'a, Element>>,
    list: Vec<Part>,
    end: usize,
}

impl Parts<'_> {
    /// Describes the text between passages, up to `end`.
    fn push_gap(&mut self, end: usize) {
        let is_before = |element: &&Element| (element.start as usize) < end;
        while let Some(element) = self.elements.next_if(is_before) {
            let kind = match element.kind {
                Kind::Comment => PartKind::Comment,
                Kind::Margin(_) | Kind::Columns => PartKind::Margin,
                Kind::Setting(_) => PartKind::Setting,
                _ => continue,
            };
            self.push_words(element.start as usize);
            self.push((element.end as usize).min(end), kind);
        }
        self.push_words(end);
    }

    fn push_words(&mut self, end: usize) {
        let mut text = self.plain.get(self.end..end).unwrap_or_default().iter();
        match text.any(|&byte| is_word(byte)) {
            true => self.push(end, PartKind::Skipped(Reason::NoBlock)),
            false => self.push(end, PartKind::Separator),
        }
    }

    fn push(&mut self, end: usize, kind: PartKind) {
        if end <= self.end {
            return;
        }
        let place = Place::new(mem::replace(&mut self.end, end), end);
        match self.list.last_mut() {
            Some(last) if last.kind == kind && kind != PartKind::Bytes => {
                last.place.end = place.end;
            }
            _ => bounds::push(&mut self.list, Part { place, kind }),
        }
    }
}
