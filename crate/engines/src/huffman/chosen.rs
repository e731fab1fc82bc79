//! An engine that is chosen at run time.

use std::ops::Range;

use hpack_core::huffman::{HuffmanDecoder, HuffmanError, Trace, Window14};

use super::Engines;
use crate::{Entry, List, Visit, Visitor};

/// One of [`Engines`]. Decoding with it dispatches for each string, so it is not
/// for benchmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HuffmanEngine(usize);

impl HuffmanEngine {
    /// Every engine, the reference first.
    pub const ALL: [Self; Engines::COUNT] = {
        let mut all = [Self(0); Engines::COUNT];
        let mut number = 0;
        while number < all.len() {
            all[number] = Self(number);
            number += 1;
        }
        all
    };

    /// The default engine.
    pub const BEST: Self = Self(Engines::COUNT - 1);

    /// Finds the engine with that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Engines::find(id).map(Self)
    }

    /// Its description.
    #[must_use]
    pub fn entry(self) -> Entry {
        Engines::entry(self.0)
    }

    /// Stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// Name in a menu.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// How it works, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.entry().about
    }

    /// Size of its tables, bytes.
    #[must_use]
    pub fn table_bytes(self) -> usize {
        self.visit(TableBytes)
    }

    /// Runs `visitor` with the type of this engine.
    pub fn visit<V, A>(self, visitor: V) -> A
    where
        Engines: Visit<V, A>,
    {
        Engines::visit(self.0, visitor)
    }
}

struct TableBytes;

impl<H: HuffmanDecoder> Visitor<H, usize> for TableBytes {
    fn visit(self) -> usize {
        H::TABLE_BYTES
    }
}

struct Decode<'a, W> {
    coded: &'a [u8],
    out: &'a mut Vec<u8>,
    trace: &'a mut W,
}

type Answer = Result<(), HuffmanError>;

impl<H: HuffmanDecoder + Default, W: Trace> Visitor<H, Answer> for Decode<'_, W> {
    fn visit(self) -> Answer {
        H::default().decode_traced(self.coded, self.out, self.trace)
    }
}

struct DecodeWithin<'a> {
    block: &'a [u8],
    data: Range<usize>,
    out: &'a mut Vec<u8>,
}

impl<H: HuffmanDecoder + Default> Visitor<H, Answer> for DecodeWithin<'_> {
    fn visit(self) -> Answer {
        H::default().decode_within(self.block, self.data, self.out)
    }
}

/// Without the feature `rivals` the best engine always decodes.
impl HuffmanDecoder for HuffmanEngine {
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        let decode = Decode { coded, out, trace };
        match cfg!(feature = "rivals") {
            true => self.visit(decode),
            false => Visitor::<Window14, _>::visit(decode),
        }
    }

    fn decode_within(
        &self,
        block: &[u8],
        data: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), HuffmanError> {
        let decode = DecodeWithin { block, data, out };
        match cfg!(feature = "rivals") {
            true => self.visit(decode),
            false => Visitor::<Window14, _>::visit(decode),
        }
    }
}
