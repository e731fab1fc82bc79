//! The page's calls, shared by both WebAssembly packages: the first, which
//! reads text, and the one for captures and benchmarks. JSON is typed in
//! `web/src/engine/generated.ts`, written by `npm run types`.

pub mod answer;
mod applied;
mod assumed;
mod changes;
pub mod clock;
mod compare;
mod compose;
mod diagnosis;
pub mod document;
mod export;
mod find;
mod inspector;
mod integers;
mod learn;
pub mod open_options;
pub mod opened;
mod panic;
pub mod problems;
pub mod reading;
pub mod search;
pub mod skipped;
mod timing;
#[cfg(feature = "typescript")]
pub mod typescript;
pub mod utf16;
pub mod warned;
mod what_if;
mod whole;
mod windows;

pub use {
    compose::{compose, policies, written},
    export::{ExportJob, masked_fields},
    inspector::Inspector,
    integers::explain_integer,
    learn::{bomb, guess, huffman_code, huffman_encode, read_huffman, static_strings},
    windows::Window,
};

use hpack_engines::huffman::HuffmanEngine;
use wasm_bindgen::prelude::wasm_bindgen;

/// Version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The available Huffman engines: a JSON list of `HuffmanEngine`, the reference
/// first.
#[wasm_bindgen(js_name = huffmanEngines)]
pub fn huffman_engines() -> String {
    answer::json(&answer::engines())
}

/// The id of the default Huffman engine.
#[wasm_bindgen(js_name = bestHuffmanEngine)]
pub fn best_huffman_engine() -> String {
    HuffmanEngine::BEST.id().to_owned()
}
