//! Explains the representation at an error, as far as it could be read.

use hpack::{
    Code, DecodeError, DecodeErrorKind, Kind,
    integer::{Bits32, IntegerDecoder, MAX_CONTINUATION},
    structure::{self, Integer, StringLiteral},
};
use serde::Serialize;

use super::{Explanation, IntegerPart, IntegerRole, Parts, StringRole};
use crate::{facts::Facts, session::Session};

/// A decoding error with its explanation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ErrorDetail"))]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetail {
    /// Stable name of the rule.
    pub code: &'static str,
    /// Offset of the erroneous representation.
    pub field_offset: usize,
    /// End of what could be read of it.
    pub end: usize,
    /// Offset of the erroneous byte.
    pub at: usize,
    /// Erroneous bit, 0 to 7 from the most significant.
    pub bit: u8,
    /// Violated section.
    pub section: &'static str,
    /// Human-readable sentence.
    pub message: String,
    /// Reaction of a conforming peer, and the usual cause.
    pub advice: &'static str,
    /// What can't be the cause, each with its reason as a sentence.
    pub ruled_out: Vec<&'static str>,
}

impl ErrorDetail {
    /// Describes `error`, in a representation that could be read up to `end`.
    pub fn new(error: &DecodeError, end: usize) -> Self {
        let code = error.code();
        Self {
            code: code.name(),
            field_offset: error.field_offset,
            end,
            at: error.at,
            bit: error.bit,
            section: code.section(),
            message: error.to_string(),
            advice: advice(code, Facts::default()),
            ruled_out: Vec::new(),
        }
    }
}

/// Reaction of a conforming peer, and the usual cause.
pub fn advice(code: Code, facts: Facts) -> &'static str {
    match code {
        Code::IndexOutOfRange if facts.complete => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             The encoder counts entries that it never sent, or uses a larger table than the decoder."
        }
        Code::IndexZero => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             No working encoder sends index 0: look for bytes that are not part of the block, such as padding left in front of it."
        }
        Code::IndexOutOfRange => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             If these bytes come from the middle of a connection, the entry was inserted by an earlier block that is not here: decode them as mid-connection data."
        }
        Code::Truncated | Code::TruncatedInteger | Code::TruncatedString => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             Usually the copy was cut short, or a CONTINUATION frame is missing."
        }
        Code::IntegerOverflow => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             RFC 7541 §5.1 requires implementations to limit integers; the limit here is 2^32 − 1, in at most five bytes after the prefix."
        }
        Code::HuffmanEos | Code::HuffmanPaddingTooLong | Code::HuffmanPaddingNotOnes => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             Either the string is not Huffman-coded although its H bit says so, or its length \
             is wrong."
        }
        Code::SizeUpdateTooLarge => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             If the receiver announced a larger SETTINGS_HEADER_TABLE_SIZE, set the table size at the start, or add a line “# SETTINGS_HEADER_TABLE_SIZE N” before \
             the block."
        }
        Code::SizeUpdateNotFirst => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). \
             Two blocks run together as one also look like this."
        }
        Code::MissingSizeUpdate => {
            "A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3.1). \
             An encoder that has acknowledged a lower limit must begin its next block with a size update. \
             Two changes have mended this in servers: the encoder remembers the lowest limit and writes the update, or SETTINGS are acknowledged only after the encoder has applied them."
        }
        Code::EarlierError => "After a decoding error the connection ends (RFC 9113 §4.3).",
        Code::Cut => {
            "What is here was decoded up to the cut. Later blocks of this side may refer to entries that the missing part added: \
             copy or capture the whole frame (tcpdump -s 0)."
        }
        // Limits of the decoder. A test checks that all violations are listed
        // above.
        _ => {
            "The limit is the decoder's own, to bound its memory: the block may be valid. Its remaining fields are left out, but the table follows the block to its end."
        }
    }
}

impl Session {
    /// Explains the representation at `block`'s error, as far as it could be
    /// read; `None` without an error.
    pub fn explain_error(&self, block: usize, characters_from: usize) -> Option<Explanation> {
        let error = self.blocks().get(block)?.error.as_ref()?;
        let bytes = self.bytes(block);
        let start = error.field_offset;
        let end = bytes.len().min(error.at + 1).max(start);
        let mut parts = Parts::new(bytes, end, characters_from);
        let facts = Facts::of(self, u32::try_from(block).ok()?);
        let explanation = match bytes.get(start) {
            Some(&first) => {
                let kind = Kind::of(first);
                let new_name = parts.read_until(error, kind);
                Explanation::new(block, start, (kind, new_name), parts)
            }
            None => Explanation {
                title: "End of the block",
                section: error.code().section(),
                ..Explanation::new(block, start, (Kind::Indexed, false), parts)
            },
        };
        Some(Explanation {
            error: Some(ErrorDetail {
                advice: advice(error.code(), facts),
                ruled_out: self.ruled_out(block),
                ..ErrorDetail::new(error, explanation.end)
            }),
            ..explanation
        })
    }
}

