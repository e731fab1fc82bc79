//! Everything in a text that could be a run of bytes: each element in each of
//! its readings, and each way of joining elements.

mod elements;
mod joins;
mod rows;

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hash},
    mem,
    ops::{Deref, Range},
    rc::Rc,
    slice,
};

use super::{
    content,
    evidence::{Around, Features},
    frames::{self, Holds},
    judge::Table,
    lexer::{Element, Kind},
    mixer::Mixer,
    reading::{EdgeNumber, Reading},
    settings::Setting,
    source::Source,
    text::{FILLER, is_word},
};
use crate::Place;

/// Texts with more elements are read along a single path.
pub(super) const MANY: usize = 2000;

/// Rows of a column of which all segments are tried, in a text with few
/// elements and in others.
const ALL_SEGMENTS: [(usize, usize); 2] = [(250, 40), (MANY, 12)];

/// Parts of a long span that have to begin like a block.
const PROBE: usize = 64;

/// Most members of a run whose trims are tried.
const MOST_TRIMMED: usize = 5000;

/// One number, or several.
#[derive(Clone, Debug)]
pub(super) enum Few {
    One(u32),
    Many(Rc<[u32]>),
}

impl Deref for Few {
    type Target = [u32];
    fn deref(&self) -> &[u32] {
        match self {
            Self::One(number) => slice::from_ref(number),
            Self::Many(all) => all,
        }
    }
}

impl From<&[u32]> for Few {
    fn from(all: &[u32]) -> Self {
        match *all {
            [number] => Self::One(number),
            _ => Self::Many(all.into()),
        }
    }
}

/// How the elements of a candidate belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Join {
    One,
    /// A list of long numbers as one block.
    List,
    Rows,
    Series,
    Operator,
    Adjacent,
    /// Header and payload of a frame.
    Frame,
}

/// All readings of an element.
pub(super) type Readings = Rc<[Rc<Reading>]>;

#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) place: Place,
    pub(super) join: Join,
    /// Positions in [`Text::base`].
    pub(super) members: Few,
    pub(super) reading: Rc<Reading>,
    /// Where its bytes begin in the reading.
    pub(super) from: u32,
    /// Ends of the blocks from there on, if they are not frames.
    pub(super) ends: Few,
    pub(super) is_forced: bool,
    pub(super) holds: Holds,
    pub(super) features: Rc<Features>,
    pub(super) signature: Rc<Signature>,
}

/// What candidates of the same shape have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Signature {
    pub(super) kind: (u8, bool, bool),
    pub(super) key: Option<u64>,
    /// Whether the label names a side, or anything.
    pub(super) is_labelled: bool,
}

impl Signature {
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.kind, self.key) == (other.kind, other.key)
    }
}

impl Candidate {
    pub(super) fn first(&self) -> usize {
        self.members[0] as usize
    }

    pub(super) fn last(&self) -> usize {
        self.members[self.members.len() - 1] as usize
    }

    /// Whether nothing is between its members.
    pub(super) fn is_run(&self) -> bool {
        self.members.len() == self.last() - self.first() + 1
    }

    pub(super) fn is_trimmed(&self) -> bool {
        self.reading.trimmed.is_some()
    }

    /// Range of its bytes in the reading.
    pub(super) fn range(&self) -> Range<usize> {
        let from = self.from as usize;
        from..from + self.ends.last().map_or(0, |&end| end as usize)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.reading.bytes()[self.range()]
    }

    /// Its blocks, including those inside frames.
    pub(super) fn blocks(&self) -> Vec<Vec<u8>> {
        match self.holds.is_framed() {
            true => frames::blocks(self.bytes()).unwrap_or_default(),
            false => self.parts().map(<[u8]>::to_vec).collect(),
        }
    }

    /// Makes it frames, even if they begin or end in others.
    pub(super) fn take_as_frames(&mut self) {
        if !self.holds.is_framed() {
            self.holds = Holds::Frames { has_blocks: false };
        }
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &[u8]> + Clone {
        split(self.bytes(), &self.ends)
    }

    /// Its bytes row by row.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        split(self.reading.bytes(), &self.reading.ends)
    }

    pub(super) fn start(&self) -> usize {
        self.place.start as usize
    }

    pub(super) fn end(&self) -> usize {
        self.place.end as usize
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.first() <= other.last() && other.first() <= self.last()
    }
}

