//! Decoding errors: code, position, section, message.
//!
//! RFC 9113 §4.3 makes each violation of RFC 7541 a connection error of type
//! COMPRESSION_ERROR, since the tables of encoder and decoder may then differ.

use alloc::format;
use core::fmt;

/// Error codes, with stable names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// §6.1: an indexed field with index 0.
    IndexZero,
    /// §2.3.3: an index beyond the static and dynamic tables.
    IndexOutOfRange,
    /// §6: the block ends where a string should begin.
    Truncated,
    /// §5.1: the block ends inside an integer.
    TruncatedInteger,
    /// §5.2: a string's length reaches past the end of the block.
    TruncatedString,
    /// §5.1: an integer above 2^32 − 1, or of more than five bytes after the prefix.
    IntegerOverflow,
    /// §5.2: the EOS code inside a string.
    HuffmanEos,
    /// §5.2: 8 or more bits after the last whole code.
    HuffmanPaddingTooLong,
    /// §5.2: fewer than 8 bits after the last whole code, not all ones.
    HuffmanPaddingNotOnes,
    /// §6.3: a size update above the limit that the decoder announced.
    SizeUpdateTooLarge,
    /// §4.2: a size update after the first field of a block.
    SizeUpdateNotFirst,
    /// §4.2 and RFC 9113 §4.3.1: no size update although the limit was lowered.
    MissingSizeUpdate,
    /// §7.4: a string longer than this decoder accepts.
    StringLimit,
    /// RFC 9113 §10.5.1: a header list larger than this decoder accepts.
    HeaderListLimit,
    /// RFC 9113 §10.5.1: a block whose encoded size is larger than this decoder
    /// accepts.
    BlockLimit,
    /// RFC 9113 §4.3: an earlier block of the connection could not be decoded.
    EarlierError,
    /// The input holds only the beginning of the block. No decoder reports it:
    /// it replaces the error of a block that the caller knows to be cut.
    Cut,
}

impl Code {
    /// Violations of RFC 7541. The other codes are of limits that a decoder
    /// sets itself and of blocks after an error.
    pub const VIOLATIONS: [Self; 12] = [
        Self::IndexZero,
        Self::IndexOutOfRange,
        Self::Truncated,
        Self::TruncatedInteger,
        Self::TruncatedString,
        Self::IntegerOverflow,
        Self::HuffmanEos,
        Self::HuffmanPaddingTooLong,
        Self::HuffmanPaddingNotOnes,
        Self::SizeUpdateTooLarge,
        Self::SizeUpdateNotFirst,
        Self::MissingSizeUpdate,
    ];

    /// Name in JSON: lower case, words joined by hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::IndexZero => "index-zero",
            Self::IndexOutOfRange => "index-out-of-range",
            Self::Truncated => "truncated",
            Self::TruncatedInteger => "truncated-integer",
            Self::TruncatedString => "truncated-string",
            Self::IntegerOverflow => "integer-overflow",
            Self::HuffmanEos => "huffman-eos",
            Self::HuffmanPaddingTooLong => "huffman-padding-too-long",
            Self::HuffmanPaddingNotOnes => "huffman-padding-not-ones",
            Self::SizeUpdateTooLarge => "size-update-too-large",
            Self::SizeUpdateNotFirst => "size-update-not-first",
            Self::MissingSizeUpdate => "missing-size-update",
            Self::StringLimit => "string-limit",
            Self::HeaderListLimit => "header-list-limit",
            Self::BlockLimit => "block-limit",
            Self::EarlierError => "earlier-error",
            Self::Cut => "cut",
        }
    }

    /// The section that is violated.
    #[must_use]
    pub fn section(self) -> &'static str {
        match self {
            Self::IndexZero => "RFC 7541 §6.1",
            Self::IndexOutOfRange => "RFC 7541 §2.3.3",
            Self::Truncated => "RFC 7541 §6.2",
            Self::TruncatedInteger | Self::IntegerOverflow => "RFC 7541 §5.1",
            Self::TruncatedString
            | Self::HuffmanEos
            | Self::HuffmanPaddingTooLong
            | Self::HuffmanPaddingNotOnes => "RFC 7541 §5.2",
            Self::SizeUpdateTooLarge => "RFC 7541 §6.3",
            Self::SizeUpdateNotFirst | Self::MissingSizeUpdate => "RFC 7541 §4.2",
            Self::StringLimit => "RFC 7541 §7.4",
            Self::HeaderListLimit | Self::BlockLimit => "RFC 9113 §10.5.1",
            Self::EarlierError | Self::Cut => "RFC 9113 §4.3",
        }
    }
}

