//! The pasted text, and an ASCII likeness of it in which every reader works.
//!
//! What a person copies has passed through web pages, word processors and
//! input methods: no-break and zero-width spaces, typographic quotes, dashes
//! for hyphens, full-width digits, colours for a terminal. The likeness has
//! their plain forms, and each of its bytes knows its place in the original.

use std::borrow::Cow;
use std::ops::Range;

use crate::Place;

/// Stands in the likeness for a character that has no plain form.
pub(crate) const OTHER: u8 = 0x1a;

/// What the bytes of the input are, before anything is known of the format.
pub(crate) enum Nature<'a> {
    /// Text; what was UTF-16 is UTF-8 now.
    Text(Cow<'a, str>),
    /// Not text: control characters, or no UTF-8.
    Binary,
}

/// Tells text from bare bytes. A byte order mark decides; else text is UTF-8
/// without control characters.
pub(crate) fn nature(input: &[u8]) -> Nature<'_> {
    let utf16 = match input {
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes as fn([u8; 2]) -> u16)),
        _ => None,
    };
    if let Some((rest, unit)) = utf16
        && let (pairs, []) = rest.as_chunks::<2>()
        && let Ok(text) =
            char::decode_utf16(pairs.iter().map(|&pair| unit(pair))).collect::<Result<String, _>>()
        && !text.chars().any(is_control)
    {
        return Nature::Text(Cow::Owned(text));
    }
    match str::from_utf8(input) {
        Ok(text) if !text.bytes().any(|byte| is_control(byte as char)) => {
            Nature::Text(Cow::Borrowed(text))
        }
        Ok(text) if is_coloured(text) => Nature::Text(Cow::Borrowed(text)),
        Ok(_) => Nature::Binary,
        Err(_) => old_spaces(input).map_or(Nature::Binary, |text| Nature::Text(Cow::Owned(text))),
    }
}

fn is_control(c: char) -> bool {
    c < ' ' && !matches!(c, '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

/// Whether the only control characters are colours for a terminal.
fn is_coloured(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match colour(&bytes[at..]) {
            Some(length) => at += length,
            None if is_control(bytes[at] as char) => return false,
            None => at += 1,
        }
    }
    true
}

/// The length of the colour sequence (`ESC [ … m`) at the start of `bytes`.
fn colour(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"\x1b[")?;
    let digits = run(rest, |byte| byte.is_ascii_digit() || *byte == b';');
    (matches!(rest.get(digits), Some(b'm' | b'K')) && digits < 32).then_some(digits + 3)
}

/// Text in a code page of Windows or Latin-1 whose only characters beyond
/// ASCII are spaces, quotes and dashes, as old editors save a web page's text.
fn old_spaces(input: &[u8]) -> Option<String> {
    let plain = |byte: &u8| byte.is_ascii() && !is_control(*byte as char) && *byte != 0x7f;
    let known = input
        .iter()
        .all(|byte| plain(byte) || matches!(byte, 0xa0 | 0x85 | 0x91..=0x97));
    let digits = input.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    // A header block may hold such octets too; it is hardly ever all hex digits besides.
    let foreign = input.iter().filter(|byte| !byte.is_ascii()).count();
    (known && digits >= 2 * foreign.max(8)).then(|| {
        let character = |byte: &u8| match byte {
            0x91 | 0x92 => '\'',
            0x93 | 0x94 => '"',
            0x96 | 0x97 => '-',
            0x85 => '…',
            other => *other as char,
        };
        input.iter().map(character).collect()
    })
}

