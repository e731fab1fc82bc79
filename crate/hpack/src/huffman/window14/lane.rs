//! One lane: bits in, symbols out.

use super::{
    super::code::{self, EOS, LENGTHS},
    USUAL,
    tables::{Tables, WINDOW},
};

/// Look-ups of a group, which one load feeds: 4 × 14 = 56 bits.
pub(super) const GROUP: usize = 4;

/// Bits that a group uses at most.
pub(super) const GROUP_BITS: usize = GROUP * WINDOW as usize;

/// A string, or a part of one, being decoded.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    pub(super) tables: Tables,
    /// Inverted bits; the next is the most significant. Behind those that
    /// count stand others of the string, or zeros.
    pub(super) buffer: u64,
    /// How many bits of the buffer count. Below 0, as a wrapped number, where
    /// a code took bits from behind the end.
    pub(super) count: u64,
    /// The octet of the string that is loaded next; behind its end, zeros are.
    pub(super) at: usize,
    /// Where the next symbol goes.
    pub(super) to: *mut u8,
}

impl Lane {
    /// At the start of a string, its symbols to be written at `to`.
    #[inline(always)]
    pub(super) fn new(tables: Tables, to: *mut u8) -> Self {
        Self {
            tables,
            buffer: 0,
            count: 0,
            at: 0,
            to,
        }
    }

    /// The code at the head of the buffer, alone. `None` as for
    /// [`past_long_code`](Self::past_long_code).
    ///
    /// # Safety
    /// Two octets can be written at `to`; the buffer has been filled.
    #[inline(always)]
    pub(super) unsafe fn past_code(mut self, total: usize) -> Option<Self> {
        let window = (self.buffer >> (64 - WINDOW)) as usize;
        if self.tables.uses(window) == 0 {
            // SAFETY: as the caller says.
            return unsafe { self.past_long_code(total) };
        }
        let symbol = self.tables.symbols(window) as u8;
        let bits = u64::from(LENGTHS[usize::from(symbol)]);
        // SAFETY: as the caller says.
        unsafe {
            self.to.write(symbol);
            self.to = self.to.add(1);
        }
        self.buffer <<= bits & 63;
        self.count = self.count.wrapping_sub(bits);
        Some(self)
    }

    /// The bit of the string that is decoded next.
    #[inline(always)]
    pub(super) fn bit(&self) -> usize {
        (self.at * 8).wrapping_sub(self.count as usize)
    }

    /// The length of what stands before `room` and what has been written there.
    #[inline(always)]
    pub(super) fn written(&self, room: *const u8, before: usize) -> usize {
        before + (self.to as usize - room as usize)
    }

