//! The characters and escapes of strings, and the bytes they stand for.

use std::borrow::Cow;

use super::super::{Fault, RefusalKind, pieces::Pieces, refuse::lost, well_formed::is_plausible};
use super::{lex::Literal, wide};
use crate::{Place, hex};

/// Where languages differ.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dialect {
    /// Whether `\123` is decimal (Lua, OCaml, Haskell), and not octal (C,
    /// Python, Perl, Java, shells).
    pub(super) decimal: bool,
    /// Whether a character beyond ASCII stands for the byte of its number
    /// (JavaScript, Python's str), and not for its UTF-8 bytes (Go).
    pub(super) latin: bool,
    /// Whether every backslash is written twice.
    pub(super) doubled: bool,
}

/// The letters of escapes, and their bytes.
const LETTERS: &str = "abtnvfre";
const CONTROLS: &[u8] = b"\x07\x08\t\n\x0b\x0c\r\x1b";

/// Signs that stand for themselves behind a backslash.
const SIGNS: &str = "\\\"'`?/$#@%";

/// ASCII control characters by the names that Haskell prints, from 0 on.
const NAMES: &str = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP";

const CUT: &str = "The text ends inside an escape. Copy all of it again.";
const LOST_SIGN: &str = "This looks like an escape whose backslash or “x” was lost. Correct it, or copy the string again.";
const ONE_DIGIT: &str = "Two hexadecimal digits are expected after “\\x”, and there is only one.";
const NO_DIGITS: &str = "Two hexadecimal digits are expected after “\\x”.";
const NO_CODE_POINT: &str = "The code point of a character is expected after “\\u”.";
const SHORTENED: &str = "The string was shortened here: bytes are missing. Copy all of it, or put it in quotes if these dots are bytes.";
const SPACE: &str = "This space may be a byte or may only separate the escapes. Put the string in quotes if it is one, or write \\x20; otherwise remove it.";

/// What a character or an escape is.
enum Sign {
    /// A character as it is.
    Plain(char),
    /// An escape of one letter.
    Simple(u8),
    Hex(u8),
    /// A character by its code point.
    Code(char),
    /// A number, and how many digits it has.
    Number(u8, usize),
    /// The name of a control character: only decimal dialects have some.
    Name(u8),
    /// Haskell's `\&` parts two escapes.
    Nothing,
    /// It stands for nothing; with what is wrong.
    Bad(Cow<'static, str>),
}

/// The first sign of `rest`, and its length.
fn sign(rest: &str, dialect: Dialect) -> (Sign, usize) {
    let first = rest.chars().next().unwrap_or('\0');
    if first != '\\' {
        return (Sign::Plain(first), first.len_utf8());
    }
    let slashes = 1 + usize::from(dialect.doubled && rest.starts_with("\\\\"));
    let after = &rest[slashes..];
    let Some(letter) = after.chars().next() else {
        return (Sign::Bad(CUT.into()), rest.len());
    };
    let own = letter.len_utf8();
    let digits = &after.as_bytes()[own..];
    let is_lost = match (letter, digits) {
        ('a'..='f', [b'x', digit, ..]) => digit.is_ascii_hexdigit(),
        ('\\' | '0'..='9' | 'a'..='z' | 'A'..='Z', _) => false,
        (_, [b'x', digits @ ..]) => are_hex(digits),
        ('"' | '\'' | '`' | '/', _) => false,
        (_, digits) => matches!(digits, [b'0'..=b'3', b'0'..=b'7', b'0'..=b'7', ..]),
    };
    let (sign, length) = match letter {
        _ if is_lost => (Sign::Bad(LOST_SIGN.into()), own),
        'x' | 'u' | 'U' => code(letter, &after[1..]),
        '0'..='9' => number(after, dialect),
        '&' => (Sign::Nothing, 1),
        '“' | '”' => (Sign::Simple(b'"'), own),
        '‘' | '’' => (Sign::Simple(b'\''), own),
        // The second backslash of two is doubled as well.
        '\\' if slashes > 1 => (Sign::Simple(b'\\'), after.len().min(2)),
        _ if SIGNS.contains(letter) => (Sign::Simple(letter as u8), 1),
        _ => match LETTERS.find(letter) {
            Some(at) => (Sign::Simple(CONTROLS[at]), 1),
            None => name(after, letter, dialect),
        },
    };
    (sign, slashes + length)
}

fn are_hex(digits: &[u8]) -> bool {
    digits.len() > 1 && digits[..2].iter().all(u8::is_ascii_hexdigit)
}

/// Hex digits, in braces or as many as there may be.
fn code(letter: char, after: &str) -> (Sign, usize) {
    let most = match letter {
        'x' => 2,
        'u' => 4,
        _ => 8,
    };
    let inner = after
        .strip_prefix('{')
        .and_then(|inner| inner.split_once('}'));
    let bare = after.len().min(most);
    let bare = after.as_bytes()[..bare]
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let digits = inner.map_or(&after[..bare], |(digits, _)| digits);
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
    let sign = match (letter, value) {
        // C takes one digit; more often the other one was lost.
        ('x', _) if inner.is_none() && bare == 1 => Err(ONE_DIGIT),
        ('x', Some(value @ ..256)) => Ok(Sign::Hex(value as u8)),
        ('x', _) => Err(NO_DIGITS),
        (_, Some(value)) if inner.is_some() || bare == most => {
            char::from_u32(value).map(Sign::Code).ok_or(NO_CODE_POINT)
        }
        _ => Err(NO_CODE_POINT),
    };
    let length = 1 + inner.map_or(bare, |(digits, _)| digits.len() + 2);
    (
        sign.unwrap_or_else(|message| Sign::Bad(message.into())),
        length,
    )
}

/// Up to three digits.
fn number(after: &str, dialect: Dialect) -> (Sign, usize) {
    let base = if dialect.decimal { 10 } else { 8 };
    let length = after
        .chars()
        .take(3)
        .take_while(|c| c.is_digit(base))
        .count();
    let shown = &after[..length.max(1)];
    let sign = match u8::from_str_radix(&after[..length], base) {
        Ok(byte) => Sign::Number(byte, length),
        Err(_) => Sign::Bad(format!("“\\{shown}” is not a byte.").into()),
    };
    (sign, shown.len())
}

/// The names of control characters, longest first.
fn name(after: &str, letter: char, dialect: Dialect) -> (Sign, usize) {
    let names = NAMES.split(' ').zip(0..).chain([("DEL", 127)]);
    let found = names.filter(|(name, _)| dialect.decimal && after.starts_with(name));
    if let Some((name, byte)) = found.max_by_key(|(name, _)| name.len()) {
        return (Sign::Name(byte), name.len());
    }
    let message = format!("“\\{letter}” is not a known escape.");
    (Sign::Bad(message.into()), letter.len_utf8())
}

/// What strings show of their language, and of damage.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// `\x82`.
    Hex,
    /// `\u0082`.
    Coded,
    /// A number; one other than `\0`; those of fewer digits than three, and of
    /// two and three.
    Number,
    Numeric,
    Short,
    Two,
    Three,
    /// A number that is filled up with zeros though no digit follows.
    Filled,
    Name,
    /// A character beyond ASCII.
    Beyond,
    /// What shows that these are not bytes of Latin-1: one beyond U+00FF, or an
    /// escape of a byte that Latin-1 would have printed.
    Wide,
    /// A dash, a quote or a blank that a word processor put there.
    Typographic,
    /// A character that needs no escape, as it is, and escaped.
    Plain,
    Escaped,
    /// Dots or asterisks in quotes, which may stand for what was left out.
    Dots,
}

