//! Strings whose bytes are escaped, in the dialects of many languages.

use super::{
    bytes::Bytes,
    text::{FILLER, is_blank, is_word, skip_blanks},
};
use crate::Place;

/// What is before the quote of a string: `b"…"`, `u8'…'`, `x'…'`.
const PREFIXES: &str = "b B r R rb br Rb bR u u8 U L x X e E c q qq s f n";

/// Names that Haskell's `show` gives control characters, in the order of their
/// codes; a name that begins with another (SO, SOH) is looked for first.
const NAMES: &str = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP";

/// The letters before the quote at `at` that belong to its string, or `None`
/// if a word ends there, so that it opens none.
pub(super) fn prefix(plain: &[u8], at: usize) -> Option<usize> {
    let letters = plain[..at]
        .iter()
        .rev()
        .take(8)
        .take_while(|&&byte| is_word(byte))
        .count();
    let name = &plain[at - letters..at];
    let is_known = letters == 0 || PREFIXES.split(' ').any(|known| known.as_bytes() == name);
    let is_escaped = at > 0 && plain[at - 1] == b'\\';
    (is_known && !is_escaped).then_some(letters)
}

/// The closing quote of the string that opens at `at`, and whether any byte in
/// it is escaped by its number. A backslash lets it go on in the next line.
pub(super) fn closing(plain: &[u8], at: usize) -> Option<(usize, bool)> {
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

/// Whether what follows a backslash names a byte by its number.
fn is_numeric(rest: &[u8]) -> bool {
    match rest {
        [b'0'..=b'9', ..] => true,
        [b'x' | b'u', next, ..] => next.is_ascii_hexdigit() || *next == b'{',
        _ => name(rest).is_some(),
    }
}

fn name(rest: &[u8]) -> Option<(usize, u8)> {
    let names = NAMES.split(' ').zip(0..);
    let names = names
        .chain([("DEL", 127)])
        .filter(|(name, _)| rest.starts_with(name.as_bytes()));
    let (name, byte) = names.max_by_key(|(name, _)| name.len())?;
    Some((name.len(), byte))
}

/// Whether a string of words may be part of a literal beside it: an operator
/// or another string is next to it.
pub(super) fn is_beside(plain: &[u8], start: usize, end: usize) -> bool {
    let is_joint = |byte: u8| matches!(byte, b'+' | b'.' | b'"' | b'\'' | b'~' | b'|');
    let next = skip_blanks(plain, end, true);
    let before = plain[..start]
        .iter()
        .rposition(|&byte| !is_blank(byte) && byte != b'\n' && byte != FILLER);
    let has_prefix = |at: usize| matches!(plain.get(at..at + 2), Some([b'b' | b'B', b'"' | b'\'']));
    before.is_some_and(|before| is_joint(plain[before]))
        || plain.get(next).is_some_and(|&byte| is_joint(byte))
        || has_prefix(next)
}

/// The end of escapes at `at` that are in no quotes: with the printable
/// characters among them that no text puts around them.
pub(super) fn bare_end(plain: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    let mut escapes_end = at;
    while let Some(&byte) = plain.get(end) {
        match byte {
            b'\\'
                if is_numeric(&plain[end + 1..])
                    || plain
                        .get(end + 1)
                        .is_some_and(|next| end > at && b"abefnrtv\\0".contains(next)) =>
            {
                let length = match plain[end + 1] {
                    b'x' => {
                        plain[end + 2..]
                            .iter()
                            .take(2)
                            .take_while(|byte| byte.is_ascii_hexdigit())
                            .count()
                            + 1
                    }
                    // Outside of quotes, two digits may be hexadecimal.
                    b'0'..=b'9' => {
                        let three = plain.get(end + 1..end + 4)?;
                        three.iter().all(u8::is_ascii_digit).then_some(3)?
                    }
                    b'u' => return None,
                    _ => 1,
                };
                end += 1 + length;
                escapes_end = end;
            }
            b'!'..=b'~'
                if end > at
                    && !matches!(
                        byte,
                        b'"' | b'\''
                            | b'<'
                            | b'>'
                            | b'('
                            | b')'
                            | b'['
                            | b']'
                            | b'{'
                            | b'}'
                            | b'\\'
                    ) =>
            {
                end += 1
            }
            _ => break,
        }
    }
    // What ends in characters goes on to the next blank.
    let is_word_end = plain[escapes_end..end]
        .iter()
        .all(u8::is_ascii_alphanumeric);
    (escapes_end > at).then_some(if is_word_end { end } else { escapes_end })
}

/// How a dialect reads what others read differently.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    /// `\130` is decimal, as in Haskell, Lua and Erlang, and not octal.
    pub(super) decimal: bool,
    /// A character beyond ASCII is its UTF-8, and not the byte of its code.
    pub(super) utf8: bool,
}

