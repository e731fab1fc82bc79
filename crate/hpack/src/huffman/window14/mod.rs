//! Decoding by windows of 14 bits, with two tables: the number of bits that the
//! codes of a window use, one byte per row, which the next look-up depends on;
//! and their symbols, up to two, which no look-up depends on.
//!
//! Bits are kept inverted. Inverted padding is zeros, like the bits that a shift
//! brings in: past the end of a string a look-up finds a row without bits or
//! symbols and has no effect. A string is valid if at most seven bits are left
//! and all are zero, which is one test at the end. The number of look-ups can so
//! be derived from the length alone, and the CPU can start on the next string
//! early.

mod lane;
mod lanes;
mod tables;
mod words;

use alloc::vec::Vec;
use core::{ops::Range, ptr::NonNull};

use super::{HuffmanDecoder, HuffmanError, StringArena, Trace, spare_capacity::SpareCapacity, tail};
use lane::GROUP;
use lanes::LANES;

/// Bits that a group of look-ups uses on average, or slightly fewer: the estimate
/// for the number of groups that a string needs.
const TYPICAL_BITS: u32 = 49;

/// Bytes that decoding can write beyond the symbols of a string: two at once at
/// the last symbol and, for an invalid string, two for each look-up of two
/// groups.
const SLACK: usize = 2 + 2 * 2 * GROUP;

/// Looks up 14 bits at a time, in tables of 48 KiB.
// Constructed by `new` only, which prepares the tables.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Window14 {
    /// Variable shifts in one instruction save 5 to 10% on header strings.
    #[cfg(target_arch = "x86_64")]
    bmi: Option<Bmi>,
}

impl core::fmt::Debug for Window14 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Window14").finish_non_exhaustive()
    }
}

impl Window14 {
    /// Returns the engine for the detected CPU features.
    #[must_use]
    pub fn new() -> Self {
        tables::prepare();
        Self {
            #[cfg(target_arch = "x86_64")]
            bmi: Bmi::new(),
        }
    }
}

impl Window14 {
    /// Appends the decoded string at `data` of `block` to `texts`. Returns `None`
    /// if the string is invalid, has rare codes, or does not fit.
    ///
    /// Only the kernels of longer strings depend on the CPU, so that a loop over
    /// strings need not be compiled twice.
    #[inline(always)]
    pub(crate) fn decode_text<'t>(
        &self,
        block: &[u8],
        data: Range<usize>,
        texts: &'t StringArena<'_>,
    ) -> Option<&'t [u8]> {
        let (length, left, to) = (data.len(), texts.left(), texts.to());
        // SAFETY: the room is checked; all bytes before the new end were written.
        unsafe {
            // Texts have room for short strings in any case.
            let least = if length <= words::MAX {
                words::room(words::MAX)
            } else {
                words::room(length)
            };
            if left < least {
                return None;
            }
            let end = if length <= words::WORD {
                words::decode_one(block, data.end, length, to, &mut ())?
            } else {
                self.decode_longer(&block[data], to, left)?.as_ptr()
            };
            Some(texts.reach(end))
        }
    }

    /// Decodes a string of more than [`words::WORD`] bytes.
    ///
    /// # Safety
    /// See [`Kernels::decode_long`].
    #[inline(always)]
    unsafe fn decode_longer(&self, coded: &[u8], to: *mut u8, left: usize) -> Option<NonNull<u8>> {
        // SAFETY: the condition is the same.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            if let Some(mut bmi) = self.bmi {
                return decode_longer(&mut bmi, coded, to, left);
            }
            decode_longer(&mut Traced::<_, LANES>(&mut ()), coded, to, left)
        }
    }
}

impl Default for Window14 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window14 {
    const TABLE_BYTES: usize = tables::BYTES;

    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        let kernels = Traced::<_, LANES>(trace);
        decode::<LANES>(kernels, coded, 0..coded.len(), out)
    }

    #[inline(always)]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        self.decode_within(coded, 0..coded.len(), out)
    }

    #[inline(always)]
    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi) = self.bmi {
            return decode::<LANES>(bmi, block, data, out);
        }
        portable::<LANES>(block, data, out)
    }
}

/// [`Window14`] without the instructions BMI1 and BMI2, as in WebAssembly and on
/// other CPUs, with long strings in `LANES` lanes. For comparisons.
///
/// The number of lanes, 1 to 32, is checked at compile time:
///
/// ```
/// # use hpack_core::huffman::{HuffmanDecoder, Portable};
/// assert_eq!(Portable::<1>::new().decode(&[0x1f], &mut Vec::new()), Ok(()));
/// assert_eq!(Portable::<32>::new().decode(&[0x1f], &mut Vec::new()), Ok(()));
/// ```
/// ```compile_fail,E0080
/// # use hpack_core::huffman::{HuffmanDecoder, Portable};
/// Portable::<0>::new().decode(&[0x1f], &mut Vec::new());
/// ```
/// ```compile_fail,E0080
/// # use hpack_core::huffman::{HuffmanDecoder, Portable};
/// Portable::<33>::new().decode(&[0x1f], &mut Vec::new());
/// ```
///
/// Only `new` constructs one, as it prepares the tables:
///
/// ```compile_fail,E0423
/// # use hpack_core::huffman::Portable;
/// let huffman: Portable<2> = Portable;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Portable<const LANES: usize>(());

