//! What a reading leaves unread: hex beside what was read, and hex that the
//! bytes read spell.

use super::{
    Fault, Reading, RefusalKind, bare,
    split::{Piece, Pieces},
    text::Text,
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
    if spells_hex(octets) {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            reading
                .pieces
                .places
                .first()
                .map_or(0, |place| place.start as usize),
            "The bytes read here are themselves characters of hex digits: this text was encoded twice, or a string that holds hex was cut. Paste the hex digits alone.",
        ));
    }
    let read = octets.len();
    let found = runs(text.raw.as_bytes())
        .filter(|run| run.len() > 2 * read)
        .find(|run| !is_read(reading, run.start, run.end) && !is_told(reading, run.start));
    let Some(run) = found else {
        return Ok(());
    };
    let shown: String = text.raw[run.clone()].chars().take(24).collect();
    let dots = if run.len() > 24 { "…" } else { "" };
    Err(Fault::at(
        RefusalKind::Ambiguous,
        run.start,
        format!(
            "“{shown}{dots}” may be the bytes as well, and is longer than what would be read instead. Remove what is not part of a header block."
        ),
    ))
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
    let mut pieces = Pieces {
        list: Vec::new(),
        ..Pieces::default()
    };
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
fn spells_hex(octets: &[u8]) -> bool {
    let digits = octets
        .iter()
        .filter(|octet| octet.is_ascii_hexdigit())
        .count();
    digits >= 4
        && 3 * digits >= octets.len()
        && octets.iter().any(u8::is_ascii_digit)
        && octets
            .iter()
            .all(|octet| octet.is_ascii_hexdigit() || SPELLS.contains(octet))
}

/// Words of hex digits, two for each byte.
fn runs(raw: &[u8]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < raw.len() {
            let start = at;
            let word = raw[at..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count();
            at += word.max(1);
            let digits = &raw[start..start + word];
            let has = |is: fn(&u8) -> bool| digits.iter().any(is);
            if word >= 4
                && word.is_multiple_of(2)
                && digits.iter().all(u8::is_ascii_hexdigit)
                && has(u8::is_ascii_digit)
                && (word >= LONG || has(u8::is_ascii_alphabetic))
            {
                return Some(start..at);
            }
        }
        None
    })
}

/// Whether it was passed over with a reason.
fn is_told(reading: &Reading, at: usize) -> bool {
    let skipped = &reading.skipped;
    let holds = |part: &super::Skipped| (part.place.start..part.place.end).contains(&(at as u32));
    skipped.iter().any(holds)
}

fn is_read(reading: &Reading, start: usize, end: usize) -> bool {
    let places = &reading.pieces.places;
    places
        .iter()
        .any(|place| (place.start as usize) < end && start < place.end as usize)
}
