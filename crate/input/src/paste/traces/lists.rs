//! Lists and strings that a damage may have joined or parted: a bracket that is
//! not closed, a mark read as a character, two lists beside each other.

use super::super::{Format, notes::Noted};
use super::Walk;

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [buffer(walk), literal(walk, format), lists(walk)];
    all.into_iter().flatten().collect()
}

/// What Node prints of a buffer, not closed.
fn buffer(walk: &Walk) -> Option<Noted> {
    const OPEN: &str = "<Buffer ";
    let at = walk.raw.rfind(OPEN)?;
    (walk.raw.matches(OPEN).count() > walk.raw.matches('>').count()).then(|| {
        (
            at,
            "“<” has no partner: a part of the text may be missing.".into(),
        )
    })
}

/// Signs before the first escape of a text without quotes.
fn literal(walk: &Walk, format: Format) -> Option<Noted> {
    if !matches!(format, Format::Percent | Format::Escaped) {
        return None;
    }
    let raw = walk.raw.as_bytes();
    walk.blocks.iter().find_map(|block| {
        let place = block.places.first()?;
        let (at, is_one) = (place.start as usize, place.end - place.start == 1);
        let before = walk.raw[..at].chars().next_back();
        let is_first = before.is_none_or(char::is_whitespace);
        let is_odd = matches!(raw.get(at)?, b'0'..=b'9' | b'+' | b'-' | b'>' | b'|' | b'[' | b'(');
        let escapes = block.places.iter().filter(|place| place.end - place.start > 1).count();
        (is_first && is_one && is_odd && escapes > 0).then(|| {
            (at, "What stands before the first escape here was read as bytes: it may be a mark, a number, or a part of an escape.".into())
        })
    })
}

/// Two lists in one line with nothing but a blank between them.
fn lists(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| gap.before.is_some() && gap.after.is_some())
        .find_map(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let inner: String = glue.split([' ', '\t']).collect();
            let inner = inner.trim_end_matches(['0', 'x', 'X', '-']);
            let is_doubled = ["][", "}{", ")("].contains(&inner);
            is_doubled.then(|| (gap.start, "Two lists stand beside each other here without a comma: one may be doubled, or a part be missing.".into()))
        })
}