pub(super) const DIALECTS: [Dialect; 4] = [
    Dialect {
        decimal: false,
        utf8: true,
    },
    Dialect {
        decimal: false,
        utf8: false,
    },
    Dialect {
        decimal: true,
        utf8: true,
    },
    Dialect {
        decimal: true,
        utf8: false,
    },
];

/// The bytes of the literal at `start..end` of the text, or the place at which
/// it is none of this dialect.
pub(super) fn decode(
    raw: &str,
    plain: &[u8],
    (start, end): (usize, usize),
    dialect: Dialect,
    out: &mut Bytes,
) -> Result<(), usize> {
    let open = plain[start..end]
        .iter()
        .take(4)
        .position(|byte| matches!(byte, b'"' | b'\''));
    let (mut at, end) = match open {
        Some(open) => (skip_fillers(plain, start + open + 1), end - 1),
        None => (start, end),
    };
    let text = raw.as_bytes();
    while at < end {
        let (next, byte) = match text[at] {
            b'\\' => match escape(text, at, end, dialect)? {
                (next, Code::Byte(byte)) => (next, byte),
                (next, Code::Char(c)) => {
                    push_char(c, dialect, at, next, out)?;
                    at = next;
                    continue;
                }
                (next, Code::Nothing) => {
                    at = next;
                    continue;
                }
            },
            byte @ 0x20..=0x7f => (at + 1, byte),
            0x80.. => {
                let c = raw
                    .get(at..)
                    .and_then(|rest| rest.chars().next())
                    .ok_or(at)?;
                let next = at + c.len_utf8();
                push_char(c, dialect, at, next, out)?;
                at = next;
                continue;
            }
            _ => return Err(at),
        };
        out.push(
            byte,
            Place {
                start: at as u32,
                end: next as u32,
            },
        );
        at = next;
    }
    Ok(())
}

fn skip_fillers(plain: &[u8], mut at: usize) -> usize {
    while plain.get(at) == Some(&FILLER) {
        at += 1;
    }
    at
}

fn push_char(
    c: char,
    dialect: Dialect,
    at: usize,
    next: usize,
    out: &mut Bytes,
) -> Result<(), usize> {
    let place = Place {
        start: at as u32,
        end: next as u32,
    };
    if dialect.utf8 {
        c.encode_utf8(&mut [0; 4])
            .bytes()
            .for_each(|byte| out.push(byte, place));
    } else {
        out.push(u8::try_from(u32::from(c)).map_err(|_| at)?, place);
    }
    Ok(())
}

/// `\x0a`
fn is_padded(four: &[u8]) -> bool {
    matches!(four, [b'\\', b'x', b'0', digit] if digit.is_ascii_hexdigit())
}

enum Code {
    Byte(u8),
    Char(char),
    Nothing,
}