/// The bytes of strings.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) pieces: Pieces,
    /// What is wrong with the first escape that stands for nothing.
    pub(super) fault: Option<Fault>,
    /// How many there are of each [`Mark`], and where the first stands.
    marks: [(usize, usize); Mark::Dots as usize + 1],
}

/// Decodes all strings, a piece each.
pub(super) fn decode(raw: &str, literals: &[Literal], dialect: Dialect) -> Decoded {
    let mut decoded = Decoded::default();
    for literal in literals {
        decoded.pieces.begin(literal.bond);
        for part in 0..literal.parts.len() {
            let fault = decoded.part(raw, literal, part, dialect).err();
            decoded.fault = decoded.fault.or(fault);
        }
    }
    decoded
}

/// The bytes of the part of a text that is the inside of a string, if it is
/// without a fault as C, Python and most languages write strings.
pub(in super::super) fn bytes_of(raw: &str, part: (usize, usize)) -> Option<Pieces> {
    let literal = Literal {
        parts: vec![part],
        ..Literal::new(0, true)
    };
    let decoded = decode(raw, &[literal], Dialect::default());
    let is_certain = decoded.fault.is_none()
        && decoded.first(Mark::Beyond).is_none()
        && decoded.first(Mark::Dots).is_none();
    is_certain.then_some(decoded.pieces)
}

/// Whether text in Latin-1 prints a byte beyond ASCII as it is.
fn is_printed(byte: u8) -> bool {
    byte > 0xa0 && byte != 0xad
}

impl Decoded {
    pub(super) fn count(&self, mark: Mark) -> usize {
        self.marks[mark as usize].0
    }

    /// Where the first one stands.
    pub(super) fn first(&self, mark: Mark) -> Option<usize> {
        let (count, first) = self.marks[mark as usize];
        (count > 0).then_some(first)
    }

