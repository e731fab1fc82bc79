//! The changes that can be tried, and applied.

use serde::{Deserialize, Serialize};

/// One change to what was decoded. Blocks are named by their numbers in the
/// session, from 0, and keep them whatever is changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// No tag among the fields: reading it back would take ten times the code.
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Change {
    /// A missing block inserted `entries` entries before block `before`.
    MissedBlock {
        /// The block before which they were inserted.
        before: u32,
        /// How many.
        entries: u32,
    },
    /// The encoder counts wrongly.
    IndexOffByOne {
        /// The first block that is read so.
        from: u32,
        /// What is added to an index on the wire.
        by: i32,
        /// Which indices are meant.
        indices: Indices,
    },
    /// The block belongs to the other direction.
    OtherDirection {
        /// The block.
        block: u32,
    },
    /// What is said to be the client's is the server's, and the other way
    /// round.
    SwappedSides,
    /// Two blocks of a direction are in the wrong order.
    OutOfOrder {
        /// The two, each of which stands where the other belongs.
        blocks: (u32, u32),
    },
    /// Octets of the frame's payload that are no part of the block.
    Padding {
        /// What is left of each block that has them.
        blocks: Vec<KeptParts>,
        /// What they are.
        what: Leftover,
    },
    /// A frame's header stands in the block.
    FrameHeader {
        /// What is left of each block that has one.
        blocks: Vec<KeptParts>,
    },
    /// These blocks are fragments of one, in this order. It stands at the
    /// number of whichever came first; at the others nothing is left.
    Continuation {
        /// The blocks.
        blocks: Vec<u32>,
    },
    /// The fragments of a block were joined in the wrong order.
    Fragments {
        /// The fragments in the right order.
        block: KeptParts,
    },
    /// The rest of the block, which inserted `entries` entries, is missing.
    ContinuationMissing {
        /// The block.
        block: u32,
        /// The octet of the representation that is cut.
        at: u32,
        /// Entries that the rest inserted.
        entries: u32,
    },
    /// Limit and maximum were other ones.
    TableSize {
        /// The block from which on the limit held; `None`: limit and maximum
        /// from the start.
        from: Option<u32>,
        /// A block of the direction that is meant.
        block: u32,
        /// The size, octets.
        size: u32,
    },
    /// A block is here twice.
    DecodedTwice {
        /// The one that is too many.
        block: u32,
        /// The one that it repeats.
        first: u32,
    },
    /// Size updates that are not here were sent before `before`.
    SizeUpdate {
        /// The block before which they were sent.
        before: u32,
        /// The sizes, octets, in order.
        sizes: Vec<u32>,
    },
}

/// Which indices a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Indices {
    /// Those of the dynamic table.
    Dynamic,
    /// All, those of the static table too.
    All,
    /// That of the representation at this octet of the one block.
    At(u32),
}

/// What was left in front of a block or behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leftover {
    /// The pad length and the padding.
    Padding,
    /// The pad length alone.
    PadLength,
    /// The padding alone.
    PaddingBehind,
    /// The five octets of a priority.
    Priority,
    /// Pad length, priority and padding.
    PaddingAndPriority,
    /// The promised stream of PUSH_PROMISE.
    PromisedStream,
    /// Pad length, promised stream and padding.
    PaddingAndPromisedStream,
}

/// Octets of a block: the first, and one past the last.
pub type Part = (u32, u32);

/// The octets of a block that are left, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptParts {
    /// The block.
    pub block: u32,
    /// Of what it holds now.
    pub parts: Vec<Part>,
}

/// The causes that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A missed earlier block.
    MissedBlock,
    /// An index off by one.
    IndexOffByOne,
    /// The other direction's table.
    OtherDirection,
    /// The sides are swapped.
    SwappedSides,
    /// Two blocks in the wrong order.
    OutOfOrder,
    /// Padding or priority fields left in.
    Padding,
    /// A frame header left in.
    FrameHeader,
    /// A CONTINUATION missing or out of place.
    Continuation,
    /// Another table size.
    TableSize,
    /// A block decoded twice.
    DecodedTwice,
    /// A size update not applied.
    SizeUpdate,
}

impl Change {
    /// Which cause it answers.
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
