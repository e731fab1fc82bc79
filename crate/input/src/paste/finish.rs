//! What was chosen, as blocks, frames or packets, with the rest of the text
//! accounted for.

use std::{collections::HashMap, sync::Arc};

use http2::frame::{infer_sender, sender_of_block};

use super::{
    As, Blocks, Content, Conversation, Format, Options, Packet, Part, PartKind, Paste, Sides,
    Split,
    bytes::Bytes,
    content,
    content::begins_connection,
    gap::Gap,
    judge::Content as Found,
    lexer::Kind,
    passages::Passage,
    reading::Source,
    select::Selection,
    settings::Setting,
    streams::{Chunk, Stream},
    text::{PositionIndex, is_word},
    weigh::Choice,
};
use crate::{Before, Block, Place, Problem, Sender};

/// The most parts that were skipped and are listed one by one.
const MOST_LISTED: usize = 1000;

const TWO: &str = "Requests and responses are in one list here, and each side of a connection has a table of its own: mark what the client sent with “>” and what the server sent with “<”, or have the pseudo-header fields tell them apart.";

/// A text that was read.
pub(super) fn finish(
    source: &Source<'_>,
    selection: Selection,
    options: &Options,
    initial: Option<u32>,
) -> Paste {
    let Selection {
        passages,
        choices,
        reasons,
        ambiguous,
        notes,
        content,
        ..
    } = selection;
    let mut paste = Paste {
        initial_table_size: initial,
        ambiguous,
        ..Paste::default()
    };
    let taken = || {
        passages
            .iter()
            .zip(&choices)
            .filter_map(|(passage, choice)| Some((passage, (*choice)?)))
    };
    if let Some((passage, choice)) = taken().next()
        && let Ok(readings) = &passage.readings
    {
        let reading = &readings[choice.reading];
        paste.format = reading.format;
        paste.detail = reading.detail.to_owned();
        paste.others = readings
            .iter()
            .map(|other| other.format)
            .filter(|other| *other != reading.format)
            .collect();
        paste.others.dedup();
        paste.others.push(Format::Binary);
    }
    match content {
        Found::Block => blocks(&mut paste, &passages, &choices, source, options),
        Found::Frames => {
            paste.content = Content::Frames(vec![conversation(taken(), source)]);
            paste.other_content = Some(As::Blocks);
        }
        Found::Packet => {
            let packet = |(passage, choice): (&Passage, Choice)| {
                let octets = bytes(passage, choice)?.bytes.clone();
                Some(Packet {
                    link: content::packet(&octets)?,
                    octets,
                })
            };
            paste.content = Content::Packets(taken().filter_map(packet).collect());
            paste.other_content = Some(As::Blocks);
        }
    }
    paste.parts = parts(source, &passages, &choices, &reasons);
    let positions = PositionIndex::new(source.raw);
    let note = |at: usize, message: String| {
        let (line, column) = positions.of(at);
        Problem::note(format!("line {line}, column {column}"), message)
    };
    let two = paste
        .two_directions
        .then(|| note(passages[0].start(), TWO.to_owned()));
    let mut problems: Vec<Problem> = notes.into_iter().map(|(at, text)| note(at, text)).collect();
    if let Some(other) = paste.other
        && let Some(first) = paste.blocks.first().and_then(|block| block.places.first())
    {
        let message = match other {
            Blocks::Blank => {
                "Each line was read as a block; all lines as one can be read as well (--blocks blank)."
            }
            _ => {
                "The lines were read as one block; each line as a block can be read as well (--blocks lines)."
            }
        };
        problems.push(note(first.start as usize, message.to_owned()));
    }
    problems.extend(two);
    let skipped = paste.skipped().take(MOST_LISTED);
    problems.extend(skipped.map(|(place, reason)| {
        let text = &source.raw.as_bytes()[place.start as usize..place.end as usize];
        let blanks = text.len() - text.trim_ascii_start().len();
        note(place.start as usize + blanks, format!("skipped: {reason}"))
    }));
    paste.problems = problems;
    paste
}

fn bytes(passage: &Passage, choice: Choice) -> Option<&Bytes> {
    Some(&passage.readings.as_ref().ok()?.get(choice.reading)?.all)
}

