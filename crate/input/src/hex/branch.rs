//! A branch for each kind of digit, as Netty did it first.

use super::{HexDecoder, HexError, append};

/// Decides digit by digit which kind it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Branch;

impl HexDecoder for Branch {
    fn decode(&self, digits: &[u8], out: &mut Vec<u8>) -> Result<(), HexError> {
        append(digits, out, |digits, room| {
            for (pair, octet) in digits.chunks_exact(2).zip(room) {
                let (Some(high), Some(low)) = (value(pair[0]), value(pair[1])) else {
                    return false;
                };
                *octet = high << 4 | low;
            }
            true
        })
    }
}

#[inline(always)]
fn value(digit: u8) -> Option<u8> {
    if digit.is_ascii_digit() {
        return Some(digit - b'0');
    }
    if (b'A'..=b'F').contains(&digit) {
        return Some(digit - b'A' + 10);
    }
    if (b'a'..=b'f').contains(&digit) {
        return Some(digit - b'a' + 10);
    }
    None
}
