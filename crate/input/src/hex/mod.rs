//! Hex digits to octets. An engine a file, all behind [`HexDecoder`], with one
//! suite over all of them.
//!
//! Spaces, prefixes and whatever else stands in pasted text is the business of
//! [`crate::paste`], which hands its runs of digits over.

mod branch;
mod engine;
mod lookup;
#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "vectors: several times as fast as look-ups on long texts"
    )
)]
mod simd;
#[cfg(test)]
mod tests;

pub use branch::Branch;
pub use engine::HexEngine;
pub use lookup::Lookup;
#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
pub use simd::Simd;

/// The default engine.
#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
pub type Best = Simd;
/// The default engine.
#[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
pub type Best = Lookup;

/// Why digits could not be decoded, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexError {
    /// The first byte that is no digit, or the length of the text where a
    /// digit is missing at its end.
    pub at: usize,
    /// What is wrong.
    pub kind: HexErrorKind,
}

/// The two ways in which digits can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexErrorKind {
    /// A byte that is not a hex digit.
    NotADigit,
    /// Every byte is a digit, but their number is odd.
    OddLength,
}

/// The octet that a few hex digits spell: nothing else may stand among them,
/// not even the sign that `from_str_radix` takes.
pub(crate) fn octet(digits: &[u8]) -> Option<u8> {
    let are_digits = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = str::from_utf8(digits).ok().filter(|_| are_digits)?;
    u8::from_str_radix(digits, 16).ok()
}

/// Decodes a run of hex digits.
pub trait HexDecoder {
    /// Appends the octets that `digits` spell, in either case, to `out`: half
    /// as many.
    ///
    /// # Errors
    /// [`HexError`]; `out` is then as it was.
    fn decode(&self, digits: &[u8], out: &mut Vec<u8>) -> Result<(), HexError>;
}

/// Runs `write` over room for the octets of `digits` behind `out`; it says
/// whether all were digits. Where and why not is found here, so that engines
/// cannot differ in it.
#[inline(always)]
fn append(
    digits: &[u8],
    out: &mut Vec<u8>,
    write: impl FnOnce(&[u8], &mut [u8]) -> bool,
) -> Result<(), HexError> {
    let before = out.len();
    if digits.len().is_multiple_of(2) {
        out.resize(before + digits.len() / 2, 0);
        if write(digits, &mut out[before..]) {
            return Ok(());
        }
        out.truncate(before);
    }
    Err(fault(digits))
}

#[cold]
fn fault(digits: &[u8]) -> HexError {
    match digits.iter().position(|byte| !byte.is_ascii_hexdigit()) {
        Some(at) => HexError {
            at,
            kind: HexErrorKind::NotADigit,
        },
        None => HexError {
            at: digits.len(),
            kind: HexErrorKind::OddLength,
        },
    }
}
