//! Escaped strings in the dialects of many programming languages.

use std::{cell::LazyCell, ops::RangeInclusive};

use super::{
    bytes::Bytes,
    scan::{byte_at, contains, span, span_back},
    text::{FILLER, NEAR, is_blank, is_word, skip_blanks},
};
use crate::Place;

/// String prefixes: `b"…"`, `u8'…'`, `x'…'`.
const PREFIXES: &str = "b B r R rb br Rb bR u u8 U L x X e E c q qq s f n";

/// Haskell's names of control characters, by code.
const NAMES: &str = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP";

/// Returns the length of the string prefix before the quote at `at`, or `None`
/// if the quote ends a word or is escaped.
pub(super) fn prefix_length(plain: &[u8], at: usize) -> Option<usize> {
    let start = span_back(plain, at, is_word);
    let name = &plain[start..at];
    let is_known = name.is_empty() || PREFIXES.split(' ').any(|known| known.as_bytes() == name);
    let is_escaped = plain[..at].ends_with(b"\\");
    (is_known && !is_escaped).then_some(name.len())
}

/// Returns the closing quote of the string that opens at `at`, and whether it
/// has numeric escapes. A backslash continues the string in the next line.
pub(super) fn find_closing(plain: &[u8], at: usize) -> Option<(usize, bool)> {
    let quote = plain[at];
    let mut is_escaped = false;
    let mut end = at + 1;
    loop {
        match *plain.get(end)? {
            b'\\' => {
                is_escaped |= is_numeric(&plain[end + 1..]);
                end += 1 + usize::from(plain.get(end + 1) == Some(&b'\r'));
            }
            b'\n' => return None,
            byte if byte == quote => return Some((end, is_escaped)),
            _ => {}
        }
        end += 1;
    }
}

/// Whether an escape, `rest` after the backslash, is a number or a name.
fn is_numeric(rest: &[u8]) -> bool {
    match rest {
        [b'0'..=b'9', ..] => true,
        [b'x' | b'u', next, ..] => next.is_ascii_hexdigit() || *next == b'{',
        _ => control_name(rest).is_some(),
    }
}

/// Whether a backslash has two digits behind it and no third, as in LLVM.
fn has_pair(text: &[u8]) -> bool {
    let is_pair = |escape: &[u8]| match escape {
        [b'0'..=b'9', next, rest @ ..] => {
            next.is_ascii_hexdigit() && !rest.first().is_some_and(u8::is_ascii_digit)
        }
        _ => false,
    };
    text.split(|&byte| byte == b'\\').skip(1).any(is_pair)
}

/// Returns length and code of the longest control character name in front.
fn control_name(rest: &[u8]) -> Option<(usize, u8)> {
    if !rest.first()?.is_ascii_uppercase() {
        return None;
    }
    let names = NAMES.split(' ').zip(0..).chain([("DEL", 127)]);
    let names = names.filter(|(name, _)| rest.starts_with(name.as_bytes()));
    let (name, byte) = names.max_by_key(|(name, _)| name.len())?;
    Some((name.len(), byte))
}

/// Whether a string without escapes can be part of a literal: an operator or
/// another string is next to it.
pub(super) fn is_next_to_string(plain: &[u8], start: usize, end: usize) -> bool {
    let is_joint = |byte: u8| b"+.\"'~|".contains(&byte);
    let is_space = |byte| is_blank(byte) || byte == b'\n' || byte == FILLER;
    let before = &plain[..span_back(plain, start, is_space)];
    let next = skip_blanks(plain, end, true);
    // A sentence can end with the string.
    let is_stop = matches!(plain[end..], [b'.'] | [b'.', b'\n', ..]);
    before.last().is_some_and(|&byte| is_joint(byte))
        || is_joint(byte_at(plain, next)) && !is_stop
        || matches!(plain[next..], [b'b' | b'B', b'"' | b'\'', ..])
}

/// Returns the end of unquoted escapes at `at`, including printable characters
/// among and after them.
pub(super) fn bare_end(plain: &[u8], at: usize) -> Option<usize> {
    let is_simple = |rest: &[u8]| matches!(rest, [next, ..] if b"abefnrtv\\".contains(next));
    let (mut end, mut escapes_end) = (at, at);
    loop {
        let (rest, is_first) = (&plain[end..], end == at);
        match rest {
            [b'\\', rest @ ..] if is_numeric(rest) || !is_first && is_simple(rest) => {
                end += 1 + match rest[0] {
                    b'x' => 1 + parse_number(&rest[1..], 2, 16).0,
                    // Without quotes, two digits can be hexadecimal.
                    b'0'..=b'9' if parse_number(rest, 3, 10).0 < 3 => return None,
                    b'0'..=b'9' => 3,
                    b'u' => return None,
                    _ => 1,
                };
                escapes_end = end;
            }
            [byte @ b'!'..=b'~', ..] if !is_first && !b"\"'<>()[]{}\\".contains(byte) => end += 1,
            _ => break,
        }
    }
    // Letters and digits after the last escape belong to it.
    let after = &plain[escapes_end..end];
    let is_word_end = after.iter().all(u8::is_ascii_alphanumeric);
    (escapes_end > at).then_some(if is_word_end { end } else { escapes_end })
}

/// Escapes that the strings of a dialect have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    /// `\x82` among others. A non-ASCII character is its UTF-8.
    Bytes,
    /// None like that: `\u0082` is likely a byte, as in JSON, and so is a character.
    Codes,
    /// Two digits and no third, and a non-ASCII character is its UTF-8.
    Pairs,
}

/// What differs between languages.
pub(super) struct Dialect {
    pub(super) tag: &'static str,
    /// Base of `\130`.
    radix: u32,
    escapes: Escapes,
}

