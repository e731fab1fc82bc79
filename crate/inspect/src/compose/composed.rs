//! Result of encoding a composition.

use serde::Serialize;

use super::composition::Chosen;

/// An encoded composition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Composed {
    /// Blocks, in order.
    pub blocks: Vec<ComposedBlock>,
    /// Maximum of the table before the first block, bytes.
    pub maximum: u32,
    /// Sums over all blocks.
    pub sums: Sums,
    /// Impossible size changes.
    pub problems: Vec<ComposedProblem>,
}

/// An encoded block.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedBlock {
    /// Bytes, in hex digits.
    pub hex: String,
    /// Initial size updates (RFC 7541 §4.2).
    pub size_updates: Vec<ComposedSizeUpdate>,
    /// Fields, in order.
    pub rows: Vec<ComposedRow>,
    /// Rules of RFC 9113 §8 that it violates.
    pub warnings: Vec<ComposedWarning>,
    /// Frames; empty if the framing is impossible.
    pub frames: Vec<ComposedFrame>,
    /// Bytes of all frames, in hex digits.
    pub frames_hex: String,
    /// Why the framing is impossible.
    pub frames_problem: Option<Refused>,
    /// Limit announced by the peer, bytes.
    pub limit: u32,
    /// Sums over this block.
    pub sums: Sums,
}

/// A size update (RFC 7541 §6.3).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComposedSizeUpdate {
    /// New maximum, bytes.
    pub maximum: u32,
    /// Offset of its first byte in the block.
    pub start: usize,
    /// Offset past its last byte.
    pub end: usize,
}

/// An encoded field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedRow {
    /// Legal representations, cheapest first, then in the order of
    /// `Legal::all`. Contains the one used.
    pub choices: Vec<Representation>,
    /// Number of omitted representations, with more expensive name references.
    pub more: usize,
    /// Index of the representation used in `choices`.
    pub taken: usize,
    /// Whether the policy chose it.
    pub by_policy: bool,
    /// Why the explicit choice was rejected.
    pub refused: Option<Refused>,
    /// Offset of its first byte in the block.
    pub start: usize,
    /// Offset past its last byte.
    pub end: usize,
}

/// A legal representation of a field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Representation {
    /// Kind, index and Huffman flags, as in a row's explicit choice.
    #[serde(flatten)]
    pub chosen: Chosen,
    /// Length, bytes.
    pub bytes: usize,
    /// First [`super::SHOWN`] bytes, in hex digits.
    pub hex: String,
    /// Ranges in the representation of the data of name and value, end
    /// exclusive; empty if they are not literals.
    pub strings: [[usize; 2]; 2],
    /// Whether `hex` is truncated.
    pub cut: bool,
    /// Number of entries that it evicts.
    pub evicts: usize,
    /// Whether its entry is larger than the table, which it empties (RFC 7541
    /// §4.4).
    pub empties: bool,
    /// Whether it keeps a sensitive field out of all tables (RFC 7541 §7.1.3).
    pub proper: bool,
    /// Whether no other takes fewer bytes.
    pub cheapest: bool,
}

/// Reason why something is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Refused {
    /// Human-readable sentence.
    pub message: String,
    /// Section of the RFC.
    pub section: &'static str,
}

/// An impossible size change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComposedProblem {
    /// Block that it precedes.
    pub block: usize,
    /// Human-readable sentence.
    pub message: String,
    /// Section of the RFC.
    pub section: &'static str,
}

/// A violation of RFC 9113 §8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComposedWarning {
    /// Number of the field; absent for a missing field.
    pub row: Option<usize>,
    /// Stable name of the rule.
    pub code: &'static str,
    /// Section of the RFC.
    pub section: &'static str,
    /// Human-readable sentence.
    pub message: String,
}

/// A frame that carries a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedFrame {
    /// Name of its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its flags.
    pub flags: u8,
    /// Names of its flags.
    pub flag_names: Vec<&'static str>,
    /// Its stream.
    pub stream: u32,
    /// Length of its payload, bytes.
    pub length: usize,
    /// Offset of its header in the bytes of all frames.
    pub start: usize,
    /// Its part of the header block: offset in the bytes of all frames, and
    /// length.
    pub fragment: (usize, usize),
}

/// Sums over fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComposedSums"))]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// Number of fields.
    pub fields: usize,
    /// Size of header blocks, bytes.
    pub bytes: usize,
    /// Decoded size of names and values, bytes.
    pub plain_bytes: usize,
    /// Size of frames including headers, padding and priority, bytes.
    pub frame_bytes: usize,
}
