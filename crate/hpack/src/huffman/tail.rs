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
        let found = code::find(window(coded, bit), MIN_BITS);
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
    let ones = window(coded, bit).leading_ones() as usize;
    if ones < bits {
        return Err(HuffmanFault {
            kind: HuffmanFaultKind::PaddingNotOnes,
            bit: bit + ones,
        });
    }
    Ok(())
}

/// 32 bits from `bit` on, ones behind the end.
fn window(coded: &[u8], bit: usize) -> u32 {
    let from = (bit / 8).min(coded.len());
    let mut octets = [0xff; 8];
    let there = &coded[from..coded.len().min(from + 8)];
    octets[..there.len()].copy_from_slice(there);
    ((u64::from_be_bytes(octets) << (bit % 8)) >> 32) as u32
}
