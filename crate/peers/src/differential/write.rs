//! Parts of blocks, valid and invalid.

use fastrand::Rng;
use hpack::{huffman, integer};

const NAMES: [&[u8]; 16] = [
    b"",
    b":authority",
    b":method",
    b":path",
    b":status",
    b"accept-encoding",
    b"cookie",
    b"set-cookie",
    b"x-trace",
    b"content-length",
    b"authorization",
    b"www-authenticate",
    b"a",
    b"X-Upper",
    b"\xff\x00",
    b"sec-ch-ua-platform",
];

const VALUES: [&[u8]; 12] = [
    b"",
    b"GET",
    b"POST",
    b"/",
    b"/index.html",
    b"200",
    b"gzip, deflate",
    b"0",
    b"no-cache, no-store; max-age=0",
    b"302",
    b"\x00\x01\x7f\x80\xff",
    b"a=1; b=2; session=9f86d081884c7d659a2feaa0c55ad015",
];

/// Lengths around the limits of a 7-bit prefix and of two and three further
/// bytes.
const LENGTHS: [usize; 12] = [1, 30, 31, 32, 126, 127, 128, 129, 254, 255, 256, 300];
const RARE_LENGTHS: [usize; 6] = [16_510, 16_511, 16_512, 65_535, 65_536, 65_537];

/// Picks one of `all`.
pub(super) fn pick<T: Copy>(rng: &mut Rng, all: &[T]) -> T {
    all[rng.usize(..all.len())]
}

pub(super) fn name(rng: &mut Rng) -> Vec<u8> {
    match rng.u8(..8) {
        0 => bytes(rng),
        _ => pick(rng, &NAMES).to_vec(),
    }
}

pub(super) fn value(rng: &mut Rng) -> Vec<u8> {
    match rng.u8(..4) {
        0 => bytes(rng),
        _ => pick(rng, &VALUES).to_vec(),
    }
}

/// Bytes of one alphabet: 5-bit codes, printable characters, or any.
fn bytes(rng: &mut Rng) -> Vec<u8> {
    let length = match rng.u32(..2_000) {
        0 => pick(rng, &RARE_LENGTHS),
        1..200 => pick(rng, &LENGTHS),
        _ => rng.usize(..12),
    };
    let alphabet = rng.u8(..3);
    (0..length)
        .map(|_| match alphabet {
            0 => pick(rng, b"012aceiost"),
            1 => rng.u8(0x20..0x7f),
            _ => rng.u8(..),
        })
        .collect()
}

/// An integer around a boundary: of a prefix, of a further byte, of 32 bits.
pub(super) fn boundary(rng: &mut Rng) -> u64 {
    let bits = rng.u32(1..=33);
    let edge = match rng.u8(..3) {
        0 => 1u64 << bits.min(32),
        1 => (1u64 << bits.min(32)) - 1,
        // The smallest values that need another byte.
        _ => (1u64 << rng.u32(4..=7)) - 1 + (1u64 << (7 * rng.u32(..5))),
    };
    (edge + rng.u64(..=2)).saturating_sub(1)
}

/// Writes `value` after a prefix, sometimes in more bytes than it needs.
pub(super) fn padded(rng: &mut Rng, first: u8, prefix_bits: u8, value: u64, out: &mut Vec<u8>) {
    let most = (1u64 << prefix_bits) - 1;
    integer::encode(first, prefix_bits, value, out);
    if value >= most && rng.u8(..3) == 0 {
        for _ in 0..rng.u8(1..=5) {
            if let Some(last) = out.last_mut() {
                *last |= 0x80;
            }
            out.push(0);
        }
    }
}

pub(super) fn string(rng: &mut Rng, text: &[u8], out: &mut Vec<u8>) {
    if rng.bool() {
        integer::encode(0x80, 7, huffman::encoded_len(text) as u64, out);
        huffman::encode(text, out);
    } else {
        integer::encode(0, 7, text.len() as u64, out);
        out.extend_from_slice(text);
    }
}

/// Writes a literal of one of the three kinds with this index.
pub(super) fn literal(rng: &mut Rng, first: u8, index: u64, out: &mut Vec<u8>) {
    let prefix_bits = if first == 0x40 { 6 } else { 4 };
    integer::encode(first, prefix_bits, index, out);
    if index == 0 {
        let name = name(rng);
        string(rng, &name, out);
    }
    let value = value(rng);
    string(rng, &value, out);
}

/// Literals with incremental indexing, without indexing, never indexed.
pub(super) const LITERALS: [u8; 3] = [0x40, 0x00, 0x10];

/// Writes any representation but a size update, with an index from `indices`.
pub(super) fn representation(
    rng: &mut Rng,
    mut index: impl FnMut(&mut Rng) -> u64,
    out: &mut Vec<u8>,
) {
    if rng.bool() {
        integer::encode(0x80, 7, index(rng), out);
    } else {
        let first = pick(rng, &LITERALS);
        let named = if rng.bool() { index(rng) } else { 0 };
        literal(rng, first, named, out);
    }
}

/// Writes a Huffman-coded string with a random last byte.
pub(super) fn huffman_tail(rng: &mut Rng, out: &mut Vec<u8>) {
    let symbols: Vec<u16> = (0..rng.usize(..9))
        .map(|_| match rng.u8(..24) {
            0 => 256,
            1..8 => u16::from(rng.u8(..)),
            _ => u16::from(pick(
                rng,
                b"012aceiost %-./3456789=A_bdfghlmnpru:BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz&*,;XZ",
            )),
        })
        .collect();
    let mut bits: Vec<bool> = Vec::new();
    for symbol in symbols {
        let symbol = usize::from(symbol);
        let (code, length) = (huffman::code::CODES[symbol], huffman::code::LENGTHS[symbol]);
        bits.extend((0..length).rev().map(|bit| code >> bit & 1 == 1));
    }
    let fill = rng.u8(..8);
    let more = if rng.bool() {
        (8 - bits.len() % 8) % 8
    } else {
        (8 - bits.len() % 8) % 8 + 8 * rng.usize(..4)
    };
    for _ in 0..more {
        bits.push(match fill {
            0 => false,
            1 | 2 => rng.bool(),
            _ => true,
        });
    }
    let bytes = bits.chunks(8).map(|chunk| {
        let byte = chunk.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        byte << (8 - chunk.len())
    });
    integer::encode(0x80, 7, bytes.len() as u64, out);
    out.extend(bytes);
}
