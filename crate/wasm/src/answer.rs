//! Answers in JSON.

use hpack_engines::huffman::HuffmanEngine;
use inspect::explain::ErrorDetail;
use inspect::table::TableFill;
use serde::Serialize;

/// JSON of `value`; `null` if it cannot be serialized, which no type here
/// causes.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// An available Huffman engine.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "HuffmanEngine")
)]
pub(crate) struct EngineView {
    id: &'static str,
    title: &'static str,
    about: &'static str,
}

pub(crate) fn engines() -> Vec<EngineView> {
    HuffmanEngine::ALL
        .map(|engine| EngineView {
            id: engine.id(),
            title: engine.title(),
            about: engine.about(),
        })
        .into()
}

/// A block as a whole.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockDetail {
    pub(crate) block: usize,
    pub(crate) error: Option<ErrorDetail>,
    /// Values of SETTINGS_HEADER_TABLE_SIZE acknowledged before this block.
    pub(crate) limit_changes: Vec<u32>,
    /// Table before the block and after it, or at its error.
    pub(crate) before: TableFill,
    pub(crate) after: TableFill,
}
