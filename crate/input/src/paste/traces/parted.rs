//! What parts the bytes of lists. A program that prints bytes as a list has
//! one separator within a row and one way to break a row, so that what parts
//! two bytes otherwise than all others is named.

use super::super::{Format, notes::Noted};
use super::{Gap, Walk, is_open};

const PARTED: &str = "The bytes before and after this place are not separated as the others are: something may be missing or doubled here.";

/// Signs that part bytes, and some that do not.
const SIGNS: &str = ",;:-_+|\\";

/// What an assembler has before bytes, with a comma between each two.
const DIRECTIVES: [&str; 3] = [".byte", "db", "DB"];

/// What parts two bytes of a list.
struct Part {
    /// Where the second one begins, and how wide it is.
    at: u32,
    width: u32,
    block: u32,
    /// The sign, if it has one, and how many blanks stand before and behind it
    /// in its line.
    sign: Option<char>,
    before: u32,
    behind: u32,
    /// How far the next line is indented, where one begins and has nothing else
    /// before the byte.
    indent: Option<u32>,
    is_break: bool,
    /// Whether the list stands in brackets.
    is_listed: bool,
}

pub(super) fn note(walk: &Walk, format: Format) -> Option<Noted> {
    let is_list = matches!(
        format,
        Format::Hex
            | Format::Decimal
            | Format::Octal
            | Format::Bits
            | Format::Json
            | Format::Escaped
    );
    if let Some(at) = strings(walk, format) {
        return Some((at, PARTED.into()));
    }
    let parts = is_list.then(|| parts(walk)).flatten()?;
    // Rows of plain hex digits may stand anywhere.
    let is_bare = |part: &Part| part.sign.is_none() && !part.is_listed;
    let is_plain = format == Format::Hex && parts.iter().all(is_bare);
    let parts = if is_plain { Vec::new() } else { parts };
    let odd = [joined, breaks, column, unsigned, before, behind, indents];
    let at = odd.into_iter().find_map(|odd| odd(&parts));
    let at = at.or_else(|| {
        (format == Format::Decimal)
            .then(|| broken(&parts))
            .flatten()
    });
    at.or_else(|| suffixed(walk))
        .or_else(|| escaped(walk, format))
        .or_else(|| adjacent(walk))
        .or_else(|| twice(walk))
        .or_else(|| doubled(walk))
        .or_else(|| across(walk, format))
        .or_else(|| runs(walk))
        .map(|at| (at, PARTED.into()))
}

/// All of a text; `None` where they are parted by more than signs.
fn parts(walk: &Walk) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut is_listed, mut begins) = (false, 0);
    for gap in walk.gaps() {
        if let Some(last) = parts.last_mut().filter(|part| part.at as usize == begins) {
            last.width = (gap.start - begins) as u32;
        }
        begins = gap.end;
        let glue = &walk.raw[gap.start..gap.end];
        // A byte that is negative in Kotlin has a conversion behind it.
        let glue = glue.strip_prefix(".toByte()").unwrap_or(glue);
        if !gap.is_inner() {
            let head = glue.trim_end();
            is_listed = head.ends_with(is_open) || DIRECTIVES.iter().any(|own| head.ends_with(own));
            // A separator may stand before the bracket.
            continue;
        }
        // A debugger says behind a number how often it repeats.
        let is_repeat = walk.raw[gap.end..].starts_with('<');
        let Some(block) = gap.before.filter(|_| !is_repeat) else {
            continue;
        };
        if glue.contains(['"', '\'', '`', '<', '=']) {
            return None;
        }
        let (line, next) = match (glue.find(['\n', '\r']), glue.rfind(['\n', '\r'])) {
            (Some(first), Some(last)) => (&glue[..first], Some(&glue[last + 1..])),
            _ => (glue, None),
        };
        let shown = line.trim_start();
        let sign = shown.chars().next().filter(|c| SIGNS.contains(*c));
        let rest = sign.map_or(line, |sign| &shown[sign.len_utf8()..]);
        let indent = next.filter(|next| next.trim().is_empty());
        parts.push(Part {
            at: gap.end as u32,
            width: 0,
            block: block as u32,
            sign,
            before: sign.map_or(0, |_| line.len() - shown.len()) as u32,
            behind: rest.chars().take_while(|c| c.is_whitespace()).count() as u32,
            indent: indent.map(|indent| indent.chars().count() as u32),
            is_break: next.is_some(),
            is_listed,
        });
    }
    Some(parts)
}

