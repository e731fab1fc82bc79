//! Bytes of one line that are not parted as the others are.

use std::collections::BTreeMap;

use super::super::{Format, notes::Noted};
use super::Walk;

/// What stands between two bytes of a line, with one blank for several.
type Separator<'a> = &'a str;

/// Groups of another size, that programs print, are in pairs at least.
const USUAL: [usize; 6] = [1, 2, 4, 8, 16, 32];

pub(super) fn notes(walk: &Walk, format: Format) -> Option<Noted> {
    if !matches!(
        format,
        Format::Hex
            | Format::Decimal
            | Format::Octal
            | Format::Bits
            | Format::Escaped
            | Format::Json
    ) {
        return None;
    }
    let between = || {
        walk.gaps().map(|gap| {
            let glue = walk.raw.get(gap.start..gap.end).unwrap_or_default();
            // A debugger says behind a number how often it repeats.
            let is_repeat = walk.raw[gap.end..].starts_with('<');
            let separator =
                separator(glue).filter(|_| gap.is_inner() && gap.before.is_some() && !is_repeat);
            (gap, separator)
        })
    };
    let mut kinds: BTreeMap<Separator, usize> = BTreeMap::new();
    for (_, separator) in between() {
        if let Some(separator) = separator {
            *kinds.entry(separator).or_default() += 1;
        }
    }
    if let (1, Some(main)) = (kinds.len(), kinds.keys().next())
        && let Some(at) = lost(walk, main)
    {
        return Some((at, LOST.into()));
    }
    if kinds.len() < 2 {
        return blanks(walk).or_else(|| wide(walk).filter(|_| format == Format::Hex));
    }
    let (&main, &most) = kinds.iter().max_by_key(|(separator, count)| {
        (**count, std::cmp::Reverse((separator.len(), **separator)))
    })?;
    let rare = kinds
        .iter()
        .filter(|(separator, count)| **separator != main && **count * 8 <= most)
        .map(|(separator, _)| *separator);
    let odd: Vec<Separator> = match kinds.len() {
        2 => Vec::new(),
        _ => rare.collect(),
    };
    if let Some(at) = lost(walk, main) {
        return Some((at, LOST.into()));
    }
    // How many bytes stand since the last separator of another kind.
    let (mut since, mut size, mut groups) = (0, None, 0);
    let mut first = None;
    for (gap, separator) in between() {
        since += 1;
        let at = gap.end;
        match separator {
            None => since = 0,
            Some(separator) if odd.contains(&separator) => {
                return Some((at, PARTED.into()));
            }
            Some(separator) if separator == main => {
                if size.is_some_and(|size| since == size) {
                    return Some((at, GROUPED.into()));
                }
            }
            Some(_) => {
                if size.is_some_and(|size| since != size) {
                    return Some((at, GROUPED.into()));
                }
                size = Some(since);
                first.get_or_insert(at);
                groups += 1;
                since = 0;
            }
        }
    }
    let size = size?;
    (groups == 1 && !USUAL.contains(&size)).then_some((first?, GROUPED.into()))
}

/// A separator without the blank that all others have, or with one that they
/// do not have. Columns of numbers are filled up with blanks.
fn blanks(walk: &Walk) -> Option<Noted> {
    let between = || {
        walk.gaps().filter_map(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let is_separator = gap.is_inner()
                && gap.before.is_some()
                && separator(glue).is_some_and(|separator| !separator.trim().is_empty());
            is_separator.then(|| (gap.end, glue.ends_with([' ', '\t'])))
        })
    };
    let with = between().filter(|(_, blank)| *blank).count();
    let all = between().count();
    let few = with.min(all - with);
    if few == 0 || few * 6 > all && few > 1 || all < 3 {
        return None;
    }
    let (at, _) = between().find(|(_, blank)| *blank == (with == few))?;
    (with > few).then_some((at, PARTED.into()))
}

/// The one place where several blanks stand between bytes of a line, unless
/// they part its halves.
fn wide(walk: &Walk) -> Option<Noted> {
    let (mut before, mut single, mut wide) = (0, 0, None);
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        before += 1;
        match glue {
            " " => single += 1,
            "" => {}
            _ if gap.is_inner() && glue.trim_matches(' ').is_empty() => {
                if wide.replace((gap.end, before - 1)).is_some() {
                    return None;
                }
            }
            _ => before = 1,
        }
    }
    let (at, before) = wide.filter(|(_, before)| single > 1 && before % 8 != 0)?;
    (before > 0).then(|| (at, PARTED.into()))
}

/// Where the sign before each byte stands without one, in a line with bytes.
fn lost(walk: &Walk, main: Separator) -> Option<usize> {
    let sign = main.trim_start_matches([',', ';', ' ', '\t', '|', ':', '-', '.', '_']);
    if sign.is_empty() {
        return None;
    }
    walk.gaps()
        .filter(|gap| !gap.is_inner() || separator(&walk.raw[gap.start..gap.end]).is_none())
        .find_map(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let tail = glue.lines().next().unwrap_or_default();
            let head = glue.rsplit(['\n', '\r']).next().unwrap_or_default();
            let head = head.trim_end().strip_suffix(sign).unwrap_or(head);
            if gap.before.is_some() && tail.len() < glue.len() && tail.contains(sign) {
                return Some(gap.start);
            }
            (gap.after.is_some()
                && (head.len() < glue.len() || gap.before.is_none())
                && head.contains(sign))
            .then_some(gap.end - head.len())
        })
}

const LOST: &str = "Something like another byte stands here, and was not read: it may be damaged.";

const PARTED: &str = "The bytes before and after this place are not separated as the others are: something may be missing or doubled here.";

const GROUPED: &str = "The bytes are not grouped alike: the group here has another length than the others, so bytes may be missing or doubled.";

/// What a gap has that parts bytes of one line: `None` where the line ends, a
/// string, or what is repeated.
fn separator(glue: &str) -> Option<Separator<'_>> {
    if glue.contains(['\n', '\r', '"', '\'', '`', '<']) {
        return None;
    }
    let trimmed = glue.trim_end();
    Some(match (trimmed, glue) {
        ("", "") => "",
        ("", _) => " ",
        _ => trimmed,
    })
}
