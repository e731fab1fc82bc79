//! Lists and strings that a damage may have joined or parted: a comma that is
//! missing, strings read as one, a mark or dots read as characters, a number in
//! brackets that is none of the bytes.

use super::super::{Format, notes::Noted};
use super::{Gap, Walk};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        comma(walk, format),
        index(walk),
        buffer(walk),
        literal(walk, format),
        dots(walk, format),
        list(walk, format),
        lists(walk),
        trailing(walk),
        doubled(walk),
        mixed(walk, format),
    ];
    all.into_iter().flatten().collect()
}

/// A line of a list that has no comma at its end, though others have.
fn comma(walk: &Walk, format: Format) -> Option<Noted> {
    if format == Format::Hexdump {
        return None;
    }
    let is_inner = |gap: &Gap| gap.is_inner() && gap.before.is_some();
    let glue = |gap: Gap| &walk.raw[gap.start..gap.end];
    let ends_line = |glue: &str| glue.contains(['\n', '\r']);
    let is_bare = |glue: &str| glue.trim().trim_start_matches("0x").is_empty() && ends_line(glue);
    let (mut commas, mut bare, mut in_line) = (0, None, 0);
    let mut is_open = false;
    let mut in_list = false;
    for gap in walk.gaps() {
        let glue = glue(gap);
        if !gap.is_inner() || gap.before.is_none() {
            let before = glue.trim_end_matches(['0', 'x', 'X', ' ', '\t', '\n', '\r']);
            is_open = before.ends_with(['[', '{', '(']);
        } else if is_inner(&gap) {
            match glue.trim_start().starts_with(',') {
                true if ends_line(glue) => commas += 1,
                true => in_line += 1,
                false if is_bare(glue) => {
                    in_list |=
                        is_open && (glue.contains('x') || walk.raw[gap.end..].starts_with("0x"));
                    bare.get_or_insert(gap.end);
                }
                false => {}
            }
        }
    }
    let is_lost = commas > 0 || in_list || is_open && in_line > 2;
    bare.filter(|_| is_lost).map(|at| {
        (at, "There is no comma before this line, as there is between the other numbers: a line may be missing, doubled or in another place.".into())
    })
}

/// A number in brackets right behind a word, such as that of a process.
fn index(walk: &Walk) -> Option<Noted> {
    walk.gaps().find_map(|gap| {
        let block = &walk.blocks[gap.after.filter(|_| !gap.is_inner())?];
        let glue = walk.raw[gap.start..gap.end].trim_end_matches(['(', '[']);
        let word = glue.trim_end().rsplit(|c: char| !c.is_ascii_hexdigit()).next()?;
        // A number behind bytes may say how many they are.
        let is_count = word.len() > 1 && word.len().is_multiple_of(2) && gap.before.is_none();
        let is_glued = glue.ends_with(|c: char| c.is_alphanumeric());
        let is_index = (is_glued || is_count)
            && glue.len() < gap.end - gap.start
            && block.octets.len() == 1
            && walk.raw[block.places[0].end as usize..].starts_with([']', ')']);
        is_index.then(|| {
            (gap.start + glue.len(), "This number stands in brackets right behind a word and was read as a byte; it may be none.".into())
        })
    })
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

/// Dots among characters that stand for themselves.
fn dots(walk: &Walk, format: Format) -> Option<Noted> {
    if !matches!(format, Format::Percent | Format::Escaped) {
        return None;
    }
    walk.blocks.iter().find_map(|block| {
        let is_dot = |n: usize| {
            let place = block.places[n];
            block.octets[n] == b'.' && place.end - place.start < 2
                || walk.raw.get(place.start as usize..).is_some_and(|rest| rest.starts_with('…'))
        };
        let mut run = 0;
        let at = (0..block.octets.len()).find(|n| {
            run = if is_dot(*n) { run + 1 } else { 0 };
            run == 3
        })?;
        Some((block.places[at].start as usize, "These dots were read as bytes; if they stand for something that was left out, it is missing.".into()))
    })
}

/// Strings in brackets that no comma parts.
fn list(walk: &Walk, format: Format) -> Option<Noted> {
    if !matches!(format, Format::Escaped | Format::Json) {
        return None;
    }
    let mut is_open = false;
    walk.gaps().find_map(|gap| {
        let glue = walk.raw[gap.start..gap.end].trim_end_matches(['0', 'x', 'X', '\\']);
        if !gap.is_inner() || gap.before.is_none() {
            let before = glue.trim_end_matches(['b', '"', '\'']);
            is_open = before.len() < glue.len()
                && (before.ends_with('[') || is_open && before.trim_end().ends_with(','));
            return None;
        }
        let quotes = glue.matches(['"', '\'']).count();
        let is_apart = glue.contains(char::is_whitespace);
        (is_open && quotes == 2 && is_apart && !glue.contains([',', '+', '\\', ']'])).then(|| {
            (gap.end, "No comma stands between these strings of a list, and they were read as one: it may be missing.".into())
        })
    })
}

/// A block that ends with a comma, as no other does.
fn trailing(walk: &Walk) -> Option<Noted> {
    let ends = || {
        walk.gaps()
            .filter(|gap| gap.before.is_some() && !gap.is_inner())
            .map(|gap| (gap.start, walk.raw[gap.start..gap.end].lines().next()))
    };
    let is_comma = |(_, line): &(usize, Option<&str>)| line.is_some_and(|line| line.trim() == ",");
    let is_bare =
        |(_, line): &(usize, Option<&str>)| line.is_none_or(|line| line.trim().is_empty());
    let mut commas = ends().filter(is_comma);
    let (at, _) = commas.next().filter(|_| commas.next().is_none())?;
    let others = ends().filter(is_bare).count();
    (others > 1 && others + 1 == ends().count()).then(|| {
        (
            at,
            "A comma stands behind this block, as behind no other one: bytes may be missing."
                .into(),
        )
    })
}

/// Two commas with nothing between them.
fn doubled(walk: &Walk) -> Option<Noted> {
    let mut inner = walk
        .gaps()
        .filter(|gap| gap.is_inner() && gap.before.is_some());
    let gap = inner.find(|gap| walk.raw[gap.start..gap.end].starts_with(",,"))?;
    Some((
        gap.start,
        "Nothing stands between these two commas: bytes may be missing.".into(),
    ))
}

/// A line of words with commas between them, a block each, of which most are
/// one byte.
fn mixed(walk: &Walk, format: Format) -> Option<Noted> {
    let count = walk.blocks.len();
    let single = walk
        .blocks
        .iter()
        .filter(|block| block.octets.len() == 1)
        .count();
    if format != Format::Hex || count < 4 || single == count || single * 2 < count {
        return None;
    }
    let mut between = walk
        .gaps()
        .filter(|gap| gap.before.is_some() && gap.after.is_some());
    let is_list = between.all(|gap| {
        let glue = walk.raw[gap.start..gap.end].trim_end_matches(['0', 'x']);
        gap.is_inner() && glue.is_empty() || glue.trim() == ","
    });
    let long = walk.blocks.iter().find(|block| block.octets.len() > 1)?;
    let place = long.places.first().filter(|_| is_list)?;
    Some((place.start as usize, "Each word between commas was read as a block, and most of them are one byte: a comma may be missing here, and all be one block.".into()))
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
