//! What stands around the blocks of a list. A program prints the same before
//! each block and the same behind each, so that what stands between two of
//! them is what stands behind the last and then what stands before the first.

use super::{
    super::{notes::Noted, sides},
    Walk,
};

/// The most signs between two blocks that a program prints: a text with more
/// is one that a person wrote.
const MOST: usize = 24;

pub(super) fn note(walk: &Walk) -> Option<Noted> {
    let mut gaps = walk.gaps().filter(|gap| !gap.is_inner()).map(|gap| {
        let (is_first, is_last) = (gap.before.is_none(), gap.after.is_none());
        (gap, signs(&walk.glue(gap), is_first, is_last))
    });
    let (first, head) = gaps.next()?;
    let (mut last, mut tail) = gaps.next()?;
    let mut between: Option<String> = None;
    for (gap, signs) in gaps {
        // What was last is between two blocks.
        let own = std::mem::replace(&mut tail, signs);
        // Below the name of the other side another list begins.
        let is_named = || {
            let mut lines = walk.raw[last.start..last.end].lines();
            lines.any(|line| line.len() < MOST && sides::side(line).is_some())
        };
        match &between {
            Some(known) if *known != own && is_named() => {}
            Some(known) if *known != own => return Some((last.end, NOT_ALIKE.into())),
            Some(_) => {}
            None => between = Some(own),
        }
        last = gap;
    }
    let between = between.filter(|signs| !signs.is_empty() && signs.len() < MOST)?;
    let behind = common(between.bytes(), tail.bytes());
    let before = common(between.bytes().rev(), head.bytes().rev());
    if behind + before >= between.len() {
        return None;
    }
    let is_start = before == head.len();
    Some(match is_start {
        true => (first.start, "What stands before the other blocks is not before the first one: the start of the text may be missing.".into()),
        false => (last.start, "What stands behind the other blocks is not behind the last one: the end of the text may be missing.".into()),
    })
}

const NOT_ALIKE: &str = "What stands between the blocks before and after this place is not what stands between the others: a part of it may be missing or changed.";

/// How many signs two texts begin with alike.
fn common(one: impl Iterator<Item = u8>, other: impl Iterator<Item = u8>) -> usize {
    one.zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

/// A text with one sign for each word and number, without blanks, comments,
/// separators and what is a part of the bytes beside it.
fn signs(glue: &str, is_first: bool, is_last: bool) -> String {
    let mut glue = glue;
    if !is_first {
        glue = glue.trim_start_matches(|c: char| c.is_alphanumeric());
    }
    if !is_last {
        glue = glue.trim_end_matches(['0', 'x', 'X', '\\', '%', '$', '#', '-', '+']);
    }
    let mut signs = String::new();
    for line in glue.split(['\n', '\r']) {
        let line = ["//", "/*", "# ", "-- ", ";"]
            .iter()
            .filter_map(|sign| line.find(sign))
            .min()
            .map_or(line, |at| &line[..at]);
        let mut in_word = false;
        for c in line.chars() {
            let is_word = c.is_alphanumeric() || c == '_';
            match c {
                _ if is_word && in_word => {}
                _ if is_word => signs.push('w'),
                _ if c.is_whitespace() || ",<>-→←=*".contains(c) => {}
                '"' | '`' => signs.push('\''),
                // Lines of quoted mail that are blank.
                '|' if signs.ends_with('|') => {}
                _ if c.is_ascii() => signs.push(c),
                _ => signs.push('?'),
            }
            in_word = is_word;
        }
    }
    signs
}
