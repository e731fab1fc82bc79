//! What a damage leaves in a text that can be read all the same. What programs
//! print is regular: bytes are spelled and parted alike, rows have one width,
//! quotes and brackets come in pairs, what stands before one block stands
//! before the others. Where a text is regular but for one place, that place is
//! named.
//!
//! * Each byte: how it is spelled ([`spelling`], [`printers`], [`strings`]).
//! * Between bytes: what parts them ([`parted`], [`groups`], [`members`]), their rows
//!   ([`rows`], [`marks`]), the ends of their lists ([`lists`]).
//! * Beside them: numbers ([`counts`], [`series`]), labels ([`labels`]), names
//!   ([`declared`]), quotes and brackets ([`glue`]), what else may be bytes
//!   ([`unread`]), tables ([`tables`]).
//! * Between blocks: what is the same around each ([`around`], [`kin`]), what
//!   comes before what ([`order`], [`headings`]), lines that were joined or cut
//!   ([`lines`], [`remnants`]).
//! * Blocks that no program sends ([`whole`]).

mod around;
mod counts;
mod declared;
mod glue;
mod groups;
mod headings;
mod kin;
mod labels;
mod lines;
mod lists;
mod marks;
mod members;
mod order;
mod parted;
mod printers;
mod remnants;
mod rows;
mod series;
mod spelling;
mod strings;
mod tables;
mod unread;
mod whole;

use std::borrow::Cow;

use super::{Format, Skipped, WITHOUT_BYTES, notes::Noted, text::Text};
use crate::{Block, Place};
pub(super) use whole::is_sound;

/// Notes of one kind on one text are few: the first say what is wrong.
const MOST: usize = 4;

/// The first few notes of a kind.
#[derive(Default)]
struct Few(Vec<Noted>);

impl Few {
    fn push(&mut self, note: Noted) {
        if self.0.len() < MOST {
            self.0.push(note);
        }
    }

    fn extend(&mut self, notes: impl IntoIterator<Item = Noted>) {
        notes.into_iter().for_each(|note| self.push(note));
    }
}

/// What is to be said of blocks that were read in `format`.
pub(super) fn notes(
    blocks: &[Block],
    format: Format,
    skipped: &[Skipped],
    text: &Text,
) -> Vec<Noted> {
    let mut notes: Vec<Noted> = rows::uneven(blocks, format, text).take(MOST).collect();
    if notes.is_empty() {
        notes.extend(rows::ragged(blocks, format, text));
    }
    notes.extend(spelling::notes(blocks, format, text));
    let ordered = ordered(blocks);
    let Some(walk) = Walk::new(&ordered, skipped, text) else {
        return notes;
    };
    notes.extend(unread::lines(&walk));
    notes.extend(lines::notes(&walk, format));
    notes.extend(tables::notes(&walk, format));
    notes.extend(lists::notes(&walk, format));
    notes.extend(strings::notes(&walk, format));
    notes.extend(members::note(&walk, format));
    if format != Format::Json {
        notes.extend(remnants::notes(&walk, format));
        notes.extend(headings::notes(&walk));
        notes.extend(order::notes(&walk, format));
        notes.extend(labels::notes(&walk, format));
    }
    notes.extend(groups::notes(&walk, format));
    notes.extend(counts::notes(&walk, format));
    if format == Format::Hexdump {
        notes.extend(glue::hidden(&walk));
    } else {
        notes.extend(parted::note(&walk, format));
        notes.extend(declared::notes(&walk));
        notes.extend(glue::notes(&walk));
        notes.extend(unread::words(&walk));
        notes.extend(marks::notes(&walk));
        notes.extend(series::notes(&walk, format));
        if notes.is_empty() {
            notes.extend(around::note(&walk));
        }
    }
    if format != Format::Json {
        notes.extend(kin::notes(&walk, format));
    }
    notes.extend(whole::notes(&walk, format));
    notes
}

/// Whether hex digits have rows that a program fills alike, are no numbers in
/// octal, and each block is one that a program may send.
pub(super) fn are_even(blocks: &[Block], format: Format, text: &Text) -> bool {
    rows::uneven(blocks, format, text).next().is_none()
        && rows::ragged(blocks, format, text).is_none()
        && spelling::radix(blocks, text).is_none()
        && blocks.iter().all(|block| whole::is_sound(&block.octets))
}

/// The blocks with their places in the order of the text, which bytes of words
/// with the last one first do not have.
fn ordered(blocks: &[Block]) -> Cow<'_, [Block]> {
    let is_ordered = |block: &Block| block.places.is_sorted_by_key(|place| place.start);
    if blocks.iter().all(is_ordered) {
        return Cow::Borrowed(blocks);
    }
    let mut ordered = blocks.to_vec();
    for block in &mut ordered {
        block.places.sort_unstable_by_key(|place| place.start);
    }
    Cow::Owned(ordered)
}

/// What is to be said of a number that may be no octet, where it was read as
/// one.
pub(super) fn doubt(blocks: &[Block], number: Option<Place>, text: &Text) -> Option<Noted> {
    let number = number?;
    let mut firsts = blocks.iter().flat_map(|block| &block.places);
    let is_read = firsts.any(|place| place.start < number.end && number.start < place.end);
    is_read.then(|| {
        let shown = &text.raw[number.start as usize..number.end as usize];
        let message =
            format!("“{shown}” was read as a byte; if it is a number beside the bytes, remove it.");
        (number.start as usize, message)
    })
}

