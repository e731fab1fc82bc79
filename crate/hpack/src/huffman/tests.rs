//! One suite over every engine; each answer is held against the reference.

use super::{
    Engine, How, HuffmanDecoder, HuffmanFault, HuffmanFaultKind, LookUp, Walk,
    code::{CODES, LENGTHS, SYMBOLS},
};
use crate::with_huffman;
use proptest::prelude::*;

type Answer = Result<Vec<u8>, HuffmanFault>;

fn decode(engine: Engine, coded: &[u8]) -> Answer {
    with_huffman!(engine, |huffman| {
        let mut out = b"before".to_vec();
        let result = huffman.decode(coded, &mut out);
        assert!(out.starts_with(b"before"));
        if result.is_err() {
            assert_eq!(
                out,
                b"before",
                "{}: a fault leaves nothing behind",
                engine.id()
            );
        }
        result.map(|()| out[6..].to_vec())
    })
}

fn every_engine(coded: &[u8]) -> Answer {
    let expected = {
        let mut out = Vec::new();
        Walk.decode(coded, &mut out).map(|()| out)
    };
    for engine in Engine::ALL {
        assert_eq!(
            decode(engine, coded),
            expected,
            "{} on {coded:02x?}",
            engine.id()
        );
    }
    watched(coded, &expected);
    expected
}

/// Holds every engine's look-ups to what [`super::watch`] promises.
fn watched(coded: &[u8], expected: &Answer) {
    let total = coded.len() * 8;
    let (mut symbols, mut codes_end) = (0, 0);
    Walk.watch(coded, &mut |look_up| {
        if look_up.symbols > 0 {
            symbols += 1;
            codes_end = look_up.end();
        }
    });
    if let Ok(text) = expected {
        assert_eq!(text.len(), symbols);
    }
    // Where the last look-up ends at least: EOS is one, padding none.
    let least = match expected {
        Err(HuffmanFault {
            kind: HuffmanFaultKind::Eos,
            bit,
        }) => bit + 1,
        _ => codes_end,
    };
    for engine in Engine::ALL {
        let (mut bit, mut found) = (0, 0);
        let mut check = |look_up: LookUp| {
            assert!(
                look_up.bit == bit && (1..=30).contains(&look_up.bits),
                "{} on {coded:02x?} at bit {bit}: {look_up:?}",
                engine.id()
            );
            bit = look_up.end();
            found += usize::from(look_up.symbols);
        };
        with_huffman!(engine, |huffman| huffman.watch(coded, &mut check));
        assert!(
            (least..=total).contains(&bit),
            "{} on {coded:02x?}",
            engine.id()
        );
        assert_eq!(found, symbols, "{} on {coded:02x?}", engine.id());
    }
}

/// Writes codes and stray bits, padded with `pad`.
struct Bits {
    octets: Vec<u8>,
    bits: usize,
}

impl Bits {
    fn new() -> Self {
        Self {
            octets: Vec::new(),
            bits: 0,
        }
    }
    fn bit(&mut self, bit: bool) {
        if self.bits.is_multiple_of(8) {
            self.octets.push(0);
        }
        *self.octets.last_mut().unwrap() |= u8::from(bit) << (7 - self.bits % 8);
        self.bits += 1;
    }
    fn code(&mut self, symbol: usize) {
        for shift in (0..LENGTHS[symbol]).rev() {
            self.bit(CODES[symbol] >> shift & 1 == 1);
        }
    }
    fn padded(mut self, pad: bool) -> Vec<u8> {
        while !self.bits.is_multiple_of(8) {
            self.bit(pad);
        }
        self.octets
    }
}

fn encode(text: &[u8]) -> Vec<u8> {
    let mut bits = Bits::new();
    for &octet in text {
        bits.code(usize::from(octet));
    }
    bits.padded(true)
}

