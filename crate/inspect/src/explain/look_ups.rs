//! Look-ups of a Huffman engine in one string.

use hpack::huffman::{LookUp, LookUpKind};
use serde::Serialize;

/// Length of the part of a string whose look-ups are listed, bits.
pub const LISTED_BITS: usize = 640;

/// Look-ups of one engine in a string.
#[derive(Clone, Debug, Default, Serialize)]
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
    /// Offset of the first look-up by the fallback, for codes beyond the
    /// engine's table, bits from the start of the string.
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
            ..Self::default()
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
            let first = self.first_fallback.get_or_insert(look_up.bit);
            *first = look_up.bit.min(*first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_sorts_look_ups() {
        let look_up = |bit, kind| LookUp {
            bit,
            bits: 8,
            symbols: 1,
            kind,
            lane: 0,
        };
        // Two parts of a string, decoded concurrently.
        let all = [
            look_up(16, LookUpKind::Fallback),
            look_up(0, LookUpKind::Table),
            look_up(LISTED_BITS, LookUpKind::Tail),
            look_up(8, LookUpKind::Fallback),
        ];
        let reading = EngineReading::new("id", "title", |each| all.into_iter().for_each(each));
        let sums = (reading.look_ups, reading.bits, reading.symbols);
        assert_eq!(sums, (4, 32, 4));
        assert_eq!(reading.first_fallback, Some(8));
        let steps = reading.steps.iter().map(|step| (step.bit, step.number));
        assert!(steps.eq([(0, 1), (8, 3), (16, 0)]));
    }
}
