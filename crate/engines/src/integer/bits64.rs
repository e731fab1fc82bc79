//! Decoding in 64-bit arithmetic.

use hpack_core::integer::{IntegerDecoder, IntegerError, MAX_CONTINUATION};

/// Decodes in 64-bit arithmetic, which five bytes after the prefix cannot
/// overflow, and checks the result, as Netty does now.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bits64;

impl IntegerDecoder for Bits64 {
    #[inline]
    fn decode(
        &self,
        bytes: &[u8],
        at: usize,
        prefix_bits: u8,
    ) -> Result<(u32, usize), IntegerError> {
        let full = (1_u64 << prefix_bits) - 1;
        let Some(&first) = bytes.get(at) else {
            return Err(IntegerError::Truncated);
        };
        let mut value = u64::from(first) & full;
        let mut end = at + 1;
        if value == full {
            let mut shift = 0;
            loop {
                let &byte = bytes.get(end).ok_or(IntegerError::Truncated)?;
                end += 1;
                value += u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
                if shift == 7 * MAX_CONTINUATION as u32 {
                    return Err(IntegerError::Overflow);
                }
            }
        }
        let value = u32::try_from(value).map_err(|_| IntegerError::Overflow)?;
        Ok((value, end))
    }
}
