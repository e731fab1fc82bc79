//! Measures the time of each step of a block.
//!
//! A browser's clock ticks in microseconds and a step takes nanoseconds, so
//! each step is replayed from its table state in batches far above the clock's
//! resolution, interleaved in random order, for several rounds. Table changes
//! are undone after each replay; the time of undoing is measured separately and
//! subtracted.
//!
//! Stages of a step and steps of a block overlap in the processor: their times
//! do not add up, and the whole block is measured separately.

mod clock;
mod measured;
mod replay;

use std::ops::Range;

use hpack::Kind;
use hpack::huffman::HuffmanDecoder;
use serde::Serialize;

pub(crate) use clock::work;
pub use clock::{Clock, resolution};
pub use measured::Measured;
use replay::{Replay, Stage};

use crate::{columns::flags, session::Session};

/// Rounds that count. A further one first warms up and determines the batch
/// sizes.
pub const ROUNDS: u32 = 11;

/// Minimum duration of a batch, in ticks of the clock.
const TICKS: f64 = 40.0;

/// Minimum duration of a batch, nanoseconds.
const BATCH: f64 = 50_000.0;

/// Maximum number of replays in a batch, in case the clock stands still.
const MOST_REPLAYS: u32 = 1 << 24;

/// Times of a step.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StepTiming {
    /// Number of the row in the session.
    pub row: usize,
    /// Whole step.
    pub step: Option<Measured>,
    /// Decoding of integers.
    pub integer: Option<Measured>,
    /// Decoding of strings; `None` without strings.
    pub string: Option<Measured>,
    /// Look-up, insertion and eviction; `None` if it does not use a table.
    pub table: Option<Measured>,
}

/// Results so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TimingResult {
    /// Number of the block in the session.
    pub block: usize,
    /// Id of the Huffman engine.
    pub engine: &'static str,
    /// Resolution of the clock, nanoseconds.
    pub clock_ns: f64,
    /// Number of rounds done.
    pub rounds: u32,
    /// Number of rounds to do.
    pub rounds_wanted: u32,
    /// Number of the block's first row in the session.
    pub first_row: usize,
    /// Steps that are measured, in wire order.
    pub steps: Vec<StepTiming>,
    /// Whole block, measured separately.
    pub whole: Option<Measured>,
    /// Size of the block, bytes.
    pub bytes: usize,
    /// Whether all rounds are done.
    pub done: bool,
}

#[derive(Debug)]
struct Unit {
    stage: Stage,
    row: usize,
    replays: u32,
    samples: Vec<f64>,
}

/// A measurement in progress.
#[derive(Debug)]
pub struct Timing {
    block: usize,
    engine: &'static str,
    bytes: usize,
    first_row: usize,
    clock_ns: f64,
    units: Vec<Unit>,
    order: Vec<usize>,
    next: usize,
    /// Number of rounds done, including the warm-up.
    rounds: u32,
    random: u64,
}

impl Timing {
    /// Prepares to measure `block`, and of its steps those at `rows`, counted
    /// from its first, with the named Huffman engine; measures the clock. `None`
    /// if there is no such block.
    pub fn new(
        session: &Session,
        block: usize,
        rows: Range<usize>,
        engine: &'static str,
        clock: &mut impl Clock,
    ) -> Option<Self> {
        let record = session.blocks().get(block)?;
        let unit = |stage, row| Unit {
            stage,
            row,
            replays: 1,
            samples: Vec::new(),
        };
        let mut units = Vec::new();
        if !record.rows.is_empty() {
            units.push(unit(Stage::Whole, record.rows.start));
        }
        let all = record.rows.clone();
        for number in all.clone().skip(rows.start).take(rows.len()) {
            let row = &session.rows()[number];
            units.push(unit(Stage::Step, number));
            units.push(unit(Stage::Integer, number));
            if row.has(flags::NAME_LITERAL | flags::VALUE_LITERAL) {
                units.push(unit(Stage::String, number));
            }
            if row.index != 0 || matches!(row.kind, Kind::Incremental | Kind::SizeUpdate) {
                units.push(unit(Stage::Table, number));
            }
        }
        let mut timing = Self {
            block,
            engine,
            bytes: record.bytes.len(),
            first_row: all.start,
            clock_ns: resolution(clock),
            order: (0..units.len()).collect(),
            next: 0,
            rounds: 0,
            random: 0x9e37_79b9_7f4a_7c15,
            units,
        };
        timing.shuffle();
        Some(timing)
    }

    /// Whether all rounds are done.
    pub fn done(&self) -> bool {
        self.rounds > ROUNDS || self.units.is_empty()
    }

    /// Continues for about `budget` nanoseconds. The engine must not change.
    pub fn run_for<H: HuffmanDecoder + Copy>(
        &mut self,
        session: &Session,
        huffman: H,
        clock: &mut impl Clock,
        budget: f64,
    ) {
        let began = clock.now();
        while !self.done() {
            let unit = self.order[self.next];
            self.measure(session, huffman, clock, unit);
            self.next += 1;
            if self.next == self.order.len() {
                self.next = 0;
                self.rounds += 1;
                self.shuffle();
            }
            if clock.now() - began >= budget {
                break;
            }
        }
    }

