//! What a reading leaves unread: hex beside what was read, and hex that the
//! bytes read spell.

use std::ops::Range;

use super::{
    Fault, Format, Reading, RefusalKind, bare, columns,
    pieces::{Piece, Pieces},
    text::{Text, is_among},
};
use crate::Place;

/// Characters of hex digits in any of its notations, and of one that was cut.
const SPELLS: &[u8] = b"xX\\ \t\r\n,:;.'\"()[]{}-_";

/// A run of at least as many digits is no number of a line or a stream, even
/// without a letter among them.
const LONG: usize = 12;

/// Hex digits that were not read, though there are more of them than of all
/// that was read, may be the block: nothing says that they are not.
pub(super) fn check(reading: &Reading, text: &Text) -> Result<(), Fault> {
    let octets = &reading.pieces.octets;
    let places = &reading.pieces.places;
    let first = places.first().map_or(0, |place| place.start as usize);
    if spells_hex(octets) {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            first,
            "The bytes read here are themselves characters of hex digits: this text was encoded twice, or a string that holds hex was cut. Paste the hex digits alone.",
        ));
    }
    check_length(first, text)?;
    let covered = Covered::new(reading, text);
    let read = octets.len();
    let (mut unread, mut pairs) = (0, 0);
    for word in words(text.raw.as_bytes()).filter(|word| covered.is_free(word)) {
        let content = &text.raw.as_bytes()[word.clone()];
        pairs += usize::from(content.len() == 2 && content.iter().all(u8::is_ascii_hexdigit));
        unread += if content.iter().any(u8::is_ascii_digit) {
            word.len()
        } else {
            0
        };
        if word.len() > 2 * read && is_hex(content) && reading.format != Format::Hexdump {
            return Err(Fault::at(
                RefusalKind::Ambiguous,
                word.start,
                format!(
                    "“{}” may be the bytes as well, and is longer than what would be read instead. Remove what is not part of a header block.",
                    shown(&text.raw[word])
                ),
            ));
        }
    }
    // Offsets and characters of a dump, and other members of a structure, are
    // looked at where those are read.
    let is_checked = matches!(reading.format, Format::Hexdump | Format::Json);
    // “expected: <-1> but was: <-2>” says nothing of a block.
    let letters = |word: &Range<usize>| {
        text.raw.as_bytes()[word.clone()]
            .iter()
            .all(u8::is_ascii_alphabetic)
    };
    let is_number = read == 1 && matches!(reading.format, Format::Decimal);
    if is_number && words(text.raw.as_bytes()).filter(letters).count() > MOST_WORDS {
        return Err(Fault::at(
            RefusalKind::Prose,
            first,
            "One number among words is no header block. Paste the bytes alone.",
        ));
    }
    let is_more = unread > MOST_UNREAD.max(2 * covered.count) || pairs > MOST_PAIRS.max(2 * read);
    if is_more && !is_checked {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            first,
            "Only a small part of this text would be read as bytes, from here on, and the rest holds digits too. Paste the bytes alone.",
        ));
    }
    Ok(())
}

/// Characters of words with digits that may stand around the octets: names,
/// types and counts.
const MOST_UNREAD: usize = 48;

/// Words that may stand around a single octet in decimal.
const MOST_WORDS: usize = 4;

/// Words of two hex digits that may stand around the octets: of dates, of what
/// comments say.
const MOST_PAIRS: usize = 12;

/// A number alone that is the length of something is no byte: `len = 12`.
fn check_length(first: usize, text: &Text) -> Result<(), Fault> {
    let head = text.raw[..first].trim_end_matches([' ', '"', '\'']);
    let rest = text.raw[first..].trim_start_matches(|c: char| c.is_ascii_digit());
    let name = head.strip_suffix([':', '=']).map(str::trim_end);
    let word = name.and_then(|name| name.rsplit(|c: char| !c.is_alphanumeric()).next());
    let is_length = word.is_some_and(|word| is_among(columns::LENGTHS, word));
    if is_length && !rest.contains(char::is_alphanumeric) {
        return Err(Fault::at(
            RefusalKind::Prose,
            first,
            "This number is a length, and there is nothing else in the text. Paste the bytes.",
        ));
    }
    Ok(())
}

