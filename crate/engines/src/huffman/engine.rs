//! The engines, for those who choose one at run time.

use std::ops::Range;

use hpack_core::huffman::{HuffmanDecoder, HuffmanError, Trace};

crate::engines! {
    /// A Huffman engine by name, the reference first and the best last.
    pub enum HuffmanEngine, best Self::Window14;

    BitByBit "walk": "bit by bit",
        "Walks the code tree one bit at a time: the reference.";

    Nibble "nibble": "4-bit states",
        "A state machine takes four bits at a time, at most one character per step, as nginx and nghttp2 do.";

    Window8 "window8": "8-bit tables",
        "A tree of tables takes eight bits at a time: one look-up for a code of up to eight bits, two for up to sixteen.";

    Window12 "window12": "12-bit window",
        "Looks up 12 bits at a time in a table of 4,096 rows with up to two characters each; a longer code, and the end, go through 8-bit tables, as the Rust crate h2 does.";

    Window16 "window16": "16-bit window",
        "Looks up 16 bits at a time in a table of 65,536 rows with up to three characters each; after a longer code the rest goes four bits at a time, as LiteSpeed does.";

    Window14 "window14": "14-bit window",
        "Looks up 14 bits at a time in two small tables, one for the bits used and one for up to two characters; the number of look-ups follows from the string's length, and long strings are split into parts that are decoded side by side.";
}

/// Runs `$body` with `$huffman` bound to the chosen engine: the one place
/// where a choice made at run time becomes a type, once per block.
#[macro_export]
macro_rules! with_huffman {
    ($engine:expr, |$huffman:ident| $body:expr) => {
        match $engine {
            $crate::huffman::HuffmanEngine::BitByBit => {
                let $huffman = $crate::huffman::BitByBit::new();
                $body
            }
            $crate::huffman::HuffmanEngine::Nibble => {
                let $huffman = $crate::huffman::Nibble::new();
                $body
            }
            $crate::huffman::HuffmanEngine::Window8 => {
                let $huffman = $crate::huffman::Window8::new();
                $body
            }
            $crate::huffman::HuffmanEngine::Window12 => {
                let $huffman = $crate::huffman::Window12::new();
                $body
            }
            $crate::huffman::HuffmanEngine::Window16 => {
                let $huffman = $crate::huffman::Window16::new();
                $body
            }
            $crate::huffman::HuffmanEngine::Window14 => {
                let $huffman = $crate::huffman::Window14::new();
                $body
            }
        }
    };
}

impl HuffmanEngine {
    /// What decodes: the best one where the others are left out.
    fn chosen(self) -> Self {
        match cfg!(feature = "rivals") {
            true => self,
            false => Self::BEST,
        }
    }
}

/// The chosen engine, looked up for each string: for uses where it does not
/// matter how long that takes.
impl HuffmanDecoder for HuffmanEngine {
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        crate::with_huffman!(self.chosen(), |huffman| huffman
            .decode_traced(coded, out, trace))
    }

    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        crate::with_huffman!(self.chosen(), |huffman| huffman
            .decode_within(block, data, out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Listed;

    #[test]
    fn every_engine_is_found_by_its_own_name() {
        for (place, engine) in HuffmanEngine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(HuffmanEngine::from_id(engine.id()), Some(engine));
            crate::with_huffman!(engine, |huffman| assert_eq!(huffman.id(), engine.id()));
        }
        assert_eq!(HuffmanEngine::from_id("none"), None);
    }
}
