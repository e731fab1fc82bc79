//! §5.2: encoding strings.

use alloc::vec::Vec;

use super::code::{CODES, LENGTHS};

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
    let groups = text.chunks_exact(GROUP);
    let rest = groups.remainder();
    for group in groups {
        coder = coder.encode_group(group, out);
    }
    coder = coder.encode_group(rest, out);
    if coder.count > 0 {
        let padded = coder.bits << (8 - coder.count) | 0xff >> coder.count;
        out.push(padded as u8);
    }
}

#[derive(Clone, Copy)]
struct Coder {
    /// Pending bits in the low `count` bits; those above have been written.
    bits: u64,
    count: u32,
}

impl Coder {
    #[inline(always)]
    fn encode_group(self, group: &[u8], out: &mut Vec<u8>) -> Self {
        let mut all = self;
        // In halves, whose lengths and codes fit in registers.
        for half in group.chunks(GROUP / 2) {
            for &symbol in half {
                all = all.push(symbol);
            }
            if all.count > u64::BITS {
                return self.encode_each(group, out);
            }
        }
        all.flush(out)
    }

    #[cold]
    #[inline(never)]
    fn encode_each(self, group: &[u8], out: &mut Vec<u8>) -> Self {
        group
            .iter()
            .fold(self, |coder, &symbol| coder.push(symbol).flush(out))
    }

    #[inline(always)]
    fn push(self, symbol: u8) -> Self {
        let length = LENGTHS[usize::from(symbol)];
        Self {
            bits: self.bits << length | BITS[usize::from(symbol)],
            count: self.count + u32::from(length),
        }
    }

    #[inline(always)]
    fn flush(self, out: &mut Vec<u8>) -> Self {
        let bits = self.bits.wrapping_shl(u64::BITS - self.count);
        let end = out.len() + self.count as usize / 8;
        out.extend_from_slice(&bits.to_be_bytes());
        out.truncate(end);
        Self {
            bits: self.bits,
            count: self.count % 8,
        }
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
}