/// The first of the few that are not as the others, if few are: where there
/// are as many of either, the last of the two kinds.
fn few<'a>(parts: impl Iterator<Item = (&'a Part, bool)> + Clone) -> Option<usize> {
    let all = parts.clone().count();
    let with = parts.clone().filter(|(_, is)| *is).count();
    let rare = with.min(all - with);
    let (first, is_first) = parts.clone().next()?;
    let is_rare = if with * 2 == all {
        !is_first
    } else {
        with == rare
    };
    let mut odd = parts.filter(|(_, is)| *is == is_rare);
    let (odd, _) = odd.next()?;
    (rare > 0 && (rare == 1 || rare * 6 <= all)).then_some(odd.at.max(first.at) as usize)
}

/// Numbers with the suffix of a type, as source code has them, and nothing but
/// the ends of lines between them.
fn suffixed(walk: &Walk) -> Option<usize> {
    let is_between = |gap: &Gap| gap.before.is_some() && gap.after.is_some();
    let first = walk.gaps().find(is_between)?;
    let raw = walk.raw.as_bytes();
    let is_odd = |gap: Gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let is_break = glue.contains('\n') && glue.trim_start_matches('u').trim().is_empty();
        is_break && (glue.starts_with('u') || matches!(raw[gap.start - 1], b'u' | b'U'))
    };
    let is_all = walk.gaps().filter(is_between).all(is_odd);
    is_all.then_some(first.end)
}

/// A backslash beside a number, and not at the end of its line.
fn escaped(walk: &Walk, format: Format) -> Option<usize> {
    let gap = walk
        .gaps()
        .filter(|_| format == Format::Decimal)
        .find(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let at = glue.find('\\');
            at.is_some_and(|at| !glue[at + 1..].trim_start_matches('\r').starts_with('\n'))
        })?;
    Some(gap.start)
}

/// Two numbers with a prefix and nothing between them, where others have a
/// blank.
fn adjacent(walk: &Walk) -> Option<usize> {
    // Ada's numbers end with the sign of the prefix.
    let has_ada = prefix(walk) == "16#" || walk.raw.trim_start().starts_with("16#");
    let ends = walk.raw.match_indices("#16#").map(|(at, _)| at);
    let is_joined = |at: &usize| walk.raw[..*at].len() > 2 && walk.raw.as_bytes()[at - 3] == b'#';
    if let Some(at) = ends.into_iter().find(is_joined) {
        return Some(at + 1);
    }
    let open = walk.gaps().find(|gap| {
        let is_number = gap.before.is_some()
            && walk.raw[..gap.start].ends_with(|c: char| c.is_ascii_hexdigit());
        is_number && has_ada && !walk.raw[gap.start..].starts_with('#')
    });
    if let Some(gap) = open {
        return Some(gap.start);
    }
    if prefix(walk).is_empty() {
        return None;
    }
    let between = || {
        walk.gaps()
            .filter(|gap| gap.before.is_some() && gap.after.is_some())
    };
    let joined = between().find(|gap| gap.start == gap.end)?;
    between()
        .any(|gap| gap.start < gap.end)
        .then_some(joined.end)
}

