//! A contest from beginning to end, on this thread's clock.

use std::io::{IsTerminal, Write, stderr};

use super::ThreadClock;
use crate::{
    Contest, Plan,
    contest::{Contestant, Outcome, Work},
    meter,
};

/// Between two looks at the progress, nanoseconds.
const LOOK: f64 = 1e8;

/// Races `contestants`, compared with the one at `baseline`; a terminal sees
/// how far it is. Octets allocated are counted where
/// [`Counting`](meter::Counting) is the program's allocator.
#[must_use]
pub fn race(plan: Plan, work: Work, contestants: Vec<Contestant>, baseline: usize) -> Vec<Outcome> {
    let mut clock = ThreadClock::start();
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
