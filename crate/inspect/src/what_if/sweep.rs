//! Curves of the encoded size as a function of the table size.

use super::{
    lists::Lists,
    plan::{Choices, Plan},
    replay::Replay,
};
use crate::{Session, policies::HuffmanUse};

const STEPS: usize = 64;

/// Table sizes, bytes: 0 to 64 KiB, in steps of 64 bytes up to 1 KiB, then
/// eight steps per doubling.
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

/// A curve, as far as computed.
#[derive(Debug)]
pub struct Curve {
    /// Choice of representations.
    pub choices: Choices,
    /// Huffman policy; `None` for that of the sender or the policy.
    pub huffman: Option<HuffmanUse>,
    /// Size of all blocks at each of [`SIZES`], bytes; `None` if not yet
    /// computed.
    pub bytes: [Option<u64>; STEPS + 1],
    /// Number of the size in progress, its encoder, and the bytes so far.
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

    /// Number of sizes computed.
    pub fn known(&self) -> usize {
        self.bytes.iter().flatten().count()
    }

    /// Whether all sizes are computed.
    pub fn done(&self) -> bool {
        self.bytes.iter().all(Option::is_some)
    }

    /// Continues by one block and returns its number of fields.
    pub(super) fn step(&mut self, session: &Session, lists: &Lists) -> usize {
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

    /// Number of the next size: first both ends, then the middle of the widest
    /// gap, so that the curve is refined gradually.
    fn next(&self) -> Option<usize> {
        let steps = std::iter::successors(Some(STEPS), |&step| (step > 1).then_some(step / 2));
        let mut sizes = steps.flat_map(|step| (0..=STEPS).step_by(step));
        sizes.find(|&size| self.bytes[size].is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_ascend_and_contain_powers_of_two() {
        assert_eq!((SIZES[0], SIZES[STEPS]), (0, 65_536));
        assert!(SIZES.windows(2).all(|pair| pair[0] < pair[1]));
        for usual in [256, 512, 1024, 4096, 8192, 16_384, 32_768] {
            assert!(SIZES.contains(&usual), "{usual}");
        }
    }

    #[test]
    fn refines_gradually() {
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
