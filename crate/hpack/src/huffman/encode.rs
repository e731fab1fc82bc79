//! §5.2: encoding strings.

use alloc::vec::Vec;

use super::{
    code::{CODES, LENGTHS},
    spare_capacity::SpareCapacity,
};

/// Encoded length of `text` in bytes, with padding.
#[must_use]
pub fn encoded_len(text: &[u8]) -> usize {
    let bits: usize = text
        .iter()
        .map(|&symbol| usize::from(LENGTHS[usize::from(symbol)]))
        .sum();
    bits.div_ceil(8)
}

/// Codes of the symbols. Separate loads of code and length are faster than
/// unpacking both from one word.
static BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut symbol = 0;
    while symbol < bits.len() {
        bits[symbol] = CODES[symbol] as u64;
        symbol += 1;
    }
    bits
};

/// Symbols encoded at a time: with the pending bits, their codes fit in 64 bits
/// unless there are rare symbols among them.
const GROUP: usize = 8;

/// Appends the Huffman code of `text` to `out`, padded with ones to a whole byte.
///
/// ```
/// let mut coded = Vec::new();
/// hpack_core::huffman::encode(b"302", &mut coded);
/// assert_eq!(coded, [0x64, 0x02]);
/// ```
pub fn encode(text: &[u8], out: &mut Vec<u8>) {
    let mut coder = Coder { bits: 0, count: 0 };
    let mut rest = text;
    loop {
        let mut spare = SpareCapacity::with(out, rest.len() + GROUP);
        // SAFETY: the capacity was reserved for `rest`.
        let stopped = unsafe { coder.encode_groups(rest, &mut spare) };
        spare.keep();
        let Some((after, refused)) = stopped else {
            return;
        };
        let (group, others) = refused.split_at(refused.len().min(GROUP));
        coder = after.encode_each(group, out);
        rest = others;
    }
}

#[derive(Clone, Copy)]
struct Coder {
    /// Pending bits in the low `count` bits; those above have been written.
    bits: u64,
    count: u32,
}

impl Coder {
    /// Encodes `text` to its end, with padding, unless there is a group whose
    /// codes do not fit: returns the state before it, and the text from it on.
    ///
    /// # Safety
    /// The capacity was reserved for the length of `text` and a group more, and
    /// less than 8 bits are pending.
    #[inline(always)]
    unsafe fn encode_groups<'a>(
        mut self,
        text: &'a [u8],
        spare: &mut SpareCapacity<'_>,
    ) -> Option<(Self, &'a [u8])> {
        let mut rest = text;
        while let Some((group, after)) = rest.split_first_chunk::<GROUP>() {
            let all = group.iter().fold(self, Self::push);
            let start = spare.to();
            // Before the branch: otherwise all lengths are added up first, for
            // which registers lack.
            // SAFETY: a group writes fewer bytes than it has symbols, and there
            // is room for one.
            unsafe { spare.put(all.word(), all.count as usize / 8 % GROUP) };
            if all.count >= u64::BITS {
                // SAFETY: back to where it was.
                unsafe { spare.reach(start) };
                return Some((self, rest));
            }
            self = Self {
                count: all.count % 8,
                ..all
            };
            rest = after;
        }
        let all = rest.iter().fold(self, Self::push);
        if all.count > u64::BITS {
            return Some((self, rest));
        }
        let ones = Self {
            bits: !all.bits,
            ..all
        };
        let padded = ones.word().map(|byte| !byte);
        // SAFETY: at most eight bytes, for which there is room.
        unsafe { spare.put(padded, all.count.div_ceil(8) as usize) };
        None
    }

    /// Encodes a group with rare symbols.
    #[cold]
    #[inline(never)]
    fn encode_each(self, group: &[u8], out: &mut Vec<u8>) -> Self {
        group.iter().fold(self, |coder, symbol| {
            let all = coder.push(symbol);
            out.extend_from_slice(&all.word()[..all.count as usize / 8]);
            Self {
                count: all.count % 8,
                ..all
            }
        })
    }

    #[inline(always)]
    fn push(self, symbol: &u8) -> Self {
        let length = LENGTHS[usize::from(*symbol)];
        Self {
            bits: self.bits << length | BITS[usize::from(*symbol)],
            count: self.count + u32::from(length),
        }
    }

    /// The pending bits, of which there are at most 64, followed by zeros.
    #[inline(always)]
    fn word(self) -> [u8; 8] {
        self.bits
            .wrapping_shl(u64::BITS.wrapping_sub(self.count))
            .to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_examples_of_appendix_c() {
        let cases: [(&[u8], &[u8]); 4] = [
            (b"", &[]),
            (b"no-cache", &[0xa8, 0xeb, 0x10, 0x64, 0x9c, 0xbf]),
            (b"302", &[0x64, 0x02]),
            (b"gzip", &[0x9b, 0xd9, 0xab]),
        ];
        for (text, coded) in cases {
            let mut out = Vec::new();
            encode(text, &mut out);
            assert_eq!(out, coded, "{text:?}");
            assert_eq!(encoded_len(text), coded.len(), "{text:?}");
        }
    }

    #[test]
    fn round_trips_every_byte() {
        let all: Vec<u8> = (0..=255).rev().collect();
        let mut coded = Vec::new();
        encode(&all, &mut coded);
        let mut text = Vec::new();
        crate::huffman::HuffmanDecoder::decode(&crate::huffman::Window14::new(), &coded, &mut text)
            .unwrap();
        assert_eq!(text, all);
    }

    #[test]
    fn codes_follow_each_other_with_rare_symbols_anywhere() {
        // Miri is slow.
        for length in (0..3 * GROUP).step_by(if cfg!(miri) { 7 } else { 1 }) {
            for (rare, count) in [(b'\n', 1), (b'\n', 3), (0xff, GROUP)] {
                for first in 0..=length {
                    let mut text = b"abcdefghijklmnopqrstuvwxyz"[..length].to_vec();
                    let last = (first + count).min(length);
                    text[first..last].fill(rare);
                    let mut bits: Vec<u32> = Vec::new();
                    for &symbol in &text {
                        let places = (0..LENGTHS[usize::from(symbol)]).rev();
                        bits.extend(places.map(|place| CODES[usize::from(symbol)] >> place & 1));
                    }
                    bits.resize(bits.len().next_multiple_of(8), 1);
                    let byte = |bits: &[u32]| bits.iter().fold(0, |byte, bit| byte << 1 | bit);
                    let expected: Vec<u32> = bits.chunks(8).map(byte).collect();
                    let mut out = Vec::new();
                    encode(&text, &mut out);
                    assert!(out.iter().copied().map(u32::from).eq(expected), "{text:?}");
                }
            }
        }
    }
}
