//! One suite over every engine.

use hpack_core::integer::{
    IntegerDecoder, IntegerError,
    IntegerError::{Overflow, Truncated},
    MAX_CONTINUATION,
};
use proptest::prelude::*;

use super::Engines;
use crate::{List, Visitor};

type Answer = Result<(u32, usize), IntegerError>;

struct Decode<'a> {
    bytes: &'a [u8],
    at: usize,
    prefix_bits: u8,
}

impl<I: IntegerDecoder + Default> Visitor<I, Answer> for Decode<'_> {
    fn visit(self) -> Answer {
        I::default().decode(self.bytes, self.at, self.prefix_bits)
    }
}

/// Returns the answer that all engines agree on.
fn every_engine(bytes: &[u8], at: usize, prefix_bits: u8) -> Answer {
    let answer = |number| {
        let decode = Decode {
            bytes,
            at,
            prefix_bits,
        };
        Engines::visit(number, decode)
    };
    let expected = answer(0);
    for number in 1..Engines::COUNT {
        assert_eq!(
            answer(number),
            expected,
            "{} on {bytes:02x?} at {at} with a prefix of {prefix_bits}",
            Engines::entry(number).id
        );
    }
    expected
}

fn full(prefix_bits: u8) -> u64 {
    (1 << prefix_bits) - 1
}

fn encode(value: u64, prefix_bits: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    hpack_core::integer::encode(0, prefix_bits, value, &mut bytes);
    bytes
}

#[test]
fn decodes_appendix_c_and_limits() {
    let cases: [(&[u8], u8, Answer); 16] = [
        // C.1.1, C.1.2, C.1.3
        (&[0x0a], 5, Ok((10, 1))),
        (&[0xea], 5, Ok((10, 1))),
        (&[0x1f, 0x9a, 0x0a], 5, Ok((1337, 3))),
        (&[0x2a], 8, Ok((42, 1))),
        (&[0x00], 1, Ok((0, 1))),
        (&[0x01, 0x00], 1, Ok((1, 2))),
        (&[0xff, 0x80, 0x00], 8, Ok((255, 3))),
        (&[0x0f, 0x80, 0x80, 0x80, 0x80, 0x00], 4, Ok((15, 6))),
        (
            &[0x0f, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
            4,
            Err(Overflow),
        ),
        (&[0x0f, 0x80, 0x80, 0x80, 0x80, 0x80], 4, Err(Overflow)),
        (&[0x0f, 0x80, 0x80, 0x80, 0x80], 4, Err(Truncated)),
        (&[0x0f, 0xff, 0xff, 0xff, 0xff, 0x10], 4, Err(Overflow)),
        (&[0x0f, 0xf0, 0xff, 0xff, 0xff, 0x0f], 4, Ok((u32::MAX, 6))),
        (&[0x0f, 0xf1, 0xff, 0xff, 0xff, 0x0f], 4, Err(Overflow)),
        (&[0x0f], 4, Err(Truncated)),
        (&[], 4, Err(Truncated)),
    ];
    for (bytes, prefix_bits, expected) in cases {
        assert_eq!(
            every_engine(bytes, 0, prefix_bits),
            expected,
            "{bytes:02x?}/{prefix_bits}"
        );
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn decodes_limits_of_every_length() {
    for prefix_bits in 1..=8 {
        let full = full(prefix_bits);
        assert_eq!(every_engine(&[0], 0, prefix_bits), Ok((0, 1)));
        let most_alone = u32::try_from(full - 1).unwrap();
        assert_eq!(
            every_engine(&encode(full - 1, prefix_bits), 0, prefix_bits),
            Ok((most_alone, 1))
        );
        for more in 1..=MAX_CONTINUATION {
            // Smallest and largest value of `more` bytes after the prefix.
            let least = if more == 1 { 0 } else { 1 << (7 * (more - 1)) };
            let most = (1 << (7 * more)) - 1;
            for rest in [least, least + 1, most - 1, most] {
                let value = full + rest;
                let bytes = encode(value, prefix_bits);
                assert_eq!(bytes.len(), 1 + more);
                assert_eq!(
                    every_engine(&bytes, 0, prefix_bits),
                    u32::try_from(value)
                        .map(|value| (value, 1 + more))
                        .map_err(|_| Overflow),
                    "{value} with a prefix of {prefix_bits}"
                );
                for cut in 0..bytes.len() {
                    assert_eq!(every_engine(&bytes[..cut], 0, prefix_bits), Err(Truncated));
                }
            }
        }
    }
}

#[test]
fn accepts_u32_max_and_no_more() {
    for prefix_bits in 1..=8 {
        let largest = encode(u64::from(u32::MAX), prefix_bits);
        assert_eq!(largest.len(), 1 + MAX_CONTINUATION);
        assert_eq!(
            every_engine(&largest, 0, prefix_bits),
            Ok((u32::MAX, largest.len()))
        );
        let beyond = encode(u64::from(u32::MAX) + 1, prefix_bits);
        assert_eq!(beyond.len(), 1 + MAX_CONTINUATION);
        assert_eq!(every_engine(&beyond, 0, prefix_bits), Err(Overflow));
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn overflow_is_decided_at_the_fifth_byte() {
    for prefix_bits in 1..=8 {
        for four in [0x80, 0x81, 0xfe, 0xff] {
            for fifth in 0..=255 {
                let mut bytes = vec![0xff, four, four, four, four, fifth];
                let sum = (0..4)
                    .map(|i| u64::from(four & 0x7f) << (7 * i))
                    .sum::<u64>();
                let value = full(prefix_bits) + sum + (u64::from(fifth & 0x7f) << 28);
                let expected = match u32::try_from(value) {
                    Ok(value) if fifth < 0x80 => Ok((value, 6)),
                    _ => Err(Overflow),
                };
                assert_eq!(every_engine(&bytes, 0, prefix_bits), expected);
                bytes.push(0);
                assert_eq!(every_engine(&bytes, 0, prefix_bits), expected);
            }
        }
    }
}

proptest! {
    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn round_trips(value: u32, prefix_bits in 1_u8..=8, high: u8, tail: Vec<u8>) {
        let mut bytes = encode(u64::from(value), prefix_bits);
        let end = bytes.len();
        bytes[0] |= high & !u8::try_from(full(prefix_bits)).unwrap();
        bytes.extend(tail);
        prop_assert_eq!(every_engine(&bytes, 0, prefix_bits), Ok((value, end)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn engines_agree_on_any_bytes(
        bytes in prop::collection::vec(prop_oneof![Just(0xff_u8), Just(0x80), any::<u8>()], 0..12),
        at in 0_usize..14,
        prefix_bits in 1_u8..=8,
    ) {
        if let Ok((_, end)) = every_engine(&bytes, at, prefix_bits) {
            prop_assert!(end > at && end <= bytes.len());
            prop_assert!(end - at <= 1 + MAX_CONTINUATION);
        }
    }
}
