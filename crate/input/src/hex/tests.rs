//! One suite over every engine.

use super::{HexDecoder, HexEngine, HexError, HexErrorKind};
use crate::with_hex;
use proptest::prelude::*;

type Answer = Result<Vec<u8>, HexError>;

fn decode(engine: HexEngine, digits: &[u8]) -> Answer {
    let mut out = b"before".to_vec();
    let result = with_hex!(engine, |hex| hex.decode(digits, &mut out));
    let rest = out.strip_prefix(b"before").expect("what stood there stays");
    if result.is_err() {
        assert!(
            rest.is_empty(),
            "{}: a fault leaves nothing behind",
            engine.id()
        );
    }
    result.map(|()| rest.to_vec())
}

/// The plainest way: character by character.
fn reference(digits: &[u8]) -> Answer {
    let fault = |at, kind| HexError { at, kind };
    let mut values = Vec::new();
    for (at, &byte) in digits.iter().enumerate() {
        match char::from(byte).to_digit(16) {
            Some(value) => values.push(value as u8),
            None => return Err(fault(at, HexErrorKind::NotADigit)),
        }
    }
    if !values.len().is_multiple_of(2) {
        return Err(fault(values.len(), HexErrorKind::OddLength));
    }
    Ok(values
        .chunks(2)
        .map(|pair| pair[0] * 16 + pair[1])
        .collect())
}

fn every_engine(digits: &[u8]) -> Answer {
    let expected = reference(digits);
    for engine in HexEngine::ALL {
        assert_eq!(
            decode(engine, digits),
            expected,
            "{} on “{}”",
            engine.id(),
            digits.escape_ascii()
        );
    }
    expected
}

/// `length` digits, of every value and case.
fn digits(length: usize) -> Vec<u8> {
    b"0123456789abcdefABCDEF"
        .iter()
        .copied()
        .cycle()
        .take(length)
        .collect()
}

#[test]
fn words_of_either_case() {
    let cases: [(&str, Answer); 8] = [
        ("", Ok(vec![])),
        ("00", Ok(vec![0])),
        ("fFAb09", Ok(vec![0xff, 0xab, 0x09])),
        ("8286", Ok(vec![0x82, 0x86])),
        (
            "828",
            Err(HexError {
                at: 3,
                kind: HexErrorKind::OddLength,
            }),
        ),
        (
            "8g",
            Err(HexError {
                at: 1,
                kind: HexErrorKind::NotADigit,
            }),
        ),
        (
            "82 86",
            Err(HexError {
                at: 2,
                kind: HexErrorKind::NotADigit,
            }),
        ),
        (
            "8é",
            Err(HexError {
                at: 1,
                kind: HexErrorKind::NotADigit,
            }),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(every_engine(text.as_bytes()), expected, "{text}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn every_pair_of_bytes() {
    // By itself, and at both ends of a text that is long enough for vectors.
    for first in 0..=255 {
        for second in 0..=255 {
            let pair = [first, second];
            let alone = every_engine(&pair);
            let mut text = digits(48);
            text[..2].copy_from_slice(&pair);
            assert_eq!(every_engine(&text).is_ok(), alone.is_ok());
            text[46..].copy_from_slice(&pair);
            assert_eq!(every_engine(&text).is_ok(), alone.is_ok());
        }
    }
}

#[test]
fn every_length_with_a_bad_character_at_every_place() {
    // About the sixteen digits of a vector, where that is all there is time for.
    let lengths = if cfg!(miri) { 14..=34 } else { 0..=200 };
    let step = if cfg!(miri) { 9 } else { 1 };
    let bads = [b'g', 0xff, b'/', b':', b'@', b'G', b'`', b' ', 0, 0x80];
    let bads = if cfg!(miri) { &bads[..2] } else { &bads };
    for length in lengths {
        let good = digits(length);
        assert_eq!(every_engine(&good).is_ok(), length % 2 == 0);
        for at in (0..length).step_by(step) {
            for &bad in bads {
                let mut text = good.clone();
                text[at] = bad;
                let kind = HexErrorKind::NotADigit;
                assert_eq!(every_engine(&text), Err(HexError { at, kind }));
            }
        }
    }
}

proptest! {
    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn what_is_written_is_read(octets: Vec<u8>, capitals: bool) {
        let text: String = octets
            .iter()
            .map(|octet| if capitals { format!("{octet:02X}") } else { format!("{octet:02x}") })
            .collect();
        prop_assert_eq!(every_engine(text.as_bytes()).unwrap(), octets);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn mutated_digits(
        text in "[0-9a-fA-F]{0,300}",
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
    ) {
        let mut text = text.into_bytes();
        for (at, byte) in changes {
            if !text.is_empty() {
                let at = at.index(text.len());
                text[at] = byte;
            }
        }
        let _ = every_engine(&text);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn random_bytes(text: Vec<u8>) {
        let _ = every_engine(&text);
    }
}
