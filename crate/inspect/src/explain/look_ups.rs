//! Look-ups of a Huffman engine in one string.

use hpack::huffman::{LookUp, LookUpKind};
use serde::Serialize;

/// Length of the part of a string whose look-ups are listed, bits.
pub const LISTED_BITS: usize = 640;

/// Look-ups of one engine in a string.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EngineReading {
    /// The engine's stable name.
    pub engine: &'static str,
    /// Title of the engine.
    pub title: &'static str,
    /// Number of look-ups.
    pub look_ups: usize,
    /// Bits consumed; an engine may leave out the padding.
    pub bits: usize,
    /// Symbols decoded.
    pub symbols: usize,
    /// Number of look-ups by the fallback, for codes beyond the engine's table.
    pub fallbacks: usize,
    /// Offset of the first fallback, bits from the start of the string.
    pub first_fallback: Option<usize>,
    /// Look-ups within the first [`LISTED_BITS`] bits, ordered by bit.
    pub steps: Vec<ReadingStep>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReadBy {
    Table,
    /// Slower path for codes beyond the table.
    Fallback,
    Tail,
}

/// A look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReadingStep {
    /// Offset, bits from the start of the string.
    pub bit: usize,
    /// Bits consumed.
    pub bits: u8,
    /// Symbols decoded.
    pub symbols: u8,
    /// Number of earlier look-ups. Ascends along the string unless several
    /// parts are decoded concurrently.
    pub number: usize,
    /// Means of the look-up.
    pub how: ReadBy,
}

impl EngineReading {
    /// Collects the look-ups that `trace` reports.
    pub fn new(
        engine: &'static str,
        title: &'static str,
        trace: impl FnOnce(&mut dyn FnMut(LookUp)),
    ) -> Self {
        let mut reading = Self {
            engine,
            title,
            look_ups: 0,
            bits: 0,
            symbols: 0,
            fallbacks: 0,
            first_fallback: None,
            steps: Vec::new(),
        };
        trace(&mut |look_up| reading.add(look_up));
        reading.steps.sort_by_key(|step| step.bit);
        reading
    }

    fn add(&mut self, look_up: LookUp) {
        if look_up.bit < LISTED_BITS {
            self.steps.push(ReadingStep {
                bit: look_up.bit,
                bits: look_up.bits,
                symbols: look_up.symbols,
                number: self.look_ups,
                how: match look_up.kind {
                    LookUpKind::Table => ReadBy::Table,
                    LookUpKind::Fallback => ReadBy::Fallback,
                    LookUpKind::Tail => ReadBy::Tail,
                },
            });
        }
        self.look_ups += 1;
        self.bits += usize::from(look_up.bits);
        self.symbols += usize::from(look_up.symbols);
        if look_up.kind == LookUpKind::Fallback {
            self.fallbacks += 1;
            let first = self.first_fallback.get_or_insert(look_up.bit);
            *first = look_up.bit.min(*first);
        }
    }
}

#[cfg(test)]
mod tests {
    use hpack::huffman::HuffmanDecoder;
    use hpack_engines::huffman::HuffmanEngine;

    use super::*;

    fn of(id: &str) -> HuffmanEngine {
        HuffmanEngine::from_id(id).unwrap()
    }

    fn reading(engine: HuffmanEngine, coded: &[u8]) -> EngineReading {
        EngineReading::new(engine.id(), engine.title(), |each| {
            engine.trace(coded, each)
        })
    }

    #[test]
    fn counts_look_ups() {
        // “a\a” and padding of three bits: 5 + 19 + 5 bits.
        let mut coded = Vec::new();
        hpack::huffman::encode(b"a\\a", &mut coded);
        let cases = [
            (of("walk"), (32, 32, 3, 0, None)),
            (of("nibble"), (8, 32, 3, 0, None)),
            (of("window8"), (5, 29, 3, 0, None)),
            (of("window12"), (5, 29, 3, 3, Some(5))),
            (of("window16"), (8, 32, 3, 8, Some(0))),
            (of("window14"), (3, 29, 3, 0, None)),
        ];
        for (engine, expected) in cases {
            let found = reading(engine, &coded);
            let sums = (
                found.look_ups,
                found.bits,
                found.symbols,
                found.fallbacks,
                found.first_fallback,
            );
            assert_eq!(sums, expected, "{}", engine.id());
            assert_eq!(found.steps.len(), found.look_ups);
        }
    }

    #[test]
    fn lists_the_beginning_of_a_long_string() {
        let mut coded = Vec::new();
        hpack::huffman::encode(&[b'0'; 1000], &mut coded);
        for engine in HuffmanEngine::ALL {
            let found = reading(engine, &coded);
            assert_eq!(found.symbols, 1000);
            assert!(found.look_ups > found.steps.len());
            let last = found.steps.last().unwrap();
            assert!(last.bit < LISTED_BITS && last.bit + usize::from(last.bits) >= LISTED_BITS);
        }
    }

    #[test]
    fn orders_concurrent_look_ups_by_bit() {
        // 165 bytes: the second part begins with a code, at bit 440.
        let mut coded = Vec::new();
        hpack::huffman::encode(&[b'0'; 264], &mut coded);
        let steps = reading(of("window14"), &coded).steps;
        assert!(steps.is_sorted_by_key(|step| step.bit));
        assert!(!steps.is_sorted_by_key(|step| step.number));
        let steps = reading(of("window12"), &coded).steps;
        assert!(steps.iter().map(|step| step.number).eq(0..steps.len()));
    }
}