#[test]
fn appendix_c_strings() {
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
fn every_code_and_every_pair_of_codes() {
    for first in 0..=255 {
        assert_eq!(every_engine(&encode(&[first])).unwrap(), [first]);
        for second in 0..=255 {
            let text = [first, second];
            assert_eq!(every_engine(&encode(&text)).unwrap(), text);
        }
    }
}

#[test]
fn every_code_behind_every_offset() {
    // «0» has five bits: up to seven of them in front put a code at every bit
    // of an octet; some more put it across every edge of a 64-bit buffer.
    for symbol in 0..SYMBOLS {
        for front in 0..26 {
            let mut bits = Bits::new();
            for _ in 0..front {
                bits.code(usize::from(b'0'));
            }
            bits.code(symbol);
            let answer = every_engine(&bits.padded(true));
            if symbol == 256 {
                let bit = front * 5 + 29;
                assert_eq!(
                    answer,
                    Err(HuffmanFault {
                        kind: HuffmanFaultKind::Eos,
                        bit
                    })
                );
            } else {
                let mut text = vec![b'0'; front];
                text.push(symbol as u8);
                assert_eq!(answer.unwrap(), text);
            }
        }
    }
}

#[test]
fn every_ending() {
    // A text, then 0 to 40 bits that are ones but for one zero (or none).
    for front in 0..14 {
        for extra in 0..40 {
            for zero in 0..=extra {
                let mut bits = Bits::new();
                for _ in 0..front {
                    bits.code(usize::from(b'a'));
                }
                for bit in 0..extra {
                    bits.bit(bit != zero);
                }
                if bits.bits.is_multiple_of(8) {
                    let _ = every_engine(&bits.octets);
                }
            }
        }
    }
}

#[test]
fn what_each_engine_looks_up() {
    // As bits, symbols and how: T from the table, F the fallback, E the end.
    let cases: [(&[u8], Engine, &str); 8] = [
        (b"0a", Engine::Nibble, "4.0T 4.1T 4.1T 4.0T"),
        (b"0a", Engine::Window8, "5.1T 5.1T"),
        (b"0a0", Engine::Window12, "10.2T 5.1E"),
        (b"0a0a", Engine::Window14, "10.2T 10.2T"),
        (b"0a0a", Engine::Window16, "15.3T 5.1T"),
        // A backslash has 19 bits.
        (b"000\\0", Engine::Window14, "10.2T 5.1T 19.1F 5.1T"),
        (
            b"0000\\0",
            Engine::Window12,
            "10.2T 10.2T 8.0F 8.0F 3.1F 5.1E",
        ),
        (b"\\", Engine::Window8, "8.0T 8.0T 3.1T"),
    ];
    for (text, engine, expected) in cases {
        let mut steps = Vec::new();
        with_huffman!(engine, |huffman| huffman.watch(
            &encode(text),
            &mut |look_up| {
                let how = match look_up.how {
                    How::Table => 'T',
                    How::Fallback => 'F',
                    How::Tail => 'E',
                };
                steps.push(format!("{}.{}{how}", look_up.bits, look_up.symbols));
            }
        ));
        assert_eq!(steps.join(" "), expected, "{}", engine.id());
    }
}

#[test]
fn padding_rules() {
    use HuffmanFaultKind::{Eos, PaddingNotOnes, PaddingTooLong};
    let cases: [(&[u8], HuffmanFaultKind, usize); 7] = [
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
            Err(HuffmanFault { kind, bit }),
            "{coded:02x?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_octets(coded in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = every_engine(&coded);
    }

    #[test]
    fn mostly_ones(coded in prop::collection::vec(prop_oneof![Just(0xff_u8), Just(0xfe), any::<u8>()], 0..40)) {
        let _ = every_engine(&coded);
    }

    #[test]
    fn what_is_coded_is_decoded(text in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(every_engine(&encode(&text)).unwrap(), text);
    }

    #[test]
    fn mutated_text(text in "[ -~]{1,60}", at: prop::sample::Index, octet: u8) {
        let mut coded = encode(text.as_bytes());
        let at = at.index(coded.len());
        coded[at] = octet;
        let _ = every_engine(&coded);
    }
}
