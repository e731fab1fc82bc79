//! What is left of a mark that programs and people write whole: a code fence
//! with fewer than three signs, a label that lost its name, the half of a
//! heading of `tail`, a ruler with bytes in it, a comment that does not end.

use super::super::{Format, notes::Noted};
use super::{Few, Walk};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let mut notes = Few::default();
    let (mut opened, mut unclosed) = (None, None);
    let mut from = 0;
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        // Lines are looked at once, with the first gap that ends behind them.
        let end = match gap.after {
            Some(_) => glue.rfind('\n').map_or(from, |at| gap.start + at + 1),
            None => walk.raw.len(),
        };
        for line in walk.raw[from.min(end)..end].split_inclusive('\n') {
            let says = remnant(line.trim());
            if let Some(says) = says {
                let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
                let indent = line.len() - line.trim_start().len();
                notes.push((at + indent, says.into()));
            }
        }
        from = from.max(end);
        // The characters of a dump's rows may be any.
        let glue = if format == Format::Hexdump { "" } else { glue };
        for (at, sign) in glue.match_indices(['/', '*']) {
            let here = &glue[at..];
            match sign {
                "/" if here.starts_with("/*") => {
                    // Another one begins before this one ends.
                    unclosed = unclosed.or(opened);
                    opened = Some(gap.start + at);
                }
                "*" if here.starts_with("*/") => opened = None,
                _ => {}
            }
        }
    }
    if let Some(at) = unclosed.or(opened) {
        notes.push((
            at,
            "This comment does not end: a part of it may be missing, and bytes with it.".into(),
        ));
    }
    notes.extend(closing(walk));
    if format != Format::Hexdump {
        notes.extend(open_heading(walk));
    }
    notes.0
}

/// What is to be said of a line without blanks around it.
fn remnant(line: &str) -> Option<&'static str> {
    let is_only = |sign: char| !line.is_empty() && line.chars().all(|c| c == sign);
    let cells = line
        .strip_prefix('|')
        .map(|row| row.trim_end_matches('|').split('|'));
    let is_ruler = |cell: &str| {
        let cell = cell.trim();
        cell.len() > 2 && cell.chars().all(|c| c == '-' || c == ':')
    };
    let is_half = cells.is_some_and(|mut cells| {
        cells.clone().any(is_ruler)
            && cells.any(|cell| cell.contains(|c: char| c.is_ascii_hexdigit()))
    });
    match line {
        "`" | "``" | "~" | "~~" => {
            Some("This line may be what is left of a code fence: lines may be cut.")
        }
        ":" | "=" => Some("No name stands before this sign: the line may be cut."),
        "-" => Some("Nothing stands in this item of a list: bytes may be missing."),
        _ if is_only('>') || is_only('<') => None,
        _ if line.ends_with(" <==") && !line.starts_with("==>") => {
            Some("This heading has lost its start: lines may be cut at the left.")
        }
        _ if is_half => {
            Some("This line of a table is in part a ruler and in part a row: lines may be joined.")
        }
        _ => None,
    }
}

/// The first sign of the text, if it ends something.
fn closing(walk: &Walk) -> Option<Noted> {
    let first = walk.gaps().next()?;
    let glue = &walk.raw[first.start..first.end];
    let at = glue.len() - glue.trim_start().len();
    let is_end = glue[at..].starts_with([';', ',', ')', ']', '}']);
    is_end.then(|| {
        (
            at,
            "The text begins with the end of something: its start may be cut.".into(),
        )
    })
}

/// The last line of the text, if it is the heading of something that is not
/// there.
fn open_heading(walk: &Walk) -> Option<Noted> {
    let last = walk.gaps().last().filter(|gap| gap.after.is_none())?;
    let glue = walk.raw[last.start..last.end].trim_end();
    let start = glue.rfind('\n')? + 1;
    let name = glue[start..].trim_start().strip_suffix(':')?;
    let is_name = name.contains(|c: char| c.is_alphabetic())
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || " _-".contains(c));
    is_name.then(|| {
        (
            last.start + start,
            "Nothing stands behind this heading: bytes may be missing, or the line may have been moved.".into(),
        )
    })
}
