//! Decoding the end of a string, where a window would reach past it: one code at
//! a time, then the padding. Engines share it, and decode invalid strings with
//! it from the start, so that all report the same errors.

use alloc::vec::Vec;

use super::{
    HuffmanError, HuffmanErrorKind, LookUpKind, Trace,
    code::{self, EOS, MAX_BITS, MIN_BITS},
};

/// Largest decoded length of `coded` bytes: the shortest code has five bits.
pub(super) const fn max_len(coded: usize) -> usize {
    coded + coded / 2 + coded / 8 + 1
}

/// Smallest decoded length of `coded` bytes: the longest code has thirty bits,
/// and up to seven are padding.
pub(crate) const fn least_len(coded: usize) -> usize {
    coded
        .saturating_mul(8)
        .saturating_sub(7)
        .div_ceil(MAX_BITS as usize)
}

/// Checks the whole codes of `coded` from bit offset `bit` on and, if the string
/// ends there, its padding. Returns the offset of the bits after them.
pub(crate) fn skip_codes(
    coded: &[u8],
    mut bit: usize,
    is_end: bool,
) -> Result<usize, HuffmanError> {
    let total = coded.len() * 8;
    while bit < total {
        let found = code::find(code::window(coded, bit), MIN_BITS);
        let end = bit + usize::from(found.bits);
        if end > total {
            break;
        }
        check_symbol(found, end)?;
        bit = end;
    }
    if is_end {
        check_padding(coded, bit)?;
        bit = total;
    }
    Ok(bit)
}

fn check_symbol(found: code::Found, end: usize) -> Result<(), HuffmanError> {
    if found.symbol == EOS {
        return Err(HuffmanError {
            kind: HuffmanErrorKind::Eos,
            bit: end - 1,
        });
    }
    Ok(())
}

/// Decodes `coded` from bit offset `bit` to its end and appends to `out`. On an
/// error, truncates `out` to `before`.
#[cold]
pub fn decode<W: Trace>(
    coded: &[u8],
    mut bit: usize,
    before: usize,
    out: &mut Vec<u8>,
    trace: &mut W,
) -> Result<(), HuffmanError> {
    let total = coded.len() * 8;
    let result = loop {
        let found = code::find(code::window(coded, bit), MIN_BITS);
        let end = bit + usize::from(found.bits);
        if end > total {
            break check_padding(coded, bit);
        }
        let checked = check_symbol(found, end);
        let symbols = u8::from(checked.is_ok());
        trace.look_up(bit, found.bits, symbols, LookUpKind::Tail);
        if checked.is_err() {
            break checked;
        }
        out.push(found.symbol as u8);
        bit = end;
    };
    if result.is_err() {
        out.truncate(before);
    }
    result
}

/// Checks the bits of `coded` from `bit` on, which have no whole code.
fn check_padding(coded: &[u8], bit: usize) -> Result<(), HuffmanError> {
    let total = coded.len() * 8;
    let bits = total - bit;
    if bits >= 8 {
        return Err(HuffmanError {
            kind: HuffmanErrorKind::PaddingTooLong { bits },
            bit: total - 1,
        });
    }
    let ones = code::window(coded, bit).leading_ones() as usize;
    if ones < bits {
        return Err(HuffmanError {
            kind: HuffmanErrorKind::PaddingNotOnes,
            bit: bit + ones,
        });
    }
    Ok(())
}
