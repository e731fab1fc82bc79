//! The clock of a native program.

/// Returns a clock of the CPU time of this thread in nanoseconds, or of elapsed
/// time on systems other than Linux.
pub fn thread_clock() -> impl FnMut() -> f64 {
    #[cfg(target_os = "linux")]
    return || {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
    };
    #[cfg(not(target_os = "linux"))]
    {
        let start = std::time::Instant::now();
        move || start.elapsed().as_nanos() as f64
    }
}

#[cfg(test)]
mod tests {
    use inspect::timing::resolution;

    use super::*;

    #[test]
    fn is_monotonic() {
        let mut clock = thread_clock();
        let mut last = clock();
        for _ in 0..1000 {
            let now = clock();
            assert!(now >= last);
            last = now;
        }
        assert!(resolution(&mut clock) > 0.0);
    }
}
