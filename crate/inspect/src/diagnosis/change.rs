//! The changes that can be tried and applied.

use serde::{Deserialize, Serialize};

/// One change to what was decoded. Blocks are named by their numbers in the
/// session, from 0, and keep them through any change. A link can hold a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// No tag among the fields: reading it back would take ten times the code.
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "`block` is the block that is changed")]
pub enum Change {
    /// A missing block inserted `entries` entries before block `before`.
    MissedBlock { before: u32, entries: u32 },
    /// The encoder's indices are wrong from block `from` on: `by` is added.
    IndexOffByOne {
        from: u32,
        by: i32,
        indices: Indices,
    },
    /// The block belongs to the other direction.
    OtherDirection { block: u32 },
    /// The client's blocks are the server's, and the reverse.
    SwappedSides,
    /// Two blocks of a direction are in the wrong order.
    OutOfOrder { blocks: (u32, u32) },
    /// Bytes of the frame's payload that are no part of the block.
    Padding {
        blocks: Vec<KeptParts>,
        what: Leftover,
    },
    /// A frame's header is in the block.
    FrameHeader { blocks: Vec<KeptParts> },
    /// These blocks are fragments of one, in this order. It keeps the lowest
    /// number; nothing is left at the others.
    Continuation { blocks: Vec<u32> },
    /// The fragments of a block were joined in the wrong order; the right one.
    Fragments { block: KeptParts },
    /// The rest of the block is missing from the representation at byte `at`
    /// on; it inserted `entries` entries.
    ContinuationMissing { block: u32, at: u32, entries: u32 },
    /// The limit from block `from` on; with `None`, limit and maximum of the
    /// direction of `block` from the start.
    TableSize {
        from: Option<u32>,
        block: u32,
        size: u32,
    },
    /// The block repeats the block `first`.
    DecodedTwice { block: u32, first: u32 },
    /// Size updates that are missing were sent before block `before`.
    SizeUpdate { before: u32, sizes: Vec<u32> },
}

/// The indices that a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Indices {
    /// Those of the dynamic table.
    Dynamic,
    /// All, those of the static table too.
    All,
    /// That of the representation at this byte of the one block.
    At(u32),
}

/// Parts of a frame's payload that are no part of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leftover {
    /// The pad length and the padding.
    Padding,
    /// The pad length alone.
    PadLength,
    /// The padding alone.
    PaddingBehind,
    /// The five bytes of a priority.
    Priority,
    /// Pad length, priority and padding.
    PaddingAndPriority,
    /// The promised stream of PUSH_PROMISE.
    PromisedStream,
    /// Pad length, promised stream and padding.
    PaddingAndPromisedStream,
}

/// Range of bytes in a block.
pub type Part = (u32, u32);

/// The parts of a block that are left, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptParts {
    /// The block.
    pub block: u32,
    /// Parts of what it holds now.
    pub parts: Vec<Part>,
}

impl KeptParts {
    /// The bytes that are left of `bytes`; `None` if they do not reach so far.
    pub(super) fn of(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let parts = self.parts.iter();
        let parts = parts.map(|&(start, end)| bytes.get(start as usize..end as usize));
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    }
}

/// The causes that are looked for.
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
    /// The cause that it answers.
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
            Self::Continuation { .. }
            | Self::Fragments { .. }
            | Self::ContinuationMissing { .. } => Cause::Continuation,
            Self::TableSize { .. } => Cause::TableSize,
            Self::DecodedTwice { .. } => Cause::DecodedTwice,
            Self::SizeUpdate { .. } => Cause::SizeUpdate,
        }
    }
}
