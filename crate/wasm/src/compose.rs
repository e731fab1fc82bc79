//! Composed header blocks, and the available policies.

use inspect::{
    compose,
    policies::{HuffmanUse, Indexing, MenuOption, Named},
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::json;

/// Encodes a composition (JSON of `Composition`): JSON of `Composed`.
///
/// # Errors
/// A sentence if it is invalid.
#[wasm_bindgen]
pub fn compose(composition: &str) -> Result<String, String> {
    let composition = compose::parse(composition)?;
    Ok(json(&compose::compose(&composition)?))
}

/// Writes the blocks of a composition (JSON of `Composition`) as `text` that
/// can be read again, or as the listing of that name.
///
/// # Errors
/// A sentence if the composition is invalid or there is nothing to write.
#[wasm_bindgen]
pub fn written(composition: &str, form: &str) -> Result<String, String> {
    compose::written(&compose::parse(composition)?, form)
}

/// The encoder's policies: JSON of `Policies`.
#[wasm_bindgen]
pub fn policies() -> String {
    json(&Policies {
        indexing: Indexing::options(),
        huffman: HuffmanUse::options(),
    })
}

/// Policies that choose representations.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct Policies {
    indexing: Vec<MenuOption>,
    huffman: Vec<MenuOption>,
}
