//! A race: several engines do the same work in turns.
//!
//! Outputs are compared before anything is timed; an engine whose output differs
//! is shown with the difference and not timed. Then every engine is warmed
//! until it gets no faster, batches are made so long that the clock's
//! resolution does not matter, and in each round every engine has one batch,
//! in random order, so that what the machine does meanwhile falls on all.

use inspect::timing::resolution;
use serde::Serialize;

use crate::{
    meter::allocated,
    race::Task,
    statistics::{Estimate, Looks, Verdict, ratio, spread},
};

/// How carefully it is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many rounds, each with a batch of every engine: until the
    /// intervals are narrow, or a limit is reached.
    pub rounds: Looks,
    /// The least duration of a batch, nanoseconds.
    pub batch: f64,
    /// And the least duration in ticks of the clock.
    pub ticks: f64,
    /// How long each engine runs, at least, before it counts, nanoseconds.
    pub warm: f64,
}

impl Plan {
    /// For a machine's own code.
    pub const NATIVE: Self = Self {
        rounds: Looks {
            first: 41,
            most: 328,
        },
        batch: 500_000.0,
        ticks: 1_000.0,
        warm: 20e6,
    };

    /// A first impression of a machine's own code.
    pub const QUICK: Self = Self {
        rounds: Looks {
            first: 21,
            most: 84,
        },
        batch: 200_000.0,
        ticks: 200.0,
        warm: 3e6,
    };

    /// For a browser, whose clock is coarse and whose compiler comes late.
    pub const BROWSER: Self = Self {
        rounds: Looks {
            first: 41,
            most: 328,
        },
        batch: 2e6,
        ticks: 100.0,
        warm: 150e6,
    };
}

/// A batch never does its work more often, should a clock stand still.
const MOST_TIMES: u32 = 1 << 24;

/// Warming up ends after this multiple of [`Plan::warm`], settled or not.
const MOST_WARMING: f64 = 4.0;

/// Batches in a row that are no faster than what came before: settled.
const SETTLED: u32 = 4;

/// The middle half of an engine's rounds, over their median: beyond this the
/// machine is too restless to be trusted with small differences.
const RESTLESS: f64 = 0.05;

/// An engine at work.
pub struct Candidate<'a> {
    /// The engine's stable name.
    pub engine: String,
    /// Its task.
    pub task: Box<dyn Task + 'a>,
}

/// What a time is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Unit {
    /// A byte that comes out.
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
    /// As the JSON has it.
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

/// The work, and what its time is given for.
#[derive(Clone, Debug)]
pub struct Work {
    /// The stage's name.
    pub stage: String,
    /// The workload's name.
    pub workload: String,
    /// What a time is divided by.
    pub unit: Unit,
    /// How many of the unit the work has.
    pub amount: f64,
    /// Strings, integers, blocks: what memory is divided by.
    pub operations: f64,
    /// What every engine has to put out.
    pub expected: Vec<u8>,
}

/// Where an engine's output differs from what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    /// The first byte of the output that differs, from 0.
    pub at: usize,
    /// What should stand there and what does: some bytes, or nothing where
    /// the output ends.
    pub expected: Vec<u8>,
    /// What stands there.
    pub found: Vec<u8>,
    /// Bytes that should have come out.
    pub expected_bytes: usize,
    /// Bytes that came out.
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

