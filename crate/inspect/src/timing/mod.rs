//! How long each step of a block takes.
//!
//! A browser's clock ticks in microseconds and a step takes nanoseconds, so a
//! step is replayed from its own moment in batches far above the clock's
//! resolution, all steps interleaved in random order, for several rounds.
//! What changes the table is undone after each replay; a batch of undoing
//! alone is timed beside it and taken off.
//!
//! The stages of a step overlap in the processor, and so do the steps of a
//! block: their times do not add up, and the block is measured by itself.

mod clock;
mod measured;
mod replay;

use hpack::Kind;
use hpack::huffman::HuffmanDecoder;
use serde::Serialize;

pub(crate) use clock::work;
pub use clock::{Clock, resolution};
pub use measured::Measured;
use replay::{Replay, What};

use crate::{columns::flags, session::Session};

/// Rounds that count; one more is run first, to warm up and to find out how
/// many replays make a batch.
pub const ROUNDS: u32 = 11;

/// The least duration of a batch, in ticks of the clock.
const TICKS: f64 = 40.0;

/// And in nanoseconds, however fine the clock.
const BATCH: f64 = 50_000.0;

/// A batch never has more replays, should a clock stand still.
const MOST_REPLAYS: u32 = 1 << 24;

/// One step's times.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StepTiming {
    /// Its row.
    pub row: usize,
    /// The whole step.
    pub step: Option<Measured>,
    /// Reading its integers.
    pub integer: Option<Measured>,
    /// Decoding its strings; `None` where it has none.
    pub string: Option<Measured>,
    /// Looking up, inserting, evicting; `None` where it does not touch a table.
    pub table: Option<Measured>,
}

/// What has been measured so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TimingResult {
    /// Number of the block in the session.
    pub block: usize,
    /// Name of the Huffman engine.
    pub engine: &'static str,
    /// The smallest difference that the clock showed, nanoseconds.
    pub clock_ns: f64,
    /// Rounds done.
    pub rounds: u32,
    /// Rounds wanted.
    pub rounds_wanted: u32,
    /// The steps, in wire order.
    pub steps: Vec<StepTiming>,
    /// The block, measured by itself.
    pub whole: Option<Measured>,
    /// Bytes of the block.
    pub bytes: usize,
    /// Whether all rounds are done.
    pub done: bool,
}

#[derive(Debug)]
struct Unit {
    what: What,
    row: usize,
    replays: u32,
    samples: Vec<f64>,
}

/// A measurement under way.
#[derive(Debug)]
pub struct Timing {
    block: usize,
    engine: &'static str,
    bytes: usize,
    clock_ns: f64,
    units: Vec<Unit>,
    order: Vec<usize>,
    next: usize,
    /// Rounds done, the one to warm up included.
    rounds: u32,
    random: u64,
}

impl Timing {
    /// Prepares to measure `block` with the Huffman engine of that name, and
    /// measures the clock. `None` if there is no such block.
    pub fn new(
        session: &Session,
        block: usize,
        engine: &'static str,
        clock: &mut impl Clock,
    ) -> Option<Self> {
        let record = session.blocks().get(block)?;
        let unit = |what, row| Unit {
            what,
            row,
            replays: 1,
            samples: Vec::new(),
        };
        let mut units = Vec::new();
        if !record.rows.is_empty() {
            units.push(unit(What::Whole, record.rows.start));
        }
        for number in record.rows.clone() {
            let row = &session.rows()[number];
            units.push(unit(What::Step, number));
            units.push(unit(What::Integer, number));
            if row.has(flags::NAME_LITERAL | flags::VALUE_LITERAL) {
                units.push(unit(What::String, number));
            }
            if row.index != 0 || matches!(row.kind, Kind::Incremental | Kind::SizeUpdate) {
                units.push(unit(What::Table, number));
            }
        }
        let mut timing = Self {
            block,
            engine,
            bytes: record.bytes.len(),
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

    /// Goes on for about `budget` nanoseconds, each time with the same engine.
    pub fn go_on<H: HuffmanDecoder + Copy>(
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

    /// Every figure so far.
    pub fn result(&self) -> TimingResult {
        let mut steps: Vec<StepTiming> = Vec::new();
        let mut whole = None;
        for unit in &self.units {
            let measured = Measured::of(&unit.samples);
            if unit.what == What::Whole {
                whole = measured;
                continue;
            }
            if unit.what == What::Step {
                steps.push(StepTiming {
                    row: unit.row,
                    step: measured,
                    integer: None,
                    string: None,
                    table: None,
                });
            }
            let Some(step) = steps.last_mut() else {
                continue;
            };
            match unit.what {
                What::Integer => step.integer = measured,
                What::String => step.string = measured,
                What::Table => step.table = measured,
                What::Whole | What::Step => {}
            }
        }
        TimingResult {
            block: self.block,
            engine: self.engine,
            clock_ns: self.clock_ns,
            rounds: self.rounds.saturating_sub(1).min(ROUNDS),
            rounds_wanted: ROUNDS,
            steps,
            whole,
            bytes: self.bytes,
            done: self.done(),
        }
    }

    /// Fisher and Yates, with a xorshift generator: the order has to differ
    /// from round to round, no more.
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
            what,
            row,
            replays,
            samples,
        } = &mut self.units[unit];
        let Some(mut replay) = Replay::new(session, *what, *row) else {
            return;
        };
        loop {
            let batch = replay.batch(huffman, *replays, clock);
            let enough = batch.took >= least || *replays >= MOST_REPLAYS;
            // A pause of the machine can pass for the step's own time while
            // warming up: the batch is then too short for the clock.
            let too_short = batch.took < least / 2.0 && *replays < MOST_REPLAYS;
            if !warming && too_short {
                samples.clear();
            }
            if (warming && !enough) || too_short {
                *replays = if batch.took <= 0.0 {
                    *replays * 8
                } else {
                    // A quarter more than seems needed, at most eight times as many.
                    let wanted = f64::from(*replays) * (1.25 * least / batch.took).clamp(1.5, 8.0);
                    wanted.ceil().min(f64::from(MOST_REPLAYS)) as u32
                };
                continue;
            }
            if !warming {
                samples.push((batch.took - batch.undoing).max(0.0) / f64::from(*replays));
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
    fn every_step_gets_its_figures_and_the_session_stays_as_it_was() {
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
        for block in 0..2 {
            let mut timing = Timing::new(&session, block, "window14", &mut clock).unwrap();
            while !timing.done() {
                timing.go_on(&session, Window14::new(), &mut clock, 1e6);
            }
            let result = timing.result();
            assert!(result.done);
            assert_eq!(result.rounds, ROUNDS);
            assert_eq!(result.steps.len(), session.blocks()[block].rows.len());
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
    fn a_clock_that_stands_still_ends_all_the_same() {
        let session = of_hex(Options::default(), &["82"]);
        let mut clock = || 0.0;
        let mut timing = Timing::new(&session, 0, "window14", &mut clock).unwrap();
        for unit in 0..timing.units.len() {
            timing.units[unit].replays = MOST_REPLAYS / 8;
        }
        timing.go_on(&session, Window14::new(), &mut clock, 0.0);
        assert_eq!(timing.clock_ns, 0.0);
    }
}
