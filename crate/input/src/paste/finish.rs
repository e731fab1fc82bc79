//! Turns the selection into blocks, frames or packets, and describes the text.

use std::{iter::Peekable, mem, rc::Rc, slice, sync::Arc};

use hpack::{DecodeErrorKind, structure};
use http2::frame::{infer_sender, sender_of_block};

use super::{
    Ambiguity, As, Blocks, Chunk, Content, Conversation, Format, Options, Packet, Part, PartKind,
    Paste, PlaceNames, Reason, Sides, Split, Stream,
    bytes::Bytes,
    candidates::{Candidate, Join, Text, are_wrapped, is_blank_line},
    choose::{Chooser, Weights, largest_reason},
    content,
    features::{is_cut_after, missing_bytes},
    frames::Holds,
    judge::{Grade, Table, judge},
    lexer::{self, Element},
    reading::Reading,
    scan::{contains, find, span},
    settings::{self, Setting},
    sides::Piece,
    source::Source,
    text::{is_word, line_start, near_line_end},
};
use crate::{
    Missing, Place, Problem, Refusal, Sender, bounds, feature::Feature, places::Coder,
    positions::PositionIndex,
};

const MOST_BLOCKS: usize = 1 << 22;

/// Shorter runs can be part of a block by accident.
const LEAST_PART: usize = 6;

/// Bytes of the largest run whose parts are named: each is found from its start.
const MOST_SEARCHED: usize = 1 << 14;

/// Most skipped parts that are listed individually.
const MOST_LISTED: usize = 1000;

const TRIMMED: &str = "The number next to the bytes of each row was left out: it counts rows or bytes, or is written differently.";
const TWO: &str = "Requests and responses are in one list here, and each side of a connection has a table of its own: mark what the client sent with “>” and what the server sent with “<”, or have the pseudo-header fields tell them apart.";
const AS_LINES: &str = "Each line was read as a block; all lines can also be read as one block.";
const AS_ONE: &str =
    "The lines were read as one block; each line can also be read as a block of its own.";

/// What is read, and what was decided about the rest.
pub(super) struct Selection {
    pub(super) pieces: Vec<Piece>,
    /// What was guessed about the sides.
    pub(super) guess: Option<&'static str>,
    pub(super) ambiguous: Option<Ambiguity>,
}

pub(super) fn finish(
    chooser: &Chooser<'_, '_>,
    weights: &Weights,
    mut selection: Selection,
    options: &Options,
) -> Result<Paste, Refusal> {
    let text = chooser.text;
    let mut paste = Paste {
        initial_table_size: text.initial,
        ambiguous: selection.ambiguous.take(),
        other_content: Some(As::Blocks),
        ..Paste::default()
    };
    let content = find_content(&selection.pieces, options);
    let mut pieces = selection.pieces;
    let is_dropped = |piece: &mut Piece| content_of(&piece.candidate, options) != content;
    let dropped: Vec<Piece> = pieces.extract_if(.., is_dropped).collect();
    let count: usize = pieces.iter().map(|piece| piece.candidate.ends.len()).sum();
    if count > MOST_BLOCKS {
        return Err(Refusal::too_many(MOST_BLOCKS, "blocks"));
    }
    if let Some(piece) = pieces.first() {
        let reading = &piece.candidate.reading;
        paste.format = reading.format;
        paste.detail = reading.detail.to_owned();
        let ones = text.ones(piece.candidate.first());
        let fits = |format| ones.iter().any(|one| one.format == format);
        let is_other = |&format: &Format| {
            format != reading.format && (format == Format::Binary || fits(format))
        };
        paste.others = Format::all().iter().copied().filter(is_other).collect();
    }
    let guess = pieces.first().zip(selection.guess);
    let trimmed = pieces.iter().filter(|piece| piece.candidate.is_trimmed());
    let mut notes: Vec<(usize, String)> = guess
        .map(|(piece, guess)| (piece.start(), guess.to_owned()))
        .into_iter()
        .chain(trimmed.map(|piece| (piece.start(), TRIMMED.to_owned())))
        .collect();
    let reason = match content {
        Kind::Blocks => Reason::NoHeaders,
        _ => Reason::NotFramed,
    };
    let dropped: Vec<_> = dropped
        .iter()
        .map(|piece| (piece.candidate.place, reason))
        .collect();
    paste.parts = describe_parts(chooser, weights, &pieces, dropped);
    match content {
        Kind::Blocks => notes.extend(read_blocks(&mut paste, pieces, text)),
        Kind::Frames => {
            paste.content = Content::Frames(vec![join_frames(pieces, text)]);
        }
        Kind::Packets => {
            let packets = pieces.iter().filter_map(|piece| {
                let bytes = piece.candidate.bytes().to_vec();
                let link = content::packet(&bytes)?;
                Some(Packet { link, bytes })
            });
            paste.content = Content::Packets(packets.collect());
        }
    }
    infer_senders(&mut paste, options);
    if let Some(first) = paste.blocks.place(0, 0) {
        let other = paste.other.map(|other| match other {
            Blocks::Blank => AS_LINES,
            _ => AS_ONE,
        });
        let all = [other, paste.two_directions.then_some(TWO)];
        let all = all.into_iter().flatten();
        notes.extend(all.map(|message| (first.start as usize, message.to_owned())));
    }
    paste.problems = collect_problems(&paste, &notes, &text.source);
    Ok(paste)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Blocks,
    Frames,
    Packets,
}