/// What was found out about one engine on one workload.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The stage.
    pub stage: String,
    /// The workload.
    pub workload: String,
    /// The engine.
    pub engine: String,
    /// What a time is given for: “ns/byte”, “ns/field”.
    pub unit: Unit,
    /// The time: median and 99.9% interval; absent until there are rounds
    /// enough, and where the outputs differ.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub time: Option<Estimate>,
    /// The engine that it is compared with.
    pub baseline: String,
    /// Its time over the baseline's, round by round: below 1 is faster.
    pub ratio: Option<f64>,
    /// Lower bound of that.
    pub ratio_low: Option<f64>,
    /// Upper bound of that.
    pub ratio_high: Option<f64>,
    /// What can be said.
    pub verdict: Option<Verdict>,
    /// Bytes allocated for one string, integer or block.
    pub bytes_allocated: Option<f64>,
    /// Bytes that all of the work writes, where engines may differ in them.
    pub bytes_written: Option<usize>,
    /// The output is not what it should be, and nothing was timed.
    pub mismatch: Option<Mismatch>,
    /// Whether the rounds differ so much that small differences mean little.
    pub restless: bool,
    /// Whether its interval decides when there are rounds enough: not that of
    /// a baseline that others are compared with, whose ratios matter.
    pub decides: bool,
    /// How far the interval reaches from its median, as a part of it: that of
    /// the ratio, or of the time where there is no ratio to have. `None`
    /// where there are too few rounds.
    pub within: Option<f64>,
    /// The time of each round, in the unit, in the order of the rounds.
    pub samples: Vec<f64>,
}

/// What is left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// To compare the output of an engine.
    Checking(usize),
    /// To run an engine until it gets no faster, in ever longer batches.
    Warming(usize),
    Racing,
    Done,
}

struct Lane<'a> {
    candidate: Candidate<'a>,
    mismatch: Option<Mismatch>,
    /// How often a batch does the work.
    times: u32,
    warmed: f64,
    fastest: f64,
    settled: u32,
    allocated: Option<u64>,
    written: Option<usize>,
    /// Nanoseconds for the work done once, by round.
    samples: Vec<f64>,
}

impl Lane<'_> {
    /// Nanoseconds of a batch.
    fn batch(&mut self, clock: &mut impl FnMut() -> f64) -> f64 {
        let began = clock();
        self.candidate.task.run(self.times);
        clock() - began
    }

    /// Runs a batch before the race, and makes the next one longer if this one
    /// took less than `least` nanoseconds; whether the lane is ready.
    fn warm(&mut self, warm: f64, least: f64, clock: &mut impl FnMut() -> f64) -> bool {
        let took = self.batch(clock);
        self.warmed += took;
        if took < least && self.times < MOST_TIMES {
            // A quarter more than seems needed, at most eight times as many.
            let factor = if took > 0.0 {
                (1.25 * least / took).clamp(1.25, 8.0)
            } else {
                8.0
            };
            let wanted = (f64::from(self.times) * factor).ceil();
            self.times = wanted.min(f64::from(MOST_TIMES)) as u32;
            return false;
        }
        let each = took / f64::from(self.times);
        self.settled = if each < self.fastest * 0.98 {
            0
        } else {
            self.settled + 1
        };
        self.fastest = self.fastest.min(each);
        self.warmed >= warm * MOST_WARMING
            || (self.warmed >= warm && self.settled >= SETTLED)
            || self.times >= MOST_TIMES
    }
}

/// A race under way.
pub struct Runner<'a> {
    plan: Plan,
    work: Work,
    lanes: Vec<Lane<'a>>,
    baseline: usize,
    state: State,
    clock_ns: f64,
    /// The lanes that race, as they come in this round.
    order: Vec<usize>,
    next: usize,
    round: u32,
    /// Looks at the intervals so far, rounds at the last, and at the next.
    looks: u32,
    looked: u32,
    look: u32,
    random: u64,
}

