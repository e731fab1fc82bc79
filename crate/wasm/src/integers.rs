//! Integers without a block (RFC 7541 §5.1).

use hpack::{Code, structure::integer_error};
use inspect::explain::IntegerPart;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::json;

/// Explains bytes as an integer with a prefix of 1 to 8 bits: JSON of
/// `IntegerExplanation`, or `null` for no bytes or another prefix.
#[wasm_bindgen(js_name = explainInteger)]
pub fn explain_integer(bytes: &[u8], prefix_bits: u8) -> String {
    json(&integer(bytes, prefix_bits))
}

/// Bytes read as an integer with a prefix (RFC 7541 §5.1).
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

fn integer(bytes: &[u8], prefix_bits: u8) -> Option<IntegerView> {
    let (integer, error) = inspect::explain::explain_integer(bytes, prefix_bits)?;
    Some(match error {
        None => IntegerView::Ok { integer },
        Some(error) => {
            let error = integer_error(error, 0, 0, bytes.len());
            let code = error.code();
            IntegerView::Error {
                code: code.name(),
                // The sentences for blocks would speak of a block's end.
                message: match code {
                    Code::TruncatedInteger => {
                        format!("the bytes end at byte {}, inside an integer", error.at)
                    }
                    _ => error.to_string(),
                },
                section: code.section(),
                at: error.at,
                integer,
            }
        }
    })
}
