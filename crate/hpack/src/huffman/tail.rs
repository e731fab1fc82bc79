//! The end of a string, where a window would reach past it: one code at a
//! time by bit position, then the padding. Engines that read ahead share it,
//! so that they cannot differ in what they refuse.

use super::{
    HuffmanFault, HuffmanFaultKind,
    code::{self, EOS, MIN_BITS},
};

/// Decodes `coded` from `bit` (from 0) to its end.
pub(super) fn decode(coded: &[u8], mut bit: usize, out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
    let total = coded.len() * 8;
    loop {
        let found = code::find(code::window(coded, bit), MIN_BITS);
        let end = bit + usize::from(found.bits);
        if end > total {
            return padding(coded, bit);
        }
        if found.symbol == EOS {
            return Err(HuffmanFault {
                kind: HuffmanFaultKind::Eos,
                bit: end - 1,
            });
        }
        out.push(found.symbol as u8);
        bit = end;
    }
}

/// The rest of `coded` from `bit`, in which no whole code stands.
fn padding(coded: &[u8], bit: usize) -> Result<(), HuffmanFault> {
    let total = coded.len() * 8;
    let bits = total - bit;
    if bits >= 8 {
        return Err(HuffmanFault {
            kind: HuffmanFaultKind::PaddingTooLong { bits },
            bit: total - 1,
        });
    }
    let ones = code::window(coded, bit).leading_ones() as usize;
    if ones < bits {
        return Err(HuffmanFault {
            kind: HuffmanFaultKind::PaddingNotOnes,
            bit: bit + ones,
        });
    }
    Ok(())
}
