//! What is left of a mark that programs and people write whole: a code fence
//! with fewer than three signs, a label that lost its name, the half of a
//! heading of `tail`, a comment that does not end.

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
    notes.extend(closing(walk, format));
    notes.extend(unruled(walk));
    notes.extend(bare_sign(walk));
    notes.extend(prompt(walk));
    notes.extend(open_end(walk));
    notes.extend(words(walk));
    if format != Format::Hexdump {
        notes.extend(open_heading(walk));
    }
    notes.0
}

const HEADING: &str = "This heading has lost a part of it: lines may be cut.";

/// What is to be said of a line without blanks around it.
fn remnant(line: &str) -> Option<&'static str> {
    let is_only = |sign: char| !line.is_empty() && line.chars().all(|c| c == sign);
    match line {
        "`" | "``" | "~" | "~~" => {
            Some("This line may be what is left of a code fence: lines may be cut.")
        }
        ":" | "=" => Some("No name stands before this sign: the line may be cut."),
        "-" => Some("Nothing stands in this item of a list: bytes may be missing."),
        "<==" | "==>" | "==" => Some(HEADING),
        _ if line.starts_with("==> ") && !line.ends_with(" <==") => Some(HEADING),
        _ if is_only('>') || is_only('<') => None,
        _ if line.ends_with(" <==") && !line.starts_with("==>") => Some(HEADING),
        _ => None,
    }
}

/// The first sign of the text, if it ends something.
fn closing(walk: &Walk, format: Format) -> Option<Noted> {
    let first = walk.gaps().next()?;
    let glue = &walk.raw[first.start..first.end];
    let at = glue.len() - glue.trim_start().len();
    let text = &walk.raw[at..];
    let is_end = glue[at..].starts_with([';', ',', ')', ']', '}'])
        || ["*/", "::", ">>\n"]
            .iter()
            .any(|end| glue[at..].starts_with(end));
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    // A sign of a number in decimal.
    let is_parted = format == Format::Hex
        && text.starts_with(['-', ':', '_'])
        && text.as_bytes().get(1).is_some_and(is_digit);
    (is_end || is_parted).then(|| {
        (
            at,
            "The text begins with the end of something: its start may be cut.".into(),
        )
    })
}

/// The heading of a Markdown table without a ruler below it that is as wide.
fn unruled(walk: &Walk) -> Option<Noted> {
    let first = walk.gaps().next()?;
    let glue = &walk.raw[first.start..first.end];
    let rows = || {
        walk.raw
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with('|'))
    };
    let is_ruler = |line: &&str| line.contains("---") && line.chars().all(|c| "|-: ".contains(c));
    let heading = rows().next().filter(|row| row.ends_with('|'))?;
    let at = heading.as_ptr().addr() - walk.raw.as_ptr().addr();
    let is_above = at + heading.len() < first.start + glue.len();
    let has_name = heading.contains(|c: char| c.is_alphabetic());
    if !is_above || !has_name || walk.raw.contains("+-") {
        return None;
    }
    let bars = |line: &str| line.matches('|').count();
    let is_ruled = rows()
        .nth(1)
        .filter(is_ruler)
        .is_some_and(|ruler| bars(ruler) == bars(heading));
    (!is_ruled).then(|| {
        (
            at,
            "Below this heading of a table stands no ruler as wide: rows may be missing.".into(),
        )
    })
}

/// A prompt without a command before bytes.
fn prompt(walk: &Walk) -> Option<Noted> {
    let first = walk.gaps().next()?;
    let glue = &walk.raw[first.start..first.end];
    let line = glue
        .split_inclusive('\n')
        .find(|line| line.trim_end() == "$" && line.ends_with('\n'))?;
    let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
    Some((
        at,
        "No command stands behind this prompt: the lines may be cut.".into(),
    ))
}

/// Words of four bytes beside each other with tabs, as debuggers print memory.
fn words(walk: &Walk) -> Option<Noted> {
    let is_word = |word: &str| {
        word.strip_prefix("0x")
            .is_some_and(|digits| digits.len() == 8)
    };
    let is_row = |line: &&str| line.contains('\t') && line.split_whitespace().all(is_word);
    let lines = || walk.raw.lines().filter(|line| !line.trim().is_empty());
    let first = lines().next()?;
    (lines().all(|line| is_row(&line)) && first.matches("0x").count() > 1).then(|| {
        let at = first.as_ptr().addr() - walk.raw.as_ptr().addr();
        (at, "These words were read in the order of the text; if a debugger printed them from memory, their bytes may be swapped and the addresses missing.".into())
    })
}

/// A sign that stands before the digits of each byte, and here before none.
fn bare_sign(walk: &Walk) -> Option<Noted> {
    let place = walk.blocks.first()?.places.first()?;
    let start = place.start as usize;
    if !walk.raw[start..].starts_with('$') && !walk.raw[..start].ends_with('$') {
        return None;
    }
    walk.gaps().find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let is_bare = |at: &usize| {
            let behind = glue[at + 1..].chars().next();
            behind.is_some_and(char::is_whitespace)
        };
        let at = glue.match_indices('$').map(|(at, _)| at).find(is_bare)?;
        Some((
            gap.start + at,
            "No digits stand behind this sign: a byte may be missing.".into(),
        ))
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
