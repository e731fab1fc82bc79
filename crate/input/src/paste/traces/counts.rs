//! Numbers that say how many bytes a block has: `len = 17`, `17 bytes`,
//! `byte[17]`.

use super::super::{Format, notes::Noted};
use super::{Few, Gap, Walk};

/// Words before a number that say what it counts, in small letters.
const COUNTS: [&str; 4] = ["len", "length", "size", "bytelength"];

/// Types before a number in brackets that is their length.
pub(super) const TYPES: [&str; 8] = [
    "string",
    "array",
    "buffer",
    "uint8array",
    "int8array",
    "byte",
    "bytes",
    "u8",
];

/// Names of bytes before how many there are: `hdr(17)`.
const NAMES: [&str; 10] = [
    "hdr", "header", "headers", "block", "fragment", "payload", "rx", "tx", "recv", "send",
];

/// Words behind a number that say what it counts.
const UNITS: [&str; 5] = ["bytes", "byte", "octets", "octet", "B"];

const ENDS: [char; 2] = ['\n', '\r'];

/// How far from a number the words are that say what it counts, in bytes.
const REACH: usize = 40;

/// Numbers that are not how many bytes the block beside them has.
pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let mut notes = Few::default();
    // What a comment counts may be anything, unless it counts bytes elsewhere.
    let (mut in_comments, mut is_meant) = (Few::default(), false);
    let has_brackets = walk.raw.contains(['{', '[', '(', '<']);
    let mut rows = 0;
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 3) {
        let glue = &walk.raw[gap.start..gap.end];
        let (first, last) = (glue.find(ENDS), glue.rfind(ENDS));
        // The characters beside the rows of a dump may be any.
        let from = match format == Format::Hexdump && gap.before.is_some() {
            true if gap.is_inner() => continue,
            true => first.unwrap_or(glue.len()),
            false => 0,
        };
        // A comment behind all the bytes of a block is of nothing else.
        let is_whole = !gap.is_inner() && is_one_line(walk, gap) && !glue.contains([')', ']', '}']);
        let mut line = Line::default();
        for (at, number) in numbers(glue) {
            let end = at + number.len();
            if at < from {
                continue;
            }
            if is_rows(&glue[end..]) {
                let all = gap.before.map_or(0, |block| block + 1);
                let read = all - std::mem::replace(&mut rows, all);
                if number.parse() != Ok(read) {
                    notes.push((
                        gap.start + at,
                        format!("{number} rows are announced here, and {read} were read: rows may be missing, doubled or in another place."),
                    ));
                }
                continue;
            }
            if !is_count(
                part(glue, at.saturating_sub(REACH), at),
                part(glue, end, end + REACH),
            ) {
                continue;
            }
            let Ok(count) = number.parse::<usize>() else {
                continue;
            };
            let is_after = last.is_none_or(|last| last < at);
            let is_before = first.is_none_or(|first| at < first);
            let lengths = beside(walk, gap, is_before, is_after);
            let Some(&length) = lengths.last() else {
                continue;
            };
            // How long the strings in a block are, where its bytes are explained.
            let before = part(glue, at.saturating_sub(2 * REACH), at);
            let own = &before[before.rfind(ENDS).map_or(0, |start| start + 1)..];
            let behind = part(glue, end, end + REACH);
            let explains = |word: &&str| own.contains(*word) || behind.contains(*word);
            if ["Huffman", "Literal"].iter().any(explains) {
                continue;
            }
            line.go_on(glue, at);
            let is_remark = line.is_remark;
            let is_total = is_before && is_whole;
            // In a list it may as well be where the line stands.
            is_meant |= is_remark
                && !has_brackets
                && at - line.start < REACH
                && is_alone(&glue[line.start..at], part(glue, end, end + REACH));
            // PHP counts the digits: `string(34) "8286…"`.
            let digits = glue[..at].ends_with("string(") && count.is_multiple_of(2);
            if lengths.contains(&count) || digits && lengths.contains(&(count / 2)) {
                is_meant |= is_remark;
            } else {
                let read = match length {
                    1 => "1 byte was".to_owned(),
                    _ => format!("{length} bytes were"),
                };
                let list = if is_remark && !is_total {
                    &mut in_comments
                } else {
                    &mut notes
                };
                list.push((
                    gap.start + at,
                    format!("{count} bytes are announced here, and {read} read: one of the two was changed, or bytes are missing or doubled."),
                ));
            }
        }
    }
    if is_meant {
        in_comments.0.into_iter().for_each(|note| notes.push(note));
    }
    notes.0
}

