//! What programs print of bytes in strings. Each program has one rule for every
//! byte: whether it stands for itself, has a letter, or is spelled with its
//! number. The bytes that were read are printed again by the rules of each
//! program: where none gives the whole text, and one all of it but one place,
//! that place is damaged, or a person wrote the string.

use std::fmt::Write;

use super::super::notes::Noted;
use crate::{Block, Place};

/// How a byte is spelled that neither stands for itself nor has a letter.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    /// `\x82`
    Hex,
    /// `\202`
    Octal,
    /// `\130`, filled up with zeros before a digit.
    Decimal,
    /// `\007`
    Filled,
    /// `\u0082`
    Code,
}

/// The letters of hex digits in numbers.
#[derive(Clone, Copy, PartialEq)]
enum Case {
    Any,
    Lower,
    Upper,
}

/// What happens to a hex digit behind `\x` and its digits.
#[derive(Clone, Copy, PartialEq)]
enum Digits {
    Plain,
    Escaped,
    /// The string ends and another begins: `"\x82""8"`.
    Parted,
}

/// How quotes and backslashes are spelled.
#[derive(Clone, Copy, PartialEq)]
enum Signs {
    /// A backslash before those that would end the string.
    Own,
    /// A backslash before both quotes.
    Both,
    /// With their numbers.
    Numbers,
}

/// What strings begin with.
#[derive(Clone, Copy, PartialEq)]
enum Opens {
    Any,
    /// No quote.
    Bare,
    /// A quote without a `b`.
    Quote,
    /// `b"`
    Rust,
    /// `b` and the quote that needs no escape.
    Python,
}

/// Which bytes beyond ASCII stand for themselves.
#[derive(Clone, Copy, PartialEq)]
enum Beyond {
    None,
    /// Those that are characters of UTF-8.
    Utf8,
    /// Those that Latin-1 prints, or all.
    Latin,
}

/// The rules of a program.
#[derive(Clone, Copy)]
struct Printer {
    opens: Opens,
    number: Number,
    case: Case,
    /// Whether all bytes are spelled with their numbers.
    all: bool,
    letters: &'static [u8],
    signs: Signs,
    digits: Digits,
    beyond: Beyond,
}

/// The letters of escapes behind the bytes they stand for.
const USUAL: &[u8] = b"\nn\rr\tt";
const ALL: &[u8] = b"\x07a\x08b\tt\nn\x0bv\x0cf\rr";
const JSON: &[u8] = b"\x08b\tt\nn\x0cf\rr";
const RUBY: &[u8] = b"\x07a\x08b\tt\nn\x0bv\x0cf\rr\x1be";
const RUST: &[u8] = b"\nn\rr\tt\x000";

const PLAIN: Printer = Printer {
    opens: Opens::Any,
    number: Number::Hex,
    case: Case::Any,
    all: false,
    letters: b"",
    signs: Signs::Own,
    digits: Digits::Plain,
    beyond: Beyond::None,
};

