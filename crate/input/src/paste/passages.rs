//! Groups elements into passages: a run of bytes, the rows of a list, or the
//! operands of an expression.

use std::borrow::Cow;

use hpack::Snapshot;

use super::{
    Fault,
    gap::Gap,
    joints::{self, Joint},
    lexer::{Element, Kind, Run, Shape},
    number::Style,
    reading::{Reading, Trim},
    scan::contains,
    settings::Setting,
    sides::Side,
    source::{Source, runs},
    text::{ends_line, is_word, line_start, near_line_end},
};
use crate::{Place, Sender, bounds};

/// Elements that are read together. There can be millions, so it is small:
/// readings are decoded on each access unless [`read`](Self::read) caches them.
#[derive(Default)]
pub(super) struct Passage {
    /// Indices of the first and last element.
    numbers: (u32, u32),
    place: Place,
    pub(super) label: Place,
    /// Range of [`Elements::settings`].
    settings: (u32, u32),
    /// Position of a sign that bytes were left out.
    pub(super) cut: Option<u32>,
    pub(super) side: Option<Side>,
    pub(super) sender: Sender,
    pub(super) gap: Gap,
    /// Number that each row leaves out.
    trim: Trim,
    /// Whether the elements are operands of an expression, not rows.
    is_joined: bool,
    /// Whether the label is in the line of the first bytes.
    pub(super) is_labelled: bool,
    /// Whether it is incomplete: something next to it belongs to it.
    pub(super) is_torn: bool,
    kept: Option<Box<Result<Vec<Reading>, Fault>>>,
}

impl Passage {
    fn new(number: usize, element: &Element, gap: Gap, settings: (u32, u32)) -> Self {
        Self {
            numbers: (number as u32, number as u32),
            place: element.place(),
            settings,
            gap,
            ..Self::default()
        }
    }

    pub(super) fn start(&self) -> usize {
        self.place.start as usize
    }

    pub(super) fn end(&self) -> usize {
        self.place.end as usize
    }