    fn mark(&mut self, mark: Mark, at: usize, is: bool) {
        let (count, first) = &mut self.marks[mark as usize];
        if is && *count == 0 {
            *first = at;
        }
        *count += usize::from(is);
    }

    /// Whether each string passes for a header block, or all together; and
    /// whether characters that need no escape are spelled alike.
    pub(super) fn rank(&self) -> (bool, bool) {
        let each = (0..self.pieces.list.len()).all(|at| is_plausible(self.pieces.of(at)));
        (self.is_regular(), each || is_plausible(&self.pieces.octets))
    }

    pub(super) fn is_regular(&self) -> bool {
        self.count(Mark::Plain) == 0 || self.count(Mark::Escaped) == 0
    }

    fn part(
        &mut self,
        raw: &str,
        literal: &Literal,
        part: usize,
        dialect: Dialect,
    ) -> Result<(), Fault> {
        let (start, end) = literal.parts[part];
        let content = &raw[start..end];
        let refuse = |kind, at, message: &str| Err(Fault::at(kind, at, message));
        let dots = ["...", "…", "**"]
            .iter()
            .find_map(|dots| content.find(dots));
        if let Some(at) = dots.filter(|&at| !literal.quoted && !content[at..].starts_with('*')) {
            return refuse(RefusalKind::Truncated, start + at, SHORTENED);
        }
        self.mark(Mark::Dots, start + dots.unwrap_or(0), dots.is_some());
        if part > 0
            && matches!(content.as_bytes(), [b'x' | b'u' | b'0'..=b'3', digits @ ..] if are_hex(digits))
        {
            return refuse(RefusalKind::BadEscape, start, LOST_SIGN);
        }
        // Without quotes, space between escapes is no data.
        let is_space = |c: char| matches!(c, ' ' | '\t' | ',');
        let spaced = !literal.quoted && {
            let mut at = start;
            std::iter::from_fn(|| {
                let (sign, length) = (at < end).then(|| sign(&raw[at..end], dialect))?;
                at += length;
                Some(sign)
            })
            .all(|sign| !matches!(sign, Sign::Plain(c) if !is_space(c)))
        };
        let (mut next, mut behind_hex) = (start, false);
        while next < end {
            let at = next;
            let (sign, length) = sign(&raw[at..end], dialect);
            next += length;
            let of_hex = std::mem::replace(&mut behind_hex, matches!(sign, Sign::Hex(_)));
            let (byte, character) = match sign {
                Sign::Plain('\u{feff}') if at == 0 => continue,
                Sign::Plain(c) if spaced && is_space(c) => continue,
                Sign::Plain(' ' | '\t') if !literal.quoted => {
                    return refuse(RefusalKind::Ambiguous, at, SPACE);
                }
                Sign::Bad(message) => return refuse(RefusalKind::BadEscape, at, &message),
                Sign::Plain('\u{fffd}') | Sign::Code('\u{fffd}') => return Err(lost(at)),
                Sign::Plain(c) | Sign::Code(c) => (0, Some(c)),
                Sign::Simple(byte) | Sign::Hex(byte) | Sign::Name(byte) | Sign::Number(byte, _) => {
                    (byte, None)
                }
                Sign::Nothing => (0, None),
            };
            self.look(&sign, &raw[at..end], at, next - at);
            if matches!(sign, Sign::Nothing) {
                continue;
            }
            let mut bytes = [byte, 0, 0, 0];
            let count = match character {
                Some(c) if !c.is_ascii() && !dialect.latin => c.encode_utf8(&mut bytes).len(),
                Some(c) => {
                    bytes[0] = u8::try_from(u32::from(c)).map_err(|_| wide(c, at))?;
                    1
                }
                None => 1,
            };
            for byte in &bytes[..count] {
                let place = Place {
                    start: at as u32,
                    end: next as u32,
                };
                self.pieces.push(*byte, place);
            }
            let byte = bytes[0];
            let counts = byte.is_ascii_graphic() && !b"\"'\\?`$@#%&<>".contains(&byte);
            let is_plain = matches!(sign, Sign::Plain(_)) && (counts || byte == b' ');
            // In C hex digits behind `\x` and its digits would be of it.
            let is_needed = of_hex && byte.is_ascii_hexdigit();
            let is_code = matches!(sign, Sign::Hex(_) | Sign::Code(_) | Sign::Number(..));
            let is_escaped = is_code && counts && !is_needed;
            self.mark(Mark::Plain, at, is_plain);
            self.mark(Mark::Escaped, at, is_escaped);
        }
        Ok(())
    }

