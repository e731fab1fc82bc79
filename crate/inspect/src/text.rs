//! Bytes as human-readable text and as hex digits.

use std::borrow::Cow;

pub use input::hex::encode as hex;
use input::visible::visible;

/// Decodes UTF-8, with U+FFFD in place of invalid sequences.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Decodes UTF-8 for display, with U+FFFD in place of invalid sequences and
/// with invisible characters made [`visible`].
pub fn display(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match visible(&text) {
        Cow::Borrowed(_) => text.into_owned(),
        Cow::Owned(text) => text,
    }
}

/// Returns at most the first `most` bytes for display, as [`display`], with “…”
/// if there are more. Does not split a character.
pub fn truncated(bytes: &[u8], most: usize) -> String {
    if bytes.len() <= most {
        return display(bytes);
    }
    let head = &bytes[..most];
    let end = match str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => most,
    };
    display(&head[..end]) + "…"
}

/// Decodes hex digits without separators. `None` if any other character occurs
/// or the number of digits is odd.
pub fn unhex(digits: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    input::hex::decode(digits.as_bytes(), &mut bytes).map(|()| bytes)
}

/// Hashes bytes by FNV-1a: fast for short ones, the same on every machine, and
/// no defence against chosen ones.
pub fn hash<'a>(bytes: impl Iterator<Item = &'a u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
    let (listed, more) = match numbers.len() {
        len if len > ALL => (ALL - 1, Some(format!("{} more", len - ALL + 1))),
        len => (len, None),
    };
    let listed = numbers[..listed].iter().map(|number| number + 1);
    let listed = listed.map(|number| number.to_string());
    let words: Vec<String> = listed.chain(more).collect();
    match words.split_last() {
        Some((last, [])) => format!("block {last}"),
        Some((last, first)) => format!("blocks {} and {last}", first.join(", ")),
        None => "blocks".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_between_characters() {
        let cases: [(&[u8], &str); 6] = [
            (b"abcd", "abcd"),
            (b"abcde", "abcd…"),
            ("abcé".as_bytes(), "abc…"),
            ("abé!".as_bytes(), "abé…"),
            (b"\xffabcd", "\u{fffd}abc…"),
            (b"\x1babcd", "\\u{1b}abc…"),
        ];
        for (bytes, text) in cases {
            assert_eq!(truncated(bytes, 4), text);
        }
    }
}
