//! One lane: bits in, symbols out.

use super::{
    super::{
        How, Trace,
        code::{self, EOS, LENGTHS},
    },
    USUAL,
    tables::{self, WINDOW},
};

/// Look-ups of a group, which one load feeds: 4 × 14 = 56 bits.
pub(super) const GROUP: usize = 4;

/// Bits that a group uses at most.
pub(super) const GROUP_BITS: usize = GROUP * WINDOW as usize;

/// A string, or a part of one, being decoded.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// Inverted bits; the next is the most significant. Behind those that
    /// count there is further input, or zeros.
    buffer: u64,
    /// How many bits of the buffer count, 0 to 63, among them the zeros that
    /// stand for what is behind the end of the string.
    count: u64,
    /// The byte that is loaded next; behind the end of the string it goes on
    /// as if zeros stood there.
    at: usize,
    /// Where the next symbol goes.
    pub(super) to: *mut u8,
}

/// Decodes `coded`, of eight bytes at least, to `to`, and returns where the next
/// symbol would go; `None` if it is wrong.
///
/// # Safety
/// [`tail::most`](super::super::tail::most) of `coded` and [`SLACK`](super::SLACK) can be written at `to`.
#[inline(always)]
pub(super) unsafe fn decode<W: Trace>(coded: &[u8], to: *mut u8, trace: &mut W) -> Option<*mut u8> {
    // SAFETY: the lane begins at the start of the string and of the room.
    unsafe { Lane::new(0, to).finish(coded, trace) }
}

impl Lane {
    /// At the byte `at` of a string, its symbols to be written at `to`.
    #[inline(always)]
    pub(super) fn new(at: usize, to: *mut u8) -> Self {
        Self {
            buffer: 0,
            count: 0,
            at,
            to,
        }
    }

    /// Past the code at the head of the buffer, alone; `None` where it is EOS
    /// or does not end before bit `total`.
    ///
    /// # Safety
    /// A byte can be written at `to`; the buffer has been filled.
    #[inline(always)]
    pub(super) unsafe fn past_code<W: Trace>(
        mut self,
        total: usize,
        trace: &mut W,
    ) -> Option<Self> {
        let window = self.window();
        let (symbol, bits, how) = if tables::uses(window) > 0 {
            let symbol = tables::symbols(window) as u8;
            (symbol, LENGTHS[usize::from(symbol)], How::Table)
        } else {
            let found = code::find((!self.buffer >> 32) as u32, WINDOW as u8 + 1);
            if found.symbol == EOS || self.bit() + usize::from(found.bits) > total {
                return None;
            }
            (found.symbol as u8, found.bits, How::Fallback)
        };
        trace.look_up(self.bit(), bits, 1, how);
        // SAFETY: there is room for a byte.
        unsafe {
            self.to.write(symbol);
            self.to = self.to.add(1);
        }
        self.buffer <<= bits & 63;
        self.count -= u64::from(bits);
        Some(self)
    }

    /// The same out of line, for a code that is longer than the window. By
    /// value, so that a lane need not stand in memory otherwise.
    ///
    /// # Safety
    /// As for [`past_code`](Self::past_code).
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn past_long_code<W: Trace>(
        self,
        total: usize,
        trace: &mut W,
    ) -> Option<Self> {
        // SAFETY: the condition is the same.
        unsafe { self.past_code(total, trace) }
    }

    /// The bit of the string that is decoded next.
    #[inline(always)]
    pub(super) fn bit(&self) -> usize {
        self.at * 8 - self.count as usize
    }

