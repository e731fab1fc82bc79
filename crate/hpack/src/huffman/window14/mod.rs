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

use std::ops::Range;

use super::{How, HuffmanDecoder, HuffmanFault, LookUp, code, tail, watch};
use lane::{GROUP, Lane};
use tables::{Tables, WINDOW};

/// Bits that a look-up uses on an average, or a little fewer: what the
/// number of groups is reckoned with. A string that needs more gets more.
const USUAL: usize = 49;

/// Octets beyond the symbols of a string that decoding it may write: two at
/// once at the last symbol, and what the bits before the end may be taken for
/// where a string is wrong: two for each look-up of two groups.
const SLACK: usize = 2 + 2 * 2 * GROUP;

/// Looks up 14 bits at a time. Its tables, 48 KiB, are made at first use.
#[derive(Clone, Copy)]
pub struct Window14 {
    tables: Tables,
    /// Whether the processor can shift by any number of bits in one step:
    /// 5 to 10 % on header strings.
    #[cfg(target_arch = "x86_64")]
    bmi2: bool,
}

impl std::fmt::Debug for Window14 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Window14").finish_non_exhaustive()
    }
}

impl Window14 {
    /// The engine, its tables made if they were not yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tables: Tables::made(),
            #[cfg(target_arch = "x86_64")]
            bmi2: is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2"),
        }
    }

    /// The engine as it is where the processor can do nothing special.
    #[cfg(test)]
    pub(super) fn plain() -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            bmi2: false,
            ..Self::new()
        }
    }
}

impl Default for Window14 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window14 {
    const ID: &'static str = "window14";

    #[inline]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
        self.decode_within(coded, 0..coded.len(), out)
    }

    #[inline]
    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanFault> {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has been asked.
            return unsafe { bmi2::decode(self.tables, block, data, out) };
        }
        decode(self.tables, block, data, out, lanes::decode)
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut bit = 0;
        loop {
            let row = (!code::window(coded, bit) >> (32 - WINDOW)) as usize;
            let look_up = LookUp {
                bit,
                bits: self.tables.uses(row) & 63,
                symbols: self.tables.uses(row) >> 6,
                how: How::Table,
            };
            if look_up.end() > coded.len() * 8 {
                return watch::tail(coded, bit, each);
            }
            let look_up = if look_up.bits > 0 {
                look_up
            } else if let Some((long, _)) =
                watch::code_at(coded, bit, WINDOW as u8 + 1, How::Fallback)
            {
                long
            } else {
                return;
            };
            each(look_up);
            if look_up.symbols == 0 {
                return;
            }
            bit = look_up.end();
        }
    }
}

/// A string of over [`lanes::FEWEST`] octets in lanes.
type InLanes = fn(Tables, &[u8], &mut Vec<u8>) -> Result<(), HuffmanFault>;

/// Decodes the string at `data` of `block`, behind what stands in `out`.
#[inline(always)]
fn decode(
    tables: Tables,
    block: &[u8],
    data: Range<usize>,
    out: &mut Vec<u8>,
    in_lanes: InLanes,
) -> Result<(), HuffmanFault> {
    let end = data.end;
    let coded = &block[data];
    let octets = coded.len();
    if octets >= lanes::FEWEST {
        return in_lanes(tables, coded, out);
    }
    let before = out.len();
    let most = tail::most(octets) + SLACK;
    if out.capacity() - before < most {
        grow(out, most);
    }
    let room = out.spare_capacity_mut().as_mut_ptr().cast::<u8>();
    if octets <= words::MOST {
        // SAFETY: `room` has `most`.
        let to = unsafe { words::decode(tables, block, end, octets, room) };
        if let Some(to) = to {
            let length = before + (to as usize - room as usize);
            // SAFETY: as many octets have been written, within the capacity.
            unsafe { out.set_len(length) };
            return Ok(());
        }
        if octets < 8 {
            return tail::decode(coded, 0, before, out);
        }
    }
    let lane = Lane::new(tables, room);
    // SAFETY: `coded` has eight octets at least; `room` has `most`.
    let (lane, right) = unsafe { lane.long(coded) };
    let length = lane.written(room, before);
    if !right {
        return finish(coded, lane.bit(), length, out);
    }
    // SAFETY: as many octets have been written, within the capacity.
    unsafe { out.set_len(length) };
    Ok(())
}

/// The same code for processors that have the instructions BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use super::{HuffmanFault, Range, Tables, lanes};

    #[target_feature(enable = "bmi1,bmi2")]
    #[inline]
    pub(super) fn decode(
        tables: Tables,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanFault> {
        super::decode(tables, block, data, out, |tables, coded, out| {
            in_lanes(tables, coded, out)
        })
    }

    #[target_feature(enable = "bmi1,bmi2")]
    #[inline(never)]
    fn in_lanes(tables: Tables, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
        lanes::in_step(tables, coded, out)
    }
}

/// Gets room for a string; seldom needed, as a buffer is used again.
#[cold]
#[inline(never)]
fn grow(out: &mut Vec<u8>, most: usize) {
    out.reserve(most);
}

/// What is left when the usual look-ups have not reached the end: the rest of
/// a string with many short or long codes in it, or of one that is wrong.
/// `length` is what `out` holds so far, written behind its own length.
#[cold]
#[inline(never)]
fn finish(coded: &[u8], bit: usize, length: usize, out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
    let before = out.len();
    if bit > coded.len() * 8 {
        // Bits behind the end were taken for part of a code.
        return tail::decode(coded, 0, before, out);
    }
    // SAFETY: the callers have written all octets of `out` up to `length`,
    // within its capacity.
    unsafe { out.set_len(length) };
    tail::decode(coded, bit, before, out)
}