    pub(super) fn len(&self) -> usize {
        self.end() - self.start()
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn elements<'a>(&self, source: &Source<'a>) -> &'a [Element] {
        &source.elements.list[self.numbers.0 as usize..=self.numbers.1 as usize]
    }

    pub(super) fn kind(&self, source: &Source<'_>) -> Kind {
        source.elements.list[self.numbers.0 as usize].kind
    }

    /// Its number, if it is a single one.
    fn only_number(&self, source: &Source<'_>) -> Option<(Run, Shape)> {
        let [element] = self.elements(source) else {
            return None;
        };
        let Kind::Run(run) = element.kind else {
            return None;
        };
        match source.elements.shapes_of(element.place(), &run)[..] {
            [shape] if shape.count == 1 => Some((run, shape)),
            _ => None,
        }
    }

    /// Whether it is a single number of at most three digits.
    pub(super) fn is_number(&self, source: &Source<'_>) -> bool {
        let only = self.only_number(source);
        only.is_some_and(|(_, shape)| shape.width < 4)
    }

    /// Whether it is a single number with a prefix, as short as an address.
    pub(super) fn is_address(&self, source: &Source<'_>) -> bool {
        let only = self.only_number(source);
        only.is_some_and(|(run, shape)| run.style == Style::Hex && shape.width <= 16)
    }

    /// Bracket before it, if it is a list.
    pub(super) fn bracket(&self, source: &Source<'_>) -> Option<u8> {
        match self.kind(source) {
            Kind::Run(run) => Some(run.bracket).filter(|bracket| *bracket != 0),
            _ => None,
        }
    }

    pub(super) fn is_readable(&self) -> bool {
        !self.is_torn && self.cut.is_none()
    }

    pub(super) fn is_trimmed(&self) -> bool {
        self.trim != Trim::Nothing
    }

    /// Whether both are in the same notation.
    pub(super) fn is_like(&self, other: &Self, source: &Source<'_>) -> bool {
        match (self.kind(source), other.kind(source)) {
            (Kind::Run(one), Kind::Run(two)) => {
                (one.style, one.bracket) == (two.style, two.bracket)
            }
            (one, other) => std::mem::discriminant(&one) == std::mem::discriminant(&other),
        }
    }

    /// Whether its notation shows where it begins and ends.
    pub(super) fn is_apart(&self, source: &Source<'_>) -> bool {
        matches!(self.kind(source), Kind::Literal | Kind::Dump(_)) || self.is_enclosed(source)
    }

    pub(super) fn is_enclosed(&self, source: &Source<'_>) -> bool {
        is_enclosed(source.plain, self.kind(source), self.place)
    }

    pub(super) fn settings<'a>(&self, source: &Source<'a>) -> &'a [Setting] {
        &source.elements.settings[self.settings.0 as usize..self.settings.1 as usize]
    }

    pub(super) fn limits<'a>(&self, source: &Source<'a>) -> impl Iterator<Item = u32> + use<'a> {
        let settings = self.settings(source).iter();
        settings.filter_map(|setting| match setting {
            Setting::Limit(limit) => Some(*limit),
            _ => None,
        })
    }

    /// The table before its first block, if the text gives entries.
    pub(super) fn snapshot(&self, source: &Source<'_>, initial: Option<u32>) -> Option<Snapshot> {
        let size = initial.unwrap_or(4096);
        let mut entries = Vec::new();
        for setting in self.settings(source) {
            if let Setting::Entry(entry) = setting {
                let (index, name, value) = &**entry;
                let at = *index as usize - 62;
                entries.resize(entries.len().max(at + 1), (None, None));
                entries[at] = (Some(name.clone()), Some(value.clone()));
            }
        }
        (!entries.is_empty()).then(|| Snapshot {
            maximum: size,
            limit: size,
            entries,
            ..Snapshot::default()
        })
    }

    /// Decodes the passage in each notation that fits, and caches the result.
    pub(super) fn read(&mut self, source: &Source<'_>) {
        if self.kept.is_none() {
            self.kept = Some(Box::new(self.try_read(source)));
        }
    }

    /// Decodes the passage without leaving out numbers.
    pub(super) fn read_whole(&mut self, source: &Source<'_>) {
        (self.trim, self.kept) = (Trim::Nothing, None);
        self.read(source);
    }

    /// Clears the cache.
    pub(super) fn clear_cache(&mut self) {
        self.kept = None;
    }

    fn try_read(&self, source: &Source<'_>) -> Result<Vec<Reading>, Fault> {
        match self.is_joined {
            true => self.read_operands(source),
            false => source.readings(self.elements(source), self.trim),
        }
    }

    /// Returns all readings, or none if there is an error.
    pub(super) fn readings(&self, source: &Source<'_>) -> Cow<'_, [Reading]> {
        match self.kept.as_deref() {
            Some(kept) => Cow::Borrowed(kept.as_deref().unwrap_or_default()),
            None => Cow::Owned(self.try_read(source).unwrap_or_default()),
        }
    }

    pub(super) fn reading(&self, source: &Source<'_>, number: usize) -> Option<Cow<'_, Reading>> {
        match self.readings(source) {
            Cow::Borrowed(readings) => readings.get(number).map(Cow::Borrowed),
            Cow::Owned(readings) => readings.into_iter().nth(number).map(Cow::Owned),
        }
    }

    /// Takes a reading out of the cache.
    pub(super) fn take(&mut self, source: &Source<'_>, number: usize) -> Option<Reading> {
        let readings = match self.kept.take() {
            Some(kept) => *kept,
            None => self.try_read(source),
        };
        readings.ok()?.into_iter().nth(number)
    }

    /// Returns the error, if it cannot be read.
    pub(super) fn fault(&self, source: &Source<'_>) -> Option<Fault> {
        match self.kept.as_deref() {
            Some(kept) => kept.as_ref().err().cloned(),
            None => self.try_read(source).err(),
        }
    }

    /// Leaves out a number of each row, if there is an explanation for these
    /// numbers. Returns whether there is one.
    pub(super) fn trim(&mut self, source: &Source<'_>, trim: Trim) -> bool {
        let readings = self.read_without(source, trim);
        let is_explained = readings.is_some();
        if let Some(readings) = readings {
            (self.trim, self.kept) = (trim, Some(Box::new(Ok(readings))));
        }
        is_explained
    }

    /// Joins the operands, with and without words at either end.
    fn read_operands(&self, source: &Source<'_>) -> Result<Vec<Reading>, Fault> {
        let elements = self.elements(source).iter();
        let elements: Vec<_> = elements
            .filter(|element| element.kind.has_bytes())
            .collect();
        let is_plain = |element: &&&Element| element.kind == Kind::Plain;
        let first = elements.iter().take_while(is_plain).count();
        let end = elements.len();
        let last = end - elements.iter().rev().take_while(is_plain).count();
        let mut ranges = vec![0..end, first..end, 0..last, first..last];
        ranges.dedup();
        // One reading per range and dialect, built operand by operand: all
        // readings at once would take many times the size of the text.
        let mut joined: Vec<Vec<Reading>> = vec![Vec::new(); ranges.len()];
        for (number, element) in elements.iter().enumerate() {
            let choices = source.readings(&[**element], Trim::Nothing)?;
            for (range, all) in ranges.iter().zip(&mut joined) {
                while all.len() < choices.len() {
                    let last = all.last().cloned();
                    all.push(last.unwrap_or_else(|| Reading::operands(choices[0].format)));
                }
                for (dialect, reading) in all.iter_mut().enumerate() {
                    let chosen = &choices[dialect.min(choices.len() - 1)];
                    if number == first {
                        reading.format = chosen.format;
                    }
                    if range.contains(&number) {
                        reading.all.extend(&chosen.all);
                    }
                }
            }
        }
        let mut readings: Vec<Reading> = Vec::new();
        for mut reading in joined.into_iter().flatten() {
            if readings
                .iter()
                .all(|other| other.bytes() != reading.bytes())
            {
                reading.end_row();
                readings.push(reading);
            }
        }
        Ok(readings)
    }

    /// Decodes without the first or last number of each row. Returns `None`
    /// unless these numbers have another width, or count bytes or rows.
    fn read_without(&self, source: &Source<'_>, trim: Trim) -> Option<Vec<Reading>> {
        if self.is_joined || !matches!(self.kind(source), Kind::Run(_)) {
            return None;
        }
        let rows = self.elements(source);
        let (mut is_odd, mut is_size, mut is_counter) = (true, true, rows.len() > 1);
        let mut before: Option<u64> = None;
        for (place, run) in runs(rows) {
            let shapes = source.elements.shapes_of(place, run);
            let shapes = shapes.iter();
            let mut numbers = shapes.flat_map(|shape| (0..shape.count).map(|at| shape.digits(at)));
            let digits: usize = numbers.clone().map(|digits| digits.len() / 2).sum();
            let (edge, next) = match trim {
                Trim::Last => (numbers.next_back()?, numbers.next_back()?),
                _ => (numbers.next()?, numbers.next()?),
            };
            let value: Option<u64> = source.raw.get(edge.clone())?.parse().ok();
            // Of two numbers, a decimal one with an odd number of digits is
            // certainly not a byte.
            let is_odd_pair = edge.len() % 2 == 1 && next.len() % 2 == 0 && value.is_some();
            let is_clear = numbers.next().is_some() || is_odd_pair;
            if !is_clear || run.bracket != 0 || run.separator == b',' {
                return None;
            }
            // The last group of a row can be shorter.
            is_odd &= edge.len() > next.len() || trim == Trim::First && edge.len() < next.len();
            is_size &= value == Some((digits - edge.len() / 2) as u64);
            is_counter &= value.is_some() && before.is_none_or(|before| value == Some(before + 1));
            before = value;
        }
        let is_explained = is_odd || is_size || is_counter;
        is_explained.then(|| source.readings(rows, trim).ok())?
    }
}

fn is_enclosed(plain: &[u8], kind: Kind, place: Place) -> bool {
    let before = plain[..place.start as usize].trim_ascii_end().last();
    let after = plain[place.end as usize..].trim_ascii_start().first();
    let is_list = |run: Run| run.bracket != 0 && (run.bracket != b'(' || run.separator != 0);
    matches!(before, Some(b'"' | b'\'' | b'`')) && after == before
        || matches!(kind, Kind::Run(run) if is_list(run))
}

/// Whether `next` is another row of the list that `last` is in.
fn is_row(last: &Element, next: &Element, gap: Gap, source: &Source<'_>) -> bool {
    if let (Kind::Dump(one), Kind::Dump(other)) = (last.kind, next.kind) {
        let dumps = &source.elements.dumps;
        return dumps[other as usize].continues(&dumps[one as usize], gap);
    }
    if matches!(next.kind, Kind::Run(run) if run.is_member) {
        return true;
    }
    let (from, to) = (last.end as usize, next.start as usize);
    let plain = source.plain;
    let prefix = |at: usize| &plain[line_start(plain, at)..at];
    let before = prefix(last.start as usize);
    let is_labelled = before.iter().any(|&byte| is_word(byte));
    // The same words before each row are not part of it.
    let is_alike = is_labelled
        && prefix(to) == before
        && plain[from..to].trim_ascii_end().len() < before.len() + 2;
    let apart = Gap::BLANK_LINE | Gap::CUT;
    let apart = if is_alike {
        apart
    } else {
        apart | Gap::WORDS | Gap::MARK
    };
    let is_number = last.end - last.start < 4;
    if !gap.has(Gap::LINE) || gap.has(apart) || is_labelled && is_number {
        return false;
    }
    // Where both sides of a connection are listed, one is indented.
    if before.starts_with(b"\t") != prefix(to).starts_with(b"\t") {
        return false;
    }
    let is_plain = is_alike || !gap.has(Gap::PUNCTUATION);
    match (last.kind, next.kind) {
        (Kind::Run(one), Kind::Run(other)) => {
            let separators = (one.separator, other.separator);
            let is_like = one.style == other.style
                && (separators.0 == separators.1 || separators.0 == 0 || separators.1 == 0);
            let is_open = one.bracket == 0 && other.bracket == 0;
            let is_separator = plain[from..to].trim_ascii() == [one.separator];
            let is_joint = || joints::classify(plain, from, to) == Joint::Adjacent;
            is_like
                && is_open
                && ends_line(plain, next.end as usize)
                && (is_plain || is_separator || is_joint())
        }
        (Kind::Literal, Kind::Literal)
        | (Kind::Base64, Kind::Base64)
        | (Kind::Percent, Kind::Percent) => is_plain,
        _ => false,
    }
}

/// Calls that join a list of strings.
const JOINS: [&[u8]; 6] = [
    b"join '", b"join(", b"join \"", b"concat(", b"chain(", b"append(",
];

/// Whether two elements are operands of the expression that begins at `start`.
fn is_operand(last: &Element, next: &Element, gap: Gap, source: &Source<'_>, start: usize) -> bool {
    let (plain, from, to) = (source.plain, last.end as usize, next.start as usize);
    let is_string = |element: &Element| matches!(element.kind, Kind::Literal | Kind::Plain);
    let can_be = |element: &Element| match element.kind {
        Kind::Run(run) => run.is_torn || is_enclosed(plain, element.kind, element.place()),
        _ => is_string(element),
    };
    if gap.has(Gap::CUT) || to - from > 200 || !can_be(last) || !can_be(next) {
        return false;
    }
    match joints::classify(plain, from, to) {
        Joint::Operator => true,
        Joint::Adjacent => {
            let before = plain[..start].trim_ascii_end().last();
            let is_open = matches!(before, Some(b'(' | b'='));
            let is_continued = is_open || plain[from..to].contains(&b'\\');
            let is_line = !gap.has(Gap::LINE) || is_continued || next.kind == Kind::Plain;
            is_string(last) && is_string(next) && is_line
        }
        Joint::Comma => {
            let raw = source.raw.as_bytes();
            let before = &raw[start.saturating_sub(120)..start];
            let end = next.end as usize;
            let after = &raw[end..near_line_end(plain, end).min(end + 24)];
            JOINS.iter().any(|name| contains(before, name)) || contains(after, b".concat()")
        }
        Joint::None => false,
    }
}

/// Most passages of a text, each of which can become a block.
const MOST: usize = 1 << 21;

const _: () = assert!(size_of::<Passage>() <= 56);

/// Finds the passages of a text.
///
/// # Errors
/// If there are more than [`MOST`].
pub(super) fn find(source: &Source<'_>) -> Result<Vec<Passage>, Fault> {
    let list = &source.elements.list;
    let mut passages: Vec<Passage> = Vec::new();
    let mut gap = Gap::default();
    // Range of settings before the next passage.
    let mut settings = (0, 0);
    for (number, element) in list.iter().enumerate() {
        gap = gap.with(element.gap);
        if let Kind::Setting(setting) = element.kind {
            settings.1 = setting + 1;
        }
        if !element.kind.has_bytes() {
            continue;
        }
        let before = std::mem::take(&mut gap);
        if let Some(passage) = passages.last_mut().filter(|_| settings.0 == settings.1) {
            let (first, last) = passage.numbers;
            let is_single = first == last;
            let last = &list[last as usize];
            let is_joined = (is_single || passage.is_joined)
                && is_operand(last, element, before, source, passage.start());
            let is_row =
                || (is_single || !passage.is_joined) && is_row(last, element, before, source);
            if is_joined || is_row() {
                passage.is_joined |= is_joined;
                passage.numbers.1 = number as u32;
                passage.place.end = element.end;
                continue;
            }
        }
        if passages.len() == MOST {
            return Err(Fault::too_many(MOST, "separate runs of bytes"));
        }
        let mut passage = Passage::new(number, element, before, settings);
        settings.0 = settings.1;
        if matches!(element.kind, Kind::Run(run) if run.is_indexed) {
            passage.place.start = list[number - 1].start;
        }
        bounds::push(&mut passages, passage);
    }
    // Drop strings without bytes.
    let has_bytes = |element: &Element| element.kind.has_bytes() && element.kind != Kind::Plain;
    passages.retain(|passage| passage.elements(source).iter().any(has_bytes));
    Ok(passages)
}
