//! Bytes allocated.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    // Constant and without a destructor, so that access does not allocate.
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that the current thread has allocated, if [`Counting`] is the global
/// allocator.
#[must_use]
pub fn allocated() -> u64 {
    ALLOCATED.with(Cell::get)
}

/// Counts `bytes` allocated by another allocator, such as that of a C library.
pub fn count(bytes: usize) {
    // An allocator must not panic: threads being destroyed are not counted.
    let _ = ALLOCATED.try_with(|allocated| allocated.set(allocated.get() + bytes as u64));
}

/// The system allocator with a counter per thread, which avoids atomic operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

// SAFETY: every call is forwarded unchanged to the system allocator; counting does
// not touch its memory and cannot unwind.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`; `place` is from the
        // system allocator.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`; `place` is from the
        // system allocator.
        let moved = unsafe { System.realloc(place, layout, size) };
        count(if moved == place {
            size.saturating_sub(layout.size())
        } else {
            size
        });
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_allocations() {
        let layout = Layout::array::<u8>(100).unwrap();
        let before = allocated();
        // SAFETY: the layout is not empty, and each place is freed with the layout
        // that it was allocated with.
        unsafe {
            let place = Counting.alloc(layout);
            assert!(!place.is_null());
            Counting.dealloc(place, layout);
            let place = Counting.alloc_zeroed(layout);
            assert_eq!(*place.add(99), 0);
            Counting.dealloc(place, layout);
        }
        assert_eq!(allocated() - before, 200);
        count(5);
        assert_eq!(allocated() - before, 205);
    }
}
