//! Compares hex decoding with a plain reference implementation.

use proptest::prelude::*;

/// Decodes `digits` and checks the result against [`reference`].
fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let mut out = b"before".to_vec();
    let answer = super::decode(digits, &mut out);
    let rest = out
        .strip_prefix(b"before")
        .expect("earlier bytes are intact");
    assert!(answer.is_some() || rest.is_empty());
    let found = answer.map(|()| rest.to_vec());
    assert_eq!(found, reference(digits), "“{}”", digits.escape_ascii());
    found
}

fn reference(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |&byte: &u8| char::from(byte).to_digit(16);
    let values: Vec<u32> = digits.iter().map(value).collect::<Option<_>>()?;
    let pairs = values.chunks_exact(2);
    let whole = pairs.remainder().is_empty();
    whole.then(|| pairs.map(|pair| (pair[0] * 16 + pair[1]) as u8).collect())
}

fn digits(length: usize) -> Vec<u8> {
    b"0123456789abcdefABCDEF"
        .iter()
        .copied()
        .cycle()
        .take(length)
        .collect()
}

#[test]
fn decodes_either_case() {
    let cases: [(&str, Option<&[u8]>); 8] = [
        ("", Some(&[])),
        ("00", Some(&[0])),
        ("fFAb09", Some(&[0xff, 0xab, 0x09])),
        ("8286", Some(&[0x82, 0x86])),
        ("828", None),
        ("8g", None),
        ("82 86", None),
        ("8é", None),
    ];
    for (text, expected) in cases {
        assert_eq!(decode(text.as_bytes()).as_deref(), expected, "{text}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn decodes_every_pair_of_bytes() {
    // Alone, and at both ends of a text long enough for vectors.
    for first in 0..=255 {
        for second in 0..=255 {
            let pair = [first, second];
            let alone = decode(&pair);
            let mut text = digits(48);
            text[..2].copy_from_slice(&pair);
            assert_eq!(decode(&text).is_some(), alone.is_some());
            text[46..].copy_from_slice(&pair);
            assert_eq!(decode(&text).is_some(), alone.is_some());
        }
    }
}

#[test]
fn rejects_bad_characters_at_every_position() {
    // Miri is slow: only lengths around one vector.
    let lengths = if cfg!(miri) { 14..=34 } else { 0..=200 };
    let step = if cfg!(miri) { 9 } else { 1 };
    let bads = [b'g', 0xff, b'/', b':', b'@', b'G', b'`', b' ', 0, 0x80];
    let bads = if cfg!(miri) { &bads[..2] } else { &bads };
    for length in lengths {
        let good = digits(length);
        assert_eq!(decode(&good).is_some(), length % 2 == 0);
        for at in (0..length).step_by(step) {
            for &bad in bads {
                let mut text = good.clone();
                text[at] = bad;
                assert_eq!(decode(&text), None);
            }
        }
    }
}

proptest! {
    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn decodes_formatted_bytes(bytes: Vec<u8>, capitals: bool) {
        let text: String = bytes
            .iter()
            .map(|byte| if capitals { format!("{byte:02X}") } else { format!("{byte:02x}") })
            .collect();
        prop_assert_eq!(decode(text.as_bytes()).unwrap(), bytes);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn decodes_mutated_digits_like_the_reference(
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
        let _ = decode(&text);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too much for Miri")]
    fn decodes_random_bytes_like_the_reference(text: Vec<u8>) {
        let _ = decode(&text);
    }
}
