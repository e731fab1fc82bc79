//! Clocks and their resolution.

/// A monotonic clock, provided by the caller.
pub trait Clock {
    /// Nanoseconds since a fixed instant.
    fn now(&mut self) -> f64;
}

impl<F: FnMut() -> f64> Clock for F {
    fn now(&mut self) -> f64 {
        self()
    }
}

/// Runs steps for about `budget` nanoseconds or until `step` returns `None`.
/// `step` returns its size; the clock is read about every `interval` units.
pub(crate) fn work(
    clock: &mut impl Clock,
    budget: f64,
    interval: usize,
    mut step: impl FnMut() -> Option<usize>,
) {
    let began = clock.now();
    let mut size = 0;
    while let Some(more) = step() {
        size += more;
        if size >= interval {
            size = 0;
            if clock.now() - began >= budget {
                break;
            }
        }
    }
}

/// Measures the smallest difference that the clock shows, nanoseconds.
pub fn resolution(clock: &mut impl Clock) -> f64 {
    const READINGS: u32 = 2_000_000;
    const DIFFERENCES: u32 = 8;
    let mut smallest = f64::INFINITY;
    let mut seen = 0;
    let mut last = clock.now();
    for _ in 0..READINGS {
        let now = clock.now();
        if now > last {
            smallest = smallest.min(now - last);
            seen += 1;
            last = now;
            if seen == DIFFERENCES {
                break;
            }
        }
    }
    if smallest.is_finite() { smallest } else { 0.0 }
}
