//! Decodes the pasted text, and normalises it to ASCII.
//!
//! Copied text has passed through web pages, word processors, input methods and
//! terminals, which leave no-break and zero-width spaces, typographic quotes,
//! full-width digits and colours. The normalised text has a plain character at
//! the same offset for each, so that its offsets are those of the original.

use std::borrow::Cow;

use crate::scan::{byte_at, span};
use crate::visible::is_invisible;

/// Fills the rest of a multibyte character with a plain form.
pub(super) const FILLER: u8 = 0;
/// A non-ASCII character that is neither a letter nor has a plain form.
pub(super) const OTHER: u8 = 0x1a;
/// First byte of a non-ASCII letter.
pub(super) const LETTER: u8 = 0x80;
/// Each following byte of a non-ASCII letter.
pub(super) const LETTER_REST: u8 = 0x81;
/// `…`.
pub(super) const ELLIPSIS: u8 = 0x85;

/// Decodes UTF-8, UTF-16 with a byte order mark, or a code page with only
/// spaces, quotes and dashes beyond ASCII. Returns `None` for other input.
pub(super) fn decode(input: &[u8]) -> Option<Cow<'_, str>> {
    let text = match input {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes)?.into(),
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes)?.into(),
        _ => match str::from_utf8(input) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => decode_code_page(input)?.into(),
        },
    };
    (!has_controls(text.as_bytes())).then_some(text)
}

fn decode_utf16(input: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, []) = input.as_chunks() else {
        return None;
    };
    let units = pairs.iter().map(|&pair| unit(pair));
    char::decode_utf16(units).collect::<Result<_, _>>().ok()
}

/// Whether there are controls other than white space and terminal colours.
fn has_controls(text: &[u8]) -> bool {
    (0..text.len()).any(|at| match text[at] {
        0x1b => escape_length(&text[at..]).is_none(),
        byte => !matches!(byte, b'\t'..=b'\r' | b' '..),
    })
}

/// Returns the length of the terminal escape sequence (`ESC [ … m` or `K`) at
/// the start of `text`.
fn escape_length(text: &[u8]) -> Option<usize> {
    let end = span(text, 2, |byte| matches!(byte, b'0'..=b'9' | b';'));
    let is_escape = text.starts_with(b"\x1b[") && matches!(byte_at(text, end), b'm' | b'K');
    is_escape.then_some(end + 1)
}

/// Decodes Windows-1252 that is mostly hex digits; other input with such bytes
/// is a header block.
fn decode_code_page(input: &[u8]) -> Option<String> {
    let character = |&byte: &u8| match byte {
        0x85 => Some('…'),
        0x91 | 0x92 => Some('\''),
        0x93 | 0x94 => Some('"'),
        0x95 => Some('•'),
        0x96 | 0x97 => Some('-'),
        b'\t'..=b'\r' | b' '..=b'~' | 0xa0 => Some(char::from(byte)),
        _ => None,
    };
    let digits = input.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    let foreign = input.iter().filter(|byte| !byte.is_ascii()).count();
    let is_text = digits >= 2 * foreign.max(8);
    is_text.then(|| input.iter().map(character).collect())?
}

/// Normalises `raw` to ASCII of the same length in bytes.
pub(super) fn normalise(raw: &str) -> Cow<'_, [u8]> {
    let is_plain = |byte: u8| byte.is_ascii() && byte != 0x1b && byte != b'&';
    if raw.bytes().all(is_plain) {
        return Cow::Borrowed(raw.as_bytes());
    }
    let mut plain = raw.as_bytes().to_vec();
    for (start, c) in raw.char_indices() {
        let rest = &raw.as_bytes()[start..];
        let (byte, length) = match c {
            '&' => parse_entity(rest).unwrap_or((b'&', 1)),
            '\x1b' => (b' ', escape_length(rest).unwrap_or(1)),
            '\0'..='\x7f' => continue,
            c => (plain_form(c), c.len_utf8()),
        };
        let filler = match byte {
            b' ' => b' ',
            LETTER => LETTER_REST,
            _ => FILLER,
        };
        plain[start..start + length].fill(filler);
        plain[start] = byte;
    }
    Cow::Owned(plain)
}

/// Replaces the `>` of quoted mail by blanks, if some of the lines are prose.
pub(super) fn unquote(plain: &mut Cow<'_, [u8]>) {
    let marks = |line: &[u8]| match line {
        [b'>', ..] => span(line, 0, |byte| byte == b'>' || byte == b' '),
        _ => 0,
    };
    let is_prose = |line: &[u8]| {
        let words = line[marks(line)..].split(|&byte| !is_word(byte));
        let is_hex = |word: &[u8]| word.iter().all(u8::is_ascii_hexdigit);
        let has_digit = |word: &[u8]| word.iter().any(u8::is_ascii_digit);
        let is_name = |word: &&[u8]| word.len() > 1 && !has_digit(word) && !is_hex(word);
        let has_bytes = words.clone().any(|word| word.len() > 5 && is_hex(word));
        marks(line) > 0 && !has_bytes && words.filter(is_name).count() > 2
    };
    if plain.split(|&byte| byte == b'\n').any(is_prose) {
        for line in plain.to_mut().split_mut(|&byte| byte == b'\n') {
            let length = marks(line);
            line[..length].fill(b' ');
        }
    }
}

/// Returns plain form and length of an entity for a quote, bracket or blank.
fn parse_entity(text: &[u8]) -> Option<(u8, usize)> {
    let length = text.iter().take(6).position(|&byte| byte == b';')? + 1;
    let byte = match &text[..length] {
        b"&quot;" | b"&#34;" => b'"',
        b"&apos;" | b"&#39;" | b"&#x27;" => b'\'',
        b"&lt;" => b'<',
        b"&gt;" => b'>',
        b"&nbsp;" => b' ',
        _ => return None,
    };
    Some((byte, length))
}

