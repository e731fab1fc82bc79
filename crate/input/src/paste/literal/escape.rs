//! The characters and escapes of a string, and the bytes they stand for.

use super::super::{
    Fault, RefusalKind,
    split::{Noted, Pieces},
    well_formed::is_plausible,
};
use super::{find::Literal, lost, wide};
use crate::{Place, hex};

/// Where languages differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    /// The base of `\123`: 8 in C, Python, Perl, Java and shells, 10 in Lua,
    /// OCaml and Haskell.
    pub(super) base: u32,
    /// Whether a character beyond ASCII stands for the byte of its number
    /// (JavaScript, Python's str), and not for its UTF-8 bytes (Go).
    pub(super) latin: bool,
    /// Whether after `\x` all digits of the string follow (PostgreSQL).
    pub(super) hex_after: bool,
    /// Whether every backslash is written twice.
    pub(super) doubled: bool,
}

/// What the strings show of their language.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// Some `\x`, and some `\u`.
    pub(super) hex: bool,
    pub(super) coded: bool,
    /// A numeric escape other than `\0`.
    pub(super) numeric: bool,
    /// How many numeric escapes there are, and how many of two digits.
    pub(super) numbers: usize,
    pub(super) twos: usize,
    /// Numbers are filled up with zeros though no digit follows, or all have
    /// three digits, as octal ones are printed.
    pub(super) filled: bool,
    /// A name that only languages with decimal escapes have.
    pub(super) decimal: bool,
    /// The first character beyond ASCII.
    pub(super) beyond: Option<usize>,
    /// Whether these characters cannot be bytes of Latin-1: one is beyond
    /// U+00FF, or some byte is escaped that Latin-1 would have printed.
    pub(super) wide: bool,
    /// A dash or a quote that a word processor put there.
    pub(super) typographic: Option<usize>,
    /// Dots or asterisks, which may stand for what was left out.
    pub(super) left_out: Option<usize>,
}

/// ASCII control characters by the names that Haskell prints, from 0 on.
const NAMES: &str = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP";

const LOST_SIGN: &str = "This looks like an escape whose backslash or “x” was lost. Correct it, or copy the string again.";

/// Whether all backslashes are written twice, before `x` or a digit.
pub(super) fn is_doubled(raw: &str, literals: &[Literal]) -> bool {
    let mut parts = literals.iter().flat_map(|literal| &literal.parts);
    let mut pairs = 0;
    let doubled = parts.all(|&(start, end)| {
        let mut rest = &raw[start..end];
        while let Some(at) = rest.find('\\') {
            let Some(after) = rest[at + 1..].strip_prefix('\\') else {
                return false;
            };
            if !after.starts_with(|c: char| c == 'x' || c.is_ascii_digit()) {
                return false;
            }
            pairs += 1;
            rest = after;
        }
        true
    });
    doubled && pairs > 1
}

