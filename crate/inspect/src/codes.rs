//! Representations of a block, and codes of a Huffman-coded string, one by one.

use std::iter;

use hpack::{
    huffman::code::{EOS, MIN_BITS, find, window},
    structure::{Representation, representation_at},
};

/// Representations of a block, up to an error.
pub(crate) fn representations(bytes: &[u8]) -> impl Iterator<Item = Representation> {
    let mut at = 0;
    iter::from_fn(move || {
        let found = (at < bytes.len()).then(|| representation_at(bytes, at).ok())??;
        at = found.range.end;
        Some(found)
    })
}

/// A code with its range, bits from the start of the string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    pub(crate) symbol: u16,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Codes of a string up to EOS, which is the last one, or up to the padding.
pub(crate) fn codes(coded: &[u8]) -> impl Iterator<Item = Code> {
    let code_at = |from: usize| {
        let found = find(window(coded, from), MIN_BITS);
        let (symbol, to) = (found.symbol, from + usize::from(found.bits));
        (to <= 8 * coded.len()).then_some(Code { symbol, from, to })
    };
    iter::successors(code_at(0), move |last| match last.symbol {
        EOS => None,
        _ => code_at(last.to),
    })
}
