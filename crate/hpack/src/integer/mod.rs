//! §5.1: integers with a prefix of 1 to 8 bits, up to 2^32 − 1. An engine a
//! file, all behind [`IntegerDecoder`].

mod bits32;
mod bits64;

pub use bits32::Bits32;
pub use bits64::Bits64;

/// Octets that may follow the prefix: five hold 35 bits, enough for 2^32 − 1.
pub const MAX_CONTINUATION: usize = 5;

/// Why an integer could not be read. The reader stays where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerFault {
    /// The octets end inside the integer.
    Truncated,
    /// Above 2^32 − 1, or a sixth octet after the prefix announced: decided
    /// at the fifth, whether or not the sixth is there.
    Overflow,
}

/// Reads one integer.
pub trait IntegerDecoder {
    /// Stable name of the engine.
    const ID: &'static str;

    /// The integer whose prefix is the low `prefix_bits` (1 to 8) bits of
    /// `octets[at]`, and the offset of the first octet behind it.
    ///
    /// # Errors
    /// [`IntegerFault`]; an `at` beyond the octets counts as truncated.
    fn decode(
        &self,
        octets: &[u8],
        at: usize,
        prefix_bits: u8,
    ) -> Result<(u32, usize), IntegerFault>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encode(value: u64, prefix_bits: u8) -> Vec<u8> {
        let full = (1_u64 << prefix_bits) - 1;
        if value < full {
            return vec![u8::try_from(value).unwrap()];
        }
        let mut octets = vec![u8::try_from(full).unwrap()];
        let mut rest = value - full;
        while rest >= 128 {
            octets.push((rest & 0x7f) as u8 | 0x80);
            rest >>= 7;
        }
        octets.push(rest as u8);
        octets
    }

    type Answer = Result<(u32, usize), IntegerFault>;

    /// One suite over every engine.
    fn suite(engine: &impl IntegerDecoder) {
        use IntegerFault::{Overflow, Truncated};
        let cases: &[(&[u8], u8, Answer)] = &[
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
        for (octets, prefix_bits, expected) in cases {
            assert_eq!(
                engine.decode(octets, 0, *prefix_bits),
                *expected,
                "{octets:02x?}/{prefix_bits}"
            );
        }
        for prefix_bits in 1..=8 {
            let largest = encode(u64::from(u32::MAX), prefix_bits);
            assert_eq!(
                engine.decode(&largest, 0, prefix_bits),
                Ok((u32::MAX, largest.len()))
            );
            let beyond = encode(u64::from(u32::MAX) + 1, prefix_bits);
            assert_eq!(engine.decode(&beyond, 0, prefix_bits), Err(Overflow));
        }
    }

    #[test]
    fn bits32_passes_the_suite() {
        suite(&Bits32);
    }

    #[test]
    fn bits64_passes_the_suite() {
        suite(&Bits64);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value: u32, prefix_bits in 1_u8..=8, high: u8, tail: Vec<u8>) {
            let mut octets = encode(u64::from(value), prefix_bits);
            let end = octets.len();
            octets[0] |= high & !u8::try_from((1_u16 << prefix_bits) - 1).unwrap();
            octets.extend(tail);
            prop_assert_eq!(Bits32.decode(&octets, 0, prefix_bits), Ok((value, end)));
        }

        #[test]
        fn any_octets_are_answered_alike(
            octets in prop::collection::vec(prop_oneof![Just(0xff_u8), Just(0x80), any::<u8>()], 0..12),
            at in 0_usize..14,
            prefix_bits in 1_u8..=8,
        ) {
            let answer = Bits32.decode(&octets, at, prefix_bits);
            prop_assert_eq!(Bits64.decode(&octets, at, prefix_bits), answer);
            if let Ok((_, end)) = answer {
                prop_assert!(end > at && end <= octets.len());
                prop_assert!(end - at <= 1 + MAX_CONTINUATION);
            }
        }
    }
}