pub(super) fn shown(word: &str) -> String {
    match word.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// The bytes of the text that were read, or passed over with a reason.
pub(super) struct Covered {
    bits: Vec<u64>,
    /// How many were read.
    count: usize,
}

impl Covered {
    pub(super) fn of<'a>(places: impl Iterator<Item = &'a Place>, text: &Text) -> Self {
        let mut bits = vec![0; text.raw.len() / 64 + 1];
        for place in places {
            for at in place.start as usize..place.end as usize {
                bits[at / 64] |= 1 << (at % 64);
            }
        }
        Self { bits, count: 0 }
    }

    fn new(reading: &Reading, text: &Text) -> Self {
        let skipped = reading.skipped.iter().map(|part| &part.place);
        let mut covered = Self::of(reading.pieces.places.iter().chain(skipped), text);
        let places = reading.pieces.places.iter();
        covered.count = places.map(|place| (place.end - place.start) as usize).sum();
        covered
    }

    /// Whether nothing of the range is covered.
    pub(super) fn is_free(&self, range: &Range<usize>) -> bool {
        range
            .clone()
            .all(|at| self.bits[at / 64] >> (at % 64) & 1 == 0)
    }
}

/// The octets of hex digits that are themselves encoded, as those of a link
/// are: `82%2086`.
///
/// # Errors
/// Where a digit is missing.
pub(super) fn as_hex(encoded: &Pieces) -> Result<Option<Pieces>, Fault> {
    if !spells_hex(&encoded.octets) {
        return Ok(None);
    }
    let mut pieces = Pieces::default();
    let mut high: Option<(u8, Place)> = None;
    let mut starts = encoded.list.iter().peekable();
    for (at, (&octet, &place)) in encoded.octets.iter().zip(&encoded.places).enumerate() {
        while let Some(piece) = starts.next_if(|piece| piece.start <= at) {
            let start = pieces.octets.len();
            pieces.list.push(Piece {
                start,
                ..piece.clone()
            });
        }
        let digit = char::from(octet).to_digit(16).map(|digit| digit as u8);
        high = match (high, digit) {
            (None, Some(digit)) => Some((digit, place)),
            (Some((high, first)), Some(digit)) => {
                let whole = Place {
                    start: first.start,
                    end: place.end,
                };
                pieces.push(high << 4 | digit, whole);
                None
            }
            (None, None) => None,
            (Some((_, first)), None) => return Err(bare::odd(first.end as usize)),
        };
    }
    match high {
        Some((_, place)) => Err(bare::odd(place.end as usize)),
        None => Ok(Some(pieces)),
    }
}

/// Whether octets are hex digits as text, which no header block is: most of
/// these characters are size updates in it.
pub(super) fn spells_hex(octets: &[u8]) -> bool {
    let digits = octets
        .iter()
        .filter(|octet| octet.is_ascii_hexdigit())
        .count();
    let is_sign = |octet: &u8| octet.is_ascii_hexdigit() || SPELLS.contains(octet);
    // One of the characters may have been changed.
    let is_most = octets.len() >= 16 && 12 * digits >= 11 * octets.len();
    digits >= 4
        && 3 * digits >= octets.len()
        && octets.iter().any(u8::is_ascii_digit)
        && (is_most || octets.iter().all(is_sign))
}

/// Words of letters, digits and `_`.
fn words(raw: &[u8]) -> impl Iterator<Item = Range<usize>> {
    runs(raw, |byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Runs of characters of one kind.
pub(super) fn runs(raw: &[u8], is: impl Fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += raw[at..].iter().take_while(|byte| !is(**byte)).count();
        let start = at;
        at += raw[at..].iter().take_while(|byte| is(**byte)).count();
        (start < at).then_some(start..at)
    })
}

/// Whether a word is hex digits, two for each byte, and no number of a line.
fn is_hex(word: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    word.len() >= 4
        && word.len().is_multiple_of(2)
        && word.iter().all(u8::is_ascii_hexdigit)
        && has(u8::is_ascii_digit)
        && (word.len() >= LONG || has(u8::is_ascii_alphabetic))
}
