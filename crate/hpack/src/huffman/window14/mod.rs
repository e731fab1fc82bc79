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

use super::{HuffmanDecoder, HuffmanError, Watch, tail};
use lane::GROUP;

/// Bits that a group of look-ups uses on average, or a few less: the number of
/// groups that a string gets follows from it. A string that needs more gets more.
const USUAL: usize = 49;

/// Octets beyond the symbols of a string that decoding it may write: two at
/// once at the last symbol, and what the bits before the end may be taken for
/// where a string is wrong: two for each look-up of two groups.
const SLACK: usize = 2 + 2 * 2 * GROUP;

/// Looks up 14 bits at a time. Its tables, 48 KiB, are part of the program.
#[derive(Clone, Copy)]
pub struct Window14 {
    /// Whether the processor can shift by any number of bits in one step:
    /// 5 to 10 % on header strings.
    #[cfg(target_arch = "x86_64")]
    bmi2: bool,
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
        Self {
            #[cfg(target_arch = "x86_64")]
            bmi2: has_bmi(),
        }
    }
}

/// Whether the processor has BMI1 and BMI2: asked when the program runs with
/// the feature `std`, when it is built without.
#[cfg(target_arch = "x86_64")]
fn has_bmi() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("bmi1") && std::is_x86_feature_detected!("bmi2");
    #[cfg(not(feature = "std"))]
    return cfg!(all(target_feature = "bmi1", target_feature = "bmi2"));
}

impl Default for Window14 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window14 {
    fn decode_watched<W: Watch>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        watch: &mut W,
    ) -> Result<(), HuffmanError> {
        decode(coded, 0..coded.len(), out, watch, lanes::decode)
    }

    #[inline]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        self.decode_within(coded, 0..coded.len(), out)
    }

    #[inline]
    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has both, as it was asked in `new`.
            return unsafe { bmi2::decode(block, data, out) };
        }
        decode(block, data, out, &mut (), lanes::decode)
    }
}

/// The same engine without the instructions BMI1 and BMI2, as it is in
/// WebAssembly and on other processors, with long strings in `LANES` parts:
/// to compare with [`Window14`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable<const LANES: usize>;

impl<const LANES: usize> HuffmanDecoder for Portable<LANES> {
    fn decode_watched<W: Watch>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        watch: &mut W,
    ) -> Result<(), HuffmanError> {
        let in_lanes = lanes::in_step::<LANES, W>;
        decode(coded, 0..coded.len(), out, watch, in_lanes)
    }

    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        decode(block, data, out, &mut (), lanes::in_step::<LANES, ()>)
    }
}

/// A string of [`lanes::FEWEST`] octets or more, in lanes.
type InLanes<W> = fn(&[u8], &mut Vec<u8>, &mut W) -> Result<(), HuffmanError>;

/// Decodes the string at `data` of `block`, behind what stands in `out`.
#[inline(always)]
fn decode<W: Watch>(
    block: &[u8],
    data: Range<usize>,
    out: &mut Vec<u8>,
    watch: &mut W,
    in_lanes: InLanes<W>,
) -> Result<(), HuffmanError> {
    let end = data.end;
    let coded = &block[data];
    let octets = coded.len();
    if octets >= lanes::FEWEST {
        return in_lanes(coded, out, watch);
    }
    if octets <= words::MOST {
        watch.hold();
        if words::decode(block, end, octets, out, watch) {
            return Ok(());
        }
        watch.give_up(0, usize::MAX);
        if octets < 8 {
            return tail::decode(coded, 0, out.len(), out, watch);
        }
    }
    lane::decode(coded, out, watch)
}

/// The same code for processors that have the instructions BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use super::{HuffmanError, Range, Vec, lanes};

    #[target_feature(enable = "bmi1,bmi2")]
    #[inline]
    pub(super) fn decode(
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        super::decode(block, data, out, &mut (), |coded, out, ()| {
            in_lanes(coded, out)
        })
    }

    #[target_feature(enable = "bmi1,bmi2")]
    #[inline(never)]
    fn in_lanes(coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanError> {
        lanes::in_step::<{ lanes::LANES }, _>(coded, out, &mut ())
    }
}