pub(super) fn signs(raw: &str, literals: &[Literal], dialect: Dialect) -> Signs {
    let mut signs = Signs::default();
    let mut threes = 0;
    for &(start, end) in literals.iter().flat_map(|literal| &literal.parts) {
        let content = &raw[start..end];
        let dots = ["...", "…", "**"]
            .iter()
            .find_map(|dots| content.find(dots));
        signs.left_out = signs.left_out.or(dots.map(|at| start + at));
        for sign in Reader::new(raw, (start, end), dialect) {
            let digits = &raw[sign.digits..sign.end];
            let mut beyond = None;
            match (sign.letter, &sign.kind) {
                (_, Kind::Plain(c)) => {
                    beyond = Some(*c);
                    if matches!(c, '–' | '—' | '‘' | '’' | '“' | '”') {
                        signs.typographic.get_or_insert(sign.start);
                    }
                }
                ('x', kind) => {
                    signs.hex = true;
                    signs.wide |= matches!(kind, Kind::Byte(octet) if is_printed(*octet));
                }
                (_, Kind::Character(c)) => {
                    beyond = Some(*c);
                    signs.coded = true;
                }
                ('0'..='9', _) => {
                    let after = raw[sign.end..end].bytes().next();
                    let octal = u8::from_str_radix(digits, 8);
                    signs.numeric |=
                        digits != "0" || after.is_some_and(|next| next.is_ascii_hexdigit());
                    signs.numbers += 1;
                    signs.twos += usize::from(digits.len() == 2);
                    threes += usize::from(digits.len() == 3 && octal.is_ok());
                    let goes_on = after.is_some_and(|next| next.is_ascii_digit());
                    signs.filled |= digits.len() == 3 && digits.starts_with('0') && !goes_on;
                    signs.wide |= digits.len() == 3 && octal.is_ok_and(is_printed);
                }
                (letter, _) => signs.decimal |= letter == '&' || digits.len() == 3,
            }
            if let Some(c) = beyond.filter(|c| !c.is_ascii()) {
                signs.beyond.get_or_insert(sign.start);
                signs.wide |= u32::from(c) > 0xff;
            }
        }
    }
    signs.filled |= threes == signs.numbers;
    signs
}

/// Whether text in Latin-1 prints a byte beyond ASCII as it is.
fn is_printed(octet: u8) -> bool {
    octet > 0xa0 && octet != 0xad
}

/// Digits of PostgreSQL's notation: one `\x`, and then those of all bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HexAfter {
    /// There are none.
    No,
    /// Few, so that `\x` may stand for one byte.
    Short,
    Long,
    /// In the string that begins here a digit is missing or wrong.
    Cut(usize),
}

pub(super) fn hex_after(raw: &str, literals: &[Literal]) -> HexAfter {
    let mut cut = None;
    let mut all = true;
    let (mut long, mut several) = (false, false);
    for literal in literals {
        for &(start, end) in &literal.parts {
            let content = raw[start..end].trim_end();
            let rest = content.trim_start_matches('\\');
            let slashes = content.len() - rest.len();
            let digits = rest
                .strip_prefix('x')
                .filter(|_| slashes > 0 && !literal.bytes);
            let digits = digits.unwrap_or("\\");
            let others = digits
                .bytes()
                .filter(|byte| !byte.is_ascii_hexdigit())
                .count();
            all &= others == 0 && literal.parts.len() == 1;
            all &= digits.len() >= 2 && digits.len().is_multiple_of(2);
            if digits.len() >= 7 && others * 8 <= digits.len() && !digits.contains('\\') {
                cut = cut.or(Some(start));
            }
            several |= slashes > 1 || digits.len() > 2;
            long |= slashes > 1 || digits.len() >= 6;
        }
    }
    match cut {
        Some(start) if !all => HexAfter::Cut(start),
        _ if !all || !several => HexAfter::No,
        _ if long => HexAfter::Long,
        _ => HexAfter::Short,
    }
}

/// The bytes of strings, and how their characters are spelled.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) pieces: Pieces,
    /// Characters that need no escape, as they are, and escaped: how many, and
    /// where the first stands.
    plain: (usize, usize),
    escaped: (usize, usize),
    /// Whether it was read as PostgreSQL's notation.
    pub(super) hex_after: bool,
}

impl Decoded {
    /// Whether each string passes for a header block, or all together.
    pub(super) fn is_whole(&self) -> bool {
        let each = (0..self.pieces.list.len()).all(|at| is_plausible(self.pieces.of(at)));
        each || is_plausible(&self.pieces.octets)
    }

    /// Whether characters that need no escape are either all escaped or not.
    pub(super) fn is_regular(&self) -> bool {
        self.plain.0 == 0 || self.escaped.0 == 0
    }

