//! How long a race takes.

use crate::statistics::Looks;

/// Durations of a race.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of heats: until the intervals are narrow, or to a limit.
    pub heats: Looks,
    /// Rounds in a heat, each with a batch of every engine.
    pub rounds: u32,
    /// Shortest batch, nanoseconds.
    pub batch: f64,
    /// Shortest batch, ticks of the clock.
    pub ticks: f64,
    /// Shortest warm-up of an engine, nanoseconds.
    pub warm: f64,
}

impl Plan {
    /// For native code.
    pub const NATIVE: Self = Self {
        heats: Looks {
            first: 41,
            most: 328,
        },
        rounds: 1,
        batch: 500_000.0,
        ticks: 1_000.0,
        warm: 20e6,
    };

    /// For a first impression of native code.
    pub const QUICK: Self = Self {
        heats: Looks {
            first: 21,
            most: 84,
        },
        rounds: 1,
        batch: 200_000.0,
        ticks: 200.0,
        warm: 3e6,
    };

    /// For a browser, whose clock is coarse and whose compiler optimizes late.
    pub const BROWSER: Self = Self {
        heats: Looks {
            first: 26,
            most: 208,
        },
        rounds: 7,
        batch: 4e5,
        ticks: 40.0,
        warm: 30e6,
    };
}
