//! Pieces to blocks: blank lines, lines, offsets, marks.

use std::collections::HashSet;

use super::{
    Blocks, Format, Options, Paste, Reading, Sides, Skipped, Split,
    notes::{Noted, Notes, SKIPPED},
    pieces::{Bond, Piece, Pieces, Side},
    sides,
    text::Text,
    well_formed::Judge,
};
use crate::{Block, Sender};
use hpack::structure::is_whole;

/// What is to be said of blocks that were read in a format, for what stands in
/// the text besides them.
pub(crate) type Said = fn(&[Block], Format, &[Skipped], &Text) -> Vec<Noted>;

/// Parts a reading into blocks; `said` says what a damage left in the text.
/// Without it the text is nothing but bytes, so that nothing names a sender.
pub(crate) fn split(
    mut reading: Reading,
    options: &Options,
    text: &Text,
    said: Option<Said>,
) -> Paste {
    reading.pieces.tidy();
    if said.is_some() {
        if matches!(
            reading.format,
            Format::Escaped | Format::Hex | Format::Decimal | Format::Base64
        ) {
            name_sides(&mut reading.pieces, text);
        }
        if let Some((first, says)) = sides::mark(&mut reading.pieces, text.raw) {
            let at = reading.pieces.places[first].start as usize;
            reading.notes.push((at, says.into()));
        }
    }
    let mut splitter = Splitter {
        judge: Judge::new(reading.initial_table_size),
        wraps: match reading.format {
            Format::Escaped => reading.detail.contains("without quotes"),
            format => matches!(format, Format::Decimal | Format::Bits | Format::Octal),
        },
        pieces: &reading.pieces,
        starts: Vec::new(),
        senders: Vec::new(),
        notes: Notes::default(),
        other: None,
        by_lines: false,
    };
    let mailed = splitter.is_mail();
    splitter.part(options.blocks, mailed);
    let Splitter {
        starts,
        senders,
        notes: parting,
        other,
        by_lines,
        ..
    } = splitter;
    let pieces = reading.pieces;
    let split = match () {
        () if starts.len() < 2 => Split::Single,
        () if by_lines => Split::Lines,
        () if starts[1..]
            .iter()
            .all(|&at| matches!(pieces.list[at].bond, Bond::AfterBlank)) =>
        {
            Split::Blank
        }
        () if reading.format == Format::Hexdump => Split::Offsets,
        () => Split::Marks,
    };
    let mut blocks = collect(pieces, &starts, &senders);
    name(&mut blocks, &mut reading.labels, text);
    let mut notes = reading.notes;
    notes.extend(super::traces::doubt(&blocks, reading.doubt, text));
    if let Some(said) = said.filter(|_| !reading.confirmed) {
        notes.extend_elsewhere(said(&blocks, reading.format, &reading.skipped, text));
    }
    notes.extend_at(parting, |at| at);
    let start = |block: &Block| block.places.first().map_or(0, |place| place.start as usize);
    if split != Split::Lines && are_fields_of_one(&blocks, reading.initial_table_size) {
        notes.push((start(&blocks[0]), only_together(blocks.len(), "parts")));
    } else if let Some(first) = first_of_one(&blocks, reading.initial_table_size) {
        // It may be said already how lines were parted; who parts blocks by blank
        // lines means it.
        match split {
            Split::Blank => {}
            Split::Lines => notes.extend_elsewhere(vec![(start(first), REST.into())]),
            _ => notes.push((start(first), REST.into())),
        }
    }
    if said.is_some() {
        let of_sides = [
            sides::unnamed_note(&blocks),
            sides::other_side_note(&blocks),
        ];
        of_sides
            .into_iter()
            .flatten()
            .for_each(|note| notes.push(note));
    }
    // Where the text says what each block decodes to, with one table, there is one.
    let two_directions = !reading.confirmed && sides::are_two(&blocks);
    if two_directions {
        match options.sides {
            Sides::ByFields => sides::by_fields(&mut blocks),
            Sides::One => notes.push((
                blocks[0]
                    .places
                    .first()
                    .map_or(0, |place| place.start as usize),
                sides::TWO.into(),
            )),
        }
    }
    Paste {
        blocks,
        two_directions,
        split,
        other,
        ..nothing(
            Reading {
                notes: std::mem::take(&mut notes),
                pieces: Pieces::default(),
                ..reading
            },
            text,
        )
    }
}

/// A block has no more fields in a text that lists them.
const LISTED: usize = 64;