/// A [`Code`] with the figures of its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// [`Code::IndexZero`].
    IndexZero,
    /// [`Code::IndexOutOfRange`].
    IndexOutOfRange {
        /// The index on the wire.
        index: u32,
        /// The largest index that the tables hold.
        last: u64,
    },
    /// [`Code::Truncated`].
    Truncated,
    /// [`Code::TruncatedInteger`].
    TruncatedInteger,
    /// [`Code::TruncatedString`].
    TruncatedString {
        /// The string's length as sent, in bytes.
        length: u32,
        /// Bytes left in the block.
        left: usize,
    },
    /// [`Code::IntegerOverflow`].
    IntegerOverflow,
    /// [`Code::HuffmanEos`].
    HuffmanEos,
    /// [`Code::HuffmanPaddingTooLong`].
    HuffmanPaddingTooLong {
        /// Bits after the last whole code, 8 or more.
        bits: usize,
    },
    /// [`Code::HuffmanPaddingNotOnes`].
    HuffmanPaddingNotOnes,
    /// [`Code::SizeUpdateTooLarge`].
    SizeUpdateTooLarge {
        /// Requested size, bytes.
        size: u32,
        /// Limit in force, bytes.
        limit: u32,
    },
    /// [`Code::SizeUpdateNotFirst`].
    SizeUpdateNotFirst,
    /// [`Code::MissingSizeUpdate`].
    MissingSizeUpdate {
        /// Smallest limit acknowledged since the last block, bytes.
        limit: u32,
        /// The table's maximum, bytes.
        maximum: u32,
    },
    /// [`Code::StringLimit`].
    StringLimit {
        /// The string's length as decoded, bytes; a lower bound if it was skipped.
        length: usize,
        /// [`Limits::string`](crate::Limits::string).
        limit: usize,
    },
    /// [`Code::HeaderListLimit`].
    HeaderListLimit {
        /// Size of the list up to and including this field, bytes.
        size: u64,
        /// [`Limits::header_list`](crate::Limits::header_list).
        limit: u64,
    },
    /// [`Code::BlockLimit`].
    BlockLimit {
        /// Encoded size of the block so far, bytes.
        size: usize,
        /// [`Limits::block`](crate::Limits::block).
        limit: usize,
    },
    /// [`Code::EarlierError`].
    EarlierError,
    /// [`Code::Cut`].
    Cut {
        /// Bytes of the block that are not there, if anything says how many.
        missing: Option<u64>,
    },
}

impl DecodeErrorKind {
    /// Error code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::IndexZero => Code::IndexZero,
            Self::IndexOutOfRange { .. } => Code::IndexOutOfRange,
            Self::Truncated => Code::Truncated,
            Self::TruncatedInteger => Code::TruncatedInteger,
            Self::TruncatedString { .. } => Code::TruncatedString,
            Self::IntegerOverflow => Code::IntegerOverflow,
            Self::HuffmanEos => Code::HuffmanEos,
            Self::HuffmanPaddingTooLong { .. } => Code::HuffmanPaddingTooLong,
            Self::HuffmanPaddingNotOnes => Code::HuffmanPaddingNotOnes,
            Self::SizeUpdateTooLarge { .. } => Code::SizeUpdateTooLarge,
            Self::SizeUpdateNotFirst => Code::SizeUpdateNotFirst,
            Self::MissingSizeUpdate { .. } => Code::MissingSizeUpdate,
            Self::StringLimit { .. } => Code::StringLimit,
            Self::HeaderListLimit { .. } => Code::HeaderListLimit,
            Self::BlockLimit { .. } => Code::BlockLimit,
            Self::EarlierError => Code::EarlierError,
            Self::Cut { .. } => Code::Cut,
        }
    }
}

