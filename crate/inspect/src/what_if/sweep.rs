//! One curve: what all blocks take under one way to choose, by the size of
//! the table.

use super::{
    lists::Lists,
    plan::{Choices, Plan},
    replay::Replay,
};
use crate::{Session, policies::HuffmanUse};

/// Steps of a curve, beside size 0.
const STEPS: usize = 64;

/// The sizes of a sweep, bytes: from 0 to 64 KiB, in steps of 64 bytes to
/// 1 KiB and from there in eight steps to each doubling.
pub const SIZES: [u32; STEPS + 1] = {
    let mut sizes = [0; STEPS + 1];
    let mut i = 1;
    while i <= STEPS {
        sizes[i] = if i <= 16 {
            64 * i as u32
        } else {
            let doublings = (i - 16) / 8;
            let eighths = (i - 16) % 8;
            (1024 << doublings) + (128 << doublings) * eighths as u32
        };
        i += 1;
    }
    sizes
};

/// A curve, as far as it has come.
#[derive(Debug)]
pub struct Curve {
    /// Who chooses.
    pub choices: Choices,
    /// Which literals are coded; `None`: as was sent, or as belongs to the policy.
    pub huffman: Option<HuffmanUse>,
    /// Bytes of all blocks at each of [`SIZES`]; `None` where not yet known.
    pub bytes: [Option<u64>; STEPS + 1],
    /// The size at hand, and the bytes so far.
    at: Option<(usize, Replay, u64)>,
}

impl Curve {
    pub(super) fn new(choices: Choices, huffman: Option<HuffmanUse>) -> Self {
        Self {
            choices,
            huffman,
            bytes: [None; STEPS + 1],
            at: None,
        }
    }

    /// Sizes that are known.
    pub fn known(&self) -> usize {
        self.bytes.iter().flatten().count()
    }

    /// Whether all of them are.
    pub fn done(&self) -> bool {
        self.bytes.iter().all(Option::is_some)
    }

    /// Goes on by one block; how many fields it had.
    pub(super) fn go_on(&mut self, session: &Session, lists: &Lists) -> usize {
        if self.at.is_none() {
            let Some(size) = self.next() else {
                return 0;
            };
            let plan = Plan {
                choices: self.choices,
                huffman: self.huffman,
                maximum: Some(SIZES[size]),
            };
            self.at = Some((size, Replay::new(session, lists, plan), 0));
        }
        let Some((size, replay, bytes)) = &mut self.at else {
            return 0;
        };
        let block = replay.done();
        let mut fields = 0;
        if block < lists.blocks.len() {
            replay.steps(session, lists, |step| {
                fields += 1;
                *bytes += u64::from(step.bytes);
            });
        }
        if replay.done() == lists.blocks.len() {
            self.bytes[*size] = Some(*bytes);
            self.at = None;
        }
        fields
    }

    /// The next size: first the ends, then always the middle of the widest
    /// gap, so that the curve is there early and becomes finer.
    fn next(&self) -> Option<usize> {
        let mut step = STEPS;
        while step > 0 {
            let found = (0..=STEPS)
                .step_by(step)
                .find(|&size| self.bytes[size].is_none());
            if found.is_some() {
                return found;
            }
            step /= 2;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_go_up_from_0_to_64_kib_through_the_usual_ones() {
        assert_eq!((SIZES[0], SIZES[STEPS]), (0, 65_536));
        assert!(SIZES.windows(2).all(|pair| pair[0] < pair[1]));
        for usual in [256, 512, 1024, 4096, 8192, 16_384, 32_768] {
            assert!(SIZES.contains(&usual), "{usual}");
        }
    }

    #[test]
    fn coarse_sizes_come_before_fine_ones() {
        let mut curve = Curve::new(Choices::AsSent, None);
        let mut order = Vec::new();
        while let Some(size) = curve.next() {
            order.push(size);
            curve.bytes[size] = Some(0);
        }
        assert_eq!(order[..9], [0, 64, 32, 16, 48, 8, 24, 40, 56]);
        assert_eq!(order.len(), STEPS + 1);
    }
}
