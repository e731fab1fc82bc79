//! Single numbers, and what separates the numbers of a list.

use super::text::{FILLER, is_blank, is_word, line_end, skip_blanks};

/// The likeness of a text, and how far comments are told from text in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<'a> {
    pub(super) bytes: &'a [u8],
    /// The start of the last `*/`; no comment of any kind is skipped if `None`.
    comments: Option<usize>,
}

impl<'a> Plain<'a> {
    pub(super) fn new(bytes: &'a [u8], with_comments: bool) -> Self {
        let last = || bytes.windows(2).rposition(|two| two == b"*/").unwrap_or(0);
        Self {
            bytes,
            comments: with_comments.then(last),
        }
    }
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Digits without a prefix: hexadecimal, decimal, octal or binary.
    Bare,
    /// With a prefix or suffix of hexadecimal: `0x82`, `$82`, `16#82`, `82h`.
    Hex,
    /// `0b10000010`
    Bits,
    /// `0o202`
    Octal,
}

/// A number in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) style: Style,
    /// Its sign or prefix, or else its first digit.
    pub(super) start: usize,
    /// Its first digit.
    pub(super) digits: usize,
    /// Behind its last digit.
    pub(super) end: usize,
    /// Behind its suffix.
    pub(super) after: usize,
}

const PREFIXES: [(&[u8], Style); 13] = [
    (b"0x", Style::Hex),
    (b"0X", Style::Hex),
    (b"&H", Style::Hex),
    (b"&h", Style::Hex),
    (b"16#", Style::Hex),
    (b"16r", Style::Hex),
    (b"#x", Style::Hex),
    (b"#16r", Style::Hex),
    (b"$", Style::Hex),
    (b"2#", Style::Bits),
    (b"0b", Style::Bits),
    (b"0o", Style::Octal),
    (b"8#", Style::Octal),
];

/// What programs write behind a number of 8 bits.
const SUFFIXES: &str = "# .toByte() .toUByte() .to_u8() _u8 _i8 u8 i8 UL ul uy ub u U L y s";

/// The number at `at`, where no word begins before it: an optional cast
/// (`(byte)`), sign and prefix, digits, and an optional suffix.
pub(super) fn number(plain: &[u8], at: usize) -> Option<Number> {
    let start = skip_cast(plain, at);
    let rest = &plain[start..];
    let prefixed = |(prefix, style): &(&[u8], Style)| {
        let digits = start + prefix.len();
        let end = digits_end(plain, digits, *style);
        (rest.starts_with(prefix) && end > digits && plain[digits] != FILLER)
            .then_some((*style, digits, end))
    };
    let found = match rest.first()? {
        b'0' | b'1' | b'2' | b'8' | b'&' | b'#' | b'$' => PREFIXES.iter().find_map(prefixed),
        _ => None,
    };
    let (mut style, digits, end) = match found
        .filter(|&(.., end)| !is_word_at(plain, suffix_end(plain, end)))
    {
        Some(found) => found,
        None => {
            let sign = usize::from(rest[0] == b'-' && rest.get(1).is_some_and(u8::is_ascii_digit));
            let digits = start + sign;
            (Style::Bare, digits, digits_end(plain, digits, Style::Hex))
        }
    };
    if end == digits {
        return None;
    }
    // Behind hex digits, a letter is no type.
    let is_typed = style != Style::Bare || plain[digits..end].iter().all(u8::is_ascii_digit);
    let mut after = if is_typed {
        suffix_end(plain, end)
    } else {
        end
    };
    if style == Style::Bare && matches!(plain.get(end), Some(b'h' | b'H')) {
        style = Style::Hex;
        after = end + 1;
    }
    let is_joined =
        plain.get(after) == Some(&b'_') && plain.get(after + 1).is_some_and(u8::is_ascii_hexdigit);
    (!is_word_at(plain, after) || is_joined).then_some(Number {
        style,
        start,
        digits,
        end,
        after,
    })
}

fn is_word_at(plain: &[u8], at: usize) -> bool {
    plain.get(at).is_some_and(|&byte| is_word(byte))
}

fn digits_end(plain: &[u8], mut at: usize, style: Style) -> usize {
    let is_digit = |byte: u8| match style {
        Style::Bits => matches!(byte, b'0' | b'1'),
        Style::Octal => matches!(byte, b'0'..=b'7'),
        Style::Hex | Style::Bare => byte.is_ascii_hexdigit(),
    };
    while plain
        .get(at)
        .is_some_and(|&byte| is_digit(byte) || byte == FILLER)
    {
        at += 1;
    }
    at
}

fn suffix_end(plain: &[u8], end: usize) -> usize {
    let rest = &plain[end..];
    if !rest.first().is_some_and(|byte| b"#._uUiLys".contains(byte)) {
        return end;
    }
    let is_whole = |suffix: &&str| {
        rest.starts_with(suffix.as_bytes()) && !is_word_at(plain, end + suffix.len())
    };
    end + SUFFIXES.split(' ').find(is_whole).map_or(0, str::len)
}