fn content_of(candidate: &Candidate, options: &Options) -> Kind {
    match () {
        () if options.content == Some(As::Frames) || candidate.holds.is_framed() => Kind::Frames,
        () if candidate.holds == Holds::Packet => Kind::Packets,
        () => Kind::Blocks,
    }
}

/// Packets take precedence over frames, and frames over blocks, unless no frame
/// carries a block.
fn find_content(pieces: &[Piece], options: &Options) -> Kind {
    let kinds = || {
        pieces
            .iter()
            .map(|piece| content_of(&piece.candidate, options))
    };
    let has_blocks = |piece: &Piece| piece.candidate.holds == Holds::Frames { has_blocks: true };
    let best = kinds().max().unwrap_or(Kind::Blocks);
    let is_bare = best == Kind::Frames && !pieces.iter().any(has_blocks);
    match is_bare && kinds().any(|kind| kind == Kind::Blocks) {
        true => Kind::Blocks,
        false => best,
    }
}

fn collect_problems(paste: &Paste, notes: &[(usize, String)], source: &Source<'_>) -> Vec<Problem> {
    let names = PlaceNames(Some(PositionIndex::new(source.raw)));
    let note = |at: usize, message: String| Problem::note(names.of(at as u32), message);
    let notes = notes.iter().take(MOST_LISTED);
    let notes = notes.map(|(at, message)| note(*at, message.clone()));
    let skipped = paste.skipped().take(MOST_LISTED).map(|(place, reason)| {
        let text = &source.raw.as_bytes()[..place.end as usize];
        let is_blank = |byte: u8| byte.is_ascii_whitespace();
        let start = span(text, place.start as usize, is_blank);
        note(start, format!("skipped: {reason}"))
    });
    notes.chain(skipped).collect()
}