/// Those of numbers alone, those of languages, and those of strings without
/// quotes.
fn printers() -> impl Iterator<Item = Printer> {
    use Number::{Code, Decimal, Filled, Hex, Octal};
    let all = [Hex, Octal, Code, Decimal, Filled].map(|number| Printer {
        number,
        all: true,
        ..PLAIN
    });
    let bytes = [
        Printer {
            opens: Opens::Python,
            case: Case::Lower,
            letters: USUAL,
            ..PLAIN
        },
        Printer {
            opens: Opens::Rust,
            case: Case::Lower,
            letters: USUAL,
            signs: Signs::Both,
            ..PLAIN
        },
        Printer {
            opens: Opens::Rust,
            case: Case::Lower,
            letters: RUST,
            ..PLAIN
        },
    ];
    // Go, Ruby, JavaScript, JSON.
    let named = [
        Printer {
            opens: Opens::Quote,
            case: Case::Lower,
            letters: ALL,
            beyond: Beyond::Utf8,
            ..PLAIN
        },
        Printer {
            opens: Opens::Quote,
            case: Case::Upper,
            letters: RUBY,
            ..PLAIN
        },
        Printer {
            opens: Opens::Quote,
            case: Case::Upper,
            letters: JSON,
            beyond: Beyond::Latin,
            ..PLAIN
        },
        Printer {
            opens: Opens::Quote,
            letters: USUAL,
            beyond: Beyond::Latin,
            ..PLAIN
        },
        Printer {
            opens: Opens::Quote,
            number: Code,
            letters: JSON,
            beyond: Beyond::Latin,
            ..PLAIN
        },
    ];
    // C and others, with letters and without.
    let several = |opens: Opens, numbers: &'static [(Number, Signs, Digits)]| {
        let letters = [b"", USUAL, ALL, JSON];
        letters.into_iter().flat_map(move |letters| {
            numbers.iter().map(move |&(number, signs, digits)| Printer {
                opens,
                number,
                letters,
                signs,
                digits,
                ..PLAIN
            })
        })
    };
    let quoted = several(
        Opens::Quote,
        &[
            (Hex, Signs::Own, Digits::Parted),
            (Hex, Signs::Own, Digits::Plain),
            (Hex, Signs::Own, Digits::Escaped),
            (Code, Signs::Own, Digits::Plain),
            (Octal, Signs::Own, Digits::Plain),
            (Octal, Signs::Both, Digits::Plain),
            (Octal, Signs::Numbers, Digits::Plain),
            (Decimal, Signs::Own, Digits::Plain),
            (Filled, Signs::Own, Digits::Plain),
        ],
    );
    let bare = [
        (Case::Any, Hex, Signs::Numbers, &b""[..]),
        (Case::Lower, Hex, Signs::Own, &b"\x08b\nn\rr\tt\x0bv"[..]),
        (Case::Lower, Hex, Signs::Own, USUAL),
        (Case::Any, Octal, Signs::Numbers, b""),
        (Case::Any, Octal, Signs::Own, USUAL),
        (Case::Any, Octal, Signs::Own, ALL),
        (Case::Any, Decimal, Signs::Own, b""),
        (Case::Any, Code, Signs::Own, JSON),
    ]
    .map(|(case, number, signs, letters)| Printer {
        opens: Opens::Bare,
        number,
        case,
        letters,
        signs,
        ..PLAIN
    });
    all.into_iter()
        .chain(bytes)
        .chain(quoted)
        .chain(named)
        .chain(bare)
}

/// A string of the text, or a part of one that goes on in the next line.
#[derive(Clone, Copy)]
struct Literal<'a> {
    raw: &'a str,
    octets: &'a [u8],
    places: &'a [Place],
    /// Its quote, and whether a `b` stands before it.
    quote: Option<u8>,
    is_bytes: bool,
}

/// What one place stands for.
struct Item<'a> {
    at: usize,
    text: &'a str,
    /// Where its first byte stands in the string, and how many it has.
    from: usize,
    count: usize,
    /// Whether a string ends and another begins before it.
    parted: bool,
}

impl<'a> Literal<'a> {
    fn items(self) -> impl Iterator<Item = Item<'a>> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let from = next;
            let place = *self.places.get(from)?;
            let more = self.places[from..].iter().take_while(|own| **own == place);
            let count = more.count();
            next += count;
            let before = from.checked_sub(1).map(|at| self.places[at].end);
            Some(Item {
                at: place.start as usize,
                text: &self.raw[place.start as usize..place.end as usize],
                from,
                count,
                parted: before.is_some_and(|end| end < place.start),
            })
        })
    }
}