    /// Counts what a sign shows: the first `length` bytes of `rest`.
    fn look(&mut self, sign: &Sign, rest: &str, at: usize, length: usize) {
        let next = rest.as_bytes().get(length).copied().unwrap_or(b'\\');
        match *sign {
            Sign::Plain(c) | Sign::Code(c) => {
                let is_plain = matches!(sign, Sign::Plain(_));
                let is_lost = matches!(c, '–' | '—' | '‘' | '’' | '“' | '”')
                    || u32::from(c) > 0xff && c.is_whitespace();
                self.mark(Mark::Coded, at, !is_plain);
                self.mark(Mark::Typographic, at, is_plain && is_lost);
                self.mark(Mark::Beyond, at, !c.is_ascii());
                self.mark(Mark::Wide, at, u32::from(c) > 0xff);
            }
            Sign::Hex(byte) => {
                self.mark(Mark::Hex, at, true);
                self.mark(Mark::Wide, at, is_printed(byte));
            }
            Sign::Number(_, count) => {
                let digits = &rest[length - count..length];
                let octal = u8::from_str_radix(digits, 8);
                self.mark(Mark::Number, at, true);
                self.mark(Mark::Numeric, at, digits != "0" || next.is_ascii_hexdigit());
                self.mark(Mark::Short, at, count < 3);
                self.mark(Mark::Two, at, count == 2);
                self.mark(Mark::Three, at, count == 3 && octal.is_ok());
                self.mark(
                    Mark::Filled,
                    at,
                    count == 3 && digits.starts_with('0') && !next.is_ascii_digit(),
                );
                self.mark(Mark::Wide, at, count == 3 && octal.is_ok_and(is_printed));
            }
            Sign::Name(_) | Sign::Nothing => self.mark(Mark::Name, at, true),
            Sign::Simple(_) | Sign::Bad(_) => {}
        }
    }
}

/// Whether all backslashes are written twice: how many of these begin an
/// escape.
pub(super) fn doubled(raw: &str, literals: &[Literal]) -> usize {
    let mut pairs = 0;
    for &(start, end) in literals.iter().flat_map(|literal| &literal.parts) {
        let mut rest = &raw[start..end];
        while let Some(at) = rest.find('\\') {
            let after = rest[at..].trim_start_matches('\\');
            if (rest.len() - at - after.len()) % 2 == 1 {
                return 0;
            }
            let is_escape = match after.as_bytes() {
                [b'x', high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
                [first, ..] => first.is_ascii_digit() || *first == b'u',
                [] => false,
            };
            pairs += usize::from(is_escape);
            rest = after;
        }
    }
    pairs
}

/// Strings in PostgreSQL's notation: one `\x`, and then the digits of all
/// bytes.
pub(super) struct Bytea {
    pub(super) decoded: Decoded,
    /// Few digits follow, so that `\x` may stand for one byte.
    pub(super) short: bool,
    /// Its backslash is written twice, as PostgreSQL's own strings have it.
    pub(super) doubled: bool,
}

/// Reads the strings as PostgreSQL writes bytes.
///
/// # Errors
/// Where a digit is missing or wrong.
pub(super) fn bytea(raw: &str, literals: &[Literal]) -> Result<Option<Bytea>, Fault> {
    let mut decoded = Decoded::default();
    let (mut long, mut several, mut doubled, mut cut) = (false, false, true, None);
    let mut all = true;
    for literal in literals {
        decoded.pieces.begin(literal.bond);
        let &[(start, end)] = &literal.parts[..] else {
            return Ok(None);
        };
        let content = raw[start..end].trim_ascii_end();
        let rest = content.trim_start_matches('\\');
        let slashes = content.len() - rest.len();
        let Some(digits) = rest
            .strip_prefix('x')
            .filter(|_| slashes > 0 && !literal.bytes)
        else {
            all = false;
            continue;
        };
        let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
        let others = digits.bytes().filter(|byte| !is_digit(byte)).count();
        let first = start + content.len() - digits.len();
        let is_whole = others == 0 && digits.len() >= 2 && digits.len().is_multiple_of(2);
        all &= is_whole;
        if !is_whole && digits.len() >= 5 && others * 5 <= digits.len() && !digits.contains('\\') {
            cut = cut.or(Some(start));
        }
        doubled &= slashes > 1;
        several |= slashes > 1 || digits.len() > 2;
        long |= slashes > 1 || digits.len() >= 6;
        for (n, two) in digits.as_bytes().chunks(2).enumerate() {
            let at = (first + 2 * n) as u32;
            decoded.pieces.push(
                hex::octet(two).unwrap_or(0),
                Place {
                    start: at,
                    end: at + 2,
                },
            );
        }
    }
    match cut {
        Some(at) if !all => Err(Fault::at(
            RefusalKind::OddDigits,
            at,
            "After this “\\x” all digits of a value follow, as PostgreSQL writes it, and one of them is missing or wrong. Copy it again.",
        )),
        _ if !all || !several => Ok(None),
        _ => Ok(Some(Bytea {
            decoded,
            short: !long,
            doubled,
        })),
    }
}
