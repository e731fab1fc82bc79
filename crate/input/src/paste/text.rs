//! The pasted text, and its likeness in ASCII in which the reader works.
//!
//! Copied text has passed through web pages, word processors and input
//! methods: no-break and zero-width spaces, typographic quotes, full-width
//! digits, colours of a terminal. The likeness has the plain form of each
//! character at the same offset, so that a place in it is a place in the text.

use std::borrow::Cow;

/// Follows the plain form of a character that takes several bytes.
pub(super) const FILLER: u8 = 0;
/// A character that is neither a letter nor anything with a plain form.
pub(super) const OTHER: u8 = 0x1a;
/// A letter beyond ASCII.
pub(super) const LETTER: u8 = 0x80;
/// `…`
pub(super) const ELLIPSIS: u8 = 0x85;

/// Returns the text that `input` holds (UTF-8, UTF-16 with a byte order mark,
/// or a code page whose only characters beyond ASCII are spaces, quotes and
/// dashes), or `None` if it is not text.
pub(super) fn decode(input: &[u8]) -> Option<Cow<'_, str>> {
    let utf16 = match input {
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes as fn([u8; 2]) -> u16)),
        _ => None,
    };
    if let Some((rest, unit)) = utf16
        && let (pairs, []) = rest.as_chunks::<2>()
        && let Ok(text) =
            char::decode_utf16(pairs.iter().map(|&pair| unit(pair))).collect::<Result<String, _>>()
        && !has_controls(text.as_bytes())
    {
        return Some(Cow::Owned(text));
    }
    match str::from_utf8(input) {
        Ok(text) => (!has_controls(input)).then_some(Cow::Borrowed(text)),
        Err(_) => decode_code_page(input).map(Cow::Owned),
    }
}

/// Whether there are control characters other than white space and the
/// colours of a terminal.
fn has_controls(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            0x1b => match escape_length(&text[at..]) {
                Some(length) => at += length,
                None => return true,
            },
            b'\t'..=b'\r' | b' '.. => at += 1,
            _ => return true,
        }
    }
    false
}

/// The length of the terminal's escape sequence (`ESC [ … m`, `ESC [ … K`) that
/// `text` begins with.
fn escape_length(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"\x1b[")?;
    let digits = rest
        .iter()
        .take(32)
        .take_while(|byte| matches!(byte, b'0'..=b'9' | b';'))
        .count();
    matches!(rest.get(digits), Some(b'm' | b'K')).then_some(digits + 3)
}

/// Text in Windows-1252 that is mostly hex digits: other input with such bytes
/// is a header block itself.
fn decode_code_page(input: &[u8]) -> Option<String> {
    let known = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' '..=b'~' | 0xa0 | 0x85 | 0x91..=0x97);
    let digits = input.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    let foreign = input.iter().filter(|byte| !byte.is_ascii()).count();
    (input.iter().all(known) && digits >= 2 * foreign.max(8)).then(|| {
        let character = |byte: &u8| match byte {
            0x91 | 0x92 => '\'',
            0x93 | 0x94 => '"',
            0x96 | 0x97 => '-',
            0x85 => '…',
            other => char::from(*other),
        };
        input.iter().map(character).collect()
    })
}

/// The likeness of `raw`: as long as it, byte for byte.
pub(super) fn likeness(raw: &str) -> Cow<'_, [u8]> {
    if raw
        .bytes()
        .all(|byte| byte.is_ascii() && byte != 0x1b && byte != b'&')
    {
        return Cow::Borrowed(raw.as_bytes());
    }
    let mut plain = raw.as_bytes().to_vec();
    let mut at = 0;
    for (start, c) in raw.char_indices() {
        if start < at {
            continue;
        }
        let (byte, length) = match c {
            '&' => entity(&raw.as_bytes()[start..]).unwrap_or((b'&', 1)),
            '\x1b' => (b' ', escape_length(&raw.as_bytes()[start..]).unwrap_or(1)),
            '\0'..='\x7f' => continue,
            c => (plain_form(c), c.len_utf8()),
        };
        at = start + length;
        // Blanks and letters are as wide as they are; all else is one character.
        plain[start..at].fill(if matches!(byte, b' ' | LETTER) {
            byte
        } else {
            FILLER
        });
        plain[start] = byte;
    }
    Cow::Owned(plain)
}

/// Blanks out the `>` before the lines of a quoted mail: of a text in which
/// words follow some of them.
pub(super) fn unquote(plain: &mut Cow<'_, [u8]>) {
    let quotes = |line: &[u8]| {
        let is_mark = |&&byte: &&u8| byte == b'>' || byte == b' ';
        line.iter().take_while(is_mark).count() * usize::from(line.starts_with(b">"))
    };
    let is_prose = |line: &[u8]| {
        let words = line[quotes(line)..].split(|&byte| !is_word(byte));
        let is_text = |word: &&[u8]| word.len() > 1 && !word.iter().any(u8::is_ascii_digit);
        let is_name = |word: &&[u8]| is_text(word) && !word.iter().all(u8::is_ascii_hexdigit);
        let has_bytes = words
            .clone()
            .any(|word| word.len() > 5 && word.iter().all(u8::is_ascii_hexdigit));
        quotes(line) > 0 && !has_bytes && words.filter(is_name).count() > 2
    };
    if !plain.split(|&byte| byte == b'\n').any(is_prose) {
        return;
    }
    for line in plain.to_mut().split_mut(|&byte| byte == b'\n') {
        let length = quotes(line);
        line[..length].fill(b' ');
    }
}

