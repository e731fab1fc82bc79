//! Random numbers that a seed repeats, and choices that can be made again
//! with one of them changed.

/// SplitMix64.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of text `n` of the format or damage `name`.
    pub(crate) fn of(seed: u64, name: &str, n: usize) -> Random {
        let mut random = Random(seed ^ 0x9e37_79b9_7f4a_7c15);
        for octet in name.bytes().chain((n as u64).to_le_bytes()) {
            random.0 = random.next() ^ u64::from(octet);
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which is not 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub(crate) fn octet(&mut self) -> u8 {
        self.next() as u8
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// One choice: which it was, and of how many.
#[derive(Clone, Copy, Debug)]
struct Choice {
    which: usize,
    of: usize,
}

/// The options of one text. A printer makes the same choices whatever blocks
/// it prints, so that other blocks can be printed with the same options.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    random: Random,
    /// Choices that are settled already.
    settled: Vec<usize>,
    made: Vec<Choice>,
}

/// The most alternatives of one choice that are tried.
const ALTERNATIVES: usize = 128;

impl Choices {
    pub(crate) fn new(random: Random) -> Choices {
        Choices {
            random,
            settled: Vec::new(),
            made: Vec::new(),
        }
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let fresh = self.random.below(count);
        let which = match self.settled.get(self.made.len()) {
            Some(settled) => settled % count,
            None => fresh,
        };
        self.made.push(Choice { which, of: count });
        which
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// The same choices, to be made again.
    pub(crate) fn again(&self) -> Choices {
        Choices {
            random: self.random.clone(),
            settled: self.made.iter().map(|choice| choice.which).collect(),
            made: Vec::new(),
        }
    }

    /// How many choices were made.
    pub(crate) fn count(&self) -> usize {
        self.made.len()
    }

    /// The same choices but for the one at `at`, with each alternative.
    pub(crate) fn others(self, at: usize) -> impl Iterator<Item = Choices> {
        let Choice { which, of } = self.made[at];
        (0..of.min(ALTERNATIVES))
            .filter(move |other| *other != which)
            .map(move |other| {
                let mut changed = self.again();
                changed.settled[at] = other;
                changed
            })
    }
}
