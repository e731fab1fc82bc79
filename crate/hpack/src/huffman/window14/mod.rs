//! 14 bits at a time, in two tables: how many bits a window's codes use, an
//! byte a row, which is all that the next look-up waits for; and which
//! symbols they are, up to two, which nothing waits for.
//!
//! The bits are kept inverted. Padding is ones, so inverted it is the zeros
//! that a shift brings in by itself: behind the end of a string a look-up
//! finds a row without bits or symbols and does nothing. A string is then
//! valid if nothing but zeros is left of it, seven at most, which is one test
//! at the end; so how many look-ups to do can follow from the string's length
//! alone, and the processor need not wait for one string to begin the next.

mod lane;
mod lanes;
mod tables;
mod words;

use alloc::vec::Vec;
use core::ops::Range;

use super::{HuffmanDecoder, HuffmanError, Texts, Trace, spare_capacity::SpareCapacity, tail};
use lane::GROUP;
use lanes::LANES;

/// Bits that a group of look-ups uses on average, or a few less: the number of
/// groups that a string gets follows from it. A string that needs more gets more.
const USUAL: usize = 49;

/// Bytes beyond the symbols of a string that decoding it may write: two at
/// once at the last symbol, and what the bits before the end may be taken for
/// where a string is wrong: two for each look-up of two groups.
const SLACK: usize = 2 + 2 * 2 * GROUP;

/// Looks up 14 bits at a time. Its tables, 48 KiB, are part of the program.
// Made by `new` only, which sees to the tables.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Window14 {
    /// Where the processor can shift by any number of bits in one step: 5 to
    /// 10% on header strings.
    #[cfg(target_arch = "x86_64")]
    bmi: Option<Bmi>,
}

impl core::fmt::Debug for Window14 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Window14").finish_non_exhaustive()
    }
}

impl Window14 {
    /// The engine, after a look at what the processor can do.
    #[must_use]
    pub fn new() -> Self {
        tables::prepare();
        Self {
            #[cfg(target_arch = "x86_64")]
            bmi: Bmi::new(),
        }
    }
}

/// Decodes the strings of a [`Work`].
pub(crate) trait Strings {
    /// Writes what the string at `data` of `block` stands for; or writes nothing
    /// and returns `None`, if the string is wrong, has rare codes, or finds no room.
    fn decode<'t>(
        &self,
        block: &[u8],
        data: Range<usize>,
        texts: &'t Texts<'_>,
    ) -> Option<&'t [u8]>;
}

/// A loop over many strings. Its methods are `#[inline(always)]`, so that they
/// are compiled for the processor's instructions, short strings included.
pub(crate) trait Work {
    /// Its result.
    type Output;

    /// Does the work.
    fn run(self, strings: impl Strings) -> Self::Output;
}

impl Window14 {
    /// Does `work` with the instructions that the processor has.
    #[inline(always)]
    pub(crate) fn run<W: Work>(&self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if self.bmi.is_some() {
            // SAFETY: the processor has both, or there would be no `bmi`.
            return unsafe { bmi::run(work) };
        }
        work.run(Traced::<_, LANES>(&mut ()))
    }
}

/// Decodes a string: a short one as part of the caller's code, a longer one by
/// `ways`.
#[inline(always)]
fn decode_inline<'t>(
    ways: &mut impl Ways,
    block: &[u8],
    data: Range<usize>,
    texts: &'t Texts<'_>,
) -> Option<&'t [u8]> {
    let (length, left, to) = (data.len(), texts.left(), texts.to());
    // SAFETY: there is room; what is before the new end has been written.
    unsafe {
        let end = if length <= words::WORD {
            if left < words::room(words::WORD) {
                return None;
            }
            words::decode_one(block, data.end, length, to, &mut ())
        } else if left < words::room(length) {
            None
        } else {
            decode_longer(ways, block, data, to, left)
        };
        end.map(|end| texts.reach(end))
    }
}

