//! Strings long enough for lanes: codes that never synchronise, long codes, errors
//! anywhere.

use super::{LENGTHS, Trial, encode, is_small, reference};

/// Coded lengths in bytes: around the thresholds of engines, and far beyond.
const LENGTHS_CODED: [usize; 8] = [150, 301, 511, 512, 513, 568, 640, 1500];

/// Encodes `symbols` repeated to about `bytes` coded bytes.
fn repeated(symbols: &[u8], bytes: usize) -> Vec<u8> {
    let bits: usize = symbols
        .iter()
        .map(|&symbol| usize::from(LENGTHS[usize::from(symbol)]))
        .sum();
    let text = symbols.repeat(bytes * 8 / bits + 1);
    encode(&text)
}

fn agree(trial: &mut Trial, coded: &[u8]) {
    let expected = reference(coded);
    trial.agree(coded, &expected, 0xff);
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn agree_on_codes_that_never_synchronise() {
    let mut trial = Trial::default();
    let all: Vec<u8> = (0..=255).collect();
    let ones: Vec<&[u8]> = all.chunks(1).collect();
    let mixtures: [&[u8]; 8] = [
        b"the gentleman who, when I was young, ",
        b"0a",
        b"&*",
        b"a&",
        b"\\aeiou",
        b"e\n",
        b"\x01\x02eee",
        &all,
    ];
    for symbols in ones.into_iter().chain(mixtures) {
        for bytes in LENGTHS_CODED {
            agree(&mut trial, &repeated(symbols, bytes));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too much for Miri")]
fn agree_on_an_error_at_every_byte() {
    let mut trial = Trial::default();
    for symbols in [&b"On being idle. "[..], b"\\e", b"&"] {
        for bytes in [512, 555] {
            let valid = repeated(symbols, bytes);
            for at in 0..valid.len() {
                for damage in [0x00, 0x01, 0x80, 0xff] {
                    let mut damaged = valid.clone();
                    damaged[at] ^= damage;
                    agree(&mut trial, &damaged);
                }
                let mut eos = valid.clone();
                eos[at..(at + 5).min(valid.len())].fill(0xff);
                agree(&mut trial, &eos);
                agree(&mut trial, &valid[..at]);
            }
        }
    }
}

/// A small selection that covers every path, also for Miri.
#[test]
fn agree_on_a_selection() {
    let mut trial = Trial::default();
    let lengths: &[usize] = if is_small() { &[512] } else { &[512, 513, 568] };
    for &bytes in lengths {
        for symbols in [&b"On being idle. "[..], b"%", b"\\aeiou"] {
            let mut coded = repeated(symbols, bytes);
            agree(&mut trial, &coded);
            coded[bytes - 30] ^= 0xff;
            agree(&mut trial, &coded);
        }
    }
}