/// An entity of HTML that stands for a quote, a bracket or a blank, and its length.
fn entity(text: &[u8]) -> Option<(u8, usize)> {
    const ENTITIES: [(&str, u8); 8] = [
        ("&quot;", b'"'),
        ("&#34;", b'"'),
        ("&apos;", b'\''),
        ("&#39;", b'\''),
        ("&#x27;", b'\''),
        ("&lt;", b'<'),
        ("&gt;", b'>'),
        ("&nbsp;", b' '),
    ];
    let found = ENTITIES
        .iter()
        .find(|(name, _)| text.starts_with(name.as_bytes()));
    found.map(|&(name, byte)| (byte, name.len()))
}

fn plain_form(c: char) -> u8 {
    match c {
        '\u{a0}'
        | '\u{85}'
        | '\u{ad}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}'
        | '\u{205f}'..='\u{206f}'
        | '\u{3000}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => b' ',
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
        c if c.is_alphabetic() => LETTER,
        _ => OTHER,
    }
}

/// Whether a byte of the likeness is a blank, but for line ends.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')
}

/// Whether a byte of the likeness belongs to words.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | LETTER)
}

/// The first place from `at` on that holds no blank, nor a line end if `lines`.
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

/// Skips what a diff, a mail or an editor puts before a line: `+`, `>`, `12:`.
fn skip_margin(plain: &[u8], start: usize) -> usize {
    let at = skip_blanks(plain, start, false);
    let digits = plain[at..]
        .iter()
        .take(6)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let behind = plain.get(at + digits..at + digits + 2);
    match (digits, behind) {
        (0, Some([b'+' | b'*' | b'|', next])) if is_blank(*next) => at + 2,
        (1.., Some([b':' | b'|', next])) if is_blank(*next) => at + digits + 2,
        _ => at,
    }
}

/// The end of the line that holds `at`, its line feed left out.
pub(super) fn line_end(plain: &[u8], at: usize) -> usize {
    plain[at..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(plain.len(), |length| at + length)
}

/// The most bytes of a line that are looked at around a run: so that a line of
/// many runs takes no longer than many lines.
pub(super) const NEAR: usize = 400;

/// The start of the line that holds `at`, or a place in it not far away.
pub(super) fn line_start(plain: &[u8], at: usize) -> usize {
    let from = at.saturating_sub(NEAR);
    let line = plain[from..at].iter().rposition(|&byte| byte == b'\n');
    line.map_or(from, |before| from + before + 1)
}

/// The end of the line that holds `at`, or a place in it not far away.
pub(super) fn near_line_end(plain: &[u8], at: usize) -> usize {
    line_end(&plain[..plain.len().min(at + NEAR)], at)
}

/// The part of the text at `start..end` for a message: at most 24 characters.
pub(super) fn quote(raw: &str, start: usize, end: usize) -> String {
    let part = raw.get(start..end).unwrap_or_default();
    let mut short: String = part.chars().take(24).collect();
    if short.len() < part.len() {
        short.push('…');
    }
    short
}

/// Bytes of text between two counts of lines that are kept.
const STRIDE: usize = 1 << 12;

/// Lines and columns of places in any order: each costs a look at a short part
/// of the text, after one pass over all of it.
#[derive(Clone, Debug)]
pub(super) struct PositionIndex<'a> {
    raw: &'a str,
    /// Line and column at every `STRIDE` bytes.
    kept: Vec<(u32, u32)>,
}

impl<'a> PositionIndex<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        let mut kept = vec![(1, 1)];
        for part in raw.as_bytes().chunks(STRIDE) {
            kept.push(advance(kept[kept.len() - 1], part));
        }
        Self { raw, kept }
    }

    /// Line and column of the byte `at`, from 1, in code points. `\r` alone
    /// is no line end.
    pub(super) fn of(&self, at: usize) -> (u32, u32) {
        let at = at.min(self.raw.len());
        let from = at / STRIDE;
        advance(self.kept[from], &self.raw.as_bytes()[from * STRIDE..at])
    }
}

/// The line and column behind `part`. A byte order mark at the start is a
/// character as any other.
fn advance((mut line, mut column): (u32, u32), part: &[u8]) -> (u32, u32) {
    for &byte in part {
        if byte == b'\n' {
            line += 1;
            column = 1;
        } else if byte & 0xc0 != 0x80 {
            column += 1;
        }
    }
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_keeps_places() {
        let cases: [(&str, &[u8]); 6] = [
            ("82 86", b"82 86"),
            ("\u{feff}８\u{a0}8\u{200b}6 …", b"   8\0\0  8   6 \x85\0\0"),
            ("“\\x82”", b"\"\0\0\\x82\"\0\0"),
            ("&lt;82&gt; &amp;", b"<\0\0\082>\0\0\0 &amp;"),
            ("\x1b[1;32m82\x1b[0m", b"       82    "),
            ("é→", b"\x80\x80>\0\0"),
        ];
        for (raw, expected) in cases {
            assert_eq!(&*likeness(raw), expected, "{raw}");
        }
    }

    #[test]
    fn positions_in_any_order() {
        let raw = "82 “86”\r\n\n84\r".repeat(2 * STRIDE / 20);
        let index = PositionIndex::new(&raw);
        let mut expected = (1, 1);
        for (at, byte) in raw.bytes().enumerate() {
            if byte & 0xc0 != 0x80 {
                assert_eq!(index.of(at), expected, "{at}");
            }
            expected = advance(expected, &[byte]);
        }
        assert_eq!(index.of(usize::MAX), expected);
    }

    #[test]
    fn text_is_told_from_bytes() {
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
