//! §5.2 and Appendix B: Huffman-coded strings.
//!
//! Decoded by a [`HuffmanDecoder`]: [`Window14`] is the fastest, the crate
//! `hpack-engines` has others, made of the same parts.

pub mod code;
mod encode;
#[expect(
    unsafe_code,
    reason = "stores without a test each: 8 to 15% on header strings, a quarter on the shortest"
)]
#[doc(hidden)]
pub mod spare_capacity;
#[doc(hidden)]
pub mod tail;
#[expect(
    unsafe_code,
    reason = "texts that stay while others are written: 15% of decoding a block"
)]
mod texts;
mod trace;
#[expect(
    unsafe_code,
    reason = "stores without a test each: 8 to 20% on header strings"
)]
mod window14;

use alloc::vec::Vec;
use core::{fmt, ops::Range};

pub use encode::{encode, encoded_len};
pub(crate) use texts::Texts;
use trace::LookUpLog;
pub use trace::{How, LookUp, Trace};
pub use window14::{Portable, Window14};
pub(crate) use window14::{Strings, Work};

/// Why a string could not be decoded, and at which bit of it (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuffmanError {
    /// What is wrong.
    pub kind: HuffmanErrorKind,
    /// EOS: its thirtieth bit. Padding too long: the last bit of the string.
    /// Padding not ones: its first zero.
    pub bit: usize,
}

/// The three ways a Huffman-coded string can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HuffmanErrorKind {
    /// The EOS code inside the string.
    Eos,
    /// 8 or more bits after the last whole code; how many.
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
                    "the EOS code, which no string may hold, ends at bit {bit}"
                )
            }
            HuffmanErrorKind::PaddingTooLong { bits } => {
                write!(f, "{bits} bits of padding at bit {bit}; at most 7 may be")
            }
            HuffmanErrorKind::PaddingNotOnes => {
                write!(
                    f,
                    "bit {bit}, part of the padding, is 0; all its bits have to be 1"
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
    /// Appends what `coded` stands for to `out`, at most 8/5 of its length, and
    /// tells `trace` each look-up.
    ///
    /// # Errors
    /// [`HuffmanError`]; `out` is then as it was.
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError>;

    /// The same without a trace.
    ///
    /// # Errors
    /// [`HuffmanError`]; `out` is then as it was.
    #[inline]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        self.decode_traced(coded, out, &mut ())
    }

    /// The same for the string whose data is at `data` in `block`: an engine
    /// may load what stands around it, though nothing there changes the answer.
    ///
    /// # Errors
    /// [`HuffmanError`], its bit counted from the start of the string; `out`
    /// is then as it was.
    ///
    /// # Panics
    /// Where `data` is not within `block`.
    #[inline]
    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        self.decode(&block[data], out)
    }

    /// Tells `each` look-up that the engine does with `coded` and that counts:
    /// see [`LookUp`].
    fn trace(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut log = LookUpLog::new(coded.len() * 8, each);
        // A fault is seen from where the look-ups end.
        let _ = self.decode_traced(coded, &mut Vec::new(), &mut log);
        log.finish();
    }
}
