//! The progress bar.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

use terminal_size::{Width, terminal_size_of};

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
            // What does not fit would begin another line each time.
            let width = terminal_size_of(io::stderr()).map_or(80, |(Width(width), _)| width);
            let most = usize::from(width).saturating_sub(1);
            let _ = write!(io::stderr(), "\r\x1b[K{:.most$}", self.line());
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