/// The place behind a cast such as `(byte)`, or `at` itself.
fn skip_cast(plain: &[u8], at: usize) -> usize {
    if plain.get(at) != Some(&b'(') {
        return at;
    }
    let name = plain[at + 1..]
        .iter()
        .take(24)
        .take_while(|&&byte| is_word(byte) || byte == b' ')
        .count();
    match plain.get(at + 1 + name) {
        Some(b')') if name > 2 && !plain[at + 1].is_ascii_digit() => {
            skip_blanks(plain, at + name + 2, false)
        }
        _ => at,
    }
}

/// Skips blanks, line ends and comments inside a list.
pub(super) fn skip_space(plain: Plain<'_>, mut at: usize) -> usize {
    loop {
        at = skip_blanks(plain.bytes, at, true);
        let Some(end) = comment_end(plain, at) else {
            return at;
        };
        at = end;
    }
}

/// The end of the comment that begins at `at`.
pub(super) fn comment_end(plain: Plain<'_>, at: usize) -> Option<usize> {
    let Plain {
        bytes: plain,
        comments,
    } = plain;
    let last = comments?;
    let rest = &plain[at..];
    let line = || Some(line_end(plain, at));
    let before = at.checked_sub(1).map_or(b'\n', |before| plain[before]);
    let is_apart = is_blank(before)
        || matches!(
            before,
            b'\n' | b',' | b';' | b'{' | b'[' | b'(' | b'}' | b']' | b')' | FILLER
        );
    match rest {
        [b'/', b'*', ..] if at < last => {
            let end = rest.windows(2).skip(2).position(|two| two == b"*/");
            end.map(|length| at + length + 4)
        }
        [b'/', b'/', ..] if is_apart => line(),
        [b'#', next, ..]
            if is_apart
                && (is_blank(*next)
                    || matches!(next, b'#' | b'\n')
                    || next.is_ascii_alphabetic() && *next != b'x') =>
        {
            line()
        }
        [b'#'] => line(),
        [b'-', b'-', next, ..] if is_apart && is_blank(*next) => line(),
        [b';', b' ', next, ..]
            if is_apart && next.is_ascii_alphabetic() && number(plain, at + 2).is_none() =>
        {
            line()
        }
        _ => None,
    }
}

/// What separates two numbers, and the place behind it; in brackets line ends
/// and comments count as blanks.
pub(super) fn separator(all: Plain<'_>, at: usize, bracketed: bool) -> Option<(u8, usize)> {
    let plain = all.bytes;
    let next = skip_blanks(plain, at, false);
    // A comma can be at the start of the next line.
    let comma = if bracketed {
        skip_space(all, next)
    } else {
        next
    };
    Some(match plain.get(comma)? {
        b',' => (b',', skip_space(all, comma + 1)),
        b';' if bracketed => (b';', skip_space(all, comma + 1)),
        &byte @ (b';' | b'|') => (byte, skip_blanks(plain, comma + 1, false)),
        &byte @ (b':' | b'-' | b'_')
            if comma == at && plain.get(at + 1).is_some_and(|&byte| !is_blank(byte)) =>
        {
            (byte, at + 1)
        }
        _ if comma > at => (b' ', comma),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_every_style() {
        type Found<'a> = Option<(Style, &'a str, usize)>;
        let cases: [(&str, Found<'_>); 20] = [
            ("82 86", Some((Style::Bare, "82", 2))),
            ("8286", Some((Style::Bare, "8286", 4))),
            ("-126,", Some((Style::Bare, "126", 4))),
            ("0x82,", Some((Style::Hex, "82", 4))),
            ("0x82u8", Some((Style::Hex, "82", 6))),
            ("0x82.toByte()", Some((Style::Hex, "82", 13))),
            ("(byte) 0x82", Some((Style::Hex, "82", 11))),
            ("&H82", Some((Style::Hex, "82", 4))),
            ("$82", Some((Style::Hex, "82", 3))),
            ("16#82", Some((Style::Hex, "82", 5))),
            ("82h", Some((Style::Hex, "82", 3))),
            ("0b10000010", Some((Style::Bits, "10000010", 10))),
            ("0b82", Some((Style::Bare, "0b82", 4))),
            ("0o202", Some((Style::Octal, "202", 5))),
            ("130u8", Some((Style::Bare, "130", 5))),
            ("82_86", Some((Style::Bare, "82", 2))),
            ("82_in", None),
            ("8g", None),
            ("0x", None),
            ("(82)", None),
        ];
        for (text, expected) in cases {
            let found = number(text.as_bytes(), 0);
            let found =
                found.map(|found| (found.style, &text[found.digits..found.end], found.after));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn comments_end() {
        let cases = [
            ("// a\n82", Some(4)),
            ("/* a */ 82", Some(7)),
            ("# a", Some(3)),
            ("-- a", Some(4)),
            ("; end", Some(5)),
            ("; 82", None),
            ("#x82", None),
            ("/* a", None),
        ];
        for (text, expected) in cases {
            assert_eq!(
                comment_end(Plain::new(text.as_bytes(), true), 0),
                expected,
                "{text}"
            );
        }
        assert_eq!(comment_end(Plain::new(b"http://a", true), 5), None);
    }
}
