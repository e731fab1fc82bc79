//! A race: several engines do the same work in turns.
//!
//! Outputs are compared before anything is timed; who puts out something else
//! is shown with the difference and not timed. Then every engine is warmed
//! until it gets no faster, batches are made so long that the clock's
//! resolution does not matter, and in each round every engine has one batch,
//! in random order, so that what the machine does meanwhile falls on all.

use inspect::timing::{Clock, resolution};
use serde::Serialize;

use crate::{
    meter::Meter,
    statistics::{Estimate, Looks, Verdict, ratio},
    task::Task,
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

/// One of those who race.
pub struct Candidate<'a> {
    /// The engine's stable name.
    pub engine: String,
    /// It at work.
    pub task: Box<dyn Task + 'a>,
}

/// What a time is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Unit {
    /// An octet that comes out.
    #[serde(rename = "ns/byte")]
    Octet,
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
            Self::Octet => "ns/byte",
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
    /// The first octet of the output that differs, from 0.
    pub at: usize,
    /// What should stand there and what does: some octets, or nothing where
    /// the output ends.
    pub expected: Vec<u8>,
    /// What stands there.
    pub found: Vec<u8>,
    /// Octets that should have come out.
    pub expected_octets: usize,
    /// Octets that came out.
    pub found_octets: usize,
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
        let some = |octets: &[u8]| octets[at..octets.len().min(at + 16)].to_vec();
        Some(Self {
            at,
            expected: some(expected),
            found: some(found),
            expected_octets: expected.len(),
            found_octets: found.len(),
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
    /// The time: median and 99.9 % interval; absent until there are rounds
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
    /// Octets allocated for one string, integer or block.
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
    settled: u32,
    allocated: Option<u64>,
    written: Option<usize>,
    /// Nanoseconds for the work done once, by round.
    samples: Vec<f64>,
}

/// A race under way.
pub struct Runner<'a> {
    plan: Plan,
    work: Work,
    lanes: Vec<Lane<'a>>,
    baseline: usize,
    state: State,
    clock_ns: f64,
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
        clock: &mut impl Clock,
    ) -> Self {
        let lanes: Vec<Lane<'a>> = candidates
            .into_iter()
            .map(|candidate| Lane {
                candidate,
                mismatch: None,
                times: 1,
                warmed: 0.0,
                fastest: f64::INFINITY,
                settled: 0,
                allocated: None,
                written: None,
                samples: Vec::new(),
            })
            .collect();
        Self {
            plan,
            work,
            baseline,
            state: if lanes.is_empty() {
                State::Done
            } else {
                State::Checking(0)
            },
            clock_ns: resolution(clock),
            lanes,
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
        let lanes = self.lanes.len().max(1) as f64;
        match self.state {
            State::Checking(_) => 0.0,
            State::Warming(lane) => 0.3 * lane as f64 / lanes,
            // Every look is as far from the next, though more rounds lie
            // between: most races end at the first.
            State::Racing => {
                let since = f64::from(self.round - self.looked);
                let part = since / f64::from(self.look - self.looked);
                0.3 + 0.7 * (f64::from(self.looks) + part) / f64::from(self.plan.rounds.count())
            }
            State::Done => 1.0,
        }
    }

    /// Goes on for about `budget` nanoseconds, a batch at least.
    pub fn go_on(&mut self, clock: &mut impl Clock, meter: &mut impl Meter, budget: f64) {
        let began = clock.now();
        while self.state != State::Done {
            match self.state {
                State::Checking(lane) => self.check(lane),
                State::Warming(lane) => self.warm(lane, clock, meter),
                State::Racing => self.race(clock),
                State::Done => {}
            }
            if clock.now() - began >= budget {
                break;
            }
        }
    }

    fn check(&mut self, lane: usize) {
        let task = &mut self.lanes[lane].candidate.task;
        let found = task.output();
        self.lanes[lane].written = task.written();
        self.lanes[lane].mismatch = Mismatch::between(&self.work.expected, &found);
        self.state = if lane + 1 < self.lanes.len() {
            State::Checking(lane + 1)
        } else {
            State::Warming(0)
        };
    }

    fn warm(&mut self, number: usize, clock: &mut impl Clock, meter: &mut impl Meter) {
        let least = self.plan.batch.max(self.plan.ticks * self.clock_ns);
        let lane = &mut self.lanes[number];
        let mut finished = lane.mismatch.is_some();
        if !finished {
            let took = batch(&mut *lane.candidate.task, lane.times, clock);
            lane.warmed += took;
            if took < least && lane.times < MOST_TIMES {
                // A quarter more than seems needed, at most eight times as many.
                let factor = if took > 0.0 {
                    (1.25 * least / took).clamp(1.25, 8.0)
                } else {
                    8.0
                };
                let wanted = (f64::from(lane.times) * factor).ceil();
                lane.times = wanted.min(f64::from(MOST_TIMES)) as u32;
            } else {
                let each = took / f64::from(lane.times);
                if each < lane.fastest * 0.98 {
                    lane.settled = 0;
                } else {
                    lane.settled += 1;
                }
                lane.fastest = lane.fastest.min(each);
                finished = lane.warmed >= self.plan.warm * MOST_WARMING
                    || (lane.warmed >= self.plan.warm && lane.settled >= SETTLED)
                    || lane.times >= MOST_TIMES;
            }
            if finished && let Some(before) = meter.allocated() {
                lane.candidate.task.run(1);
                lane.allocated = meter.allocated().map(|after| after - before);
            }
        }
        if finished {
            self.state = if number + 1 < self.lanes.len() {
                State::Warming(number + 1)
            } else {
                State::Racing
            };
            self.order = (0..self.lanes.len())
                .filter(|&lane| self.lanes[lane].mismatch.is_none())
                .collect();
            self.shuffle();
        }
    }

    fn race(&mut self, clock: &mut impl Clock) {
        if let Some(&number) = self.order.get(self.next) {
            let lane = &mut self.lanes[number];
            let took = batch(&mut *lane.candidate.task, lane.times, clock);
            lane.samples.push(took / f64::from(lane.times));
        }
        self.next += 1;
        if self.next >= self.order.len() {
            self.next = 0;
            self.round += 1;
            self.shuffle();
        }
        if self.order.is_empty() {
            self.state = State::Done;
        } else if self.round >= self.look {
            match self.plan.rounds.after(self.look) {
                Some(rounds) if !self.is_narrow() => {
                    self.looks += 1;
                    (self.looked, self.look) = (self.look, rounds);
                }
                _ => self.state = State::Done,
            }
        }
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
        let outcome = |(number, lane): (usize, &Lane<'a>)| {
            let samples: Vec<f64> = lane
                .samples
                .iter()
                .map(|time| time / self.work.amount)
                .collect();
            let is_baseline = number == self.baseline;
            let looks = self.plan.rounds.count();
            let ratio = ratio(&lane.samples, &base.samples, looks);
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
                verdict: ratio.map(|ratio| {
                    if is_baseline {
                        Verdict::Baseline
                    } else {
                        Verdict::of(&ratio)
                    }
                }),
                bytes_allocated: lane
                    .allocated
                    .map(|octets| octets as f64 / self.work.operations),
                bytes_written: lane.written,
                mismatch: lane.mismatch.clone(),
                restless: restless(&samples),
                decides: self.decides(number),
                within: self.interval(number).map(|one| one.within()),
                samples,
            }
        };
        self.lanes.iter().enumerate().map(outcome).collect()
    }
}

