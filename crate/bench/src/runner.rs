//! A race: several engines do the same work, interleaved.
//!
//! Outputs are compared first; an engine whose output differs is reported and not
//! timed. Then every engine is warmed up until it gets no faster, batches are made
//! long enough for the clock's resolution, and in each round every engine runs one
//! batch, in random order, so that disturbances affect all engines alike.
//!
//! Rounds that follow each other closely are disturbed in the same way, and an
//! interval that treats them as independent is too narrow. If the clock also counts
//! other programs' time, the rounds are therefore run in heats of a few rounds each,
//! with heats of other races between them, and each heat counts only by its medians.
//! The place of the data in memory can make a larger difference and stays the same
//! for a whole race: so each heat can have new instances, elsewhere in memory. A
//! second instance of the baseline can also take part: its difference from the first
//! is noise, and no interval of a ratio is narrower than that.

use inspect::timing::resolution;
use serde::Serialize;

use crate::{
    meter::allocated,
    race::Task,
    statistics::{Estimate, Looks, Verdict, medians, ratios, spread},
    workload::Random,
};

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

/// Most repetitions in a batch, in case the clock does not advance.
const MAX_TIMES: u32 = 1 << 24;

/// Longest warm-up as a multiple of [`Plan::warm`].
const MAX_WARMING: f64 = 4.0;

/// Consecutive batches without improvement that end the warm-up.
const STEADY: u32 = 4;

/// Interquartile range relative to the median above which small differences are
/// unreliable.
const RESTLESS: f64 = 0.05;

/// An engine in a race.
pub struct Candidate<'a> {
    /// Stable name of the engine.
    pub engine: String,
    /// Its task.
    pub task: Box<dyn Task + 'a>,
}

/// Unit that times are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Unit {
    /// A byte of output.
    #[serde(rename = "ns/byte")]
    Byte,
    /// A field of a header list.
    #[serde(rename = "ns/field")]
    Field,
    /// An integer.
    #[serde(rename = "ns/integer")]
    Integer,
    /// A look-up in the static table.
    #[serde(rename = "ns/look-up")]
    LookUp,
    /// A header block.
    #[serde(rename = "ns/block")]
    Block,
    /// A frame.
    #[serde(rename = "ns/frame")]
    Frame,
}

impl Unit {
    /// Name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Byte => "ns/byte",
            Self::Field => "ns/field",
            Self::Integer => "ns/integer",
            Self::LookUp => "ns/look-up",
            Self::Block => "ns/block",
            Self::Frame => "ns/frame",
        }
    }
}

/// The work of a race.
#[derive(Clone, Debug)]
pub struct Work {
    /// Name of the stage.
    pub stage: String,
    /// Name of the workload.
    pub workload: String,
    /// Unit that times are divided by.
    pub unit: Unit,
    /// Number of units.
    pub amount: f64,
    /// Number of strings, integers or blocks, which memory is divided by.
    pub operations: f64,
    /// Expected output.
    pub expected: Vec<u8>,
}

/// Difference between an engine's output and the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    /// Offset of the first byte that differs.
    pub at: usize,
    /// Some expected bytes from there on; empty at the end of the output.
    pub expected: Vec<u8>,
    /// Some actual bytes from there on; empty at the end of the output.
    pub found: Vec<u8>,
    /// Length of the expected output, bytes.
    pub expected_bytes: usize,
    /// Length of the actual output, bytes.
    pub found_bytes: usize,
}

impl Mismatch {
    fn between(expected: &[u8], found: &[u8]) -> Option<Self> {
        if expected == found {
            return None;
        }
        let at = expected
            .iter()
            .zip(found)
            .position(|(a, b)| a != b)
            .unwrap_or(expected.len().min(found.len()));
        let some = |bytes: &[u8]| bytes[at..bytes.len().min(at + 16)].to_vec();
        Some(Self {
            at,
            expected: some(expected),
            found: some(found),
            expected_bytes: expected.len(),
            found_bytes: found.len(),
        })
    }
}

