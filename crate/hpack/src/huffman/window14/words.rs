//! Short strings: up to three words of eight octets, all of them in registers
//! from the start, so that nothing is loaded between two groups of look-ups.

use alloc::vec::Vec;

use super::{
    super::{Trace, spare_capacity::SpareCapacity},
    SLACK, USUAL,
    lane::{GROUP, inverted, look_up},
};

/// Octets of the longest of them.
pub(super) const MOST: usize = 24;

/// Octets of the longest that is one word.
pub(super) const WORD: usize = 8;

/// Appends what the string of `octets` octets, [`WORD`] at most, that ends at
/// `end` of `block` stands for to `out`. Returns `false`, and leaves `out` as it
/// was, where the string has a code longer than the window, or is wrong.
#[inline(always)]
pub(super) fn decode_one<W: Trace>(
    block: &[u8],
    end: usize,
    octets: usize,
    out: &mut Vec<u8>,
    trace: &mut W,
) -> bool {
    one(short(block, end, octets), octets, out, trace)
}

/// The same where it has more octets, [`MOST`] at most.
#[inline(always)]
pub(super) fn decode_several<W: Trace>(
    block: &[u8],
    end: usize,
    octets: usize,
    out: &mut Vec<u8>,
    trace: &mut W,
) -> bool {
    let start = end - octets;
    let word = |from: usize| {
        block[from..]
            .first_chunk()
            .map_or(0, |eight| inverted(*eight))
    };
    let last = word(end - 8);
    if octets <= 16 {
        let words = [word(start), last << (8 * (16 - octets))];
        return several(words, octets, out, trace);
    }
    let words = [word(start), word(start + 8), last << (8 * (24 - octets))];
    several(words, octets, out, trace)
}

/// A string of one word. How many look-ups it needs follows from whether it
/// has more than half of it.
#[inline(always)]
fn one<W: Trace>(mut word: u64, octets: usize, out: &mut Vec<u8>, trace: &mut W) -> bool {
    let total = 8 * octets as u64;
    let mut spare = SpareCapacity::new(out, 8, SLACK);
    let mut to = spare.to();
    let mut left = total;
    // SAFETY: each symbol takes five of the bits of the word at least, so that
    // as long as bits are left, what is written is within the room for eight
    // octets. Look-ups that find no bits any more write two octets behind it,
    // within the slack.
    unsafe {
        left = left.wrapping_sub(look_up::<3, _>(&mut word, &mut to, 0, trace).0);
        if octets > 4 {
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
        spare.reach(to);
    }
    let right = word | left >> 3 == 0;
    if right {
        spare.keep();
    }
    right
}

/// A string of several words.
#[inline(always)]
fn several<const WORDS: usize, W: Trace>(
    mut words: [u64; WORDS],
    octets: usize,
    out: &mut Vec<u8>,
    trace: &mut W,
) -> bool {
    let total = 8 * octets as u64;
    let mut spare = SpareCapacity::new(out, 8 * WORDS, SLACK);
    let mut to = spare.to();
    let mut groups = (octets * 8 + 8).div_ceil(USUAL);
    let mut left = total;
    loop {
        let bit = total.wrapping_sub(left) as usize;
        // SAFETY: as in `one`: the symbols are within the room for the words,
        // and two octets behind them within the slack.
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
                // SAFETY: the look-ups have written all that is before `to`.
                unsafe { spare.reach(to) };
                spare.keep();
                return true;
            }
            if last == 0 || left > 8 * MOST as u64 {
                return false;
            }
            groups = 1;
        }
    }
}

/// Up to eight octets that end at `end` of `block`, inverted, the first the
/// most significant, zeros behind.
#[inline(always)]
fn short(block: &[u8], end: usize, octets: usize) -> u64 {
    // Two shifts, as one by 64 bits would be none.
    let half = 32 - 4 * octets;
    let ended = match block[..end].last_chunk() {
        Some(eight) => inverted(*eight),
        // A string that stands alone: a block has more before it.
        None => inverted(last_of_eight(&block[..end])),
    };
    ended << half << half
}

/// Up to seven octets at the end of eight: two loads that overlap, or three.
#[inline(always)]
fn last_of_eight(octets: &[u8]) -> [u8; 8] {
    let behind = 8 * (7 & octets.len()) as u32;
    let number = if let (Some(first), Some(last)) = (octets.first_chunk(), octets.last_chunk()) {
        let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
        u64::from(first) << (behind - 32) | u64::from(last)
    } else if let [first, .., last] = octets {
        let middle = octets[octets.len() / 2];
        let middle_behind = behind / 16 * 8;
        u64::from(*first) << (behind - 8)
            | u64::from(middle) << (behind - 8 - middle_behind)
            | u64::from(*last)
    } else {
        octets.first().copied().map_or(0, u64::from)
    };
    number.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::super::tail;
    use super::*;

    /// Codes of five bits, of fourteen, and of lengths that change.
    const TEXTS: [&[u8]; 4] = [
        b"0123456789aeiost0123456789aeiost0123456789aeiost",
        b"^}^}^}^}^}^}^}^}^}^}^}^}^}",
        b"www.example.com/Some-Path?a=1&b=2#[x]~y^z|{0}",
        b"!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0!0",
    ];

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
                let octets = coded.len();
                if octets > MOST {
                    break;
                }
                for (before, behind) in [(0, 0), (1, 0), (9, 3)] {
                    let block = [&[0x55; 9][..before], &coded, &[0x55; 3][..behind]].concat();
                    let end = before + octets;
                    let mut out = b"kept".to_vec();
                    let is_decoded = if octets <= WORD {
                        decode_one(&block, end, octets, &mut out, &mut ())
                    } else {
                        decode_several(&block, end, octets, &mut out, &mut ())
                    };
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
        for octets in 1..=MOST {
            for zero in 0..8 * octets {
                let mut coded = [0xff; MOST][..octets].to_vec();
                coded[zero / 8] ^= 0x80 >> (zero % 8);
                let mut expected = Vec::new();
                let tried = tail::decode(&coded, 0, 0, &mut expected, &mut ());
                let mut out = Vec::new();
                let is_decoded = if octets <= WORD {
                    decode_one(&coded, octets, octets, &mut out, &mut ())
                } else {
                    decode_several(&coded, octets, octets, &mut out, &mut ())
                };
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
    fn few_octets_stand_at_the_end_of_eight() {
        let octets = [0xab, 0x13, 0x57, 0x9b, 0xdf, 0x24, 0x68];
        for count in 0..=octets.len() {
            let mut expected = [0; 8];
            expected[8 - count..].copy_from_slice(&octets[..count]);
            assert_eq!(last_of_eight(&octets[..count]), expected, "{count}");
        }
    }
}
