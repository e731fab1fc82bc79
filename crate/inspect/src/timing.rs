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

use std::hint::black_box;

use hpack::{
    Decoder, Engines, Field, Kind, Moment, NameFrom, NoObserver, Origin,
    huffman::{Engine, HuffmanDecoder},
    integer::{Bits32, IntegerDecoder},
    static_table, structure, with_huffman,
};
use serde::Serialize;

use crate::{
    columns::{Source, flags},
    session::Session,
};

/// Tells the time. The core owns no clock: whoever measures hands one in.
pub trait Clock {
    /// Nanoseconds since any fixed moment.
    fn now(&mut self) -> f64;
}

impl<F: FnMut() -> f64> Clock for F {
    fn now(&mut self) -> f64 {
        self()
    }
}

/// Rounds that count; one more is run first, to warm up and to find out how
/// many replays make a batch.
pub const ROUNDS: u32 = 11;

/// A batch lasts so many ticks of the clock at least.
const TICKS: f64 = 40.0;

/// And so long, nanoseconds, however fine the clock.
const BATCH: f64 = 50_000.0;

/// A batch never has more replays, should a clock stand still.
const MOST_REPLAYS: u32 = 1 << 24;

/// Median and middle half of the rounds, nanoseconds for one replay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Half of the rounds were faster.
    pub median: f64,
    /// A quarter of the rounds was faster.
    pub low: f64,
    /// A quarter of the rounds was slower.
    pub high: f64,
}

impl Measured {
    /// Of the `samples`; `None` where there are none.
    #[must_use]
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |quarter: f64| {
            let place = quarter * (sorted.len() - 1) as f64 / 4.0;
            let (below, part) = (place.floor() as usize, place.fract());
            let above = (below + 1).min(sorted.len() - 1);
            sorted[below] + (sorted[above] - sorted[below]) * part
        };
        (!sorted.is_empty()).then(|| Self {
            median: at(2.0),
            low: at(1.0),
            high: at(3.0),
        })
    }
}

/// One step's times.
#[derive(Clone, Copy, Debug, Serialize)]
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
    /// Octets of the block.
    pub octets: usize,
    /// Whether all rounds are done.
    pub done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Whole,
    Step,
    Integer,
    String,
    Table,
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
    engine: Engine,
    octets: usize,
    clock_ns: f64,
    units: Vec<Unit>,
    order: Vec<usize>,
    next: usize,
    /// Rounds done, the one to warm up included.
    rounds: u32,
    random: u64,
}