/// Result of one engine on one workload.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Name of the stage.
    pub stage: String,
    /// Name of the workload.
    pub workload: String,
    /// Name of the engine.
    pub engine: String,
    /// Unit of times: “ns/byte”, “ns/field”.
    pub unit: Unit,
    /// Time: median and 99.9% interval; `None` after too few rounds or if the
    /// output differs.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub time: Option<Estimate>,
    /// Name of the engine that it is compared with.
    pub baseline: String,
    /// Median ratio of its time to the baseline's, by round: below 1 is faster.
    pub ratio: Option<f64>,
    /// Lower bound of the ratio.
    pub ratio_low: Option<f64>,
    /// Upper bound of the ratio.
    pub ratio_high: Option<f64>,
    /// Comparison with the baseline.
    pub verdict: Option<Verdict>,
    /// Bytes allocated per string, integer or block.
    pub bytes_allocated: Option<f64>,
    /// Bytes written in total, if engines can differ in it.
    pub bytes_written: Option<usize>,
    /// Difference of the output, because of which nothing was timed.
    pub mismatch: Option<Mismatch>,
    /// Whether rounds differ so much that small differences are unreliable.
    pub restless: bool,
    /// Whether its interval decides on the number of rounds: not for a baseline
    /// that others are compared with.
    pub decides: bool,
    /// Largest distance of the interval's bounds from the median, relative to it:
    /// of the ratio, or of the time if there is no ratio. `None` after too few
    /// rounds.
    pub within: Option<f64>,
    /// How far the baseline seemed to be from itself, relatively: no interval of a
    /// ratio is narrower. `None` if it was not raced against itself.
    pub noise: Option<f64>,
    /// Time of each round in the unit, in order.
    pub samples: Vec<f64>,
}

/// Makes an instance of the engine of a name.
type Create<'a> = dyn FnMut(&str) -> Option<Candidate<'a>> + 'a;

/// Makes instances of engines at places in memory that differ by chance.
struct Instances<'a> {
    create: Box<Create<'a>>,
    /// Bytes that keep new instances from the places of earlier ones.
    padding: [Vec<u8>; 16],
    random: Random,
}

impl<'a> Instances<'a> {
    fn create(&mut self, engine: &str) -> Option<Candidate<'a>> {
        let chance = self.random.next();
        let place = (chance >> 32) as usize % self.padding.len();
        self.padding[place] = Vec::with_capacity(8 + chance as usize % 512);
        (self.create)(engine)
    }
}

/// State of a race; the number is an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Checking(usize),
    Warming(usize),
    Racing,
    Done,
}

struct Lane<'a> {
    candidate: Candidate<'a>,
    mismatch: Option<Mismatch>,
    times: u32,
    warmed: f64,
    fastest: f64,
    steady: u32,
    allocated: Option<u64>,
    written: Option<usize>,
    /// Nanoseconds per repetition, by round.
    samples: Vec<f64>,
}

impl<'a> Lane<'a> {
    fn new(candidate: Candidate<'a>) -> Self {
        Self {
            candidate,
            mismatch: None,
            times: 1,
            warmed: 0.0,
            fastest: f64::INFINITY,
            steady: 0,
            allocated: None,
            written: None,
            samples: Vec::new(),
        }
    }

    /// Runs a batch. Returns its duration in nanoseconds.
    fn batch(&mut self, clock: &mut impl FnMut() -> f64) -> f64 {
        let began = clock();
        self.candidate.task.run(self.times);
        clock() - began
    }

    /// Runs a batch before the race, and lengthens the next one if this one took
    /// less than `least` nanoseconds. Returns whether the lane is warm.
    fn warm(&mut self, warm: f64, least: f64, clock: &mut impl FnMut() -> f64) -> bool {
        let took = self.batch(clock);
        self.warmed += took;
        if took < least && self.times < MAX_TIMES {
            // A quarter more than estimated, and at most eight times as many.
            let factor = if took > 0.0 {
                (1.25 * least / took).clamp(1.25, 8.0)
            } else {
                8.0
            };
            let wanted = (f64::from(self.times) * factor).ceil();
            self.times = wanted.min(f64::from(MAX_TIMES)) as u32;
            return false;
        }
        let each = took / f64::from(self.times);
        self.steady = if each < self.fastest * 0.98 {
            0
        } else {
            self.steady + 1
        };
        self.fastest = self.fastest.min(each);
        self.warmed >= warm * MAX_WARMING
            || (self.warmed >= warm && self.steady >= STEADY)
            || self.times >= MAX_TIMES
    }
}