/// The line of a gap that was come to.
#[derive(Default)]
struct Line {
    start: usize,
    /// How far it was looked at.
    seen: usize,
    /// Whether a comment has begun in it.
    is_remark: bool,
}

impl Line {
    /// Goes on to `at`, which is not before the last place.
    fn go_on(&mut self, glue: &str, at: usize) {
        if let Some(end) = glue[self.seen..at].rfind(ENDS) {
            self.start = self.seen + end + 1;
            self.is_remark = false;
        }
        let from = self.seen.saturating_sub(1).max(self.start);
        let fresh = part(glue, from, at);
        let signs = ["//", "/*", "#", "--", ";"];
        self.is_remark |= signs.iter().any(|sign| fresh.contains(sign));
        self.seen = at;
    }
}

/// Whether nothing but a count stands in a comment: `# 54 bytes`.
fn is_alone(before: &str, behind: &str) -> bool {
    let is_sign = |c: char| "#/*;- ".contains(c);
    let behind = behind.split(ENDS).next().unwrap_or_default();
    let unit = behind
        .trim_start_matches(' ')
        .trim_end_matches(['*', '/', ' ']);
    before.chars().all(is_sign) && UNITS.contains(&unit)
}

/// Whether the block before a gap stands on the line of its last byte.
fn is_one_line(walk: &Walk, gap: Gap) -> bool {
    let first = gap
        .before
        .and_then(|block| walk.blocks[block].places.first());
    first.is_some_and(|first| !walk.raw[first.start as usize..gap.start].contains(ENDS))
}

/// A part of a text, shorter where it would end within a character.
fn part(text: &str, start: usize, end: usize) -> &str {
    let end = end.min(text.len());
    let start = (start..end)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(end);
    let end = (start..=end)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(start);
    &text[start..end]
}

/// Whole numbers in decimal, with their places.
fn numbers(glue: &str) -> impl Iterator<Item = (usize, &str)> {
    glue.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| (1..=7).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit()))
        .map(|word| (word.as_ptr().addr() - glue.as_ptr().addr(), word))
}

/// Whether a number counts the rows of a table, by what stands behind it:
/// `(2 rows)`, `2 rows in set`.
fn is_rows(behind: &str) -> bool {
    ["", "s"].iter().any(|plural| {
        let rest = behind
            .strip_prefix(" row")
            .and_then(|rest| rest.strip_prefix(plural));
        rest.is_some_and(|rest| rest.starts_with(')') || rest.starts_with(" in set"))
    })
}

/// Whether a number counts bytes, by what stands before and behind it.
fn is_count(before: &str, behind: &str) -> bool {
    let unit = behind.trim_start_matches([' ', '-']);
    let unit = &unit[..unit
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(unit.len())];
    // What a decoder logs of its steps.
    if before.ends_with("consumed ") {
        return false;
    }
    if UNITS.contains(&unit) {
        return true;
    }
    let head = before.trim_end_matches([' ', ':', '=', '"', '\'', '(', '[', ';']);
    let sign = &before[head.len()..];
    let start = head
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphanumeric())
        .last()
        .map_or(head.len(), |(at, _)| at);
    let word = head[start..].to_ascii_lowercase();
    let own = head[..start]
        .trim_end_matches(['-', '_', ' ', '{'])
        .to_ascii_lowercase();
    // Wireshark's [Header Length: 155] is that of the fields; -size is an option.
    let is_other = ["content", "table", "max", "frame", "[pad", "[header"]
        .iter()
        .any(|other| own.ends_with(other))
        || head[..start].ends_with(" -");
    match sign {
        "" => false,
        _ if COUNTS.contains(&word.as_str()) => !is_other && !sign.contains(['(', '[']),
        // hdr(17)=8286; but HEADERS(1) is a frame of stream 1.
        "(" if NAMES.contains(&word.as_str()) && &head[start..] != "HEADERS" => {
            let behind = behind
                .strip_prefix(')')
                .map(|rest| rest.trim_start_matches(' '));
            behind.is_some_and(|rest| rest.starts_with([':', '=']))
        }
        _ => TYPES.contains(&word.as_str()) && matches!(sign, "(" | "[" | "; "),
    }
}

/// The lengths of the blocks that a number in a gap may be of: of that on its
/// line, or of either.
fn beside(walk: &Walk, gap: Gap, is_before: bool, is_after: bool) -> Vec<usize> {
    let length = |block: usize| walk.blocks[block].octets.len();
    match (gap.before, gap.after) {
        (_, Some(after)) if is_after => vec![length(after)],
        (Some(before), _) if is_before => vec![length(before)],
        (before, after) => before.into_iter().chain(after).map(length).collect(),
    }
}