/// A sign that stands twice between two bytes: what was between is missing.
fn twice(walk: &Walk) -> Option<usize> {
    let is_twice = |gap: &Gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let mut signs = glue.chars().filter(|c| !c.is_whitespace());
        let first = signs.next().filter(|c| ",;:_".contains(*c));
        first.is_some() && signs.next() == first && signs.next().is_none()
    };
    let mut gaps = walk
        .gaps()
        .filter(|gap| gap.is_inner() && gap.before.is_some());
    gaps.find(is_twice).map(|gap| gap.end)
}

/// In brackets no comma, where others have one or no line has two bytes.
fn joined(parts: &[Part]) -> Option<usize> {
    let mut listed = parts.iter().filter(|part| part.is_listed);
    let has_comma = listed.clone().any(|part| part.sign == Some(','));
    let is_bare = |part: &Part| part.sign.is_none();
    let is_column = listed.clone().all(|part| is_bare(part) && part.is_break);
    let odd = listed.find(|part| is_bare(part) && part.is_break == part.indent.is_some())?;
    (has_comma || is_column).then_some(odd.at as usize)
}

/// Lines that end with the separator, and lines that do not.
fn breaks(parts: &[Part]) -> Option<usize> {
    let mut inline = parts.iter().filter(|part| !part.is_break);
    let sign = inline.find_map(|part| part.sign);
    // Runs of digits have nothing but what parts their lines.
    let has_inline = parts
        .iter()
        .any(|part| !part.is_break && (part.sign.is_some() || part.behind > 0));
    let count = parts.iter().filter(|part| part.is_break).count();
    let is_odd = |part: &&Part| {
        let is_usual = |own: char| match has_inline {
            true => own == ',' || Some(own) == sign,
            false => count > 1 || !"+|\\;".contains(own),
        };
        part.is_break && part.sign.is_some_and(|own| !is_usual(own))
    };
    if let Some(odd) = parts.iter().find(is_odd) {
        return Some(odd.at as usize);
    }
    let all = parts
        .iter()
        .filter(|part| part.is_break && part.indent.is_some())
        .map(|part| {
            (
                part,
                part.sign.is_some() && (sign.is_none() || part.sign == sign),
            )
        });
    let with = all.clone().filter(|(_, is)| *is).count();
    let less = all.clone().count() - with;
    let (odd, _) = all.clone().find(|(_, is)| *is == (with < less))?;
    (with > 0 && less > 0).then_some(odd.at as usize)
}

/// One digit in the last row of two, which the number above may go on with.
fn broken(parts: &[Part]) -> Option<usize> {
    let (last, above) = parts.split_last()?;
    let is_one = last.is_break && last.width == 1 && last.sign.is_none() && last.block == 0;
    let is_short = above
        .last()
        .is_some_and(|part| part.width == 2 && part.sign.is_some());
    let is_first = above.iter().all(|part| part.block == 0 && !part.is_break);
    (is_one && is_short && is_first).then_some(last.at as usize)
}

/// Two numbers in one line of a list that has one in each.
fn column(parts: &[Part]) -> Option<usize> {
    let breaks = parts.iter().filter(|part| part.is_break).count();
    let mut inline = parts.iter().filter(|part| !part.is_break && part.is_listed);
    let (first, more) = (inline.next()?, inline.count());
    (breaks > 2 * (more + 1)).then_some(first.at as usize)
}

/// No sign in a row, where others have one, or lines end with one.
fn unsigned(parts: &[Part]) -> Option<usize> {
    let has_sign = parts.iter().any(|part| part.sign == Some(','));
    let mut bare = parts
        .iter()
        .filter(|part| part.sign.is_none() && !part.is_break && part.behind > 0);
    bare.next()
        .filter(|_| has_sign)
        .map(|part| part.at as usize)
}

