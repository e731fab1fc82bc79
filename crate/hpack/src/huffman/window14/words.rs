//! Short strings: up to three words of eight bytes, loaded into registers at the
//! start.

use super::{
    super::{Trace, tail},
    SLACK, TYPICAL_BITS,
    lane::{GROUP, invert, look_up},
};

/// Length of the longest short string, bytes.
pub(super) const MAX: usize = 24;

/// Length of the longest string in one word, bytes.
pub(super) const WORD: usize = 8;

/// Bytes that decoding a string of `length` can write: the symbols of its words,
/// and the slack.
pub(super) const fn room(length: usize) -> usize {
    tail::max_len(length.next_multiple_of(8)) + SLACK
}

/// Decodes the string of `length` bytes, at most [`WORD`], that ends at `end` of
/// `block`, to `to`. Returns the address after its last symbol; `None` if it has
/// a code longer than the window or is invalid.
///
/// Does three look-ups, or five for more than half a word, before it checks for
/// the end.
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
    let mut word = load_end(block, end, length);
    let total = 8 * length as u64;
    let mut left = total;
    // SAFETY: each symbol takes at least five bits of the word, so that while
    // bits are left, writes are within the room for eight bytes. Look-ups after
    // that write two bytes past it, within the slack.
    unsafe {
        left = left.wrapping_sub(look_up::<3, _>(&mut word, &mut to, 0, trace).0);
        if length > 4 {
            let bit = total.wrapping_sub(left) as usize;
            left = left.wrapping_sub(look_up::<2, _>(&mut word, &mut to, bit, trace).0);
        }
        while word != 0 {
            let bit = total.wrapping_sub(left) as usize;
            let (used, last) = look_up::<2, _>(&mut word, &mut to, bit, trace);
            left = left.wrapping_sub(used);
            if last == 0 {
                break;
            }
        }
    }
    (word | left >> 3 == 0).then_some(to)
}

/// Like [`decode_one`], for a longer string of at most [`MAX`] bytes.
///
/// # Safety
/// See [`decode_one`].
#[inline(always)]
pub(super) unsafe fn decode_several<W: Trace>(
    coded: &[u8],
    to: *mut u8,
    trace: &mut W,
) -> Option<*mut u8> {
    let length = coded.len();
    let word = |from: usize| {
        coded[from..]
            .first_chunk()
            .map_or(0, |eight| invert(*eight))
    };
    let last = word(length - 8);
    // SAFETY: the condition is the same.
    unsafe {
        if length <= 16 {
            let words = [word(0), last << (8 * (16 - length))];
            return decode_registers(words, length, to, trace);
        }
        let words = [word(0), word(8), last << (8 * (24 - length))];
        decode_registers(words, length, to, trace)
    }
}

/// Decodes a string of several words.
///
/// # Safety
/// [`room`] of `length` can be written at `to`.
#[inline(always)]
unsafe fn decode_registers<const WORDS: usize, W: Trace>(
    mut words: [u64; WORDS],
    length: usize,
    mut to: *mut u8,
    trace: &mut W,
) -> Option<*mut u8> {
    let total = 8 * length as u64;
    let mut pairs = (2 * total as u32 + 15) / TYPICAL_BITS + 1;
    let mut left = total;
    let mut last = 0;
    // SAFETY: as in `decode_one`, the symbols are within the room for the words,
    // and two bytes past them within the slack.
    unsafe {
        while pairs > 1 {
            last =
                shift_and_look_up::<WORDS, GROUP, _>(&mut words, &mut to, total, &mut left, trace);
            pairs -= 2;
        }
        loop {
            if pairs > 0 {
                last =
                    shift_and_look_up::<WORDS, 2, _>(&mut words, &mut to, total, &mut left, trace);
            }
            if words.iter().fold(left >> 3, |all, word| all | word) == 0 {
                return Some(to);
            }
            if last == 0 || left > 8 * MAX as u64 {
                return None;
            }
            pairs = 1;
        }
    }
}