    /// A group of look-ups; what the last of them used, as [`tables::uses`]
    /// has it.
    ///
    /// # Safety
    /// Eight bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn group<W: Trace>(&mut self, trace: &mut W) -> u64 {
        let bit = self.bit();
        // SAFETY: eight bytes are two for each look-up.
        let (used, last) =
            unsafe { look_up::<GROUP, W>(&mut self.buffer, &mut self.to, bit, trace) };
        self.count -= used;
        last
    }

    /// Fills the buffer up to 56 bits or more, from a place that was known
    /// long before: only the shift waits for the last look-up.
    ///
    /// # Safety
    /// Eight bytes of `coded` stand at `at`.
    #[inline(always)]
    pub(super) unsafe fn refill(&mut self, coded: &[u8]) {
        // SAFETY: eight bytes of `coded` stand there.
        self.take(unsafe { load(coded, self.at) });
    }

    /// The same where the string may end sooner: zeros follow. It has eight
    /// bytes at least.
    #[inline(always)]
    pub(super) fn refill_to_end(&mut self, coded: &[u8]) {
        // Costs nothing: the compiler takes it out of the loops.
        assert!(coded.len() >= 8);
        let from = self.at.min(coded.len() - 8);
        // Two shifts, as one by 64 bits would be none.
        let half = (self.at - from).min(8) * 4;
        // SAFETY: eight bytes before the end, or further from it.
        let eight = unsafe { load(coded, from) };
        self.take(eight << half << half);
    }

    #[inline(always)]
    fn take(&mut self, inverted: u64) {
        self.buffer |= inverted >> (self.count & 63);
        self.at += ((63 - self.count) >> 3) as usize;
        self.count |= 56;
    }

    /// The row of the next look-up.
    #[inline(always)]
    fn window(&self) -> usize {
        (self.buffer >> (64 - WINDOW)) as usize
    }

    /// Whether the code at the head of the buffer is longer than the window.
    #[inline(always)]
    pub(super) fn at_long_code(&self) -> bool {
        tables::uses(self.window()) == 0
    }

    /// Decodes what is left of `coded`, group by group, as many as it usually
    /// needs and then as many as it needs. Returns where the next symbol would
    /// go; `None` if the string is wrong.
    ///
    /// # Safety
    /// `coded` has eight bytes at least. The symbols of what is before
    /// [`bit`](Self::bit) have been written before `to`, in room for
    /// [`tail::most`](super::super::tail::most) of `coded` and [`SLACK`](super::SLACK).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) unsafe fn finish<W: Trace>(
        mut self,
        coded: &[u8],
        trace: &mut W,
    ) -> Option<*mut u8> {
        let total = coded.len() * 8;
        let mut groups = (total.saturating_sub(self.bit()) + 8).div_ceil(USUAL);
        loop {
            self.refill_to_end(coded);
            // SAFETY: up to `total` bits, each symbol has taken five at least,
            // so that what is written is within `most`; from there on nothing
            // but the last group can have found symbols, and that is within
            // `SLACK`.
            let last = unsafe { self.group(trace) };
            groups -= 1;
            if self.stuck(last) {
                self.refill_to_end(coded);
                // SAFETY: one symbol for more than 14 bits.
                self = unsafe { self.past_long_code(total, trace) }?;
                groups = groups.max(1);
            } else if groups == 0 {
                let left = total.wrapping_sub(self.bit());
                if self.buffer | left as u64 >> 3 == 0 {
                    return Some(self.to);
                }
                if last == 0 || left > total {
                    return None;
                }
                groups = 1;
            }
        }
    }

    /// Whether the look-up that used `last` met a code longer than the window
    /// and not the end. A look-up that met neither uses five bits and finds a
    /// symbol, so that its `last` is above all that eight bits hold of a
    /// buffer shifted right. One comparison, since how the last look-up of a
    /// string comes out is nothing that a processor could foresee.
    #[inline(always)]
    fn stuck(&self, last: u64) -> bool {
        self.buffer >> 8 > last << 56
    }
}