/// Several elements that could belong together.
struct Span {
    first: u32,
    join: Join,
    members: Rc<[u32]>,
    content: SpanContent,
}

enum SpanContent {
    /// Rows in the notations that all have.
    Rows,
    /// Operands; the dialect of literals.
    Operands(Option<&'static str>),
    Ready(Box<Reading>),
}

/// A text prepared for the choice.
pub(super) struct Text<'a> {
    pub(super) source: Source<'a>,
    /// Elements that can hold bytes.
    pub(super) base: Vec<u32>,
    /// Whether there are no words, so that everything has to be read.
    pub(super) is_strict: bool,
    /// First and last element that could be a block by its length, and whether
    /// any other one could.
    pub(super) long: Option<(usize, usize)>,
    /// Rows of equal length that each row is among.
    even: HashMap<u32, (u32, u32), BuildHasherDefault<Mixer>>,
    spans: Vec<Span>,
    /// Elements that are rows of a paragraph which the user wants joined.
    paragraphs: HashSet<u32>,
    /// Members of a series of which another is missing.
    torn: HashSet<u32>,
    /// Readings of elements, of all in a text with few, else of the last one.
    kept: RefCell<Vec<Option<Readings>>>,
    last: RefCell<Option<(usize, Readings)>>,
    /// The label of the last element that was asked for.
    pub(super) around: RefCell<Option<(usize, Rc<Around>)>>,
    /// What candidates have until they are measured.
    unmeasured: (Rc<Features>, Rc<Signature>),
    /// Table given by settings before an element.
    pub(super) tables: Vec<(usize, Rc<Table>)>,
    pub(super) initial: Option<u32>,
    pub(super) allows_frames: bool,
    /// Whether the user says what it is.
    pub(super) is_chosen: bool,
    pub(super) blocks: super::Blocks,
}

impl<'a> Text<'a> {
    pub(super) fn new(source: Source<'a>, options: &super::Options, initial: Option<u32>) -> Self {
        let list = &source.elements.list;
        let numbers = 0..list.len() as u32;
        let mut base: Vec<u32> = numbers
            .filter(|&n| list[n as usize].kind.has_bytes())
            .collect();
        base.shrink_to_fit();
        let count = if base.len() <= MANY { base.len() } else { 0 };
        let mut text = Self {
            is_strict: !source.elements.has_words,
            long: None,
            even: HashMap::default(),
            spans: Vec::new(),
            paragraphs: HashSet::new(),
            torn: HashSet::new(),
            kept: RefCell::new(vec![None; count]),
            last: RefCell::default(),
            around: RefCell::default(),
            unmeasured: Default::default(),
            tables: Vec::new(),
            initial,
            allows_frames: options.content != Some(super::As::Blocks),
            is_chosen: options.content.is_some() || options.format.is_some(),
            blocks: options.blocks,
            source,
            base,
        };
        text.find_tables();
        text
    }

    /// Finds what can be joined.
    pub(super) fn find_joins(&mut self) {
        let is_free = self.source.chosen.is_none();
        if !self.is_many() {
            let long: Vec<usize> = (0..self.base.len()).filter(|&p| self.is_long(p)).collect();
            self.long = long.first().copied().zip(long.last().copied());
            if is_free {
                self.find_series();
            }
        }
        self.find_operands();
        if self.blocks != super::Blocks::Lines {
            let mut done = joins::Done::default();
            self.find_columns(&mut done);
            self.find_rows(&mut done);
        }
        self.spans.sort_by_key(|span| span.first);
    }

    pub(super) fn is_many(&self) -> bool {
        self.base.len() > MANY
    }

    pub(super) fn len(&self) -> usize {
        self.base.len()
    }