/// Strings of hex digits beside each other: in one line, or in a list without
/// a comma; and those with commas that were read as one block, though one of
/// them holds more than a byte.
fn strings(walk: &Walk, format: Format) -> Option<usize> {
    if format != Format::Hex {
        return None;
    }
    let (mut is_list, mut is_long, mut parted) = (false, false, None);
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        if let Some(at) = glue.rfind(['(', '[', '{', ')', ']', '}']) {
            is_list = glue[at..].starts_with('[');
        }
        if gap.before.is_none() || gap.after.is_none() {
            continue;
        }
        let is_odd = |quote: char| glue.matches(quote).count() % 2 == 1;
        if gap.is_inner()
            && glue.contains('\n')
            && !glue.contains(char::is_alphabetic)
            && (is_odd('"') || is_odd('\''))
        {
            return Some(gap.end);
        }
        let inner = glue
            .strip_prefix(['"', '\''])
            .and_then(|rest| rest.strip_suffix(['"', '\'']));
        match inner {
            Some(between) if between.trim().is_empty() && (is_list || !between.contains('\n')) => {
                return Some(gap.end);
            }
            Some(between) if between.trim() == "," && gap.is_inner() => {
                parted = parted.or(Some(gap.end))
            }
            None if gap.is_inner() => is_long = true,
            _ => {}
        }
    }
    parted.filter(|_| is_long)
}

/// A blank before a separator.
fn before(parts: &[Part]) -> Option<usize> {
    let signs = parts.iter().filter(|part| part.sign.is_some());
    if let [one] = *signs.clone().take(2).collect::<Vec<_>>()
        && one.is_listed
        && one.before > 0
    {
        return Some(one.at as usize);
    }
    few(signs.map(|part| (part, part.before > 0)))
}

/// Other blanks behind a separator. Columns of numbers are filled up with them.
fn behind(parts: &[Part]) -> Option<usize> {
    let signs = || {
        let signs = parts.iter().filter(|part| part.sign.is_some());
        signs.filter(|part| !part.is_break)
    };
    let usual = |measure: fn(&Part) -> u32| {
        let mut all: Vec<u32> = signs().map(measure).collect();
        all.sort_unstable();
        let usual = *all.get(all.len() / 2)?;
        Some((all.iter().filter(|own| **own == usual).count(), usual))
    };
    let sum = |part: &Part| part.behind + part.width;
    let (even, blank) = usual(|part| part.behind)?;
    let (filled, cell) = usual(sum)?;
    if signs().count() < 3 {
        return None;
    }
    if filled > even
        && let Some(part) = signs().find(|part| part.behind == 0 && !part.is_listed)
    {
        return Some(part.at as usize);
    }
    match filled > even {
        // A short list may stand on one line, without columns.
        true => parts
            .chunk_by(|one, next| one.block == next.block)
            .filter(|own| !own[0].is_listed || own.iter().any(|part| part.is_break))
            .find_map(|own| {
                let own = own
                    .iter()
                    .filter(|part| part.sign.is_some() && !part.is_break);
                few(own.map(|part| (part, sum(part) == cell)))
            }),
        // Numbers that are not filled up have one blank each, or none.
        false => signs()
            .find(|part| part.behind != blank && !part.is_listed)
            .map(|part| part.at as usize)
            .or_else(|| few(signs().map(|part| (part, part.behind == blank)))),
    }
}

/// A line of a block that is indented otherwise than the others.
fn indents(parts: &[Part]) -> Option<usize> {
    parts
        .chunk_by(|one, next| one.block == next.block)
        .find_map(|own| {
            let breaks = || own.iter().filter(|part| part.indent.is_some());
            let first = breaks().next()?;
            let sum = |part: &Part| part.indent.unwrap_or_default() + part.width;
            let is_even = breaks().all(|part| sum(part) == sum(first));
            let odd = few(breaks().map(|part| (part, part.indent == first.indent)));
            odd.filter(|_| !is_even)
        })
}

