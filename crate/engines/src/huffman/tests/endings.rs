//! Valid and invalid padding, EOS, and truncated strings.

use super::{FRONTS, encode, every_engine, zeros};
use hpack_core::huffman::{HuffmanError, HuffmanErrorKind, code::SYMBOLS};

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn checks_every_ending() {
    // A text, then 0 to 40 ones with one zero or none.
    for front in FRONTS.into_iter().flatten() {
        for extra in 0..40 {
            if !(front * 5 + extra).is_multiple_of(8) {
                continue;
            }
            for zero in 0..=extra {
                let mut bits = zeros(front);
                for bit in 0..extra {
                    bits.bit(bit != zero);
                }
                let answer = every_engine(&bits.bytes);
                let whole = zero == extra;
                let expected = match extra {
                    30.. if zero >= 30 => Err((HuffmanErrorKind::Eos, front * 5 + 29)),
                    8.. if whole => Err((
                        HuffmanErrorKind::PaddingTooLong { bits: extra },
                        front * 5 + extra - 1,
                    )),
                    0..8 if whole => Ok(()),
                    0..5 => Err((HuffmanErrorKind::PaddingNotOnes, front * 5 + zero)),
                    // Can be codes: it suffices that all engines agree.
                    _ => continue,
                };
                let expected = expected.map_err(|(kind, bit)| HuffmanError { kind, bit });
                assert_eq!(answer.map(|_| ()), expected, "{front} and {extra}, {zero}");
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn agree_on_every_two_bytes() {
    for bytes in 0..=u16::MAX {
        let _ = every_engine(&bytes.to_be_bytes());
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn agree_on_truncated_codes() {
    for symbol in 0..SYMBOLS {
        for front in (0..16).chain(96..112) {
            let mut bits = zeros(front);
            bits.code(symbol);
            let coded = bits.padded(true);
            // The bytes that the code reaches into.
            for cut in front * 5 / 8..coded.len() {
                let _ = every_engine(&coded[..cut]);
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn rejects_eos_at_every_bit() {
    for front in FRONTS.into_iter().flatten() {
        for after in [b"".as_slice(), b"a", b"no-cache", &[0xff; 12], &[0; 12]] {
            let mut bits = zeros(front);
            bits.code(SYMBOLS - 1);
            let mut coded = bits.padded(true);
            coded.extend_from_slice(after);
            let kind = HuffmanErrorKind::Eos;
            let bit = front * 5 + 29;
            assert_eq!(every_engine(&coded), Err(HuffmanError { kind, bit }));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn agree_on_damaged_endings() {
    // Each bit of the last two bytes of a valid string flipped; a byte added.
    for length in (1..44).chain([200, 330]) {
        let text: Vec<u8> = (b'-'..=b'z').cycle().step_by(3).take(length).collect();
        let valid = encode(&text);
        let total = valid.len() * 8;
        for bit in total.saturating_sub(16)..total {
            let mut coded = valid.clone();
            coded[bit / 8] ^= 0x80 >> (bit % 8);
            let _ = every_engine(&coded);
        }
        for byte in [0x00, 0x7f, 0x80, 0xfe, 0xff] {
            let mut coded = valid.clone();
            coded.push(byte);
            let _ = every_engine(&coded);
        }
    }
}

#[test]
fn reports_padding_errors() {
    use HuffmanErrorKind::{Eos, PaddingNotOnes, PaddingTooLong};
    let cases: [(&[u8], HuffmanErrorKind, usize); 7] = [
        (&[0xff], PaddingTooLong { bits: 8 }, 7),
        (&[0xff, 0xff, 0xff], PaddingTooLong { bits: 24 }, 23),
        (&[0xff, 0xff, 0xff, 0xff], Eos, 29),
        (&[0xff, 0xff, 0xfb], PaddingTooLong { bits: 24 }, 23),
        (&[0x18, 0xc0], PaddingNotOnes, 15),
        (&[0xac, 0xd5, 0x14], PaddingNotOnes, 22),
        (&[0xfe, 0x00], PaddingNotOnes, 15),
    ];
    for (coded, kind, bit) in cases {
        assert_eq!(
            every_engine(coded),
            Err(HuffmanError { kind, bit }),
            "{coded:02x?}"
        );
    }
}
