//! §5.1: encoding integers.

use alloc::vec::Vec;

/// Encoded length of `value` with a prefix of `prefix_bits` (1 to 8) bits, in
/// bytes, the prefix included.
#[inline]
#[must_use]
pub fn encoded_len(prefix_bits: u8, value: u64) -> usize {
    let most = (1u64 << prefix_bits) - 1;
    match value.checked_sub(most) {
        None => 1,
        Some(rest) => 1 + ((u64::BITS - (rest | 1).leading_zeros()).div_ceil(7)) as usize,
    }
}

/// Appends `value` with a prefix of `prefix_bits` (1 to 8) bits to `out`. The
/// bits of the first byte above the prefix are taken from `first`.
///
/// ```
/// let mut out = Vec::new();
/// hpack_core::integer::encode(0x80, 7, 62, &mut out);
/// assert_eq!(out, [0xbe]);
/// ```
#[inline]
pub fn encode(first: u8, prefix_bits: u8, value: u64, out: &mut Vec<u8>) {
    let most = (1u64 << prefix_bits) - 1;
    let kind = first & !(most as u8);
    if value < most {
        out.push(kind | value as u8);
        return;
    }
    out.push(kind | most as u8);
    let mut rest = value - most;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integer::{Bits32, IntegerDecoder};

    #[test]
    fn encodes_examples_of_appendix_c() {
        let cases: [(u8, u8, u64, &[u8]); 4] = [
            (0xe0, 5, 10, &[0xea]),
            (0x00, 5, 1337, &[0x1f, 0x9a, 0x0a]),
            (0x00, 8, 42, &[0x2a]),
            (0xff, 8, 255, &[0xff, 0x00]),
        ];
        for (first, prefix_bits, value, bytes) in cases {
            let mut out = Vec::new();
            encode(first, prefix_bits, value, &mut out);
            assert_eq!(out, bytes, "{value}");
        }
    }

    #[test]
    fn round_trips_with_encoded_length() {
        let powers = (0..32).map(|bits| 1u64 << bits);
        let values = powers.flat_map(|power| (power.saturating_sub(2))..power + 260);
        for value in values.filter(|&value| value <= u64::from(u32::MAX)) {
            for prefix_bits in 1..=8 {
                let mut out = Vec::new();
                encode(0xff, prefix_bits, value, &mut out);
                assert_eq!(out.len(), encoded_len(prefix_bits, value), "{value}");
                let read = Bits32.decode(&out, 0, prefix_bits);
                assert_eq!(read, Ok((value as u32, out.len())), "{value}");
                let kind = u16::from(out[0]) | ((1 << prefix_bits) - 1);
                assert_eq!(kind, 0xff, "bits above the prefix are kept");
            }
        }
    }

    #[test]
    fn encodes_u64_max() {
        for prefix_bits in 1..=8 {
            let mut out = Vec::new();
            encode(0, prefix_bits, u64::MAX, &mut out);
            assert_eq!(out.len(), encoded_len(prefix_bits, u64::MAX));
        }
    }
}
