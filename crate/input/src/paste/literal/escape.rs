//! The characters and escapes of a string, and the octets they stand for.

use super::super::{Fault, RefusalKind, split::Pieces, well_formed::is_plausible};
use super::{find::Literal, wide};
use crate::{Place, hex};

/// What `\123` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numeric {
    /// C, Python, Perl, Java, shells.
    Octal,
    /// Lua, OCaml, Haskell.
    Decimal,
}

/// What a character beyond ASCII stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Characters {
    /// Its UTF-8 octets (Go).
    Utf8,
    /// The octet of its number (JavaScript, JSON, Python's str).
    Latin1,
}

/// Where languages differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) numeric: Numeric,
    pub(super) characters: Characters,
    /// After `\x` all digits of the string follow (PostgreSQL).
    pub(super) hex_after: bool,
    /// Every backslash is written twice.
    pub(super) doubled: bool,
    /// After `\x` there are always two digits.
    pub(super) padded: bool,
}

/// What the strings show of their language.
#[derive(Default)]
pub(super) struct Signs {
    /// Some `\x`, `\u` below U+0100 aside.
    pub(super) escape: bool,
    /// An escape of an octet that Latin-1 text would have printed as it is.
    pub(super) high_escape: bool,
    pub(super) beyond_ascii: bool,
    pub(super) first_beyond: usize,
    /// A character beyond U+00FF.
    pub(super) wide: bool,
    /// An escape that can only be decimal.
    pub(super) decimal: bool,
    /// All numeric escapes have three octal digits.
    pub(super) octal_three: bool,
    /// Some octet below 16 is written with its zero, as `\x0f`.
    pub(super) padded: bool,
    /// A numeric escape other than `\0`.
    pub(super) numeric: bool,
    /// What looks like an escape whose sign was lost.
    pub(super) lost_sign: Option<usize>,
    /// A dash or a quote that a word processor put there.
    pub(super) typographic: Option<usize>,
    /// Dots or asterisks, which may stand for what was left out.
    pub(super) left_out: Option<usize>,
    /// Some escape stands, as octal, for a character that needs none.
    pub(super) printable_octal: bool,
    /// Some numeric escape of more than a digit has fewer than three.
    pub(super) unpadded: bool,
    /// All numeric escapes have two digits, and there are several.
    pub(super) two_digits: bool,
    /// Where `\0` stands before one more octal digit, but not two.
    pub(super) zero_then_digit: Option<usize>,
    pub(super) hex_after: bool,
    /// As `hex_after`, and there are two octets only.
    pub(super) hex_after_short: bool,
    /// As `hex_after`, but a digit is missing or wrong.
    pub(super) cut_hex: Option<usize>,
    pub(super) doubled: bool,
}

/// ASCII control characters by the names that Haskell prints.
const NAMES: [(&str, u8); 34] = [
    ("NUL", 0),
    ("SOH", 1),
    ("STX", 2),
    ("ETX", 3),
    ("EOT", 4),
    ("ENQ", 5),
    ("ACK", 6),
    ("BEL", 7),
    ("BS", 8),
    ("HT", 9),
    ("LF", 10),
    ("VT", 11),
    ("FF", 12),
    ("CR", 13),
    ("SO", 14),
    ("SI", 15),
    ("DLE", 16),
    ("DC1", 17),
    ("DC2", 18),
    ("DC3", 19),
    ("DC4", 20),
    ("NAK", 21),
    ("SYN", 22),
    ("ETB", 23),
    ("CAN", 24),
    ("EM", 25),
    ("SUB", 26),
    ("ESC", 27),
    ("FS", 28),
    ("GS", 29),
    ("RS", 30),
    ("US", 31),
    ("SP", 32),
    ("DEL", 127),
];

