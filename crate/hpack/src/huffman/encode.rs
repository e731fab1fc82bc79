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

/// Code and length of each symbol in one word: one load for both.
static PAIRS: [u64; 256] = {
    let mut pairs = [0; 256];
    let mut symbol = 0;
    while symbol < pairs.len() {
        pairs[symbol] = (CODES[symbol] as u64) << 8 | LENGTHS[symbol] as u64;
        symbol += 1;
    }
    pairs
};

/// Appends `text` to `out` in the code of Appendix B, padded with ones to a
/// whole byte.
///
/// ```
/// let mut coded = Vec::new();
/// hpack_core::huffman::encode(b"302", &mut coded);
/// assert_eq!(coded, [0x64, 0x02]);
/// ```
pub fn encode(text: &[u8], out: &mut Vec<u8>) {
    let mut buffer: u64 = 0;
    let mut bits: u32 = 0;
    for &symbol in text {
        let pair = PAIRS[usize::from(symbol)];
        let length = u32::from(pair as u8);
        // Up to 31 bits wait, and a code has 30 at most.
        buffer = buffer << length | pair >> 8;
        bits += length;
        if bits >= 32 {
            bits -= 32;
            let four = (buffer >> bits) as u32;
            out.extend_from_slice(&four.to_be_bytes());
        }
    }
    let bytes = bits.div_ceil(8);
    let padding = bytes * 8 - bits;
    let last = buffer << padding | ((1 << padding) - 1);
    let last = (last as u32).to_be_bytes();
    out.extend_from_slice(&last[last.len() - bytes as usize..]);
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