/// Whether blocks that the text parts, as the rows of a table, may be the fields
/// of one.
fn are_fields_of_one(blocks: &[Block], initial_table_size: Option<u32>) -> bool {
    let [first, ..] = blocks else {
        return false;
    };
    let is_alike = |block: &Block| block.sender == first.sender && block.limit_changes.is_empty();
    let octets: Vec<&[u8]> = blocks.iter().map(|block| &*block.octets).collect();
    (3..=LISTED).contains(&blocks.len())
        && blocks.iter().all(is_alike)
        && Judge::new(initial_table_size).are_parts(first.sender, &octets, &[])
}

/// What is said of a block of which the next may be the rest.
const REST: &str = "The block after this one has pseudo-header fields, but not those that a request or a response needs; together they have them (RFC 9113 §8.3): if it is the rest of this one, join them.";

/// The first block of which the next may be the rest: by itself that is no
/// request or response, though it has pseudo-header fields.
fn first_of_one(blocks: &[Block], initial_table_size: Option<u32>) -> Option<&Block> {
    let mut judge = Judge::new(initial_table_size);
    let blocks = blocks.get(..LISTED.min(blocks.len()))?;
    blocks.windows(2).find_map(|two| {
        let (before, block) = (&two[0], &two[1]);
        let is_alike = before.sender == block.sender && block.limit_changes.is_empty();
        let limits = &before.limit_changes;
        let is_rest =
            is_alike && judge.is_rest(before.sender, [&before.octets, &block.octets], limits);
        judge.follow(before.sender, &before.octets, limits);
        is_rest.then_some(before)
    })
}

/// What is said of blocks that may be the fields of one.
fn only_together(count: usize, what: &str) -> String {
    format!(
        "Each of these {count} {what} was read as a block, and only together do they have the pseudo-header fields of a request or a response (RFC 9113 §8.3): if they are the fields of one block, join them."
    )
}

/// A text in which nothing was parted: what is said of its reading.
pub(crate) fn nothing(reading: Reading, text: &Text) -> Paste {
    let mut skipped = reading.skipped;
    skipped.sort_by_key(|part| part.place.start);
    let mut notes = reading.notes;
    let mut told = HashSet::new();
    for part in &skipped {
        if !part.each || told.insert(part.reason.clone()) {
            notes.push_of_many(part.place.start as usize, || {
                format!("{SKIPPED}{}", part.reason)
            });
        }
    }
    Paste {
        format: reading.format,
        detail: reading.detail,
        blocks: Vec::new(),
        content: super::Content::Blocks,
        other_content: None,
        initial_table_size: reading.initial_table_size,
        problems: notes.problems(text),
        skipped,
        ambiguous: None,
        two_directions: false,
        split: Split::Single,
        other: None,
        others: Vec::new(),
        transcoded: None,
    }
}

/// The most bytes before a list or a string that are looked at for its name.
const NEAR: usize = 120;

/// Gives the pieces to which a program gives the name of a side that name. One
/// alone needs none, unless a mark says another.
fn name_sides(pieces: &mut Pieces, text: &Text) {
    if let [piece] = &*pieces.list
        && piece.mark.is_none()
    {
        return;
    }
    // The name of the piece before, which is that of its whole list.
    let mut before: Option<String> = None;
    for piece in &mut pieces.list {
        let Some(place) = pieces.places.get(piece.start) else {
            continue;
        };
        let last = piece.start.checked_sub(1).map(|last| pieces.places[last]);
        let end = last.map_or(0, |last| last.end.min(place.start) as usize);
        if piece.label.is_some() {
            before = None;
            continue;
        }
        let mut from = (place.start as usize).saturating_sub(NEAR).max(end);
        while !text.raw.is_char_boundary(from) {
            from += 1;
        }
        let head = &text.raw[from..place.start as usize];
        // A list may open on the line before.
        let is_open = head.trim_end().ends_with(['{', '[', '(']);
        let head = if is_open { head.trim_end() } else { head };
        let line = head.rsplit(['\n', ';']).next().unwrap_or_default();
        let is_item = piece.bond == Bond::Apart
            && head.contains(',')
            && head.trim_matches(['"', '\'', ',', ' ']).is_empty();
        piece.label = match before.take() {
            Some(name) if is_item => Some(name),
            _ => sides::assigned(line).map(str::to_owned),
        };
        before.clone_from(&piece.label);
    }
}

/// Gives the blocks that have no name what the text calls their lines.
fn name(blocks: &mut [Block], labels: &mut [(usize, String)], text: &Text) {
    for (at, _) in labels.iter_mut() {
        *at = text.raw_at(*at);
    }
    labels.sort_by_key(|(at, _)| *at);
    for block in blocks {
        let Some(first) = block.places.first().filter(|_| block.label.is_none()) else {
            continue;
        };
        let before = labels.partition_point(|(at, _)| *at <= first.start as usize);
        let last = block.places.last().map_or(0, |place| place.end as usize);
        let own = before.checked_sub(1).map(|at| &labels[at]);
        // The next label is of the next block.
        let next = labels.get(before).map_or(usize::MAX, |(at, _)| *at);
        block.label = own.filter(|_| last <= next).map(|(_, label)| label.clone());
    }
}

