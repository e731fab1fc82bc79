//! Input of the composer: header blocks, field by field.

use crate::{
    policies::{Change, HuffmanUse, Indexing, Named, NamedPolicy},
    whole::FieldText,
};
use serde::{Deserialize, Serialize};

/// Consecutive blocks of one connection, from JSON.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Composition {
    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, bytes.
    #[serde(default = "default_limit")]
    pub limit: u32,
    /// Maximum at the start, bytes; defaults to the smaller of the limit and
    /// 4096.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub maximum: Option<u32>,
    /// Entries of the table at the start, newest first. Entries that do not fit
    /// are left out.
    #[serde(default)]
    pub prior: Vec<FieldText>,
    /// Policy for fields without an explicit choice.
    #[serde(default)]
    pub policy: PolicyNames,
    /// Default framing of blocks.
    #[serde(default)]
    pub framing: FramingOptions,
    /// Blocks, in order.
    pub blocks: Vec<CompositionBlock>,
}

fn default_limit() -> u32 {
    hpack::dynamic_table::DEFAULT_MAXIMUM
}

/// A policy by ids.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PolicyNames {
    /// Huffman policy: an id; defaults to that of the indexing policy.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub huffman: Option<String>,
    /// Indexing policy: an id.
    pub indexing: String,
}

impl Default for PolicyNames {
    fn default() -> Self {
        Self {
            huffman: None,
            indexing: Indexing::Always.id().to_owned(),
        }
    }
}

impl PolicyNames {
    /// Resolves the ids.
    pub fn policy(&self) -> Result<NamedPolicy, String> {
        let ids = |ids: &[&str]| ids.join(", ");
        let indexing = Indexing::from_id(&self.indexing).ok_or_else(|| {
            format!(
                "There is no indexing policy “{}”; choose from: {}.",
                self.indexing,
                ids(&Indexing::ALL.map(Indexing::id))
            )
        })?;
        let mut policy = NamedPolicy::from(indexing);
        if let Some(huffman) = &self.huffman {
            policy.huffman = HuffmanUse::from_id(huffman).ok_or_else(|| {
                format!(
                    "There is no Huffman policy “{huffman}”; choose from: {}.",
                    ids(&HuffmanUse::ALL.map(HuffmanUse::id))
                )
            })?;
        }
        Ok(policy)
    }
}

/// A block to be encoded.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CompositionBlock {
    /// Size changes before it, in order.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// Its fields.
    pub rows: Vec<CompositionRow>,
    /// Framing that overrides the composition's.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub framing: Option<FramingOptions>,
}

/// A field to be encoded.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompositionRow {
    /// Its name and value.
    #[serde(flatten)]
    pub text: FieldText,
    /// Whether intermediaries must not index it either (RFC 7541 §7.1.3).
    #[serde(default)]
    pub sensitive: bool,
    /// Explicit representation; chosen by the policy if absent.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<Chosen>,
}

/// An explicitly chosen representation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Chosen {
    /// Kind of the representation.
    #[cfg_attr(feature = "typescript", ts(type = "FieldKind"))]
    pub kind: String,
    /// Index; absent for a literal name.
    pub index: Option<u32>,
    /// Whether the name is Huffman-coded; absent if indexed.
    pub name_huffman: Option<bool>,
    /// Whether the value is Huffman-coded; absent if indexed.
    pub value_huffman: Option<bool>,
}

/// Framing of blocks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct FramingOptions {
    /// Stream of the first block; the next blocks are on the following streams
    /// of the same initiator. For PUSH_PROMISE, the stream of all blocks.
    pub stream: u32,
    /// The peer's SETTINGS_MAX_FRAME_SIZE, bytes.
    pub max_frame_size: u32,
    /// Padding of the first frame, bytes; no PADDED flag if absent.
    pub padding: Option<u32>,
    /// Whether HEADERS ends the stream.
    pub end_stream: bool,
    /// RFC 7540 priority in HEADERS.
    pub priority: Option<FramingPriority>,
    /// Stream promised by the first block, which turns the frames into
    /// PUSH_PROMISE; the next blocks promise the following streams of the same
    /// initiator.
    pub push_promise: Option<u32>,
}

impl Default for FramingOptions {
    fn default() -> Self {
        Self {
            stream: 1,
            max_frame_size: http2::writer::LEAST_MAX_FRAME_SIZE,
            padding: None,
            end_stream: true,
            priority: None,
            push_promise: None,
        }
    }
}

/// The priority of a stream (RFC 7540 §5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FramingPriority {
    /// Stream that it depends on.
    pub dependency: u32,
    /// Whether the dependency is exclusive.
    #[serde(default)]
    pub exclusive: bool,
    /// Weight, 1 to 256.
    pub weight: u32,
}