    /// Returns the results so far.
    pub fn result(&self) -> TimingResult {
        let mut steps: Vec<StepTiming> = Vec::new();
        let mut whole = None;
        for unit in &self.units {
            let measured = Measured::of(&unit.samples);
            match (unit.stage, steps.last_mut()) {
                (Stage::Whole, _) => whole = measured,
                (Stage::Integer, Some(step)) => step.integer = measured,
                (Stage::String, Some(step)) => step.string = measured,
                (Stage::Table, Some(step)) => step.table = measured,
                // The first unit of each step.
                _ => steps.push(StepTiming {
                    row: unit.row,
                    step: measured,
                    integer: None,
                    string: None,
                    table: None,
                }),
            }
        }
        TimingResult {
            block: self.block,
            engine: self.engine,
            clock_ns: self.clock_ns,
            rounds: self.rounds.saturating_sub(1).min(ROUNDS),
            rounds_wanted: ROUNDS,
            first_row: self.first_row,
            steps,
            whole,
            bytes: self.bytes,
            done: self.done(),
        }
    }

    /// Fisher-Yates shuffle with a xorshift generator; statistical quality does
    /// not matter.
    fn shuffle(&mut self) {
        for i in (1..self.order.len()).rev() {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            self.order.swap(i, (self.random % (i as u64 + 1)) as usize);
        }
    }

    fn measure<H: HuffmanDecoder + Copy>(
        &mut self,
        session: &Session,
        huffman: H,
        clock: &mut impl Clock,
        unit: usize,
    ) {
        let least = BATCH.max(TICKS * self.clock_ns);
        let warming = self.rounds == 0;
        let Unit {
            stage,
            row,
            replays,
            samples,
        } = &mut self.units[unit];
        let Some(mut replay) = Replay::new(session, *stage, *row) else {
            return;
        };
        loop {
            let batch = replay.batch(huffman, *replays, clock);
            let enough = batch.duration >= least || *replays >= MOST_REPLAYS;
            // A pause of the machine during the warm-up inflates a step's time,
            // and the batch is then too short for the clock.
            let too_short = batch.duration < least / 2.0 && *replays < MOST_REPLAYS;
            if !warming && too_short {
                samples.clear();
            }
            if (warming && !enough) || too_short {
                *replays = if batch.duration <= 0.0 {
                    *replays * 8
                } else {
                    // A quarter more than estimated, at most eight times as
                    // many.
                    let wanted =
                        f64::from(*replays) * (1.25 * least / batch.duration).clamp(1.5, 8.0);
                    wanted.ceil().min(f64::from(MOST_REPLAYS)) as u32
                };
                continue;
            }
            if !warming {
                samples.push((batch.duration - batch.undoing).max(0.0) / f64::from(*replays));
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::{fixtures::of_hex, session::Options};
    use hpack::huffman::Window14;

    #[test]
    fn measures_every_step_without_changing_the_session() {
        let session = of_hex(
            Options::default(),
            &[
                "828684418cf1e3c2e5f23a6ba0ab90f4ff",
                "828684be5886a8eb10649cbf",
            ],
        );
        let rows = session.rows().to_vec();
        let start = Instant::now();
        let mut clock = || start.elapsed().as_nanos() as f64;
        for (block, rows, measured) in [
            (0, 0..usize::MAX, 0..4),
            (1, 0..usize::MAX, 4..9),
            (1, 1..3, 5..7),
            (1, 4..9, 8..9),
        ] {
            let mut timing = Timing::new(&session, block, rows, "window14", &mut clock).unwrap();
            while !timing.done() {
                timing.run_for(&session, Window14::new(), &mut clock, 1e6);
            }
            let result = timing.result();
            assert!(result.done);
            assert_eq!(result.rounds, ROUNDS);
            assert!(result.steps.iter().map(|step| step.row).eq(measured));
            assert_eq!(result.first_row, session.blocks()[block].rows.start);
            assert!(result.whole.unwrap().median > 0.0);
            for step in &result.steps {
                let Measured { median, low, high } = step.step.unwrap();
                assert!(0.0 < low && low <= median && median <= high);
                assert!(step.integer.is_some());
            }
        }
        assert_eq!(session.rows(), rows);
        for row in 0..rows.len() {
            assert!(session.name(&session.rows()[row]).is_some());
        }
    }

    #[test]
    fn ends_with_a_clock_that_stands_still() {
        let session = of_hex(Options::default(), &["82"]);
        let mut clock = || 0.0;
        let mut timing = Timing::new(&session, 0, 0..usize::MAX, "window14", &mut clock).unwrap();
        for unit in 0..timing.units.len() {
            timing.units[unit].replays = MOST_REPLAYS / 8;
        }
        timing.run_for(&session, Window14::new(), &mut clock, 0.0);
        assert_eq!(timing.clock_ns, 0.0);
    }
}
