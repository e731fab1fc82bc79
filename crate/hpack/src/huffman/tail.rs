//! The end of a string, where a window would reach past it: one code at a
//! time by bit position, then the padding. Engines that read ahead share it,
//! so that they cannot differ in what they refuse; and an engine that has
//! found that something is wrong asks it from the start where and why.

use alloc::vec::Vec;

use super::{
    How, HuffmanError, HuffmanErrorKind, Trace,
    code::{self, EOS, MIN_BITS},
};

/// The most bytes that `coded` bytes of codes can stand for: the shortest
/// code has five bits.
pub(super) const fn most(coded: usize) -> usize {
    coded + coded / 2 + coded / 8 + 1
}

/// Decodes `coded` from `bit` (from 0) to its end, behind what stands in
/// `out` from `before` on. After a fault nothing stands there any more.
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
            break padding(coded, bit);
        }
        let is_eos = found.symbol == EOS;
        trace.look_up(bit, found.bits, u8::from(!is_eos), How::Tail);
        if is_eos {
            break Err(HuffmanError {
                kind: HuffmanErrorKind::Eos,
                bit: end - 1,
            });
        }
        out.push(found.symbol as u8);
        bit = end;
    };
    if result.is_err() {
        out.truncate(before);
    }
    result
}

/// The rest of `coded` from `bit`, in which no whole code stands.
fn padding(coded: &[u8], bit: usize) -> Result<(), HuffmanError> {
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
