//! Lines that stand before bytes, or begin those with bytes, and here have none:
//! the bytes are missing, or stand elsewhere.

use std::collections::HashSet;

use super::super::notes::Noted;
use super::{Few, Gap, Walk};

pub(super) fn notes(walk: &Walk) -> Vec<Noted> {
    let mut notes = Few::default();
    let mut known: HashSet<String> = HashSet::new();
    // Of the lines before the first bytes none is their end.
    let mut opening: HashSet<String> = HashSet::new();
    for gap in walk.gaps().filter(|gap| gap.after.is_some()) {
        let glue = walk.glue(gap);
        let lines = Lines::of(gap, &glue);
        if gap.before.is_none() {
            opening.extend(lines.own.iter().map(|(_, line)| shape(line)));
        }
        known.extend(lines.head.and_then(word));
        known.extend(lines.head.filter(|head| is_numbered(head)).map(shape));
        known.extend(lines.heading().map(|(_, line)| shape(line)));
    }
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = walk.glue(gap);
        let lines = Lines::of(gap, &glue);
        let heading = lines.heading().map(|(at, _)| at);
        for &(at, line) in lines.own.iter().filter(|(at, _)| Some(*at) != heading) {
            let is_last = gap.after.is_none();
            let is_known = |key: String| known.contains(&key) || is_last && opening.contains(&key);
            if is_known(shape(line)) || word(line).is_some_and(is_known) {
                notes.push((gap.start + at, "This line stands before bytes elsewhere, and here before none: they may be missing, damaged or in another place.".into()));
            }
        }
    }
    notes.0
}

/// The lines of a gap.
struct Lines<'a> {
    /// Those on which no bytes stand, and where in the gap.
    own: Vec<(usize, &'a str)>,
    /// What stands before the bytes behind the gap on their line.
    head: Option<&'a str>,
}

impl<'a> Lines<'a> {
    fn of(gap: Gap, glue: &'a str) -> Self {
        let mut lines = glue.split('\n').map(|line| {
            let at = line.as_ptr().addr() - glue.as_ptr().addr();
            (at, line)
        });
        // What follows bytes on their line is no line of its own.
        if gap.before.is_some() {
            lines.next();
        }
        let mut own: Vec<(usize, &str)> = lines.collect();
        let head = match gap.after {
            Some(_) => own.pop().map(|(_, head)| head),
            None => None,
        };
        own.retain(|(_, line)| {
            is_numbered(line)
                || line
                    .chars()
                    .filter(|c| c.is_alphabetic() || *c == '─')
                    .count()
                    > 1
        });
        Self { own, head }
    }

    /// The line before the bytes, if nothing but signs stands on theirs.
    fn heading(&self) -> Option<(usize, &'a str)> {
        let is_bare = self.head.is_some_and(|head| word(head).is_none());
        self.own.last().copied().filter(|_| is_bare)
    }
}

/// Whether a line ends with a number and a sign behind it: `[1]:`.
fn is_numbered(line: &str) -> bool {
    let line = line.trim();
    let head = line.trim_end_matches([' ', ':', '=', ']', ')']);
    head.len() < line.len() && head.ends_with(|c: char| c.is_ascii_digit())
}

/// The first word of a line, in small letters.
fn word(line: &str) -> Option<String> {
    let line = line.trim_start();
    let end = line
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(line.len());
    (end > 1).then(|| line[..end].to_lowercase())
}

/// A line without white space around, with one 0 for each number.
fn shape(part: &str) -> String {
    let mut shape = String::new();
    for c in part.trim().chars() {
        match c {
            '0'..='9' | 'a'..='f' | 'A'..='F' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            _ => shape.push(c),
        }
    }
    shape
}
