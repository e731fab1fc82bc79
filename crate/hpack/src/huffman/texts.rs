//! Names and values in the spare capacity of a buffer, which does not move: they
//! can be borrowed while more are written.

use alloc::vec::Vec;
use core::cell::Cell;

/// Capacity beyond three times the length of a block: more than the slack of any
/// kernel, and of lanes.
const SLACK: usize = 512;

/// Texts in the spare capacity of a buffer. Borrows the buffer, which is
/// unchanged until the texts are kept.
pub(crate) struct StringArena<'a> {
    out: &'a mut Vec<u8>,
    start: *mut u8,
    /// Length including the bytes written. All bytes before it are initialised,
    /// and are not written again while they are borrowed.
    len: Cell<usize>,
    /// Length with the texts kept.
    kept: Cell<usize>,
    capacity: usize,
}

impl<'a> StringArena<'a> {
    /// Reserves capacity for all strings of a block of `length` bytes,
    /// Huffman-coded or not, and for what decoding writes beyond the symbols: a
    /// few words, or the lanes of a long string.
    #[inline(always)]
    pub(crate) fn of_block(out: &'a mut Vec<u8>, length: usize) -> Self {
        let additional = 3 * length + SLACK;
        let len = out.len();
        if out.capacity() - len < additional {
            super::spare_capacity::grow(out, additional);
        }
        Self {
            start: out.as_mut_ptr(),
            out,
            len: Cell::new(len),
            kept: Cell::new(len),
            capacity: len + additional,
        }
    }

    /// Length of the buffer including the bytes written.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len.get()
    }

    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.capacity - self.len.get()
    }

    /// Drops the texts that are not kept, to write others in their place.
    #[inline(always)]
    pub(crate) fn reset(&mut self) {
        self.len.set(self.kept.get());
    }

    /// Keeps the texts so far.
    #[inline(always)]
    pub(crate) fn keep(&self) {
        self.kept.set(self.len.get());
    }

    /// Returns `length` bytes at offset `start` of the buffer; `None` if they are
    /// not within the bytes written.
    #[inline(always)]
    pub(crate) fn text(&self, start: u32, length: u32) -> Option<&[u8]> {
        let end = u64::from(start) + u64::from(length);
        let (start, length) = (start as usize, length as usize);
        // SAFETY: all bytes before `len` are initialised, and are not written
        // while they are borrowed.
        (end <= self.len.get() as u64)
            .then(|| unsafe { core::slice::from_raw_parts(self.start.add(start), length) })
    }

    /// Offset in the buffer of `text`, which is one of its texts.
    #[inline(always)]
    pub(crate) fn offset(&self, text: &[u8]) -> usize {
        text.as_ptr().addr().wrapping_sub(self.start.addr())
    }

    /// Appends the first `length` of `bytes`; `None` if they do not fit.
    ///
    /// Most strings are short: copying a fixed length is faster than a `memcpy`
    /// call, which is out of line.
    #[inline(always)]
    pub(crate) fn put(&self, bytes: &[u8], length: usize) -> Option<&[u8]> {
        const SHORT: usize = 32;
        match bytes.first_chunk::<SHORT>() {
            // SAFETY: what is written fits, and is after all bytes that can be
            // borrowed, `bytes` among them.
            Some(chunk) if length <= SHORT && self.left() >= SHORT => unsafe {
                self.to().cast::<[u8; SHORT]>().write_unaligned(*chunk);
                Some(self.reach(self.to().add(length)))
            },
            _ => self.put_long(bytes.get(..length)?),
        }
    }

    #[inline(never)]
    fn put_long(&self, bytes: &[u8]) -> Option<&[u8]> {
        if bytes.len() > self.left() {
            return None;
        }
        // SAFETY: as in `put`.
        unsafe {
            self.to()
                .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            Some(self.reach(self.to().add(bytes.len())))
        }
    }

    /// Address of the next byte.
    #[inline(always)]
    pub(super) fn to(&self) -> *mut u8 {
        self.start.wrapping_add(self.len.get())
    }

    /// Ends the text being written at `end`, and returns it.
    ///
    /// # Safety
    /// `end` is within the capacity, and all bytes before it have been written.
    #[inline(always)]
    pub(super) unsafe fn reach(&self, end: *mut u8) -> &[u8] {
        let from = self.to();
        // SAFETY: both are in the buffer, and the bytes between are initialised.
        unsafe {
            let length = end.offset_from(from) as usize;
            self.len.set(self.len.get() + length);
            core::slice::from_raw_parts(from, length)
        }
    }

    /// Extends the buffer by the texts kept.
    #[inline(always)]
    pub(crate) fn finish(self) {
        // SAFETY: all bytes before `kept` are initialised, and the buffer has
        // not changed since, as it is borrowed.
        unsafe { self.out.set_len(self.kept.get()) };
    }
}
