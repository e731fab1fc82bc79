//! Lists and strings that a damage may have joined or parted: a bracket that is
//! not closed, a mark read as a character, two lists beside each other; and
//! what stands inside their brackets, which is the same at both ends.

use std::collections::HashMap;

use super::super::{Format, notes::Noted};
use super::{Gap, Walk, counts::TYPES, is_open, parted};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        buffer(walk),
        literal(walk, format),
        beside(walk),
        index(walk, format),
        apart(walk),
        edges(walk, format),
        typed(walk, format),
    ];
    all.into_iter().flatten().collect()
}

/// What Node prints of a buffer, not closed.
fn buffer(walk: &Walk) -> Option<Noted> {
    let opens = ["<Buffer ", "[Uint8Contents]: <"];
    let open = opens.into_iter().find(|open| walk.raw.contains(open))?;
    let at = walk.raw.rfind(open)?;
    let ends = walk.raw.matches('>').count();
    let count = walk.raw.matches(open).count();
    let is_broken = walk.raw.contains("\n>") || open == opens[1] && count != walk.blocks.len();
    (count > ends || is_broken).then(|| {
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

fn is_close(c: char) -> bool {
    matches!(c, ']' | '}' | ')')
}

/// Bytes of one block in brackets of their own, a line for each.
fn apart(walk: &Walk) -> Option<Noted> {
    let mut gaps = walk.gaps().filter(Gap::is_inner);
    let gap = gaps.find(|gap| {
        let mut lines = walk.raw[gap.start..gap.end].lines().map(str::trim);
        lines.next() == Some(")") && lines.next() == Some("(") && lines.next().is_none()
    })?;
    Some((gap.start, "Each byte stands in brackets of its own here: these may be numbers of lines whose bytes are missing.".into()))
}

/// How far behind a byte in brackets the end of its line is looked for.
const REACH: usize = 200;

/// A byte in brackets behind a word, and what may be others at the end of its
/// line: `app[82]: 82 86`.
fn index(walk: &Walk, format: Format) -> Option<Noted> {
    let mut heads = walk
        .gaps()
        .filter(|gap| gap.after.is_some() && format == Format::Hex);
    heads.find_map(|gap| {
        let head = walk.raw[gap.start..gap.end].strip_suffix('[')?;
        let rest = &walk.raw[gap.end..];
        let end = rest.char_indices().nth(REACH).map_or(rest.len(), |(at, _)| at);
        let line = rest[..end].lines().next().unwrap_or_default();
        let (_, tail) = line.split_once("]:")?;
        let last = tail.rsplit(' ').next().unwrap_or_default();
        let is_pair = last.len() == 2
            && last.bytes().all(|byte| byte.is_ascii_hexdigit())
            && last.contains(|c: char| c.is_ascii_digit());
        (is_pair && head.ends_with(char::is_alphanumeric)).then(|| {
            (gap.end, format!("A number in brackets was read as a byte here, and “{last}” behind it was not: it may be one too."))
        })
    })
}

/// Two lists in one line with neither a comma nor a name between them, or bytes
/// that a separator parts and that were read as blocks.
fn beside(walk: &Walk) -> Option<Noted> {
    let (mut lone, mut all, mut first) = (0, 0, None);
    for gap in walk.gaps() {
        let (Some(before), Some(after)) = (gap.before, gap.after) else {
            continue;
        };
        let glue = &walk.raw[gap.start..gap.end];
        let is_joined = |line: &str| {
            let line = line.trim_start();
            let rest = line.trim_start_matches(is_close).trim_start();
            let is_named = rest.starts_with(',') || rest.contains(['=', ':', '<']);
            rest.len() < line.len() && rest.contains(is_open) && !is_named
        };
        if let Some(line) = glue.lines().find(|line| is_joined(line)) {
            let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
            return Some((at, "Two lists stand beside each other here without a comma or a name: one may be doubled, or a part be missing.".into()));
        }
        if before == after || glue.contains(['\n', '\r']) {
            continue;
        }
        if matches!(glue.trim(), "," | ";" | "-" | "_") {
            all += 1;
            lone += usize::from(walk.blocks[before].octets.len() == 1);
            first = first.or(Some(gap.start));
        }
    }
    let at = first.filter(|_| lone * 2 >= all)?;
    Some((at, "Bytes with a separator between them were read as blocks of their own here: a separator may be missing elsewhere.".into()))
}

/// What stands inside the brackets or quotes of a list, before its first byte
/// and behind its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edges {
    /// The bracket or quote, if there is one.
    open: Option<char>,
    /// Whether a blank or a line end stands behind it.
    has_blank: bool,
    has_line: bool,
    /// Whether a separator stands behind the last byte, and a blank or a line
    /// end behind that.
    has_comma: bool,
    ends_blank: bool,
    ends_line: bool,
}

impl Edges {
    fn new(before: &str, behind: &str) -> Self {
        let prefix = ["0x", "0X"]
            .iter()
            .find_map(|prefix| before.strip_suffix(prefix));
        let before = prefix.unwrap_or(before);
        let head = before.trim_end();
        let is_buffer = head.ends_with("<Buffer");
        let rest = behind.trim_start_matches(',');
        let tail = rest.trim_start_matches([' ', '\t', '\u{a0}']);
        let is_remark = ["/*", "//", "#"].iter().any(|sign| tail.starts_with(sign));
        let is_quote = |c: &char| matches!(c, '"' | '\'' | '`');
        Self {
            open: match is_buffer {
                true => Some('<'),
                false => head
                    .chars()
                    .next_back()
                    .filter(|c| is_open(*c) || is_quote(c)),
            },
            has_blank: head.len() < before.len() && !is_buffer,
            has_line: before[head.len()..].contains(['\n', '\r']),
            has_comma: rest.len() < behind.len(),
            ends_blank: tail.len() < rest.len() && !is_remark,
            ends_line: is_remark || tail.is_empty() || tail.starts_with(['\n', '\r']),
        }
    }

    /// Whether no program prints a list so.
    fn is_odd(&self, behind: &str, has_breaks: bool) -> bool {
        let is_closed = behind.trim_start_matches([',', ' ', '\t', '\u{a0}', '\n', '\r']);
        let is_tuple = is_closed.starts_with(')');
        match self.open {
            None => self.has_comma && self.ends_blank && self.ends_line,
            // Columns of numbers are filled up with blanks.
            Some(_) if !self.has_line && !self.ends_line => {
                self.has_comma && !is_tuple || self.has_blank != self.ends_blank && !has_breaks
            }
            Some(_) if self.ends_line && self.has_line => self.has_comma && self.ends_blank,
            Some(_) => self.ends_line && !has_breaks && is_closed.starts_with(is_close),
        }
    }
}

/// The edges of a list that do not agree, or are not those of the others.
fn edges(walk: &Walk, format: Format) -> Option<Noted> {
    if matches!(
        format,
        Format::Escaped | Format::Percent | Format::Base64 | Format::Hexdump
    ) {
        return None;
    }
    let mut all: Vec<(Gap, &str, Edges, bool)> = Vec::new();
    let (mut head, mut has_breaks, mut has_blanks) = ("", false, false);
    let mut notes = Vec::new();
    let mut casts: Option<&str> = None;
    let mut firsts: Vec<Gap> = Vec::new();
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        if gap.is_inner() && gap.before.is_some() {
            has_breaks |= glue.contains(['\n', '\r']);
            has_blanks |= glue.contains([' ', '\t'])
                && glue
                    .lines()
                    .next()
                    .is_some_and(|line| line.ends_with(' ') && line.len() < glue.len());
            let cast = glue.trim_start_matches([',', ' ', '\t', '\n', '\r']);
            casts = casts
                .or(Some(cast))
                .map(|own| if own == cast { own } else { "" });
            continue;
        }
        if gap.before.is_some() {
            all.push((gap, glue, Edges::new(head, glue), has_breaks));
        }
        if gap.after.is_some() {
            firsts.push(gap);
        }
        (head, has_breaks) = (glue, false);
    }
    let mut counts: HashMap<Edges, usize> = HashMap::new();
    for (_, _, own, _) in &all {
        *counts.entry(*own).or_default() += 1;
    }
    let odd = all.iter().find(|(_, glue, own, has_breaks)| {
        own.is_odd(glue, *has_breaks) && counts[own] < 2 && !(own.ends_line && has_blanks)
    });
    notes.extend(odd.map(|(gap, ..)| gap.start));
    // A list on several lines has a comma behind its last number, or none.
    let ends = |comma: bool| {
        let lines = all.iter().filter(move |(_, _, own, _)| {
            own.open.is_some_and(is_open) && own.has_line && own.ends_line && own.has_comma == comma
        });
        lines.map(|(gap, ..)| gap.start)
    };
    let (with, less) = (ends(true).count(), ends(false).count());
    if with > 0 && less > 0 {
        notes.extend(ends(with < less).next());
    }
    // What stands before each number but the first, or behind the last one.
    let lone = firsts
        .first()
        .map(|gap| walk.raw[gap.start..gap.end].trim_end());
    let lone = lone.and_then(|glue| Some(&glue[glue.rfind('(')?..]));
    let cast = casts
        .or(lone)
        .map(str::trim)
        .filter(|cast| cast.starts_with('(') && cast.ends_with(')'));
    if let Some(cast) = cast {
        let is_less = |gap: &&Gap| !walk.raw[gap.start..gap.end].trim_end().ends_with(cast);
        notes.extend(firsts.iter().find(is_less).map(|gap| gap.end));
        let is_more = |(_, glue, ..): &&(Gap, &str, Edges, bool)| {
            glue.trim_start_matches([',', ' ']).starts_with(cast)
        };
        notes.extend(all.iter().find(is_more).map(|(gap, ..)| gap.start));
    }
    let sign = parted::prefix(walk);
    if !sign.is_empty() {
        let is_number =
            |rest: &str| rest.len() > 1 && rest.bytes().take(2).all(|b| b.is_ascii_hexdigit());
        let is_left = |(_, glue, ..): &&(Gap, &str, Edges, bool)| {
            glue.match_indices(sign)
                .any(|(at, _)| is_number(&glue[at + sign.len()..]))
        };
        notes.extend(all.iter().find(is_left).map(|(gap, ..)| gap.start));
    }
    // JSON has no comma behind the last item of a list.
    let (last, glue, ..) = all.last()?;
    let is_json = !walk.raw.contains(char::is_alphabetic);
    let closes = glue
        .trim_start()
        .trim_start_matches(|c: char| is_close(c) || c.is_whitespace());
    if is_json
        && glue.trim_start().starts_with(is_close)
        && closes.starts_with(',')
        && closes[1..].trim_start().starts_with(is_close)
    {
        notes.push(last.start);
    }
    // A separator before the first byte of all.
    let is_empty = |gap: &&Gap| {
        ["[,", "{,", "(,"]
            .iter()
            .any(|open| walk.raw[gap.start..gap.end].contains(open))
    };
    notes.extend(firsts.iter().find(is_empty).map(|gap| gap.start));
    let first = firsts.first()?;
    let glue = &walk.raw[first.start..first.end];
    let is_dot = glue.ends_with('.') && glue.trim_start() == ".";
    let is_sign = glue == "-"
        && walk
            .gaps()
            .any(|gap| gap.is_inner() && &walk.raw[gap.start..gap.end] == "-");
    if is_dot || is_sign || glue.trim() == "," {
        notes.push(first.end);
    }
    let at = notes.into_iter().min()?;
    Some((at, "What stands here inside the list, before its first byte or behind its last one, is not what stands at its other end or in other lists: bytes may be missing or changed.".into()))
}

/// A list that is the length of one, or whose type has no such number.
fn typed(walk: &Walk, format: Format) -> Option<Noted> {
    if format != Format::Decimal {
        return None;
    }
    let mut head = "";
    let mut odd = None;
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        if let Some(block) = gap
            .before
            .filter(|_| !gap.is_inner())
            .map(|block| &walk.blocks[block])
        {
            let word = head.strip_suffix('[').and_then(|head| {
                let word = head.rsplit(|c: char| !c.is_alphanumeric()).next();
                word.map(str::to_ascii_lowercase)
            });
            let is_length = block.octets.len() == 1
                && glue.starts_with(']')
                && word.is_some_and(|word| TYPES.contains(&word.as_str()));
            let is_below =
                |place: &&crate::Place| walk.raw[place.start as usize..].starts_with('-');
            let line = head.trim_end().rsplit('\n').next().unwrap_or_default();
            let is_unsigned = ["'B'", "uint8", "Uint8", "u8", "unsigned"]
                .iter()
                .any(|word| line.contains(word));
            let is_signed = line.contains("{byte[");
            let places = || block.places.iter().zip(&block.octets);
            let wrong = match () {
                () if is_length => block.places.first(),
                () if is_unsigned => block.places.iter().find(is_below),
                () if is_signed => places()
                    .find(|(place, octet)| **octet > 127 && !is_below(&&**place))
                    .map(|(place, _)| place),
                () => None,
            };
            odd = odd.or(wrong.map(|place| place.end as usize));
        }
        if gap.after.is_some() && !gap.is_inner() {
            head = glue;
        }
    }
    Some((odd?, "This number is no byte of the type that stands before it, or its length: a part of it may be missing or changed.".into()))
}

#[cfg(test)]
mod tests {
    use super::super::said::says;

    #[test]
    fn both_ends_of_a_list_are_alike() {
        for text in [
            "[ 130]",
            "[82, ]\n[88, be]",
            "[[130,134],[130,],[136,190]]",
            "byte[] b = {(byte) 130, (byte) 134, (byte)\n};",
            "byte[] b = new byte[] { 0x76, (byte) 0x87, (byte) 0x86};",
            "{\n    0x82\n};\n{\n    0x82, 0x86,\n};",
            "0276, \n",
            "[\n  [\n    130\n  ],\n]",
            ",\n 0x90,0xf4",
            "#xBE |#xBF",
            "<Buffer 82 >",
        ] {
            assert!(says(text, "inside the list"), "{text}");
        }
        for text in [
            "Array(2) [ 190, 191 ]",
            "byte[] b = { 0x82, 0x86 };",
            "x = [0x82,\n     0x86]",
            "x = (130,)",
            "<Buffer 82 86>",
        ] {
            assert!(!says(text, "inside the list"), "{text}");
        }
    }
}
