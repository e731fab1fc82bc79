//! §5.2 from the other side: text to codes.

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

/// Appends `text` to `out` in the code of Appendix B, padded with ones to a
/// whole octet.
pub fn encode(text: &[u8], out: &mut Vec<u8>) {
    let mut buffer: u64 = 0;
    let mut bits: u32 = 0;
    for &symbol in text {
        let length = u32::from(LENGTHS[usize::from(symbol)]);
        buffer = buffer << length | u64::from(CODES[usize::from(symbol)]);
        bits += length;
        while bits >= 8 {
            bits -= 8;
            out.push((buffer >> bits) as u8);
        }
    }
    if bits > 0 {
        out.push((buffer << (8 - bits)) as u8 | 0xff >> bits);
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
        crate::huffman::HuffmanDecoder::decode(&crate::huffman::Walk::new(), &coded, &mut text)
            .unwrap();
        assert_eq!(text, all);
    }
}