fn plain_form(c: char) -> u8 {
    match c {
        '\u{ff01}'..='\u{ff5e}' => (c as u32 - 0xff01) as u8 + b'!',
        '“' | '”' | '„' | '‟' | '«' | '»' => b'"',
        '‘' | '’' | '‚' | '‛' => b'\'',
        '‐'..='―' | '−' => b'-',
        '→' | '⇒' | '➜' | '⟶' | '►' | '▶' => b'>',
        '←' | '⇐' | '⟵' | '◄' | '◀' => b'<',
        '、' => b',',
        '│' | '┃' | '║' | '┊' => b'|',
        '…' | '⋯' => ELLIPSIS,
        // The frame around a dump.
        '\u{2500}'..='\u{257f}' => b' ',
        c if c.is_whitespace() || is_invisible(c) => b' ',
        c if c.is_alphabetic() => LETTER,
        _ => OTHER,
    }
}

/// Whether a normalised byte is white space other than a line end.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')
}

/// Whether a normalised byte can be part of a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | LETTER | LETTER_REST)
}

/// Skips blanks, and line ends too if `lines` is set.
pub(super) fn skip_blanks(plain: &[u8], mut at: usize, lines: bool) -> usize {
    while let Some(&byte) = plain.get(at) {
        match byte {
            b'\n' if lines => at = skip_margin(plain, at + 1),
            byte if is_blank(byte) || byte == FILLER => at += 1,
            _ => break,
        }
    }
    at
}

/// Skips line prefixes of diffs, mails and editors: `+`, `>`, `12:`.
fn skip_margin(plain: &[u8], start: usize) -> usize {
    let at = skip_blanks(plain, start, false);
    let near = &plain[..plain.len().min(at + 6)];
    let end = span(near, at, |byte| byte.is_ascii_digit());
    let signs: &[u8] = if end == at { b"+*|" } else { b":|" };
    let is_margin = signs.contains(&byte_at(plain, end)) && is_blank(byte_at(plain, end + 1));
    if is_margin { end + 2 } else { at }
}

/// Returns the end of the line that contains `at`, before its line feed.
pub(super) fn line_end(plain: &[u8], at: usize) -> usize {
    let rest = plain.get(at..).unwrap_or_default();
    at + memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

/// Most bytes of a line examined around a run, so that one line with many runs
/// is no slower than many lines.
pub(super) const NEAR: usize = 400;

/// Returns the start of the line that contains `at`, at most [`NEAR`] away.
pub(super) fn line_start(plain: &[u8], at: usize) -> usize {
    let from = at.saturating_sub(NEAR);
    memchr::memrchr(b'\n', &plain[from..at]).map_or(from, |line| from + line + 1)
}

/// Returns the end of the line that contains `at`, at most [`NEAR`] away.
pub(super) fn near_line_end(plain: &[u8], at: usize) -> usize {
    line_end(&plain[..plain.len().min(at + NEAR)], at)
}

/// Quotes `start..end` of the text for a message: at most 24 characters of its
/// first line, with invisible characters escaped.
pub(super) fn quote(raw: &str, start: usize, end: usize) -> String {
    let part = raw.get(start..end).unwrap_or_default();
    let line = part.lines().next().unwrap_or_default();
    let short: String = line.chars().take(24).collect();
    let escape = |c: char| match c {
        c if is_invisible(c) => c.escape_default().to_string(),
        c => c.to_string(),
    };
    let rest = if short.len() < part.len() { "…" } else { "" };
    short.chars().map(escape).chain([rest.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalised_text_keeps_offsets() {
        let cases: [(&str, &[u8]); 6] = [
            ("82 86", b"82 86"),
            ("\u{feff}８\u{a0}8\u{200b}6 …", b"   8\0\0  8   6 \x85\0\0"),
            ("“\\x82”", b"\"\0\0\\x82\"\0\0"),
            ("&lt;82&gt; &amp;", b"<\0\0\082>\0\0\0 &amp;"),
            ("\x1b[1;32m82\x1b[0m", b"       82    "),
            ("é→", b"\x80\x81>\0\0"),
        ];
        for (raw, expected) in cases {
            assert_eq!(&*normalise(raw), expected, "{raw}");
        }
    }

    #[test]
    fn quotes_one_visible_line() {
        for (raw, expected) in [
            ("82\t86\x1b\u{200b}", r"82\t86\u{1b}\u{200b}"),
            ("82 86\r\n84", "82 86…"),
            (
                "“8” 0123456789abcdef0123456789",
                "“8” 0123456789abcdef0123…",
            ),
        ] {
            assert_eq!(quote(raw, 0, raw.len()), expected);
        }
    }

    #[test]
    fn distinguishes_text_from_bytes() {
        let cases: [(&[u8], bool); 8] = [
            (b"82 86\r\n", true),
            (b"\x82\x86\x84", false),
            (b"\x0f\x0d\x0237", false),
            (b"\xff\xfe8\x002\x00", true),
            (b"\xfe\xff\x008\x002", true),
            (b"82\xa086\xa041\xa08b\xa008\xa09d\xa05c\xa00b\xa0", true),
            (b"\x1b[1;32m82\x1b[0m", true),
            (b"\x1b82", false),
        ];
        for (input, text) in cases {
            assert_eq!(decode(input).is_some(), text, "{input:x?}");
        }
    }
}
