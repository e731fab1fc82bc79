//! The visitor that turns decoder steps into rows.

use std::ops::{ControlFlow, Range};

use hpack::{
    DynamicTable, InspectedField, Kind, Reference, SizeUpdate, TableState, Visitor,
    structure::StringLiteral,
};

use crate::columns::{Row, flags};

/// Columns that grow with every step.
#[derive(Debug, Default)]
pub struct Columns {
    /// One row per step.
    pub rows: Vec<Row>,
    /// Table states that differ from the previous one of their direction.
    pub moments: Vec<TableState>,
    /// Decoded Huffman literals that did not become entries. All other literals
    /// are in the log or in their block.
    pub text: Vec<u8>,
}

impl Columns {
    /// Clears all columns and keeps their capacity.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.moments.clear();
        self.text.clear();
    }
}

/// Visitor that appends a row for each step of a block.
pub struct Recorder<'a> {
    columns: &'a mut Columns,
    /// Length of the text at the start of the block.
    text_base: usize,
    /// End of the table at the start of the block.
    end_base: i64,
    block: u32,
    state_index: u32,
}

impl<'a> Recorder<'a> {
    /// Appends to `columns`. `block` is the block's number in the session,
    /// `before` the table before it, and `last` the number of the table state
    /// after the direction's previous block.
    pub fn new(columns: &'a mut Columns, block: u32, before: TableState, last: u32) -> Self {
        let mut recorder = Self {
            text_base: columns.text.len(),
            end_base: before.end(),
            columns,
            block,
            state_index: last,
        };
        recorder.note(before);
        recorder
    }

    #[inline]
    fn note(&mut self, moment: TableState) {
        let moments = &mut self.columns.moments;
        if moments.get(self.state_index as usize) != Some(&moment) {
            make_room(moments);
            self.state_index = moments.len() as u32;
            moments.push(moment);
        }
    }

    /// Number of the table state after the block.
    pub fn state_index(&self) -> u32 {
        self.state_index
    }

    /// Position relative to the end of the table before the block. The distance
    /// is bounded by 2^27 and by the block's rows.
    fn relative(&self, position: i64) -> i32 {
        (position - self.end_base) as i32
    }
}

/// Initial capacity of a column: a capture may have tens of thousands of
/// connections of one header block.
const FIRST: usize = 1;

/// Grows by a quarter: doubling a column of millions would double its memory.
#[inline]
pub(crate) fn make_room<T>(column: &mut Vec<T>) {
    if column.len() == column.capacity() {
        column.reserve_exact(column.len() / 4 + FIRST);
    }
}

/// Saturating conversion; no block that fits in memory reaches 4 GiB.
fn column(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Recorder<'_> {
    /// Offset of a literal that is not in the log: from the start of the block
    /// for a raw one; from `text_base` for a Huffman-coded one, whose decoded
    /// text is stored.
    #[inline]
    fn place(&mut self, literal: &StringLiteral, text: Option<&[u8]>) -> i32 {
        // Offsets within one block are far below 2^32.
        let at = if literal.huffman {
            let at = self.columns.text.len() - self.text_base;
            self.columns
                .text
                .extend_from_slice(text.unwrap_or_default());
            at
        } else {
            literal.data.start
        };
        (at as u32).cast_signed()
    }

    #[inline]
    fn push(&mut self, row: Row) {
        make_room(&mut self.columns.rows);
        self.columns.rows.push(row);
    }
}

impl Visitor for Recorder<'_> {
    // Not inlined, the field would be written to memory and read back.
    #[inline(always)]
    fn field(&mut self, field: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()> {
        let mut found = 0;
        let mut name_at = 0;
        let mut value_at = 0;
        let mut changed = field.kind == Kind::Incremental;
        match field.reference {
            None | Some(Reference::Static(_)) => {}
            Some(Reference::Dynamic(position)) => name_at = self.relative(position),
            Some(Reference::Restored(position) | Reference::Unknown(position)) => {
                name_at = self.relative(position);
                changed = true;
            }
            Some(Reference::Impossible) => {
                found |= flags::IMPOSSIBLE;
                changed = true;
            }
        }
        let inserted = field.inserted.map(|position| self.relative(position));
        if let Some(literal) = &field.name_literal {
            found |= flags::NAME_LITERAL;
            if literal.huffman {
                found |= flags::NAME_HUFFMAN;
            }
            name_at = inserted.unwrap_or_else(|| self.place(literal, field.name));
        }
        if let Some(literal) = &field.value_literal {
            found |= flags::VALUE_LITERAL;
            if literal.huffman {
                found |= flags::VALUE_HUFFMAN;
            }
            value_at = inserted.unwrap_or_else(|| self.place(literal, field.value));
        }
        if field.name.is_none() {
            found |= flags::NAME_UNKNOWN;
        }
        if field.value.is_none() {
            found |= flags::VALUE_UNKNOWN;
        }
        if inserted.is_some() {
            found |= flags::INSERTED;
        } else if field.kind == Kind::Incremental {
            found |= flags::TOO_LARGE;
        }
        if changed {
            self.note(table.state());
        }
        self.push(Row {
            block: self.block,
            start: column(field.range.start),
            end: column(field.range.end),
            index: field.index.unwrap_or(0),
            name_bytes: column(field.name.map_or(0, <[u8]>::len)),
            value_bytes: column(field.value.map_or(0, <[u8]>::len)),
            evicted: count(&field.evicted),
            state_index: self.state_index,
            name_at,
            value_at,
            flags: found,
            kind: field.kind,
        });
        ControlFlow::Continue(())
    }

    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        self.note(table.state());
        self.push(Row {
            block: self.block,
            start: column(update.range.start),
            end: column(update.range.end),
            index: 0,
            name_bytes: 0,
            value_bytes: 0,
            evicted: count(&update.evicted),
            state_index: self.state_index,
            name_at: update.maximum.cast_signed(),
            value_at: 0,
            flags: 0,
            kind: Kind::SizeUpdate,
        });
    }
}

fn count(positions: &Range<i64>) -> u32 {
    column((positions.end - positions.start) as usize)
}
