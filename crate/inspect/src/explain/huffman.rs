//! The Huffman code (RFC 7541 §5.2, Appendix B), and decoding of arbitrary
//! bytes in it.

use hpack::{
    huffman::{
        HuffmanDecoder, Window14,
        code::{CODES, LENGTHS, SYMBOLS},
    },
    structure::{Integer, StringLiteral, huffman_error},
};
use serde::Serialize;

use super::{EngineReading, ErrorDetail, StringPart, StringRole, string::printable};

/// A row of Appendix B.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CodeRow {
    /// Symbol: 0 to 255, or 256 for EOS.
    pub symbol: u16,
    /// Printable form of the symbol.
    pub shown: String,
    /// Code in binary digits.
    pub code: String,
}

/// Rows of Appendix B, ordered by symbol.
pub fn code_rows() -> Vec<CodeRow> {
    (0..SYMBOLS)
        .map(|symbol| CodeRow {
            symbol: symbol as u16,
            shown: printable(symbol as u16),
            code: format!(
                "{:0width$b}",
                CODES[symbol],
                width = usize::from(LENGTHS[symbol])
            ),
        })
        .collect()
}

/// Arbitrary bytes decoded as a Huffman-coded string.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HuffmanReading {
    /// The string, code by code.
    pub string: StringPart,
    /// Error, with offsets from the start of the string.
    pub error: Option<ErrorDetail>,
    /// Look-ups of each engine.
    pub readings: Vec<EngineReading>,
}

impl HuffmanReading {
    /// Decodes `coded`; `readings` are the engines' look-ups.
    pub fn new(coded: &[u8], readings: Vec<EngineReading>) -> Self {
        let literal = StringLiteral {
            length: Integer {
                range: 0..0,
                prefix_bits: 7,
                value: u32::try_from(coded.len()).unwrap_or(u32::MAX),
            },
            huffman: true,
            data: 0..coded.len(),
        };
        let error = Window14::new().decode(coded, &mut Vec::new()).err();
        Self {
            string: StringPart::new(coded, &literal, StringRole::Value, 0),
            error: error.map(|error| ErrorDetail::new(&huffman_error(error, 0, 0), coded.len())),
            readings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_appendix_b() {
        let rows = code_rows();
        assert_eq!(rows.len(), SYMBOLS);
        for (symbol, shown, code) in [
            (b'0' as usize, "0", "00000"),
            (b'a' as usize, "a", "00011"),
            (b'!' as usize, "!", "1111111000"),
            (10, "\\x0a", "111111111111111111111111111100"),
            (256, "EOS", "111111111111111111111111111111"),
        ] {
            let row = &rows[symbol];
            assert_eq!((row.shown.as_str(), row.code.as_str()), (shown, code));
        }
    }

    #[test]
    fn locates_errors() {
        // “a” is 00011.
        type Place = (&'static str, usize, u8);
        let cases: [(&[u8], Option<Place>); 6] = [
            (&[], None),
            (&[0x1f], None),
            (&[0x18], Some(("huffman-padding-not-ones", 0, 5))),
            (&[0x1e], Some(("huffman-padding-not-ones", 0, 7))),
            (&[0x1f, 0xff], Some(("huffman-padding-too-long", 1, 7))),
            (&[0xff, 0xff, 0xff, 0xff], Some(("huffman-eos", 3, 5))),
        ];
        for (coded, expected) in cases {
            let reading = HuffmanReading::new(coded, Vec::new());
            let found = reading.error.map(|error| (error.code, error.at, error.bit));
            assert_eq!(found, expected, "{coded:02x?}");
        }
    }
}
