//! A value in hex: a cell of a table, what stands behind a key or beside words.

use super::text::is_space;
use crate::hex::{self, HexDecoder};

/// A value in hex without the sign before all its digits.
pub(super) fn digits_of(value: &[u8]) -> &[u8] {
    value
        .strip_prefix(b"0x")
        .or_else(|| value.strip_prefix(b"0X"))
        .or_else(|| value.strip_prefix(b"\\x"))
        .unwrap_or(value)
}

/// The octets that a value spells in hex, if it is nothing else.
pub(super) fn octets(value: &[u8]) -> Option<Vec<u8>> {
    let digits = digits_of(value);
    let mut octets = Vec::with_capacity(digits.len() / 2);
    for word in digits.split(|byte| matches!(byte, b' ' | b'\t' | b':' | b'-')) {
        let word = word.strip_prefix(b"0x").unwrap_or(word);
        if word.is_empty() && !digits.iter().any(|byte| is_space(*byte)) {
            return None;
        }
        hex::Best::default().decode(word, &mut octets).ok()?;
    }
    (!octets.is_empty()).then_some(octets)
}