/// Does `TIMES` look-ups in `buffer`, at most [`GROUP`], and writes their
/// symbols at `to`. Returns how many bits they used, and what the last of
/// them used, as [`tables::uses`] has it. `bit` is where they begin in the
/// string, for `trace`.
///
/// # Safety
/// `2 * TIMES` bytes can be written at `to`.
#[inline(always)]
pub(super) unsafe fn look_up<const TIMES: usize, W: Trace>(
    buffer: &mut u64,
    to: &mut *mut u8,
    bit: usize,
    trace: &mut W,
) -> (u64, u64) {
    const { assert!(TIMES <= GROUP) }
    // The bits of a group are fewer than 64, so that their sum stays below
    // that of the symbols.
    let mut sum = 0;
    let mut last = 0;
    // SAFETY: for each look-up two bytes are written, and two symbols at most
    // counted, so that `to` and what is written stay within `2 * TIMES` bytes.
    unsafe {
        for _ in 0..TIMES {
            let window = (*buffer >> (64 - WINDOW)) as usize;
            let uses = tables::uses(window);
            trace.look_up(bit + (sum & 63) as usize, uses & 63, uses >> 6, How::Table);
            last = u64::from(uses);
            let symbols = tables::symbols(window).to_le_bytes();
            let to = to.add((sum >> 6) as usize);
            to.cast::<[u8; 2]>().write_unaligned(symbols);
            *buffer <<= last & 63;
            sum += last;
        }
        *to = to.add((sum >> 6) as usize);
    }
    (sum & 63, last)
}

/// Eight bytes of `coded` from `at`, as [`inverted`] has them.
///
/// # Safety
/// They are there.
#[inline(always)]
unsafe fn load(coded: &[u8], at: usize) -> u64 {
    debug_assert!(at + 8 <= coded.len());
    // SAFETY: the eight bytes are within `coded`.
    inverted(unsafe { coded.as_ptr().add(at).cast::<[u8; 8]>().read_unaligned() })
}

/// Eight bytes as a number, the first most significant, inverted.
#[inline(always)]
pub(super) fn inverted(eight: [u8; 8]) -> u64 {
    if cfg!(target_family = "wasm") {
        inverted_in_stages(eight)
    } else {
        !u64::from_be_bytes(eight)
    }
}

/// The same in three stages, each of which swaps halves: WebAssembly has no
/// instruction for it, and what a compiler puts in its place takes twice as
/// many. The inversion stands in between so that it does not.
#[inline(always)]
fn inverted_in_stages(eight: [u8; 8]) -> u64 {
    const PAIRS: u64 = 0x00ff_00ff_00ff_00ff;
    const QUADS: u64 = 0x0000_ffff_0000_ffff;
    let eight = u64::from_le_bytes(eight);
    let pairs = !((eight & PAIRS) << 8 | eight >> 8 & PAIRS);
    let quads = (pairs & QUADS) << 16 | pairs >> 16 & QUADS;
    quads.rotate_left(32)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::{super::spare_capacity::SpareCapacity, SLACK};
    use super::*;

    /// Valid strings with codes of every length are decoded group by group,
    /// without help.
    #[test]
    fn a_lane_comes_to_the_end_of_its_string() {
        for step in 1..=7 {
            for count in 1..=120 {
                let text: Vec<u8> = (0..count).map(|i| (i * step * 37 % 256) as u8).collect();
                let mut coded = Vec::new();
                super::super::super::encode(&text, &mut coded);
                if coded.len() < 8 {
                    continue;
                }
                let mut out = Vec::new();
                let mut spare = SpareCapacity::new(&mut out, coded.len(), SLACK);
                // SAFETY: the string has eight bytes, and there is room for it.
                unsafe {
                    let end = decode(&coded, spare.to(), &mut ());
                    spare.reach(end.unwrap_or_else(|| panic!("{step} {count}")));
                }
                spare.keep();
                assert_eq!(out, text);
            }
        }
    }

    #[test]
    fn bytes_are_inverted_in_stages_as_at_once() {
        for eight in [
            0x0123_4567_89ab_cdef_u64,
            0,
            u64::MAX,
            0xff00_00f0_0f00_0080,
        ] {
            let bytes = eight.to_be_bytes();
            assert_eq!(inverted_in_stages(bytes), !eight);
            assert_eq!(inverted(bytes), !eight);
        }
    }
}
