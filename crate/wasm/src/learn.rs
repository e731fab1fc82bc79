//! Calls of the Learn view that need no session.

use inspect::{
    attacks::{Amplification, SizeOracle},
    explain::{HuffmanReading, code_rows},
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::json;

/// The Huffman code (RFC 7541 Appendix B): a JSON list of `CodeRow`, by symbol.
#[wasm_bindgen(js_name = huffmanCode)]
pub fn huffman_code() -> String {
    json(&code_rows())
}

/// The static table: name and value of each index, with empty strings for 0.
#[wasm_bindgen(js_name = staticStrings)]
pub fn static_strings() -> Vec<String> {
    let entries = [("", "")].into_iter().chain(hpack::static_table::ENTRIES);
    entries
        .flat_map(|(name, value)| [name.to_owned(), value.to_owned()])
        .collect()
}

/// Huffman-encodes bytes, with padding.
#[wasm_bindgen(js_name = huffmanEncode)]
pub fn huffman_encode(text: &[u8]) -> Vec<u8> {
    let mut coded = Vec::new();
    hpack::huffman::encode(text, &mut coded);
    coded
}

/// Reads bytes as a Huffman-coded string: JSON of `HuffmanReading`.
#[wasm_bindgen(js_name = readHuffman)]
pub fn read_huffman(coded: &[u8]) -> String {
    json(&HuffmanReading::new(coded, crate::timing::readings(coded)))
}

/// Decodes a header bomb: `bomb` is JSON of `Bomb`, the answer is JSON of
/// `Blast`, or `null` if it is invalid.
#[wasm_bindgen]
pub fn bomb(bomb: &str) -> String {
    let bomb: Option<Amplification> = serde_json::from_str(bomb).ok();
    json(&bomb.map(|bomb| bomb.decode()))
}

/// Sizes that a size oracle reveals: `guesses` is JSON of `Guesses`, the answer
/// is JSON of `Guessed`, or `null` if it is invalid.
#[wasm_bindgen]
pub fn guess(guesses: &str) -> String {
    let guesses: Option<SizeOracle> = serde_json::from_str(guesses).ok();
    json(&guesses.map(|guesses| guesses.weigh()))
}