/// The strings of the blocks.
fn literals<'a>(blocks: &'a [Block], raw: &'a str) -> impl Iterator<Item = Literal<'a>> {
    let goes_on = |before: &Place, place: &Place| {
        before == place
            || before.end <= place.start
                && matches!(&raw[before.end as usize..place.start as usize], "" | "\"\"")
    };
    blocks.iter().flat_map(move |block| {
        let mut from = 0;
        block.places.chunk_by(goes_on).map(move |places| {
            let octets = &block.octets[from..from + places.len()];
            from += places.len();
            let head = &raw.as_bytes()[..places[0].start as usize];
            let (quote, before) = match head {
                [before @ .., quote @ (b'"' | b'\'' | b'`')] => (Some(*quote), before),
                _ => (None, head),
            };
            let is_bytes = quote.is_some()
                && matches!(before, [.., b'b' | b'B'])
                && !before[..before.len() - 1].ends_with(b"\\");
            Literal {
                raw,
                octets,
                places,
                quote,
                is_bytes,
            }
        })
    })
}

/// How far a text is from what a program prints.
#[derive(Default)]
struct Distance {
    alike: usize,
    other: usize,
    /// How many places there are with others beside each other.
    places: usize,
    /// Where the first one stands.
    first: Option<(usize, usize)>,
    /// Whether some string begins as the program's do.
    is_open: bool,
}

/// The most signs that one damaged escape leaves: those of `\u0082`.
const MOST: usize = 6;

impl Distance {
    fn add(&mut self, is_alike: bool, was_alike: bool, at: Option<(usize, usize)>) {
        match is_alike {
            true => self.alike += 1,
            false => {
                self.other += 1;
                self.places += usize::from(was_alike);
                self.first = self.first.or(at);
            }
        }
    }

    fn is_near(&self) -> bool {
        self.places < 2 && self.other <= MOST
    }
}

impl Printer {
    /// The distance, as far as it is near.
    fn distance(&self, blocks: &[Block], raw: &str) -> Distance {
        let mut distance = Distance::default();
        let mut spelled = String::new();
        for literal in literals(blocks, raw) {
            let is_open = self.opens(&literal);
            distance.is_open |= is_open;
            let start = literal.places[0].start as usize;
            let own = match literal.quote {
                Some(_) => (start - 1, start),
                None => (start, literal.places[0].end as usize),
            };
            distance.add(is_open, true, Some(own));
            let (mut was_alike, mut behind_hex) = (is_open, false);
            for item in literal.items() {
                let digit = literal.octets[item.from].is_ascii_hexdigit() && behind_hex;
                let is_alike = self.prints(&literal, &item, digit, &mut spelled);
                behind_hex = self.number == Number::Hex && item.text.starts_with("\\x");
                distance.add(
                    is_alike,
                    was_alike,
                    Some((item.at, item.at + item.text.len())),
                );
                was_alike = is_alike;
                if !distance.is_near() {
                    return distance;
                }
            }
        }
        distance
    }

    fn opens(&self, literal: &Literal) -> bool {
        match self.opens {
            Opens::Any => true,
            Opens::Bare => literal.quote.is_none(),
            Opens::Quote => literal.quote.is_some() && !literal.is_bytes,
            Opens::Rust => literal.quote == Some(b'"') && literal.is_bytes,
            Opens::Python => {
                let is_double = literal.octets.contains(&b'\'') && !literal.octets.contains(&b'"');
                let quote = if is_double { b'"' } else { b'\'' };
                literal.quote == Some(quote) && literal.is_bytes
            }
        }
    }

