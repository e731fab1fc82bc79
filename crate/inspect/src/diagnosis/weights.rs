//! The weights of evidence. They were tuned on ten captures and checked on
//! others (`tests/diagnosis/edits.rs`).
//!
//! Surprise measures how unlikely a block is as a working peer's: the sum of
//! what is odd about it. A change gains the surprise that it takes from the
//! blocks, in units of one broken block, and costs what it is unlikely itself
//! (the table of `hypotheses`).

/// Cost in blocks, likeness that the block needs to those before it, and
/// witnesses: two for each block that makes sense only with the change, one for
/// each other field that the dynamic table gives in it.
#[derive(Clone, Copy)]
pub(super) struct Weight(pub(super) f32, pub(super) f32, pub(super) u32);

/// Surprise of a block that breaks a rule, or cannot be decoded.
pub(super) const BROKEN: f32 = 4.0;

/// Surprise from which on a block is looked at closely, and cannot be the
/// result of a change.
pub(super) const SUSPICIOUS: f32 = 1.0;

/// A block of which nothing is known.
pub(super) const UNKNOWN: f32 = 3.2;

/// Names that no block before has.
pub(super) const UNLIKE: f32 = 2.4;

/// An entry inserted that the table holds.
pub(super) const REDUNDANT: f32 = 1.5;

/// A value that its name does not allow, or a field that occurs twice.
pub(super) const UNFIT: f32 = 1.2;

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
