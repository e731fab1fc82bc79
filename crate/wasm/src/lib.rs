//! The core for the browser. What it hands over as JSON is typed in
//! `web/src/engine/generated.ts`, which `npm run types` writes.

mod answer;
#[cfg(feature = "more")]
mod applied;
#[cfg(feature = "more")]
mod assumed;
#[cfg(feature = "benchmark")]
mod benchmark;
#[cfg(feature = "captures")]
mod capture;
#[cfg(feature = "more")]
mod changes;
#[cfg(feature = "more")]
mod clock;
#[cfg(feature = "more")]
mod compare;
#[cfg(feature = "more")]
mod compose;
#[cfg(feature = "more")]
mod diagnosis;
mod document;
#[cfg(feature = "more")]
mod export;
#[cfg(feature = "more")]
mod find;
#[cfg(feature = "captures")]
mod frames;
mod inspector;
#[cfg(feature = "more")]
mod integers;
#[cfg(feature = "more")]
mod learn;
mod open_options;
mod opened;
mod panic;
mod reading;
#[cfg(feature = "more")]
mod search;
mod skipped;
#[cfg(feature = "captures")]
mod streams;
#[cfg(feature = "more")]
mod strings;
#[cfg(feature = "more")]
mod timing;
#[cfg(all(test, feature = "typescript"))]
mod typescript;
mod utf16;
mod warned;
#[cfg(feature = "more")]
mod what_if;
#[cfg(feature = "more")]
mod whole;
mod windows;

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "benchmark")]
pub use benchmark::{Benchmark, stages};
pub use inspector::Inspector;
pub use windows::{BlockWindow, RowWindow};
#[cfg(feature = "captures")]
pub use {capture::har_lists, frames::FrameWindow};
#[cfg(feature = "more")]
pub use {
    compose::{compose, policies, written},
    export::masked_fields,
    integers::explain_integer,
    learn::{bomb, flood, guess, huffman_code, huffman_encode, read_huffman},
    strings::StringDecoder,
};

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
