//! Answers in JSON.

use hpack_engines::huffman::HuffmanEngine;
use inspect::explain::ErrorDetail;
use inspect::policies::MenuOption;
use inspect::table::TableFill;
use serde::Serialize;

/// JSON of `value`; `null` if it cannot be serialized, which no type here
/// causes.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// The Huffman engines.
pub(crate) fn engines() -> Vec<MenuOption> {
    HuffmanEngine::ALL
        .map(|engine| MenuOption {
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