/// Whether a list begins with the sign.
fn is_open(c: char) -> bool {
    matches!(c, '[' | '{' | '(')
}

/// What stands between two bytes, before the first or after the last.
#[derive(Clone, Copy, Debug)]
struct Gap {
    start: usize,
    end: usize,
    /// The blocks of the bytes before and after it.
    before: Option<usize>,
    after: Option<usize>,
}

impl Gap {
    /// Whether it stands between two bytes of one block.
    fn is_inner(&self) -> bool {
        self.before == self.after
    }
}

/// A line of the text.
struct Line<'a> {
    at: usize,
    text: &'a str,
    /// Where in it the first byte stands.
    first: Option<usize>,
    /// How many blocks begin in it.
    blocks: usize,
}

/// A way through a text from byte to byte.
struct Walk<'a> {
    raw: &'a str,
    blocks: &'a [Block],
    /// In the order of the text.
    skipped: Vec<Place>,
}

impl<'a> Walk<'a> {
    /// `None` where the bytes are not in the order of the text.
    fn new(blocks: &'a [Block], skipped: &[Skipped], text: &Text<'a>) -> Option<Self> {
        let starts = blocks.iter().flat_map(|block| &block.places);
        // A line without bytes may hold some that are damaged.
        let is_told = |part: &&Skipped| part.reason != WITHOUT_BYTES;
        let parts = skipped.iter().filter(is_told);
        let mut skipped: Vec<Place> = parts.map(|part| part.place).collect();
        skipped.sort_unstable_by_key(|place| place.start);
        starts
            .is_sorted_by_key(|place| place.start)
            .then_some(Self {
                raw: text.raw,
                blocks,
                skipped,
            })
    }

    /// All gaps in the order of the text, also those in which nothing stands.
    fn gaps(&self) -> impl Iterator<Item = Gap> {
        let places = self
            .blocks
            .iter()
            .enumerate()
            .flat_map(|(block, own)| own.places.iter().map(move |place| (Some(block), *place)));
        let end = self.raw.len() as u32;
        let last = Place { start: end, end };
        let (mut before, mut from, mut own) = (None, 0, last);
        places
            .chain(std::iter::once((None, last)))
            .filter_map(move |(after, place)| {
                let start = from;
                from = from.max(place.end as usize);
                // Bytes that one place stands for have nothing between them.
                let is_repeat = after.is_some() && place == std::mem::replace(&mut own, place);
                let gap = Gap {
                    start,
                    end: (place.start as usize).max(start),
                    before: std::mem::replace(&mut before, after),
                    after,
                };
                (!is_repeat).then_some(gap)
            })
    }

    /// The lines of the text, with their line ends.
    fn lines(&self) -> impl Iterator<Item = Line<'a>> {
        let places = self
            .blocks
            .iter()
            .flat_map(|own| own.places.iter().enumerate());
        let mut places = places.peekable();
        let mut from = 0;
        self.raw.split_inclusive('\n').map(move |text| {
            let at = from;
            from += text.len();
            let (mut first, mut blocks) = (None, 0);
            while let Some((n, place)) =
                places.next_if(|(_, place)| (place.start as usize) < at + text.len())
            {
                first.get_or_insert((place.start as usize).saturating_sub(at));
                blocks += usize::from(n == 0);
            }
            Line {
                at,
                text,
                first,
                blocks,
            }
        })
    }

    /// The text of a gap, with blanks for what was passed over.
    fn glue(&self, gap: Gap) -> Cow<'a, str> {
        let first = self
            .skipped
            .partition_point(|place| (place.end as usize) <= gap.start);
        let mut parts = self.skipped[first..]
            .iter()
            .take_while(|place| (place.start as usize) < gap.end)
            .peekable();
        if parts.peek().is_none() {
            return Cow::Borrowed(&self.raw[gap.start..gap.end]);
        }
        let (mut glue, mut from) = (String::new(), gap.start);
        for place in parts {
            let start = (place.start as usize).clamp(from, gap.end);
            glue += &self.raw[from..start];
            from = (place.end as usize).clamp(start, gap.end);
            glue.extend(std::iter::repeat_n(' ', from - start));
        }
        glue += &self.raw[from..gap.end];
        Cow::Owned(glue)
    }
}

#[cfg(test)]
mod said {
    use crate::{
        Problem,
        paste::{Options, read},
    };

    /// What is said of a text that is read.
    pub(super) fn said(text: &str) -> Vec<Problem> {
        read(text.as_bytes(), &Options::default())
            .expect(text)
            .problems
    }

    pub(super) fn says(text: &str, part: &str) -> bool {
        said(text)
            .iter()
            .any(|problem| problem.message.contains(part))
    }

    /// Each text has, at the place, a note with these words.
    pub(super) fn assert_named(cases: &[(&str, &str, &str)]) {
        let mut failed = Vec::new();
        for (text, place, words) in cases {
            let problems = said(text);
            let is_named =
                |problem: &Problem| problem.r#where == *place && problem.message.contains(words);
            if !problems.iter().any(is_named) {
                failed.push(format!("{text}: {problems:?}"));
            }
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    }
}

#[cfg(test)]
mod tests;