    pub(super) fn plain(&self) -> &'a [u8] {
        self.source.plain
    }

    pub(super) fn element(&self, p: usize) -> &'a Element {
        &self.source.elements.list[self.base[p] as usize]
    }

    pub(super) fn start(&self, p: usize) -> usize {
        self.element(p).start as usize
    }

    pub(super) fn end(&self, p: usize) -> usize {
        self.element(p).end as usize
    }

    fn length(&self, p: u32) -> usize {
        self.end(p as usize) - self.start(p as usize)
    }

    /// Settings before the element at `to` and behind the one at `from`, or from
    /// the start.
    pub(super) fn settings(&self, from: usize, to: usize) -> Vec<Setting> {
        let all = &self.source.elements.list;
        let start = if from == 0 {
            0
        } else {
            self.base[from] as usize
        };
        let between = &all[start..self.base[to] as usize];
        let setting = |element: &Element| match element.kind {
            Kind::Setting(n) => Some(self.source.elements.settings[n as usize].clone()),
            _ => None,
        };
        between.iter().filter_map(setting).collect()
    }

    /// The bracket directly before an element, or 0.
    pub(super) fn bracket(&self, p: usize) -> u8 {
        match self.element(p).kind {
            Kind::Run(run) => run.bracket,
            _ => 0,
        }
    }

    /// Whether a part of an element, or of its series, is not in the text.
    pub(super) fn is_incomplete(&self, p: usize) -> bool {
        let is_torn = match self.element(p).kind {
            Kind::Run(run) => run.is_incomplete,
            kind => kind == Kind::Unclosed,
        };
        is_torn || self.torn.contains(&(p as u32))
    }

    pub(super) fn is_dump(&self, p: usize) -> bool {
        matches!(self.element(p).kind, Kind::Dump(_))
    }

    /// Text between two elements.
    pub(super) fn text_between(&self, one: usize, next: usize) -> &'a [u8] {
        self.plain()
            .get(self.end(one)..self.start(next))
            .unwrap_or_default()
    }

    /// Text between two neighbours, with blanks in place of comments.
    pub(super) fn joint_text(&self, one: usize, next: usize) -> Vec<u8> {
        let from = self.end(one);
        let mut gap = self.text_between(one, next).to_vec();
        let between = self.base[one] as usize + 1..self.base[next] as usize;
        for element in &self.source.elements.list[between] {
            let place = element.start as usize - from..element.end as usize - from;
            if let Some(part) = gap.get_mut(place) {
                part.fill(b' ');
            }
        }
        gap
    }

    fn find_tables(&mut self) {
        let mut entries: Vec<Setting> = Vec::new();
        let mut p = 0;
        for element in &self.source.elements.list {
            match element.kind {
                Kind::Setting(n) => {
                    let setting = &self.source.elements.settings[n as usize];
                    if matches!(setting, Setting::Entry(_)) {
                        entries.push(setting.clone());
                    }
                }
                kind if kind.has_bytes() => {
                    if !entries.is_empty() {
                        let table = super::settings::snapshot(&entries, self.initial);
                        self.tables
                            .extend(table.map(|table| (p, Rc::new(Table::load(&table)))));
                        entries.clear();
                    }
                    p += 1;
                }
                _ => {}
            }
        }
    }

    /// All candidates that begin at `p`.
    pub(super) fn at(&self, p: usize) -> Vec<Candidate> {
        let mut all = Vec::new();
        let ones = self.ones(p);
        for one in self.distinct(p, &ones) {
            self.read_alone(p, one, &mut all);
        }
        all.append(&mut self.joined(p));
        all
    }

    /// The readings of an element that could be a block by itself.
    pub(super) fn distinct<'o>(
        &self,
        p: usize,
        ones: &'o [Rc<Reading>],
    ) -> impl Iterator<Item = &'o Rc<Reading>> + use<'o> {
        // The user wants whole paragraphs.
        let is_part = self.paragraphs.contains(&(p as u32));
        let is_open = self.element(p).kind != Kind::Plain && !is_part;
        let is_same = |one: &Reading, other: &Reading| {
            other.bytes() == one.bytes()
                && other.format == one.format
                && other.trimmed == one.trimmed
        };
        let all = ones.iter().enumerate().filter(move |_| is_open);
        let is_new = move |&(n, one): &(usize, &'o Rc<Reading>)| {
            !ones[..n].iter().any(|other| is_same(one, other))
        };
        all.filter(is_new).map(|(_, one)| one)
    }

    /// Adds an element in one reading; a list also as one block.
    pub(super) fn read_alone(&self, p: usize, one: &Rc<Reading>, all: &mut Vec<Candidate>) {
        let alone = Few::One(p as u32);
        let first = all.len();
        let candidate = self.candidate(Join::One, alone.clone(), one.clone());
        let has_list = candidate.ends.len() > 1;
        all.push(candidate);
        if has_list && self.blocks != super::Blocks::Lines {
            let mut reading = (**one).clone();
            reading.ends = vec![reading.bytes().len() as u32];
            all.push(self.candidate(Join::List, alone, Rc::new(reading)));
        }
        all[first..].iter_mut().for_each(|one| self.describe(one));
    }

    /// All candidates of several elements, of which `p` is the first.
    pub(super) fn joined(&self, p: usize) -> Vec<Candidate> {
        let mut all = Vec::new();
        let from = self.spans.partition_point(|span| (span.first as usize) < p);
        let spans = self.spans[from..]
            .iter()
            .take_while(|span| span.first as usize == p);
        let mut probes: Vec<Vec<Candidate>> = Vec::new();
        for span in spans {
            let probe = self.probe(span);
            if let Some(probe) = &probe {
                let is_same = |one: &Candidate, other: &Candidate| one.bytes() == other.bytes();
                let is_known = |old: &Vec<Candidate>| {
                    let is_operands = matches!(span.content, SpanContent::Operands(_));
                    is_operands
                        && old
                            .iter()
                            .zip(probe)
                            .all(|(one, other)| is_same(one, other))
                };
                if probe.is_empty() || probes.iter().any(is_known) {
                    continue;
                }
            }
            self.join(span, probe.as_deref(), &mut all);
            probes.extend(probe);
        }
        all.iter_mut().for_each(|one| self.describe(one));
        all
    }

    /// Most elements that are joined from `p` on; 0 if none are.
    pub(super) fn most_joined(&self, p: usize) -> usize {
        let from = self.spans.partition_point(|span| (span.first as usize) < p);
        let spans = self.spans[from..].iter();
        let own = spans.take_while(|span| span.first as usize == p);
        own.map(|span| span.members.len()).max().unwrap_or(0)
    }

    /// Runs whose only reading is hex, each as a block, cut before `starts`.
    pub(super) fn lines(&self, starts: &[u32]) -> Option<Vec<Rc<Candidate>>> {
        let rows = &self.source.elements.list[self.base[0] as usize..];
        let fitting = Cell::new(0);
        let is_hex = |one: &Reading| {
            let is_open = self.source.chosen.is_none_or(|chosen| chosen == one.format);
            fitting.set(fitting.get() + u32::from(is_open));
            fitting.get() < 2 && one.tag == "hex"
        };
        let reading = self.source.numbers(rows, is_hex).ok()?.pop()?;
        if fitting.get() != 1 || reading.ends.len() != self.len() {
            return None;
        }
        let reading = Rc::new(reading);
        let next = starts[1..].iter().copied().chain([self.len() as u32]);
        let part = |(&first, next): (&u32, u32)| {
            let before = (first as usize).checked_sub(1);
            let from = before.map_or(0, |last| reading.ends[last]);
            let rows = first as usize..next as usize;
            let ends: Vec<u32> = reading.ends[rows].iter().map(|end| end - from).collect();
            let members: Vec<u32> = (first..next).collect();
            Rc::new(Candidate {
                join: Join::One,
                from,
                ends: Few::from(&ends[..]),
                ..self.candidate(Join::List, Few::from(&members[..]), reading.clone())
            })
        };
        Some(starts.iter().zip(next).map(part).collect())
    }

    pub(super) fn describe(&self, candidate: &mut Candidate) {
        if candidate.ends.len() == 1 {
            candidate.holds = self.holds(candidate.bytes());
        }
        self.measure(candidate);
    }

    pub(super) fn holds(&self, bytes: &[u8]) -> Holds {
        if !self.allows_frames {
            return Holds::Blocks;
        }
        match frames::blocks(bytes) {
            Some(blocks) => Holds::Frames {
                has_blocks: !blocks.is_empty(),
            },
            None if content::packet(bytes).is_some() => Holds::Packet,
            None => Holds::Blocks,
        }
    }

    pub(super) fn candidate(&self, join: Join, members: Few, reading: Rc<Reading>) -> Candidate {
        let (first, last) = (members[0] as usize, members[members.len() - 1] as usize);
        let ends = match join {
            Join::One if reading.ends.len() > 1 => {
                let mut ends = reading.ends.clone();
                ends.dedup();
                ends.retain(|&end| end > 0);
                Few::from(&ends[..])
            }
            _ => Few::One(reading.bytes().len() as u32),
        };
        Candidate {
            place: Place::new(self.start(first), self.end(last)),
            join,
            members,
            reading,
            from: 0,
            ends,
            is_forced: false,
            holds: Holds::Blocks,
            features: self.unmeasured.0.clone(),
            signature: self.unmeasured.1.clone(),
        }
    }

    /// Whether an element is a run of numbers in any notation.
    pub(super) fn is_free_run(&self, p: usize) -> bool {
        matches!(self.element(p).kind, Kind::Run(_)) && self.source.chosen.is_none()
    }

    /// Decodes a run of numbers only as it is wanted.
    pub(super) fn numbers_as(
        &self,
        p: usize,
        is_wanted: impl Fn(&Reading) -> bool,
    ) -> Option<Rc<Reading>> {
        let rows = slice::from_ref(self.element(p));
        let mut all = self.source.numbers(rows, is_wanted).ok()?.into_iter();
        let mut one = all.find(|one| !one.bytes().is_empty())?;
        one.known = content::describe_known(one.bytes());
        Some(Rc::new(one))
    }

    /// An element in the notation of a candidate.
    pub(super) fn part(
        &self,
        p: u32,
        tag: &str,
        trimmed: Option<EdgeNumber>,
    ) -> Option<Rc<Reading>> {
        let p = p as usize;
        let tag = rows::tag_of_rows(tag);
        if trimmed.is_none() && self.is_many() && self.is_free_run(p) {
            return self.numbers_as(p, |one| one.tag == tag);
        }
        let is_fit =
            |one: &&Rc<Reading>| rows::tag_of_rows(one.tag) == tag && one.trimmed == trimmed;
        self.ones(p).iter().find(is_fit).cloned()
    }

    pub(super) fn even_of(&self, p: usize) -> Option<(usize, usize)> {
        self.even
            .get(&(p as u32))
            .map(|&(from, to)| (from as usize, to as usize))
    }

    /// Joins nine-byte heads of frames with the payloads that they announce.
    pub(super) fn join_frames(&self, all: &mut [Vec<Candidate>]) {
        let mut joined = Vec::new();
        for head in all.iter().flatten().filter(|one| one.bytes().len() == 9) {
            let Some(length) =
                content::parse_header_only(head.bytes()).filter(|_| self.allows_frames)
            else {
                continue;
            };
            let last = head.last();
            for next in all.iter().take(last + 8).skip(last + 1).flatten() {
                if next.bytes().len() != length || next.reading.format != head.reading.format {
                    continue;
                }
                let mut reading = Reading {
                    trimmed: None,
                    ..head.reading.empty()
                };
                reading.all.extend(&head.reading.all);
                reading.all.extend(&next.reading.all);
                reading.end_row();
                let members = head.members.iter().chain(&*next.members).copied().collect();
                let members = Few::Many(members);
                joined.push(self.candidate(Join::Frame, members, Rc::new(reading)));
            }
        }
        for mut candidate in joined {
            self.describe(&mut candidate);
            all[candidate.first()].push(candidate);
        }
    }
}

