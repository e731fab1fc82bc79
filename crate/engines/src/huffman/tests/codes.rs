//! Codes of every length, at every bit.

use super::{FRONTS, LENGTHS, encode, every_engine, one_in, zeros};
use hpack_core::huffman::{
    HuffmanError, HuffmanErrorKind,
    code::{EOS, SYMBOLS},
};

#[test]
fn decodes_appendix_c() {
    let cases: [(&[u8], &str); 6] = [
        (
            &[
                0xf1, 0xe3, 0xc2, 0xe5, 0xf2, 0x3a, 0x6b, 0xa0, 0xab, 0x90, 0xf4, 0xff,
            ],
            "www.example.com",
        ),
        (&[0xa8, 0xeb, 0x10, 0x64, 0x9c, 0xbf], "no-cache"),
        (
            &[0x25, 0xa8, 0x49, 0xe9, 0x5b, 0xa9, 0x7d, 0x7f],
            "custom-key",
        ),
        (&[0x64, 0x02], "302"),
        (&[0x9b, 0xd9, 0xab], "gzip"),
        (&[], ""),
    ];
    for (coded, text) in cases {
        assert_eq!(every_engine(coded).unwrap(), text.as_bytes());
        assert_eq!(encode(text.as_bytes()), coded);
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn decodes_every_pair_of_codes() {
    for first in 0..=255 {
        assert_eq!(every_engine(&encode(&[first])).unwrap(), [first]);
        for second in 0..=255 {
            let text = [first, second];
            assert_eq!(every_engine(&encode(&text)).unwrap(), text);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn decodes_every_code_at_every_offset() {
    let step = one_in(7);
    for front in FRONTS.into_iter().flatten() {
        for symbol in (front % step..SYMBOLS).step_by(step) {
            for after in [0, 1, 40] {
                let mut bits = zeros(front);
                bits.code(symbol);
                for _ in 0..after {
                    bits.code(usize::from(b'e'));
                }
                let answer = every_engine(&bits.padded(true));
                if symbol == usize::from(EOS) {
                    let bit = front * 5 + 29;
                    let kind = HuffmanErrorKind::Eos;
                    assert_eq!(answer, Err(HuffmanError { kind, bit }));
                } else {
                    let mut text = vec![b'0'; front];
                    text.push(symbol as u8);
                    text.resize(front + 1 + after, b'e');
                    assert_eq!(answer.unwrap(), text);
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn decodes_a_long_code_anywhere() {
    // One symbol for each code length.
    let long: Vec<u8> = (13..=30)
        .filter_map(|bits| (0..=255).find(|&symbol| LENGTHS[usize::from(symbol)] == bits))
        .collect();
    assert!(long.len() >= 14);
    let step = one_in(7);
    // Codes of five, of six and seven, and of all common lengths.
    for fill in ["0", "kj", "a0-Z:&!+#"] {
        for bytes in (1..=40).chain([63, 64, 65, 200, 511, 512, 513]) {
            let mut text = Vec::new();
            for character in fill.bytes().cycle() {
                text.push(character);
                if encode(&text).len() > bytes {
                    break;
                }
            }
            for at in 0..text.len() {
                for &symbol in long.iter().skip((at + bytes) % step).step_by(step) {
                    let mut text = text.clone();
                    text[at] = symbol;
                    assert_eq!(every_engine(&encode(&text)).unwrap(), text);
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn decodes_repeated_codes() {
    for symbol in 0..=255 {
        for count in 1..40 {
            let text = vec![symbol; count];
            assert_eq!(every_engine(&encode(&text)).unwrap(), text);
        }
    }
}