    /// Whether this is how the program spells an item; where it is a `digit`
    /// behind an escape, of which it would be a part in C.
    fn prints(&self, literal: &Literal, item: &Item, digit: bool, spelled: &mut String) -> bool {
        let rest = &literal.octets[item.from..];
        let (octet, next) = (rest[0], rest.get(1));
        let length = match octet {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        if self.beyond == Beyond::Utf8 && length > 1 {
            let is_character = rest
                .get(..length)
                .is_some_and(|own| str::from_utf8(own).is_ok());
            if is_character {
                return item.count == length;
            }
        }
        let is_parted = digit && self.digits == Digits::Parted && !self.all;
        if item.count > 1 || item.parted != is_parted {
            return false;
        }
        let is_edge = literal.quote.is_none() && (item.from == 0 || next.is_none());
        let is_quote = matches!(octet, b'"' | b'\'');
        let is_sign = octet == b'\\' || literal.quote == Some(octet);
        let letter = self.letters.chunks_exact(2).find(|pair| pair[0] == octet);
        // Blanks at the ends of strings without quotes, and in C what begins a
        // trigraph.
        let may_be_escaped =
            octet == b' ' && is_edge || octet == b'?' && self.digits != Digits::Plain;
        let may_be_plain = may_be_escaped || is_quote && literal.quote.is_none();
        if may_be_plain && item.text.len() == 1 && !self.all {
            return true;
        }
        // JSON has letters or numbers for the first control characters alone.
        let latin = if self.number == Number::Code {
            0x7f
        } else {
            0xa0
        };
        spelled.clear();
        match letter {
            _ if self.all => {}
            Some(pair) => spelled.extend(['\\', char::from(pair[1])]),
            _ if is_sign || is_quote => match self.signs {
                Signs::Numbers => {}
                Signs::Own if !is_sign => spelled.push(char::from(octet)),
                _ => spelled.extend(['\\', char::from(octet)]),
            },
            _ if may_be_escaped => {}
            _ if matches!(octet, b' '..=b'~') && !(digit && self.digits == Digits::Escaped) => {
                spelled.push(char::from(octet));
            }
            _ if self.beyond == Beyond::Latin && octet >= latin => {
                let mut own = item.text.chars();
                if own.next() == Some(char::from(octet)) && own.next().is_none() {
                    return true;
                }
            }
            _ => {}
        }
        if !spelled.is_empty() {
            return *spelled == item.text;
        }
        let is_next = next.is_some_and(u8::is_ascii_digit) && !self.all;
        let written = match (self.number, self.case) {
            (Number::Hex, Case::Upper) => write!(spelled, "\\x{octet:02X}"),
            (Number::Hex, _) => write!(spelled, "\\x{octet:02x}"),
            (Number::Octal, _) => write!(spelled, "\\{octet:03o}"),
            (Number::Decimal, _) if !is_next => write!(spelled, "\\{octet}"),
            (Number::Decimal | Number::Filled, _) => write!(spelled, "\\{octet:03}"),
            (Number::Code, _) => write!(spelled, "\\u{octet:04x}"),
        };
        let is_same = match self.case {
            Case::Any => spelled.eq_ignore_ascii_case(item.text),
            _ => *spelled == item.text,
        };
        written.is_ok() && is_same
    }
}

/// Says where the text is not what the program prints that prints the rest.
pub(super) fn note(blocks: &[Block], raw: &str) -> Option<Noted> {
    let mut items = literals(blocks, raw).flat_map(Literal::items);
    // Haskell's names and Perl's braces are not known here.
    let is_other = |text: &str| {
        matches!(text.as_bytes(), [b'\\', b'A'..=b'T' | b'V'..=b'Z', ..])
            || text.ends_with('}') && text.len() > 1
    };
    let is_escape = |text: &str| text.len() > 1 && text.starts_with('\\');
    let mut has_escapes = false;
    if items.any(|item| {
        has_escapes |= is_escape(item.text);
        is_other(item.text)
    }) || !has_escapes
    {
        return None;
    }
    // In C hex digits have no end.
    let is_c = raw.contains("char ") && raw.contains("[] =");
    let known = printers().filter(|printer| {
        let is_open =
            printer.all || printer.number != Number::Hex || printer.digits != Digits::Plain;
        !is_c || is_open
    });
    let mut best: Option<Distance> = None;
    for printer in known {
        let distance = printer.distance(blocks, raw);
        if !distance.is_near() || !distance.is_open {
            continue;
        }
        if distance.other == 0 {
            return None;
        }
        let is_better = best.as_ref().is_none_or(|best| distance.other < best.other);
        if is_better && distance.alike >= 2 * distance.other {
            best = Some(distance);
        }
    }
    let (at, end) = best?.first?;
    let message = format!(
        "“{}” is not escaped as other bytes are: a part of it, or of an escape, may be missing or changed.",
        &raw[at..end]
    );
    Some((at, message))
}

#[cfg(test)]
mod tests;
