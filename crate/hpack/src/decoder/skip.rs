//! Strings that are checked but not stored, so that limits bound the memory of a
//! block in fragments.

use super::{Decoder, inspect::error_at};
use crate::{
    dynamic_table::entry_size,
    error::{DecodeError, DecodeErrorKind},
    huffman::{HuffmanError, least_len, skip_codes},
    representation::Kind,
    structure::huffman_error,
};

/// A string of a dropped field that the table cannot hold. Positions are in the
/// block.
#[derive(Clone, Debug)]
pub(super) struct Skipped {
    field_offset: usize,
    /// Position of its length.
    at: usize,
    start: usize,
    length: u32,
    /// Bytes not yet received.
    missing: usize,
    is_huffman: bool,
    /// Whether it is a name, so that a value follows.
    is_name: bool,
    /// Bits decoded of the bytes kept, which begin with an incomplete code.
    bit: usize,
}

impl Skipped {
    /// Error if the block ends here.
    pub(super) fn truncated(&self) -> DecodeError {
        let (length, left) = (self.length, self.length as usize - self.missing);
        let kind = DecodeErrorKind::TruncatedString { length, left };
        error_at(kind, self.field_offset, self.at)
    }
}

impl Decoder {
    /// Returns the string in which `bytes` end, as `error` reports, if it need
    /// not be stored: it exceeds a limit, or the block did already, and it does
    /// not fit in the table.
    #[cold]
    pub(super) fn skipped(&mut self, bytes: &[u8], error: DecodeError) -> Option<Skipped> {
        let DecodeErrorKind::TruncatedString { length, left } = error.kind else {
            return None;
        };
        let is_huffman = bytes[error.at] & 0x80 != 0;
        let least = match is_huffman {
            true => least_len(length as usize),
            false => length as usize,
        };
        let first = bytes[error.field_offset];
        let kind = Kind::of(first);
        let state = self.table.state();
        let size = entry_size(least as u64);
        let fits = size <= u64::from(state.maximum()) || state.assumed();
        if kind == Kind::Incremental && fits {
            return None;
        }
        let (string, list) = (self.limits.string, self.limits.header_list);
        let total = self.block.list.saturating_add(size);
        if least > string {
            let (length, limit) = (least, string);
            let kind = DecodeErrorKind::StringLimit { length, limit };
            self.block.exceed(DecodeError { kind, ..error });
        } else if total > list {
            let (size, limit) = (total, list);
            let kind = DecodeErrorKind::HeaderListLimit { size, limit };
            let at = error.field_offset;
            self.block.exceed(DecodeError { kind, at, ..error });
        } else if self.block.exceeded.is_none() {
            return None;
        }
        if kind == Kind::Incremental {
            self.table.clear();
        }
        let placed = self.block.place(error);
        let has_literal_name = first.trailing_zeros() >= u32::from(kind.prefix_bits());
        Some(Skipped {
            field_offset: placed.field_offset,
            at: placed.at,
            start: self.block.decoded + bytes.len() - left,
            length,
            missing: length as usize,
            is_huffman,
            is_name: has_literal_name && error.at == error.field_offset + 1,
            bit: 0,
        })
    }

    /// Skips the part of a string with which `bytes` end.
    pub(super) fn begin_skipping(
        &mut self,
        skipped: Skipped,
        bytes: &[u8],
    ) -> Result<(), DecodeError> {
        let start = skipped.start - self.block.decoded;
        self.block.decoded = skipped.start;
        self.block.needed = 0;
        self.block.skipped = Some(skipped);
        self.skip(&bytes[start..]).map(|_| ())
    }

    /// Skips what `fragment` holds of the string. Returns the bytes after it.
    ///
    /// # Errors
    /// The string's error, if it is Huffman-coded.
    #[cold]
    pub(super) fn skip<'f>(&mut self, fragment: &'f [u8]) -> Result<&'f [u8], DecodeError> {
        let Some(skipped) = &mut self.block.skipped else {
            return Ok(fragment);
        };
        let (bytes, after) = fragment.split_at(skipped.missing.min(fragment.len()));
        skipped.missing -= bytes.len();
        self.block.decoded += bytes.len();
        let is_end = skipped.missing == 0;
        if skipped.is_huffman {
            self.rest.extend_from_slice(bytes);
            let kept = self.block.decoded - self.rest.len() - skipped.start;
            let bit = skip_codes(&self.rest, skipped.bit, is_end).map_err(|error| {
                let bit = error.bit + 8 * kept;
                let error = HuffmanError { bit, ..error };
                huffman_error(error, skipped.field_offset, skipped.start)
            })?;
            self.rest.drain(..bit / 8);
            skipped.bit = bit % 8;
        }
        if is_end {
            self.rest.clear();
            if skipped.is_name {
                // The value follows as that of a literal without indexing, after
                // an index of one byte in place of the name.
                self.rest.push(0x01);
                self.block.decoded -= 1;
                self.block.field_start = Some(skipped.field_offset);
            }
            self.block.skipped = None;
        }
        Ok(after)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::{Code, Limits, integer};

    /// Longer than the table's size when decoded, whatever it holds.
    const LENGTH: usize = 20_000;

    #[test]
    fn fragments_and_whole_blocks_agree() {
        let limits = Limits {
            header_list: 16_384,
            string: 1024,
            ..Limits::NONE
        };
        // Uncoded; only zeros, which are whole codes; with EOS; padded with zeros.
        let strings: [(u8, &[u8]); 4] = [
            (0, b"n"),
            (0x80, &[0, 0, 0, 0]),
            (0x80, &[0xff, 0xff, 0xff, 0xff]),
            (0x80, &[0, 0]),
        ];
        for first in [0x40, 0x00, 0x10] {
            for (huffman, end) in strings {
                for is_name in [true, false] {
                    let mut block = vec![0x40, 1, b'a', 1, b'b', first];
                    if !is_name {
                        block.extend([1, b'n']);
                    }
                    integer::encode(huffman, 7, LENGTH as u64 + end.len() as u64, &mut block);
                    block.extend([0; LENGTH]);
                    block.extend(end);
                    if is_name {
                        block.extend([0x82, 0x64, 0x02]);
                    }
                    // An error if the field has emptied the table.
                    block.extend([0x82, 0xbe]);
                    for end in [0, 1, 3, 9, LENGTH] {
                        let block = &block[..block.len() - end];
                        let mut whole = Decoder::default().with_limits(limits);
                        let expected = whole.decode(block, |_| ()).map_err(place);
                        for size in [1, 1000] {
                            let mut decoder = Decoder::default().with_limits(limits);
                            let mut result = Ok(());
                            for (i, fragment) in block.chunks(size).enumerate() {
                                let is_last = (i + 1) * size >= block.len();
                                let progress = decoder.decode_fragment(fragment, is_last, |_| ());
                                result = progress.map(|_| ()).map_err(place);
                                assert!(decoder.rest.capacity() <= 4096);
                                if result.is_err() {
                                    break;
                                }
                            }
                            assert_eq!(result, expected, "{first} {huffman} {is_name} {end}");
                            if matches!(
                                expected,
                                Err((Code::StringLimit | Code::IndexOutOfRange, ..))
                            ) {
                                assert_eq!(decoder.table.count(), whole.table.count());
                            }
                        }
                    }
                }
            }
        }
    }

    /// What does not depend on how much of a string was needed.
    fn place(error: DecodeError) -> (Code, [usize; 2], u8) {
        (error.code(), [error.field_offset, error.at], error.bit)
    }
}
