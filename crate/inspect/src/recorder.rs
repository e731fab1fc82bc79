//! The visitor that turns what the decoder does into rows.

use std::ops::{ControlFlow, Range};

use hpack::{
    DynamicTable, InspectedField, Kind, Reference, SizeUpdate, TableState, Visitor,
    structure::StringLiteral,
};

use crate::columns::{Row, flags};

/// What grows with every step.
#[derive(Debug, Default)]
pub struct Columns {
    /// A row a step.
    pub rows: Vec<Row>,
    /// The tables that there have been, as far as they differ from the one
    /// before in the same direction.
    pub moments: Vec<TableState>,
    /// Literals in the Huffman code that did not become entries; the others are
    /// in the log or in their block.
    pub text: Vec<u8>,
}

impl Columns {
    /// Gives up all, but for the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.moments.clear();
        self.text.clear();
    }
}

/// Appends a row for each step of a block.
pub struct Recorder<'a> {
    columns: &'a mut Columns,
    /// Length of the text at the beginning of the block.
    text_base: usize,
    /// End of the table at the beginning of the block.
    end_base: i64,
    block: u32,
    /// Number of the table as it is now.
    moment: u32,
}

impl<'a> Recorder<'a> {
    /// Writes behind what stands in `columns`. `block` is the block's number
    /// in the session, `before` the table before it, and `last` the number
    /// among the moments of the one that the direction's last block left.
    pub fn new(columns: &'a mut Columns, block: u32, before: TableState, last: u32) -> Self {
        let mut recorder = Self {
            text_base: columns.text.len(),
            end_base: before.end(),
            columns,
            block,
            moment: last,
        };
        recorder.note(before);
        recorder
    }

    /// Makes `moment` the table as it is now.
    #[inline]
    fn note(&mut self, moment: TableState) {
        let moments = &mut self.columns.moments;
        if moments.get(self.moment as usize) != Some(&moment) {
            make_room(moments);
            self.moment = moments.len() as u32;
            moments.push(moment);
        }
    }

    /// Number of the table as the block left it.
    pub fn moment(&self) -> u32 {
        self.moment
    }

    /// A position for a column: counted from the end of the table before the
    /// block, from which no entry is further away than 2^27 or the block has rows.
    fn relative(&self, position: i64) -> i32 {
        (position - self.end_base) as i32
    }
}

/// Room that a column gets at first: a capture may have connections of one
/// header block by the ten thousand.
const FIRST: usize = 1;

/// Makes room for one more in steps of a quarter: doubling a column of
/// millions would take twice the memory that it needs.
#[inline]
pub(crate) fn make_room<T>(column: &mut Vec<T>) {
    if column.len() == column.capacity() {
        column.reserve_exact(column.len() / 4 + FIRST);
    }
}

/// Clamps a length for a column; a byte count of 4 GiB or more cannot come
/// from a block that fits in memory on the machines this runs on.
fn column(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Recorder<'_> {
    /// Where a literal is that the log does not have: in the block, or kept
    /// here where the block has it in the Huffman code. Counted from the start
    /// of the block, or from the text's end before it.
    #[inline]
    fn place(&mut self, literal: &StringLiteral, text: Option<&[u8]>) -> i32 {
        // Within one block: far below 2^32.
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
    // Otherwise the field would be written to memory, to be read here.
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
            moment: self.moment,
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
            moment: self.moment,
            name_at: update.maximum.cast_signed(),
            value_at: 0,
            flags: 0,
            kind: Kind::SizeUpdate,
        });
    }
}

/// Entries between two positions.
fn count(positions: &Range<i64>) -> u32 {
    column((positions.end - positions.start) as usize)
}