fn blocks(
    paste: &mut Paste,
    passages: &[Passage],
    choices: &[Option<Choice>],
    source: &Source<'_>,
    options: &Options,
) {
    let mut settings: Vec<Setting> = Vec::new();
    let mut has_blank = false;
    let mut has_mark = false;
    let mut count = 0;
    for (passage, choice) in passages.iter().zip(choices) {
        settings.extend(passage.settings.iter().cloned());
        let Some((choice, Ok(readings))) = choice.map(|choice| (choice, &passage.readings)) else {
            continue;
        };
        let reading = &readings[choice.reading];
        has_blank |= count > 0 && passage.gap.has(Gap::BLANK_LINE);
        has_mark |= passage.side.is_some() || passage.is_labelled;
        count += 1;
        let name = label(passage, source);
        let whole = [reading.all.bytes.len() as u32];
        let ends = if choice.is_split {
            &reading.ends[..]
        } else {
            &whole[..]
        };
        if ends.len() > 1 {
            paste.blocks.reserve_exact(ends.len());
        }
        let mut from = 0;
        let places = reading
            .all
            .places
            .split(ends.iter().map(|&end| end as usize));
        for (&end, places) in ends.iter().zip(places) {
            let range = from as usize..end as usize;
            from = end;
            if range.is_empty() {
                continue;
            }
            let limits = settings.iter().filter_map(|setting| match setting {
                Setting::Limit(limit) => Some(*limit),
                _ => None,
            });
            paste.blocks.push(Block {
                sender: passage.sender,
                octets: reading.all.bytes[range].to_vec(),
                places,
                limit_changes: limits.collect(),
                label: name.clone(),
                before: Before {
                    table: passage
                        .snapshot(paste.initial_table_size)
                        .filter(|_| !settings.is_empty())
                        .map(Arc::new),
                    ..Before::default()
                },
            });
            settings.clear();
        }
        if reading.ends.len() > 1 {
            paste.split = if choice.is_split {
                Split::Lines
            } else {
                paste.split
            };
            paste.other = match (choice.has_other, choice.is_split) {
                (false, _) => paste.other,
                (true, true) => Some(Blocks::Blank),
                (true, false) => Some(Blocks::Lines),
            };
        }
    }
    if count > 1 {
        paste.split = if has_blank && !has_mark {
            Split::Blank
        } else {
            Split::Marks
        };
    }
    let has = |sender: Sender| {
        paste
            .blocks
            .iter()
            .any(|block| sender_of_block(&block.octets) == Some(sender))
    };
    let is_open = paste
        .blocks
        .iter()
        .all(|block| block.sender == Sender::Unknown);
    paste.two_directions = is_open && has(Sender::Client) && has(Sender::Server);
    if paste.two_directions && options.sides == Sides::ByFields {
        let mut last = Sender::Client;
        for block in &mut paste.blocks {
            last = sender_of_block(&block.octets).unwrap_or(last);
            block.sender = last;
        }
    }
    let first = paste.blocks.first();
    paste.other_content = first
        .filter(|first| content::may_be_frames(&first.octets))
        .map(|_| As::Frames);
}

/// What the text calls a block: at most 60 characters.
fn label(passage: &Passage, source: &Source<'_>) -> Option<String> {
    let label = source.raw.get(passage.label.0..passage.label.1)?;
    let label = label.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | ']'));
    let label: String = label.chars().take(60).collect();
    (!label.is_empty() && label.chars().any(char::is_alphanumeric)).then(|| label.trim().to_owned())
}

