//! §5.1: integers with a prefix of 1 to 8 bits, up to 2^32 − 1.
//!
//! Decoded by an [`IntegerDecoder`]: [`Bits32`] is the fastest, the crate
//! `hpack-engines` has another.

mod bits32;
mod encode;

pub use bits32::Bits32;
pub use encode::{encode, encoded_len};

use core::fmt;

/// Most bytes that can follow the prefix: five hold 35 bits, enough for 2^32 − 1.
pub const MAX_CONTINUATION: usize = 5;

/// Why an integer could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntegerError {
    /// The bytes end inside the integer.
    Truncated,
    /// The integer is above 2^32 − 1, or the fifth byte after the prefix has the
    /// continuation bit set.
    Overflow,
}

impl fmt::Display for IntegerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truncated => "the bytes end inside the integer",
            Self::Overflow => {
                "the integer is above 2^32 − 1 or has more than five bytes after its prefix"
            }
        })
    }
}

impl core::error::Error for IntegerError {}

/// Decodes one integer.
///
/// ```
/// use hpack_core::integer::{Bits32, IntegerDecoder};
///
/// // RFC 7541 C.1.2: 1337 with a prefix of five bits.
/// assert_eq!(Bits32.decode(&[0x1f, 0x9a, 0x0a], 0, 5), Ok((1337, 3)));
/// ```
pub trait IntegerDecoder {
    /// Decodes the integer whose prefix is the low `prefix_bits` (1 to 8) bits
    /// of `bytes[at]`. Returns it with the offset after it.
    ///
    /// # Errors
    /// [`IntegerError`]; an `at` beyond the bytes counts as truncated.
    fn decode(
        &self,
        bytes: &[u8],
        at: usize,
        prefix_bits: u8,
    ) -> Result<(u32, usize), IntegerError>;
}