/// The text and its likeness.
pub(crate) struct Text<'a> {
    /// The text as it came.
    pub(crate) raw: &'a str,
    /// Its likeness, ASCII only.
    pub(crate) plain: Cow<'a, [u8]>,
    /// Where each byte of the likeness stands in the text; absent where the
    /// two are one.
    map: Option<Vec<u32>>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(raw: &'a str) -> Self {
        if raw.is_ascii() && !raw.contains('\x1b') {
            return Text {
                raw,
                plain: Cow::Borrowed(raw.as_bytes()),
                map: None,
            };
        }
        let mut plain = Vec::with_capacity(raw.len());
        let mut map = Vec::with_capacity(raw.len());
        let mut skip_to = 0;
        for (at, c) in raw.char_indices() {
            if at < skip_to {
                continue;
            }
            if c == '\x1b'
                && let Some(length) = colour(&raw.as_bytes()[at..])
            {
                skip_to = at + length;
                continue;
            }
            let from = plain.len();
            push_plain(c, &mut plain);
            map.resize(map.len() + plain.len() - from, at as u32);
        }
        Text {
            raw,
            plain: Cow::Owned(plain),
            map: Some(map),
        }
    }

    /// Where in the text the byte `at` of the likeness stands.
    pub(crate) fn raw_at(&self, at: usize) -> usize {
        match &self.map {
            None => at.min(self.raw.len()),
            Some(map) => map.get(at).map_or(self.raw.len(), |&raw| raw as usize),
        }
    }

    /// The first byte of the likeness that stands at the byte `raw` of the text
    /// or behind it.
    pub(crate) fn plain_at(&self, raw: usize) -> usize {
        match &self.map {
            None => raw.min(self.plain.len()),
            Some(map) => map.partition_point(|&at| (at as usize) < raw),
        }
    }

    /// Where in the text the byte before `end` of the likeness ends.
    pub(crate) fn raw_end(&self, end: usize) -> usize {
        match &self.map {
            None => end.min(self.raw.len()),
            Some(_) if end == 0 => 0,
            Some(_) => {
                let last = self.raw_at(end - 1);
                last + self.raw[last..].chars().next().map_or(0, char::len_utf8)
            }
        }
    }

    /// The part of the text that the bytes `start..end` of the likeness show.
    pub(crate) fn place(&self, start: usize, end: usize) -> Place {
        let range = self.range(start, end);
        Place {
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    /// The same part, as a range of the text. Behind what shows nothing, such
    /// as an escape of a terminal, an empty part is empty as well.
    pub(crate) fn range(&self, start: usize, end: usize) -> Range<usize> {
        let from = self.raw_at(start);
        from..self.raw_end(end).max(from)
    }

    /// What the bytes `start..end` of the likeness are in the text, for a
    /// message: at most 24 characters.
    pub(crate) fn quote(&self, start: usize, end: usize) -> String {
        let raw = &self.raw[self.range(start, end)];
        let mut short: String = raw.chars().take(24).collect();
        if short.len() < raw.len() {
            short.push('…');
        }
        short
    }

    /// As [`Text::quote`], longer: what a person calls a block.
    pub(crate) fn name(&self, start: usize, end: usize) -> String {
        let raw = &self.raw[self.range(start, end)];
        raw.chars().take(60).collect()
    }

    /// The lines of the likeness, without their ends.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut start = 0;
        let plain = &self.plain;
        let mut at = 0;
        while at < plain.len() {
            match plain[at] {
                b'\n' | b'\r' => {
                    lines.push(Line { start, end: at });
                    if plain[at] == b'\r' && plain.get(at + 1) == Some(&b'\n') {
                        at += 1;
                    }
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        if start < plain.len() {
            lines.push(Line {
                start,
                end: plain.len(),
            });
        }
        lines
    }
}

/// A line of the likeness, or what is left of one after its marks were read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Its first byte in the likeness.
    pub(crate) start: usize,
    /// One past its last byte, the line end left out.
    pub(crate) end: usize,
}

impl Line {
    /// The line without white space around it.
    pub(crate) fn trimmed(self, plain: &[u8]) -> Line {
        let line = &plain[self.start..self.end];
        let start = self.start + run(line, |byte| is_space(*byte));
        let end = self.end
            - line
                .iter()
                .rev()
                .take_while(|byte| is_space(**byte))
                .count();
        Line {
            start,
            end: end.max(start),
        }
    }

    pub(crate) fn of(self, plain: &[u8]) -> &[u8] {
        &plain[self.start..self.end]
    }
}

/// How many bytes at the start of `bytes` are so.
pub(crate) fn run(bytes: &[u8], is: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is(byte)).count()
}

/// Whether a word is one of these, which spaces part, in letters of any case.
pub(crate) fn is_among(words: &str, word: &str) -> bool {
    !word.is_empty() && words.split(' ').any(|own| own.eq_ignore_ascii_case(word))
}

/// White space within a line.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c')
}

/// Line and column, from 1, in code points, of the byte `at` of the text. A
/// byte order mark at its start is no character of the first line.
pub(crate) fn position(raw: &str, at: usize) -> (u32, u32) {
    Positions::new(raw).of(at)
}

/// Lines and columns of several places: asked for in order, they cost one
/// pass over the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positions<'a> {
    raw: &'a str,
    at: usize,
    line: u32,
    column: u32,
    before: char,
}

impl<'a> Positions<'a> {
    pub(crate) fn new(raw: &'a str) -> Self {
        Self {
            raw,
            at: 0,
            line: 1,
            column: 1,
            before: '\0',
        }
    }

