//! Options for opening an input.

use hpack::dynamic_table::DEFAULT_MAXIMUM;
use hpack_engines::huffman::HuffmanEngine;
use input::paste;
use inspect::{Options, Start};
use serde::Deserialize;

use crate::utf16::Offsets;

/// Options for reading and decoding an input.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct OpenOptions {
    /// How pasted text splits into blocks.
    blocks: paste::Blocks,
    /// Sender of blocks for which the text names none.
    sides: paste::Sides,
    /// Id of the format, if the user overrides recognition.
    format: Option<String>,
    /// Meaning of the bytes, if the user overrides recognition.
    content: Option<paste::As>,
    /// The only part of the text to read: UTF-16 start and end.
    part: Option<(u32, u32)>,
    /// More will be appended to the input: an incomplete end is not a problem.
    pub growing: bool,
    /// The table at the first block.
    start: TableAtStart,
    /// SETTINGS_HEADER_TABLE_SIZE at the start, bytes.
    max_table_size: u32,
    /// Names and values in the table at the start, newest first (index 62
    /// first).
    prior: Vec<(String, String)>,
    /// Id of the Huffman engine.
    engine: String,
}

/// The table at the first block.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum TableAtStart {
    /// An empty table.
    #[default]
    Fresh,
    /// A table with unknown entries.
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
            growing: false,
            start: TableAtStart::default(),
            max_table_size: DEFAULT_MAXIMUM,
            prior: Vec::new(),
            engine: HuffmanEngine::BEST.id().to_owned(),
        }
    }
}

impl OpenOptions {
    /// Parses JSON; `None` if it is invalid.
    pub fn of(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// Options for reading `text`.
    pub fn reading(&self, text: &[u8]) -> paste::Options {
        paste::Options {
            part: self.part.map(|(start, end)| {
                let offsets = Offsets::of(text);
                offsets.byte(start)..offsets.byte(end)
            }),
            ..self.whole_reading()
        }
    }

    /// Whether only a part of the text is read.
    pub fn has_part(&self) -> bool {
        self.part.is_some()
    }

    /// Options for reading all of a text.
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

    /// Options for decoding; `initial_table_size` comes from the text.
    pub fn decoding(&self, initial_table_size: Option<u32>) -> Options {
        let mut options = Options::with_limit(self.max_table_size, initial_table_size);
        let unknown = self.start == TableAtStart::Unknown;
        options.start = Start {
            unknown,
            // A limit other than the default was chosen by the user.
            assumed: unknown && initial_table_size.is_none() && options.limit == DEFAULT_MAXIMUM,
            prior: self
                .prior
                .iter()
                .map(|(name, value)| (name.clone().into_bytes(), value.clone().into_bytes()))
                .collect(),
            ..Start::default()
        };
        options
    }

    /// The engine for step times.
    pub fn engine(&self) -> HuffmanEngine {
        HuffmanEngine::from_id(&self.engine).unwrap_or(HuffmanEngine::BEST)
    }
}