/// Runs a race.
pub struct Runner<'a> {
    plan: Plan,
    work: Work,
    lanes: Vec<Lane<'a>>,
    baseline: usize,
    /// Lane of the baseline's second instance.
    twin: Option<usize>,
    instances: Option<Instances<'a>>,
    state: State,
    clock_ns: f64,
    /// Racing lanes in the order of this round.
    order: Vec<usize>,
    next: usize,
    round: u32,
    looks: u32,
    last_look: u32,
    next_look: u32,
    random: Random,
}

impl<'a> Runner<'a> {
    /// Prepares a race between `candidates`, compared with the one at `baseline`,
    /// and measures the resolution of the clock.
    #[must_use]
    pub fn new(
        plan: Plan,
        work: Work,
        candidates: Vec<Candidate<'a>>,
        baseline: usize,
        clock: &mut impl FnMut() -> f64,
    ) -> Self {
        Self {
            plan,
            work,
            baseline,
            twin: None,
            instances: None,
            state: if candidates.is_empty() {
                State::Done
            } else {
                State::Checking(0)
            },
            clock_ns: resolution(clock),
            lanes: candidates.into_iter().map(Lane::new).collect(),
            order: Vec::new(),
            next: 0,
            round: 0,
            looks: 0,
            last_look: 0,
            next_look: plan.heats.first.max(1),
            random: Random::default(),
        }
    }

    /// Races new instances of the engines in each heat, and with them a second one
    /// of the baseline, to measure the noise. `create` makes an instance of the
    /// engine of a name.
    #[must_use]
    pub fn with_instances(
        mut self,
        create: impl FnMut(&str) -> Option<Candidate<'a>> + 'a,
    ) -> Self {
        let mut instances = Instances {
            create: Box::new(create),
            padding: Default::default(),
            random: Random::default(),
        };
        let base = self.lanes.get(self.baseline);
        if let Some(twin) = base.and_then(|base| instances.create(&base.candidate.engine)) {
            self.twin = Some(self.lanes.len());
            self.lanes.push(Lane::new(twin));
        }
        self.instances = Some(instances);
        self
    }

    /// Resolution of the clock, nanoseconds.
    #[must_use]
    pub fn clock_ns(&self) -> f64 {
        self.clock_ns
    }

