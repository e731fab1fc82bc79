//! Integers of every size.

use hpack::integer;

use super::{Data, Random, Workload, workloads};

/// Encoded integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Integers {
    /// Bytes of all integers.
    pub bytes: Vec<u8>,
    /// Offset and prefix bits of each integer.
    pub places: Vec<(u32, u8)>,
}

impl Integers {
    /// Appends the encoded integer `bytes`.
    pub fn push(&mut self, bytes: &[u8], prefix_bits: u8) {
        self.places.push((self.bytes.len() as u32, prefix_bits));
        self.bytes.extend_from_slice(bytes);
    }
}

/// Number of integers in a workload: more than branch predictors can learn.
const COUNT: u32 = 512;

/// Prefix of string lengths, bits.
const PREFIX_BITS: u8 = 7;

/// Returns a workload for every encoded size, for the largest valid value, and for
/// one more than it.
#[must_use]
pub fn sizes() -> Vec<Workload> {
    let full = (1_u64 << PREFIX_BITS) - 1;
    let above = |bytes: u32| full + if bytes == 0 { 0 } else { 1_u64 << (7 * bytes) };
    let largest = u64::from(u32::MAX);
    let cases = [
        ("1-byte", "one byte", (0, full - 1)),
        ("2-bytes", "two bytes", (full, above(1) - 1)),
        ("3-bytes", "three bytes", (above(1), above(2) - 1)),
        ("4-bytes", "four bytes", (above(2), above(3) - 1)),
        ("5-bytes", "five bytes", (above(3), above(4) - 1)),
        ("largest", "the largest legal value", (largest, largest)),
        (
            "overflow",
            "one more than the largest",
            (largest + 1, largest + 1),
        ),
    ];
    workloads(cases, |(low, high)| {
        let mut integers = Integers::default();
        let mut random = Random::default();
        for _ in 0..COUNT {
            let value = low + random.next() % (high - low + 1);
            let place = (integers.bytes.len() as u32, PREFIX_BITS);
            integers.places.push(place);
            integer::encode(0, PREFIX_BITS, value, &mut integers.bytes);
        }
        Data::Integers(integers.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_the_sizes_of_their_titles() {
        let expected = [1, 2, 3, 4, 5, 6, 6];
        for (workload, expected) in sizes().iter().zip(expected) {
            let Data::Integers(integers) = &workload.data else {
                panic!("{}", workload.id);
            };
            assert_eq!(integers.places.len(), COUNT as usize);
            assert_eq!(
                integers.bytes.len(),
                COUNT as usize * expected,
                "{}",
                workload.id
            );
        }
    }
}