/// Copies the octets out, a vector a block.
fn collect(pieces: Pieces, starts: &[usize], senders: &[Sender]) -> Vec<Block> {
    let Pieces {
        mut octets,
        mut places,
        mut list,
        ..
    } = pieces;
    let mut blocks = Vec::with_capacity(starts.len());
    // The first keeps the vectors themselves, without the room of all others.
    fn off<T>(all: &mut Vec<T>, start: usize) -> Vec<T> {
        if start > 0 {
            return all.split_off(start);
        }
        all.shrink_to_fit();
        std::mem::take(all)
    }
    for (&first, &sender) in starts.iter().zip(senders).rev() {
        let piece = &mut list[first];
        blocks.push(Block {
            sender,
            octets: off(&mut octets, piece.start),
            places: off(&mut places, piece.start),
            limit_changes: std::mem::take(&mut piece.limits),
            label: piece.label.take(),
            before: crate::Before::default(),
        });
    }
    blocks.reverse();
    blocks
}

/// The fewest bytes that lines hold which a program wraps.
const NARROW: usize = 8;

/// What is said of lines behind `>` that would be one block without it.
const QUOTED: &str = "The “>” before every line was read as the mark of what a client sent; if it is email quoting, these lines are one block: remove it.";

struct Splitter<'a> {
    judge: Judge,
    /// Whether programs wrap the lines of such a notation.
    wraps: bool,
    pieces: &'a Pieces,
    /// The first piece of each block.
    starts: Vec<usize>,
    senders: Vec<Sender>,
    notes: Notes,
    other: Option<Blocks>,
    by_lines: bool,
}

