//! Clocks, and how fine they are.

/// Tells the time. The core owns no clock: the caller passes one in.
pub trait Clock {
    /// Nanoseconds since any fixed moment.
    fn now(&mut self) -> f64;
}

impl<F: FnMut() -> f64> Clock for F {
    fn now(&mut self) -> f64 {
        self()
    }
}

/// Takes steps for about `budget` nanoseconds, or until none is left. A step
/// returns its size; the clock is read after sizes of `often` together.
pub(crate) fn work(
    clock: &mut impl Clock,
    budget: f64,
    often: usize,
    mut step: impl FnMut() -> Option<usize>,
) {
    let began = clock.now();
    let mut size = 0;
    while let Some(more) = step() {
        size += more;
        if size >= often {
            size = 0;
            if clock.now() - began >= budget {
                break;
            }
        }
    }
}

/// The smallest difference that the clock shows, nanoseconds.
pub fn resolution(clock: &mut impl Clock) -> f64 {
    const LOOKS: u32 = 2_000_000;
    const DIFFERENCES: u32 = 8;
    let mut smallest = f64::INFINITY;
    let mut seen = 0;
    let mut last = clock.now();
    for _ in 0..LOOKS {
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