impl<const LANES: usize> Portable<LANES> {
    /// Prepares the tables and returns the engine.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "only tests construct one")]
    pub fn new() -> Self {
        tables::prepare();
        Self(())
    }
}

impl<const LANES: usize> HuffmanDecoder for Portable<LANES> {
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        decode::<LANES>(Traced::<_, LANES>(trace), coded, 0..coded.len(), out)
    }

    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        portable::<LANES>(block, data, out)
    }
}

#[inline(never)]
fn portable<const LANES: usize>(
    block: &[u8],
    data: Range<usize>,
    out: &mut Vec<u8>,
) -> Result<(), HuffmanError> {
    decode::<LANES>(Traced::<_, LANES>(&mut ()), block, data, out)
}

/// Decoding kernels by length. They write symbols at `to` and return the address
/// after the last; `None` if a string is invalid or must be decoded code by code.
trait Kernels {
    /// Decodes a string of at most [`words::WORD`] bytes, at `data` of `block`.
    ///
    /// # Safety
    /// [`words::room`] of its length can be written at `to`.
    unsafe fn decode_word(
        &mut self,
        block: &[u8],
        data: Range<usize>,
        to: *mut u8,
    ) -> Option<*mut u8>;

    /// Decodes a longer string of at most [`words::MAX`] bytes.
    ///
    /// # Safety
    /// See [`decode_long`](Self::decode_long).
    unsafe fn decode_words(
        &mut self,
        coded: &[u8],
        to: *mut u8,
        left: usize,
    ) -> Option<NonNull<u8>>;

    /// Decodes a string of at least eight bytes.
    ///
    /// # Safety
    /// `left` bytes can be written at `to`, at least [`words::room`] of its length.
    unsafe fn decode_long(&mut self, coded: &[u8], to: *mut u8, left: usize)
    -> Option<NonNull<u8>>;

    fn decode_codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError>;
}

/// Decodes the string at `data` of `block`, in `LANES` lanes if it is long, and
/// appends it to `out`.
#[inline(always)]
fn decode<const LANES: usize>(
    mut kernels: impl Kernels,
    block: &[u8],
    data: Range<usize>,
    out: &mut Vec<u8>,
) -> Result<(), HuffmanError> {
    let coded = &block[data.clone()];
    let room = if coded.len() < lanes::MIN {
        words::room(coded.len())
    } else {
        lanes::room::<LANES>(coded.len())
    };
    let mut spare = SpareCapacity::with(out, room);
    // SAFETY: the room is reserved; all bytes before the new end were written.
    unsafe {
        let decoded = if coded.len() <= words::WORD {
            let decoded = kernels.decode_word(block, data, spare.to());
            if decoded.is_none() && coded.len() == words::WORD {
                kernels
                    .decode_long(coded, spare.to(), room)
                    .map(NonNull::as_ptr)
            } else {
                decoded
            }
        } else {
            decode_longer(&mut kernels, coded, spare.to(), room).map(NonNull::as_ptr)
        };
        if let Some(end) = decoded {
            spare.reach(end);
            spare.keep();
            return Ok(());
        }
    }
    kernels.decode_codes(coded, out)
}

/// Decodes a string of more than [`words::WORD`] bytes.
///
/// # Safety
/// See [`Kernels::decode_long`].
#[inline(always)]
unsafe fn decode_longer(
    kernels: &mut impl Kernels,
    coded: &[u8],
    to: *mut u8,
    left: usize,
) -> Option<NonNull<u8>> {
    // SAFETY: the room suffices for all kernels.
    unsafe {
        if coded.len() <= words::MAX {
            kernels.decode_words(coded, to, left)
        } else {
            kernels.decode_long(coded, to, left)
        }
    }
}

/// Decodes a string of at least eight bytes, in `LANES` lanes if it is long and
/// there is room for them.
///
/// # Safety
/// See [`Kernels::decode_long`].
#[inline(always)]
unsafe fn decode_long_string<const LANES: usize, W: Trace>(
    coded: &[u8],
    to: *mut u8,
    left: usize,
    trace: &mut W,
) -> Option<NonNull<u8>> {
    // SAFETY: the room for lanes is checked; otherwise the condition is the same.
    unsafe {
        if coded.len() < lanes::MIN || left < lanes::room::<LANES>(coded.len()) {
            lane::decode(coded, to, trace)
        } else {
            trace.hold();
            lanes::decode::<LANES, W>(coded, to, trace)
        }
        .and_then(NonNull::new)
    }
}

