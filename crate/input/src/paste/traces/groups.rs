//! Bytes of one line that are not parted as the others are.

use std::collections::BTreeMap;

use super::super::{Format, notes::Noted};
use super::{
    Gap, Walk,
    marks::{Row, rows},
};

/// What stands between two bytes of a line, with one blank for several.
type Separator<'a> = &'a str;

/// Groups of another size, that programs print, are in pairs at least.
const USUAL: [usize; 6] = [1, 2, 4, 8, 16, 32];

pub(super) fn notes(walk: &Walk, format: Format) -> Option<Noted> {
    if format == Format::Hexdump {
        return cells(walk);
    }
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
    // Of a cast that only bytes from 0x80 have, nothing is to be said.
    let is_cast = |glue: &str| glue.contains("(byte)") || glue.starts_with(".toByte()");
    let plain = walk.gaps().find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let is_plain = gap.is_inner() && glue.contains(',') && !is_cast(glue);
        separator(glue).filter(|_| is_plain)
    });
    let between = || {
        walk.gaps().map(|gap| {
            let glue = walk.raw.get(gap.start..gap.end).unwrap_or_default();
            // A debugger says behind a number how often it repeats.
            let is_repeat = walk.raw[gap.end..].starts_with('<');
            let separator =
                separator(glue).filter(|_| gap.is_inner() && gap.before.is_some() && !is_repeat);
            let separator = separator.map(|own| plain.filter(|_| is_cast(glue)).unwrap_or(own));
            (gap, separator)
        })
    };
    // In Java a byte from 0x80 needs one, if others have it.
    let is_large = |at: usize| {
        let digits = walk.raw[at..].trim_start_matches("0x");
        digits.starts_with(|c: char| c == '8' || c == '9' || c.is_ascii_alphabetic())
    };
    let has_casts = format == Format::Hex && plain.is_some() && walk.raw.contains("(byte)");
    let uncast = |gap: &Gap| {
        let glue = &walk.raw[gap.start..gap.end];
        gap.is_inner() && glue.contains(',') && !is_cast(glue) && is_large(gap.end)
    };
    if let Some(gap) = walk.gaps().filter(|_| has_casts).find(uncast) {
        return Some((gap.end, PARTED.into()));
    }
    let mut kinds: BTreeMap<Separator, usize> = BTreeMap::new();
    for (_, separator) in between() {
        if let Some(separator) = separator {
            *kinds.entry(separator).or_default() += 1;
        }
    }
    let torn = torn(walk);
    if torn.is_some() {
        return torn;
    }
    if let Some(at) = narrow(walk, format) {
        return Some((at, GROUPED.into()));
    }
    if kinds.len() < 2 {
        return wide(walk).filter(|_| format == Format::Hex);
    }
    let (&main, &most) = kinds.iter().max_by_key(|(separator, count)| {
        (**count, std::cmp::Reverse((separator.len(), **separator)))
    })?;
    let rare = kinds
        .iter()
        .filter(|(separator, count)| {
            **separator != main
                && (**count * 8 <= most || **count == 1 && main.contains(',') && most > 2)
        })
        .map(|(separator, _)| *separator);
    // Nothing groups numbers that commas part.
    let is_list = main.contains(',') && most > 2;
    let odd: Vec<Separator> = match kinds.len() {
        2 if !is_list => Vec::new(),
        _ => rare.collect(),
    };
    // Nothing prints escapes in groups.
    if format == Format::Escaped
        && let Some((gap, _)) = between().find(|(_, separator)| *separator == Some(" "))
        && kinds.contains_key("")
    {
        return Some((gap.end, PARTED.into()));
    }
    let groups = || {
        let mut since = 0;
        between().map(move |(gap, separator)| {
            since += 1;
            let size = since;
            if separator.is_none_or(|separator| separator != main) {
                since = 0;
            }
            (gap.end, separator, size)
        })
    };
    let is_end = |separator: &Separator| *separator != main && !odd.contains(separator);
    let mut ends = groups().filter(|(_, separator, _)| separator.as_ref().is_some_and(is_end));
    let first = ends.next();
    let size = first.map(|(_, _, size)| size);
    for (at, separator, count) in groups() {
        let is_odd = match separator {
            None => false,
            Some(separator) if odd.contains(&separator) => return Some((at, PARTED.into())),
            Some(separator) if separator == main => size == Some(count),
            Some(_) => size != Some(count),
        };
        if is_odd {
            return Some((at, GROUPED.into()));
        }
    }
    let (at, separator, size) = first?;
    // Two runs of digits may be two blocks.
    let are_runs = size > 1
        && main.is_empty()
        && (format == Format::Bits || separator.is_some_and(|sign| sign.contains(['x', 'X'])));
    let is_lone = ends.next().is_none();
    (is_lone && (are_runs || !USUAL.contains(&size))).then_some((at, GROUPED.into()))
}

