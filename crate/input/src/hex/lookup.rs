//! A look-up for each digit in one table of 256 rows, as Netty does it now.

use super::{HexDecoder, HexError, append};

/// Looks each digit up. Its table, 256 octets, is part of the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lookup;

/// In the table: no digit. It shares no bit with 0 to 15 but the low four.
const NONE: u8 = 0xff;

const VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
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
    fn decode(&self, digits: &[u8], out: &mut Vec<u8>) -> Result<(), HexError> {
        append(digits, out, write)
    }
}

/// Writes the octets of an even number of digits; whether all were digits.
#[inline(always)]
pub(super) fn write(digits: &[u8], room: &mut [u8]) -> bool {
    let mut seen = 0;
    for (pair, octet) in digits.chunks_exact(2).zip(room) {
        let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
        seen |= high | low;
        *octet = high << 4 | low;
    }
    seen < 16
}
