//! Short strings: up to three words of eight bytes, all of them in registers
//! from the start, so that nothing is loaded between two groups of look-ups.

use super::{
    super::{Trace, tail},
    SLACK, USUAL,
    lane::{GROUP, inverted, look_up},
};

/// Bytes of the longest of them.
pub(super) const MOST: usize = 24;

/// Bytes of the longest that is one word.
pub(super) const WORD: usize = 8;

/// Bytes that decoding a string of `length` may write: its symbols, those that
/// the rest of its last word may be taken for, and the slack.
pub(super) const fn room(length: usize) -> usize {
    tail::most(length.next_multiple_of(8)) + SLACK
}

/// Decodes the string of `length` bytes, [`WORD`] at most, that ends at `end` of
/// `block`, to `to`, and returns where the next symbol would go. `None` if the
/// string has a code longer than the window, or is wrong.
///
/// How many look-ups it needs follows from whether it has more than half of a
/// word.
///
/// # Safety
/// [`room`] of `length` can be written at `to`.
#[inline(always)]
pub(super) unsafe fn decode_one<W: Trace>(
    block: &[u8],
    end: usize,
    length: usize,
    mut to: *mut u8,
    trace: &mut W,
) -> Option<*mut u8> {
    let mut word = short(block, end, length);
    let total = 8 * length as u64;
    let mut left = total;
    // SAFETY: each symbol takes five of the bits of the word at least, so that
    // as long as bits are left, what is written is within the room for eight
    // bytes. Look-ups that find no bits any more write two bytes behind it,
    // within the slack.
    unsafe {
        left = left.wrapping_sub(look_up::<3, _>(&mut word, &mut to, 0, trace).0);
        if length > 4 {
            let bit = total.wrapping_sub(left) as usize;
            left = left.wrapping_sub(look_up::<2, _>(&mut word, &mut to, bit, trace).0);
        }
        while word != 0 {
            let bit = total.wrapping_sub(left) as usize;
            let (used, last) = look_up::<GROUP, _>(&mut word, &mut to, bit, trace);
            left = left.wrapping_sub(used);
            if last == 0 {
                break;
            }
        }
    }
    (word | left >> 3 == 0).then_some(to)
}

/// The same for a string of more bytes, [`MOST`] at most.
///
/// # Safety
/// As for [`decode_one`].
#[inline(always)]
pub(super) unsafe fn decode_several<W: Trace>(
    block: &[u8],
    end: usize,
    length: usize,
    to: *mut u8,
    trace: &mut W,
) -> Option<*mut u8> {
    let start = end - length;
    let word = |from: usize| {
        block[from..]
            .first_chunk()
            .map_or(0, |eight| inverted(*eight))
    };
    let last = word(end - 8);
    // SAFETY: the condition is the same.
    unsafe {
        if length <= 16 {
            let words = [word(start), last << (8 * (16 - length))];
            return several(words, length, to, trace);
        }
        let words = [word(start), word(start + 8), last << (8 * (24 - length))];
        several(words, length, to, trace)
    }
}

/// A string of several words.
///
/// # Safety
/// [`room`] of `length` can be written at `to`, which is that of all words.
#[inline(always)]
unsafe fn several<const WORDS: usize, W: Trace>(
    mut words: [u64; WORDS],
    length: usize,
    mut to: *mut u8,
    trace: &mut W,
) -> Option<*mut u8> {
    let total = 8 * length as u64;
    let mut groups = (length * 8 + 8).div_ceil(USUAL);
    let mut left = total;
    loop {
        let bit = total.wrapping_sub(left) as usize;
        // SAFETY: as in `decode_one`: the symbols are within the room for the
        // words, and two bytes behind them within the slack.
        let (used, last) = unsafe { look_up::<GROUP, _>(&mut words[0], &mut to, bit, trace) };
        for number in 1..WORDS {
            // Two shifts, as one by 64 bits would be none.
            words[number - 1] |= words[number] >> 1 >> (63 - used);
            words[number] <<= used;
        }
        left = left.wrapping_sub(used);
        groups -= 1;
        if groups == 0 {
            if words.iter().fold(left >> 3, |all, word| all | word) == 0 {
                return Some(to);
            }
            if last == 0 || left > 8 * MOST as u64 {
                return None;
            }
            groups = 1;
        }
    }
}

