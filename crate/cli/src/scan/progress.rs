//! The progress bar.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// Cells of the bar.
const CELLS: usize = 30;
const REDRAW: Duration = Duration::from_millis(100);

/// Counts captures, on standard error if that is a terminal.
#[derive(Debug)]
pub(super) struct Progress {
    all: usize,
    pub(super) done: usize,
    pub(super) failed: usize,
    started: Instant,
    drawn: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(all: usize) -> Self {
        Self {
            all,
            done: 0,
            failed: 0,
            started: Instant::now(),
            drawn: None,
            is_shown: io::stderr().is_terminal(),
        }
    }

    /// Counts a capture.
    pub(super) fn add(&mut self, is_read: bool) {
        self.done += 1;
        self.failed += usize::from(!is_read);
        let is_due = self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW);
        if self.is_shown && (is_due || self.done == self.all) {
            self.drawn = Some(Instant::now());
            let _ = write!(io::stderr(), "\r\x1b[K{}", self.line());
        }
    }

    /// Ends the line of the bar.
    pub(super) fn finish(&self) {
        if self.drawn.is_some() {
            let _ = writeln!(io::stderr());
        }
    }

    fn line(&self) -> String {
        let full = CELLS * self.done / self.all.max(1);
        let rate = self.done as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let failed = match self.failed {
            0 => String::new(),
            failed => format!(", {failed} failed"),
        };
        format!(
            "[{}{}] {} of {} captures, {rate:.0}/s{failed}",
            "#".repeat(full),
            "-".repeat(CELLS - full),
            self.done,
            self.all
        )
    }
}
