//! Writing symbols to the spare capacity of a buffer without bounds checks: the
//! length of the string bounds their number.

use alloc::vec::Vec;

use super::tail;

/// Spare capacity of a buffer for the symbols of a string. Borrows the buffer,
/// which is unchanged until the symbols are kept.
pub struct SpareCapacity<'a> {
    out: &'a mut Vec<u8>,
    start: *mut u8,
    /// Length including the bytes written. All bytes before it are initialised.
    len: usize,
    capacity: usize,
}

impl<'a> SpareCapacity<'a> {
    /// Reserves capacity for the symbols of `coded` bytes and `slack` more.
    #[inline(always)]
    pub fn new(out: &'a mut Vec<u8>, coded: usize, slack: usize) -> Self {
        Self::with(out, tail::max_len(coded) + slack)
    }

    /// Reserves capacity for `additional` bytes.
    #[inline(always)]
    pub(super) fn with(out: &'a mut Vec<u8>, additional: usize) -> Self {
        let len = out.len();
        if out.capacity() - len < additional {
            grow(out, additional);
        }
        Self {
            start: out.as_mut_ptr(),
            out,
            len,
            capacity: len + additional,
        }
    }

    /// Address of the next byte.
    #[inline(always)]
    pub(super) fn to(&self) -> *mut u8 {
        self.start.wrapping_add(self.len)
    }

    /// Writes `symbols` and keeps the first `count`.
    ///
    /// # Safety
    /// `count` is at most `N`. All symbols kept are from consecutive codes of the
    /// string that the capacity was reserved for. The slack is at least `N`, or
    /// all symbols are kept.
    #[inline(always)]
    pub unsafe fn put<const N: usize>(&mut self, symbols: [u8; N], count: usize) {
        debug_assert!(count <= N && self.len + N <= self.capacity);
        // SAFETY: a code has at least five bits, so the symbols kept are within
        // `tail::max_len`, and the others within the slack.
        unsafe { self.to().cast::<[u8; N]>().write_unaligned(symbols) };
        self.len += count;
    }

    /// Removes and returns the last symbol written, if any.
    #[inline(always)]
    pub fn take_back(&mut self) -> Option<u8> {
        if self.len == self.out.len() {
            return None;
        }
        self.len -= 1;
        // SAFETY: all bytes before the last `len` are initialised.
        Some(unsafe { self.to().read() })
    }

    /// Sets the address of the next byte.
    ///
    /// # Safety
    /// `to` is within the capacity, and all bytes before it have been written.
    #[inline(always)]
    pub(super) unsafe fn reach(&mut self, to: *mut u8) {
        // SAFETY: both are in the buffer's allocation.
        self.len = unsafe { to.offset_from(self.start) } as usize;
        debug_assert!(self.len <= self.capacity);
    }

    /// Extends the buffer by the symbols written, and returns it.
    #[inline(always)]
    pub fn keep(self) -> &'a mut Vec<u8> {
        // SAFETY: all bytes before `len` are initialised, and the buffer has
        // not changed since, as it is borrowed.
        unsafe { self.out.set_len(self.len) };
        self.out
    }
}

/// Cold, since buffers are reused.
#[cold]
#[inline(never)]
pub(super) fn grow(out: &mut Vec<u8>, additional: usize) {
    out.reserve(additional);
}