/// Why and where decoding of a header block failed.
///
/// ```
/// use hpack_core::{Code, Decoder};
///
/// let error = Decoder::default().decode(&[0x82, 0xbe], |_| ()).unwrap_err();
/// assert_eq!((error.code(), error.at), (Code::IndexOutOfRange, 1));
/// assert_eq!(error.code().section(), "RFC 7541 §2.3.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// Error code with its figures.
    pub kind: DecodeErrorKind,
    /// Offset in the block of the invalid representation.
    pub field_offset: usize,
    /// Offset in the block of the invalid integer or string, of the missing
    /// byte, or of the byte that holds `bit`.
    pub at: usize,
    /// Bit of that byte, 0 to 7 from the most significant; 0 except for
    /// Huffman errors.
    pub bit: u8,
}

impl DecodeError {
    /// Error code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.kind.code()
    }

    /// Whether the tables of encoder and decoder may now differ, so that the
    /// connection has to end with COMPRESSION_ERROR (RFC 9113 §4.3). Errors of
    /// [`Limits`](crate::Limits) cost a stream at most.
    #[must_use]
    pub fn is_compression_error(&self) -> bool {
        !matches!(
            self.kind,
            DecodeErrorKind::StringLimit { .. }
                | DecodeErrorKind::HeaderListLimit { .. }
                | DecodeErrorKind::BlockLimit { .. }
        )
    }

    /// Whether the block ends inside the field at
    /// [`field_offset`](Self::field_offset), so that more bytes may complete it.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        matches!(
            self.kind,
            DecodeErrorKind::Truncated
                | DecodeErrorKind::TruncatedInteger
                | DecodeErrorKind::TruncatedString { .. }
        )
    }

    /// The error of a block whose first `length` bytes are there, `whole` of them
    /// in complete representations, and of which `missing` bytes are not, if
    /// anything says how many.
    #[must_use]
    pub const fn cut(whole: usize, length: usize, missing: Option<u64>) -> Self {
        Self {
            kind: DecodeErrorKind::Cut { missing },
            field_offset: whole,
            at: length,
            bit: 0,
        }
    }

    pub(crate) fn offset_by(mut self, bytes: usize) -> Self {
        self.field_offset += bytes;
        self.at += bytes;
        self
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match self.kind {
            DecodeErrorKind::IndexZero => {
                write!(
                    f,
                    "the indexed field at byte {at} has index 0, which is not in any table"
                )
            }
            DecodeErrorKind::IndexOutOfRange { index, last } => {
                let dynamic = last.saturating_sub(61);
                write!(
                    f,
                    "index {index} at byte {at} is beyond the end of the tables: the last entry is {last} (61 static and {dynamic} dynamic)"
                )?;
                match u64::from(index).saturating_sub(last) {
                    1 => f.write_str("; it would be there after one more insertion"),
                    more => write!(f, "; it would be there after {more} more insertions"),
                }
            }
            DecodeErrorKind::Truncated => write!(
                f,
                "the block ends at byte {at}, where the length of a string should be"
            ),
            DecodeErrorKind::TruncatedInteger => {
                write!(f, "the block ends at byte {at}, inside an integer")
            }
            DecodeErrorKind::TruncatedString { length, left } => write!(
                f,
                "the string at byte {at} claims to be {length} byte{} long, but {}",
                plural(length as usize),
                match left {
                    0 => "none is left".into(),
                    1 => "only 1 is left".into(),
                    _ => format!("only {left} are left"),
                }
            ),
            DecodeErrorKind::IntegerOverflow => write!(
                f,
                "the integer at byte {at} is larger than 4294967295 or is encoded with more than five bytes after its prefix"
            ),
            DecodeErrorKind::HuffmanEos => write!(
                f,
                "the Huffman-coded string contains the EOS code, which ends at byte {at}, bit {}; only the first bits of EOS may appear, as padding",
                self.bit
            ),
            DecodeErrorKind::HuffmanPaddingTooLong { bits } => write!(
                f,
                "{bits} bits are left after the last complete Huffman code; padding has at most 7"
            ),
            DecodeErrorKind::HuffmanPaddingNotOnes => write!(
                f,
                "the padding of the Huffman-coded string has a zero at byte {at}, bit {}; padding must be all ones",
                self.bit
            ),
            DecodeErrorKind::SizeUpdateTooLarge { size, limit } => write!(
                f,
                "the size update at byte {at} sets {size} bytes, but the limit is {limit}"
            ),
            DecodeErrorKind::SizeUpdateNotFirst => write!(
                f,
                "the size update at byte {at} comes after a field; it is only allowed at the beginning of a block"
            ),
            DecodeErrorKind::MissingSizeUpdate { limit, maximum } => write!(
                f,
                "the limit was lowered to {limit}, below the table's maximum of {maximum}, but this block does not begin with a size update to {limit} or less"
            ),
            DecodeErrorKind::StringLimit { length, limit } => write!(
                f,
                "the string at byte {at} is {length} bytes long when decoded; this decoder accepts {limit}"
            ),
            DecodeErrorKind::HeaderListLimit { size, limit } => write!(
                f,
                "with the field at byte {at} the header list has {size} bytes; this decoder accepts {limit}"
            ),
            DecodeErrorKind::BlockLimit { size, limit } => write!(
                f,
                "the block has {size} bytes or more; this decoder accepts {limit}"
            ),
            DecodeErrorKind::EarlierError => f.write_str(
                "an earlier block of this connection could not be decoded, so the dynamic table is not reliable",
            ),
            DecodeErrorKind::Cut { missing: None } => write!(
                f,
                "the block is cut at byte {at}: its rest is not there"
            ),
            DecodeErrorKind::Cut {
                missing: Some(missing),
            } => write!(
                f,
                "the block is cut at byte {at}: {missing} of its {} bytes are missing",
                missing.saturating_add(at as u64)
            ),
        }
    }
}