/// A separator at the end of a line and at the start of the next, a bracket
/// that is opened or closed within a block, or the sign of a number without
/// its digits.
fn doubled(walk: &Walk) -> Option<usize> {
    let sign = prefix(walk);
    let is_odd = |gap: &Gap| {
        let glue = &walk.raw[gap.start..gap.end];
        if !sign.is_empty() && gap.after.is_some() {
            let rest = glue.trim_end();
            let head = rest.strip_suffix(sign).filter(|_| rest.len() < glue.len());
            if head.is_some_and(|head| head.is_empty() || head.ends_with(char::is_whitespace)) {
                return true;
            }
        }
        if !gap.is_inner() || gap.before.is_none() {
            return false;
        }
        let count = |signs: &[char]| glue.matches(signs).count();
        let ends = glue.split(['\n', '\r']).next().unwrap_or_default().trim();
        let begins = glue.rsplit(['\n', '\r']).next().unwrap_or_default().trim();
        let is_twice = ends.len() == 1 && ends == begins && glue.contains('\n');
        let is_quoted = glue.contains(['"', '\'', '`']);
        is_twice || !is_quoted && count(&['[', '{']) != count(&[']', '}'])
    };
    walk.gaps().find(is_odd).map(|gap| gap.end)
}

/// The signs with which all numbers of a text begin.
pub(super) fn prefix<'a>(walk: &Walk<'a>) -> &'a str {
    let mut places = walk.blocks.iter().flat_map(|block| &block.places);
    let spelled = |place: &crate::Place| &walk.raw[place.start as usize..place.end as usize];
    let Some(first) = places.next().map(spelled) else {
        return "";
    };
    let end = first
        .find(|c: char| c.is_ascii_hexdigit())
        .unwrap_or_default();
    let sign = &first[..end];
    let is_sign =
        !sign.starts_with(['-', '\\', '%']) && places.all(|place| spelled(place).starts_with(sign));
    if is_sign { sign } else { "" }
}

/// The fewest bytes of one number that are no word of a machine.
const LONG: usize = 9;

/// A number of many bytes behind another one, which are two blocks.
fn runs(walk: &Walk) -> Option<usize> {
    let mut length = 1;
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        let is_next = gap.is_inner() && length >= LONG && glue.contains('\n');
        if is_next && matches!(glue.trim(), "0x" | "0X") {
            return Some(gap.end);
        }
        length = if glue.is_empty() { length + 1 } else { 1 };
    }
    None
}

/// Bytes none of which stands on one line.
fn across(walk: &Walk, format: Format) -> Option<usize> {
    let mut places = walk.blocks.iter().flat_map(|block| &block.places);
    let first = places.clone().next().filter(|_| format == Format::Bits)?;
    let is_across =
        |place: &crate::Place| walk.raw[place.start as usize..place.end as usize].contains('\n');
    places.all(is_across).then_some(first.start as usize)
}

#[cfg(test)]
mod tests {
    use super::super::said::says;

    #[test]
    fn what_parts_two_bytes_is_what_parts_others() {
        for text in [
            "new byte[4] {\n  130,\n  134\t,\n  132,\n  138,\n}",
            "[\n  190\n  136,\n]",
            "[-66, -65]\n[-1\n26]",
            "[-1\n26]",
            "[\n  [\n    13 0\n  ],\n  [\n    136,\n    190\n  ]\n]",
            "72, 3, 51, 48, 50, 9, 7\n6, 116, 65, 72, 47, 34,\n5, 112, 5, 87",
            "82:87:84:41:\n:30:38:30",
            "$ $86 $84",
            "  8, 130,   8,  25,  7\n6, 116,  65,  72",
            "1000\n0011\n1000\n1000\n",
        ] {
            assert!(says(text, "are not separated as the others"), "{text}");
        }
        for text in [
            "[130 134\n 132 138]",
            "0x82, 0x86\n0x84, 0x41",
            "Uint8Array(19) [\n  136,   0,   1, 120,  14, 168, 242, 128, 249, 193,  22, 130,\n  240,  30, 148, 153,  66,  71, 155\n]\nUint8Array(6) [ 136, 0, 1, 120, 1, 234 ]",
        ] {
            assert!(!says(text, "are not separated as the others"), "{text}");
        }
    }
}