/// Does `TIMES` look-ups in the first of `words`, and fills it from the others.
/// Returns the [`tables::uses`](super::tables::uses) of the last.
///
/// # Safety
/// See [`look_up`].
#[inline(always)]
unsafe fn shift_and_look_up<const WORDS: usize, const TIMES: usize, W: Trace>(
    words: &mut [u64; WORDS],
    to: &mut *mut u8,
    total: u64,
    left: &mut u64,
    trace: &mut W,
) -> u64 {
    let bit = total.wrapping_sub(*left) as usize;
    // SAFETY: the condition is the same.
    let (used, last) = unsafe { look_up::<TIMES, _>(&mut words[0], to, bit, trace) };
    for number in 1..WORDS {
        // Two shifts, as a shift by 64 is not possible.
        words[number - 1] |= words[number] >> 1 >> (63 - used);
        words[number] <<= used;
    }
    *left = left.wrapping_sub(used);
    last
}

/// Loads up to eight bytes that end at `end` of `block`, inverted, the first most
/// significant, followed by zeros.
#[inline(always)]
fn load_end(block: &[u8], end: usize, length: usize) -> u64 {
    // Two shifts, as a shift by 64 is not possible.
    let half = 32 - 4 * length;
    let ended = match block[..end].last_chunk() {
        Some(eight) => invert(*eight),
        // Only for a string that is not within a block.
        None => invert(right_align(&block[..end])),
    };
    ended << half << half
}

/// Right-aligns up to seven bytes in eight, with two overlapping loads or three.
#[inline(always)]
fn right_align(bytes: &[u8]) -> [u8; 8] {
    let bits = 8 * (7 & bytes.len()) as u32;
    let number = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
        u64::from(first) << (bits - 32) | u64::from(last)
    } else if let [first, .., last] = bytes {
        let middle = bytes[bytes.len() / 2];
        let middle_bits = bits / 16 * 8;
        u64::from(*first) << (bits - 8)
            | u64::from(middle) << (bits - 8 - middle_bits)
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

    /// Codes of five bits, of fourteen, and of mixed lengths.
    const TEXTS: [&[u8]; 4] = [
        b"0123456789aeiost0123456789aeiost0123456789aeiost",
        b"^}^}^}^}^}^}^}^}^}^}^}^}^}",
        b"www.example.com/Some-Path?a=1&b=2#[x]~y^z|{0}",
        b"!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0",
    ];

    /// Appends a string to `out` if the kernels can decode it.
    fn decode(block: &[u8], end: usize, length: usize, out: &mut Vec<u8>) -> bool {
        let mut spare = SpareCapacity::with(out, room(length));
        // SAFETY: the room is reserved; all bytes before the result were written.
        unsafe {
            let decoded = if length <= WORD {
                decode_one(block, end, length, spare.to(), &mut ())
            } else {
                decode_several(&block[end - length..end], spare.to(), &mut ())
            };
            decoded
                .map(|to| spare.reach(to))
                .map(|()| spare.keep())
                .is_some()
        }
    }

    #[test]
    fn decodes_strings_without_long_codes() {
        for (text, long) in TEXTS
            .map(|text| (text, &b""[..]))
            .into_iter()
            .chain([(&b"ab"[..], &b"\n"[..])])
        {
            for count in 0..=text.len() {
                let mut coded = Vec::new();
                super::super::super::encode(&[&text[..count], long].concat(), &mut coded);
                let length = coded.len();
                if length > MAX {
                    break;
                }
                for (before, after) in [(0, 0), (1, 0), (9, 3)] {
                    let block = [&[0x55; 9][..before], &coded, &[0x55; 3][..after]].concat();
                    let end = before + length;
                    let mut out = b"kept".to_vec();
                    let is_decoded = decode(&block, end, length, &mut out);
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

    /// Most of these strings are invalid, and stop the look-ups at every bit.
    #[test]
    fn agrees_with_tail_on_ones_with_a_zero() {
        for length in 1..=MAX {
            for zero in 0..8 * length {
                let mut coded = [0xff; MAX][..length].to_vec();
                coded[zero / 8] ^= 0x80 >> (zero % 8);
                let mut expected = Vec::new();
                let tried = tail::decode(&coded, 0, 0, &mut expected, &mut ());
                let mut out = Vec::new();
                let is_decoded = decode(&coded, length, length, &mut out);
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
    fn right_aligns_up_to_seven_bytes() {
        let bytes = [0xab, 0x13, 0x57, 0x9b, 0xdf, 0x24, 0x68];
        for count in 0..=bytes.len() {
            let mut expected = [0; 8];
            expected[8 - count..].copy_from_slice(&bytes[..count]);
            assert_eq!(right_align(&bytes[..count]), expected, "{count}");
        }
    }
}
