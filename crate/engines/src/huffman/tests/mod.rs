//! One suite over every engine: results and errors are compared with the
//! bit-by-bit reference.

mod codes;
mod endings;
mod long;
mod random;
mod trace;

use std::{env, ops::Range};

use hpack_core::huffman::{
    HuffmanDecoder, HuffmanError, Portable,
    code::{CODES, LENGTHS},
};

use super::{BitByBit, HuffmanEngine};

/// Whether to run only a small selection in Miri, which is thousands of times
/// slower. `HPACK_MIRI=all` adds more strings and the engine with the largest
/// table.
fn is_small() -> bool {
    cfg!(miri) && !env::var("HPACK_MIRI").is_ok_and(|wanted| wanted == "all")
}

/// Of cases that differ little, ordinary runs try one in so many, and another one
/// at each place; `HPACK_LONG`, which `npm run test:long` sets, tries all.
fn one_in(many: usize) -> usize {
    if env::var_os("HPACK_LONG").is_some() {
        1
    } else {
        many
    }
}

fn engines() -> impl Iterator<Item = HuffmanEngine> {
    HuffmanEngine::ALL
        .into_iter()
        .filter(|engine| !is_small() || engine.id() != "window16")
}

type Answer = Result<Vec<u8>, HuffmanError>;

/// Numbers of leading zeros, of five bits each: they cover every bit of a byte,
/// every boundary of a 64-bit buffer, and both sides of the engines' thresholds.
const FRONTS: [Range<usize>; 3] = [0..70, 250..262, 330..338];

fn reference(coded: &[u8]) -> Answer {
    let mut out = Vec::new();
    BitByBit.decode(coded, &mut out).map(|()| out)
}

/// Checks results and look-ups of every engine against the reference.
fn every_engine(coded: &[u8]) -> Answer {
    let expected = reference(coded);
    let mut trial = Trial::default();
    for around in [0x00, 0xff] {
        trial.agree(coded, &expected, around);
    }
    trace::agree(coded, &expected);
    expected
}

/// Reused buffers.
#[derive(Default)]
struct Trial {
    block: Vec<u8>,
    out: Vec<u8>,
}

impl Trial {
    /// Checks every engine on the string alone, with a buffer without spare
    /// capacity, and on the string within a block of bytes `around`.
    fn agree(&mut self, coded: &[u8], expected: &Answer, around: u8) {
        self.block.clear();
        self.block.resize(9, around);
        self.block.extend_from_slice(coded);
        self.block.resize(coded.len() + 18, around);
        for engine in engines() {
            self.check(engine.id(), &engine, coded, expected);
        }
        // The fewest lanes and the most.
        self.check("1 lanes", &Portable::<1>::new(), coded, expected);
        self.check("10 lanes", &Portable::<10>::new(), coded, expected);
        // In WebAssembly, and on CPUs without BMI2.
        self.check("2 lanes", &Portable::<2>::new(), coded, expected);
        self.check("3 lanes", &Portable::<3>::new(), coded, expected);
    }

    fn check(&mut self, id: &str, huffman: &impl HuffmanDecoder, coded: &[u8], expected: &Answer) {
        let mut tight = Vec::from(*b"before");
        let result = huffman.decode(coded, &mut tight);
        assert_same(id, coded, expected, result, &tight);
        self.out.clear();
        self.out.extend_from_slice(b"before");
        let data = 9..9 + coded.len();
        let result = huffman.decode_within(&self.block, data, &mut self.out);
        assert_same(id, coded, expected, result, &self.out);
    }
}

fn assert_same(
    id: &str,
    coded: &[u8],
    expected: &Answer,
    result: Result<(), HuffmanError>,
    out: &[u8],
) {
    let text = out.strip_prefix(b"before");
    let agrees = match (expected, &result) {
        (Ok(expected), Ok(())) => text == Some(expected),
        (Err(expected), Err(error)) => expected == error && text == Some(&[]),
        _ => false,
    };
    assert!(
        agrees,
        "{id} on {coded:02x?}: {result:?} and {out:02x?}, not {expected:02x?}"
    );
}

/// Writes codes and stray bits, padded with `pad`.
struct Bits {
    bytes: Vec<u8>,
    bits: usize,
}

impl Bits {
    fn new() -> Self {
        Self {
            bytes: Vec::new(),
            bits: 0,
        }
    }
    fn bit(&mut self, bit: bool) {
        if self.bits.is_multiple_of(8) {
            self.bytes.push(0);
        }
        *self.bytes.last_mut().unwrap() |= u8::from(bit) << (7 - self.bits % 8);
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
        self.bytes
    }
}

fn encode(text: &[u8]) -> Vec<u8> {
    let mut bits = Bits::new();
    for &byte in text {
        bits.code(usize::from(byte));
    }
    bits.padded(true)
}

/// Encodes `count` times “0”, whose code has five bits.
fn zeros(count: usize) -> Bits {
    let mut bits = Bits::new();
    for _ in 0..count {
        bits.code(usize::from(b'0'));
    }
    bits
}
