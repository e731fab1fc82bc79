//! Changes that can be tried and applied.

use serde::{Deserialize, Serialize};

/// A change to the decoded blocks. Blocks are identified by their numbers in
/// the session, from 0, which no change alters. Links can contain changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Externally tagged: deserializing an internal tag takes ten times the code.
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "`block` is the block that is changed")]
pub enum Change {
    /// A missing block inserted `entries` entries before block `before`.
    MissedBlock { before: u32, entries: u32 },
    /// The encoder's indices of the dynamic table are off from block `from` on;
    /// adds `by`.
    IndexOffByOne { from: u32, by: i32 },
    /// The block belongs to the other direction.
    OtherDirection { block: u32 },
    /// The sides are swapped.
    SwappedSides,
    /// Two blocks of a direction are in the wrong order.
    OutOfOrder { blocks: (u32, u32) },
    /// Parts of the frame's payload other than the fragment are in the blocks.
    Padding {
        blocks: Vec<KeptParts>,
        what: Leftover,
    },
    /// Frame headers are in the blocks.
    FrameHeader { blocks: Vec<KeptParts> },
    /// The blocks are fragments of one, in this order. It keeps the lowest
    /// number; the other blocks become empty.
    Continuation { blocks: Vec<u32> },
    /// The rest of the block is missing from the representation at byte `at`
    /// on; it inserted `entries` entries.
    ContinuationMissing { block: u32, at: u32, entries: u32 },
    /// The limit is `size` from block `from` on; with `None`, limit and maximum
    /// of the direction of `block` are `size` from the start.
    TableSize {
        from: Option<u32>,
        block: u32,
        size: u32,
    },
    /// The block repeats the block `first`.
    DecodedTwice { block: u32, first: u32 },
    /// Size updates to `sizes` are missing before block `before`.
    SizeUpdate { before: u32, sizes: Vec<u32> },
}

/// Parts of a frame's payload other than the fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leftover {
    /// The pad length and the padding.
    Padding,
    /// The pad length without padding.
    PadLength,
    /// The padding without pad length.
    PaddingBehind,
    /// The five bytes of a priority.
    Priority,
    /// Pad length, priority and padding.
    PaddingAndPriority,
    /// The promised stream of PUSH_PROMISE.
    PromisedStream,
}

/// Range of bytes in a block.
pub type Part = (u32, u32);

/// Parts of a block that are kept, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptParts {
    /// The block.
    pub block: u32,
    /// Ranges of its current bytes.
    pub parts: Vec<Part>,
}

impl KeptParts {
    /// Extracts the kept parts of `bytes`; `None` if out of range.
    pub(super) fn of(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let parts = self.parts.iter();
        let parts = parts.map(|&(start, end)| bytes.get(start as usize..end as usize));
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    }
}

/// Kinds of causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "their changes are described")]
pub enum Cause {
    MissedBlock,
    IndexOffByOne,
    OtherDirection,
    SwappedSides,
    OutOfOrder,
    Padding,
    FrameHeader,
    Continuation,
    TableSize,
    DecodedTwice,
    SizeUpdate,
}

impl Change {
    /// Returns the cause that the change undoes.
    #[must_use]
    pub fn cause(&self) -> Cause {
        match self {
            Self::MissedBlock { .. } => Cause::MissedBlock,
            Self::IndexOffByOne { .. } => Cause::IndexOffByOne,
            Self::OtherDirection { .. } => Cause::OtherDirection,
            Self::SwappedSides => Cause::SwappedSides,
            Self::OutOfOrder { .. } => Cause::OutOfOrder,
            Self::Padding { .. } => Cause::Padding,
            Self::FrameHeader { .. } => Cause::FrameHeader,
            Self::Continuation { .. } | Self::ContinuationMissing { .. } => Cause::Continuation,
            Self::TableSize { .. } => Cause::TableSize,
            Self::DecodedTwice { .. } => Cause::DecodedTwice,
            Self::SizeUpdate { .. } => Cause::SizeUpdate,
        }
    }
}