/// Frames as one connection. What a side sent tells better who it is than the
/// text does.
fn conversation<'a>(
    taken: impl Iterator<Item = (&'a Passage, Choice)>,
    source: &Source<'_>,
) -> Conversation {
    let mut all = Conversation::default();
    let mut senders: Vec<(Sender, u32)> = Vec::new();
    for (passage, choice) in taken {
        let Some(bytes) = bytes(passage, choice) else {
            continue;
        };
        // Frames without marks are one side's, unless they say that they are not.
        let told = infer_sender(&bytes.bytes).filter(|_| passage.side.is_none());
        let side = (
            passage.sender,
            told.filter(|_| content::is_frames(&bytes.bytes))
                .map_or(0, |sender| sender as u32 + 1),
        );
        let stream = senders.iter().position(|other| *other == side).or_else(|| {
            let is_open = side.1 == 0 && passage.side.is_none();
            senders
                .iter()
                .position(|other| is_open && other.0 == side.0)
        });
        let stream = stream.unwrap_or_else(|| {
            senders.push(side);
            all.streams.push(Stream {
                label: label(passage, source),
                ..Stream::default()
            });
            senders.len() - 1
        });
        let own = &mut all.streams[stream];
        let start = own.octets.len();
        own.octets.extend_from_slice(&bytes.bytes);
        own.places.extend(&bytes.places);
        let octets = start..own.octets.len();
        match all.chunks.last_mut() {
            Some(last) if last.stream == stream => last.octets.end = octets.end,
            _ => all.chunks.push(Chunk { stream, octets }),
        }
    }
    let told: Vec<Option<Sender>> = all
        .streams
        .iter()
        .map(|stream| {
            if begins_connection(&stream.octets) {
                Some(Sender::Client)
            } else {
                infer_sender(&stream.octets)
            }
        })
        .collect();
    for (n, stream) in all.streams.iter_mut().enumerate() {
        stream.sender = match (told[n], &told[..]) {
            (Some(sender), _) => sender,
            (None, [Some(other), _] | [_, Some(other)]) => other.peer(),
            _ => senders[n].0,
        };
    }
    // If both seem to be one sender, what was sent tells nothing.
    if let [one, two] = &mut all.streams[..]
        && one.sender == two.sender
        && senders[0].0 != senders[1].0
    {
        one.sender = senders[0].0;
        two.sender = senders[1].0;
    }
    all
}

/// What the whole text is, part by part.
fn parts(
    source: &Source<'_>,
    passages: &[Passage],
    choices: &[Option<Choice>],
    reasons: &HashMap<usize, &'static str>,
) -> Vec<Part> {
    let mut parts = Parts {
        source,
        list: Vec::new(),
        end: 0,
        element: 0,
    };
    for (n, (passage, choice)) in passages.iter().zip(choices).enumerate() {
        let kind = match choice {
            Some(_) => PartKind::Bytes,
            None => PartKind::Skipped(reasons.get(&n).copied().unwrap_or(NO_BLOCK)),
        };
        if choice.is_some() {
            parts.push_gap(passage.label.0);
            parts.push(passage.label.1, PartKind::Label);
        }
        parts.push_gap(passage.start());
        parts.push(passage.end(), kind);
    }
    parts.push_gap(source.plain.len());
    parts.push(
        source.raw.len(),
        PartKind::Skipped("outside of what is read"),
    );
    parts.list
}

/// Why most of a text is passed over.
const NO_BLOCK: &str = "not a header block";

struct Parts<'a> {
    source: &'a Source<'a>,
    list: Vec<Part>,
    end: usize,
    /// The next element that may hold no bytes.
    element: usize,
}

impl Parts<'_> {
    /// Adds what is between passages, up to `end`.
    fn push_gap(&mut self, end: usize) {
        let elements = &self.source.elements.list;
        while let Some(element) = elements.get(self.element)
            && (element.start as usize) < end
        {
            self.element += 1;
            let kind = match element.kind {
                Kind::Comment => PartKind::Comment,
                Kind::Margin(_) => PartKind::Margin,
                Kind::Setting(_) => PartKind::Setting,
                _ => continue,
            };
            self.push_words(element.start as usize);
            self.push((element.end as usize).min(end), kind);
        }
        self.push_words(end);
    }

    fn push_words(&mut self, end: usize) {
        let text = self.source.plain.get(self.end..end).unwrap_or_default();
        match text.iter().any(|&byte| is_word(byte)) {
            true => self.push(end, PartKind::Skipped(NO_BLOCK)),
            false => self.push(end, PartKind::Separator),
        }
    }

    fn push(&mut self, end: usize, kind: PartKind) {
        if end <= self.end {
            return;
        }
        let place = Place {
            start: self.end as u32,
            end: end as u32,
        };
        self.end = end;
        match self.list.last_mut() {
            Some(last) if last.kind == kind && kind != PartKind::Bytes => {
                last.place.end = place.end
            }
            _ => self.list.push(Part { place, kind }),
        }
    }
}
