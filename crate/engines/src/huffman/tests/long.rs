//! Strings long enough for an engine to cut them, and what makes that hard:
//! codes that never come into step, long codes everywhere, faults anywhere.

use super::{LENGTHS, Trial, encode, is_small, reference};

/// Bytes, as coded: about where engines change their ways, and far beyond.
const LENGTHS_CODED: [usize; 9] = [150, 159, 160, 161, 170, 216, 301, 640, 1500];

/// A string of `symbols`, again and again, of about `bytes` bytes as coded.
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
fn codes_that_come_into_step_and_codes_that_never_do() {
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
fn a_fault_at_every_byte() {
    let mut trial = Trial::default();
    for symbols in [&b"On being idle. "[..], b"\\e", b"&"] {
        for bytes in [160, 203] {
            let right = repeated(symbols, bytes);
            for at in 0..right.len() {
                for damage in [0x00, 0x01, 0x80, 0xff] {
                    let mut wrong = right.clone();
                    wrong[at] ^= damage;
                    agree(&mut trial, &wrong);
                }
                let mut eos = right.clone();
                eos[at..(at + 5).min(right.len())].fill(0xff);
                agree(&mut trial, &eos);
                agree(&mut trial, &right[..at]);
            }
        }
    }
}

/// A few that go every way there is; more of each are tried above.
#[test]
fn in_step_and_out_of_step_right_and_wrong() {
    let mut trial = Trial::default();
    let lengths: &[usize] = if is_small() { &[160] } else { &[160, 161, 216] };
    for &bytes in lengths {
        for symbols in [&b"On being idle. "[..], b"%", b"\\aeiou"] {
            let mut coded = repeated(symbols, bytes);
            agree(&mut trial, &coded);
            coded[bytes - 30] ^= 0xff;
            agree(&mut trial, &coded);
        }
    }
}
