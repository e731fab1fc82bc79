//! What comes of a composition: everything that is shown of it.

use serde::Serialize;

use super::composition::Chosen;

/// What comes of a composition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Composed {
    /// The blocks.
    pub blocks: Vec<ComposedBlock>,
    /// Every entry that was ever in the table, oldest first: a table is a
    /// window of it, and an entry's place in it is its position.
    pub entries: Vec<ComposedEntry>,
    /// The table before the first block.
    pub table: Table,
    /// Of all blocks together.
    pub sums: Sums,
    /// The changes of size that cannot be, as sentences with their blocks.
    pub problems: Vec<ComposedProblem>,
}

/// A block.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedBlock {
    /// Its bytes in hex digits.
    pub hex: String,
    /// The size updates that it begins with (RFC 7541 §4.2).
    pub size_updates: Vec<ComposedSizeUpdate>,
    /// Its fields.
    pub rows: Vec<ComposedRow>,
    /// What a receiver objects to in it although it decodes.
    pub warnings: Vec<ComposedWarning>,
    /// Its frames; none where there can be no such frames.
    pub frames: Vec<ComposedFrame>,
    /// The bytes of all its frames in hex digits.
    pub frames_hex: String,
    /// Why there can be no such frames.
    pub frames_problem: Option<Refused>,
    /// The limit that the peer has announced, bytes.
    pub limit: u32,
    /// Of this block.
    pub sums: Sums,
}

/// A size update (RFC 7541 §6.3).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedSizeUpdate {
    /// The maximum that it sets, bytes.
    pub maximum: u32,
    /// Bytes of the block, the end exclusive.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The table after it.
    pub table: Table,
}

/// A field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedRow {
    /// The legal representations, cheapest first, and of equals those that
    /// `Legal::all` puts first. The one that was taken is among
    /// them.
    pub choices: Vec<Representation>,
    /// Legal representations that are left out: by indices of names that
    /// cost more.
    pub more: usize,
    /// The one that was taken: a place in `choices`.
    pub taken: usize,
    /// Whether the policy chose it.
    pub by_policy: bool,
    /// Why what was chosen could not be taken.
    pub refused: Option<Refused>,
    /// Bytes of the block, the end exclusive.
    pub start: usize,
    /// See `start`.
    pub end: usize,
    /// The position of the entry that it made.
    pub inserted: Option<usize>,
    /// Bytes that it takes in the table as an entry (RFC 7541 §4.1).
    pub entry_size: u64,
    /// The table after it.
    pub table: Table,
}

/// A legal representation of a field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Representation {
    /// Kind, index and codings, as a row may choose them.
    #[serde(flatten)]
    pub chosen: Chosen,
    /// What it takes, bytes.
    pub bytes: usize,
    /// Its bytes in hex digits, up to the first [`super::SHOWN`].
    pub hex: String,
    /// Whether there are more than `hex` shows.
    pub cut: bool,
    /// Entries that leave the table for it.
    pub evicts: usize,
    /// RFC 7541 §4.4: it is larger than the table, and empties it.
    pub empties: bool,
    /// RFC 7541 §7.1.3: it keeps a sensitive field out of all tables.
    pub proper: bool,
    /// Whether none takes fewer bytes.
    pub cheapest: bool,
}

/// Something that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    /// A sentence.
    pub message: String,
    /// The section.
    pub section: &'static str,
}

/// Why a change of the table is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedProblem {
    /// The block before which it stands.
    pub block: usize,
    /// A sentence.
    pub message: String,
    /// The section.
    pub section: &'static str,
}

/// A rule of RFC 9113 that a field breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedWarning {
    /// The field, from 0; absent for one that is missing.
    pub row: Option<usize>,
    /// Stable name of the rule.
    pub code: &'static str,
    /// The section.
    pub section: &'static str,
    /// A sentence.
    pub message: String,
}

/// The table at a moment: a window of [`Composed::entries`]. Index 62 is the
/// entry at `end` less one, index 63 the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TableWindow"))]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Position of the oldest entry.
    pub first: usize,
    /// One past the newest.
    pub end: usize,
    /// Bytes of its entries (RFC 7541 §4.1).
    pub size: u64,
    /// The maximum, bytes.
    pub maximum: u32,
}

/// An entry of the dynamic table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedEntry {
    /// Its name; U+FFFD in place of what is not UTF-8.
    pub name: String,
    /// Its value, likewise.
    pub value: String,
    /// Bytes (RFC 7541 §4.1).
    pub size: u64,
    /// The block and the row that made it; absent where it was there from the
    /// start.
    pub origin: Option<(usize, usize)>,
}

/// A frame that carries a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComposedFrame {
    /// Its type's name.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its flags.
    pub flags: u8,
    /// The names of its flags.
    pub flag_names: Vec<&'static str>,
    /// Its stream.
    pub stream: u32,
    /// Bytes of its payload.
    pub length: usize,
    /// Its header begins there in the bytes of all frames of the block.
    pub start: usize,
    /// Its part of the header block: where it begins in the frames' bytes,
    /// and how many bytes it has.
    pub fragment: (usize, usize),
}

/// Sums over fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComposedSums"))]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// Fields.
    pub fields: usize,
    /// Bytes of header blocks.
    pub bytes: usize,
    /// Bytes of names and values written out.
    pub plain_bytes: usize,
    /// Bytes of frames, their headers, padding and priority included.
    pub frame_bytes: usize,
}