fn batch(task: &mut dyn Task, times: u32, clock: &mut impl Clock) -> f64 {
    let began = clock.now();
    task.run(times);
    clock.now() - began
}

fn restless(samples: &[f64]) -> bool {
    inspect::timing::Measured::of(samples).is_some_and(|measured| {
        measured.median > 0.0 && (measured.high - measured.low) / measured.median > RESTLESS
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        meter::NoMeter,
        statistics::NARROW,
        trust::{Level, trust},
    };
    use std::{cell::Cell, rc::Rc};

    /// An engine whose time is known: it moves the clock itself.
    struct Known {
        clock: Rc<Cell<f64>>,
        each: f64,
        /// How far a batch is off at most, as a part of its time.
        noise: f64,
        random: Rc<Cell<u64>>,
        puts_out: Vec<u8>,
        runs: Rc<Cell<u32>>,
    }

    impl Task for Known {
        fn run(&mut self, times: u32) {
            self.runs.set(self.runs.get() + times);
            self.random.set(
                self.random
                    .get()
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407),
            );
            let chance = (self.random.get() >> 40) as f64 / f64::from(1 << 23) - 1.0;
            let took = self.each * f64::from(times) * (1.0 + self.noise * chance);
            self.clock.set(self.clock.get() + took);
        }
        fn output(&mut self) -> Vec<u8> {
            self.puts_out.clone()
        }
    }

    fn race(engines: &[(&str, f64, &[u8])]) -> (Vec<Outcome>, Vec<u32>) {
        noisy_race(engines, 0.0, 1)
    }

    fn noisy_race(
        engines: &[(&str, f64, &[u8])],
        noise: f64,
        seed: u64,
    ) -> (Vec<Outcome>, Vec<u32>) {
        let clock = Rc::new(Cell::new(0.0));
        let random = Rc::new(Cell::new(seed));
        let mut runs = Vec::new();
        let candidates = engines
            .iter()
            .map(|(engine, each, puts_out)| {
                let counter = Rc::new(Cell::new(0));
                runs.push(Rc::clone(&counter));
                Candidate {
                    engine: (*engine).to_owned(),
                    task: Box::new(Known {
                        clock: Rc::clone(&clock),
                        each: *each,
                        noise,
                        random: Rc::clone(&random),
                        puts_out: puts_out.to_vec(),
                        runs: counter,
                    }) as Box<dyn Task>,
                }
            })
            .collect();
        let mut tick = || {
            clock.set(clock.get() + 20.0);
            clock.get()
        };
        let work = Work {
            stage: "huffman".to_owned(),
            workload: "w".to_owned(),
            unit: Unit::Octet,
            amount: 10.0,
            operations: 1.0,
            expected: b"right".to_vec(),
        };
        let mut runner = Runner::new(Plan::NATIVE, work, candidates, 0, &mut tick);
        let mut looks = 0;
        while !runner.done() {
            assert!((0.0..1.0).contains(&runner.progress()));
            runner.go_on(&mut tick, &mut NoMeter, 1e6);
            looks += 1;
        }
        let timed = runner.lanes.iter().any(|lane| lane.mismatch.is_none());
        assert!(!timed || looks > 10, "the budget was heeded");
        (
            runner.outcomes(),
            runs.iter().map(|runs| runs.get()).collect(),
        )
    }

    #[test]
    fn times_ratios_and_verdicts_are_those_of_the_engines() {
        let (outcomes, _) = race(&[
            ("base", 100.0, b"right"),
            ("fast", 50.0, b"right"),
            ("same", 100.0, b"right"),
            ("slow", 150.0, b"right"),
        ]);
        let expected = [
            (10.0, 1.0, Verdict::Baseline),
            (5.0, 0.5, Verdict::Faster),
            (10.0, 1.0, Verdict::NoDifference),
            (15.0, 1.5, Verdict::Slower),
        ];
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
    fn a_wrong_engine_is_shown_and_not_timed() {
        let (outcomes, runs) = race(&[("base", 100.0, b"right"), ("wrong", 1.0, b"rigid")]);
        assert_eq!(runs[1], 0);
        assert!(outcomes[1].time.is_none() && outcomes[1].verdict.is_none());
        assert_eq!(
            outcomes[1].mismatch,
            Some(Mismatch {
                at: 3,
                expected: b"ht".to_vec(),
                found: b"id".to_vec(),
                expected_octets: 5,
                found_octets: 5,
            })
        );
        assert!(outcomes[0].time.is_some());
    }

    #[test]
    fn without_a_right_baseline_there_are_times_and_no_ratios() {
        let (outcomes, _) = race(&[("wrong", 1.0, b"righ"), ("right", 100.0, b"right")]);
        assert!(outcomes[1].time.is_some());
        assert_eq!(outcomes[1].verdict, None);
        let (none, _) = race(&[("wrong", 1.0, b"righ")]);
        assert!(none[0].time.is_none());
    }

    const SAME: [(&str, f64, &[u8]); 2] = [("base", 100.0, b"right"), ("same", 100.0, b"right")];

    #[test]
    fn rounds_are_taken_until_the_intervals_are_narrow_or_the_limit_is_reached() {
        let Looks { first, most } = Plan::NATIVE.rounds;
        for (noise, rounds, level) in [
            (0.0, first, Level::Quiet),
            (0.02, first, Level::Quiet),
            (0.045, 2 * first, Level::Restless),
            (0.065, 4 * first, Level::Restless),
            (0.5, most, Level::Unsure),
        ] {
            let (outcomes, _) = noisy_race(&SAME, noise, 7);
            let trust = trust(&outcomes).unwrap();
            assert_eq!(
                (outcomes[1].samples.len(), trust.level),
                (rounds as usize, level),
                "{noise}: {}",
                trust.sentence
            );
            assert_eq!(
                outcomes[1].within.unwrap() <= NARROW,
                level != Level::Unsure
            );
        }
    }

    #[test]
    fn engines_that_are_alike_are_seldom_told_apart_however_many_rounds_are_taken() {
        const RACES: u64 = 2000;
        let claims = |noise| {
            let races = (0..RACES).map(|seed| noisy_race(&SAME, noise, seed).0);
            let wrong = races.filter(|outcomes| outcomes[1].verdict != Some(Verdict::NoDifference));
            wrong.count()
        };
        // One in a thousand is left to chance.
        for noise in [0.05, 0.3] {
            let claims = claims(noise);
            assert!(claims <= 2, "{claims} of {RACES} with noise {noise}");
        }
    }
}