pub(super) fn signs(raw: &str, literals: &[Literal]) -> Signs {
    let mut signs = Signs {
        octal_three: true,
        two_digits: true,
        doubled: true,
        ..Signs::default()
    };
    let (mut numeric, mut any_x) = (0, 0);
    // Characters that stand for themselves, and escapes.
    let (mut plain, mut escapes) = (0, 0);
    let mut digits_end = 0;
    let mut certain = None;
    let lost_x = |rest: &[u8]| matches!(rest, [b'x', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
    let parts = literals
        .iter()
        .flat_map(|literal| literal.parts.iter().enumerate());
    for (n, &(start, end)) in parts {
        let content = &raw[start..end];
        if n > 0 && lost_x(content.as_bytes()) {
            certain = certain.or(Some(start));
        }
        if let Some(at) = ["...", "…", "**"]
            .iter()
            .find_map(|dots| content.find(dots))
        {
            signs.left_out.get_or_insert(start + at);
        }
        let bytes = content.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] != b'\\' {
                if !bytes[at].is_ascii() {
                    let c = content[at..].chars().next().unwrap_or(' ');
                    if !signs.beyond_ascii {
                        signs.first_beyond = start + at;
                    }
                    signs.beyond_ascii = true;
                    signs.wide |= u32::from(c) > 0xff;
                    if matches!(c, '–' | '—' | '‘' | '’' | '“' | '”') {
                        signs.typographic.get_or_insert(start + at);
                    }
                    at += c.len_utf8();
                } else {
                    plain += usize::from(start + at >= digits_end);
                    at += 1;
                }
                continue;
            }
            escapes += 1;
            let next = bytes.get(at + 1).copied().unwrap_or(b' ');
            match next {
                b'\\' => {
                    let x = matches!(bytes.get(at + 2), Some(b'x' | b'0'..=b'9'));
                    any_x += usize::from(x);
                    signs.doubled &= x;
                    at += 2;
                    continue;
                }
                b'x' => {
                    signs.escape = true;
                    digits_end = start + at + 4;
                    signs.padded |= bytes.get(at + 2) == Some(&b'0')
                        && bytes.get(at + 3).is_some_and(u8::is_ascii_hexdigit);
                    if lost_sign(&bytes[at..]) {
                        signs.lost_sign.get_or_insert(start + at + 4);
                    }
                    signs.doubled = false;
                    let digits = bytes[at + 2..]
                        .iter()
                        .take(2)
                        .take_while(|byte| byte.is_ascii_hexdigit())
                        .count();
                    let value =
                        u8::from_str_radix(&content[at + 2..at + 2 + digits], 16).unwrap_or(0);
                    signs.high_escape |= value > 0xa0 && value != 0xad;
                }
                b'u' => {
                    signs.doubled = false;
                    let digits: String = content[at + 2..]
                        .chars()
                        .take(6)
                        .filter(char::is_ascii_hexdigit)
                        .collect();
                    let value =
                        u32::from_str_radix(digits.get(..4).unwrap_or(&digits), 16).unwrap_or(0);
                    if value > 0x7f {
                        if !signs.beyond_ascii {
                            signs.first_beyond = start + at;
                        }
                        signs.beyond_ascii = true;
                        signs.wide |= value > 0xff;
                    }
                }
                b'0'..=b'9' => {
                    signs.doubled = false;
                    numeric += 1;
                    signs.numeric |=
                        next != b'0' || bytes.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
                    let digits: &str = &content[at + 1..];
                    let length = digits
                        .bytes()
                        .take(3)
                        .take_while(u8::is_ascii_digit)
                        .count();
                    let octal = digits
                        .bytes()
                        .take(3)
                        .take_while(|byte| matches!(byte, b'0'..=b'7'))
                        .count();
                    signs.decimal |= digits.as_bytes()[0] > b'7'
                        || length == 3
                            && octal < 3
                            && next != b'0'
                            && digits[..3].parse::<u16>().is_ok_and(|value| value < 256);
                    signs.octal_three &= octal == 3;
                    signs.unpadded |= length == 2 || length == 3 && octal == 2;
                    signs.two_digits &= length == 2;
                    let value = u16::from_str_radix(&digits[..octal], 8).unwrap_or(0);
                    signs.decimal |= octal == 3 && value > 0o377;
                    signs.high_escape |= octal == 3 && value > 0xa0 && value != 0xad;
                    signs.printable_octal |= octal == 3
                        && u8::try_from(value).is_ok_and(|octet| octet.is_ascii_alphanumeric());
                    if next == b'0' && octal == 2 {
                        signs.zero_then_digit.get_or_insert(start + at);
                    }
                }
                _ => {
                    signs.doubled = false;
                    let rest = &bytes[(at + 2).min(bytes.len())..];
                    let swapped = matches!(next, b'a'..=b'f')
                        && matches!(rest, [b'x', digit, ..] if digit.is_ascii_hexdigit());
                    if !next.is_ascii_alphanumeric() && next != b'\\' && lost_x(rest) || swapped {
                        certain = certain.or(Some(start + at));
                    }
                    signs.decimal |= next == b'&'
                        || content[at + 1..].get(..3).is_some_and(|name| {
                            matches!(
                                name,
                                "NUL"
                                    | "DEL"
                                    | "SOH"
                                    | "STX"
                                    | "ETX"
                                    | "EOT"
                                    | "ENQ"
                                    | "ACK"
                                    | "DLE"
                                    | "NAK"
                                    | "SYN"
                                    | "ETB"
                                    | "CAN"
                                    | "SUB"
                                    | "ESC"
                                    | "DC1"
                                    | "DC2"
                                    | "DC3"
                                    | "DC4"
                            )
                        });
                }
            }
            at += 1 + content[at + 1..].chars().next().map_or(0, char::len_utf8);
        }
    }
    if bytes_begin_lost(raw, literals) {
        signs.lost_sign = literals[0].parts.first().map(|part| part.0);
    }
    // Where a tool leaves letters as they are, these may be letters too.
    if plain * 8 > escapes {
        signs.lost_sign = None;
    }
    signs.lost_sign = certain.or(signs.lost_sign);
    signs.octal_three &= numeric > 0;
    signs.two_digits &= numeric > 1;
    signs.doubled &= any_x > 1;
    // PostgreSQL: one `\x`, and then the digits of all octets.
    let after = |literal: &Literal| match literal.parts[..] {
        [(start, end)] if !literal.bytes => {
            let content = raw[start..end].trim_end();
            let rest = content.trim_start_matches('\\');
            let digits = rest
                .strip_prefix('x')
                .filter(|_| rest.len() < content.len())?;
            let hex = digits.len() >= 2
                && digits.len().is_multiple_of(2)
                && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            hex.then_some((content.len() - rest.len(), digits.len()))
        }
        _ => None,
    };
    let cut = |&(start, end): &(usize, usize)| {
        let content = raw[start..end].trim_end();
        let rest = content.trim_start_matches('\\');
        let digits = rest
            .strip_prefix('x')
            .filter(|_| rest.len() < content.len())?;
        let others = digits
            .bytes()
            .filter(|byte| !byte.is_ascii_hexdigit())
            .count();
        let is_cut = digits.len() >= 7 && others * 8 <= digits.len() && !digits.contains('\\');
        is_cut.then_some(start)
    };
    let found: Option<Vec<(usize, usize)>> = literals.iter().map(after).collect();
    if found.is_none() {
        let mut parts = literals
            .iter()
            .filter(|literal| !literal.bytes)
            .flat_map(|literal| &literal.parts);
        signs.cut_hex = parts.find_map(cut);
    }
    if let Some(found) = found {
        signs.hex_after = found
            .iter()
            .any(|&(slashes, digits)| slashes > 1 || digits > 2);
        signs.hex_after_short = found
            .iter()
            .all(|&(slashes, digits)| slashes == 1 && digits < 6);
    }
    signs
}