    /// What is to be said where a few characters are not spelled as the others.
    ///
    /// # Errors
    /// Where a few characters among escapes are what is left of one.
    pub(super) fn irregular(&self, raw: &str) -> Result<Option<Noted>, Fault> {
        let few = self.plain.0 < self.escaped.0;
        let (at, why) = match few {
            true => (
                self.plain.1,
                "stands here as it is, though others like it are escaped: the escape may have lost its sign. Correct it, or copy the string again.",
            ),
            false => (
                self.escaped.1,
                "begins an escape of a character that needs none, as others like it show: a digit of it may have been changed.",
            ),
        };
        if self.is_regular() {
            return Ok(None);
        }
        let shown = raw[at..].chars().next().unwrap_or(' ');
        let message = format!("“{shown}” {why}");
        match few {
            true => Err(Fault::at(RefusalKind::BadEscape, at, message)),
            false => Ok(Some((at, message))),
        }
    }
}

/// Decodes all strings, a piece each.
pub(super) fn decode(raw: &str, literals: &[Literal], dialect: Dialect) -> Result<Decoded, Fault> {
    let mut decoded = Decoded {
        hex_after: dialect.hex_after,
        ..Decoded::default()
    };
    for literal in literals {
        decoded.pieces.begin(literal.bond);
        // Without quotes, space between escapes is no data.
        let only_escapes = |&part: &(usize, usize)| {
            Reader::new(raw, part, dialect)
                .all(|sign| !matches!(sign.kind, Kind::Plain(c) if !matches!(c, ' ' | '\t' | ',')))
        };
        let spaced = !literal.quoted && literal.parts.iter().all(only_escapes);
        for (n, &(start, end)) in literal.parts.iter().enumerate() {
            let content = &raw[start..end];
            let fault = |kind, at, message: &str| Err(Fault::at(kind, start + at, message));
            if !literal.quoted
                && let Some(dots) = content.find("...").or_else(|| content.find('…'))
            {
                return fault(
                    RefusalKind::Truncated,
                    dots,
                    "The string was shortened here: bytes are missing. Copy all of it, or put it in quotes if these dots are bytes.",
                );
            }
            let digits = content.trim_start_matches(['x', 'u']);
            if n > 0
                && content.starts_with(['x', 'u', '0', '1', '2', '3'])
                && digits.len() > 1
                && digits.as_bytes()[..2].iter().all(u8::is_ascii_hexdigit)
            {
                return fault(RefusalKind::BadEscape, 0, LOST_SIGN);
            }
            if dialect.hex_after {
                decoded.hex_after(raw, start, end)?;
                continue;
            }
            let mut before = None;
            for sign in Reader::new(raw, (start, end), dialect) {
                if let (Kind::Plain(' ' | '\t' | ','), false) = (&sign.kind, literal.quoted) {
                    if spaced {
                        continue;
                    }
                    if raw[sign.start..].starts_with([' ', '\t']) {
                        return fault(
                            RefusalKind::Ambiguous,
                            sign.start - start,
                            "This space may be a byte or may only separate the escapes. Put the string in quotes if it is one, or write \\x20; otherwise remove it.",
                        );
                    }
                }
                decoded.push(&sign, before, dialect)?;
                before = Some(sign.letter);
            }
        }
    }
    Ok(decoded)
}

