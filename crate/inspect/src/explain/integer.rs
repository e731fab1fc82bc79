//! Explains integers (RFC 7541 §5.1) bit by bit.

use std::ops::Range;

use hpack::{
    Kind,
    integer::{Bits32, IntegerDecoder, IntegerError, MAX_CONTINUATION},
    structure::{Integer, StringLiteral},
};
use serde::Serialize;

use super::StringRole;

/// Meaning of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum IntegerRole {
    /// Index of an indexed field.
    Index,
    /// Index of a literal's name; 0 for a new name.
    NameIndex,
    /// Length of the name, bytes.
    NameLength,
    /// Length of the value, bytes.
    ValueLength,
    /// Maximum in a size update, bytes.
    Size,
}

impl IntegerRole {
    pub(super) fn of(kind: Kind) -> Self {
        match kind {
            Kind::Indexed => Self::Index,
            Kind::SizeUpdate => Self::Size,
            Kind::Incremental | Kind::WithoutIndexing | Kind::NeverIndexed => Self::NameIndex,
        }
    }

    pub(super) fn length(of: StringRole) -> Self {
        match of {
            StringRole::Name => Self::NameLength,
            StringRole::Value => Self::ValueLength,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum BitRole {
    /// Identifies the representation.
    Pattern,
    /// H: whether the string is Huffman-coded.
    Flag,
    Prefix,
}

/// A bit of an integer's first byte.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bit {
    /// 0 or 1.
    #[cfg_attr(feature = "typescript", ts(type = "0 | 1"))]
    pub bit: u8,
    /// Meaning.
    pub r#as: BitRole,
}

/// A byte after the prefix (RFC 7541 §5.1).
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContinuationByte {
    /// Its offset in the block.
    pub byte: usize,
    /// Value of the byte.
    pub value: u8,
    /// Top bit: whether another byte follows.
    pub more: bool,
    /// Low seven bits.
    pub payload: u8,
    /// Left shift of the payload, bits.
    pub shift: u32,
    /// Contribution to the value: payload × 2^shift.
    pub contribution: u64,
    /// Value up to this byte.
    pub running: u64,
}

/// An integer, bit by bit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct IntegerPart {
    /// Meaning.
    pub role: IntegerRole,
    /// Offset of its first byte in the block.
    pub start: usize,
    /// Offset past its last byte.
    pub end: usize,
    /// Bits of the prefix, 1 to 8.
    pub prefix_bits: u8,
    /// First byte, most significant bit first.
    pub bits: Vec<Bit>,
    /// Value of the prefix.
    pub prefix_value: u32,
    /// Whether the prefix is all ones, so that more bytes follow.
    pub prefix_full: bool,
    /// Bytes after the prefix.
    pub continuation: Vec<ContinuationByte>,
    /// The value.
    pub value: u64,
    /// Number of redundant bytes.
    pub superfluous: usize,
    /// H bit, for a length.
    pub huffman: Option<bool>,
}

impl IntegerPart {
    /// Decodes `integer` of `bytes` and records every step.
    pub(super) fn new(bytes: &[u8], integer: &Integer, role: IntegerRole) -> Self {
        let (Range { start, end }, prefix_bits) = (integer.range.clone(), integer.prefix_bits);
        let first = bytes[start];
        let full = (1_u32 << prefix_bits) - 1;
        let prefix_value = u32::from(first) & full;
        let length = matches!(role, IntegerRole::NameLength | IntegerRole::ValueLength);
        let bits = (0..8)
            .rev()
            .map(|place| Bit {
                bit: first >> place & 1,
                r#as: if place < prefix_bits {
                    BitRole::Prefix
                } else if length {
                    BitRole::Flag
                } else {
                    BitRole::Pattern
                },
            })
            .collect();
        let mut value = u64::from(prefix_value);
        let continuation: Vec<_> = bytes[start + 1..end]
            .iter()
            .enumerate()
            .map(|(i, &byte)| {
                let payload = byte & 0x7f;
                let shift = 7 * i as u32;
                let contribution = u64::from(payload) << shift;
                value += contribution;
                ContinuationByte {
                    byte: start + 1 + i,
                    value: byte,
                    more: byte & 0x80 != 0,
                    payload,
                    shift,
                    contribution,
                    running: value,
                }
            })
            .collect();
        // Trailing zeros add nothing, but a full prefix needs one byte after it.
        let superfluous = continuation
            .iter()
            .skip(1)
            .rev()
            .take_while(|byte| byte.payload == 0)
            .count();
        Self {
            role,
            start,
            end,
            prefix_bits,
            bits,
            prefix_value,
            prefix_full: prefix_value == full,
            continuation,
            value,
            superfluous,
            huffman: None,
        }
    }

    pub(super) fn length(block: &[u8], literal: &StringLiteral, role: StringRole) -> Self {
        Self {
            huffman: Some(literal.huffman),
            ..Self::new(block, &literal.length, IntegerRole::length(role))
        }
    }
}

/// Explains `bytes` as an integer with a prefix of `prefix_bits` (1 to 8) bits,
/// as in RFC 7541 C.1, together with the error if it is invalid or truncated.
/// `None` without bytes or for another prefix.
pub fn explain_integer(
    bytes: &[u8],
    prefix_bits: u8,
) -> Option<(IntegerPart, Option<IntegerError>)> {
    if bytes.is_empty() || !(1..=8).contains(&prefix_bits) {
        return None;
    }
    let (end, error) = match Bits32.decode(bytes, 0, prefix_bits) {
        Ok((_, end)) => (end, None),
        Err(error) => (bytes.len().min(1 + MAX_CONTINUATION), Some(error)),
    };
    let integer = Integer {
        range: 0..end,
        prefix_bits,
        value: 0,
    };
    let part = IntegerPart::new(bytes, &integer, IntegerRole::Index);
    Some((part, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explains_appendix_c1_2() {
        let (part, error) = explain_integer(&[0x1f, 0x9a, 0x0a], 5).unwrap();
        assert_eq!(error, None);
        let found = (part.prefix_value, part.prefix_full, part.value);
        assert_eq!(found, (31, true, 1337));
        let steps = part.continuation.iter();
        let steps = steps.map(|c| (c.payload, c.shift, c.contribution, c.running, c.more));
        assert!(steps.eq([(26, 0, 26, 57, true), (10, 7, 1280, 1337, false)]));
    }

    #[test]
    fn counts_redundant_bytes() {
        let cases: [(&[u8], usize); 4] = [
            (&[0x0f, 0x00], 0),
            (&[0x0f, 0x80, 0x00], 1),
            (&[0x0f, 0x80, 0x80, 0x00], 2),
            (&[0x0f, 0x81, 0x01], 0),
        ];
        for (bytes, superfluous) in cases {
            let (part, _) = explain_integer(bytes, 4).unwrap();
            assert_eq!(part.superfluous, superfluous, "{bytes:02x?}");
        }
    }
}