/// Makes a block of each piece, or of each of its rows. Returns a note for each
/// block that is cut.
fn read_blocks(paste: &mut Paste, pieces: Vec<Piece>, text: &Text<'_>) -> Vec<(usize, String)> {
    let mut notes = Vec::new();
    let is_marked = |piece: &Piece| piece.side.is_some() || piece.is_labelled;
    let gaps = || {
        pieces
            .windows(2)
            .map(|two| text.text_between(two[0].candidate.last(), two[1].candidate.first()))
    };
    let is_row = |gap: &[u8]| gap.contains(&b'\n') && !is_blank_line(gap);
    let is_split = pieces.iter().any(|piece| piece.candidate.ends.len() > 1);
    paste.split = match &pieces[..] {
        [_] if is_split => Split::Lines,
        [] | [_] => Split::Single,
        _ if pieces.iter().any(is_marked) => Split::Marks,
        _ if gaps().any(is_blank_line) => Split::Blank,
        _ if gaps().all(is_row) => Split::Lines,
        _ => Split::Marks,
    };
    paste.other = find_other(&pieces, text);
    // First element whose settings were not applied yet.
    let mut next = 0;
    let mut near = Coder::default();
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let blocks = &mut paste.blocks;
        let first = blocks.len();
        let name = label_of(&piece, text);
        let cut = find_cut(&piece, text);
        if let Some(missing) = cut {
            notes.push((
                piece.start(),
                describe_cut(missing, piece.candidate.bytes().len()),
            ));
        }
        let settings = text.settings(next, piece.candidate.first());
        next = piece.candidate.first();
        let (range, ends) = (piece.candidate.range(), piece.candidate.ends.clone());
        let reading = match Rc::try_unwrap(piece.candidate) {
            Ok(candidate) => candidate.reading,
            Err(shared) => shared.reading.clone(),
        };
        let is_shared = |next: &Piece| Rc::ptr_eq(&next.candidate.reading, &reading);
        let is_last = !pieces.peek().is_some_and(is_shared);
        let part = |all: &Bytes, near: &mut Coder| {
            let places = all.places.slice_near(range.clone(), near);
            (all.bytes[range.clone()].to_vec(), places)
        };
        let all = match Rc::try_unwrap(reading) {
            Ok(own) if range.len() == own.bytes().len() => (own.all.bytes, own.all.places),
            Ok(own) => part(&own.all, &mut near),
            Err(shared) => part(&shared.all, &mut near),
        };
        if is_last {
            near = Coder::default();
        }
        blocks.append(all, &ends, piece.sender, name.as_deref());
        if cut.is_some() {
            let last = blocks.len() - 1;
            blocks.before_mut(last).missing = cut;
        }
        let limits: Vec<u32> = settings
            .iter()
            .filter_map(|setting| match setting {
                Setting::Limit(limit) => Some(*limit),
                _ => None,
            })
            .collect();
        if !limits.is_empty() {
            blocks.before_mut(first).limit_changes = limits;
        }
        if let Some(table) = settings::snapshot(&settings, text.initial) {
            blocks.before_mut(first).table = Some(Arc::new(table));
        }
    }
    let first = paste.blocks.get(0);
    let is_open = first.is_some_and(|first| content::may_be_frames(first.bytes));
    paste.other_content = is_open.then_some(As::Frames);
    notes
}

/// Returns what is missing at the end of a block: an ellipsis is behind it, or
/// it ends inside a field and the text says that there are more bytes.
fn find_cut(piece: &Piece, text: &Text<'_>) -> Option<Missing> {
    let candidate = &piece.candidate;
    let (plain, end) = (text.plain(), candidate.end());
    let is_shortened = candidate.features.has(Feature::Cut) && is_cut_after(plain, end);
    let block = candidate.parts().last()?;
    let whole = structure::whole_part(block);
    let is_whole = whole == block.len();
    if !is_shortened && is_whole {
        return None;
    }
    let error = (!is_whole)
        .then(|| structure::representation_at(block, whole).err())
        .flatten();
    let needed = match error.map(|invalid| invalid.error.kind) {
        Some(DecodeErrorKind::TruncatedString { length, left }) => u64::from(length) - left as u64,
        Some(_) => 1,
        None => 0,
    };
    let behind = text.source.slice(end, near_line_end(plain, end));
    let line = line_start(plain, piece.label.start as usize);
    let above = line_start(plain, line.saturating_sub(1));
    let before = text.source.slice(above, piece.start());
    // The number is of something else, such as the string, unless the field in
    // which the block ends fits in it.
    let missing =
        missing_bytes(before, behind, candidate.bytes().len()).filter(|&missing| missing >= needed);
    missing
        .map(Missing::Bytes)
        .or(is_shortened.then_some(Missing::Unknown))
}

fn describe_cut(missing: Missing, count: usize) -> String {
    match missing {
        Missing::Bytes(missing) => {
            let total = missing + count as u64;
            format!("According to the text, {missing} of {total} bytes are missing here.")
        }
        Missing::Unknown => "An ellipsis replaces the rest of these bytes.".to_owned(),
    }
}