    /// A group of look-ups; what the last of them used, as [`Tables::uses`]
    /// has it.
    ///
    /// # Safety
    /// Eight octets can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn group(&mut self) -> u64 {
        // SAFETY: as the caller says.
        let (used, last) = unsafe { look_up::<GROUP>(self.tables, &mut self.buffer, &mut self.to) };
        self.count = self.count.wrapping_sub(used);
        last
    }

    /// Fills the buffer up to 56 bits or more, from a place that was known
    /// long before: only the shift waits for the last look-up.
    ///
    /// # Safety
    /// Eight octets of `coded` stand at `at`.
    #[inline(always)]
    pub(super) unsafe fn refill(&mut self, coded: &[u8]) {
        // SAFETY: as the caller says.
        let eight = unsafe { load(coded, self.at) };
        self.take(eight);
    }

    /// The same where the string may end sooner: zeros follow.
    ///
    /// # Safety
    /// `coded` has eight octets at least.
    #[inline(always)]
    pub(super) unsafe fn refill_to_end(&mut self, coded: &[u8]) {
        let from = self.at.min(coded.len() - 8);
        // Two shifts, as one by 64 bits would be none.
        let half = (self.at - from).min(8) * 4;
        // SAFETY: eight octets before the end, or further.
        let eight = unsafe { load(coded, from) };
        self.take(eight << half << half);
    }

    #[inline(always)]
    fn take(&mut self, inverted: u64) {
        self.buffer |= inverted >> (self.count & 63);
        self.at += ((63 - self.count) >> 3) as usize;
        self.count |= 56;
    }

    /// Whether the code at the head of the buffer is longer than the window.
    #[inline(always)]
    pub(super) fn at_long_code(&self) -> bool {
        self.tables.uses((self.buffer >> (64 - WINDOW)) as usize) == 0
    }

    /// Past the code at the head of the buffer, which is longer than the
    /// window; `None` where it is EOS or does not end before bit `total`.
    /// By value, so that a lane need not stand in memory otherwise.
    ///
    /// # Safety
    /// An octet can be written at `to`; the buffer has been filled.
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn past_long_code(mut self, total: usize) -> Option<Self> {
        let found = code::find((!self.buffer >> 32) as u32, WINDOW as u8 + 1);
        if found.symbol == EOS || self.bit() + usize::from(found.bits) > total {
            return None;
        }
        // SAFETY: as the caller says.
        unsafe {
            self.to.write(found.symbol as u8);
            self.to = self.to.add(1);
        }
        self.buffer <<= found.bits;
        self.count -= u64::from(found.bits);
        Some(self)
    }

    /// Decodes what is left of `coded`, group by group, as many as it usually
    /// needs and then as many as it needs. Where it ended, and whether nothing
    /// but padding is left.
    ///
    /// # Safety
    /// `coded` has eight octets at least, and [`tail::most`](super::tail::most)
    /// of it and [`SLACK`](super::SLACK) can be written at `to`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) unsafe fn long(mut self, coded: &[u8]) -> (Self, bool) {
        let total = coded.len() * 8;
        let mut groups = (total.saturating_sub(self.bit()) + 8).div_ceil(USUAL);
        loop {
            // SAFETY: up to `total` bits, each symbol has taken five at least,
            // so that what is written is within `most`; from there on nothing
            // but the last group can have found symbols, and that is within
            // `SLACK`.
            let last = unsafe {
                self.refill_to_end(coded);
                self.group()
            };
            groups -= 1;
            if self.stuck(last) {
                // SAFETY: one symbol for more than 14 bits.
                let past = unsafe {
                    self.refill_to_end(coded);
                    self.past_long_code(total)
                };
                let Some(past) = past else {
                    return (self, false);
                };
                self = past;
                groups = groups.max(1);
            } else if groups == 0 {
                let left = total.wrapping_sub(self.bit());
                if self.buffer | left as u64 >> 3 == 0 {
                    return (self, true);
                }
                if last == 0 || left > total {
                    return (self, false);
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
/// them used, as [`Tables::uses`] has it.
///
/// # Safety
/// `2 * TIMES` octets can be written at `to`.
#[inline(always)]
pub(super) unsafe fn look_up<const TIMES: usize>(
    tables: Tables,
    buffer: &mut u64,
    to: &mut *mut u8,
) -> (u64, u64) {
    const { assert!(TIMES <= GROUP) }
    // The bits of a group are fewer than 64, so that their sum stays below
    // that of the symbols.
    let mut sum = 0;
    let mut last = 0;
    for _ in 0..TIMES {
        let window = (*buffer >> (64 - WINDOW)) as usize;
        last = u64::from(tables.uses(window));
        let symbols = tables.symbols(window);
        // SAFETY: two octets are written, and two symbols at most counted, for
        // each look-up before this one.
        unsafe {
            let to = to.add((sum >> 6) as usize);
            to.cast::<u16>().write_unaligned(symbols.to_le());
        }
        *buffer <<= last & 63;
        sum += last;
    }
    // SAFETY: as above.
    *to = unsafe { to.add((sum >> 6) as usize) };
    (sum & 63, last)
}

/// Eight octets of `coded` from `at`, inverted, the first most significant.
///
/// # Safety
/// They are there.
#[inline(always)]
unsafe fn load(coded: &[u8], at: usize) -> u64 {
    debug_assert!(at + 8 <= coded.len());
    // SAFETY: as the caller says.
    let eight = unsafe { coded.as_ptr().add(at).cast::<[u8; 8]>().read_unaligned() };
    inverted(eight)
}

/// Eight octets as a number, the first most significant, inverted.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub(super) fn inverted(eight: [u8; 8]) -> u64 {
    !u64::from_be_bytes(eight)
}

/// The same in three stages, each of which swaps halves: WebAssembly has no
/// instruction for it, and what a compiler puts in its place takes twice as
/// many. The inversion stands in between so that it does not.
#[cfg(target_family = "wasm")]
#[inline(always)]
pub(super) fn inverted(eight: [u8; 8]) -> u64 {
    const PAIRS: u64 = 0x00ff_00ff_00ff_00ff;
    const QUADS: u64 = 0x0000_ffff_0000_ffff;
    let eight = u64::from_le_bytes(eight);
    let pairs = !((eight & PAIRS) << 8 | eight >> 8 & PAIRS);
    let quads = (pairs & QUADS) << 16 | pairs >> 16 & QUADS;
    quads.rotate_left(32)
}