impl Default for Window14 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window14 {
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        let ways = Traced::<_, LANES>(trace);
        decode::<LANES>(ways, coded, 0..coded.len(), out)
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

/// The same engine without the instructions BMI1 and BMI2, as it is in
/// WebAssembly and on other processors, with long strings in `LANES` parts:
/// to compare with [`Window14`].
///
/// The number of lanes, 1 to 10, is checked when the program is built:
///
/// ```
/// # use hpack_core::huffman::{HuffmanDecoder, Portable};
/// assert_eq!(Portable::<1>::new().decode(&[0x1f], &mut Vec::new()), Ok(()));
/// assert_eq!(Portable::<10>::new().decode(&[0x1f], &mut Vec::new()), Ok(()));
/// ```
/// ```compile_fail,E0080
/// # use hpack_core::huffman::{HuffmanDecoder, Portable};
/// Portable::<0>::new().decode(&[0x1f], &mut Vec::new());
/// ```
/// ```compile_fail,E0080
/// # use hpack_core::huffman::{HuffmanDecoder, Portable};
/// Portable::<11>::new().decode(&[0x1f], &mut Vec::new());
/// ```
///
/// Only `new` makes one, as it prepares the tables:
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
    #[expect(clippy::new_without_default, reason = "only tests make one")]
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

/// How strings are decoded: from where the first symbol goes to where the next
/// would go; `None` if a string is wrong or has to be decoded code by code.
trait Ways {
    /// The string of [`words::WORD`] bytes at most at `data` of `block`.
    ///
    /// # Safety
    /// [`words::room`] of its length can be written at `to`.
    unsafe fn word(&mut self, block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8>;

    /// A longer string, of [`words::MOST`] bytes at most.
    ///
    /// # Safety
    /// As for [`word`](Self::word).
    unsafe fn words(&mut self, block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8>;

    /// A string of eight bytes or more.
    ///
    /// # Safety
    /// `left` bytes, which are [`words::room`] of its length or more, can be
    /// written at `to`.
    unsafe fn long(&mut self, coded: &[u8], to: *mut u8, left: usize) -> Option<*mut u8>;

    /// Any string, code by code.
    ///
    /// # Errors
    /// What is wrong with it.
    fn codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError>;
}

/// Decodes the string at `data` of `block`, behind what stands in `out`, in
/// `LANES` lanes if it is long.
#[inline(always)]
fn decode<const LANES: usize>(
    mut ways: impl Ways,
    block: &[u8],
    data: Range<usize>,
    out: &mut Vec<u8>,
) -> Result<(), HuffmanError> {
    let coded = &block[data.clone()];
    let room = if coded.len() < lanes::FEWEST {
        words::room(coded.len())
    } else {
        lanes::room::<LANES>(coded.len())
    };
    let mut spare = SpareCapacity::with(out, room);
    // SAFETY: there is room; what is before the new end has been written.
    unsafe {
        let decoded = if coded.len() <= words::WORD {
            let decoded = ways.word(block, data, spare.to());
            if decoded.is_none() && coded.len() == words::WORD {
                ways.long(coded, spare.to(), room)
            } else {
                decoded
            }
        } else {
            decode_longer(&mut ways, block, data, spare.to(), room)
        };
        if let Some(end) = decoded {
            spare.reach(end);
            spare.keep();
            return Ok(());
        }
    }
    ways.codes(coded, out)
}

/// A string of more than [`words::WORD`] bytes.
///
/// # Safety
/// As for [`Ways::long`].
#[inline(always)]
unsafe fn decode_longer(
    ways: &mut impl Ways,
    block: &[u8],
    data: Range<usize>,
    to: *mut u8,
    left: usize,
) -> Option<*mut u8> {
    // SAFETY: the room is that of all ways.
    unsafe {
        if data.len() <= words::MOST {
            let decoded = ways.words(block, data.clone(), to);
            if decoded.is_some() {
                return decoded;
            }
        }
        ways.long(&block[data], to, left)
    }
}

/// A string of eight bytes or more, in `LANES` lanes if it is long and there is
/// room for them.
///
/// # Safety
/// As for [`Ways::long`].
#[inline(always)]
unsafe fn decode_long<const LANES: usize, W: Trace>(
    coded: &[u8],
    to: *mut u8,
    left: usize,
    trace: &mut W,
) -> Option<*mut u8> {
    // SAFETY: the room for lanes is looked at, and else the condition is the same.
    unsafe {
        if coded.len() < lanes::FEWEST || left < lanes::room::<LANES>(coded.len()) {
            lane::decode(coded, to, trace)
        } else {
            trace.hold();
            lanes::decode::<LANES, W>(coded, to, trace)
        }
    }
}

/// The ways as any processor has them, traced; long strings out of line.
struct Traced<'w, W, const LANES: usize>(&'w mut W);

impl Strings for Traced<'_, (), LANES> {
    #[inline(always)]
    fn decode<'t>(
        &self,
        block: &[u8],
        data: Range<usize>,
        texts: &'t Texts<'_>,
    ) -> Option<&'t [u8]> {
        decode_inline(&mut Traced::<_, LANES>(&mut ()), block, data, texts)
    }
}