    /// As [`position`].
    pub(crate) fn of(&mut self, at: usize) -> (u32, u32) {
        let mut at = at.min(self.raw.len());
        while !self.raw.is_char_boundary(at) {
            at -= 1;
        }
        if at < self.at {
            *self = Self::new(self.raw);
        }
        for c in self.raw[self.at..at].chars() {
            match c {
                '\n' if self.before == '\r' => {}
                '\n' | '\r' => (self.line, self.column) = (self.line + 1, 1),
                '\u{feff}' if self.before == '\0' => {}
                _ => self.column += 1,
            }
            self.before = c;
        }
        self.at = at;
        (self.line, self.column)
    }
}

/// Bytes from one position that is kept to the next.
const STRIDE: usize = 1 << 12;

/// Lines and columns of places in any order: each costs a look at a short
/// part of the text, after one pass over all of it.
#[derive(Clone, Debug)]
pub(crate) struct PositionIndex<'a>(Vec<Positions<'a>>);

impl<'a> PositionIndex<'a> {
    pub(crate) fn new(raw: &'a str) -> Self {
        let mut positions = Positions::new(raw);
        let kept = (0..=raw.len()).step_by(STRIDE).map(|at| {
            positions.of(at);
            positions
        });
        Self(kept.collect())
    }

    /// As [`position`].
    pub(crate) fn of(&self, at: usize) -> (u32, u32) {
        let last = self.0.len() - 1;
        let mut positions = self.0[last.min(at / STRIDE)];
        positions.of(at)
    }
}

fn push_plain(c: char, plain: &mut Vec<u8>) {
    let byte = match c {
        '\x00'..='\x7f' => c as u8,
        '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}'
        | '\u{2800}' => b' ',
        '\u{85}' | '\u{2028}' | '\u{2029}' => b' ',
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => return,
        '\u{fe00}'..='\u{fe0f}' => return,
        '\u{ff01}'..='\u{ff5e}' => (c as u32 - 0xff01) as u8 + b'!',
        '\u{660}'..='\u{669}' => (c as u32 - 0x660) as u8 + b'0',
        '\u{6f0}'..='\u{6f9}' => (c as u32 - 0x6f0) as u8 + b'0',
        '\u{966}'..='\u{96f}' => (c as u32 - 0x966) as u8 + b'0',
        '\u{1d7ce}'..='\u{1d7ff}' => ((c as u32 - 0x1d7ce) % 10) as u8 + b'0',
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => b'"',
        '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' => b'\'',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' => b'-',
        '→' | '⇒' | '➜' | '⟶' | '▶' | '►' | '↑' | '⬆' => b'>',
        '←' | '⇐' | '⟵' | '◀' | '◄' | '↓' | '⬇' => b'<',
        '、' => b',',
        '│' | '┃' | '║' => b'|',
        // What remains of the box drawing is the frame around a dump.
        '\u{2500}'..='\u{257f}' => b' ',
        '…' | '⋯' => {
            plain.extend_from_slice(b"...");
            return;
        }
        _ => OTHER,
    };
    plain.push(byte);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_of_the_original() {
        let text = Text::new("\u{feff}８２\u{a0}8\u{200b}6 …");
        assert_eq!(&*text.plain, b"82 86 ...");
        assert_eq!(text.place(0, 2), Place { start: 3, end: 9 });
        assert_eq!(text.place(3, 5), Place { start: 11, end: 16 });
        assert_eq!(position(text.raw, 11), (1, 4));
    }

    #[test]
    fn lines_end_in_every_fashion() {
        let text = Text::new("a\r\nb\rc\n\nd");
        let lines: Vec<&[u8]> = text
            .lines()
            .iter()
            .map(|line| line.of(&text.plain))
            .collect();
        assert_eq!(lines, [&b"a"[..], b"b", b"c", b"", b"d"]);
        assert_eq!(position(text.raw, 8), (5, 1));
    }

    #[test]
    fn positions_in_any_order() {
        let raw = "\u{feff}82 “86”\r\n\n84\r".repeat(2 * STRIDE / 20);
        let index = PositionIndex::new(&raw);
        for at in (0..raw.len() + 9).rev() {
            assert_eq!(index.of(at), position(&raw, at), "{at}");
        }
    }

    #[test]
    fn bytes_are_told_from_text() {
        let cases: [(&[u8], bool); 7] = [
            (b"82 86\r\n", true),
            (b"\x82\x86\x84", false),
            (b"\x0f\x0d\x0237", false),
            (b"\xff\xfe8\x002\x00", true),
            (b"\xfe\xff\x008\x002", true),
            (b"82\xa086\xa041\xa08b\xa008\xa09d\xa05c\xa00b\xa0", true),
            (b"\x1b[1;32m82\x1b[0m", true),
        ];
        for (input, text) in cases {
            assert_eq!(matches!(nature(input), Nature::Text(_)), text, "{input:x?}");
        }
    }
}
