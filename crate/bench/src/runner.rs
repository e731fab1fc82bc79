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

use crate::{
    lane::{Candidate, Instances, Lane},
    meter::allocated,
    outcome::{Mismatch, Outcome, Unit},
    plan::Plan,
    statistics::{Estimate, Verdict, medians, ratios, spread},
    workload::Random,
};

/// Interquartile range relative to the median above which small differences are
/// unreliable.
const RESTLESS: f64 = 0.05;

/// The work of a race.
#[derive(Clone, Debug)]
pub struct RaceWork {
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

/// State of a race; the number is an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Checking(usize),
    Warming(usize),
    Racing,
    Done,
}

/// Runs a race.
pub struct Runner<'a> {
    plan: Plan,
    work: RaceWork,
    lanes: Vec<Lane<'a>>,
    baseline: usize,
    /// Lane of the baseline's second instance.
    control: Option<usize>,
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
        work: RaceWork,
        candidates: Vec<Candidate<'a>>,
        baseline: usize,
        clock: &mut impl FnMut() -> f64,
    ) -> Self {
        Self {
            plan,
            work,
            baseline,
            control: None,
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
        let mut instances = Instances::new(create);
        let base = self.lanes.get(self.baseline);
        if let Some(twin) = base.and_then(|base| instances.create(&base.candidate.engine)) {
            self.control = Some(self.lanes.len());
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
        let is_rival = |&&other: &&usize| other != self.baseline && Some(other) != self.control;
        match number == self.baseline {
            true => self.order.iter().filter(is_rival).count() == 0,
            false => Some(number) != self.control,
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
        let itself = self.measured_ratio(self.control?)?;
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
        let engines = lanes.filter(|(number, _)| Some(*number) != self.control);
        engines.map(outcome).collect()
    }
}

#[cfg(test)]
mod tests;
