//! §5.2 from the other side: text to codes.

use alloc::vec::Vec;

use super::code::{CODES, LENGTHS};

/// Octets that `text` takes in the code of Appendix B, the padding included.
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
    let (groups, rest) = text.as_chunks::<GROUP>();
    for group in groups {
        coder.group(group, out);
    }
    coder.group(rest, out);
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
    fn group(&mut self, group: &[u8], out: &mut Vec<u8>) {
        let mut all = *self;
        for &symbol in group {
            all.push(symbol);
        }
        if all.count <= u64::BITS {
            *self = all;
            self.flush(out);
        } else {
            self.rare(group, out);
        }
    }

    #[cold]
    #[inline(never)]
    fn rare(&mut self, group: &[u8], out: &mut Vec<u8>) {
        for &symbol in group {
            self.push(symbol);
            self.flush(out);
        }
    }

    #[inline(always)]
    fn push(&mut self, symbol: u8) {
        let length = LENGTHS[usize::from(symbol)];
        self.bits = self.bits << length | BITS[usize::from(symbol)];
        self.count += u32::from(length);
    }

    /// Appends the whole bytes.
    #[inline(always)]
    fn flush(&mut self, out: &mut Vec<u8>) {
        let bits = self.bits.wrapping_shl(u64::BITS - self.count);
        let end = out.len() + self.count as usize / 8;
        out.extend_from_slice(&bits.to_be_bytes());
        out.truncate(end);
        self.count %= 8;
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
    fn every_octet_comes_back() {
        let all: Vec<u8> = (0..=255).rev().collect();
        let mut coded = Vec::new();
        encode(&all, &mut coded);
        let mut text = Vec::new();
        crate::huffman::HuffmanDecoder::decode(&crate::huffman::Window14::new(), &coded, &mut text)
            .unwrap();
        assert_eq!(text, all);
    }
}
