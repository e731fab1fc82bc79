//! Explains string literals (RFC 7541 §5.2) code by code.

use hpack::{huffman::code::EOS, structure::StringLiteral};
use serde::Serialize;

use crate::{codes::codes, text};

/// Characters explained per answer; the page requests more as it scrolls.
pub(super) const CHARACTERS: usize = 1024;

/// Bytes of text per answer.
pub(super) const TEXT: usize = 4096;

/// String of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StringRole {
    /// The field's name.
    Name,
    /// The field's value.
    Value,
}

/// A byte of the text with the bits that encode it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Character {
    /// Symbol: the byte, or 256 for EOS.
    pub symbol: u16,
    /// Printable form of the symbol.
    pub shown: String,
    /// Bits in binary digits.
    pub code: String,
    /// Offset of its first bit in the string's data.
    pub from: usize,
    /// Offset past its last bit.
    pub to: usize,
}

/// Bits after the last code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Padding {
    /// Offset of its first bit in the string's data.
    pub from: usize,
    /// Offset past its last bit.
    pub to: usize,
    /// Bits in binary digits, at most 64.
    pub digits: String,
}

/// A string literal, code by code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StringPart {
    /// Name or value.
    pub role: StringRole,
    /// Offset of its data in the block, after the length.
    pub start: usize,
    /// Offset past its last byte.
    pub end: usize,
    /// H bit.
    pub huffman: bool,
    /// Text, truncated if long.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText"))]
    pub text: String,
    /// Length of the whole text, bytes.
    pub bytes: usize,
    /// Whether the whole text is UTF-8.
    pub utf8: bool,
    /// Number of the first item of `characters`.
    pub characters_from: usize,
    /// Number of characters (bytes of the text).
    pub characters_total: usize,
    /// Characters from `characters_from` on.
    pub characters: Vec<Character>,
    /// Bits after the last complete code.
    pub padding: Option<Padding>,
}

/// Printable form of a symbol: the character or its escape.
pub(super) fn printable(symbol: u16) -> String {
    match u8::try_from(symbol) {
        Ok(byte @ 0x20..=0x7e) => char::from(byte).to_string(),
        Ok(byte) => format!("\\x{byte:02x}"),
        Err(_) => "EOS".to_owned(),
    }
}

fn digits(coded: &[u8], from: usize, to: usize) -> String {
    (from..to)
        .map(|bit| char::from(b'0' + (coded[bit / 8] >> (7 - bit % 8) & 1)))
        .collect()
}

impl StringPart {
    pub(super) fn new(
        block: &[u8],
        literal: &StringLiteral,
        role: StringRole,
        from: usize,
    ) -> Self {
        let coded = &block[literal.data.clone()];
        let mut text = Vec::new();
        let mut characters = Vec::new();
        let mut total = 0;
        let mut add = |symbol: u16, start: usize, end: usize| {
            if (from..from.saturating_add(CHARACTERS)).contains(&total) {
                characters.push(Character {
                    symbol,
                    shown: printable(symbol),
                    code: digits(coded, start, end),
                    from: start,
                    to: end,
                });
            }
            total += 1;
        };
        let mut padding = None;
        if literal.huffman {
            let bits = coded.len() * 8;
            // Bytes after EOS have no meaning.
            let mut end = 0;
            for code in codes(coded) {
                add(code.symbol, code.from, code.to);
                end = if code.symbol == EOS { bits } else { code.to };
                text.extend(u8::try_from(code.symbol));
            }
            padding = (end < bits).then(|| Padding {
                from: end,
                to: bits,
                digits: digits(coded, end, bits.min(end + 64)),
            });
        } else {
            for (i, &byte) in coded.iter().enumerate() {
                add(u16::from(byte), i * 8, i * 8 + 8);
            }
            text.extend_from_slice(coded);
        }
        Self {
            role,
            start: literal.data.start,
            end: literal.data.end,
            huffman: literal.huffman,
            text: text::truncated(&text, TEXT),
            bytes: text.len(),
            utf8: std::str::from_utf8(&text).is_ok(),
            characters_from: from,
            characters_total: total,
            characters,
            padding,
        }
    }
}
