//! Decoding a string, or a part of one, with the window tables.

use super::{
    super::{
        LookUpKind, Trace,
        code::{self, EOS, LENGTHS},
    },
    TYPICAL_BITS,
    tables::{self, WINDOW},
};

/// Look-ups of a group, for which one load suffices: 4 × 14 = 56 bits.
pub(super) const GROUP: usize = 4;

pub(super) const GROUP_BITS: usize = GROUP * WINDOW as usize;

/// A string, or a part of one, being decoded.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// Inverted bits, the next one most significant. Below the valid ones is
    /// further input or zeros.
    buffer: u64,
    /// Number of valid bits in the buffer, 0 to 63, including zeros past the end
    /// of the string.
    count: u64,
    /// Offset of the next load; past the end of the string it loads zeros.
    at: usize,
    /// Address of the next symbol.
    pub(super) to: *mut u8,
}

/// Decodes `coded`, of at least eight bytes, to `to`. Returns the address after
/// its last symbol; `None` if it is invalid.
///
/// # Safety
/// [`tail::max_len`](super::super::tail::max_len) of `coded` and [`SLACK`](super::SLACK) can be written at `to`.
#[inline(always)]
pub(super) unsafe fn decode<W: Trace>(coded: &[u8], to: *mut u8, trace: &mut W) -> Option<*mut u8> {
    // SAFETY: the lane begins at the start of the string and of the room.
    unsafe { Lane::new(0, to).finish(coded, trace) }
}

impl Lane {
    /// Returns a lane that begins at byte `at` of a string and writes to `to`.
    #[inline(always)]
    pub(super) fn new(at: usize, to: *mut u8) -> Self {
        Self {
            buffer: 0,
            count: 0,
            at,
            to,
        }
    }

    /// Decodes one code; `None` if it is EOS or ends after bit `total`.
    ///
    /// # Safety
    /// A byte can be written at `to`; the buffer has been refilled.
    #[inline(always)]
    pub(super) unsafe fn decode_code<W: Trace>(
        mut self,
        total: usize,
        trace: &mut W,
    ) -> Option<Self> {
        let window = self.window();
        let (symbol, bits, kind) = if tables::uses(window) > 0 {
            let symbol = tables::symbols(window) as u8;
            (symbol, LENGTHS[usize::from(symbol)], LookUpKind::Table)
        } else {
            let found = code::find((!self.buffer >> 32) as u32, WINDOW as u8 + 1);
            if found.symbol == EOS || self.bit() + usize::from(found.bits) > total {
                return None;
            }
            (found.symbol as u8, found.bits, LookUpKind::Fallback)
        };
        trace.look_up(self.bit(), bits, 1, kind);
        // SAFETY: there is room for a byte.
        unsafe {
            self.to.write(symbol);
            self.to = self.to.add(1);
        }
        self.buffer <<= bits & 63;
        self.count -= u64::from(bits);
        Some(self)
    }

    /// Decodes a code longer than the window, out of line. Takes the lane by
    /// value, so that it can stay in registers elsewhere.
    ///
    /// # Safety
    /// See [`decode_code`](Self::decode_code).
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn decode_long_code<W: Trace>(
        self,
        total: usize,
        trace: &mut W,
    ) -> Option<Self> {
        // SAFETY: the condition is the same.
        unsafe { self.decode_code(total, trace) }
    }

    /// Next bit of the string.
    #[inline(always)]
    pub(super) fn bit(&self) -> usize {
        self.at * 8 - self.count as usize
    }

    /// Does a group of look-ups. Returns the [`tables::uses`] of the last.
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

    /// Fills the buffer to at least 56 bits. The address of the load is known
    /// early: only the shift depends on the last look-up.
    ///
    /// # Safety
    /// `coded` has eight bytes at `at`.
    #[inline(always)]
    pub(super) unsafe fn refill(&mut self, coded: &[u8]) {
        // SAFETY: the condition is the same.
        self.take(unsafe { load(coded, self.at) });
    }

    /// Like [`refill`](Self::refill), with zeros past the end of the string,
    /// which has at least eight bytes.
    #[inline(always)]
    pub(super) fn refill_to_end(&mut self, coded: &[u8]) {
        // Hoisted out of loops.
        assert!(coded.len() >= 8);
        let from = self.at.min(coded.len() - 8);
        // Two shifts, as a shift by 64 is not possible.
        let half = (self.at - from).min(8) * 4;
        // SAFETY: `from` is at least eight bytes before the end.
        let eight = unsafe { load(coded, from) };
        self.take(eight << half << half);
    }

    #[inline(always)]
    fn take(&mut self, inverted: u64) {
        self.buffer |= inverted >> (self.count & 63);
        self.at += ((63 - self.count) >> 3) as usize;
        self.count |= 56;
    }

