//! Answers that go over as JSON.

use hpack::{Code, structure::integer_error};
use hpack_engines::huffman::HuffmanEngine;
use inspect::explain::{FaultView, IntegerPart};
use inspect::table::TableFill;
use serde::Serialize;

/// JSON of `value`; `null` for what has no JSON, of which there is nothing here.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// A Huffman engine on offer.
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

/// Octets read as an integer with a prefix (RFC 7541 §5.1).
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "IntegerExplanation")
)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(crate) enum IntegerView {
    Ok {
        integer: IntegerPart,
    },
    Error {
        code: &'static str,
        message: String,
        section: &'static str,
        at: usize,
        integer: IntegerPart,
    },
}

pub(crate) fn integer(octets: &[u8], prefix_bits: u8) -> Option<IntegerView> {
    let (integer, fault) = inspect::explain::explain_integer(octets, prefix_bits)?;
    Some(match fault {
        None => IntegerView::Ok { integer },
        Some(fault) => {
            let fault = integer_error(fault, 0, 0, octets.len());
            let code = fault.code();
            IntegerView::Error {
                code: code.name(),
                // There is no block that could end here.
                message: match code {
                    Code::TruncatedInteger => {
                        format!("the bytes end at byte {}, inside an integer", fault.at)
                    }
                    _ => fault.to_string(),
                },
                section: code.section(),
                at: fault.at,
                integer,
            }
        }
    })
}

/// What is shown of one block as a whole.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockDetail {
    pub(crate) block: usize,
    pub(crate) fault: Option<FaultView>,
    /// Values of SETTINGS_HEADER_TABLE_SIZE acknowledged before this block.
    pub(crate) limit_changes: Vec<u32>,
    /// Table before the block and after it (at the fault).
    pub(crate) before: TableFill,
    pub(crate) after: TableFill,
}
