//! §5.2 and Appendix B: Huffman-coded strings.
//!
//! What decodes them is a [`HuffmanDecoder`]. Here is the fastest, [`Window14`];
//! the crate `hpack-engines` has others, made of the same parts: [`code`],
//! [`room`] and [`tail`].

pub mod code;
mod encode;
#[expect(
    unsafe_code,
    reason = "stores without a test each: 8 to 15 % on header strings, a quarter on the shortest"
)]
pub mod room;
pub mod tail;
mod watch;
#[expect(
    unsafe_code,
    reason = "stores without a test each: 8 to 20 % on header strings"
)]
mod window14;

use alloc::vec::Vec;
use core::ops::Range;

pub use encode::{encode, encoded_len};
use watch::Log;
pub use watch::{How, LookUp, Watch};
pub use window14::{Portable, Window14};

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

/// Decodes one string.
pub trait HuffmanDecoder {
    /// Appends what `coded` stands for to `out`, at most 8/5 of its length, and
    /// tells `watch` each look-up.
    ///
    /// # Errors
    /// [`HuffmanError`]; `out` is then as it was.
    fn decode_watched<W: Watch>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        watch: &mut W,
    ) -> Result<(), HuffmanError>;

    /// The same without a watcher.
    ///
    /// # Errors
    /// [`HuffmanError`]; `out` is then as it was.
    #[inline]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        self.decode_watched(coded, out, &mut ())
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
    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut log = Log::new(coded.len() * 8, each);
        // A fault is seen from where the look-ups end.
        let _ = self.decode_watched(coded, &mut Vec::new(), &mut log);
        log.finish();
    }
}
