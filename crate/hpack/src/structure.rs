//! The structure of a block: which bytes are integers and which are strings.
//! No table is needed for it.

use alloc::boxed::Box;
use core::ops::Range;

use crate::{
    error::{DecodeError, DecodeErrorKind},
    huffman::{HuffmanError, HuffmanErrorKind},
    integer::{Bits32, IntegerDecoder, IntegerError},
    representation::Kind,
};

/// An integer (§5.1) and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer {
    /// Range in the block, with the byte of the prefix.
    pub range: Range<usize>,
    /// Size of the prefix, 1 to 8 bits.
    pub prefix_bits: u8,
    /// Its value.
    pub value: u32,
}

/// A string literal (§5.2) and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// Its length on the wire, in bytes.
    pub length: Integer,
    /// The H bit.
    pub huffman: bool,
    /// Range of its data in the block.
    pub data: Range<usize>,
}

/// A representation (§6) and the positions of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representation {
    /// Kind of the representation.
    pub kind: Kind,
    /// Range in the block.
    pub range: Range<usize>,
    /// Index (0 if a literal name follows), or the size of a size update.
    pub integer: Integer,
    /// Name, if it is a literal.
    pub name: Option<StringLiteral>,
    /// Value, if it is a literal.
    pub value: Option<StringLiteral>,
}

/// The parts of an invalid representation before its error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidRepresentation {
    /// Error that ended it.
    pub error: DecodeError,
    /// Index or size, if it is before the error.
    pub integer: Option<Integer>,
    /// Literal name, if it is before the error.
    pub name: Option<StringLiteral>,
}

/// Locates the error of an integer at `at` in the representation at
/// `field_offset`. `end` is the length of the block.
#[cold]
#[must_use]
pub fn integer_error(
    error: IntegerError,
    field_offset: usize,
    at: usize,
    end: usize,
) -> DecodeError {
    let (kind, at) = match error {
        IntegerError::Truncated => (DecodeErrorKind::TruncatedInteger, end),
        IntegerError::Overflow => (DecodeErrorKind::IntegerOverflow, at),
    };
    DecodeError {
        kind,
        field_offset,
        at,
        bit: 0,
    }
}

/// Locates the error of a Huffman-coded string whose data begins at `start`, in
/// the representation at `field_offset`.
#[cold]
#[must_use]
pub fn huffman_error(error: HuffmanError, field_offset: usize, start: usize) -> DecodeError {
    DecodeError {
        kind: match error.kind {
            HuffmanErrorKind::Eos => DecodeErrorKind::HuffmanEos,
            HuffmanErrorKind::PaddingTooLong { bits } => {
                DecodeErrorKind::HuffmanPaddingTooLong { bits }
            }
            HuffmanErrorKind::PaddingNotOnes => DecodeErrorKind::HuffmanPaddingNotOnes,
        },
        field_offset,
        at: start + error.bit / 8,
        bit: (error.bit % 8) as u8,
    }
}

/// Parses the string literal at `at`.
#[inline(always)]
pub(crate) fn string_at<I: IntegerDecoder>(
    integers: &I,
    block: &[u8],
    field_offset: usize,
    at: usize,
) -> Result<StringLiteral, DecodeError> {
    let Some(&first) = block.get(at) else {
        return Err(DecodeError {
            kind: DecodeErrorKind::Truncated,
            field_offset,
            at,
            bit: 0,
        });
    };
    let (length, end) = integers
        .decode(block, at, 7)
        .map_err(|error| integer_error(error, field_offset, at, block.len()))?;
    let left = block.len() - end;
    if length as usize > left {
        return Err(DecodeError {
            kind: DecodeErrorKind::TruncatedString { length, left },
            field_offset,
            at,
            bit: 0,
        });
    }
    Ok(StringLiteral {
        length: Integer {
            range: at..end,
            prefix_bits: 7,
            value: length,
        },
        huffman: first & 0x80 != 0,
        data: end..end + length as usize,
    })
}

