//! Weights of evidence, tuned on ten captures and validated on others
//! (`tests/diagnosis/edits.rs`).
//!
//! Surprise measures how unlikely a block is from a working peer. A change gains the surprise that it removes, in units of one
//! broken block, and costs its own unlikelihood (table in `hypotheses`).

/// Cost in blocks, and witnesses: two per block that makes sense only with the
/// change, plus one per other field in it from the dynamic table.
#[derive(Clone, Copy)]
pub(super) struct Weight(pub(super) f32, pub(super) u32);

/// Surprise of a block that violates a rule or cannot be decoded.
pub(super) const BROKEN: f32 = 4.0;

/// Surprise at which a block does not fit where a change moves it.
pub(super) const SUSPICIOUS: f32 = 1.0;

/// Surprise of a completely unknown block.
pub(super) const UNKNOWN: f32 = 3.2;

/// Surprise of names that no earlier block has.
pub(super) const UNLIKE: f32 = 2.4;

/// Minimum score of a reported change, in blocks: less may be chance.
pub(super) const CERTAIN: f32 = 0.15;

/// Maximum distance from the best score of changes reported for a block.
pub(super) const NEAR: f32 = 1.0;

/// Gain of removing a copy that decodes to other fields than its original.
pub(super) const AGAIN: f32 = 0.5;

/// Entries that a block may insert without any being referred to.
pub(super) const FEW: u32 = 8;

/// Score that leaves no doubt.
pub(super) const ENOUGH: f32 = 0.9;
