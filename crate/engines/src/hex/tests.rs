//! Every engine against a plain reference.

use proptest::prelude::*;

use super::{Engines, HexDecoder};
use crate::{List, Visitor};

struct Decode<'a>(&'a [u8]);

impl<H: HexDecoder + Default> Visitor<H, Option<Vec<u8>>> for Decode<'_> {
    fn visit(self) -> Option<Vec<u8>> {
        let mut out = b"before".to_vec();
        let are_digits = H::default().decode(self.0, &mut out);
        let rest = out.strip_prefix(b"before").expect("kept");
        assert!(are_digits || rest.is_empty());
        are_digits.then(|| rest.to_vec())
    }
}

fn reference(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |&digit: &u8| char::from(digit).to_digit(16);
    let values: Vec<u32> = digits.iter().map(value).collect::<Option<_>>()?;
    let (pairs, rest) = values.as_chunks::<2>();
    let byte = |[high, low]: &[u32; 2]| (high * 16 + low) as u8;
    rest.is_empty().then(|| pairs.iter().map(byte).collect())
}

fn check(digits: &[u8]) {
    let expected = reference(digits);
    for number in 0..Engines::COUNT {
        let found = Engines::visit(number, Decode(digits));
        let id = Engines::entry(number).id;
        assert_eq!(found, expected, "{id} on “{}”", digits.escape_ascii());
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn every_pair_of_bytes() {
    for first in 0..=255 {
        for second in 0..=255 {
            check(&[first, second]);
            check(&[b'8', b'2', first, second, b'a', b'F']);
        }
    }
}

proptest! {
    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn mutated_digits(
        text in "[0-9a-fA-F]{0,300}",
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
    ) {
        let mut text = text.into_bytes();
        check(&text);
        for (at, byte) in changes {
            if !text.is_empty() {
                let at = at.index(text.len());
                text[at] = byte;
            }
        }
        check(&text);
    }
}
