//! A text that was cut at its start or its end, or a line that was cut short:
//! what is left of it is a part of what stands before the bytes elsewhere.

use std::collections::BTreeSet;
use std::ops::Bound;

use super::super::split::Noted;
use super::{Few, Walk};

/// Lines that are a part of others, and no bytes were read from them.
pub(super) fn notes(walk: &Walk) -> Vec<Noted> {
    let lines = lines(walk);
    let mut notes = Few::default();
    if let Some(note) = start(&lines) {
        notes.push(note);
    }
    let known: BTreeSet<&str> = lines.iter().map(|line| line.shape.as_str()).collect();
    let heads: BTreeSet<&str> = lines
        .iter()
        .filter(|line| line.has_bytes)
        .map(|line| line.shape.as_str())
        .collect();
    for line in lines.iter().filter(|line| !line.has_bytes) {
        let shape = line.shape.as_str();
        let goes_on = shape.ends_with(['(', '[', '{', '=', ':', '"', '\'', '`', '\\', ',']);
        // An offset alone ends a dump, and a list goes on in the next line.
        if goes_on || !shape.contains(char::is_alphabetic) {
            continue;
        }
        let longer = (Bound::Excluded(shape), Bound::Unbounded);
        let next = known.range::<str, _>(longer).next();
        let is_part = next.is_some_and(|next| next.starts_with(shape));
        if is_part || heads.contains(shape) {
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
fn lines(walk: &Walk) -> Vec<Line> {
    let mut lines = Vec::new();
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        let mut at = gap.start;
        let mut parts = glue.split('\n').enumerate().peekable();
        while let Some((n, part)) = parts.next() {
            let has_bytes = parts.peek().is_none() && gap.after.is_some();
            let is_own = n > 0 || gap.before.is_none();
            let shape = shape(if has_bytes {
                without_prefix(part)
            } else {
                part
            });
            if is_own && (has_bytes || !shape.is_empty()) {
                lines.push(Line {
                    at: at + part.len() - part.trim_start().len(),
                    shape,
                    has_bytes,
                    begins: !gap.is_inner(),
                });
            }
            at += part.len() + 1;
        }
    }
    lines
}

/// The first line, if it is the end of what others begin with, or has nothing
/// of it.
fn start(lines: &[Line]) -> Option<Noted> {
    let (first, others) = lines.split_first()?;
    let of_kind = |line: &&Line| line.has_bytes == first.has_bytes && line.begins;
    let mut others = others.iter().filter(of_kind).peekable();
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

/// What stands before a byte, without the sign that is its own.
fn without_prefix(head: &str) -> &str {
    ["0x", "0X", "\\x"]
        .into_iter()
        .find_map(|prefix| head.strip_suffix(prefix))
        .unwrap_or(head)
}

fn shape(part: &str) -> String {
    let mut shape = String::with_capacity(part.len().min(64));
    for c in part.trim().chars() {
        match c {
            '0'..='9' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            _ => shape.push(c),
        }
    }
    shape
}
