//! What is masked.

use std::path::PathBuf;

use clap::Args;
use inspect::mask::Keep;

use crate::side_file;

/// A shorter key could be guessed, bytes.
const KEY: usize = 16;

/// Masking options.
#[derive(Debug, Args)]
pub(crate) struct Masking {
    /// Mask names and values: each character becomes one of the same Huffman
    /// length, so that positions, sizes and errors stay. Methods,
    /// hosts, content types and the like are kept
    #[arg(long)]
    pub(crate) mask: bool,

    /// With --mask, also keep the values of fields of this name, or
    /// `addresses`; repeatable
    #[arg(long, value_name = "NAME", requires = "mask")]
    keep: Vec<String>,

    /// With --mask, choose the characters by a keyed hash of the value, so that
    /// equal values stay equal; the key is a secret file of 16 bytes or more.
    /// Different short values can become equal, and anyone with the key can
    /// test guesses
    #[arg(long, value_name = "KEY", requires = "mask")]
    hash_values: Option<PathBuf>,
}

impl Masking {
    /// What masking keeps, if the output is masked.
    ///
    /// # Errors
    /// A sentence if the key cannot be used.
    pub(crate) fn keep(&self) -> Result<Option<Keep>, String> {
        let keep = self.mask.then(|| Keep::also(&self.keep));
        let Some(file) = &self.hash_values else {
            return Ok(keep);
        };
        let key = side_file::read(file, "key")?;
        if key.len() < KEY {
            return Err(format!("the key is shorter than {KEY} bytes"));
        }
        Ok(keep.map(|keep| keep.hashing(&key)))
    }
}
