//! Decoding in 32-bit arithmetic.

use super::{IntegerDecoder, IntegerError};

/// Decodes in 32-bit arithmetic. Only the fifth byte after the prefix can
/// overflow, so only that is checked.
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
        decode_continuation(bytes, at + 1, full)
    }
}

#[inline]
fn decode_continuation(bytes: &[u8], from: usize, full: u32) -> Result<(u32, usize), IntegerError> {
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
    // Only four bits of the fifth byte fit; the continuation bit is not among
    // them.
    if fifth > 0x0f {
        return Err(IntegerError::Overflow);
    }
    value
        .checked_add(u32::from(fifth) << 28)
        .map(|value| (value, from + 5))
        .ok_or(IntegerError::Overflow)
}