pub(super) const DIALECTS: [Dialect; 5] = {
    use Escapes::{Bytes, Codes, Pairs};
    const fn dialect(tag: &'static str, radix: u32, escapes: Escapes) -> Dialect {
        Dialect {
            tag,
            radix,
            escapes,
        }
    }
    [
        dialect("lit0", 8, Bytes),
        dialect("lit1", 8, Codes),
        // Haskell, Lua and Erlang.
        dialect("lit2", 10, Bytes),
        dialect("lit3", 10, Codes),
        // LLVM and WebAssembly: `\8c`.
        dialect("lit4", 16, Pairs),
    ]
};

/// The dialects that a text can be in.
pub(super) fn dialects(text: &[u8]) -> impl Iterator<Item = &'static Dialect> {
    let (has_bytes, has_pair) = (contains(text, b"\\x"), has_pair(text));
    DIALECTS
        .iter()
        .filter(move |dialect| match dialect.escapes {
            Escapes::Bytes => has_bytes,
            Escapes::Codes => !has_bytes,
            Escapes::Pairs => !has_bytes && has_pair,
        })
}

/// Decodes the literal at `start..end`, or returns the position of the first
/// escape or character that is invalid in this dialect.
pub(super) fn decode(
    raw: &str,
    plain: &[u8],
    (start, end): (usize, usize),
    dialect: &Dialect,
    out: &mut Bytes,
) -> Result<(), usize> {
    let near = &raw.as_bytes()[start.saturating_sub(NEAR)..raw.len().min(end + NEAR)];
    let is_padded = LazyCell::new(|| near.windows(4).any(is_padded));
    let opening = &plain[start..end.min(start + 4)];
    let (mut at, end) = match opening.iter().position(|byte| b"\"'".contains(byte)) {
        Some(open) => (
            span(plain, start + open + 1, |byte| byte == FILLER),
            end - 1,
        ),
        None => (start, end),
    };
    while at < end {
        let rest = raw.get(at..end).ok_or(at)?;
        let (length, code) = if let Some(rest) = rest.strip_prefix('\\') {
            let (length, code) = parse_escape(rest.as_bytes(), dialect, || *is_padded).ok_or(at)?;
            (1 + length, code)
        } else {
            let c = rest.chars().next().filter(|&c| c >= ' ').ok_or(at)?;
            (c.len_utf8(), Code::Char(c))
        };
        let place = Place::new(at, at + length);
        match code {
            Code::Byte(byte) => out.push(byte, place),
            Code::Char(c) if dialect.escapes != Escapes::Codes => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    out.push(byte, place);
                }
            }
            Code::Char(c) => out.push(u8::try_from(c).map_err(|_| at)?, place),
            Code::Nothing => {}
        }
        at += length;
    }
    Ok(())
}

enum Code {
    Byte(u8),
    Char(char),
    Nothing,
}

/// Parses an escape, `rest` after the backslash. Returns length and meaning.
fn parse_escape(
    rest: &[u8],
    dialect: &Dialect,
    is_padded: impl Fn() -> bool,
) -> Option<(usize, Code)> {
    let (&first, after) = rest.split_first()?;
    let (length, value) = match first {
        _ if dialect.radix == 16 && first.is_ascii_hexdigit() => parse_hex(rest, 2..=2)?,
        b'x' => {
            let (length, value) = parse_hex(after, 1..=2)?;
            // If other escapes are padded to two digits, one is missing here.
            if length == 1 && is_padded() {
                return None;
            }
            (1 + length, value)
        }
        b'u' => {
            let (length, value) = parse_hex(after, 4..=4)?;
            return Some((1 + length, Code::Char(char::from_u32(value)?)));
        }
        b'0'..=b'9' => parse_number(rest, 3, dialect.radix),
        b'&' => return Some((1, Code::Nothing)),
        // The string continues in the next line after the indent.
        b'\n' | b'\r' => {
            let length = span(rest, 0, |byte| byte.is_ascii_whitespace());
            return Some((length, Code::Nothing));
        }
        _ => {
            let known = b"abefnrtvs".iter().position(|&known| known == first);
            let known = known.map(|known| (1, b"\x07\x08\x1b\x0c\n\r\t\x0b "[known]));
            let itself = (!first.is_ascii_alphanumeric()).then_some((1, first));
            let (length, byte) = control_name(rest).or(known).or(itself)?;
            (length, byte.into())
        }
    };
    (length > 0).then_some((length, Code::Byte(u8::try_from(value).ok()?)))
}

/// Matches `\x0a`.
fn is_padded(four: &[u8]) -> bool {
    matches!(four, [b'\\', b'x', b'0', digit] if digit.is_ascii_hexdigit())
}

/// Parses hex digits, `counts` of them or any in braces: length and value.
fn parse_hex(text: &[u8], counts: RangeInclusive<usize>) -> Option<(usize, u32)> {
    if let Some(inner) = text.strip_prefix(b"{") {
        let (count, value) = parse_number(inner, 6, 16);
        return (count > 0 && byte_at(inner, count) == b'}').then_some((count + 2, value));
    }
    let (count, value) = parse_number(text, *counts.end(), 16);
    counts.contains(&count).then_some((count, value))
}

/// Parses at most `most` digits. Returns their number and value.
fn parse_number(text: &[u8], most: usize, radix: u32) -> (usize, u32) {
    let digits = text.iter().take(most);
    let digits = digits.map_while(|&byte| char::from(byte).to_digit(radix));
    digits.fold((0, 0), |(count, value), digit| {
        (count + 1, value * radix + digit)
    })
}