impl<'a> Runner<'a> {
    /// Between `candidates`, compared with the one at `baseline`. Measures
    /// the clock.
    #[must_use]
    pub fn new(
        plan: Plan,
        work: Work,
        candidates: Vec<Candidate<'a>>,
        baseline: usize,
        clock: &mut impl FnMut() -> f64,
    ) -> Self {
        let lane = |candidate| Lane {
            candidate,
            mismatch: None,
            times: 1,
            warmed: 0.0,
            fastest: f64::INFINITY,
            settled: 0,
            allocated: None,
            written: None,
            samples: Vec::new(),
        };
        Self {
            plan,
            work,
            baseline,
            state: if candidates.is_empty() {
                State::Done
            } else {
                State::Checking(0)
            },
            clock_ns: resolution(clock),
            lanes: candidates.into_iter().map(lane).collect(),
            order: Vec::new(),
            next: 0,
            round: 0,
            looks: 0,
            looked: 0,
            look: plan.rounds.first.max(1),
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The smallest difference that the clock showed, nanoseconds.
    #[must_use]
    pub fn clock_ns(&self) -> f64 {
        self.clock_ns
    }

    /// Whether there is nothing more to do.
    #[must_use]
    pub fn done(&self) -> bool {
        self.state == State::Done
    }

    /// How much is done, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        // Warming takes about as long as some of the rounds.
        const WARM: f64 = 0.3;
        match self.state {
            State::Checking(_) => 0.0,
            State::Warming(lane) => WARM * lane as f64 / self.lanes.len() as f64,
            // Every look is as far from the next, though more rounds lie
            // between: most races end at the first.
            State::Racing => {
                let since = f64::from(self.round - self.looked);
                let part = since / f64::from(self.look - self.looked);
                let looks = f64::from(self.plan.rounds.count());
                WARM + (1.0 - WARM) * (f64::from(self.looks) + part) / looks
            }
            State::Done => 1.0,
        }
    }

    /// Continues for about `budget` nanoseconds, a batch at least.
    pub fn go_on(&mut self, clock: &mut impl FnMut() -> f64, budget: f64) {
        let began = clock();
        loop {
            let last = self.lanes.len().saturating_sub(1);
            let state = self.state;
            self.state = match state {
                State::Done => return,
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
                    let is_right = |&number: &usize| self.lanes[number].mismatch.is_none();
                    self.order = (0..self.lanes.len()).filter(is_right).collect();
                    self.shuffle();
                    match self.order.is_empty() {
                        true => State::Done,
                        false => State::Racing,
                    }
                }
                State::Racing => self.race(clock),
            };
            if clock() - began >= budget {
                return;
            }
        }
    }

    fn check(&mut self, number: usize) {
        let lane = &mut self.lanes[number];
        let found = lane.candidate.task.output();
        lane.written = lane.candidate.task.written();
        lane.mismatch = Mismatch::between(&self.work.expected, &found);
    }

    /// Whether the lane is warm, or will not race.
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

