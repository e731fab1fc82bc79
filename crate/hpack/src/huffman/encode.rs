//! §5.2 from the other side: text to codes.

use alloc::vec::Vec;

use super::code::{CODES, LENGTHS};

/// Bytes that `text` takes in the code of Appendix B, the padding included.
#[must_use]
pub fn encoded_len(text: &[u8]) -> usize {
    let bits: usize = text
        .iter()
        .map(|&symbol| usize::from(LENGTHS[usize::from(symbol)]))
        .sum();
    bits.div_ceil(8)
}

/// Codes of the symbols, and their lengths in bits: a load each costs less than to
/// take both out of one word.
static BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut symbol = 0;
    while symbol < bits.len() {
        bits[symbol] = CODES[symbol] as u64;
        symbol += 1;
    }
    bits
};

/// Symbols that are coded at a time: their codes and the bits left over from those
/// before have 64 bits at most, unless there are rare symbols among them.
const GROUP: usize = 8;

/// Appends `text` to `out` in the code of Appendix B, padded with ones to a
/// whole byte.
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
        coder = coder.group(group, out);
    }
    coder = coder.group(rest, out);
    if coder.count > 0 {
        let padded = coder.bits << (8 - coder.count) | 0xff >> coder.count;
        out.push(padded as u8);
    }
}

/// Codes that do not yet fill a byte.
#[derive(Clone, Copy)]
struct Coder {
    /// In the low bits; what is above `count` has been written.
    bits: u64,
    count: u32,
}

impl Coder {
    #[inline(always)]
    fn group(self, group: &[u8], out: &mut Vec<u8>) -> Self {
        let mut all = self;
        // By halves, whose lengths and codes fit in the registers.
        for half in group.chunks(GROUP / 2) {
            for &symbol in half {
                all = all.push(symbol);
            }
            if all.count > u64::BITS {
                return self.rare(group, out);
            }
        }
        all.flush(out)
    }

    #[cold]
    #[inline(never)]
    fn rare(self, group: &[u8], out: &mut Vec<u8>) -> Self {
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

    /// Appends the whole bytes.
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
    fn as_appendix_c_prints_it() {
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
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).rev().collect();
        let mut coded = Vec::new();
        encode(&all, &mut coded);
        let mut text = Vec::new();
        crate::huffman::HuffmanDecoder::decode(&crate::huffman::Window14::new(), &coded, &mut text)
            .unwrap();
        assert_eq!(text, all);
    }
}