/// The other way of splitting, if it is possible: joined lines as blocks of their
/// own, or lines that are blocks as one block.
fn find_other(pieces: &[Piece], text: &Text<'_>) -> Option<Blocks> {
    if text.blocks != Blocks::Auto {
        return None;
    }
    let table = Rc::new(Table::new(text.initial.unwrap_or(4096)));
    let decodes = |bytes: &[u8]| judge(bytes, &table).grade >= Grade::Decodes;
    let is_list =
        |candidate: &Candidate| matches!(text.element(candidate.first()).kind, lexer::Kind::Run(_));
    for piece in pieces {
        let candidate = &piece.candidate;
        let is_rows = candidate.join == Join::Rows
            && candidate.is_run()
            && candidate.members.len() == candidate.reading.ends.len();
        if is_rows && is_list(candidate) && candidate.rows().all(structure::is_whole) {
            return Some(Blocks::Lines);
        }
    }
    let is_next = |one: &Piece, next: &Piece| {
        let gap = text.text_between(one.candidate.last(), next.candidate.first());
        let is_joint = |byte: &u8| byte.is_ascii_whitespace() || b",;\0".contains(byte);
        [one, next]
            .iter()
            .all(|piece| is_list(&piece.candidate) && piece.candidate.join == Join::One)
            && one.candidate.signature.kind == next.candidate.signature.kind
            && text.bracket(next.candidate.first()) == 0
            && gap.contains(&b'\n')
            && gap.iter().all(is_joint)
            && !is_blank_line(gap)
    };
    let can_join = |pieces: &[Piece]| {
        let rows = || pieces.iter().flat_map(|one| one.candidate.parts());
        let joined = || rows().flatten().copied().collect::<Vec<u8>>();
        rows().nth(1).is_some() && (are_wrapped(rows()) || decodes(&joined()))
    };
    let mut groups = pieces.chunk_by(is_next);
    groups.any(can_join).then_some(Blocks::Blank)
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
fn label_of(piece: &Piece, text: &Text<'_>) -> Option<String> {
    let label = piece.label.slice(text.source.raw);
    let label = label.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | ']'));
    let label: String = label.chars().take(60).collect();
    let has_name = label.contains(char::is_alphanumeric);
    has_name.then(|| label.trim().to_owned())
}