impl<W: Trace, const LANES: usize> Ways for Traced<'_, W, LANES> {
    #[inline(always)]
    unsafe fn word(&mut self, block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8> {
        self.0.hold();
        // SAFETY: the condition is the same.
        let decoded = unsafe { words::decode_one(block, data.end, data.len(), to, self.0) };
        if decoded.is_none() {
            self.0.give_up(0, usize::MAX);
        }
        decoded
    }

    #[inline(never)]
    unsafe fn words(&mut self, block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8> {
        self.0.hold();
        // SAFETY: the condition is the same.
        let decoded = unsafe { words::decode_several(block, data.end, data.len(), to, self.0) };
        if decoded.is_none() {
            self.0.give_up(0, usize::MAX);
        }
        decoded
    }

    #[inline(never)]
    unsafe fn long(&mut self, coded: &[u8], to: *mut u8, left: usize) -> Option<*mut u8> {
        // SAFETY: the condition is the same.
        unsafe { decode_long::<LANES, W>(coded, to, left, self.0) }
    }

    fn codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        tail::decode(coded, 0, out.len(), out, self.0)
    }
}

/// Proof that the processor has the instructions BMI1 and BMI2, and the ways
/// compiled for them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Bmi(());

#[cfg(target_arch = "x86_64")]
impl Bmi {
    /// Whether the processor has them: asked when the program runs with the
    /// feature `std`, when it is built without.
    fn new() -> Option<Self> {
        #[cfg(feature = "std")]
        let is_there =
            std::is_x86_feature_detected!("bmi1") && std::is_x86_feature_detected!("bmi2");
        #[cfg(not(feature = "std"))]
        let is_there = cfg!(all(target_feature = "bmi1", target_feature = "bmi2"));
        is_there.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Ways for Bmi {
    #[inline(always)]
    unsafe fn word(&mut self, block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8> {
        // SAFETY: the condition is the same, and the processor has both, or
        // there would be no `self`.
        unsafe { bmi::word(block, data, to) }
    }

    #[inline(always)]
    unsafe fn words(&mut self, block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8> {
        // SAFETY: as in `word`.
        unsafe { bmi::words(block, data, to) }
    }

    #[inline(always)]
    unsafe fn long(&mut self, coded: &[u8], to: *mut u8, left: usize) -> Option<*mut u8> {
        // SAFETY: as in `word`.
        unsafe { bmi::long(coded, to, left) }
    }

    fn codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        tail::decode(coded, 0, out.len(), out, &mut ())
    }
}

#[cfg(target_arch = "x86_64")]
impl Strings for Bmi {
    #[inline(always)]
    fn decode<'t>(
        &self,
        block: &[u8],
        data: Range<usize>,
        texts: &'t Texts<'_>,
    ) -> Option<&'t [u8]> {
        decode_inline(&mut { *self }, block, data, texts)
    }
}

/// The ways, compiled for processors with BMI1 and BMI2, with the conditions
/// of [`Ways`].
#[cfg(target_arch = "x86_64")]
mod bmi {
    use super::{Bmi, LANES, Range, Work, decode_long, words};

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn run<W: Work>(work: W) -> W::Output {
        work.run(Bmi(()))
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn word(block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8> {
        // SAFETY: the condition is the same.
        unsafe { words::decode_one(block, data.end, data.len(), to, &mut ()) }
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn words(block: &[u8], data: Range<usize>, to: *mut u8) -> Option<*mut u8> {
        // SAFETY: the condition is the same.
        unsafe { words::decode_several(block, data.end, data.len(), to, &mut ()) }
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn long(coded: &[u8], to: *mut u8, left: usize) -> Option<*mut u8> {
        // SAFETY: the condition is the same.
        unsafe { decode_long::<LANES, _>(coded, to, left, &mut ()) }
    }
}
