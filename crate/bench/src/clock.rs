//! How fine a clock is. A clock is a function that returns nanoseconds since
//! any fixed moment.

/// The smallest difference that `clock` shows, nanoseconds; 0 if it stands still.
pub fn resolution(clock: &mut impl FnMut() -> f64) -> f64 {
    const LOOKS: u32 = 2_000_000;
    const DIFFERENCES: u32 = 8;
    let mut smallest = f64::INFINITY;
    let mut seen = 0;
    let mut last = clock();
    for _ in 0..LOOKS {
        let now = clock();
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
