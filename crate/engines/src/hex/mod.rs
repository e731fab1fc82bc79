//! Decoding hex digits. Netty replaced branches with a table of 256 rows and
//! claims that this is faster.

mod branch;
mod lookup;
#[cfg(test)]
mod tests;

pub use branch::Branch;
pub use lookup::Lookup;

use crate::engines;

engines! {
    /// The engines.
    pub type Engines;
    Branch, "branch", "branches",
        "Compares each digit with the ranges of decimal digits, capitals and small letters, as Netty did at first.";
    Lookup, "lookup", "look-ups",
        "Looks each digit up in a table of 256 rows, as Netty does now.";
}

/// Decodes hex digits.
pub trait HexDecoder {
    /// Decodes `digits`, of either case, and appends the bytes to `out`. Returns
    /// whether they are an even number of hex digits; if not, `out` is unchanged.
    #[must_use]
    fn decode(&self, digits: &[u8], out: &mut Vec<u8>) -> bool;
}

/// Extends `out` by the bytes of an even number of `digits`, which `write` fills
/// in; it returns whether all were hex digits.
#[inline(always)]
fn append(digits: &[u8], out: &mut Vec<u8>, write: impl FnOnce(&[u8], &mut [u8]) -> bool) -> bool {
    let before = out.len();
    out.resize(before + digits.len() / 2, 0);
    let are_digits = digits.len().is_multiple_of(2) && write(digits, &mut out[before..]);
    if !are_digits {
        out.truncate(before);
    }
    are_digits
}
