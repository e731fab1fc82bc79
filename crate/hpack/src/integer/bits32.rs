//! All arithmetic in 32 bits: only the fifth byte after the prefix can
//! carry the value past 2^32 − 1, so only there is it checked, as
//! Netty once did.

use super::{IntegerDecoder, IntegerError};

/// Decodes in 32 bits; the overflow is found at the one shift that can cause it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bits32;

impl IntegerDecoder for Bits32 {
    #[inline]
    fn decode(
        &self,
        bytes: &[u8],
        at: usize,
        prefix_bits: u8,
    ) -> Result<(u32, usize), IntegerError> {
        let full = (1_u32 << prefix_bits) - 1;
        let Some(&first) = bytes.get(at) else {
            return Err(IntegerError::Truncated);
        };
        let value = u32::from(first) & full;
        if value < full {
            return Ok((value, at + 1));
        }
        continued(bytes, at + 1, full)
    }
}

#[inline]
fn continued(bytes: &[u8], from: usize, full: u32) -> Result<(u32, usize), IntegerError> {
    // Four bytes add at most 2^28 − 1 to a prefix of at most 255.
    let mut value = full;
    for (i, shift) in [0, 7, 14, 21].into_iter().enumerate() {
        let &byte = bytes.get(from + i).ok_or(IntegerError::Truncated)?;
        value += u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok((value, from + i + 1));
        }
    }
    let &fifth = bytes.get(from + 4).ok_or(IntegerError::Truncated)?;
    // Four bits of the fifth byte still fit; a set bit above them, the
    // continuation bit included, is too much.
    if fifth > 0x0f {
        return Err(IntegerError::Overflow);
    }
    value
        .checked_add(u32::from(fifth) << 28)
        .map(|value| (value, from + 5))
        .ok_or(IntegerError::Overflow)
}