impl core::error::Error for DecodeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn codes_have_sections() {
        for (code, section) in [
            (Code::IndexOutOfRange, "RFC 7541 §2.3.3"),
            (Code::IntegerOverflow, "RFC 7541 §5.1"),
            (Code::HuffmanEos, "RFC 7541 §5.2"),
            (Code::HeaderListLimit, "RFC 9113 §10.5.1"),
        ] {
            assert_eq!(code.section(), section);
        }
    }

    #[test]
    fn detects_truncated_blocks() {
        for (block, is_truncated) in [
            (&[0x82, 0x40][..], true),
            (&[0x82, 0x40, 1], true),
            (&[0x82, 0x7f], true),
            (&[0x82, 0x80], false),
            (&[0x82, 0xff, 0x80, 0x80, 0x80, 0x80, 0x80], false),
        ] {
            let error = crate::Decoder::default().decode(block, |_| ()).unwrap_err();
            assert_eq!(error.is_truncated(), is_truncated, "{error}");
            assert_eq!(error.field_offset, 1);
        }
    }

    #[test]
    fn errors_have_messages() {
        use crate::{
            encoder::AboveLimit,
            huffman::{HuffmanError, HuffmanErrorKind},
            integer::IntegerError,
        };
        let huffman = |kind| HuffmanError { kind, bit: 7 };
        for (message, words) in [
            (IntegerError::Truncated.to_string(), "inside the integer"),
            (IntegerError::Overflow.to_string(), "above 2^32 − 1"),
            (huffman(HuffmanErrorKind::Eos).to_string(), "at bit 7"),
            (AboveLimit { limit: 64 }.to_string(), "64 bytes at most"),
        ] {
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn message_counts_bytes_left() {
        for (length, left, words) in [
            (1, 0, "1 byte long, but none is left"),
            (5, 1, "5 bytes long, but only 1 is left"),
            (5, 2, "5 bytes long, but only 2 are left"),
        ] {
            let error = DecodeError {
                kind: DecodeErrorKind::TruncatedString { length, left },
                field_offset: 0,
                at: 3,
                bit: 0,
            };
            assert!(error.to_string().ends_with(words), "{error}");
        }
    }
}
