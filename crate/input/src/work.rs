//! Counts the steps of loops whose length an input controls, so that tests can
//! check for linear work. Compiled in with the feature `count-work`.

#[cfg(feature = "count-work")]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Adds bytes or list entries visited.
#[inline]
pub fn add(steps: usize) {
    #[cfg(feature = "count-work")]
    STEPS.with(|all| all.set(all.get() + steps as u64));
    #[cfg(not(feature = "count-work"))]
    let _ = steps;
}

/// Runs `work` and returns its result and the steps counted on this thread.
#[cfg(feature = "count-work")]
pub fn count<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = STEPS.get();
    let done = work();
    (done, STEPS.get() - before)
}