/// Up to eight bytes that end at `end` of `block`, inverted, the first the
/// most significant, zeros behind.
#[inline(always)]
fn short(block: &[u8], end: usize, length: usize) -> u64 {
    // Two shifts, as one by 64 bits would be none.
    let half = 32 - 4 * length;
    let ended = match block[..end].last_chunk() {
        Some(eight) => inverted(*eight),
        // A string that stands alone: a block has more before it.
        None => inverted(last_of_eight(&block[..end])),
    };
    ended << half << half
}

/// Up to seven bytes at the end of eight: two loads that overlap, or three.
#[inline(always)]
fn last_of_eight(bytes: &[u8]) -> [u8; 8] {
    let behind = 8 * (7 & bytes.len()) as u32;
    let number = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
        u64::from(first) << (behind - 32) | u64::from(last)
    } else if let [first, .., last] = bytes {
        let middle = bytes[bytes.len() / 2];
        let middle_behind = behind / 16 * 8;
        u64::from(*first) << (behind - 8)
            | u64::from(middle) << (behind - 8 - middle_behind)
            | u64::from(*last)
    } else {
        bytes.first().copied().map_or(0, u64::from)
    };
    number.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::super::spare_capacity::SpareCapacity;
    use super::*;

    /// Codes of five bits, of fourteen, and of lengths that change.
    const TEXTS: [&[u8]; 4] = [
        b"0123456789aeiost0123456789aeiost0123456789aeiost",
        b"^}^}^}^}^}^}^}^}^}^}^}^}^}",
        b"www.example.com/Some-Path?a=1&b=2#[x]~y^z|{0}",
        b"!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0",
    ];

    /// Appends a string to `out` if it can be decoded here.
    fn is_decoded(block: &[u8], end: usize, length: usize, out: &mut Vec<u8>) -> bool {
        let mut spare = SpareCapacity::with(out, room(length));
        // SAFETY: the room is there, and what is before the result was written.
        unsafe {
            let decoded = if length <= WORD {
                decode_one(block, end, length, spare.to(), &mut ())
            } else {
                decode_several(block, end, length, spare.to(), &mut ())
            };
            decoded
                .map(|to| spare.reach(to))
                .map(|()| spare.keep())
                .is_some()
        }
    }

    /// A string with a code longer than the window is left to others; any
    /// other is decoded here, wherever it stands in a block.
    #[test]
    fn short_strings_are_decoded_by_themselves() {
        for (text, long) in TEXTS
            .map(|text| (text, &b""[..]))
            .into_iter()
            .chain([(&b"ab"[..], &b"\n"[..])])
        {
            for count in 0..=text.len() {
                let mut coded = Vec::new();
                super::super::super::encode(&[&text[..count], long].concat(), &mut coded);
                let length = coded.len();
                if length > MOST {
                    break;
                }
                for (before, behind) in [(0, 0), (1, 0), (9, 3)] {
                    let block = [&[0x55; 9][..before], &coded, &[0x55; 3][..behind]].concat();
                    let end = before + length;
                    let mut out = b"kept".to_vec();
                    let is_decoded = is_decoded(&block, end, length, &mut out);
                    assert_eq!(
                        is_decoded,
                        long.is_empty(),
                        "{count} of {}",
                        text.escape_ascii()
                    );
                    let expected = if is_decoded { &text[..count] } else { b"" };
                    assert_eq!(out, [b"kept", expected].concat());
                }
            }
        }
    }

    /// Most are wrong, and stop the look-ups at every place.
    #[test]
    fn of_ones_with_a_zero_among_them_none_is_taken_for_another() {
        for length in 1..=MOST {
            for zero in 0..8 * length {
                let mut coded = [0xff; MOST][..length].to_vec();
                coded[zero / 8] ^= 0x80 >> (zero % 8);
                let mut expected = Vec::new();
                let tried = tail::decode(&coded, 0, 0, &mut expected, &mut ());
                let mut out = Vec::new();
                let is_decoded = is_decoded(&coded, length, length, &mut out);
                if is_decoded {
                    assert_eq!(tried, Ok(()), "{coded:02x?}");
                    assert_eq!(out, expected, "{coded:02x?}");
                } else {
                    assert!(out.is_empty(), "{coded:02x?}");
                }
            }
        }
    }

    #[test]
    fn few_bytes_stand_at_the_end_of_eight() {
        let bytes = [0xab, 0x13, 0x57, 0x9b, 0xdf, 0x24, 0x68];
        for count in 0..=bytes.len() {
            let mut expected = [0; 8];
            expected[8 - count..].copy_from_slice(&bytes[..count]);
            assert_eq!(last_of_eight(&bytes[..count]), expected, "{count}");
        }
    }
}