impl Decoded {
    /// Appends the bytes of one sign, before which another letter's stands.
    fn push(&mut self, sign: &Sign, before: Option<char>, dialect: Dialect) -> Result<(), Fault> {
        let place = Place {
            start: sign.start as u32,
            end: sign.end as u32,
        };
        match sign.kind {
            Kind::Nothing => {}
            Kind::Bad(ref message) => {
                return Err(Fault::at(
                    RefusalKind::BadEscape,
                    sign.start,
                    message.clone(),
                ));
            }
            Kind::Plain('\u{feff}') if sign.start == 0 => {}
            Kind::Plain('\u{fffd}') | Kind::Character('\u{fffd}') => return Err(lost(sign.start)),
            Kind::Byte(octet) => self.pieces.push(octet, place),
            Kind::Plain(c) | Kind::Character(c) if dialect.latin || c.is_ascii() => {
                let octet = u8::try_from(u32::from(c)).map_err(|_| wide(c, sign.start))?;
                self.pieces.push(octet, place);
            }
            Kind::Plain(c) | Kind::Character(c) => {
                let mut octets = [0; 4];
                for octet in c.encode_utf8(&mut octets).bytes() {
                    self.pieces.push(octet, place);
                }
            }
        }
        let octet = self.pieces.octets.last().copied().unwrap_or(0);
        // In C hex digits behind `\x` and its digits would be of it.
        let of_hex = before == Some('x') && octet.is_ascii_hexdigit();
        let counts = octet.is_ascii_graphic() && !b"\"'\\?`$@#%&<>".contains(&octet) && !of_hex;
        let counted = match sign.letter {
            _ if !counts => return Ok(()),
            ' ' => &mut self.plain,
            'x' | 'u' | '0'..='9' => &mut self.escaped,
            _ => return Ok(()),
        };
        *counted = (
            counted.0 + 1,
            if counted.0 == 0 {
                sign.start
            } else {
                counted.1
            },
        );
        Ok(())
    }

    /// PostgreSQL: all digits after the one `\x`, and only spaces behind them.
    fn hex_after(&mut self, raw: &str, start: usize, end: usize) -> Result<(), Fault> {
        let content = raw[start..end].trim_ascii_end();
        let digits = content
            .trim_start_matches('\\')
            .get(1..)
            .unwrap_or_default();
        let first = start + content.len() - digits.len();
        for (n, two) in digits.as_bytes().chunks(2).enumerate() {
            let at = first + 2 * n;
            let Some(octet) = hex::octet(two).filter(|_| two.len() == 2) else {
                return Err(Fault::at(
                    RefusalKind::BadEscape,
                    at,
                    "Pairs of hexadecimal digits are expected to the end of this string, after the one “\\x”.",
                ));
            };
            self.pieces.push(
                octet,
                Place {
                    start: at as u32,
                    end: at as u32 + 2,
                },
            );
        }
        Ok(())
    }
}

/// A character of a string, or an escape.
struct Sign {
    start: usize,
    end: usize,
    /// The character behind the backslash; of no escape, a space.
    letter: char,
    /// Where the digits of an escape begin, or its name.
    digits: usize,
    kind: Kind,
}

enum Kind {
    /// A character as it is.
    Plain(char),
    Byte(u8),
    /// A character by its code point.
    Character(char),
    /// Haskell's `\&` parts two escapes.
    Nothing,
    /// An escape that stands for nothing, with what is wrong.
    Bad(String),
}

/// Reads the signs of a part of a string.
struct Reader<'a> {
    raw: &'a str,
    at: usize,
    end: usize,
    dialect: Dialect,
}

