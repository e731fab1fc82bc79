//! Random strings: the same in every run, and from proptest.

use proptest::prelude::*;

use super::{Bits, Trial, encode, every_engine, is_small, one_in, reference, trace};

/// Marsaglia's xorshift.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 16) as usize % end
    }

    fn byte(&mut self) -> u8 {
        (self.next() >> 24) as u8
    }

    /// Up to 64, occasionally up to 2,000.
    fn length(&mut self) -> usize {
        let end = if self.below(500) == 0 { 2001 } else { 65 };
        self.below(end)
    }

    /// Characters of headers, of which one in `rare` is any byte.
    fn text(&mut self, rare: usize) -> Vec<u8> {
        const COMMON: &[u8] = b"aceinorst012/.-=%;: ABCDEFxyz_,\"&?+*XZ";
        let length = self.length();
        (0..length)
            .map(|_| match self.below(rare) {
                0 => self.byte(),
                _ => COMMON[self.below(COMMON.len())],
            })
            .collect()
    }

    fn string(&mut self) -> Vec<u8> {
        match self.below(8) {
            0 => (0..self.length()).map(|_| self.byte()).collect(),
            1 => {
                let ones = |chance: &mut Self| chance.byte() | chance.byte() | chance.byte();
                (0..self.length()).map(|_| ones(self)).collect()
            }
            2 => {
                let text = self.text(2);
                encode(&text)
            }
            3 | 4 => {
                let text = self.text(30);
                encode(&text)
            }
            kind => {
                let text = self.text(60);
                let mut coded = encode(&text);
                self.damage(&mut coded, kind);
                coded
            }
        }
    }

    fn damage(&mut self, coded: &mut Vec<u8>, kind: usize) {
        if coded.is_empty() {
            return;
        }
        // Half of the time near the end, where engines change algorithms.
        let from = match self.below(2) {
            0 => 0,
            _ => coded.len().saturating_sub(9),
        };
        let at = from + self.below(coded.len() - from);
        match kind {
            5 => coded[at] ^= 1 << self.below(8),
            6 => coded[at] = self.byte(),
            _ => match self.below(4) {
                0 => coded.truncate(at),
                1 => coded.push(self.byte()),
                2 => coded.push(0xff),
                _ => {
                    let mut eos = Bits::new();
                    eos.code(256);
                    let eos = eos.padded(self.below(2) == 0);
                    coded.splice(at..at, eos);
                }
            },
        }
    }
}

#[test]
fn agree_on_random_strings() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut trial = Trial::default();
    let mut valid = 0;
    let count = match cfg!(miri) {
        false => 1_000_000 / one_in(20),
        true if is_small() => 5,
        true => 200,
    };
    for number in 0..count {
        let coded = chance.string();
        let expected = reference(&coded);
        trial.agree(&coded, &expected, chance.byte());
        if number % 16 == 0 {
            trace::agree(&coded, &expected);
        }
        valid += usize::from(expected.is_ok());
    }
    assert!(
        cfg!(miri) || (count / 5..count / 5 * 4).contains(&valid),
        "{valid}"
    );
}

/// Strings that the properties below once failed on.
#[test]
fn regressions() {
    for coded in [&[0x00][..], &[0xfe], &[0xff, 13, 0xff, 0xff, 0xff, 0xfe]] {
        let _ = every_engine(coded);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn random_bytes(coded in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = every_engine(&coded);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn mostly_ones(coded in prop::collection::vec(prop_oneof![Just(0xff_u8), Just(0xfe), any::<u8>()], 0..40)) {
        let _ = every_engine(&coded);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn round_trips(text in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(every_engine(&encode(&text)).unwrap(), text);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn mutated_text(text in "[ -~]{1,60}", at: prop::sample::Index, byte: u8) {
        let mut coded = encode(text.as_bytes());
        let at = at.index(coded.len());
        coded[at] = byte;
        let _ = every_engine(&coded);
    }
}
