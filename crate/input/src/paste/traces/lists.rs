//! Lists and strings that a damage may have joined or parted: a bracket that is
//! not closed, a mark read as a character, two lists beside each other.

use super::super::{Format, notes::Noted};
use super::{Gap, Walk};
use crate::Place;

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        buffer(walk),
        literal(walk, format),
        doubled(walk, format),
        swapped(walk, format),
        blanks(walk, format),
        lists(walk),
    ];
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

/// Signs before the first escape of a string: as bytes they would change the
/// table's size to a few bytes, or begin a text without quotes.
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
        let is_odd = match raw.get(at)? {
            b'|' | b'[' => is_first,
            octet => matches!(octet, b'!'..=b'>'),
        };
        let has_escapes = block.places.iter().any(|place| place.end - place.start > 1);
        (is_one && is_odd && has_escapes).then(|| {
            (at, "What stands before the first escape here was read as bytes: it may be a mark, a number, or a part of an escape.".into())
        })
    })
}

/// One backslash that is written as `\\` before what would be an escape with
/// one of the two.
fn doubled(walk: &Walk, format: Format) -> Option<Noted> {
    if format != Format::Escaped {
        return None;
    }
    let raw = walk.raw.as_bytes();
    let places = || walk.blocks.iter().flat_map(|block| &block.places);
    let spelled = |place: &Place| &raw[place.start as usize..place.end as usize];
    let mut pairs = places().filter(|place| spelled(place) == b"\\\\");
    let place = pairs.next()?;
    let is_octal = places().any(|place| matches!(spelled(place), [b'\\', b'0'..=b'3', _, _]));
    let is_hex = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    let is_escape = match &raw[place.end as usize..] {
        [b'x', digits @ ..] | [b'u', _, _, digits @ ..] => digits.get(..2).is_some_and(is_hex),
        [b'0'..=b'3', b'0'..=b'7', b'0'..=b'7', ..] => is_octal,
        _ => false,
    };
    (is_escape && pairs.next().is_none()).then(|| {
        (place.start as usize, "The two backslashes here were read as a byte, and with one of them an escape would follow: one may be doubled, or a part of an escape be missing.".into())
    })
}

/// A blank or a `;` in a string, first or last, that stands outside the others.
fn swapped(walk: &Walk, format: Format) -> Option<Noted> {
    if format != Format::Escaped {
        return None;
    }
    let raw = walk.raw.as_bytes();
    let gaps = || {
        walk.gaps()
            .filter(|gap| gap.start < gap.end || gap.after.is_none())
    };
    // What stands before the quote, and how many blanks these are.
    let head = |gap: &Gap| {
        let head = walk.raw[gap.start..gap.end].strip_suffix(['"', '\'', '`'])?;
        let head = head.strip_suffix('b').unwrap_or(head);
        let bare = head.trim_end_matches(' ');
        Some((bare, head.len() - bare.len()))
    };
    let heads = || {
        gaps()
            .filter(|gap| gap.after.is_some())
            .filter_map(|gap| Some((gap, head(&gap)?)))
    };
    let tail = |gap: &Gap| {
        let mut tail = walk.raw[gap.start..gap.end].chars();
        let quote = tail.next()?;
        matches!(quote, '"' | '\'' | '`').then(|| tail.next())
    };
    let most = heads().map(|(_, (_, blanks))| blanks).max()?;
    let are_ended = gaps().any(|gap| gap.before.is_some() && tail(&gap) == Some(Some(';')));
    let is_first = |gap: &Gap, bare: &str, blanks: usize| {
        let is_given = bare
            .strip_suffix('=')
            .is_some_and(|name| name.trim_end_matches(':').ends_with(' '));
        raw.get(gap.end) == Some(&b' ') && (blanks + 1 == most || blanks == 0 && is_given)
    };
    let first = heads()
        .find(|(gap, (bare, blanks))| is_first(gap, bare, *blanks))
        .map(|(gap, _)| gap.end);
    let last = || {
        let mut behind = gaps().filter(|gap| gap.before.is_some() && raw[gap.start - 1] == b';');
        let gap =
            behind.find(|gap| are_ended && tail(gap).is_some_and(|next| next != Some(';')))?;
        Some(gap.start - 1)
    };
    let at = first.or_else(last)?;
    Some((at, "This character is in the string here; elsewhere one like it stands outside: the two signs may be swapped.".into()))
}

/// A text without a blank, in languages that write one beside these signs.
fn blanks(walk: &Walk, format: Format) -> Option<Noted> {
    if !matches!(format, Format::Escaped | Format::Json) || walk.raw.contains([' ', '\t']) {
        return None;
    }
    const SIGNS: [&str; 6] = [",b'", ",b\"", "=(b", ":=\"", "[]=\"", "=b\""];
    walk.gaps().find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let at = SIGNS.iter().find_map(|sign| glue.find(sign))?;
        Some((gap.start + at, "No blank stands beside this sign, nor anywhere in the text: blanks may have been removed, those in strings as well.".into()))
    })
}

/// The shortest line of those that end because a string would not fit.
const WIDE: usize = 56;

/// Two lists in one line with nothing but a blank between them, or two strings
/// of a list, where no long one goes on in the next line.
fn lists(walk: &Walk) -> Option<Noted> {
    let (mut in_list, mut line) = (false, 0);
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        let bracket = glue.rfind(['(', '[', '{', ')', ']', '}']);
        let start = line;
        line = glue.rfind('\n').map_or(line, |at| gap.start + at + 1);
        if let Some(at) = bracket {
            in_list = glue[at..].starts_with('[');
        }
        if gap.before.is_none() || gap.after.is_none() {
            continue;
        }
        let inner: String = glue.split([' ', '\t']).collect();
        let inner = inner.trim_end_matches(['0', 'x', 'X', '-']);
        let is_short = !glue.contains('\n') || gap.start - start < WIDE;
        let strings: String = inner.split(['\r', '\n']).collect();
        let is_string = matches!(&*strings, "'b'" | "\"b\"" | "'b\"" | "\"b'");
        if ["][", "}{", ")("].contains(&inner) || in_list && is_short && is_string {
            return Some((gap.start, "Two lists or strings stand beside each other here without a comma: one may be doubled, or a part be missing.".into()));
        }
    }
    None
}
