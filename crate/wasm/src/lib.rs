//! The core for the browser. What it hands over as JSON is typed in
//! `web/src/engine/generated.ts`, which `npm run types` writes.

mod answer;
mod applied;
mod assumed;
#[cfg(feature = "benchmark")]
mod benchmark;
#[cfg(feature = "captures")]
mod capture;
mod clock;
mod compose;
mod diagnosis;
mod document;
#[cfg(feature = "captures")]
mod frames;
mod inspector;
mod learn;
mod open_options;
mod opened;
mod panic;
mod reading;
mod skipped;
mod strings;
#[cfg(feature = "typescript")]
mod typescript;
mod utf16;
mod warned;
mod what_if;
mod whole;
mod windows;

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "benchmark")]
pub use benchmark::{Benchmark, stages};
pub use compose::{compose, policies};
pub use inspector::Inspector;
pub use learn::{bomb, flood, guess, huffman_code, huffman_encode, read_huffman};
pub use strings::StringDecoder;
#[cfg(feature = "typescript")]
pub use typescript::typescript;
pub use windows::{BlockWindow, RowWindow};
#[cfg(feature = "captures")]
pub use {capture::har_lists, frames::FrameWindow};

/// The version of this package.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The Huffman engines that a session can be decoded with: a JSON list of
/// `HuffmanEngine`, the reference first.
#[wasm_bindgen(js_name = huffmanEngines)]
#[must_use]
pub fn huffman_engines() -> String {
    answer::json(&answer::engines())
}

/// The id of the default Huffman engine.
#[wasm_bindgen(js_name = bestHuffmanEngine)]
#[must_use]
pub fn best_huffman_engine() -> String {
    hpack_engines::huffman::HuffmanEngine::BEST.id().to_owned()
}

/// RFC 7541 C.1: any octets as an integer with a prefix of 1 to 8 bits: JSON
/// of `IntegerExplanation`, or `null` for no octets or another prefix.
#[wasm_bindgen(js_name = explainInteger)]
#[must_use]
pub fn explain_integer(octets: &[u8], prefix_bits: u8) -> String {
    answer::json(&answer::integer(octets, prefix_bits))
}
