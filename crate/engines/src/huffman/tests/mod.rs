//! One suite over every engine; each answer, and each fault's place, is held
//! against the reference, which goes bit by bit.

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

/// In Miri, where everything takes thousands of times as long, `HPACK_MIRI=all`
/// asks for all that it can do within minutes: more strings, and the engine
/// whose table alone takes it most of one.
fn is_small() -> bool {
    cfg!(miri) && !env::var("HPACK_MIRI").is_ok_and(|wanted| wanted == "all")
}

fn engines() -> impl Iterator<Item = HuffmanEngine> {
    HuffmanEngine::ALL
        .into_iter()
        .filter(|engine| !is_small() || engine.id() != "window16")
}

type Answer = Result<Vec<u8>, HuffmanError>;

/// How many zeros, of five bits each, stand in front of what is tried: they put
/// it at every bit of a byte, across every edge of a 64-bit buffer, and on
/// both sides of the lengths at which engines change their ways.
const FRONTS: [Range<usize>; 3] = [0..70, 250..262, 330..338];

fn reference(coded: &[u8]) -> Answer {
    let mut out = Vec::new();
    BitByBit.decode(coded, &mut out).map(|()| out)
}

/// Holds every engine against the reference and, look-up by look-up, against
/// what [`super::trace`] promises.
fn every_engine(coded: &[u8]) -> Answer {
    let expected = reference(coded);
    let mut trial = Trial::default();
    for around in [0x00, 0xff] {
        trial.agree(coded, &expected, around);
    }
    trace::agree(coded, &expected);
    expected
}

/// Buffers, used again for string after string.
#[derive(Default)]
struct Trial {
    block: Vec<u8>,
    out: Vec<u8>,
}

impl Trial {
    /// Holds every engine against `expected`, on the string alone, into a
    /// buffer without room, and within a block of bytes `around`.
    fn agree(&mut self, coded: &[u8], expected: &Answer, around: u8) {
        self.block.clear();
        self.block.resize(9, around);
        self.block.extend_from_slice(coded);
        self.block.resize(coded.len() + 18, around);
        for engine in engines() {
            self.one(engine.id(), &engine, coded, expected);
        }
        // The fewest lanes and the most.
        self.one("1 lanes", &Portable::<1>::new(), coded, expected);
        self.one("10 lanes", &Portable::<10>::new(), coded, expected);
        // As in WebAssembly, and natively where the processor lacks BMI2.
        self.one("2 lanes", &Portable::<2>::new(), coded, expected);
        self.one("3 lanes", &Portable::<3>::new(), coded, expected);
    }

    fn one(&mut self, id: &str, huffman: &impl HuffmanDecoder, coded: &[u8], expected: &Answer) {
        let mut tight = Vec::from(*b"before");
        let result = huffman.decode(coded, &mut tight);
        same(id, coded, expected, result, &tight);
        self.out.clear();
        self.out.extend_from_slice(b"before");
        let data = 9..9 + coded.len();
        let result = huffman.decode_within(&self.block, data, &mut self.out);
        same(id, coded, expected, result, &self.out);
    }
}

fn same(id: &str, coded: &[u8], expected: &Answer, result: Result<(), HuffmanError>, out: &[u8]) {
    let text = out.strip_prefix(b"before");
    let agrees = match (expected, &result) {
        (Ok(expected), Ok(())) => text == Some(expected),
        // A fault leaves nothing behind.
        (Err(expected), Err(fault)) => expected == fault && text == Some(&[]),
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

/// `count` zeros: the code of “0” has five bits.
fn zeros(count: usize) -> Bits {
    let mut bits = Bits::new();
    for _ in 0..count {
        bits.code(usize::from(b'0'));
    }
    bits
}
