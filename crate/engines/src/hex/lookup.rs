//! Table look-ups.

use super::{HexDecoder, append};

/// Looks up each digit in a table of 256 rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lookup;

/// Value of other bytes: above that of every digit, also after `|`.
const INVALID: u8 = 0xff;

static VALUES: [u8; 256] = {
    let mut values = [INVALID; 256];
    let mut value = 0;
    while value < 16 {
        let digit = b"0123456789abcdef"[value];
        values[digit as usize] = value as u8;
        values[digit.to_ascii_uppercase() as usize] = value as u8;
        value += 1;
    }
    values
};

impl HexDecoder for Lookup {
    #[inline]
    fn decode(&self, digits: &[u8], out: &mut Vec<u8>) -> bool {
        append(digits, out, |digits, room| {
            let mut seen = 0;
            for (pair, byte) in digits.chunks_exact(2).zip(room) {
                let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
                seen |= high | low;
                *byte = high << 4 | low;
            }
            seen < 16
        })
    }
}