impl Parts<'_> {
    /// Reads the representation at an error. Returns whether its name is a
    /// literal.
    fn read_until(&mut self, error: &DecodeError, kind: Kind) -> bool {
        let start = error.field_offset;
        let (integer, name, value) = match structure::representation_at(self.bytes, start) {
            Ok(shape) => (Some(shape.integer), shape.name, shape.value),
            Err(broken) => (broken.integer, broken.name, None),
        };
        let Some(integer) = integer else {
            self.broken_integer(start, kind.prefix_bits(), IntegerRole::of(kind));
            return false;
        };
        let new_name = integer.value == 0;
        self.integer(IntegerPart::new(
            self.bytes,
            &integer,
            IntegerRole::of(kind),
        ));
        let is_integer_error = matches!(
            error.kind,
            DecodeErrorKind::IndexZero
                | DecodeErrorKind::IndexOutOfRange { .. }
                | DecodeErrorKind::SizeUpdateTooLarge { .. }
                | DecodeErrorKind::SizeUpdateNotFirst
                | DecodeErrorKind::MissingSizeUpdate { .. }
        );
        let name = new_name.then_some((name, StringRole::Name));
        let strings = name.into_iter().chain([(value, StringRole::Value)]);
        let mut at = integer.range.end;
        for (literal, role) in strings.take_while(|_| !is_integer_error) {
            let Some(literal) = literal else {
                self.broken_string(at, role);
                break;
            };
            self.literal(&literal, role);
            at = literal.data.end;
            if error.at < at {
                break;
            }
        }
        new_name
    }

    /// Adds the string that begins at byte `at` and extends beyond the block.
    fn broken_string(&mut self, at: usize, role: StringRole) {
        let Ok((length, end)) = Bits32.decode(self.bytes, at, 7) else {
            return self.broken_integer(at, 7, IntegerRole::length(role));
        };
        let truncated = StringLiteral {
            length: Integer {
                range: at..end,
                prefix_bits: 7,
                value: length,
            },
            huffman: self.bytes[at] & 0x80 != 0,
            data: end..self.bytes.len(),
        };
        self.literal(&truncated, role);
    }

    /// Adds the invalid or truncated integer that begins at byte `at`.
    fn broken_integer(&mut self, at: usize, prefix_bits: u8, role: IntegerRole) {
        let end = self.bytes.len().min(at + 1 + MAX_CONTINUATION);
        if at < end {
            let integer = Integer {
                range: at..end,
                prefix_bits,
                value: 0,
            };
            self.integer(IntegerPart::new(self.bytes, &integer, role));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Part;
    use crate::{Options, fixtures::of_hex};

    /// Role, range and value of each part; the text of a string.
    fn parts(hex: &str) -> Vec<(String, usize, usize, String)> {
        let session = of_hex(Options::default(), &[hex]);
        let explanation = session.explain_error(0, 0).unwrap();
        explanation
            .parts
            .iter()
            .map(|part| match part {
                Part::Integer(i) => (format!("{:?}", i.role), i.start, i.end, i.value.to_string()),
                Part::String(s) => (format!("{:?}", s.role), s.start, s.end, s.text.clone()),
                Part::Reference(r) => ("Reference".to_owned(), 0, 0, r.index.to_string()),
            })
            .collect()
    }

    #[test]
    fn explains_the_valid_prefix() {
        type Found = [(&'static str, usize, usize, &'static str)];
        #[rustfmt::skip]
        let cases: [(&str, &Found); 9] = [
            // index 0
            ("8280", &[("Index", 1, 2, "0")]),
            // index beyond the tables: the strings after it are not read
            ("827f0c0470696e65", &[("NameIndex", 1, 3, "75")]),
            // the block ends inside the index, and inside a length
            ("82ff80", &[("Index", 1, 3, "127")]),
            ("82007f", &[("NameIndex", 1, 2, "0"), ("NameLength", 2, 3, "127")]),
            // too large an integer
            ("0fffffffffff", &[("NameIndex", 0, 6, "34359738382")]),
            // a string that extends beyond the block: its beginning
            ("410d70696e65", &[("NameIndex", 0, 1, "1"), ("ValueLength", 1, 2, "13"), ("Value", 2, 6, "pine")]),
            ("400161", &[("NameIndex", 0, 1, "0"), ("NameLength", 1, 2, "1"), ("Name", 2, 3, "a")]),
            // an error in the name: the value is not read
            ("4082fe000470696e65", &[("NameIndex", 0, 1, "0"), ("NameLength", 1, 2, "2"), ("Name", 2, 4, "!0")]),
            // an error in the value
            ("418164", &[("NameIndex", 0, 1, "1"), ("ValueLength", 1, 2, "1"), ("Value", 2, 3, "3")]),
        ];
        for (hex, expected) in cases {
            let found = parts(hex);
            let found: Vec<_> = found
                .iter()
                .map(|(r, s, e, v)| (r.as_str(), *s, *e, v.as_str()))
                .collect();
            assert_eq!(found, expected, "{hex}");
        }
    }
}
