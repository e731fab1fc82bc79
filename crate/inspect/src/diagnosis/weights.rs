//! The weights of evidence. They were tuned on ten captures and checked on
//! others (`tests/diagnosis/edits.rs`).
//!
//! Surprise measures how unlikely a block is as a working peer's: the sum of
//! what is odd about it. A change gains the surprise that it takes from the
//! blocks, in units of one broken block, and costs what it is unlikely itself.

use super::change::{Change, Indices, Leftover};

/// Surprise of a block that breaks a rule, or cannot be decoded.
pub(super) const BROKEN: f32 = 4.0;

/// Surprise from which on a block is looked at closely, and cannot be the
/// result of a change.
pub(super) const SUSPICIOUS: f32 = 1.0;

/// A block of which nothing is known.
pub(super) const UNKNOWN: f32 = 3.2;

/// Names that no block before has.
pub(super) const UNLIKE: f32 = 2.4;

/// An entry inserted that the table holds, or a reference to the dynamic table
/// for what the static one has.
pub(super) const UNLIKE_AN_ENCODER: f32 = 1.5;

/// A value that its name does not allow, or a field that occurs twice.
pub(super) const UNFIT: f32 = 1.2;

/// A value of another shape than the name had before.
pub(super) const ODD_VALUE: f32 = 0.8;

/// A block without pseudo-header fields.
pub(super) const TRAILERS: f32 = 0.6;

/// A request from a server.
pub(super) const PROMISE: f32 = 0.4;

/// The least score of a change that is reported, in blocks: less may be chance.
pub(super) const CERTAIN: f32 = 0.15;

/// Of the changes for one block, those within this of the best are reported.
pub(super) const NEAR: f32 = 1.0;

/// Gain of a repetition that decodes to other fields than the original.
pub(super) const AGAIN: f32 = 0.5;

/// Entries that a block may insert without any being referred to.
pub(super) const FEW: u32 = 8;

/// The score of a change that leaves no doubt.
pub(super) const ENOUGH: f32 = 0.9;

/// Likeness from which on a block is like those before it.
pub(super) const LIKE: f32 = 0.6;

/// What is asked of a kind of change.
pub(super) struct Weight {
    /// How unlikely it is, in blocks.
    pub(super) cost: f32,
    /// How much the block in question must be like those before it.
    pub(super) likeness: f32,
    /// Witnesses needed: two for each block that makes sense only with the
    /// change, one for each other field that the dynamic table gives in it.
    pub(super) witnesses: u32,
}

/// The weight of `change`.
pub(super) fn of(change: &Change) -> Weight {
    let (cost, likeness, witnesses) = match change {
        Change::SwappedSides => (0.0, 0.0, 0),
        Change::FrameHeader { .. } => (0.01, 0.0, 0),
        Change::Padding { what, .. } if *what == Leftover::PadLength => (0.02, 0.3, 0),
        Change::Padding { .. } => (0.02, 0.0, 0),
        Change::Continuation { blocks } => (0.02 + 0.01 * blocks.len() as f32, LIKE, 0),
        Change::Fragments { .. } => (0.1, 0.3, 0),
        Change::ContinuationMissing { entries, .. } => (0.1 + each(*entries), 0.0, 0),
        Change::OtherDirection { .. } => (0.04, 0.0, 0),
        Change::TableSize { from: Some(_), .. } => (0.04, 0.0, 2),
        Change::TableSize { from: None, .. } => (0.05, 0.0, 2),
        Change::SizeUpdate { sizes, .. } => (0.05 + 0.01 * sizes.len() as f32, 0.0, 2),
        Change::OutOfOrder { .. } => (0.06, 0.0, 0),
        Change::DecodedTwice { .. } => (0.07, 0.0, 0),
        Change::MissedBlock { entries, .. } => (0.08 + each(*entries), 0.0, 0),
        Change::IndexOffByOne { indices, .. } => match indices {
            Indices::Dynamic => (0.1, 0.0, 4),
            Indices::All => (0.12, 0.0, 4),
            Indices::At(_) => (0.25, 0.8, 0),
        },
    };
    Weight {
        cost,
        likeness,
        witnesses,
    }
}

/// What entries cost that a block is taken to have inserted.
fn each(entries: u32) -> f32 {
    0.002 * entries as f32
}