    /// Runs one batch of one lane.
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
        if self.round >= self.look {
            match self.plan.rounds.after(self.look) {
                Some(rounds) if !self.is_narrow() => {
                    self.looks += 1;
                    (self.looked, self.look) = (self.look, rounds);
                }
                _ => return State::Done,
            }
        }
        State::Racing
    }

    /// Whether every interval that decides is narrow. What it says of who is
    /// faster has no part in this.
    fn is_narrow(&self) -> bool {
        let mut deciding = self.order.iter().filter(|&&number| self.decides(number));
        deciding.all(|&number| self.interval(number).is_some_and(|one| one.is_narrow()))
    }

    /// Whether an engine's interval is one that rounds are taken for.
    fn decides(&self, number: usize) -> bool {
        let mut others = self.order.iter().filter(|&&other| other != self.baseline);
        number != self.baseline || others.next().is_none()
    }

    /// The interval that rounds are taken for: that of an engine's ratio to
    /// the baseline, or of its time where there is nothing to compare it with.
    fn interval(&self, number: usize) -> Option<Estimate> {
        let samples = &self.lanes[number].samples;
        let base = &self.lanes[self.baseline];
        let looks = self.plan.rounds.count();
        if number == self.baseline || base.mismatch.is_some() {
            Estimate::of(samples, looks)
        } else {
            ratio(samples, &base.samples, looks)
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

    /// What is known so far, an outcome for every engine.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcome> {
        let Some(base) = self.lanes.get(self.baseline) else {
            return Vec::new();
        };
        let looks = self.plan.rounds.count();
        let outcome = |(number, lane): (usize, &Lane<'a>)| {
            let per_unit = lane.samples.iter().map(|time| time / self.work.amount);
            let samples: Vec<f64> = per_unit.collect();
            let ratio = ratio(&lane.samples, &base.samples, looks);
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
                time: Estimate::of(&samples, looks),
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
                samples,
            }
        };
        self.lanes.iter().enumerate().map(outcome).collect()
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

    /// An outcome of an engine that was not timed, to be changed.
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
            samples: Vec::new(),
        }
    }

    /// A clock that stands still until someone moves it, and numbers at random.
    #[derive(Default)]
    struct World {
        now: Cell<f64>,
        random: Cell<u64>,
    }

    /// An engine whose time is known: it moves the clock itself.
    struct Known {
        world: Rc<World>,
        each: f64,
        /// How far a batch is off at most, as a part of its time.
        noise: f64,
        puts_out: &'static [u8],
        runs: Rc<Cell<u32>>,
    }

    impl Task for Known {
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
            self.puts_out.to_vec()
        }
    }

    type Engine = (&'static str, f64, &'static [u8]);

    /// The outcomes of engines that are as fast as said, and how often each ran.
    fn race(engines: &[Engine], noise: f64, seed: u64) -> (Vec<Outcome>, Vec<u32>) {
        let world = Rc::new(World::default());
        world.random.set(seed);
        let runs: Vec<Rc<Cell<u32>>> = engines.iter().map(|_| Rc::default()).collect();
        let candidate = |(&(engine, each, puts_out), runs): (&Engine, &Rc<Cell<u32>>)| Candidate {
            engine: engine.to_owned(),
            task: Box::new(Known {
                world: Rc::clone(&world),
                each,
                noise,
                puts_out,
                runs: Rc::clone(runs),
            }),
        };
        let candidates = engines.iter().zip(&runs).map(candidate).collect();
        let mut tick = || {
            world.now.set(world.now.get() + 20.0);
            world.now.get()
        };
        let work = Work {
            stage: "huffman".to_owned(),
            workload: "w".to_owned(),
            unit: Unit::Byte,
            amount: 10.0,
            operations: 1.0,
            expected: b"right".to_vec(),
        };
        let mut runner = Runner::new(Plan::NATIVE, work, candidates, 0, &mut tick);
        let mut calls = 0;
        while !runner.done() {
            assert!((0.0..1.0).contains(&runner.progress()));
            runner.go_on(&mut tick, 1e6);
            calls += 1;
        }
        let timed = runner.lanes.iter().any(|lane| lane.mismatch.is_none());
        assert!(!timed || calls > 10, "the budget was heeded");
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
            assert_eq!(outcome.samples.len(), Plan::NATIVE.rounds.first as usize);
            if outcome.engine != "same" {
                assert_eq!(outcome.verdict, Some(verdict));
            }
        }
    }

    #[test]
    fn wrong_engine_is_shown_and_not_timed() {
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
    fn times_without_ratios_if_the_baseline_is_wrong() {
        let engines: [Engine; 2] = [("wrong", 1.0, b"righ"), ("right", 100.0, b"right")];
        let (outcomes, _) = race(&engines, 0.0, 1);
        assert!(outcomes[1].time.is_some());
        assert_eq!(outcomes[1].verdict, None);
        let (none, _) = race(&engines[..1], 0.0, 1);
        assert!(none[0].time.is_none());
    }

    const SAME: [Engine; 2] = [("base", 100.0, b"right"), ("same", 100.0, b"right")];

    #[test]
    fn rounds_until_intervals_are_narrow_or_the_limit() {
        let Looks { first, most } = Plan::NATIVE.rounds;
        // Noise, rounds at least and at most, and what is said of the machine.
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
                let trust = trust(&outcomes).unwrap();
                assert_eq!(trust.level, level, "{noise}: {}", trust.sentence);
                let is_narrow = outcomes[1].within.unwrap() <= NARROW;
                assert_eq!(is_narrow, level != Level::Unsure);
            }
        }
    }

    /// One in a thousand may be; statistics.rs tests that it is not more.
    #[test]
    fn equal_engines_are_not_told_apart() {
        for noise in [0.05, 0.3] {
            for seed in 0..100 {
                let (outcomes, _) = race(&SAME, noise, seed);
                assert_eq!(outcomes[1].verdict, Some(Verdict::NoDifference), "{seed}");
            }
        }
    }
}
