//! A contest from beginning to end, on the system's clock.

use std::{
    io::{IsTerminal, Write, stderr},
    time::Instant,
};

use inspect::timing::Clock;

use crate::{Contest, Plan, contest::Contestant, contest::Outcome, contest::Work, meter};

/// The system's clock.
#[derive(Clone, Copy, Debug)]
pub struct Monotonic(Instant);

impl Default for Monotonic {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Monotonic {
    fn now(&mut self) -> f64 {
        self.0.elapsed().as_nanos() as f64
    }
}

/// Between two looks at the progress, nanoseconds.
const LOOK: f64 = 1e8;

/// Races `contestants`, compared with the one at `baseline`; a terminal sees
/// how far it is. Octets allocated are counted where
/// [`Counting`](meter::Counting) is the program's allocator.
#[must_use]
pub fn race(plan: Plan, work: Work, contestants: Vec<Contestant>, baseline: usize) -> Vec<Outcome> {
    let mut clock = Monotonic::default();
    let title = format!("{}, {}", work.stage, work.workload);
    let mut contest = Contest::new(plan, work, contestants, baseline, &mut clock);
    let seen = stderr().is_terminal();
    while !contest.done() {
        if seen {
            // Who cannot be told how far it is gets the answer all the same.
            let percent = (contest.progress() * 100.0).floor();
            let _ = write!(stderr(), "\r\x1b[K{title}: {percent} %");
        }
        contest.go_on(&mut clock, &mut meter::allocated, LOOK);
    }
    if seen {
        let _ = write!(stderr(), "\r\x1b[K");
    }
    contest.outcomes()
}
