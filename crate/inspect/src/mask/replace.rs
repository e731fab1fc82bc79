//! Replaces characters by others of the same Huffman code length. Without a
//! key, the replacement depends only on the class and code length of a
//! character, so texts that agree in these become equal.

use std::{array, hash::Hasher, sync::LazyLock};

use hpack::huffman::code::{CODES, EOS, LENGTHS};

use crate::codes::{Code, codes};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Name,
    Value,
}

/// Class of a byte. Replacements stay in their class, so that a field violates
/// the same rules of RFC 9113 §8.2.1 as before.
#[derive(Clone, Copy)]
enum Class {
    Visible,
    Uppercase,
    /// Not allowed in names.
    Forbidden,
    Control,
    High,
}

/// Class of a byte; `None` for bytes with rules of their own, which are kept.
const fn class(byte: u8, part: Part) -> Option<Class> {
    Some(match (part, byte) {
        (Part::Value, b' ' | b'\t' | b'\n' | b'\r' | 0) | (Part::Name, b':') => return None,
        (Part::Name, b'A'..=b'Z') => Class::Uppercase,
        (Part::Name, 0..=b' ' | 0x7f..) => Class::Forbidden,
        (_, b'!'..=b'~') => Class::Visible,
        (_, 0x80..) => Class::High,
        _ => Class::Control,
    })
}

/// Whether two bytes have the same class and code length.
const fn is_alike(one: u8, other: u8, part: Part) -> bool {
    match (class(one, part), class(other, part)) {
        (Some(class), Some(of_other)) => {
            class as u8 == of_other as u8 && LENGTHS[one as usize] == LENGTHS[other as usize]
        }
        _ => one == other,
    }
}

/// First byte of the same class and code length, letters first.
const fn first_alike(byte: u8, part: Part) -> u8 {
    let mut nth = 0;
    while nth < 52 + 256 {
        let other = match nth {
            0..26 => b'a' + nth as u8,
            26..52 => b'A' + (nth - 26) as u8,
            _ => (nth - 52) as u8,
        };
        if is_alike(byte, other, part) {
            return other;
        }
        nth += 1;
    }
    byte
}

const fn table(part: Part) -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = first_alike(byte as u8, part);
        byte += 1;
    }
    table
}

pub(super) fn text(text: &mut [u8], part: Part) {
    const NAMES: [u8; 256] = table(Part::Name);
    const VALUES: [u8; 256] = table(Part::Value);
    let table = match part {
        Part::Name => &NAMES,
        Part::Value => &VALUES,
    };
    for byte in text {
        *byte = table[usize::from(*byte)];
    }
}

pub(super) type Key = [u64; 2];

#[expect(
    deprecated,
    reason = "documented as SipHash 2-4; its successor has no key"
)]
pub(super) fn hash([first, second]: Key, text: &[u8]) -> u64 {
    let mut hasher = std::hash::SipHasher::new_with_keys(first, second);
    hasher.write(text);
    hasher.finish()
}

/// Replaces each character of a value by one of those alike, chosen by a hash of
/// the whole value, so that equal values stay equal.
pub(super) fn hashed(value: &mut [u8], key: Key) {
    static ALIKE: LazyLock<[Vec<u8>; 256]> = LazyLock::new(|| {
        let alike = |byte| (0..=255).filter(move |&other| is_alike(byte, other, Part::Value));
        array::from_fn(|byte| alike(byte as u8).collect())
    });
    let whole = u128::from(hash(key, value)) << 64;
    for (at, byte) in value.iter_mut().enumerate() {
        let alike = &ALIKE[usize::from(*byte)];
        let chosen = hash(key, &(whole | at as u128).to_le_bytes());
        *byte = alike[(chosen % alike.len() as u64) as usize];
    }
}

/// Applies `replace` to the text of a Huffman-coded string, as far as it is
/// valid. Bytes after EOS are filled with ones, as are invalid trailing bits
/// from their first zero on.
pub(super) fn replace_coded(data: &mut [u8], replace: impl FnOnce(&mut [u8])) {
    let mut codes: Vec<Code> = codes(data).collect();
    match codes.pop_if(|last| last.symbol == EOS) {
        Some(eos) => data[eos.to.div_ceil(8)..].fill(0xff),
        None => {
            let padding = codes.last().map_or(0, |last| last.to)..data.len() * 8;
            let is_zero = |bit: &usize| data[bit / 8] & (0x80 >> (bit % 8)) == 0;
            let first = padding
                .clone()
                .find(is_zero)
                .map_or(padding.end, |zero| zero + 1);
            for bit in first..padding.end {
                data[bit / 8] |= 0x80 >> (bit % 8);
            }
        }
    }
    let mut text: Vec<u8> = codes.iter().map(|code| code.symbol as u8).collect();
    replace(&mut text);
    for (code, byte) in codes.into_iter().zip(text) {
        put(data, code.from, byte);
    }
}

/// Writes the code of `byte` at bit `at`.
fn put(data: &mut [u8], at: usize, byte: u8) {
    let (code, bits) = (CODES[usize::from(byte)], LENGTHS[usize::from(byte)]);
    for (bit, at) in (0..bits).rev().zip(at..) {
        let mask = 0x80 >> (at % 8);
        if code >> bit & 1 == 1 {
            data[at / 8] |= mask;
        } else {
            data[at / 8] &= !mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hpack::huffman::{encode, encoded_len};

    #[test]
    fn keeps_the_coded_length() {
        let all: Vec<u8> = (0..=255).collect();
        for original in [&b"a"[..], b"tttt", b"aXb&", b"Zoo 9", b"", &all] {
            for part in [Part::Name, Part::Value] {
                let mut replaced = original.to_vec();
                text(&mut replaced, part);
                assert_eq!(encoded_len(&replaced), encoded_len(original));
                let mut again = replaced.clone();
                text(&mut again, part);
                assert_eq!(again, replaced);
                let mut code = Vec::new();
                encode(original, &mut code);
                replace_coded(&mut code, |found| text(found, part));
                let mut expected = Vec::new();
                encode(&replaced, &mut expected);
                assert_eq!(code, expected);
            }
        }
    }

    #[test]
    fn hashed_values_are_equal_if_they_were() {
        let hashed = |value: &str, key: Key| {
            let mut value = value.as_bytes().to_vec();
            hashed(&mut value, key);
            value
        };
        let value = "Bearer 4f3c9a77d1";
        let own = hashed(value, [1, 2]);
        assert_eq!(encoded_len(&own), encoded_len(value.as_bytes()));
        assert_eq!(hashed(value, [1, 2]), own);
        for (other, key) in [(value, [1, 3]), ("Bearer 4f3c9a77d2", [1, 2])] {
            let found = hashed(other, key);
            let same = found.iter().zip(&own).filter(|(one, other)| one == other);
            assert!(same.count() < own.len() / 2, "{other}, {key:?}");
        }
    }

    #[test]
    fn maps_value_characters_to_few_replacements() {
        let plain = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~+/=";
        let mut replaced = plain.to_vec();
        text(&mut replaced, Part::Value);
        replaced.sort_unstable();
        replaced.dedup();
        assert_eq!(replaced, b"$'Xabj");
    }
}
