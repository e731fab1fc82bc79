//! Counts what reading costs, for tests: the steps of loops whose number an
//! input might choose. Nothing is counted in a program without the feature
//! `count-work`.

#[cfg(feature = "count-work")]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// This many bytes were looked at, or entries of a list.
#[inline]
pub fn add(steps: usize) {
    #[cfg(feature = "count-work")]
    STEPS.with(|all| all.set(all.get() + steps as u64));
    #[cfg(not(feature = "count-work"))]
    let _ = steps;
}

/// What `work` returns, and its steps on this thread.
#[cfg(feature = "count-work")]
pub fn count<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = STEPS.get();
    let done = work();
    (done, STEPS.get() - before)
}
