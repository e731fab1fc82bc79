//! An engine in a race: it is warmed up, and run in batches.

use crate::{outcome::Mismatch, race::Task, workload::Random};

/// Most repetitions in a batch, in case the clock does not advance.
const MAX_TIMES: u32 = 1 << 24;

/// Longest warm-up as a multiple of [`Plan::warm`](crate::Plan::warm).
const MAX_WARMING: f64 = 4.0;

/// Consecutive batches without improvement that end the warm-up.
const STEADY: u32 = 4;

/// An engine in a race.
pub struct Candidate<'a> {
    /// Stable name of the engine.
    pub engine: String,
    /// Its task.
    pub task: Box<dyn Task + 'a>,
}

/// Makes an instance of the engine of a name.
type Create<'a> = dyn FnMut(&str) -> Option<Candidate<'a>> + 'a;

/// Makes instances of engines at places in memory that differ by chance.
pub(crate) struct Instances<'a> {
    create: Box<Create<'a>>,
    /// Bytes that keep new instances from the places of earlier ones.
    padding: [Vec<u8>; 16],
    random: Random,
}

impl<'a> Instances<'a> {
    pub(crate) fn new(create: impl FnMut(&str) -> Option<Candidate<'a>> + 'a) -> Self {
        Self {
            create: Box::new(create),
            padding: Default::default(),
            random: Random::default(),
        }
    }

    pub(crate) fn create(&mut self, engine: &str) -> Option<Candidate<'a>> {
        let chance = self.random.next();
        let place = (chance >> 32) as usize % self.padding.len();
        self.padding[place] = Vec::with_capacity(8 + chance as usize % 512);
        (self.create)(engine)
    }
}

pub(crate) struct Lane<'a> {
    pub(crate) candidate: Candidate<'a>,
    pub(crate) mismatch: Option<Mismatch>,
    pub(crate) times: u32,
    warmed: f64,
    fastest: f64,
    steady: u32,
    pub(crate) allocated: Option<u64>,
    pub(crate) written: Option<usize>,
    /// Nanoseconds per repetition, by round.
    pub(crate) samples: Vec<f64>,
}

impl<'a> Lane<'a> {
    pub(crate) fn new(candidate: Candidate<'a>) -> Self {
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
    pub(crate) fn batch(&mut self, clock: &mut impl FnMut() -> f64) -> f64 {
        let began = clock();
        self.candidate.task.run(self.times);
        clock() - began
    }

    /// Runs a batch before the race, and lengthens the next one if this one took
    /// less than `least` nanoseconds. Returns whether the lane is warm.
    pub(crate) fn warm(&mut self, warm: f64, least: f64, clock: &mut impl FnMut() -> f64) -> bool {
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
