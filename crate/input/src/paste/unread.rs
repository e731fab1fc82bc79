//! What a reading leaves unread.

use super::{Fault, Reading, RefusalKind, text::Text};

/// A run of at least as many digits is no number of a line or a stream, even
/// without a letter among them.
const LONG: usize = 12;

/// Hex digits that were not read, though there are more of them than of all
/// that was read, may be the block: nothing says that they are not.
pub(super) fn check(reading: &Reading, text: &Text) -> Result<(), Fault> {
    let read = reading.pieces.octets.len();
    let found = runs(text.raw.as_bytes())
        .filter(|run| run.len() > 2 * read)
        .find(|run| !is_read(reading, run.start, run.end));
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

fn is_read(reading: &Reading, start: usize, end: usize) -> bool {
    let places = &reading.pieces.places;
    places
        .iter()
        .any(|place| (place.start as usize) < end && start < place.end as usize)
}
