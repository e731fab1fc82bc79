//! Names and values that are appended to a buffer and stay where they are, so
//! that earlier ones can be used while later ones are written.

use alloc::vec::Vec;
use core::cell::Cell;

use super::tail;

/// The length in bytes of a block from which on it may have strings that are
/// decoded in lanes.
const LONG: usize = 160;

/// Room behind the end of a buffer, and the texts in it. It borrows the buffer,
/// which therefore stays as it is until the texts are kept or given up.
pub(crate) struct Texts<'a> {
    out: &'a mut Vec<u8>,
    start: *mut u8,
    /// The length with what was written. All bytes before it are initialised,
    /// and are not written again while they are borrowed.
    len: Cell<usize>,
    /// The length that fits.
    capacity: usize,
}

impl<'a> Texts<'a> {
    /// Room behind `out` for all strings of a block of `length` bytes, Huffman
    /// coded or not, and for what decoding one of them may write beyond its
    /// symbols: a few words, or the lanes of a long string.
    #[inline(always)]
    pub(crate) fn of_block(out: &'a mut Vec<u8>, length: usize) -> Self {
        let beyond = if length < LONG { 64 } else { length + 512 };
        let most = tail::most(length) + beyond;
        let len = out.len();
        if out.capacity() - len < most {
            super::spare_capacity::grow(out, most);
        }
        Self {
            start: out.as_mut_ptr(),
            out,
            len: Cell::new(len),
            capacity: len + most,
        }
    }

    /// The length that the buffer has with what was written.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len.get()
    }

    /// How many more bytes fit.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.capacity - self.len.get()
    }

    /// Gives up what was written behind the first `len` bytes.
    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len.set(self.len.get().min(len));
    }

    /// `length` bytes from `start` of the buffer.
    ///
    /// # Panics
    /// If they reach beyond what was written.
    #[inline(always)]
    pub(crate) fn text(&self, start: usize, length: usize) -> &[u8] {
        let len = self.len.get();
        assert!(start <= len && length <= len - start);
        // SAFETY: all bytes before `len` are initialised, and are not written
        // while they are borrowed.
        unsafe { core::slice::from_raw_parts(self.start.add(start), length) }
    }

    /// Where `text`, which is one of these, begins in the buffer.
    #[inline(always)]
    pub(crate) fn offset(&self, text: &[u8]) -> usize {
        text.as_ptr().addr().wrapping_sub(self.start.addr())
    }

    /// Writes the first `length` of `bytes`; `None` if they do not fit.
    ///
    /// Most strings are short: a copy of fixed length, of which the rest is
    /// dropped, is quicker than a call.
    #[inline(always)]
    pub(crate) fn put(&self, bytes: &[u8], length: usize) -> Option<&[u8]> {
        const SHORT: usize = 32;
        let to = self.to();
        // SAFETY: there is room for what is written, behind all that may be
        // borrowed; `bytes` is elsewhere or before it.
        unsafe {
            match bytes.first_chunk::<SHORT>() {
                Some(chunk) if length <= SHORT && self.left() >= SHORT => {
                    to.cast::<[u8; SHORT]>().write_unaligned(*chunk);
                }
                _ if length <= self.left() && length <= bytes.len() => {
                    to.copy_from_nonoverlapping(bytes.as_ptr(), length);
                }
                _ => return None,
            }
            Some(self.reach(to.add(length)))
        }
    }

    /// Where the next byte goes.
    #[inline(always)]
    pub(super) fn to(&self) -> *mut u8 {
        self.start.wrapping_add(self.len.get())
    }

    /// The text from where the next byte went to `end`.
    ///
    /// # Safety
    /// `end` is within the room, and all bytes before it have been written.
    #[inline(always)]
    pub(super) unsafe fn reach(&self, end: *mut u8) -> &[u8] {
        let from = self.to();
        // SAFETY: both are in the buffer, and what is between them is initialised.
        unsafe {
            let length = end.offset_from(from) as usize;
            self.len.set(self.len.get() + length);
            core::slice::from_raw_parts(from, length)
        }
    }

    /// Makes what was written part of the buffer.
    #[inline(always)]
    pub(crate) fn keep(self) {
        // SAFETY: all bytes before `len` are initialised, and the buffer has
        // not changed since, as it is borrowed.
        unsafe { self.out.set_len(self.len.get()) };
    }
}
