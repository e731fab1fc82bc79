//! Parses single numbers and their separators.

use super::{
    scan::{byte_at, byte_before, span},
    text::{FILLER, is_blank, is_word, line_end, skip_blanks},
};

/// Notation of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Style {
    /// Digits without a prefix: hexadecimal, decimal, octal or binary.
    #[default]
    Bare,
    /// Hexadecimal with a prefix or suffix: `0x82`, `$82`, `16#82`, `82h`.
    Hex,
    /// `0b10000010`
    Bits,
    /// `0o202`
    Octal,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) style: Style,
    /// Offset of the sign, prefix or first digit.
    pub(super) start: usize,
    /// Offset of the first digit.
    pub(super) digits: usize,
    /// End of the digits.
    pub(super) end: usize,
    /// End of the suffix.
    pub(super) after: usize,
    /// Whether all digits are decimal.
    pub(super) is_decimal: bool,
}

impl Number {
    pub(super) fn width(&self) -> usize {
        self.end - self.digits
    }
}

const PREFIXES: [(Style, &[&str]); 3] = [
    (
        Style::Hex,
        &["0x", "0X", "&H", "&h", "16#", "16r", "#x", "#16r", "$"],
    ),
    (Style::Bits, &["2#", "0b"]),
    (Style::Octal, &["0o", "8#"]),
];

/// Suffixes of 8-bit numbers in programming languages.
const SUFFIXES: [&str; 17] = [
    "#",
    ".toByte()",
    ".toUByte()",
    ".to_u8()",
    "_u8",
    "_i8",
    "u8",
    "i8",
    "UL",
    "ul",
    "uy",
    "ub",
    "u",
    "U",
    "L",
    "y",
    "s",
];

/// Parses the number at `at`, where no word begins before it: an optional cast
/// (`(byte)`), sign and prefix, digits, and an optional suffix.
pub(super) fn parse_number(plain: &[u8], at: usize) -> Option<Number> {
    let start = skip_cast(plain, at);
    let (mut style, digits, end) = parse_prefixed(plain, start).unwrap_or_else(|| {
        let is_signed = byte_at(plain, start) == b'-' && byte_at(plain, start + 1).is_ascii_digit();
        let digits = start + usize::from(is_signed);
        (Style::Bare, digits, digits_end(plain, digits, Style::Bare))
    });
    let is_decimal = plain[digits..end].iter().all(u8::is_ascii_digit);
    let mut after = end;
    if style == Style::Bare && matches!(byte_at(plain, end), b'h' | b'H') {
        (style, after) = (Style::Hex, end + 1);
    } else if style != Style::Bare || is_decimal {
        // A letter after bare hex digits is not a type suffix.
        after = suffix_end(plain, end);
    }
    let next = byte_at(plain, after);
    let is_whole = !is_word(next) || next == b'_' && byte_at(plain, after + 1).is_ascii_hexdigit();
    (end > digits && is_whole).then_some(Number {
        style,
        start,
        digits,
        end,
        after,
        is_decimal,
    })
}

/// Returns style and digits of a number with a prefix.
fn parse_prefixed(plain: &[u8], start: usize) -> Option<(Style, usize, usize)> {
    let styles = PREFIXES.iter();
    let mut prefixes =
        styles.flat_map(|(style, prefixes)| prefixes.iter().map(|one| (*style, one)));
    prefixes.find_map(|(style, prefix)| {
        let rest = plain[start..].strip_prefix(prefix.as_bytes())?;
        let digits = start + prefix.len();
        let end = digits_end(plain, digits, style);
        let is_whole = !is_word(byte_at(plain, suffix_end(plain, end)));
        (*rest.first()? != FILLER && end > digits && is_whole).then_some((style, digits, end))
    })
}

fn digits_end(plain: &[u8], at: usize, style: Style) -> usize {
    span(plain, at, |byte| match style {
        Style::Bits => matches!(byte, b'0' | b'1' | FILLER),
        Style::Octal => matches!(byte, b'0'..=b'7' | FILLER),
        Style::Hex | Style::Bare => byte.is_ascii_hexdigit() || byte == FILLER,
    })
}

