//! Comparison of two blocks or two sessions, of two inspectors or one.

use inspect::{
    assumed::Overlay,
    compare::{
        ComparedVerdict,
        block::{BlockOf, Comparison},
        sessions,
    },
    record,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector};

/// The most bytes of a name or value in an answer.
const TEXT: usize = 1024;

record! {
    /// A pair of blocks, or one without a counterpart.
    pub(crate) struct PairCells {
        /// 0 identical, 1 the same fields in other bytes, 2 other fields; NONE
        /// without a counterpart.
        verdict: Option<u32>,
        /// Number of the left block; NONE without one.
        left: Option<u32>,
        /// Number of the right block; NONE without one.
        right: Option<u32>,
        /// Bytes of the left block.
        left_bytes: usize,
        /// Bytes of the right block.
        right_bytes: usize,
    }
}

#[wasm_bindgen]
impl Inspector {
    /// Compares a block with one of `other`, lines `from..to`: JSON of
    /// `Compared`, or `null` if a block does not exist.
    #[wasm_bindgen(js_name = compareBlocks)]
    pub fn compare_blocks(
        &self,
        other: &Inspector,
        left: usize,
        right: usize,
        from: usize,
        to: usize,
    ) -> String {
        let [one, another] = [(self, left), (other, right)].map(|(inspector, block)| {
            let overlay = inspector.overlay()?;
            (block < overlay.session.blocks().len()).then_some(BlockOf { overlay, block })
        });
        let compared = one
            .zip(another)
            .map(|(left, right)| Comparison::new(left, right).view(from, to, TEXT));
        json(&compared)
    }

    /// Pairs the blocks of this session with those of `other`: `PairCells` for
    /// each pair.
    #[wasm_bindgen(js_name = comparePairs)]
    pub fn compare_pairs(&self, other: &Inspector) -> Vec<u32> {
        let (Some(left), Some(right)) = (self.overlay(), other.overlay()) else {
            return Vec::new();
        };
        let bytes = |side: Overlay<'_>, block: Option<u32>| {
            block.map_or(0, |block| side.session.bytes(block as usize).len())
        };
        let cells = |pair: &sessions::Pair| {
            let verdict = pair.verdict.map(|verdict| match verdict {
                ComparedVerdict::Same => 0,
                ComparedVerdict::Encoding => 1,
                ComparedVerdict::Fields => 2,
            });
            PairCells {
                verdict,
                left: pair.left,
                right: pair.right,
                left_bytes: bytes(left, pair.left),
                right_bytes: bytes(right, pair.right),
            }
            .cells()
        };
        let pairs = sessions::pairs(left, right);
        pairs.iter().flat_map(cells).collect()
    }

    /// One line of text for each block: a JSON list; empty for blocks that do
    /// not exist.
    pub fn lines(&self, blocks: &[u32]) -> String {
        let overlay = self.overlay();
        let line = |&block: &u32| {
            let block = block as usize;
            overlay
                .filter(|overlay| block < overlay.session.blocks().len())
                .map_or_else(String::new, |overlay| overlay.line(block))
        };
        json(&blocks.iter().map(line).collect::<Vec<_>>())
    }
}
