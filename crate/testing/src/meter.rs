//! Counts a thread's allocations.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

/// Counts for [`measure`] in tests that make it their `#[global_allocator]`;
/// the system allocates.
pub struct Counting;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static ASKED: Cell<usize> = const { Cell::new(0) };
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // The counter of a thread that is ending no longer exists.
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live.get())));
        let more = usize::try_from(bytes).unwrap_or(0);
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + more));
        let _ = CALLS.try_with(|calls| calls.set(calls.get() + usize::from(bytes > 0)));
    });
}

// SAFETY: every call is forwarded unchanged to the system's allocator, and
// counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both may exist for a while.
        count(size.cast_signed());
        count(-layout.size().cast_signed());
        // SAFETY: the caller upholds the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Allocations of a piece of work.
#[derive(Debug)]
pub struct Used {
    /// The most bytes held at once, beyond those held before.
    pub peak: usize,
    /// All bytes allocated, freed or not.
    pub asked: usize,
    /// Number of allocations.
    pub calls: usize,
}

/// Runs the work and counts what this thread allocates for it.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Used) {
    let before = LIVE.with(Cell::get);
    PEAK.with(|peak| peak.set(before));
    let (asked, calls) = (ASKED.with(Cell::get), CALLS.with(Cell::get));
    let done = work();
    let used = Used {
        peak: usize::try_from(PEAK.with(Cell::get) - before).unwrap_or(0),
        asked: ASKED.with(Cell::get) - asked,
        calls: CALLS.with(Cell::get) - calls,
    };
    (done, used)
}
