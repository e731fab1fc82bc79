//! How an input is to be opened.

use hpack::dynamic_table::DEFAULT_MAXIMUM;
use hpack_engines::huffman::HuffmanEngine;
use input::paste;
use inspect::{Options, Start};
use serde::Deserialize;

use crate::utf16::Offsets;

/// How an input is to be opened.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct OpenOptions {
    /// How pasted text splits into blocks.
    blocks: paste::Blocks,
    /// Who sent the blocks where the text does not say.
    sides: paste::Sides,
    /// A format's id, when the person overrules recognition.
    format: Option<String>,
    /// What the bytes are, when the person overrules recognition.
    content: Option<paste::As>,
    /// The only part of the text that is read: UTF-16 start and end.
    part: Option<(u32, u32)>,
    /// Whether the first block meets an empty table.
    start: TableAtStart,
    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, bytes.
    max_table_size: u32,
    /// Names and values that were in the table, newest first (index 62 first).
    prior: Vec<(String, String)>,
    /// The Huffman engine's id.
    engine: String,
}

/// What the first block meets.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum TableAtStart {
    /// An empty table.
    #[default]
    Fresh,
    /// A table with entries that are not known.
    Unknown,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            blocks: paste::Blocks::default(),
            sides: paste::Sides::default(),
            format: None,
            content: None,
            part: None,
            start: TableAtStart::default(),
            max_table_size: DEFAULT_MAXIMUM,
            prior: Vec::new(),
            engine: HuffmanEngine::BEST.id().to_owned(),
        }
    }
}

impl OpenOptions {
    /// Parses JSON.
    pub fn of(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// How `text` is to be read.
    pub fn reading(&self, text: &[u8]) -> paste::Options {
        paste::Options {
            part: self.part.map(|(start, end)| {
                let offsets = Offsets::of(text);
                offsets.byte(start)..offsets.byte(end)
            }),
            ..self.whole_reading()
        }
    }

    /// Whether only a part of the text is to be read.
    pub fn has_part(&self) -> bool {
        self.part.is_some()
    }

    /// How a text is to be read all of which is.
    pub fn whole_reading(&self) -> paste::Options {
        paste::Options {
            blocks: self.blocks,
            sides: self.sides,
            format: self.format.as_deref().and_then(|id| {
                paste::Format::all()
                    .iter()
                    .copied()
                    .find(|format| format.name() == id)
            }),
            content: self.content,
            part: None,
        }
    }

    /// How the blocks are to be decoded; `initial_table_size` is what the
    /// text itself says of it.
    pub fn decoding(&self, initial_table_size: Option<u32>) -> Options {
        let mut options = Options::with_limit(self.max_table_size, initial_table_size);
        let unknown = self.start == TableAtStart::Unknown;
        options.start = Start {
            unknown,
            // Another limit than the default is one that a person chose.
            assumed: unknown && initial_table_size.is_none() && options.limit == DEFAULT_MAXIMUM,
            prior: self
                .prior
                .iter()
                .map(|(name, value)| (name.clone().into_bytes(), value.clone().into_bytes()))
                .collect(),
        };
        options
    }

    /// The engine that times are taken with.
    pub fn engine(&self) -> HuffmanEngine {
        HuffmanEngine::from_id(&self.engine).unwrap_or(HuffmanEngine::BEST)
    }
}
