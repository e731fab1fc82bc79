//! A complete race with the clock of this thread.

use std::io::{IsTerminal, Write, stderr};

use super::thread_clock;
use crate::{Candidate, Outcome, Plan, RaceWork, Runner};

/// Interval of progress reports, nanoseconds.
const REPORT: f64 = 1e8;

/// Races `candidates`, compared with the one at `baseline`, and shows the progress
/// on a terminal. Bytes allocated are counted if
/// [`Counting`](crate::meter::Counting) is the global allocator.
#[must_use]
pub fn race(
    plan: Plan,
    work: RaceWork,
    candidates: Vec<Candidate>,
    baseline: usize,
) -> Vec<Outcome> {
    let mut clock = thread_clock();
    let title = format!("{}, {}", work.stage, work.workload);
    let mut runner = Runner::new(plan, work, candidates, baseline, &mut clock);
    let is_terminal = stderr().is_terminal();
    while !runner.is_done() {
        if is_terminal {
            // Failing to show progress does not matter.
            let percent = (runner.progress() * 100.0).floor();
            let _ = write!(stderr(), "\r\x1b[K{title}: {percent}%");
        }
        runner.run_for(&mut clock, REPORT);
    }
    if is_terminal {
        let _ = write!(stderr(), "\r\x1b[K");
    }
    runner.outcomes()
}