/// Bytes with a blank between each two, where others stand in groups.
fn narrow(walk: &Walk, format: Format) -> Option<usize> {
    if format != Format::Hex {
        return None;
    }
    // Of each block, how many bytes its first group has, where it has more.
    let mut firsts: Vec<(usize, usize)> = Vec::new();
    let (mut count, mut is_open) = (1, true);
    for gap in walk.gaps().filter(|gap| gap.before.is_some()) {
        let glue = &walk.raw[gap.start..gap.end];
        match (gap.is_inner(), glue) {
            (true, "") => count += usize::from(is_open),
            (true, " ") if is_open => {
                firsts.push((count, gap.start));
                is_open = false;
            }
            (true, _) => is_open = false,
            (false, _) => (count, is_open) = (1, true),
        }
    }
    let is_grouped = firsts.iter().any(|(count, _)| *count > 1);
    let (_, at) = firsts.iter().find(|(count, _)| *count == 1)?;
    is_grouped.then_some(*at)
}

/// The rows of a dump whose cells are parted by another sign than the others:
/// tabs among blanks, a comma. A hyphen may part the halves of a row.
fn cells(walk: &Walk) -> Option<Noted> {
    let mut nth = 0;
    let mut signs: Vec<(char, usize, usize)> = vec![(' ', 0, 0)];
    for gap in walk
        .gaps()
        .filter(|gap| gap.start < gap.end && gap.before.is_some())
    {
        let glue = &walk.raw[gap.start..gap.end];
        nth += 1;
        let (sign, ends) = match glue.contains(['\n', '\r']) || gap.after.is_none() {
            true => (glue.chars().next().filter(|c| ",;".contains(*c)), true),
            false => (glue.chars().find(|c| "\t,;-".contains(*c)), false),
        };
        let sign = match sign {
            Some('-' | '\t') if nth % 8 == 0 => ' ',
            sign => sign.unwrap_or(' '),
        };
        if !ends || sign != ' ' {
            match signs.iter_mut().find(|own| own.0 == sign) {
                Some((_, count, last)) => (*count, *last) = (*count + 1, gap.end),
                None => signs.push((sign, 1, gap.end)),
            }
        }
        nth = if ends { 0 } else { nth };
    }
    signs.retain(|(_, count, _)| *count > 0);
    // Of two signs the blank is the usual one.
    let (.., at) = signs.iter().rev().min_by_key(|(_, count, _)| *count)?;
    (signs.len() > 1).then(|| (*at, PARTED.into()))
}

/// Groups of digits of which there are two in a line that are the same, where
/// all other lines have one; or of which the first is shorter than those that
/// follow, as the rest of a row is, or a number before them.
fn torn(walk: &Walk) -> Option<Noted> {
    let rows = rows(walk);
    let shown = |row: &Row| &walk.raw[row.start..row.end];
    let parted = rows.iter().filter(|row| shown(row).contains(' ')).count();
    rows.iter().find_map(|row| {
        let sign = [' ', '_', '-']
            .into_iter()
            .find(|sign| shown(row).contains(*sign))?;
        let words: Vec<&str> = shown(row).split(sign).collect();
        let is_hex = |word: &&str| word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (first, second) = (words[0].len(), words.get(1)?.len());
        let is_twice = words.len() == 2 && words[0] == words[1] && first > 5 && parted == 1;
        let middle = &words[1..words.len() - 1];
        let is_rest = first < second
            && (second == 4 || sign != ' ' && second > 4)
            && words.len() > 2
            && middle.iter().all(|word| word.len() == second);
        // A number with two blanks behind it, before groups of more digits.
        let is_number = sign == ' '
            && words.len() > 3
            && words[1].is_empty()
            && words[2..words.len() - 1]
                .iter()
                .all(|word| word.len() > first);
        if is_number && words.iter().all(is_hex) {
            return Some((row.start, PARTED.into()));
        }
        let at = row.start + first + 1;
        (words.iter().all(is_hex) && (is_twice || is_rest))
            .then(|| (at, if is_rest { GROUPED } else { PARTED }.into()))
    })
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