/// The escape at `at`, and the place behind it.
fn escape(text: &[u8], at: usize, end: usize, dialect: Dialect) -> Result<(usize, Code), usize> {
    let rest = &text[at + 1..end];
    let digits = |from: usize, most: usize, radix: u32| {
        let digits = rest
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take(most)
            .take_while(|&&byte| char::from(byte).is_digit(radix));
        digits.fold((0, 0_u32), |(count, value), &byte| {
            (
                count + 1,
                value * radix + char::from(byte).to_digit(radix).unwrap_or(0),
            )
        })
    };
    let braced = |from: usize| -> Option<(usize, u32)> {
        let (count, value) = digits(from + 1, 6, 16);
        (count > 0 && rest.get(from) == Some(&b'{') && rest.get(from + 1 + count) == Some(&b'}'))
            .then_some((count + 2, value))
    };
    let byte = |length: usize, value: u32| {
        u8::try_from(value)
            .map(|byte| (at + 1 + length, Code::Byte(byte)))
            .map_err(|_| at)
    };
    match *rest.first().ok_or(at)? {
        b'x' => match (digits(1, 2, 16), braced(1)) {
            (_, Some((length, value))) => byte(1 + length, value),
            ((0, _), _) => Err(at),
            // Programs print two digits, so that one is what is left of two.
            ((1, _), _) if text.windows(4).any(is_padded) => Err(at),
            ((count, value), _) => byte(1 + count, value),
        },
        b'u' => {
            let (length, value) = braced(1).unwrap_or_else(|| digits(1, 4, 16));
            let c = char::from_u32(value)
                .filter(|_| length >= 4 || rest.get(1) == Some(&b'{'))
                .ok_or(at)?;
            Ok((at + 2 + length, Code::Char(c)))
        }
        b'0'..=b'9' => {
            let (count, value) = if dialect.decimal {
                digits(0, 3, 10)
            } else {
                digits(0, 3, 8)
            };
            if count == 0 {
                Err(at)
            } else {
                byte(count, value)
            }
        }
        b'&' => Ok((at + 2, Code::Nothing)),
        // The rest of the string is in the next line, and its indent is none of it.
        b'\n' | b'\r' => {
            let blanks = rest
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            Ok((at + 1 + blanks, Code::Nothing))
        }
        first => match name(rest) {
            Some((length, value)) => byte(length, value.into()),
            None => match b"abefnrtvs".iter().position(|&known| known == first) {
                Some(known) => byte(1, b"\x07\x08\x1b\x0c\n\r\t\x0b "[known].into()),
                None if first.is_ascii_alphanumeric() => Err(at),
                None => byte(1, first.into()),
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_in_every_dialect() {
        let cases: [(&str, usize, &[u8]); 14] = [
            (r#""\x82\x86A""#, 0, b"\x82\x86A"),
            (r#"b'\x8a\n\'\\'"#, 0, b"\x8a\n'\\"),
            (r#""\202\206\7x""#, 0, b"\x82\x86\x07x"),
            (r#""\130\134\065""#, 2, b"\x82\x86A"),
            (r#""\DLE\SOHa\137v""#, 2, b"\x10\x01a\x89v"),
            (r#""\138\US\n""#, 2, b"\x8a\x1f\n"),
            (r#""\136\\\SOH\&5""#, 2, b"\x88\\\x015"),
            (r#""\u0082\u00e9""#, 1, b"\x82\xe9"),
            (r#""\u{82}é""#, 1, b"\x82\xe9"),
            (r#""\x82é""#, 0, b"\x82\xc3\xa9"),
            (r#""\x{82}\e""#, 0, b"\x82\x1b"),
            ("\"\\x82\\\n\\x86\"", 0, b"\x82\x86"),
            (r"\x82\x86A", 0, b"\x82\x86A"),
            ("“\\x82”", 0, b"\x82"),
        ];
        for (text, dialect, expected) in cases {
            let plain = super::super::text::likeness(text);
            let end = text.trim_end_matches('”').len() + usize::from(text.ends_with('”'));
            let mut bytes = Bytes::default();
            let found = decode(text, &plain, (0, end), DIALECTS[dialect], &mut bytes);
            assert_eq!((found, &*bytes.bytes), (Ok(()), expected), "{text}");
            assert_eq!(bytes.places.len(), expected.len());
        }
        let bad = [r#""\q""#, r#""\x""#, r#""\999""#, r#""\u12""#];
        for text in bad {
            let found = decode(
                text,
                text.as_bytes(),
                (0, text.len()),
                DIALECTS[0],
                &mut Bytes::default(),
            );
            assert_eq!(found, Err(1), "{text}");
        }
    }

    #[test]
    fn quotes_open_and_close() {
        let cases = [
            (r#""82 86""#, 0, Some((6, false))),
            (r#""\x82 \" ""#, 0, Some((9, true))),
            (r#""a\n""#, 0, Some((4, false))),
            ("\"82\n\"", 0, None),
        ];
        for (text, at, expected) in cases {
            assert_eq!(closing(text.as_bytes(), at), expected, "{text}");
        }
        let prefixes = [
            ("b\"", 1, Some(1)),
            ("rb'", 2, Some(2)),
            ("don't", 3, None),
            (" '", 1, Some(0)),
            ("\\\"", 1, None),
        ];
        for (text, at, expected) in prefixes {
            assert_eq!(prefix(text.as_bytes(), at), expected, "{text}");
        }
    }
}
