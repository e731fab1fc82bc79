//! A race from beginning to end, on this thread's clock.

use std::io::{IsTerminal, Write, stderr};

use super::thread_clock;
use crate::{
    Plan, Runner,
    runner::{Candidate, Outcome, Work},
};

/// Between two looks at the progress, nanoseconds.
const LOOK: f64 = 1e8;

/// Races `candidates`, compared with the one at `baseline`; a terminal sees
/// how far it is. Bytes allocated are counted where
/// [`Counting`](crate::meter::Counting) is the program's allocator.
#[must_use]
pub fn race(plan: Plan, work: Work, candidates: Vec<Candidate>, baseline: usize) -> Vec<Outcome> {
    let mut clock = thread_clock();
    let title = format!("{}, {}", work.stage, work.workload);
    let mut runner = Runner::new(plan, work, candidates, baseline, &mut clock);
    let seen = stderr().is_terminal();
    while !runner.done() {
        if seen {
            // Who cannot be told how far it is gets the answer all the same.
            let percent = (runner.progress() * 100.0).floor();
            let _ = write!(stderr(), "\r\x1b[K{title}: {percent}%");
        }
        runner.go_on(&mut clock, LOOK);
    }
    if seen {
        let _ = write!(stderr(), "\r\x1b[K");
    }
    runner.outcomes()
}
