//! §5.2 and Appendix B: Huffman-coded strings.
//!
//! Decoded by a [`HuffmanDecoder`]: [`Window14`] is the fastest, the crate
//! `hpack-engines` has others, made of the same parts.

pub mod code;
#[expect(
    unsafe_code,
    reason = "stores without checks of the length: a fifth of the instructions of a string"
)]
mod encode;
#[expect(
    unsafe_code,
    reason = "stores without bounds checks: 8 to 15% on header strings, a quarter on the shortest"
)]
#[doc(hidden)]
pub mod spare_capacity;
#[doc(hidden)]
pub mod tail;
#[expect(
    unsafe_code,
    reason = "texts are borrowed while others are written: 15% of decoding a block"
)]
mod texts;
mod trace;
#[expect(
    unsafe_code,
    reason = "stores without bounds checks: 8 to 20% on header strings"
)]
mod window14;

use alloc::vec::Vec;
use core::{fmt, ops::Range};

pub use encode::{encode, encoded_len};
pub(crate) use tail::{least_len, skip_codes};
pub(crate) use texts::StringArena;
use trace::LookUpLog;
pub use trace::{LookUp, LookUpKind, Trace};
pub use window14::{Portable, Window14};

/// Why and where a string could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuffmanError {
    /// Kind of the error.
    pub kind: HuffmanErrorKind,
    /// Bit of the string, from 0. EOS: its thirtieth bit. Padding too long: the
    /// last bit of the string. Padding not ones: its first zero.
    pub bit: usize,
}

/// Errors of Huffman-coded strings (§5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HuffmanErrorKind {
    /// The EOS code inside the string.
    Eos,
    /// 8 or more bits after the last whole code.
    PaddingTooLong {
        /// Bits after the last whole code.
        bits: usize,
    },
    /// Fewer than 8 bits after the last whole code, not all ones.
    PaddingNotOnes,
}

impl fmt::Display for HuffmanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bit = self.bit;
        match self.kind {
            HuffmanErrorKind::Eos => {
                write!(
                    f,
                    "the EOS code, which a string must not contain, ends at bit {bit}"
                )
            }
            HuffmanErrorKind::PaddingTooLong { bits } => {
                write!(
                    f,
                    "{bits} bits of padding at bit {bit}; at most 7 are allowed"
                )
            }
            HuffmanErrorKind::PaddingNotOnes => {
                write!(
                    f,
                    "bit {bit}, part of the padding, is 0; all its bits must be 1"
                )
            }
        }
    }
}

impl core::error::Error for HuffmanError {}

/// Decodes one string.
///
/// ```
/// use hpack_core::huffman::{HuffmanDecoder, Window14};
///
/// let mut text = Vec::new();
/// Window14::new().decode(&[0x64, 0x02], &mut text)?;
/// assert_eq!(text, b"302");
/// # Ok::<(), hpack_core::huffman::HuffmanError>(())
/// ```
pub trait HuffmanDecoder {
    /// Size of its tables, bytes; 0 without tables.
    const TABLE_BYTES: usize = 0;

    /// Appends the decoded bytes of `coded` to `out`, at most 8/5 of its length,
    /// and reports each look-up to `trace`.
    ///
    /// # Errors
    /// [`HuffmanError`]; `out` is then unchanged.
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError>;

    /// Decodes without a trace.
    ///
    /// # Errors
    /// [`HuffmanError`]; `out` is then unchanged.
    #[inline]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        self.decode_traced(coded, out, &mut ())
    }

    /// Decodes the string at `data` of `block`. An engine may load bytes around
    /// it, which do not affect the result.
    ///
    /// # Errors
    /// [`HuffmanError`], its bit counted from the start of the string; `out` is
    /// then unchanged.
    ///
    /// # Panics
    /// If `data` is not within `block`.
    #[inline]
    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        self.decode(&block[data], out)
    }

    /// Passes each [`LookUp`] of the engine for `coded` to `each`.
    fn trace(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut log = LookUpLog::new(coded.len() * 8, each);
        // The look-ups of an invalid string end at the error.
        let _ = self.decode_traced(coded, &mut Vec::new(), &mut log);
        log.finish();
    }
}
