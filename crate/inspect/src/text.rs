//! Bytes as human-readable text and as hex digits.

use std::borrow::Cow;

use input::visible::visible;

/// Decodes UTF-8, with U+FFFD in place of invalid sequences.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Decodes UTF-8 for display, with U+FFFD in place of invalid sequences and
/// with invisible characters made [`visible`].
pub fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match visible(&text) {
        Cow::Borrowed(_) => text.into_owned(),
        Cow::Owned(text) => text,
    }
}

/// Returns at most the first `most` bytes for display, as [`shown`].
pub(crate) fn beginning(bytes: &[u8], most: usize) -> String {
    shown(&bytes[..bytes.len().min(most)])
}

/// Encodes bytes as lowercase hex digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

/// Decodes hex digits without separators. `None` if any other character occurs
/// or the number of digits is odd.
pub fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let digits = digits.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits
        .chunks_exact(2)
        .map(|pair| Some((digit(pair[0])? << 4 | digit(pair[1])?) as u8))
        .collect()
}

/// “1 entry”, “2 entries”, “0 bytes”.
pub fn count(number: impl Into<u64>, noun: &str) -> String {
    match (number.into(), noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (number, Some(stem)) => format!("{number} {stem}ies"),
        (number, None) => format!("{number} {noun}s"),
    }
}

/// Lists blocks, given from 0, as “blocks 3 and 4” or “blocks 1, 2, 3, 4 and 3 more”.
pub(crate) fn list_blocks(numbers: &[u32]) -> String {
    const ALL: usize = 5;
    let (shown, more) = match numbers.len() {
        len if len > ALL => (ALL - 1, Some(format!("{} more", len - ALL + 1))),
        len => (len, None),
    };
    let shown = numbers[..shown].iter().map(|number| number + 1);
    let shown = shown.map(|number| number.to_string());
    let words: Vec<String> = shown.chain(more).collect();
    match words.split_last() {
        Some((last, [])) => format!("block {last}"),
        Some((last, first)) => format!("blocks {} and {last}", first.join(", ")),
        None => "blocks".to_owned(),
    }
}
