//! How an input is to be opened.

use hpack::dynamic_table::DEFAULT_MAXIMUM;
use hpack_engines::huffman::HuffmanEngine;
use input::paste;
use inspect::{Options, Start};
use serde::Deserialize;

/// `OpenOptions` on the page.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct OpenOptions {
    blocks: String,
    sides: String,
    format: Option<String>,
    content: Option<String>,
    start: String,
    max_table_size: u32,
    prior: Vec<(String, String)>,
    engine: String,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            blocks: "auto".to_owned(),
            sides: "one".to_owned(),
            format: None,
            content: None,
            start: "fresh".to_owned(),
            max_table_size: 4096,
            prior: Vec::new(),
            engine: HuffmanEngine::BEST.id().to_owned(),
        }
    }
}

impl OpenOptions {
    /// How text is to be read.
    pub(crate) fn reading(&self) -> paste::Options {
        paste::Options {
            blocks: match self.blocks.as_str() {
                "blank" => paste::Blocks::Blank,
                "lines" => paste::Blocks::Lines,
                _ => paste::Blocks::Auto,
            },
            sides: match self.sides.as_str() {
                "fields" => paste::Sides::ByFields,
                _ => paste::Sides::One,
            },
            format: self.format.as_deref().and_then(|id| {
                paste::Format::all()
                    .iter()
                    .copied()
                    .find(|format| format.name() == id)
            }),
            content: self.content.as_deref().and_then(|name| {
                [paste::As::Blocks, paste::As::Frames]
                    .into_iter()
                    .find(|&content| name_of(content) == name)
            }),
        }
    }

    /// How the blocks are to be decoded; `initial_table_size` is what the
    /// text itself says of it.
    pub(crate) fn decoding(&self, initial_table_size: Option<u32>) -> Options {
        let mut options = Options::with_limit(self.max_table_size, initial_table_size);
        options.engine = self.engine();
        let unknown = self.start == "unknown";
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
    pub(crate) fn engine(&self) -> HuffmanEngine {
        HuffmanEngine::from_id(&self.engine).unwrap_or(HuffmanEngine::BEST)
    }
}

/// What the page calls it.
pub(crate) fn name_of(content: paste::As) -> &'static str {
    match content {
        paste::As::Blocks => "blocks",
        paste::As::Frames => "frames",
    }
}
