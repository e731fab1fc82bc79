//! Causes that the facts about a block rule out.

use super::{
    change::Cause::{
        self, Continuation, DecodedTwice, FrameHeader, MissedBlock, OtherDirection, OutOfOrder,
        Padding, SwappedSides, TableSize,
    },
    kind::{BROKEN, TABLE, class},
};
use crate::{Session, facts::Facts};

/// Classes of blocks (as in `kind`) for which the causes would be looked
/// for, whether the facts rule them out, the causes, and why as a sentence.
type Rule = (u8, fn(Facts) -> bool, &'static [Cause], &'static str);

const RULES: [Rule; 4] = [
    (
        TABLE,
        |facts| facts.complete,
        &[MissedBlock],
        "nothing is missing before this block: the connection was seen from its first byte, without a gap",
    ),
    (
        TABLE,
        |facts| facts.complete,
        &[OutOfOrder, DecodedTwice, OtherDirection, SwappedSides],
        "the blocks are in the order in which their side sent them",
    ),
    (
        TABLE,
        |facts| facts.default_size,
        &[TableSize],
        "the table was never too small: neither SETTINGS nor a size update changed its size",
    ),
    (
        BROKEN,
        |facts| facts.framed,
        &[Padding, FrameHeader, Continuation],
        "no frame header or padding is left in the block, and no frame of it is missing: it was put together from its frames",
    ),
];

/// Whether `facts` rule `cause` out.
pub(super) fn is_ruled_out(cause: Cause, facts: Facts) -> bool {
    let mut rules = RULES.iter();
    rules.any(|(_, holds, causes, _)| holds(facts) && causes.contains(&cause))
}

impl Session {
    /// What can't have made `block` fail, each with its reason as a sentence;
    /// empty unless it is the first block of its direction that fails.
    #[must_use]
    pub fn ruled_out(&self, block: usize) -> Vec<&'static str> {
        let record = &self.blocks()[block];
        let is_first = record.fails() && !record.after_error;
        let Some(error) = record.error.filter(|_| is_first) else {
            return Vec::new();
        };
        let facts = Facts::of(self, block as u32);
        let class = class(Some(error.kind));
        let rules = RULES.iter();
        let rules = rules.filter(|rule| rule.0 & class > 0 && (rule.1)(facts));
        rules.map(|rule| rule.3).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_rule_causes_out() {
        use Cause::{IndexOffByOne, SizeUpdate};
        const ORDER: [Cause; 5] = [
            MissedBlock,
            OutOfOrder,
            DecodedTwice,
            OtherDirection,
            SwappedSides,
        ];
        for bits in 0..8 {
            let facts = Facts {
                complete: bits & 1 > 0,
                framed: bits & 2 > 0,
                default_size: bits & 4 > 0,
            };
            let cases: [(&[Cause], bool); 4] = [
                (&ORDER, facts.complete),
                (&[Padding, FrameHeader, Continuation], facts.framed),
                (&[TableSize], facts.default_size),
                (&[IndexOffByOne, SizeUpdate], false),
            ];
            for (causes, is_out) in cases {
                for &cause in causes {
                    assert_eq!(is_ruled_out(cause, facts), is_out, "{cause:?} {facts:?}");
                }
            }
        }
    }
}