impl<'a> Reader<'a> {
    fn new(raw: &'a str, (at, end): (usize, usize), dialect: Dialect) -> Self {
        Self {
            raw,
            at,
            end,
            dialect,
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Sign;

    fn next(&mut self) -> Option<Sign> {
        let rest = &self.raw[self.at..self.end];
        let first = rest.chars().next()?;
        let start = self.at;
        let slashes = match self.dialect.doubled && rest.starts_with("\\\\") {
            true => 2,
            false => 1,
        };
        let (letter, kind, length) =
            match rest.get(slashes..).and_then(|after| after.chars().next()) {
                _ if first != '\\' => (' ', Kind::Plain(first), first.len_utf8()),
                None => (
                    ' ',
                    Kind::Bad("The text ends inside an escape. Copy all of it again.".into()),
                    rest.len(),
                ),
                Some(letter) => {
                    let (kind, length) = escape(letter, &rest[slashes..], self.dialect);
                    (letter, kind, slashes + length)
                }
            };
        self.at += length;
        let digits = match letter {
            ' ' => self.at,
            'x' | 'u' | 'U' => start + slashes + 1,
            _ => start + slashes,
        };
        Some(Sign {
            start,
            end: self.at,
            letter,
            digits,
            kind,
        })
    }
}

/// What an escape stands for that goes on, after its backslash, with `letter`
/// and `rest`, which begins with it; and its length without the backslash.
fn escape(letter: char, rest: &str, dialect: Dialect) -> (Kind, usize) {
    let simple = match letter {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        'e' => 27,
        '“' | '”' => b'"',
        '‘' | '’' => b'\'',
        '\\' | '"' | '\'' | '`' | '?' | '/' | '$' | '#' | '@' | '%' => letter as u8,
        '&' => return (Kind::Nothing, 1),
        'x' | 'u' | 'U' => return code(letter, &rest[1..]),
        '0'..='9' => return numeric(rest, dialect),
        _ => return named(rest, dialect),
    };
    let after = &rest.as_bytes()[letter.len_utf8()..];
    let is_swapped = matches!(letter, 'a'..='f')
        && matches!(after, [b'x', digit, ..] if digit.is_ascii_hexdigit());
    let is_lost = !letter.is_ascii_alphanumeric()
        && letter != '\\'
        && matches!(after, [b'x', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
    match is_swapped || is_lost {
        true => (Kind::Bad(LOST_SIGN.into()), letter.len_utf8()),
        false => (Kind::Byte(simple), letter.len_utf8()),
    }
}

/// Hex digits, in braces or as many as there may be.
fn code(letter: char, after: &str) -> (Kind, usize) {
    let most = match letter {
        'x' => 2,
        'u' => 4,
        _ => 8,
    };
    let braced = after
        .strip_prefix('{')
        .and_then(|inner| inner.split_once('}'));
    let bare = after
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_hexdigit)
        .count();
    let (digits, length) = match braced {
        Some((digits, _)) => (digits, digits.len() + 2),
        None => (&after[..bare], bare),
    };
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
    let kind = match (letter, value) {
        // C takes one digit; more often the other one was lost.
        ('x', _) if braced.is_none() && bare == 1 => {
            Err("Two hexadecimal digits are expected after “\\x”, and there is only one.")
        }
        ('x', Some(value)) if value < 256 => Ok(Kind::Byte(value as u8)),
        ('x', _) => Err("Two hexadecimal digits are expected after “\\x”."),
        (_, Some(value)) if braced.is_some() || bare == most => char::from_u32(value)
            .map(Kind::Character)
            .ok_or(NO_CODE_POINT),
        _ => Err(NO_CODE_POINT),
    };
    (
        kind.unwrap_or_else(|message| Kind::Bad(message.into())),
        1 + length,
    )
}

const NO_CODE_POINT: &str = "The code point of a character is expected after “\\u”.";

/// Up to three digits.
fn numeric(rest: &str, dialect: Dialect) -> (Kind, usize) {
    let is_digit = |c: &char| c.is_digit(dialect.base);
    let length = rest.chars().take(3).take_while(is_digit).count();
    let shown = &rest[..length.max(1)];
    let kind = u8::from_str_radix(&rest[..length], dialect.base).map_or_else(
        |_| Kind::Bad(format!("“\\{shown}” is not a byte.")),
        Kind::Byte,
    );
    (kind, shown.len())
}

/// The names of control characters, longest first.
fn named(rest: &str, dialect: Dialect) -> (Kind, usize) {
    let names = NAMES.split(' ').zip(0..).chain([("DEL", 127)]);
    let found = names
        .filter(|(name, _)| rest.starts_with(name))
        .max_by_key(|(name, _)| name.len());
    match found {
        Some((name, octet)) if dialect.base == 10 => (Kind::Byte(octet), name.len()),
        _ => {
            let shown: String = rest.chars().take(1).collect();
            (
                Kind::Bad(format!("“\\{shown}” is not a known escape.")),
                shown.len(),
            )
        }
    }
}