    /// Whether the race has ended.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.state == State::Done
    }

    /// Progress, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        // Share of the warm-up.
        const WARM: f64 = 0.3;
        match self.state {
            State::Checking(_) => 0.0,
            State::Warming(lane) => WARM * lane as f64 / self.lanes.len() as f64,
            // All looks are equally far apart, regardless of the rounds between:
            // most races end at the first.
            State::Racing => {
                let heats = f64::from(self.round) / f64::from(self.plan.rounds.max(1));
                let since = heats - f64::from(self.last_look);
                let part = since / f64::from(self.next_look - self.last_look);
                let looks = f64::from(self.plan.heats.count());
                WARM + (1.0 - WARM) * (f64::from(self.looks) + part) / looks
            }
            State::Done => 1.0,
        }
    }

    /// Runs for about `budget` nanoseconds, at least one batch.
    pub fn run_for(&mut self, clock: &mut impl FnMut() -> f64, budget: f64) {
        self.run_while(clock, budget, |_| true);
    }

    /// Runs to the end of a heat, or for about `budget` nanoseconds. Returns
    /// whether the heat, or the whole race, has ended.
    pub fn run_heat(&mut self, clock: &mut impl FnMut() -> f64, budget: f64) -> bool {
        let before = self.heats();
        self.run_while(clock, budget, |runner| runner.heats() == before);
        self.is_done() || self.heats() > before
    }

    /// Number of heats that have ended.
    fn heats(&self) -> u32 {
        self.round / self.plan.rounds.max(1)
    }

    fn run_while(
        &mut self,
        clock: &mut impl FnMut() -> f64,
        budget: f64,
        goes_on: impl Fn(&Self) -> bool,
    ) {
        let began = clock();
        while !self.is_done() {
            self.step(clock);
            if clock() - began >= budget || !goes_on(self) {
                return;
            }
        }
    }

    /// Checks an engine, or runs one batch.
    fn step(&mut self, clock: &mut impl FnMut() -> f64) {
        let last = self.lanes.len().saturating_sub(1);
        let state = self.state;
        self.state = match state {
            State::Done => State::Done,
            State::Checking(number) => {
                self.check(number);
                match number < last {
                    true => State::Checking(number + 1),
                    false => State::Warming(0),
                }
            }
            State::Warming(number) if !self.warm(number, clock) => State::Warming(number),
            State::Warming(number) if number < last => State::Warming(number + 1),
            State::Warming(_) => {
                let is_correct = |&number: &usize| self.lanes[number].mismatch.is_none();
                self.order = (0..self.lanes.len()).filter(is_correct).collect();
                self.shuffle();
                match self.order.is_empty() {
                    true => State::Done,
                    false => State::Racing,
                }
            }
            State::Racing => self.race(clock),
        };
    }

    fn check(&mut self, number: usize) {
        let lane = &mut self.lanes[number];
        let found = lane.candidate.task.output();
        lane.written = lane.candidate.task.written();
        lane.mismatch = Mismatch::between(&self.work.expected, &found);
    }

    /// Warms up a lane. Returns whether it is warm or does not race.
    fn warm(&mut self, number: usize, clock: &mut impl FnMut() -> f64) -> bool {
        let least = self.plan.batch.max(self.plan.ticks * self.clock_ns);
        let lane = &mut self.lanes[number];
        if lane.mismatch.is_some() {
            return true;
        }
        let is_warm = lane.warm(self.plan.warm, least, clock);
        if is_warm {
            let before = allocated();
            lane.candidate.task.run(1);
            lane.allocated = Some(allocated() - before);
        }
        is_warm
    }

    fn race(&mut self, clock: &mut impl FnMut() -> f64) -> State {
        let lane = &mut self.lanes[self.order[self.next]];
        let took = lane.batch(clock);
        lane.samples.push(took / f64::from(lane.times));
        self.next += 1;
        if self.next < self.order.len() {
            return State::Racing;
        }
        self.next = 0;
        self.round += 1;
        self.shuffle();
        if self.round.is_multiple_of(self.plan.rounds) {
            self.renew();
        }
        if self.heats() >= self.next_look {
            match self.plan.heats.after(self.next_look) {
                Some(heats) if !self.is_narrow() => {
                    self.looks += 1;
                    (self.last_look, self.next_look) = (self.next_look, heats);
                }
                _ => return State::Done,
            }
        }
        State::Racing
    }

    /// Replaces every racing instance by a new one.
    fn renew(&mut self) {
        let Some(instances) = &mut self.instances else {
            return;
        };
        for &number in &self.order {
            let candidate = &mut self.lanes[number].candidate;
            if let Some(new) = instances.create(&candidate.engine) {
                *candidate = new;
            }
        }
    }

    /// Whether every deciding interval is narrow, regardless of the verdicts.
    fn is_narrow(&self) -> bool {
        let mut deciding = self.order.iter().filter(|&&number| self.decides(number));
        deciding.all(|&number| self.interval(number).is_some_and(|one| one.is_narrow()))
    }

    /// See [`Outcome::decides`].
    fn decides(&self, number: usize) -> bool {
        let is_rival = |&&other: &&usize| other != self.baseline && Some(other) != self.twin;
        match number == self.baseline {
            true => self.order.iter().filter(is_rival).count() == 0,
            false => Some(number) != self.twin,
        }
    }

    /// Interval of an engine's ratio to the baseline, or of its time if there is no
    /// ratio.
    fn interval(&self, number: usize) -> Option<Estimate> {
        if number == self.baseline || self.lanes[self.baseline].mismatch.is_some() {
            self.estimate(&self.lanes[number].samples)
        } else {
            self.ratio(number)
        }
    }

    /// Estimates the median of values by round.
    fn estimate(&self, rounds: &[f64]) -> Option<Estimate> {
        let heats = medians(rounds, self.plan.rounds as usize);
        Estimate::of(&heats, self.plan.heats.count())
    }

    /// Estimates the ratio of an engine's time to the baseline's.
    fn ratio(&self, number: usize) -> Option<Estimate> {
        let estimate = self.measured_ratio(number)?;
        Some(match self.noise() {
            Some(noise) if number != self.baseline => estimate.widened(noise),
            _ => estimate,
        })
    }

    fn measured_ratio(&self, number: usize) -> Option<Estimate> {
        let base = &self.lanes[self.baseline].samples;
        self.estimate(&ratios(&self.lanes[number].samples, base))
    }

    /// See [`Outcome::noise`].
    fn noise(&self) -> Option<f64> {
        let itself = self.measured_ratio(self.twin?)?;
        Some(itself.high.max(1.0 / itself.low) - 1.0)
    }

    /// Fisher–Yates shuffle.
    fn shuffle(&mut self) {
        for i in (1..self.order.len()).rev() {
            let other = self.random.next() % (i as u64 + 1);
            self.order.swap(i, other as usize);
        }
    }

    /// Returns the outcome of every engine so far.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcome> {
        let Some(base) = self.lanes.get(self.baseline) else {
            return Vec::new();
        };
        let noise = self.noise();
        let outcome = |(number, lane): (usize, &Lane<'a>)| {
            let per_unit = lane.samples.iter().map(|time| time / self.work.amount);
            let samples: Vec<f64> = per_unit.collect();
            let ratio = self.ratio(number);
            let verdict = ratio.map(|ratio| match number == self.baseline {
                true => Verdict::Baseline,
                false => Verdict::of(&ratio),
            });
            let allocated = lane.allocated.map(|bytes| bytes as f64);
            Outcome {
                stage: self.work.stage.clone(),
                workload: self.work.workload.clone(),
                engine: lane.candidate.engine.clone(),
                unit: self.work.unit,
                time: self.estimate(&samples),
                baseline: base.candidate.engine.clone(),
                ratio: ratio.map(|ratio| ratio.median),
                ratio_low: ratio.map(|ratio| ratio.low),
                ratio_high: ratio.map(|ratio| ratio.high),
                verdict,
                bytes_allocated: allocated.map(|bytes| bytes / self.work.operations),
                bytes_written: lane.written,
                mismatch: lane.mismatch.clone(),
                restless: spread(&samples).is_some_and(|spread| spread > RESTLESS),
                decides: self.decides(number),
                within: self.interval(number).map(|one| one.within()),
                noise,
                samples,
            }
        };
        let lanes = self.lanes.iter().enumerate();
        let engines = lanes.filter(|(number, _)| Some(*number) != self.twin);
        engines.map(outcome).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{
        statistics::NARROW,
        trust::{Level, trust},
    };
    use std::{cell::Cell, rc::Rc};

    /// Outcome of an engine that was not timed.
    pub(crate) fn outcome() -> Outcome {
        Outcome {
            stage: "huffman".to_owned(),
            workload: "prose".to_owned(),
            engine: "new".to_owned(),
            unit: Unit::Byte,
            time: None,
            baseline: "old".to_owned(),
            ratio: None,
            ratio_low: None,
            ratio_high: None,
            verdict: None,
            bytes_allocated: None,
            bytes_written: None,
            mismatch: None,
            restless: false,
            decides: true,
            within: None,
            noise: None,
            samples: Vec::new(),
        }
    }

    #[derive(Default)]
    struct World {
        now: Cell<f64>,
        random: Cell<u64>,
    }

    struct Simulated {
        world: Rc<World>,
        each: f64,
        /// Largest relative error of a batch.
        noise: f64,
        output: &'static [u8],
        runs: Rc<Cell<u32>>,
    }

    impl Task for Simulated {
        fn run(&mut self, times: u32) {
            self.runs.set(self.runs.get() + times);
            let random = &self.world.random;
            let next = random.get().wrapping_mul(6_364_136_223_846_793_005);
            random.set(next.wrapping_add(1_442_695_040_888_963_407));
            let chance = (random.get() >> 40) as f64 / f64::from(1 << 23) - 1.0;
            let took = self.each * f64::from(times) * (1.0 + self.noise * chance);
            self.world.now.set(self.world.now.get() + took);
        }

        fn output(&mut self) -> Vec<u8> {
            self.output.to_vec()
        }
    }

    fn work() -> Work {
        Work {
            stage: "huffman".to_owned(),
            workload: "w".to_owned(),
            unit: Unit::Byte,
            amount: 10.0,
            operations: 1.0,
            expected: b"right".to_vec(),
        }
    }

    type Engine = (&'static str, f64, &'static [u8]);

    /// Races simulated engines. Returns their outcomes and numbers of runs.
    fn race(engines: &[Engine], noise: f64, seed: u64) -> (Vec<Outcome>, Vec<u32>) {
        let world = Rc::new(World::default());
        world.random.set(seed);
        let runs: Vec<Rc<Cell<u32>>> = engines.iter().map(|_| Rc::default()).collect();
        let candidate = |(&(engine, each, output), runs): (&Engine, &Rc<Cell<u32>>)| Candidate {
            engine: engine.to_owned(),
            task: Box::new(Simulated {
                world: Rc::clone(&world),
                each,
                noise,
                output,
                runs: Rc::clone(runs),
            }),
        };
        let candidates = engines.iter().zip(&runs).map(candidate).collect();
        let mut tick = || {
            world.now.set(world.now.get() + 20.0);
            world.now.get()
        };
        let mut runner = Runner::new(Plan::NATIVE, work(), candidates, 0, &mut tick);
        let mut calls = 0;
        while !runner.is_done() {
            assert!((0.0..1.0).contains(&runner.progress()));
            runner.run_for(&mut tick, 1e6);
            calls += 1;
        }
        let timed = runner.lanes.iter().any(|lane| lane.mismatch.is_none());
        assert!(!timed || calls > 10, "exceeded the budget");
        let runs = runs.iter().map(|runs| runs.get()).collect();
        (runner.outcomes(), runs)
    }

    #[test]
    fn times_ratios_and_verdicts() {
        let engines: [Engine; 4] = [
            ("base", 100.0, b"right"),
            ("fast", 50.0, b"right"),
            ("same", 100.0, b"right"),
            ("slow", 150.0, b"right"),
        ];
        let expected = [
            (10.0, 1.0, Verdict::Baseline),
            (5.0, 0.5, Verdict::Faster),
            (10.0, 1.0, Verdict::NoDifference),
            (15.0, 1.5, Verdict::Slower),
        ];
        let (outcomes, _) = race(&engines, 0.0, 1);
        for (outcome, (time, ratio, verdict)) in outcomes.iter().zip(expected) {
            let estimate = outcome.time.unwrap();
            assert!((estimate.median / time - 1.0).abs() < 1e-3, "{outcome:?}");
            assert!((outcome.ratio.unwrap() / ratio - 1.0).abs() < 1e-3);
            assert_eq!(outcome.samples.len(), Plan::NATIVE.heats.first as usize);
            if outcome.engine != "same" {
                assert_eq!(outcome.verdict, Some(verdict));
            }
        }
    }

    #[test]
    fn reports_mismatches_without_timing() {
        let engines: [Engine; 2] = [("base", 100.0, b"right"), ("wrong", 1.0, b"rigid")];
        let (outcomes, runs) = race(&engines, 0.0, 1);
        assert_eq!(runs[1], 0);
        assert!(outcomes[1].time.is_none() && outcomes[1].verdict.is_none());
        assert_eq!(
            outcomes[1].mismatch,
            Some(Mismatch {
                at: 3,
                expected: b"ht".to_vec(),
                found: b"id".to_vec(),
                expected_bytes: 5,
                found_bytes: 5,
            })
        );
        assert!(outcomes[0].time.is_some());
    }

    #[test]
    fn no_ratios_if_the_baseline_mismatches() {
        let engines: [Engine; 2] = [("wrong", 1.0, b"righ"), ("right", 100.0, b"right")];
        let (outcomes, _) = race(&engines, 0.0, 1);
        assert!(outcomes[1].time.is_some());
        assert_eq!(outcomes[1].verdict, None);
        let (none, _) = race(&engines[..1], 0.0, 1);
        assert!(none[0].time.is_none());
    }

    const SAME: [Engine; 2] = [("base", 100.0, b"right"), ("same", 100.0, b"right")];

    #[test]
    fn races_until_intervals_are_narrow() {
        let Looks { first, most } = Plan::NATIVE.heats;
        // Noise, fewest and most rounds, and level of trust.
        for (noise, least, rounds, level) in [
            (0.0, first, first, Level::Quiet),
            (0.02, first, first, Level::Quiet),
            (0.06, 2 * first, most, Level::Restless),
            (0.5, most, most, Level::Unsure),
        ] {
            for seed in 0..10 {
                let (outcomes, _) = race(&SAME, noise, seed);
                let taken = outcomes[1].samples.len() as u32;
                assert!((least..=rounds).contains(&taken), "{noise}: {taken}");
                assert!((taken / first).is_power_of_two() && taken.is_multiple_of(first));
                let trust = trust(outcomes.iter().map(|one| (one.workload.as_str(), one))).unwrap();
                assert_eq!(trust.level, level, "{noise}: {}", trust.sentence);
                let is_narrow = outcomes[1].within.unwrap() <= NARROW;
                assert_eq!(is_narrow, level != Level::Unsure);
            }
        }
    }

    #[test]
    fn each_heat_has_new_instances_and_a_second_baseline() {
        const HEATS: u32 = 13;
        let world = Rc::new(World::default());
        let created = Rc::new(Cell::new(0));
        let create = {
            let (world, created) = (Rc::clone(&world), Rc::clone(&created));
            move |engine: &str| {
                created.set(created.get() + 1);
                Some(Candidate {
                    engine: engine.to_owned(),
                    task: Box::new(Simulated {
                        world: Rc::clone(&world),
                        each: if engine == "base" { 100.0 } else { 50.0 },
                        noise: 0.1,
                        output: b"right",
                        runs: Rc::default(),
                    }),
                })
            }
        };
        let plan = Plan {
            heats: Looks::once(HEATS),
            rounds: 3,
            ..Plan::QUICK
        };
        let candidates = ["base", "fast"].into_iter().filter_map(&create).collect();
        let mut tick = || {
            world.now.set(world.now.get() + 20.0);
            world.now.get()
        };
        let mut runner = Runner::new(plan, work(), candidates, 0, &mut tick).with_instances(create);
        let mut heats = 0;
        while !runner.is_done() {
            heats += u32::from(runner.run_heat(&mut tick, f64::INFINITY));
        }
        assert_eq!(heats, HEATS);
        // The two, a second baseline, and new ones of all three after each heat.
        assert_eq!(created.get(), 3 + 3 * HEATS);
        let outcomes = runner.outcomes();
        assert_eq!(outcomes.len(), 2);
        let noise = outcomes[1].noise.unwrap();
        let ratio = outcomes[1].ratio.unwrap();
        assert!(noise > 0.0);
        assert!(outcomes[1].ratio_low.unwrap() <= ratio / (1.0 + noise));
        assert!(outcomes[1].ratio_high.unwrap() >= ratio * (1.0 + noise));
        assert_eq!(outcomes[1].samples.len() as u32, 3 * HEATS);
        assert_eq!(outcomes[1].verdict, Some(Verdict::Faster));
    }

    /// The interval has a confidence of 99.9%.
    #[test]
    fn equal_engines_have_no_detectable_difference() {
        for noise in [0.05, 0.3] {
            for seed in 0..100 {
                let (outcomes, _) = race(&SAME, noise, seed);
                assert_eq!(outcomes[1].verdict, Some(Verdict::NoDifference), "{seed}");
            }
        }
    }
}
