//! What a person builds: header blocks, field by field.

use crate::{
    policies::{Change, HuffmanUse, Indexing, Named, NamedPolicy},
    whole::FieldText,
};
use serde::{Deserialize, Serialize};

/// Blocks one after the other over one table, as JSON brings them.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Composition {
    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, bytes.
    #[serde(default = "default_limit")]
    pub limit: u32,
    /// The table's maximum at the start, bytes; the smaller of the limit and
    /// 4096 where it is absent.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub maximum: Option<u32>,
    /// What the table holds at the start, newest first. What does not fit is
    /// left out.
    #[serde(default)]
    pub prior: Vec<FieldText>,
    /// The policy for fields without a choice of their own.
    #[serde(default)]
    pub policy: PolicyNames,
    /// How blocks go into frames.
    #[serde(default)]
    pub framing: FramingOptions,
    /// The blocks, in order.
    pub blocks: Vec<CompositionBlock>,
}

fn default_limit() -> u32 {
    hpack::dynamic_table::DEFAULT_MAXIMUM
}

/// A policy by its names.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyNames {
    /// Which strings are Huffman-coded: a policy's id; what belongs to the indexing policy where it is absent.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub huffman: Option<String>,
    /// Which fields become entries: a policy's id.
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
    /// The policy of those names.
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
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompositionBlock {
    /// What changes before it, in order.
    #[serde(default)]
    pub changes: Vec<SizeChange>,
    /// Its fields.
    pub rows: Vec<CompositionRow>,
    /// How it goes into frames, where that is not as the composition has it.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub framing: Option<FramingOptions>,
}

/// A change of the table's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SizeChange {
    /// The peer's SETTINGS_HEADER_TABLE_SIZE is acknowledged, bytes.
    Limit(u32),
    /// The encoder sets the maximum, bytes.
    Maximum(u32),
}

impl From<SizeChange> for Change {
    fn from(change: SizeChange) -> Self {
        match change {
            SizeChange::Limit(limit) => Self::Limit(limit),
            SizeChange::Maximum(maximum) => Self::Maximum(maximum),
        }
    }
}

/// A field to be encoded.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CompositionRow {
    /// Its name and value.
    #[serde(flatten)]
    pub text: FieldText,
    /// RFC 7541 §7.1.3: intermediaries must not index it either.
    #[serde(default)]
    pub sensitive: bool,
    /// The representation that is chosen; the policy chooses where it is absent.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub choice: Option<Chosen>,
}

/// A representation as a person chooses it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Chosen {
    /// How the field is written.
    #[cfg_attr(feature = "typescript", ts(type = "FieldKind"))]
    pub kind: String,
    /// The index; absent where the name is a literal.
    pub index: Option<u32>,
    /// Whether the name is coded; absent where it is no literal.
    pub name_huffman: Option<bool>,
    /// Whether the value is coded; absent where it is no literal.
    pub value_huffman: Option<bool>,
}

/// How blocks go into frames.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct FramingOptions {
    /// The stream of the first block; each further one has the next but one.
    /// For a PUSH_PROMISE, the stream that it is sent on, the same each time.
    pub stream: u32,
    /// The peer's SETTINGS_MAX_FRAME_SIZE, bytes.
    pub max_frame_size: u32,
    /// Bytes of padding in the first frame; none, where it is absent.
    pub padding: Option<u32>,
    /// Whether HEADERS ends the stream.
    pub end_stream: bool,
    /// The priority of RFC 7540 in HEADERS.
    pub priority: Option<FramingPriority>,
    /// The stream promised by the first block, which makes the frames
    /// PUSH_PROMISE; each further one promises the next but one.
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
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FramingPriority {
    /// The stream it depends on.
    pub dependency: u32,
    /// Whether it is to be the only one that does.
    #[serde(default)]
    pub exclusive: bool,
    /// Its weight, 1 to 256.
    pub weight: u32,
}