/// Portable kernels with a trace; those for long strings are out of line.
struct Traced<'w, W, const LANES: usize>(&'w mut W);

impl<W: Trace, const LANES: usize> Kernels for Traced<'_, W, LANES> {
    #[inline(always)]
    unsafe fn decode_word(
        &mut self,
        block: &[u8],
        data: Range<usize>,
        to: *mut u8,
    ) -> Option<*mut u8> {
        self.0.hold();
        // SAFETY: the condition is the same.
        let decoded = unsafe { words::decode_one(block, data.end, data.len(), to, self.0) };
        if decoded.is_none() {
            self.0.give_up(0, usize::MAX);
        }
        decoded
    }

    #[inline(never)]
    unsafe fn decode_words(
        &mut self,
        coded: &[u8],
        to: *mut u8,
        left: usize,
    ) -> Option<NonNull<u8>> {
        self.0.hold();
        // SAFETY: the conditions are the same.
        unsafe {
            words::decode_several(coded, to, self.0)
                .and_then(NonNull::new)
                .or_else(|| {
                    self.0.give_up(0, usize::MAX);
                    self.decode_long(coded, to, left)
                })
        }
    }

    #[inline(never)]
    unsafe fn decode_long(
        &mut self,
        coded: &[u8],
        to: *mut u8,
        left: usize,
    ) -> Option<NonNull<u8>> {
        // SAFETY: the condition is the same.
        unsafe { decode_long_string::<LANES, W>(coded, to, left, self.0) }
    }

    fn decode_codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        tail::decode(coded, 0, out.len(), out, self.0)
    }
}

/// Proof that the CPU has the instructions BMI1 and BMI2, and the kernels
/// compiled for them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Bmi(());

#[cfg(target_arch = "x86_64")]
impl Bmi {
    /// Detects them, at run time with the feature `std`, otherwise at compile
    /// time.
    fn new() -> Option<Self> {
        #[cfg(feature = "std")]
        let is_detected =
            std::is_x86_feature_detected!("bmi1") && std::is_x86_feature_detected!("bmi2");
        #[cfg(not(feature = "std"))]
        let is_detected = cfg!(all(target_feature = "bmi1", target_feature = "bmi2"));
        is_detected.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernels for Bmi {
    #[inline(always)]
    unsafe fn decode_word(
        &mut self,
        block: &[u8],
        data: Range<usize>,
        to: *mut u8,
    ) -> Option<*mut u8> {
        // SAFETY: the condition is the same; `self` proves that the CPU has both.
        unsafe { bmi::decode_word(block, data, to) }
    }

    #[inline(always)]
    unsafe fn decode_words(
        &mut self,
        coded: &[u8],
        to: *mut u8,
        left: usize,
    ) -> Option<NonNull<u8>> {
        // SAFETY: as in `decode_word`.
        unsafe { bmi::decode_words(coded, to, left) }
    }

    #[inline(always)]
    unsafe fn decode_long(
        &mut self,
        coded: &[u8],
        to: *mut u8,
        left: usize,
    ) -> Option<NonNull<u8>> {
        // SAFETY: as in `decode_word`.
        unsafe { bmi::decode_long(coded, to, left) }
    }

    fn decode_codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        tail::decode(coded, 0, out.len(), out, &mut ())
    }
}

/// The kernels compiled with BMI1 and BMI2, under the safety conditions of
/// [`Kernels`].
#[cfg(target_arch = "x86_64")]
mod bmi {
    use super::{LANES, NonNull, Range, decode_long_string, words};

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn decode_word(
        block: &[u8],
        data: Range<usize>,
        to: *mut u8,
    ) -> Option<*mut u8> {
        // SAFETY: the condition is the same.
        unsafe { words::decode_one(block, data.end, data.len(), to, &mut ()) }
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn decode_words(
        coded: &[u8],
        to: *mut u8,
        left: usize,
    ) -> Option<NonNull<u8>> {
        // SAFETY: the conditions are the same.
        unsafe {
            words::decode_several(coded, to, &mut ())
                .and_then(NonNull::new)
                .or_else(|| decode_long(coded, to, left))
        }
    }

    #[inline(never)]
    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn decode_long(
        coded: &[u8],
        to: *mut u8,
        left: usize,
    ) -> Option<NonNull<u8>> {
        // SAFETY: the condition is the same.
        unsafe { decode_long_string::<LANES, _>(coded, to, left, &mut ()) }
    }
}
