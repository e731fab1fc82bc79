//! Short strings: up to three words of eight octets, all of them in registers
//! from the start, so that nothing is loaded between two groups of look-ups.

use super::{
    USUAL,
    lane::{GROUP, inverted, look_up},
    tables::Tables,
};

/// Octets of the longest of them.
pub(super) const MOST: usize = 24;

/// Decodes the string of `octets` octets, [`MOST`] at most, that ends at `end`
/// of `block`, to `to`. Where its symbols end; `None` where it has a code
/// longer than the window, or is wrong.
///
/// # Safety
/// It is within `block`, and [`tail::most`](super::tail::most) of it and
/// [`SLACK`](super::SLACK) can be written at `to`: as long as bits are left,
/// what is written is within the one, for each symbol takes five bits at
/// least; the look-ups that pass the end, and leave nothing but zeros, are
/// within the other.
#[inline(always)]
pub(super) unsafe fn decode(
    tables: Tables,
    block: &[u8],
    end: usize,
    octets: usize,
    to: *mut u8,
) -> Option<*mut u8> {
    let start = end - octets;
    let word = |from: usize| {
        block[from..]
            .first_chunk()
            .map_or(0, |eight| inverted(*eight))
    };
    // SAFETY: as the caller says.
    unsafe {
        if octets <= 8 {
            return eight(tables, short(block, end, octets), octets, to);
        }
        let groups = (octets * 8 + 8).div_ceil(USUAL);
        let last = word(end - 8);
        if octets <= 16 {
            let words = [word(start), last << (8 * (16 - octets))];
            return some(tables, words, octets, groups, to);
        }
        let words = [word(start), word(start + 8), last << (8 * (24 - octets))];
        some(tables, words, octets, groups, to)
    }
}

/// A string of one word. How many look-ups it needs follows from whether it
/// has more than half of it.
///
/// # Safety
/// As for [`decode`].
#[inline(always)]
unsafe fn eight(tables: Tables, mut word: u64, octets: usize, mut to: *mut u8) -> Option<*mut u8> {
    let mut left = 8 * octets as u64;
    // SAFETY: as the caller says.
    unsafe {
        left = left.wrapping_sub(look_up::<3>(tables, &mut word, &mut to).0);
        if octets > 4 {
            left = left.wrapping_sub(look_up::<2>(tables, &mut word, &mut to).0);
        }
        while word != 0 {
            let (used, last) = look_up::<GROUP>(tables, &mut word, &mut to);
            left = left.wrapping_sub(used);
            if last == 0 {
                break;
            }
        }
    }
    (word | left >> 3 == 0).then_some(to)
}

/// A string of several words.
///
/// # Safety
/// As for [`decode`].
#[inline(always)]
unsafe fn some<const WORDS: usize>(
    tables: Tables,
    mut words: [u64; WORDS],
    octets: usize,
    mut groups: usize,
    mut to: *mut u8,
) -> Option<*mut u8> {
    let mut left = 8 * octets as u64;
    loop {
        // SAFETY: as the caller says.
        let (used, last) = unsafe { look_up::<GROUP>(tables, &mut words[0], &mut to) };
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

/// Up to eight octets that end at `end` of `block`, inverted, the first the
/// most significant, zeros behind.
#[inline(always)]
fn short(block: &[u8], end: usize, octets: usize) -> u64 {
    // Two shifts, as one by 64 bits would be none.
    let half = 32 - 4 * octets;
    let Some(eight) = block[..end].last_chunk() else {
        // Seldom, as a string has its length before it, and a block more than
        // one string.
        let mut eight = [0xff; 8];
        eight[8 - end..].copy_from_slice(&block[..end]);
        return inverted(eight) << half << half;
    };
    inverted(*eight) << half << half
}
