//! Everything that a visitor receives of a block.

use std::ops::{ControlFlow, Range};

use hpack_core::{
    DecodeError, Decoder, DynamicTable, Engines, InspectedField, Kind, SizeUpdate, TableState,
    Visitor, huffman::HuffmanDecoder, integer::Bits32, structure::StringLiteral,
};
use hpack_engines::huffman::HuffmanEngine;

use super::{Decoded, Owned};

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) kind: Kind,
    pub(crate) bytes: Range<usize>,
    /// Index, or size of a size update.
    pub(crate) integer: u32,
    /// `None` for a size update.
    pub(crate) field: Option<Owned>,
    pub(crate) literals: [Option<StringLiteral>; 2],
    pub(crate) evicted: Range<i64>,
    pub(crate) table: Snapshot,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    pub(crate) steps: Vec<Step>,
    pub(crate) error: Option<DecodeError>,
}

impl Record {
    pub(crate) fn decoded(&self) -> Decoded {
        let fields = self.steps.iter().filter_map(|step| step.field.clone());
        (fields.collect(), self.error)
    }
}

/// Name and value of an entry, and its size.
pub(crate) type EntryCopy = (Option<Vec<u8>>, Option<Vec<u8>>, u64);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    pub(crate) state: TableState,
    pub(crate) size: u64,
    pub(crate) count: usize,
    pub(crate) unknown: usize,
    /// Newest first.
    pub(crate) entries: Vec<EntryCopy>,
}

impl Snapshot {
    /// Current table, by the functions for the current state.
    pub(crate) fn now(table: &DynamicTable) -> Self {
        let state = table.state();
        Self {
            state,
            size: table.size(),
            count: table.count(),
            unknown: table.unknown_at(&state),
            entries: table.entries().map(|entry| copy(&entry)).collect(),
        }
    }

    /// Table at `state`, by the functions for any state.
    pub(crate) fn at(table: &DynamicTable, state: TableState) -> Self {
        Self {
            state,
            size: table.size_at(&state),
            count: table.count_at(&state),
            unknown: table.unknown_at(&state),
            entries: table.entries_at(&state).map(|entry| copy(&entry)).collect(),
        }
    }
}

fn copy(entry: &hpack_core::Entry<'_>) -> EntryCopy {
    (
        entry.name.map(<[u8]>::to_vec),
        entry.value.map(<[u8]>::to_vec),
        entry.size,
    )
}

impl Visitor for Record {
    fn field(&mut self, field: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()> {
        assert_eq!(field.reference.is_none(), field.index.is_none());
        self.steps.push(Step {
            kind: field.kind,
            bytes: field.range.clone(),
            integer: field.index.unwrap_or(0),
            field: Some(Owned::from(&field)),
            literals: [field.name_literal, field.value_literal],
            evicted: field.evicted,
            table: Snapshot::now(table),
        });
        ControlFlow::Continue(())
    }

    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        self.steps.push(Step {
            kind: Kind::SizeUpdate,
            bytes: update.range,
            integer: update.maximum,
            field: None,
            literals: [None, None],
            evicted: update.evicted,
            table: Snapshot::now(table),
        });
    }

    fn error(&mut self, error: &DecodeError) {
        self.error = Some(*error);
    }
}

pub(crate) fn record(decoder: &mut Decoder, engine: HuffmanEngine, block: &[u8]) -> Record {
    record_with(decoder, engine, block)
}

pub(crate) fn record_with<H: HuffmanDecoder>(
    decoder: &mut Decoder,
    huffman: H,
    block: &[u8],
) -> Record {
    let engines = Engines {
        huffman,
        integer: Bits32,
    };
    let mut record = Record::default();
    let result = decoder.visit_with(&engines, block, &mut record);
    assert_eq!(
        result.err(),
        record.error,
        "the visitor receives the returned error"
    );
    record
}