impl Timing {
    /// Prepares to measure `block` with `engine`, and measures the clock.
    /// `None` where there is no such block.
    pub fn new(
        session: &Session,
        block: usize,
        engine: Engine,
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
            octets: record.octets.len(),
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
    #[must_use]
    pub fn done(&self) -> bool {
        self.rounds > ROUNDS || self.units.is_empty()
    }

    /// Goes on for about `budget` nanoseconds.
    pub fn go_on(&mut self, session: &mut Session, clock: &mut impl Clock, budget: f64) {
        let began = clock.now();
        while !self.done() {
            let unit = self.order[self.next];
            self.measure(session, clock, unit);
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
    #[must_use]
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
            engine: self.engine.id(),
            clock_ns: self.clock_ns,
            rounds: self.rounds.saturating_sub(1).min(ROUNDS),
            rounds_wanted: ROUNDS,
            steps,
            whole,
            octets: self.octets,
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

    fn measure(&mut self, session: &mut Session, clock: &mut impl Clock, unit: usize) {
        let least = BATCH.max(TICKS * self.clock_ns);
        let warming = self.rounds == 0;
        let engine = self.engine;
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
            let batch = with_huffman!(engine, |huffman| replay.batch(&huffman, *replays, clock));
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

/// The smallest difference that the clock shows, nanoseconds.
pub fn resolution(clock: &mut impl Clock) -> f64 {
    const LOOKS: u32 = 2_000_000;
    const DIFFERENCES: u32 = 8;
    let mut smallest = f64::INFINITY;
    let mut seen = 0;
    let mut last = clock.now();
    for _ in 0..LOOKS {
        let now = clock.now();
        if now > last {
            smallest = smallest.min(now - last);
            seen += 1;
            last = now;
            if seen == DIFFERENCES {
                break;
            }
        }
    }
    if smallest.is_finite() { smallest } else { 0.0 }
}

struct Batch {
    /// Nanoseconds for all replays.
    took: f64,
    /// Nanoseconds of them that went into undoing.
    undoing: f64,
}

/// A decoder at the moment of a step, and what is to be replayed there.
struct Replay {
    what: What,
    decoder: Decoder,
    moment: Moment,
    /// Whether a replay changes the table and must be undone.
    changes: bool,
    /// Octets of the step, or of the block.
    octets: Vec<u8>,
    shape: Option<structure::Representation>,
    row: crate::columns::Row,
    value: Vec<u8>,
    name: Vec<u8>,
}

impl Replay {
    fn new(session: &mut Session, what: What, number: usize) -> Option<Self> {
        let row = *session.rows().get(number)?;
        let block = row.block as usize;
        let record = session.blocks().get(block)?.clone();
        let (moment, octets) = if what == What::Whole {
            (record.before, session.octets(block).to_vec())
        } else {
            let octets = &session.octets(block)[row.start as usize..row.end as usize];
            (session.before(number), octets.to_vec())
        };
        let changes = match what {
            What::Whole => session.rows()[record.rows.clone()]
                .iter()
                .any(|row| matches!(row.kind, Kind::Incremental | Kind::SizeUpdate)),
            What::Step | What::Table => matches!(row.kind, Kind::Incremental | Kind::SizeUpdate),
            What::Integer | What::String => false,
        };
        let name = session.name(&row).unwrap_or_default().to_vec();
        let value = session.value(&row).unwrap_or_default().to_vec();
        let mut decoder = session
            .direction_mut(block)
            .decoder
            .fork_at(moment, record.number);
        decoder.table_mut().own_window();
        Some(Self {
            what,
            decoder,
            moment,
            changes,
            shape: structure::representation_at(&octets, 0).ok(),
            octets,
            row,
            value,
            name,
        })
    }

    fn batch<H: HuffmanDecoder>(
        &mut self,
        huffman: &H,
        replays: u32,
        clock: &mut impl Clock,
    ) -> Batch {
        let began = clock.now();
        match self.what {
            What::Whole | What::Step => self.steps(huffman, replays),
            What::Integer => self.integers(replays),
            What::String => self.strings(huffman, replays),
            What::Table => self.table(replays),
        }
        let ended = clock.now();
        let mut undoing = 0.0;
        if self.changes {
            for _ in 0..replays {
                self.decoder.table_mut().rewind(black_box(self.moment));
            }
            undoing = clock.now() - ended;
        }
        Batch {
            took: ended - began,
            undoing,
        }
    }

    fn steps<H: HuffmanDecoder>(&mut self, huffman: &H, replays: u32) {
        let engines = Engines {
            huffman: BorrowedHuffman(huffman),
            integer: Bits32,
        };
        let mut sink = |field: Field<'_>| {
            black_box(field);
        };
        for _ in 0..replays {
            let _ = black_box(self.decoder.decode(
                &engines,
                black_box(&self.octets),
                &mut sink,
                &mut NoObserver,
            ));
            if self.changes {
                self.decoder.table_mut().rewind(black_box(self.moment));
            }
        }
    }

    fn integers(&self, replays: u32) {
        let Some(shape) = &self.shape else { return };
        let mut places = vec![(shape.integer.octets.start, shape.integer.prefix_bits)];
        for literal in [&shape.name, &shape.value].into_iter().flatten() {
            places.push((literal.length.octets.start, literal.length.prefix_bits));
        }
        for _ in 0..replays {
            for &(at, prefix_bits) in black_box(&places[..]) {
                let _ = black_box(Bits32.decode(&self.octets, at, prefix_bits));
            }
        }
    }

    fn strings<H: HuffmanDecoder>(&self, huffman: &H, replays: u32) {
        let Some(shape) = &self.shape else { return };
        let mut out = Vec::new();
        for _ in 0..replays {
            for literal in [&shape.name, &shape.value].into_iter().flatten() {
                let coded = black_box(&self.octets[literal.data.clone()]);
                out.clear();
                if literal.huffman {
                    let _ = black_box(huffman.decode(coded, &mut out));
                } else {
                    out.extend_from_slice(coded);
                }
                black_box(&out);
            }
        }
    }

    fn table(&mut self, replays: u32) {
        let row = self.row;
        for _ in 0..replays {
            let table = self.decoder.table_mut();
            match black_box(row.kind) {
                Kind::SizeUpdate => {
                    black_box(table.resize(row.size));
                }
                Kind::Incremental => {
                    let name = match row.name.source {
                        Source::Static(index) => NameFrom::Static(index),
                        Source::Entry(position) if row.index != 0 => NameFrom::Entry(position),
                        _ => NameFrom::Literal(&self.name),
                    };
                    black_box(table.add(black_box(name), &self.value, Origin::default()));
                }
                Kind::Indexed | Kind::Without | Kind::Never if row.index <= static_table::LEN => {
                    black_box(static_table::get(black_box(row.index)));
                }
                Kind::Indexed | Kind::Without | Kind::Never => {
                    let position = table.position(black_box(row.index) - static_table::LEN - 1);
                    black_box(position.and_then(|position| table.entry(position)));
                }
            }
            if self.changes {
                table.rewind(black_box(self.moment));
            }
        }
    }
}

/// An engine by reference is an engine: its tables are shared.
struct BorrowedHuffman<'a, H>(&'a H);

impl<H: HuffmanDecoder> HuffmanDecoder for BorrowedHuffman<'_, H> {
    const ID: &'static str = H::ID;

    #[inline]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), hpack::huffman::HuffmanFault> {
        self.0.decode(coded, out)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use input::{Block, Place, Sender};

    use super::*;
    use crate::session::Options;

    fn session(hex: &[&str]) -> Session {
        let blocks: Vec<Block> = hex
            .iter()
            .map(|hex| {
                let octets: Vec<u8> = (0..hex.len() / 2)
                    .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
                    .collect();
                Block {
                    sender: Sender::Client,
                    places: vec![Place { start: 0, end: 0 }; octets.len()],
                    octets,
                    limit_changes: vec![],
                    label: None,
                }
            })
            .collect();
        Session::decode(Options::default(), &blocks)
    }

    #[test]
    fn every_step_gets_its_figures_and_the_session_stays_as_it_was() {
        let mut session = session(&[
            "828684418cf1e3c2e5f23a6ba0ab90f4ff",
            "828684be5886a8eb10649cbf",
        ]);
        let rows = session.rows().to_vec();
        let start = Instant::now();
        let mut clock = || start.elapsed().as_nanos() as f64;
        for block in 0..2 {
            let mut timing = Timing::new(&session, block, Engine::Window16, &mut clock).unwrap();
            while !timing.done() {
                timing.go_on(&mut session, &mut clock, 1e6);
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
        let mut session = session(&["82"]);
        let mut clock = || 0.0;
        let mut timing = Timing::new(&session, 0, Engine::Window16, &mut clock).unwrap();
        for unit in 0..timing.units.len() {
            timing.units[unit].replays = MOST_REPLAYS / 8;
        }
        timing.go_on(&mut session, &mut clock, 0.0);
        assert_eq!(timing.clock_ns, 0.0);
    }

    #[test]
    fn median_and_middle_half() {
        type Quartiles = (f64, f64, f64);
        let cases: [(&[f64], Option<Quartiles>); 4] = [
            (&[], None),
            (&[5.0], Some((5.0, 5.0, 5.0))),
            (&[3.0, 1.0, 2.0], Some((1.5, 2.0, 2.5))),
            (&[1.0, 2.0, 3.0, 4.0, 100.0], Some((2.0, 3.0, 4.0))),
        ];
        for (samples, expected) in cases {
            let found = Measured::of(samples).map(|m| (m.low, m.median, m.high));
            assert_eq!(found, expected, "{samples:?}");
        }
    }
}