/// Combines frames into one connection. Frames identify their sender more
/// reliably than the text.
fn join_frames(pieces: Vec<Piece>, text: &Text<'_>) -> Conversation {
    let mut all = Conversation::default();
    // Sender of each stream according to the text and to its frames.
    let mut senders: Vec<(Sender, Option<Sender>)> = Vec::new();
    let (mut last, mut near): (Option<Rc<Reading>>, _) = (None, Coder::default());
    for piece in pieces {
        let bytes = piece.candidate.bytes();
        // Unmarked frames come from one side, unless they show otherwise.
        let is_open = piece.side.is_none();
        let implied = infer_sender(bytes);
        let implied = implied.filter(|_| is_open && content::is_frames(bytes));
        let sender = (piece.sender, implied);
        let is_same = |other: &(Sender, Option<Sender>)| {
            *other == sender || is_open && implied.is_none() && other.0 == sender.0
        };
        let stream = senders.iter().position(is_same);
        let stream = stream.unwrap_or_else(|| {
            senders.push(sender);
            all.streams.push(Stream {
                label: label_of(&piece, text),
                ..Stream::default()
            });
            senders.len() - 1
        });
        let current = &mut all.streams[stream];
        let start = current.bytes.len();
        current.bytes.extend_from_slice(bytes);
        let reading = &piece.candidate.reading;
        if !last.is_some_and(|last| Rc::ptr_eq(&last, reading)) {
            near = Coder::default();
        }
        last = Some(reading.clone());
        let places = &reading.all.places;
        current
            .places
            .extend(&places.slice_near(piece.candidate.range(), &mut near));
        let bytes = start..current.bytes.len();
        match all.chunks.last_mut() {
            Some(last) if last.stream == stream => last.bytes.end = bytes.end,
            _ => bounds::push(&mut all.chunks, Chunk { stream, bytes }),
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

fn describe_parts(
    chooser: &Chooser<'_, '_>,
    weights: &Weights,
    pieces: &[Piece],
    dropped: Vec<(Place, Reason)>,
) -> Vec<Part> {
    let text = chooser.text;
    let others = text.source.elements.list.len() - text.len();
    let is_labelled = |piece: &&Piece| piece.label.start < piece.label.end;
    let labels = pieces.iter().filter(is_labelled).count();
    let mut parts = Parts {
        plain: text.plain(),
        elements: text.source.elements.list.iter().peekable(),
        list: Vec::with_capacity(2 * (pieces.len() + others) + labels + 1),
        end: 0,
    };
    let outside = PartKind::Skipped(Reason::NotChosen);
    parts.push(text.source.start, outside);
    let mut next = 0;
    let mut dropped = dropped.into_iter().peekable();
    let mut skip = |parts: &mut Parts<'_>, from: usize, to: usize| {
        for p in from..to {
            let (start, end) = (text.start(p), text.end(p));
            while dropped.next_if(|one| one.0.end as usize <= start).is_some() {}
            let known = dropped.peek().filter(|one| (one.0.start as usize) < end);
            let reason =
                known.map_or_else(|| why_skipped(chooser, weights, pieces, p), |one| one.1);
            parts.push_gap(start);
            parts.push(end, PartKind::Skipped(reason));
        }
    };
    for piece in pieces {
        let candidate = &piece.candidate;
        skip(&mut parts, next, candidate.first());
        parts.push_gap(piece.label.start as usize);
        parts.push(piece.label.end as usize, PartKind::Label);
        parts.push_gap(piece.start());
        // Bytes can be torn over rows.
        let is_torn = candidate.is_forced || candidate.reading.format == Format::Base64;
        let is_run = is_torn || candidate.is_run();
        for two in candidate.members.windows(2).filter(|_| !is_run) {
            // What is between rows is not part of them.
            parts.push(text.end(two[0] as usize), PartKind::Bytes);
            skip(&mut parts, two[0] as usize + 1, two[1] as usize);
            parts.push_gap(text.start(two[1] as usize));
        }
        parts.push(piece.end(), PartKind::Bytes);
        next = candidate.last() + 1;
    }
    skip(&mut parts, next, text.len());
    parts.push_gap(text.plain().len());
    parts.push(text.source.raw.len(), outside);
    parts.list
}

/// The largest reason for skipping an element.
fn why_skipped(chooser: &Chooser<'_, '_>, weights: &Weights, pieces: &[Piece], p: usize) -> Reason {
    let text = chooser.text;
    let Some(all) = &chooser.all else {
        return Reason::NoBlock;
    };
    let alone = || {
        all[p]
            .iter()
            .filter(|one| one.join == Join::One && !one.is_trimmed())
    };
    for candidate in alone() {
        let bytes = candidate.bytes();
        for piece in pieces.iter().take(1000) {
            let other = piece.candidate.bytes();
            let is_framed = piece.candidate.holds.is_framed();
            let blocks = piece.candidate.blocks();
            let is_block = blocks.iter().any(|block| block == bytes);
            if other == bytes || !is_framed && is_block {
                return Reason::Echo;
            }
            let is_part = bytes.len() >= LEAST_PART && !is_block && other.len() <= MOST_SEARCHED;
            if let Some(part) = blocks
                .iter()
                .filter(|_| is_part)
                .find_map(|block| locate(bytes, block))
            {
                return part;
            }
            if is_framed && bytes.len() > 2 && contains(other, bytes) {
                return Reason::InFrame;
            }
        }
    }
    let best = alone()
        .map(|candidate| chooser.weigh(weights, candidate))
        .max_by_key(|one| one.0);
    let reason = best.and_then(|(_, features)| largest_reason(weights, text.is_strict, &features));
    reason.map_or(Reason::NoBlock, Reason::Because)
}

/// Finds bytes in a block: a program that stops inside one prints the rest.
fn locate(bytes: &[u8], block: &[u8]) -> Option<Reason> {
    let from = find(block, bytes)?;
    let (mut at, mut field) = (0, 0);
    while at <= from {
        at = structure::representation_at(block, at).ok()?.range.end;
        field += 1;
    }
    let to = u16::try_from(from + bytes.len()).ok()?;
    let from = from as u16;
    Some(Reason::Within { from, to, field })
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
                lexer::Kind::Comment => PartKind::Comment,
                lexer::Kind::Margin(_) => PartKind::Margin,
                lexer::Kind::Setting(_) => PartKind::Setting,
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
            // Words before a run in its line say what it is.
            Some(last)
                if last.kind == PartKind::Skipped(Reason::NoBlock)
                    && matches!(kind, PartKind::Skipped(_))
                    && !self.plain[last.place.start as usize..place.start as usize]
                        .trim_ascii_start()
                        .contains(&b'\n') =>
            {
                last.place.end = place.end;
                last.kind = kind;
            }
            _ => bounds::push(&mut self.list, Part { place, kind }),
        }
    }
}