impl Splitter<'_> {
    /// Whether the `>` before the lines are those of a quoted mail and not of
    /// blocks that a client sent.
    fn is_mail(&mut self) -> bool {
        let list = &self.pieces.list;
        let all = list.len() > 1
            && list
                .iter()
                .all(|piece| piece.mark == Some(Side::Is(Sender::Client)));
        if !all {
            return false;
        }
        let joined = |piece: &Piece| {
            matches!(
                piece.bond,
                Bond::Joined | Bond::Continued | Bond::JoinedOverBlank
            )
        };
        if list.iter().any(joined) {
            return true;
        }
        let whole = |at| hpack::structure::is_whole(self.pieces.of(at));
        if (0..list.len()).all(whole) {
            if self.wraps {
                let first = self.pieces.places[0].start as usize;
                self.notes.push((first, QUOTED.into()));
            }
            return false;
        }
        if !hpack::structure::is_whole(&self.pieces.octets) {
            return false;
        }
        self.notes.push((
            self.pieces.places[0].start as usize,
            "The “>” before every line was read as email quoting, because only together do the lines form a complete block.".into(),
        ));
        true
    }

    fn part(&mut self, blocks: Blocks, mailed: bool) {
        let list = &self.pieces.list;
        let mark = |at: usize| list[at].mark.filter(|_| !mailed).and_then(Side::sender);
        let mut at = 0;
        while at < list.len() {
            // A run: a piece that begins a block for certain, up to the next such.
            let mut end = at + 1;
            while end < list.len() {
                let piece = &list[end];
                let begins = match piece.bond {
                    Bond::Apart | Bond::AfterBlank => true,
                    Bond::Joined => false,
                    // No block goes on in what the other side sent.
                    Bond::Continued => blocks == Blocks::Lines || mark(end) != mark(at),
                    Bond::JoinedOverBlank => blocks == Blocks::Blank,
                    Bond::Loose => mark(end).is_some() || piece.label.is_some(),
                };
                if begins || !piece.limits.is_empty() {
                    break;
                }
                end += 1;
            }
            let sender = mark(at).unwrap_or(Sender::Unknown);
            let loose: Vec<usize> = (at + 1..end)
                .filter(|&piece| list[piece].bond == Bond::Loose)
                .collect();
            let lines = match blocks {
                Blocks::Lines => true,
                Blocks::Blank => false,
                Blocks::Auto => !loose.is_empty() && self.as_lines(at, end, &loose, sender),
            };
            self.begin(at, sender);
            if lines {
                self.by_lines |= !loose.is_empty();
                for piece in loose {
                    self.begin(piece, sender);
                }
            }
            at = end;
        }
    }

    fn begin(&mut self, piece: usize, sender: Sender) {
        self.starts.push(piece);
        self.senders.push(sender);
    }

    /// Whether each line of a run is a block: each is structurally whole, and
    /// where the lines may as well be those of one wrapped block, that block
    /// is no better.
    fn as_lines(&mut self, at: usize, end: usize, loose: &[usize], sender: Sender) -> bool {
        let starts: Vec<usize> = std::iter::once(at).chain(loose.iter().copied()).collect();
        let stop = |n: usize| match starts.get(n + 1) {
            Some(&next) => self.pieces.list[next].start,
            None => self.pieces.end(end - 1),
        };
        let lines: Vec<&[u8]> = (0..starts.len())
            .map(|n| &self.pieces.octets[self.pieces.list[starts[n]].start..stop(n)])
            .collect();
        let all = &self.pieces.octets[self.pieces.list[at].start..stop(starts.len() - 1)];
        let count = lines.len();
        let strings = self.pieces.strings;
        let what = if strings { "strings" } else { "lines" };
        let (last, before) = lines.split_last().expect("a run has a piece");
        let length = before[0].len();
        let wrapped = before.iter().all(|line| line.len() == length) && last.len() <= length;
        let whole = lines.iter().filter(|line| is_whole(line)).count();
        if whole < count {
            let together = is_whole(all);
            // Text is not wrapped as narrow as that.
            let is_wide = length >= NARROW;
            if together && (wrapped && is_wide || whole == 0) {
                return false;
            }
            self.follow(at);
            let limits = &self.pieces.list[at].limits;
            // A list of which some line is cut; those of a wrapped block are
            // hardly ever whole.
            let lines_taken = self.pieces.bare
                && 2 * whole + usize::from(!wrapped) > count
                && !(together && self.judge.sections(sender, &[all], limits));
            let cut = lines.iter().position(|line| !is_whole(line)).unwrap_or(0);
            let (piece, message) = match () {
                () if lines_taken => (
                    starts[cut],
                    format!(
                        "This line is not a complete block, though most of these {count} lines are: each was read as a block; joined they would be one block."
                    ),
                ),
                () if together => (
                    at,
                    format!(
                        "These {count} {what} were joined into one block; {whole} of them could be blocks of their own."
                    ),
                ),
                () => (
                    at,
                    format!(
                        "These {count} {what} were joined into one block, which is damaged or not complete; they may be blocks of their own."
                    ),
                ),
            };
            self.say(piece, lines_taken, message);
            return lines_taken;
        }
        if !self.pieces.bare && !strings {
            self.say(at, false, format!("These {count} lines were joined into one block, because they are not bare hex digits; each could be a block too."));
            return false;
        }
        self.follow(at);
        let limits = &self.pieces.list[at].limits;
        if !wrapped {
            self.other = Some(Blocks::Blank);
            if self.judge.are_parts(sender, &lines, limits) {
                self.say(at, true, only_together(count, what));
            }
            return true;
        }
        let as_lines = self.judge.sections(sender, &lines, limits);
        let as_one = self.judge.sections(sender, &[all], limits);
        // Strings are cut to go over lines, more often than they are blocks.
        let lines_taken = if strings {
            as_lines && !as_one
        } else {
            as_lines || !as_one
        };
        let reason = match (as_lines, as_one) {
            (true, false) => {
                "because only then is each block a well-formed field section (RFC 9113 §8.3)"
            }
            (false, true) => "because only then is it a well-formed field section (RFC 9113 §8.3)",
            _ => "though nothing in them settles it",
        };
        let message = if lines_taken {
            format!(
                "Each of these {count} {what} was read as a block, {reason}; joined they would be one block."
            )
        } else {
            format!(
                "These {count} {what} were joined into one block, {reason}; each could be a block too."
            )
        };
        self.say(at, lines_taken, message);
        lines_taken
    }

    /// Decodes the blocks before the piece `at`, which the next ones follow.
    fn follow(&mut self, at: usize) {
        for n in self.judge.followed..self.starts.len() {
            let first = &self.pieces.list[self.starts[n]];
            let until = self.pieces.list[self.starts.get(n + 1).copied().unwrap_or(at)].start;
            self.judge.follow(
                self.senders[n],
                &self.pieces.octets[first.start..until],
                &first.limits,
            );
        }
    }

    /// Says at the piece `at` how lines were parted, and offers the other way.
    fn say(&mut self, at: usize, lines_taken: bool, message: String) {
        let place = self.pieces.places[self.pieces.list[at].start];
        self.notes.push_of_many(place.start as usize, || message);
        self.other = Some(if lines_taken {
            Blocks::Blank
        } else {
            Blocks::Lines
        });
    }
}
