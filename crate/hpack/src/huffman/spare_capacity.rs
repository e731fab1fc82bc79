//! Spare capacity of a buffer for a string's symbols, written without a test
//! for each: how much is needed follows from the length of the string.

use alloc::vec::Vec;

use super::tail;

/// Spare capacity behind the end of a buffer, for an engine to write a
/// string's symbols to. It borrows the buffer, which therefore stays as it is
/// until the symbols written are kept or given up.
pub struct SpareCapacity<'a> {
    out: &'a mut Vec<u8>,
    /// Where the next symbol goes. All octets from the end of `out` up to here
    /// have been written, within the capacity.
    to: *mut u8,
    /// The end of what was reserved; only debug assertions look at it.
    end: *mut u8,
}

impl<'a> SpareCapacity<'a> {
    /// Room behind `out` for the symbols of `coded` octets and `slack` more.
    #[inline(always)]
    pub fn new(out: &'a mut Vec<u8>, coded: usize, slack: usize) -> Self {
        Self::with(out, tail::most(coded) + slack)
    }

    /// Room behind `out` for `most` octets.
    #[inline(always)]
    pub(super) fn with(out: &'a mut Vec<u8>, most: usize) -> Self {
        if out.capacity() - out.len() < most {
            grow(out, most);
        }
        let to = out.spare_capacity_mut().as_mut_ptr().cast::<u8>();
        let end = to.wrapping_add(most);
        Self { out, to, end }
    }

    /// The length of the buffer without what was written.
    pub(super) fn before(&self) -> usize {
        self.out.len()
    }

    /// Where the next symbol goes.
    #[inline(always)]
    pub(super) fn to(&self) -> *mut u8 {
        self.to
    }

    /// Writes `symbols`, of which the first `count` count.
    ///
    /// # Safety
    /// `count` is at most `N`. The codes of all symbols that count stand in the
    /// string that the room is for, one behind the other; the slack of the room
    /// is `N` or more, or all symbols count.
    #[inline(always)]
    pub unsafe fn put<const N: usize>(&mut self, symbols: [u8; N], count: usize) {
        debug_assert!(count <= N && self.to.wrapping_add(N) <= self.end);
        // SAFETY: a code has five bits at least, so what counts is within
        // `tail::most`, and what does not is within the slack.
        unsafe {
            self.to.cast::<[u8; N]>().write_unaligned(symbols);
            self.to = self.to.add(count);
        }
    }

    /// Takes the last symbol back; `None` where there is none.
    #[inline(always)]
    pub fn take_back(&mut self) -> Option<u8> {
        // Not by a slice of the room: such a borrow would end that of `to`.
        let start = self.out.as_ptr().wrapping_add(self.out.len());
        if self.to.cast_const() == start {
            return None;
        }
        self.to = self.to.wrapping_sub(1);
        // SAFETY: it stands between the end of `out` and the last `to`, all of
        // which has been written.
        Some(unsafe { self.to.read() })
    }

    /// The next symbol goes to `to`.
    ///
    /// # Safety
    /// `to` is within the room, and all octets before it have been written.
    #[inline(always)]
    pub(super) unsafe fn reach(&mut self, to: *mut u8) {
        debug_assert!(to <= self.end);
        self.to = to;
    }

    /// Makes what was written part of the buffer, and returns the buffer.
    #[inline(always)]
    pub fn keep(self) -> &'a mut Vec<u8> {
        // SAFETY: both pointers are of the buffer's allocation; all octets up
        // to `to` have been written, and the buffer has not changed since, as
        // it is borrowed.
        unsafe {
            let length = self.to.offset_from_unsigned(self.out.as_ptr());
            self.out.set_len(length);
        }
        self.out
    }
}

/// Seldom needed, as a buffer is used again.
#[cold]
#[inline(never)]
fn grow(out: &mut Vec<u8>, most: usize) {
    out.reserve(most);
}
