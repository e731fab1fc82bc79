//! Answers in JSON.

use hpack::static_table;
use hpack_inspector_strings::StringDecoder;
use inspect::explain::ErrorDetail;
use wasm_bindgen::prelude::wasm_bindgen;

/// The error of the last block: JSON of `Fault`, or `null`.
#[wasm_bindgen(js_name = decodeError)]
pub fn decode_error(of: &StringDecoder) -> String {
    let error = of.error().map(|error| ErrorDetail::new(error, error.at));
    serde_json::to_string(&error).unwrap_or_else(|_| "null".to_owned())
}

/// The static table: JSON of a list of names and one of values, by index, with
/// empty strings for 0.
#[wasm_bindgen(js_name = staticTable)]
pub fn static_table() -> String {
    let entries = (1..=static_table::LEN).filter_map(static_table::get);
    let (names, values): (Vec<_>, Vec<_>) = [("", "")].into_iter().chain(entries).unzip();
    serde_json::to_string(&(names, values)).unwrap_or_default()
}
