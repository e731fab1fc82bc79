//! Branches.

use super::{HexDecoder, append};

/// Compares each digit with the three ranges of digits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Branch;

impl HexDecoder for Branch {
    fn decode(&self, digits: &[u8], out: &mut Vec<u8>) -> bool {
        append(digits, out, |digits, room| {
            for (pair, byte) in digits.chunks_exact(2).zip(room) {
                let (Some(high), Some(low)) = (value(pair[0]), value(pair[1])) else {
                    return false;
                };
                *byte = high << 4 | low;
            }
            true
        })
    }
}

#[inline(always)]
fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
