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
    // First words of those that open a list.
    let mut openers: HashSet<String> = HashSet::new();
    // Whether all bytes have a name and `=` before them, and the signs around
    // the first heading that has some.
    let (mut is_assigned, mut decorated) = (true, None);
    for gap in walk.gaps().filter(|gap| gap.after.is_some()) {
        let glue = walk.glue(gap);
        let lines = Lines::of(gap, &glue);
        if gap.before.is_none() {
            opening.extend(lines.own.iter().map(|(_, line)| shape(line)));
        }
        known.extend(lines.head.and_then(word));
        known.extend(lines.head.filter(|head| is_numbered(head)).map(shape));
        let heading = lines.heading().map(|(_, line)| line);
        known.extend(heading.map(shape));
        let opens = |line: &&str| line.trim_end().ends_with(['{', '[', '(', '<']);
        openers.extend(heading.filter(opens).and_then(word));
        is_assigned &= gap.is_inner() || lines.head.is_none_or(|head| head.contains('='));
        decorated = decorated.or(heading.and_then(decoration));
    }
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = walk.glue(gap);
        let lines = Lines::of(gap, &glue);
        let heading = lines.heading().map(|(at, _)| at);
        for &(at, line) in lines.own.iter().filter(|(at, _)| Some(*at) != heading) {
            let is_last = gap.after.is_none();
            // {noformat} of Jira ends what it began.
            let is_closing = line.starts_with('{') && line.trim_end().ends_with('}');
            if is_closing && is_last {
                continue;
            }
            let is_known = |key: &String| known.contains(key) || is_last && opening.contains(key);
            let is_opener = |key: &String| openers.contains(key) && !line.trim_end().ends_with(';');
            // let mut decoder = Decoder::new(4096);
            let is_statement = line.trim_end().ends_with(';');
            let word =
                word(line).filter(|word| !is_statement || !KEYWORDS.contains(&word.as_str()));
            let is_head = is_known(&shape(line))
                || word
                    .as_ref()
                    .is_some_and(|word| is_known(word) || is_opener(word));
            let is_cut = || {
                is_assigned && is_name(line) || decorated.is_some_and(|sign| is_open(line, sign))
            };
            if is_head || is_last && is_cut() {
                notes.push((gap.start + at, "This line stands before bytes elsewhere, and here before none: they may be missing, damaged or in another place.".into()));
            }
        }
    }
    notes.0
}

/// What declares something in a program.
const KEYWORDS: [&str; 6] = ["let", "var", "const", "val", "auto", "static"];

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
                || line.starts_with("--") && line.len() > 3
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

/// Whether a line is a name and nothing else.
fn is_name(line: &str) -> bool {
    let name = line.trim();
    name.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The sign that stands before and behind the words of a heading, twice at least.
fn decoration(heading: &str) -> Option<char> {
    let heading = heading.trim();
    let sign = heading.chars().next().filter(|c| "-=*".contains(*c))?;
    let two = [sign, sign].iter().collect::<String>();
    (heading.starts_with(&two) && heading.ends_with(&two)).then_some(sign)
}

/// Whether a line begins with the sign of a heading, and does not end with it.
fn is_open(line: &str, sign: char) -> bool {
    line.trim().starts_with(sign) && !line.trim().ends_with(sign)
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
