//! 14 bits at a time, in two tables: how many bits a window's codes use, an
//! octet a row, which is all that the next look-up waits for; and which
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

use super::{HuffmanDecoder, HuffmanError, Trace, tail};
use lane::GROUP;
use lanes::LANES;

/// Bits that a group of look-ups uses on average, or a few less: the number of
/// groups that a string gets follows from it. A string that needs more gets more.
const USUAL: usize = 49;

/// Octets beyond the symbols of a string that decoding it may write: two at
/// once at the last symbol, and what the bits before the end may be taken for
/// where a string is wrong: two for each look-up of two groups.
const SLACK: usize = 2 + 2 * 2 * GROUP;

/// Looks up 14 bits at a time. Its tables, 48 KiB, are part of the program.
// Made by `new` only, which sees to the tables.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Window14 {
    /// Where the processor can shift by any number of bits in one step: 5 to
    /// 10 % on header strings.
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
        decode(ways, coded, 0..coded.len(), out)
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
            return decode(bmi, block, data, out);
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
        decode(Traced::<_, LANES>(trace), coded, 0..coded.len(), out)
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
    decode(Traced::<_, LANES>(&mut ()), block, data, out)
}

/// How strings of each length are decoded. Each way appends what a string
/// stands for to `out`; or leaves `out` as it was and returns `false` where the
/// string is wrong or has to be decoded in another way.
trait Ways {
    /// A string of [`words::WORD`] octets at most, which ends at `end` of `block`.
    fn word(&mut self, block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool;

    /// A string of more octets, [`words::MOST`] at most.
    fn words(&mut self, block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool;

    /// A string of eight octets at least.
    fn lane(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool;

    /// A string of [`lanes::FEWEST`] octets at least.
    fn lanes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool;

    /// Any string, code by code.
    ///
    /// # Errors
    /// What is wrong with it.
    fn codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError>;
}

/// Decodes the string at `data` of `block`, behind what stands in `out`.
#[inline(always)]
fn decode(
    mut ways: impl Ways,
    block: &[u8],
    data: Range<usize>,
    out: &mut Vec<u8>,
) -> Result<(), HuffmanError> {
    let end = data.end;
    let coded = &block[data];
    let octets = coded.len();
    let is_decoded = if octets <= words::WORD {
        ways.word(block, end, octets, out)
    } else if octets <= words::MOST {
        ways.words(block, end, octets, out)
    } else if octets < lanes::FEWEST {
        ways.lane(coded, out)
    } else {
        ways.lanes(coded, out)
    };
    if is_decoded {
        return Ok(());
    }
    again(ways, coded, out)
}

/// A string that the way for its length has not decoded.
#[cold]
#[inline(never)]
fn again(mut ways: impl Ways, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
    if (8..=words::MOST).contains(&coded.len()) && ways.lane(coded, out) {
        return Ok(());
    }
    ways.codes(coded, out)
}

/// The ways as any processor has them, traced.
struct Traced<'w, W, const LANES: usize>(&'w mut W);

impl<W: Trace, const LANES: usize> Ways for Traced<'_, W, LANES> {
    #[inline(always)]
    fn word(&mut self, block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool {
        self.0.hold();
        let is_decoded = words::decode_one(block, end, octets, out, self.0);
        if !is_decoded {
            self.0.give_up(0, usize::MAX);
        }
        is_decoded
    }

    #[inline(always)]
    fn words(&mut self, block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool {
        self.0.hold();
        let is_decoded = words::decode_several(block, end, octets, out, self.0);
        if !is_decoded {
            self.0.give_up(0, usize::MAX);
        }
        is_decoded
    }

    #[inline(always)]
    fn lane(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
        lane::decode(coded, out, self.0)
    }

    #[inline(always)]
    fn lanes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
        lanes::decode::<LANES, W>(coded, out, self.0)
    }

    fn codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        tail::decode(coded, 0, out.len(), out, self.0)
    }
}

/// The ways as processors have them that have the instructions BMI1 and BMI2:
/// such a processor is what it stands for.
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
    fn word(&mut self, block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool {
        // SAFETY: the processor has both, or `self` would not be there.
        unsafe { bmi::word(block, end, octets, out) }
    }

    #[inline(always)]
    fn words(&mut self, block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool {
        // SAFETY: as in `word`.
        unsafe { bmi::words(block, end, octets, out) }
    }

    #[inline(always)]
    fn lane(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
        // SAFETY: as in `word`.
        unsafe { bmi::lane(coded, out) }
    }

    #[inline(always)]
    fn lanes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
        // SAFETY: as in `word`.
        unsafe { bmi::lanes(coded, out) }
    }

    fn codes(&mut self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        tail::decode(coded, 0, out.len(), out, &mut ())
    }
}

/// The ways, compiled for processors with BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
mod bmi {
    use super::{LANES, Traced, Vec, Ways};

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn word(block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool {
        Traced::<_, LANES>(&mut ()).word(block, end, octets, out)
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn words(block: &[u8], end: usize, octets: usize, out: &mut Vec<u8>) -> bool {
        Traced::<_, LANES>(&mut ()).words(block, end, octets, out)
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn lane(coded: &[u8], out: &mut Vec<u8>) -> bool {
        Traced::<_, LANES>(&mut ()).lane(coded, out)
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn lanes(coded: &[u8], out: &mut Vec<u8>) -> bool {
        Traced::<_, LANES>(&mut ()).lanes(coded, out)
    }
}
