//! Strings out of which a sign has moved, or which have lost one: a backslash
//! that is doubled, a blank or a `;` inside the quotes, all blanks of a text, a
//! comma between two strings.

use super::super::{Format, notes::Noted};
use super::{Gap, Line, Walk};
use crate::Place;

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    if !matches!(format, Format::Escaped | Format::Json) {
        return Vec::new();
    }
    let all = [
        doubled(walk, format),
        swapped(walk, format),
        bare(walk, format),
        unbroken(walk),
        blanks(walk),
        signs(walk),
        together(walk),
        unindented(walk),
    ];
    all.into_iter().flatten().collect()
}

/// Blocks of escapes without quotes, in lines of which all but the first are
/// indented.
fn unindented(walk: &Walk) -> Option<Noted> {
    let mut lines = walk.lines().filter(|line| !line.text.trim().is_empty());
    let first = lines.next().filter(|line| line.first == Some(0))?;
    if walk.blocks.len() < 2 {
        return None;
    }
    let is_indented = |line: Line| line.first.is_some() && line.text.starts_with([' ', '\t']);
    (lines.next().is_some_and(is_indented) && lines.all(is_indented)).then(|| {
        (first.at, "All other lines are indented, and the first is not: the start of the text may be missing.".into())
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

/// A blank that is no byte of ASCII, as web pages and documents have them.
fn unbroken(walk: &Walk) -> Option<Noted> {
    let mut places = walk.blocks.iter().flat_map(|block| &block.places);
    let place =
        places.find(|place| &walk.raw[place.start as usize..place.end as usize] == "\u{a0}")?;
    Some((place.start as usize, "A no-break space was read as a byte here: it may have come from the page or document it was copied from.".into()))
}

/// A blank before escapes without quotes that may be a byte: at the start of a
/// line, or a second one behind a sign.
fn bare(walk: &Walk, format: Format) -> Option<Noted> {
    if format != Format::Escaped {
        return None;
    }
    let has_quotes = walk.raw.contains(['"', '\'', '`']);
    let mut heads = walk
        .gaps()
        .filter(|gap| !gap.is_inner() && gap.after.is_some());
    let gap = heads.find(|gap| {
        let head = walk.raw[gap.start..gap.end]
            .rsplit(['\n', '\r'])
            .next()
            .unwrap_or_default();
        let sign = head.trim_end_matches(' ');
        let blanks = head.len() - sign.len();
        blanks == 1 && sign.is_empty() && !has_quotes || blanks == 2 && sign.ends_with(['=', ':'])
    })?;
    Some((
        gap.end - 1,
        "The blank before the escapes here may be a byte of a string that has lost its quotes."
            .into(),
    ))
}

/// Two blanks in a declaration, in a text without a colon.
fn signs(walk: &Walk) -> Option<Noted> {
    if walk.raw.contains(':') {
        return None;
    }
    let mut heads = walk
        .gaps()
        .filter(|gap| !gap.is_inner() && gap.after.is_some());
    heads.find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let line = glue.rsplit(['\n', '\r']).next()?.trim_start();
        let head = line.trim_end_matches(['"', '\'', 'b']).strip_suffix("= ")?;
        let at = head.find("  ")?;
        Some((gap.end - line.len() + at, "Two blanks stand here, and there is no colon in the text: colons may have been removed, those in strings as well.".into()))
    })
}

/// A text without a blank, in languages that write one beside these signs.
fn blanks(walk: &Walk) -> Option<Noted> {
    if walk.raw.contains([' ', '\t']) {
        return None;
    }
    let is_joined = |line: &str| {
        let names = ["const", "local", "let", "var"].map(|word| line.strip_prefix(word));
        let mut names = names.into_iter().flatten();
        names.any(|name| name.starts_with(char::is_alphanumeric)) && line.contains("=\"")
    };
    if let Some(line) = walk.raw.lines().find(|line| is_joined(line)) {
        let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
        return Some((at, "No blank stands behind the first word of this line, nor anywhere in the text: blanks may have been removed, those in strings as well.".into()));
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

const TOGETHER: &str = "Two strings stand beside each other here without a comma: one may be doubled, or a part be missing.";

/// Two strings of a list without a comma, where no long one goes on in the next
/// line.
fn together(walk: &Walk) -> Option<Noted> {
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
        let is_short = !glue.contains('\n') || gap.start - start < WIDE;
        let strings: String = glue.split_whitespace().collect();
        let is_string = matches!(&*strings, "'b'" | "\"b\"" | "'b\"" | "\"b'");
        if strings == "\";\"" && !glue.contains('\n') {
            return Some((gap.start, TOGETHER.into()));
        }
        if in_list && is_short && is_string {
            return Some((gap.start, TOGETHER.into()));
        }
    }
    None
}