/// Whether after the escape `\x82` at its start there is `x86` without its
/// backslash, or with another character for it, and then an escape or the end.
fn lost_sign(bytes: &[u8]) -> bool {
    let Some(after) = bytes.get(4..) else {
        return false;
    };
    let bare = |rest: &[u8]| {
        matches!(rest, [b'x', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
            && matches!(rest.get(3), None | Some(b'\\'))
    };
    let digits = |rest: &[u8]| {
        matches!(rest, [b'\\', b'?', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
            && matches!(rest.get(4), None | Some(b'\\'))
    };
    bare(after)
        || after.first() != Some(&b'\\') && after.get(1..).is_some_and(bare)
        || digits(after)
}

/// Whether the first string begins with an escape without its backslash, or,
/// having no quotes, with the last digits of one, and goes on with an escape.
fn bytes_begin_lost(raw: &str, literals: &[Literal]) -> bool {
    let Some(literal) = literals.first() else {
        return false;
    };
    let Some(&(start, end)) = literal.parts.first() else {
        return false;
    };
    let content = &raw[start..end];
    let rest = content.strip_prefix('x').unwrap_or(content).as_bytes();
    let digits = rest
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let whole = rest.len() < content.len() && digits == 2;
    let part = !literal.quoted && (1..=2).contains(&digits);
    (whole || part) && rest[digits..].starts_with(b"\\x")
}

/// Whether each string can be read, and what it then is passes for a header
/// block by itself, or all together.
pub(super) fn are_whole(raw: &str, literals: &[Literal], dialect: Dialect) -> Option<bool> {
    let mut pieces = Pieces::default();
    for literal in literals {
        pieces.begin(literal.bond);
        push(raw, literal, dialect, &mut pieces).ok()?;
    }
    let each = (0..literals.len()).all(|at| is_plausible(pieces.of(at)));
    Some(each || is_plausible(&pieces.octets))
}

/// Appends the octets of one string.
pub(super) fn push(
    raw: &str,
    literal: &Literal,
    dialect: Dialect,
    pieces: &mut Pieces,
) -> Result<(), Fault> {
    // Without quotes, space between escapes is no data.
    if !literal.quoted {
        for &(start, end) in &literal.parts {
            let content = &raw[start..end];
            if let Some(dots) = content.find("...").or_else(|| content.find('…')) {
                return Err(Fault::at(
                    RefusalKind::Truncated,
                    start + dots,
                    "The string was shortened here: bytes are missing. Copy all of it, or put it in quotes if these dots are bytes.",
                ));
            }
        }
    }
    let spaced = !literal.quoted
        && literal
            .parts
            .iter()
            .all(|&(start, end)| only_escapes(&raw[start..end]));
    for &(start, end) in &literal.parts {
        let mut reader = Reader {
            raw,
            at: start,
            end,
            dialect,
            pieces,
        };
        if dialect.hex_after {
            reader.hex_after()?;
            continue;
        }
        let mixed = !literal.quoted && !spaced;
        while reader.at < reader.end {
            if mixed && reader.rest().starts_with([' ', '\t']) {
                return Err(Fault::at(
                    RefusalKind::Ambiguous,
                    reader.at,
                    "This space may be a byte or may only separate the escapes. Put the string in quotes if it is one, or write \\x20; otherwise remove it.",
                ));
            }
            reader.next(spaced)?;
        }
    }
    Ok(())
}

fn only_escapes(content: &str) -> bool {
    let bytes = content.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\t' | b',' => at += 1,
            b'\\' => {
                let hex = matches!(bytes.get(at + 1), Some(b'x' | b'X' | b'u'));
                let most = match bytes.get(at + 1) {
                    Some(b'x' | b'X') => 2,
                    Some(b'u') => 4,
                    _ => 3,
                };
                at += 2;
                if bytes.get(at) == Some(&b'{') {
                    at += bytes[at..]
                        .iter()
                        .position(|byte| *byte == b'}')
                        .map_or(0, |close| close + 1);
                    continue;
                }
                at -= usize::from(!hex);
                let digits = bytes[at.min(bytes.len())..]
                    .iter()
                    .take(most)
                    .take_while(|byte| {
                        if hex {
                            byte.is_ascii_hexdigit()
                        } else {
                            byte.is_ascii_digit()
                        }
                    })
                    .count();
                at += digits;
            }
            _ => return false,
        }
    }
    true
}

struct Reader<'a> {
    raw: &'a str,
    at: usize,
    end: usize,
    dialect: Dialect,
    pieces: &'a mut Pieces,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.raw[self.at..self.end]
    }

    fn octet(&mut self, octet: u8, length: usize) {
        let place = Place {
            start: self.at as u32,
            end: (self.at + length) as u32,
        };
        self.pieces.push(octet, place);
        self.at += length;
    }

    /// A character of the text, or of an escape that names one.
    fn character(&mut self, c: char, length: usize) -> Result<(), Fault> {
        let place = Place {
            start: self.at as u32,
            end: (self.at + length) as u32,
        };
        match self.dialect.characters {
            Characters::Utf8 => {
                let mut octets = [0; 4];
                for octet in c.encode_utf8(&mut octets).bytes() {
                    self.pieces.push(octet, place);
                }
            }
            Characters::Latin1 => {
                let octet = u8::try_from(u32::from(c)).map_err(|_| wide(c, self.at))?;
                self.pieces.push(octet, place);
            }
        }
        self.at += length;
        Ok(())
    }

    fn next(&mut self, spaced: bool) -> Result<(), Fault> {
        let Some(c) = self.rest().chars().next() else {
            return Ok(());
        };
        match c {
            '\\' => self.escape(),
            ' ' | '\t' | ',' if spaced => {
                self.at += 1;
                Ok(())
            }
            _ if c.is_ascii() => {
                self.octet(c as u8, 1);
                Ok(())
            }
            '\u{feff}' if self.at == 0 => {
                self.at += c.len_utf8();
                Ok(())
            }
            _ => self.character(c, c.len_utf8()),
        }
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::at(RefusalKind::BadEscape, self.at, message)
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let slashes = if self.dialect.doubled && self.rest().starts_with("\\\\") {
            2
        } else {
            1
        };
        let after = &self.rest()[slashes..];
        let Some(sign) = after.chars().next() else {
            return Err(self.fault("The text ends inside an escape. Copy all of it again."));
        };
        let simple = match sign {
            'a' => 7,
            'b' => 8,
            't' => 9,
            'n' => 10,
            'v' => 11,
            'f' => 12,
            'r' => 13,
            'e' => 27,
            '\\' | '"' | '\'' | '`' | '?' | '/' | '$' | '#' | '@' | '%' | '“' | '”' | '‘' | '’' => {
                u8::try_from(sign).unwrap_or(match sign {
                    '“' | '”' => b'"',
                    _ => b'\'',
                })
            }
            'x' | 'X' => return self.hex(slashes),
            'u' | 'U' => return self.unicode(slashes, sign == 'U'),
            '0'..='9' => return self.numeric(slashes),
            '&' => {
                self.at += slashes + 1;
                return Ok(());
            }
            _ => return self.named(slashes),
        };
        self.octet(simple, slashes + sign.len_utf8());
        Ok(())
    }

    fn hex(&mut self, slashes: usize) -> Result<(), Fault> {
        let after = &self.rest()[slashes + 1..];
        let braced = after
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'));
        let (digits, length) = match braced {
            Some((digits, _)) => (digits, digits.len() + 2),
            None => {
                let length = after
                    .bytes()
                    .take(2)
                    .take_while(u8::is_ascii_hexdigit)
                    .count();
                // C takes one digit; more often the other one was lost.
                if length == 1 && (self.dialect.padded || !after[1..].starts_with('\\')) {
                    return Err(self.fault(
                        "Two hexadecimal digits are expected after “\\x”, and there is only one.",
                    ));
                }
                (&after[..length], length)
            }
        };
        let Some(octet) = hex::octet(digits.as_bytes()) else {
            return Err(self.fault("Two hexadecimal digits are expected after “\\x”."));
        };
        self.octet(octet, slashes + 1 + length);
        Ok(())
    }

    fn unicode(&mut self, slashes: usize, long: bool) -> Result<(), Fault> {
        let after = &self.rest()[slashes + 1..];
        let braced = after
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'));
        let (digits, length) = match braced {
            Some((digits, _)) => (digits, digits.len() + 2),
            None => {
                let most = if long { 8 } else { 4 };
                let length = after
                    .bytes()
                    .take(most)
                    .take_while(u8::is_ascii_hexdigit)
                    .count();
                (&after[..length], if length == most { length } else { 0 })
            }
        };
        let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let c = u32::from_str_radix(digits, 16)
            .ok()
            .filter(|_| are_digits)
            .and_then(char::from_u32)
            .filter(|_| length > 0);
        let Some(c) = c else {
            return Err(self.fault("The code point of a character is expected after “\\u”."));
        };
        if c == '\u{fffd}' {
            return Err(super::lost(self.at));
        }
        self.character(c, slashes + 1 + length)
    }

    fn numeric(&mut self, slashes: usize) -> Result<(), Fault> {
        let after = &self.rest()[slashes..];
        let decimal = self.dialect.numeric == Numeric::Decimal;
        let length = after
            .bytes()
            .take(3)
            .take_while(|byte| {
                if decimal {
                    byte.is_ascii_digit()
                } else {
                    matches!(byte, b'0'..=b'7')
                }
            })
            .count();
        let value =
            u16::from_str_radix(&after[..length], if decimal { 10 } else { 8 }).unwrap_or(256);
        let Ok(octet) = u8::try_from(value) else {
            let shown = &after[..length.max(1)];
            return Err(self.fault(format!("“\\{shown}” is not a byte.")));
        };
        self.octet(octet, slashes + length);
        Ok(())
    }

    /// The names of control characters, longest first.
    fn named(&mut self, slashes: usize) -> Result<(), Fault> {
        let after = &self.rest()[slashes..];
        let found = NAMES
            .iter()
            .filter(|(name, _)| after.starts_with(name))
            .max_by_key(|(name, _)| name.len());
        match found {
            Some(&(name, octet)) if self.dialect.numeric == Numeric::Decimal => {
                self.octet(octet, slashes + name.len());
                Ok(())
            }
            _ => {
                let shown: String = after.chars().take(1).collect();
                Err(self.fault(format!("“\\{shown}” is not a known escape.")))
            }
        }
    }

    /// PostgreSQL: all digits after the one `\x`, and only spaces behind them.
    fn hex_after(&mut self) -> Result<(), Fault> {
        let spaces = self.rest().len() - self.rest().trim_ascii_end().len();
        self.end -= spaces;
        self.at += self
            .rest()
            .bytes()
            .take_while(|byte| *byte == b'\\')
            .count()
            + 1;
        while self.at < self.end {
            let two = &self.raw.as_bytes()[self.at..self.end.min(self.at + 2)];
            let Some(octet) = hex::octet(two).filter(|_| two.len() == 2) else {
                return Err(self.fault(
                    "Pairs of hexadecimal digits are expected to the end of this string, after the one “\\x”.",
                ));
            };
            self.octet(octet, 2);
        }
        Ok(())
    }
}
