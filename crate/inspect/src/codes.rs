//! Representations of a block, and codes of a Huffman-coded string, one by one.

use std::{iter, ops::Range};

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

/// Ranges of the data of the name and of the value of the representation at
/// `at`; empty if they are not literals.
pub(crate) fn string_data(block: &[u8], at: usize) -> [Range<usize>; 2] {
    let found = representation_at(block, at).ok();
    let (name, value) = found.map_or((None, None), |found| (found.name, found.value));
    [name, value].map(|literal| literal.map_or(at..at, |literal| literal.data))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locates_strings() {
        let long = [&b"\x0f\x1d\x7f\x01"[..], &[b'a'; 128]].concat();
        let cases: [(&[u8], [Range<usize>; 2]); 7] = [
            (b"\x82", [0..0, 0..0]),
            (b"\x3f\xe1\x1f", [0..0, 0..0]),
            (b"\x04\x0c/sample/path", [0..0, 2..14]),
            (b"\x10\x08password\x06secret", [2..10, 11..17]),
            (b"\x40\x01a\x00", [2..3, 4..4]),
            (&long, [0..0, 4..132]),
            (b"\x04\x0c/s", [0..0, 0..0]),
        ];
        for (block, strings) in cases {
            assert_eq!(string_data(block, 0), strings, "{block:x?}");
        }
    }
}
