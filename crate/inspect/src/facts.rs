//! What is certain about a block's surroundings, and the causes that it rules
//! out.

use crate::{Session, diagnosis::Cause};

/// What is certain about the origin of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The connection was seen from its first byte, and its sender's bytes up to
    /// the block have no gap.
    pub complete: bool,
    /// The block was put together from frames.
    pub framed: bool,
}

impl Facts {
    /// The facts about `block`, which must exist.
    #[must_use]
    pub fn of(session: &Session, block: u32) -> Self {
        let before = session.direction(block as usize).blocks.iter();
        let mut before = before.take_while(|&&earlier| earlier <= block);
        let is_lost = |&block: &u32| session.blocks()[block as usize].after_loss;
        Self {
            complete: session.options().start.seen && !before.any(is_lost),
            framed: session.blocks()[block as usize].framed.is_some(),
        }
    }

    /// Why `cause` can't be, as a sentence; `None` if it can.
    #[must_use]
    pub fn rules_out(self, cause: Cause) -> Option<&'static str> {
        match cause {
            Cause::MissedBlock if self.complete => Some(
                "nothing is missing before this block: the connection was seen from its first byte, without a gap",
            ),
            Cause::OutOfOrder
            | Cause::DecodedTwice
            | Cause::OtherDirection
            | Cause::SwappedSides
                if self.complete =>
            {
                Some("the frames are in the order in which each side sent them")
            }
            Cause::Padding | Cause::FrameHeader | Cause::Continuation if self.framed => {
                Some("the block was put together from its frames, without headers and padding")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_rule_out_causes() {
        use Cause::{
            Continuation, DecodedTwice, FrameHeader, IndexOffByOne, MissedBlock, OtherDirection,
            OutOfOrder, Padding, SizeUpdate, SwappedSides, TableSize,
        };
        let in_order = [
            MissedBlock,
            OutOfOrder,
            DecodedTwice,
            OtherDirection,
            SwappedSides,
        ];
        let whole = [Padding, FrameHeader, Continuation];
        let always = [IndexOffByOne, TableSize, SizeUpdate];
        for (complete, framed) in [(false, false), (false, true), (true, false), (true, true)] {
            let facts = Facts { complete, framed };
            let is_out = |cause: &Cause| facts.rules_out(*cause).is_some();
            assert!(
                in_order.iter().all(|cause| is_out(cause) == complete),
                "{facts:?}"
            );
            assert!(
                whole.iter().all(|cause| is_out(cause) == framed),
                "{facts:?}"
            );
            assert!(!always.iter().any(is_out), "{facts:?}");
        }
    }
}
