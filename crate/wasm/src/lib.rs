//! The core for the browser.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of this package.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
