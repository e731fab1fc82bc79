//! The clock of a program of its own.

use inspect::timing::Clock;

/// The time that this thread has run, which stands still while other programs
/// have the core; where the system does not tell, the time that passes.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock {
    #[cfg(not(target_os = "linux"))]
    start: std::time::Instant,
}

impl ThreadClock {
    /// A clock that may begin now.
    #[must_use]
    pub fn start() -> Self {
        Self {
            #[cfg(not(target_os = "linux"))]
            start: std::time::Instant::now(),
        }
    }
}

impl Clock for ThreadClock {
    #[cfg(target_os = "linux")]
    fn now(&mut self) -> f64 {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
    }

    #[cfg(not(target_os = "linux"))]
    fn now(&mut self) -> f64 {
        self.start.elapsed().as_nanos() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use inspect::timing::resolution;

    #[test]
    fn it_goes_on_and_never_back() {
        let mut clock = ThreadClock::start();
        let mut last = clock.now();
        for _ in 0..1000 {
            let now = clock.now();
            assert!(now >= last);
            last = now;
        }
        assert!(resolution(&mut clock) > 0.0);
    }
}
