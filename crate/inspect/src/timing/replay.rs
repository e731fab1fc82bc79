//! Replays a step, one of its stages, or a whole block from its table state.

use std::hint::black_box;

use hpack::{
    Decoder, Engines, InspectedField, Kind, NameFrom, Origin, TableState,
    huffman::HuffmanDecoder,
    integer::{Bits32, IntegerDecoder},
    static_table, structure,
};

use super::Clock;
use crate::{
    columns::{Row, flags},
    session::{LIMITS, Session},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Whole,
    Step,
    Integer,
    String,
    Table,
}

pub(super) struct Batch {
    /// Time of all replays, nanoseconds.
    pub(super) duration: f64,
    /// Time of undoing them, nanoseconds.
    pub(super) undoing: f64,
}

/// A decoder at a table state, and the work to replay there.
pub(super) struct Replay {
    stage: Stage,
    decoder: Decoder,
    moment: TableState,
    /// Whether a replay changes the table and must be undone.
    changes: bool,
    /// Bytes of the step, or of the block.
    bytes: Vec<u8>,
    shape: Option<structure::Representation>,
    row: Row,
    /// Position of the known entry that its index refers to.
    entry: Option<i64>,
    value: Vec<u8>,
    name: Vec<u8>,
}

impl Replay {
    pub(super) fn new(session: &Session, stage: Stage, number: usize) -> Option<Self> {
        let row = *session.rows().get(number)?;
        let block = row.block as usize;
        let record = session.blocks().get(block)?;
        let (moment, bytes) = if stage == Stage::Whole {
            (record.before, session.bytes(block).to_vec())
        } else {
            let bytes = &session.bytes(block)[row.start as usize..row.end as usize];
            (session.before(number), bytes.to_vec())
        };
        let changes = match stage {
            Stage::Whole => session.rows()[record.rows.clone()]
                .iter()
                .any(|row| matches!(row.kind, Kind::Incremental | Kind::SizeUpdate)),
            Stage::Step | Stage::Table => matches!(row.kind, Kind::Incremental | Kind::SizeUpdate),
            Stage::Integer | Stage::String => false,
        };
        let name = session.name(&row).unwrap_or_default().to_vec();
        let value = session.value(&row).unwrap_or_default().to_vec();
        let table = session.direction(block).table().fork_at(moment)?;
        Some(Self {
            stage,
            decoder: Decoder::with_table(table).with_limits(LIMITS),
            moment,
            changes,
            shape: structure::representation_at(&bytes, 0).ok(),
            bytes,
            entry: session
                .referred(&row)
                .filter(|_| !row.has(flags::NAME_UNKNOWN)),
            row,
            value,
            name,
        })
    }

    pub(super) fn batch<H: HuffmanDecoder + Copy>(
        &mut self,
        huffman: H,
        replays: u32,
        clock: &mut impl Clock,
    ) -> Batch {
        let began = clock.now();
        match self.stage {
            Stage::Whole | Stage::Step => self.steps(huffman, replays),
            Stage::Integer => self.integers(replays),
            Stage::String => self.strings(huffman, replays),
            Stage::Table => self.table(replays),
        }
        let ended = clock.now();
        let mut undoing = 0.0;
        if self.changes {
            for _ in 0..replays {
                black_box(self.decoder.table_mut().rewind(black_box(self.moment)));
            }
            undoing = clock.now() - ended;
        }
        Batch {
            duration: ended - began,
            undoing,
        }
    }

    fn steps<H: HuffmanDecoder + Copy>(&mut self, huffman: H, replays: u32) {
        let engines = Engines {
            huffman,
            integer: Bits32,
        };
        let mut visitor = |field: InspectedField<'_>| {
            black_box((field.name, field.value));
        };
        for _ in 0..replays {
            let _ = black_box(self.decoder.visit_with(
                &engines,
                black_box(&self.bytes),
                &mut visitor,
            ));
            if self.changes {
                black_box(self.decoder.table_mut().rewind(black_box(self.moment)));
            }
        }
    }

    fn integers(&self, replays: u32) {
        let Some(shape) = &self.shape else { return };
        let mut positions = vec![(shape.integer.range.start, shape.integer.prefix_bits)];
        for literal in [&shape.name, &shape.value].into_iter().flatten() {
            positions.push((literal.length.range.start, literal.length.prefix_bits));
        }
        // Accumulates in a register: passing each result to `black_box` would
        // cost more than decoding it.
        let mut used = 0;
        for _ in 0..replays {
            let bytes = black_box(&self.bytes[..]);
            for &(at, prefix_bits) in &positions {
                if let Ok((value, end)) = Bits32.decode(bytes, at, prefix_bits) {
                    used ^= value as usize + end;
                }
            }
        }
        black_box(used);
    }

    fn strings<H: HuffmanDecoder + Copy>(&self, huffman: H, replays: u32) {
        let Some(shape) = &self.shape else { return };
        let mut out = Vec::new();
        for _ in 0..replays {
            for literal in [&shape.name, &shape.value].into_iter().flatten() {
                let bytes = black_box(&self.bytes[..]);
                let data = literal.data.clone();
                out.clear();
                if literal.huffman {
                    let _ = black_box(huffman.decode_within(bytes, data, &mut out));
                } else {
                    out.extend_from_slice(&bytes[data]);
                }
                black_box(&out);
            }
        }
    }

    fn table(&mut self, replays: u32) {
        let row = self.row;
        for _ in 0..replays {
            let table = self.decoder.table_mut();
            match black_box(row.kind) {
                Kind::SizeUpdate => {
                    black_box(table.resize(row.size()));
                }
                Kind::Incremental => {
                    let name = match (self.entry, row.index) {
                        (Some(position), _) => NameFrom::Entry(position),
                        (None, 1..=static_table::LEN) => NameFrom::Static(row.index),
                        _ => NameFrom::Literal(&self.name),
                    };
                    black_box(table.add(black_box(name), &self.value, Origin::default()));
                }
                Kind::Indexed | Kind::WithoutIndexing | Kind::NeverIndexed
                    if row.index <= static_table::LEN =>
                {
                    black_box(static_table::get(black_box(row.index)));
                }
                Kind::Indexed | Kind::WithoutIndexing | Kind::NeverIndexed => {
                    let position = table.position(black_box(row.index));
                    black_box(position.and_then(|position| table.entry(position)));
                }
            }
            if self.changes {
                black_box(table.rewind(black_box(self.moment)));
            }
        }
    }
}