    #[inline(always)]
    fn window(&self) -> usize {
        (self.buffer >> (64 - WINDOW)) as usize
    }

    #[inline(always)]
    pub(super) fn is_at_long_code(&self) -> bool {
        tables::uses(self.window()) == 0
    }

    /// Decodes the rest of `coded` in groups: first the estimated number, then as
    /// needed. Returns the address after the last symbol; `None` if the string is
    /// invalid.
    ///
    /// # Safety
    /// `coded` has at least eight bytes. The symbols of the bits before
    /// [`bit`](Self::bit) have been written before `to`, in room for
    /// [`tail::max_len`](super::super::tail::max_len) of `coded` and [`SLACK`](super::SLACK).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) unsafe fn finish<W: Trace>(
        mut self,
        coded: &[u8],
        trace: &mut W,
    ) -> Option<*mut u8> {
        let total = coded.len() * 8;
        while self.at + 8 <= coded.len() {
            // SAFETY: eight bytes are left to load. The look-ups are within the
            // string, so that symbols written are within `max_len`.
            unsafe {
                self.refill(coded);
                if self.group(trace) == 0 {
                    self.refill_to_end(coded);
                    self = self.decode_long_code(total, trace)?;
                }
            }
        }
        // At most 16 bytes are left.
        let left = total.saturating_sub(self.bit()) as u32;
        let mut groups = (left + 7) / TYPICAL_BITS + 1;
        loop {
            self.refill_to_end(coded);
            // SAFETY: each symbol up to bit `total` takes at least five bits, so
            // that writes are within `max_len`; past `total` only the last group
            // can find symbols, which are within `SLACK`.
            let last = unsafe { self.group(trace) };
            groups -= 1;
            if self.is_stuck(last) {
                self.refill_to_end(coded);
                // SAFETY: one symbol for more than 14 bits.
                self = unsafe { self.decode_long_code(total, trace) }?;
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

    /// Whether the look-up that used `last` met a code longer than the window,
    /// not the end: `last` is then 0 and the buffer is not. One comparison of
    /// both, as a branch on the last look-up of a string is unpredictable.
    #[inline(always)]
    fn is_stuck(&self, last: u64) -> bool {
        self.buffer >> 8 > last << 56
    }
}

/// Does `TIMES` look-ups in `buffer`, at most [`GROUP`], and writes their symbols
/// at `to`. Returns the number of bits used, and the [`tables::uses`] of the
/// last. `bit` is their first bit in the string, for `trace`.
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
    // A group uses fewer than 64 bits, so that the sum of bits does not carry
    // into that of the symbols.
    let mut sum = 0;
    let mut last = 0;
    // SAFETY: each look-up writes two bytes and counts at most two symbols, so
    // that `to` and the writes stay within `2 * TIMES` bytes.
    unsafe {
        for _ in 0..TIMES {
            let window = (*buffer >> (64 - WINDOW)) as usize;
            let uses = tables::uses(window);
            let at = bit + (sum & 63) as usize;
            trace.look_up(at, uses & 63, uses >> 6, LookUpKind::Table);
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

/// Loads eight bytes of `coded` at `at`, [inverted](invert).
///
/// # Safety
/// They are within `coded`.
#[inline(always)]
unsafe fn load(coded: &[u8], at: usize) -> u64 {
    debug_assert!(at + 8 <= coded.len());
    // SAFETY: the condition is the same.
    invert(unsafe { coded.as_ptr().add(at).cast::<[u8; 8]>().read_unaligned() })
}

/// Inverts eight bytes, as a big-endian number.
#[inline(always)]
pub(super) fn invert(eight: [u8; 8]) -> u64 {
    if cfg!(target_family = "wasm") {
        invert_in_stages(eight)
    } else {
        !u64::from_be_bytes(eight)
    }
}

/// [`invert`] in three stages that swap halves: WebAssembly has no byte swap, and
/// the compiler's replacement takes twice as many instructions. The inversion
/// between two stages keeps the compiler from recognising a byte swap.
#[inline(always)]
fn invert_in_stages(eight: [u8; 8]) -> u64 {
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

    /// Strings with codes of every length.
    #[test]
    fn decodes_valid_strings() {
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
                // SAFETY: the string has eight bytes, and the room is reserved.
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
    fn stages_invert_bytes() {
        for eight in [
            0x0123_4567_89ab_cdef_u64,
            0,
            u64::MAX,
            0xff00_00f0_0f00_0080,
        ] {
            let bytes = eight.to_be_bytes();
            assert_eq!(invert_in_stages(bytes), !eight);
            assert_eq!(invert(bytes), !eight);
        }
    }
}