/// Parses the representation at offset `at` of `block`, without tables and
/// without decoding Huffman codes.
///
/// # Errors
/// [`InvalidRepresentation`], boxed because it is rare and large.
///
/// # Panics
/// If `at` is not within the block.
///
/// ```
/// use hpack_core::{Kind, structure::representation_at};
///
/// let block = [0x40, 0x01, b'a', 0x01, b'b', 0xbe];
/// let literal = representation_at(&block, 0)?;
/// assert_eq!((literal.kind, literal.range), (Kind::Incremental, 0..5));
/// assert_eq!(literal.value.unwrap().data, 4..5);
/// assert_eq!(representation_at(&block, 5)?.integer.value, 62);
/// # Ok::<(), Box<hpack_core::structure::InvalidRepresentation>>(())
/// ```
pub fn representation_at(
    block: &[u8],
    at: usize,
) -> Result<Representation, Box<InvalidRepresentation>> {
    let invalid = |error, integer, name| {
        Box::new(InvalidRepresentation {
            error,
            integer,
            name,
        })
    };
    let kind = Kind::of(block[at]);
    let prefix_bits = kind.prefix_bits();
    let (number, mut end) = Bits32
        .decode(block, at, prefix_bits)
        .map_err(|error| invalid(integer_error(error, at, at, block.len()), None, None))?;
    let integer = Integer {
        range: at..end,
        prefix_bits,
        value: number,
    };
    let (mut name, mut value) = (None, None);
    if !matches!(kind, Kind::Indexed | Kind::SizeUpdate) {
        if number == 0 {
            let literal = string_at(&Bits32, block, at, end)
                .map_err(|error| invalid(error, Some(integer.clone()), None))?;
            end = literal.data.end;
            name = Some(literal);
        }
        let literal = string_at(&Bits32, block, at, end)
            .map_err(|error| invalid(error, Some(integer.clone()), name.clone()))?;
        end = literal.data.end;
        value = Some(literal);
    }
    Ok(Representation {
        kind,
        range: at..end,
        integer,
        name,
        value,
    })
}

/// Whether `block` consists of complete representations, or is empty.
#[must_use]
pub fn is_whole(block: &[u8]) -> bool {
    whole_part(block) == block.len()
}

/// Returns where the complete representations at the start of `block` end.
#[must_use]
pub fn whole_part(block: &[u8]) -> usize {
    let mut at = 0;
    while at < block.len() {
        match representation_at(block, at) {
            Ok(representation) => at = representation.range.end,
            Err(_) => break,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_whole_blocks() {
        let cases: [(&[u8], usize); 9] = [
            (&[], 0),
            (&[0x82, 0x86, 0x84], 3),
            (&[0x41, 0x01, b'a'], 3),
            (&[0x40, 0x01, b'a', 0x00], 4),
            (&[0x3f, 0xe1, 0x1f], 3),
            (&[0x41, 0x02, b'a'], 0),
            (&[0x82, 0x41, 0x02, b'a'], 1),
            (&[0x40, 0x01, b'a'], 0),
            (&[0x82, 0x3f, 0xe1], 1),
        ];
        for (block, whole) in cases {
            assert_eq!(whole_part(block), whole, "{block:02x?}");
            assert_eq!(is_whole(block), whole == block.len(), "{block:02x?}");
        }
    }

    #[test]
    fn locates_parts() {
        let block = [0x82, 0x40, 0x81, 0x1f, 0x02, b'o', b'k'];
        let found = representation_at(&block, 1).unwrap();
        assert_eq!(found.range, 1..7);
        assert_eq!(
            found.integer,
            Integer {
                range: 1..2,
                prefix_bits: 6,
                value: 0
            }
        );
        let name = found.name.unwrap();
        assert_eq!((name.huffman, name.data), (true, 3..4));
        let value = found.value.unwrap();
        assert_eq!((value.huffman, value.data), (false, 5..7));
    }
}