fn suffix_end(plain: &[u8], end: usize) -> usize {
    let rest = &plain[end..];
    if !b"#._uUiLys".contains(&byte_at(rest, 0)) {
        return end;
    }
    let is_whole =
        |one: &&&str| rest.starts_with(one.as_bytes()) && !is_word(byte_at(rest, one.len()));
    end + SUFFIXES.iter().find(is_whole).map_or(0, |one| one.len())
}

/// Skips a cast such as `(byte)` and following blanks.
fn skip_cast(plain: &[u8], at: usize) -> usize {
    if byte_at(plain, at) != b'(' {
        return at;
    }
    let name = at + 1;
    let near = &plain[..plain.len().min(name + 24)];
    let end = span(near, name, |byte| is_word(byte) || byte == b' ');
    match byte_at(plain, end) {
        b')' if end > name + 2 && !plain[name].is_ascii_digit() => {
            skip_blanks(plain, end + 1, false)
        }
        _ => at,
    }
}

/// Whether anything in a text looks like the start of a comment.
pub(super) fn may_have_comments(plain: &[u8]) -> bool {
    let mut pairs = plain.windows(2);
    let is_mark = |two: &[u8]| matches!(two, b"//" | b"/*" | b"--" | b"; ");
    plain.contains(&b'#') || pairs.any(is_mark)
}

/// A text with skippable comments.
#[derive(Clone, Copy, Default)]
pub(super) struct Commented<'a> {
    pub(super) bytes: &'a [u8],
    /// Start of the last `*/`; `None` disables comments.
    last_end: Option<usize>,
}

impl<'a> Commented<'a> {
    pub(super) fn new(bytes: &'a [u8], with_comments: bool) -> Self {
        let last = || bytes.windows(2).rposition(|two| two == b"*/").unwrap_or(0);
        let last_end = with_comments.then(last);
        Self { bytes, last_end }
    }

    /// Skips blanks, line ends and comments inside a list.
    pub(super) fn skip_space(self, mut at: usize) -> usize {
        loop {
            at = skip_blanks(self.bytes, at, true);
            // A line continuation.
            if matches!(self.bytes[at..], [b'\\' | b'_', b'\n', ..]) {
                at += 1;
                continue;
            }
            match self.comment_end(at) {
                Some(end) => at = end,
                None => return at,
            }
        }
    }

    /// Returns the end of the comment at `at`.
    pub(super) fn comment_end(self, at: usize) -> Option<usize> {
        let (plain, last_end) = (self.bytes, self.last_end?);
        let before = byte_before(plain, at);
        let is_apart = is_blank(before) || before == FILLER || b"\n,;{[(}])".contains(&before);
        let is_line = match &plain[at..] {
            [b'/', b'*', rest @ ..] if at < last_end => {
                let length = rest.windows(2).position(|two| two == b"*/");
                return length.map(|length| at + length + 4);
            }
            [b'#'] => true,
            _ if !is_apart => false,
            [b'#', b'#' | b'\n', ..] | [b'/', b'/', ..] => true,
            [b'#', next, ..] => is_blank(*next) || next.is_ascii_alphabetic() && *next != b'x',
            [b'-', b'-', next, ..] => is_blank(*next),
            [b';', b' ', next, ..] => {
                next.is_ascii_alphabetic() && parse_number(plain, at + 2).is_none()
            }
            _ => false,
        };
        is_line.then(|| line_end(plain, at))
    }

    /// Returns the separator after a number, and the position after it. In
    /// brackets, line ends and comments count as blanks.
    pub(super) fn find_separator(self, at: usize, bracketed: bool) -> Option<(u8, usize)> {
        let plain = self.bytes;
        let mut next = skip_blanks(plain, at, false);
        // In brackets, a comma can begin the next line.
        if bracketed {
            next = self.skip_space(next);
        }
        let byte = *plain.get(next)?;
        match byte {
            b';' if !bracketed => Some((byte, skip_blanks(plain, next + 1, false))),
            b',' | b';' => Some((byte, self.skip_space(next + 1))),
            b'|' => Some((byte, skip_blanks(plain, next + 1, false))),
            b':' | b'-' | b'_' if next == at && !is_blank(byte_at(plain, at + 1)) => {
                Some((byte, at + 1))
            }
            _ => (next > at).then_some((b' ', next)),
        }
    }
}
