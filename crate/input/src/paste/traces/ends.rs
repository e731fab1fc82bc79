//! A text that was cut at its start or its end, or a line that was cut short:
//! what is left of it is a part of what stands before the bytes elsewhere.

use std::collections::{BTreeMap, HashSet};
use std::ops::Bound;

use super::super::notes::Noted;
use super::{Few, Walk};

/// Lines that are a part of others, and no bytes were read from them.
pub(super) fn notes(walk: &Walk) -> Vec<Noted> {
    let mut notes = Few::default();
    for note in [start(walk), open_end(walk)].into_iter().flatten() {
        notes.push(note);
    }
    // Whether bytes were read from a line that begins so.
    let mut known: BTreeMap<String, bool> = BTreeMap::new();
    for line in lines(walk) {
        *known.entry(line.shape).or_default() |= line.has_bytes;
    }
    let is_cut = |(shape, has_bytes): (&String, &bool)| {
        let goes_on = shape.ends_with(['(', '[', '{', '=', ':', '"', '\'', '`', '\\', ',']);
        let is_heading = shape.starts_with('=') && !shape.ends_with("==");
        // An offset alone ends a dump, and a list goes on in the next line.
        if !is_heading && (goes_on || !shape.contains(char::is_alphabetic)) {
            return false;
        }
        let longer = (Bound::Excluded(shape.as_str()), Bound::Unbounded);
        let next = known.range::<str, _>(longer).next();
        *has_bytes || next.is_some_and(|(next, _)| next.starts_with(shape.as_str()))
    };
    let cut: HashSet<&str> = known
        .iter()
        .filter(|line| is_cut(*line))
        .map(|(shape, _)| shape.as_str())
        .collect();
    if cut.is_empty() {
        return notes.0;
    }
    for line in lines(walk).filter(|line| !line.has_bytes) {
        if cut.contains(line.shape.as_str()) {
            notes.push((
                line.at,
                "This line is the beginning of another one, and no bytes were read from it: it may be cut.".into(),
            ));
        }
    }
    notes.0
}

/// What stands before the first byte of a line, or the whole of a line without
/// bytes.
struct Line {
    at: usize,
    /// Without white space around, with one 0 for each number.
    shape: String,
    has_bytes: bool,
    /// Whether its first byte begins a block.
    begins: bool,
}

/// The lines of a text that do not go on with bytes from the line before.
fn lines(walk: &Walk) -> impl Iterator<Item = Line> {
    walk.gaps().flat_map(move |gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let last = glue.rfind('\n').map_or(0, |at| at + 1);
        let mut at = gap.start;
        glue.split('\n').filter_map(move |part| {
            let start = at - gap.start;
            at += part.len() + 1;
            let has_bytes = start == last && gap.after.is_some();
            let is_own = start > 0 || gap.before.is_none();
            if !is_own {
                return None;
            }
            let shape = shape(if has_bytes {
                without_prefix(part)
            } else {
                part
            });
            (has_bytes || !shape.is_empty()).then(|| Line {
                at: gap.start + start + part.len() - part.trim_start().len(),
                shape,
                has_bytes,
                begins: !gap.is_inner(),
            })
        })
    })
}

/// The first line, if it is the end of what others begin with, or has nothing
/// of it.
fn start(walk: &Walk) -> Option<Noted> {
    let mut lines = lines(walk);
    let first = lines.next()?;
    let mut others = lines
        .filter(|line| line.has_bytes == first.has_bytes && line.begins)
        .peekable();
    others.peek()?;
    let is_cut = if first.shape.is_empty() {
        first.has_bytes && others.all(|line| line.shape.contains(char::is_alphabetic))
    } else {
        others
            .any(|line| line.shape.len() > first.shape.len() && line.shape.ends_with(&first.shape))
    };
    is_cut.then(|| {
        (
            first.at,
            "The text begins with a part of what stands before the bytes elsewhere: its start may be cut.".into(),
        )
    })
}

/// The end of the text, if it is a name to which nothing is given.
fn open_end(walk: &Walk) -> Option<Noted> {
    let last = walk.gaps().last().filter(|gap| gap.after.is_none())?;
    let glue = walk.raw[last.start..last.end].trim_end();
    glue.ends_with(" =").then(|| {
        (
            last.start + glue.len() - 1,
            "The text ends where the next bytes should begin: its end may be cut.".into(),
        )
    })
}

/// What stands before a byte, without the sign that is its own.
fn without_prefix(head: &str) -> &str {
    ["0x", "0X", "\\x"]
        .into_iter()
        .find_map(|prefix| head.strip_suffix(prefix))
        .unwrap_or(head)
}

/// A line without white space around, with one 0 for each number.
pub(super) fn shape(part: &str) -> String {
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
