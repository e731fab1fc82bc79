//! Bytes allocated.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    // Constant and without a destructor: to reach it allocates nothing.
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that the current thread has asked for, where [`Counting`] is the
/// program's allocator.
#[must_use]
pub fn allocated() -> u64 {
    ALLOCATED.with(Cell::get)
}

/// Counts `bytes` that were asked of another allocator, a C library's.
pub fn count(bytes: usize) {
    // An allocator must not panic: a thread that has no counter is not counted.
    let _ = ALLOCATED.try_with(|allocated| allocated.set(allocated.get() + bytes as u64));
}

/// The system's allocator with a counter for each thread, so that allocating
/// is not slowed down by an atomic operation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

// SAFETY: every call goes to the system's allocator as it came; what is
// counted touches no memory of the allocator's and cannot unwind.
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
        // SAFETY: the caller keeps the contract of `dealloc`, and the place
        // came from the system's allocator.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`, and the place
        // came from the system's allocator.
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
    fn what_is_asked_for_is_counted() {
        let layout = Layout::array::<u8>(100).unwrap();
        let before = allocated();
        // SAFETY: the layout is not empty, and the place goes back with the
        // layout that it came with.
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