/// Parts of bytes, each of which ends at one of `ends`.
fn split<'b>(bytes: &'b [u8], ends: &'b [u32]) -> impl Iterator<Item = &'b [u8]> + Clone {
    let mut from = 0;
    ends.iter().map(move |&end| {
        let start = mem::replace(&mut from, end as usize);
        &bytes[start..end as usize]
    })
}

/// Whether rows are as long as the first one, but for a shorter last one.
pub(super) fn are_wrapped<'r>(rows: impl Iterator<Item = &'r [u8]>) -> bool {
    let mut lengths = rows.map(<[u8]>::len).peekable();
    let full = lengths.peek().copied().unwrap_or(0);
    while let Some(length) = lengths.next() {
        if length != full && (length > full || lengths.peek().is_some()) {
            return false;
        }
    }
    true
}

/// Whether a gap has a blank line, apart from marks of quoting.
pub(super) fn is_blank_line(gap: &[u8]) -> bool {
    let mut is_empty = false;
    for &byte in gap {
        match byte {
            b'\n' if is_empty => return true,
            b'\n' => is_empty = true,
            b' ' | b'\t' | b'\r' | b'>' | FILLER => {}
            _ => is_empty = false,
        }
    }
    false
}

/// Whether a byte of a gap belongs to a word.
pub(super) fn has_words(gap: &[u8]) -> bool {
    gap.iter()
        .any(|&byte| is_word(byte) && !byte.is_ascii_digit())
}
