//! Lines that are nearly like others. A program prints its lines from a few
//! templates, so that two lines are alike but for their bytes and numbers, or
//! have little in common: of two that differ in one place, one is damaged.

use std::collections::BTreeMap;

use super::super::{Format, notes::Noted};
use super::{Few, Walk};

/// The sign for the bytes of a line in its shape.
const BYTES: char = '●';

/// The most shapes that the lines of a program have: a text with more is one
/// that a person wrote.
const MOST: usize = 24;

/// A line that is not blank.
struct Line {
    at: usize,
    /// The line without white space around, with one 0 for each number and
    /// one sign for all its bytes.
    shape: String,
}

impl Line {
    fn has_letters(&self) -> bool {
        self.shape
            .contains(|c: char| c.is_alphabetic() || SIGNS.contains(&c))
    }

    /// Whether no name stands before its bytes.
    fn is_bare(&self) -> bool {
        let head = self.shape.split_once(BYTES);
        head.is_some_and(|(head, _)| head.chars().filter(|c| c.is_alphabetic()).count() < 2)
    }
}

/// Signs with which names begin.
const SIGNS: [char; 2] = ['$', '&'];

/// Lines of one shape.
struct Kind {
    at: usize,
    count: usize,
    /// Whether bytes follow all of them in the next line.
    goes_on: bool,
}

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    let mut lines = lines(walk, format).peekable();
    while let Some(line) = lines.next() {
        let opens = line
            .shape
            .ends_with(['(', '[', '{', '=', ':', '"', '\'', '`', '\\', ',']);
        let goes_on = opens && lines.peek().is_some_and(Line::is_bare);
        // A prompt may stand alone.
        let is_prompt = line.shape.starts_with('(') && line.shape.trim_end().ends_with(')');
        if !line.has_letters() || is_prompt && !line.shape.trim_end().contains(' ') {
            continue;
        }
        let kind = kinds.entry(line.shape).or_insert(Kind {
            at: line.at,
            count: 0,
            goes_on: true,
        });
        kind.count += 1;
        if !goes_on && std::mem::take(&mut kind.goes_on) {
            kind.at = line.at;
        }
        if kinds.len() > MOST {
            return Vec::new();
        }
    }
    let mut notes = Few::default();
    for (one, own) in &kinds {
        for (other, its) in kinds.range::<String, _>(one..).skip(1) {
            let Some(damaged) = damaged((one, own), (other, its)) else {
                continue;
            };
            let at = if damaged { own.at } else { its.at };
            notes.push((at, SAYS.into()));
        }
    }
    notes.0
}

const SAYS: &str = "This line is like another one but for one place: a part of it, or bytes, may be missing, doubled or changed.";

/// Whether the one of two lines is a damaged other, or the other a damaged one.
fn damaged((one, own): (&str, &Kind), (other, its): (&str, &Kind)) -> Option<bool> {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // A number may be bytes that were not read.
    let is_number = |c: &char| *c == '0' || *c == BYTES;
    let alike = |(one, other): &(&char, &char)| one == other || is_number(one) && is_number(other);
    let first = one.iter().zip(&other).take_while(alike).count();
    let least = one.len().min(other.len());
    let ends = one.iter().rev().zip(other.iter().rev());
    let last = ends.take(least - first).take_while(alike).count();
    let middle = |line: &[char]| -> Vec<char> { line[first..line.len() - last].to_vec() };
    let common: Vec<char> = [&one[..first], &one[one.len() - last..]].concat();
    let letters = common.iter().filter(|c| c.is_alphabetic()).count();
    let has_sign = common.first().is_some_and(|c| SIGNS.contains(c));
    // Of a line that was cut a letter may be left.
    let least = if first == least { 1 } else { 2 };
    if letters < least && !(has_sign && common.len() > 1 || common == ['&']) {
        return None;
    }
    let is_comment = one.starts_with(&['/']) || one.starts_with(&['#']);
    let is_lost = |rest: &[char], shorter: &Kind| match rest.contains(&BYTES) {
        true => is_whole(rest) && !shorter.goes_on,
        false => is_whole(rest) && rest.iter().any(|c| c.is_alphabetic()) && !is_comment,
    };
    // Of two lines the rarer one is damaged.
    let rarer = |otherwise: bool| match own.count.cmp(&its.count) {
        std::cmp::Ordering::Equal => otherwise,
        order => order.is_lt(),
    };
    match (&*middle(&one), &*middle(&other)) {
        ([], []) => Some(!one.contains(&BYTES)),
        ([], rest) => is_lost(rest, own).then(|| rarer(true)),
        (rest, []) => is_lost(rest, its).then(|| rarer(false)),
        ([a], [b]) if a.is_alphabetic() != b.is_alphabetic() => {
            (!is_number(a) && !is_number(b)).then(|| rarer(!a.is_alphabetic()))
        }
        _ => None,
    }
}

/// Whether a part of a line leaves nothing open: a list may begin or end in
/// one line and go on over others.
fn is_whole(part: &[char]) -> bool {
    let count = |signs: &[char]| part.iter().filter(|c| signs.contains(c)).count();
    let quotes = ['"', '\'', '`'];
    count(&['(', '[', '{']) == count(&[')', ']', '}'])
        && quotes
            .iter()
            .all(|quote| count(&[*quote]).is_multiple_of(2))
}

/// The lines of a text.
fn lines(walk: &Walk, format: Format) -> impl Iterator<Item = Line> {
    let mut line = Open::default();
    walk.gaps().flat_map(move |gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let mut ended = Vec::new();
        let parts = glue.split_inclusive('\n');
        let mut at = gap.start;
        for part in parts {
            let is_end = part.ends_with('\n');
            let is_before = gap.after.is_some() && at + part.len() == gap.end && !is_end;
            let is_inner = is_before && gap.is_inner() && at == gap.start && gap.before.is_some();
            // The characters beside the bytes of a dump may be any.
            let is_beside = format == Format::Hexdump && line.shape.ends_with(BYTES);
            if !is_inner && !is_beside {
                line.add(part, is_before);
            }
            at += part.len();
            if is_end {
                ended.extend(std::mem::take(&mut line).close());
                line.start = at;
            }
        }
        match gap.after {
            Some(_) if !line.shape.ends_with(BYTES) => line.shape.push(BYTES),
            Some(_) => {}
            None => ended.extend(std::mem::take(&mut line).close()),
        }
        ended
    })
}

/// A line that has not ended.
#[derive(Default)]
struct Open {
    start: usize,
    shape: String,
}

impl Open {
    fn add(&mut self, part: &str, is_before: bool) {
        // A word of memory that is filled up has zeros before its bytes.
        let filled = part.trim_end_matches('0');
        let part = match is_before {
            _ if is_before && filled.ends_with("0x") => filled,
            true => ["0x", "0X", "\\x"]
                .into_iter()
                .find_map(|prefix| part.strip_suffix(prefix))
                .unwrap_or(part),
            false => part.trim_end(),
        };
        let part = if self.shape.is_empty() {
            part.trim_start()
        } else {
            part
        };
        for c in part.chars() {
            match c {
                '0'..='9' | 'a'..='f' | 'A'..='F' if self.shape.ends_with('0') => {}
                '0'..='9' => self.shape.push('0'),
                _ if c.is_whitespace() && self.shape.ends_with(' ') => {}
                _ if c.is_whitespace() => self.shape.push(' '),
                _ => self.shape.push(c),
            }
        }
    }

    fn close(self) -> Option<Line> {
        (!self.shape.is_empty()).then_some(Line {
            at: self.start,
            shape: self.shape,
        })
    }
}
