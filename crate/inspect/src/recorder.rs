//! The observer that turns what the decoder does into rows.

use std::ops::Range;

use hpack::{
    DynamicTable, Kind, Moment, Observer, Reference, Role, static_table, structure::StringLiteral,
};

use crate::columns::{Row, flags};

/// What grows with every step.
#[derive(Debug, Default)]
pub struct Columns {
    /// A row a step.
    pub rows: Vec<Row>,
    /// The tables that there have been, as far as they differ from the one
    /// before in the same direction.
    pub moments: Vec<Moment>,
    /// Literals that did not become entries; for the others the log has them.
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
    /// Length of the text at the beginning of the step.
    text_before: usize,
    /// End of the table at the beginning of the block.
    end_base: i64,
    block: u32,
    /// Number of the table as it is now.
    moment: u32,
    step: Step,
}

#[derive(Clone, Copy)]
struct Step {
    flags: u16,
    index: u32,
    integer: u32,
    name_octets: u32,
    value_octets: u32,
    name_at: i32,
    value_at: i32,
    evicted: u32,
}

const FRESH: Step = Step {
    flags: 0,
    index: 0,
    integer: 0,
    name_octets: 0,
    value_octets: 0,
    name_at: 0,
    value_at: 0,
    evicted: 0,
};

impl<'a> Recorder<'a> {
    /// Writes behind what stands in `columns`. `block` is the block's number
    /// in the session, `before` the table before it, and `last` the number
    /// among the moments of the one that the direction's last block left.
    pub fn new(columns: &'a mut Columns, block: u32, before: Moment, last: u32) -> Self {
        let mut recorder = Self {
            text_base: columns.text.len(),
            text_before: columns.text.len(),
            end_base: before.end,
            columns,
            block,
            moment: last,
            step: FRESH,
        };
        recorder.note(before);
        recorder
    }

    /// Makes `moment` the table as it is now.
    #[inline]
    fn note(&mut self, moment: Moment) {
        let moments = &mut self.columns.moments;
        if moments.get(self.moment as usize) != Some(&moment) {
            make_room(moments);
            self.moment = moments.len() as u32;
            moments.push(moment);
        }
    }

    /// Number of the table as the block left it.
    #[must_use]
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
const FIRST: usize = 4;

/// Makes room for one more in steps of a quarter: doubling a column of
/// millions would take twice the memory that it needs.
#[inline]
pub(crate) fn make_room<T>(column: &mut Vec<T>) {
    if column.len() == column.capacity() {
        column.reserve_exact(column.len() / 4 + FIRST);
    }
}

/// Clamps a length for a column; an octet count of 4 GiB or more cannot come
/// from a block that fits in memory on the machines this runs on.
fn column(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Observer for Recorder<'_> {
    #[inline]
    fn integer(&mut self, _octets: Range<usize>, _prefix_bits: u8, value: u32) {
        self.step.integer = value;
    }

    #[inline]
    fn reference(&mut self, index: u32, meaning: Reference) {
        self.step.index = index;
        match meaning {
            Reference::Static(_) => {}
            Reference::Dynamic(position) => self.step.name_at = self.relative(position),
            Reference::Restored(position) => {
                self.step.name_at = self.relative(position);
                self.step.flags |= RESTORED;
            }
            Reference::Unknown(position) => {
                self.step.name_at = self.relative(position);
                self.step.flags |= UNKNOWN;
            }
            Reference::Impossible => self.step.flags |= flags::IMPOSSIBLE | UNKNOWN,
        }
    }

    #[inline]
    fn string(&mut self, role: Role, literal: &StringLiteral, text: &[u8]) {
        let octets = column(text.len());
        // Octets of text within one block: far below 2^32.
        let at = ((self.columns.text.len() - self.text_base) as u32).cast_signed();
        self.columns.text.extend_from_slice(text);
        let step = &mut self.step;
        match role {
            Role::Name => {
                step.name_octets = octets;
                step.name_at = at;
                step.flags |= flags::NAME_LITERAL;
                if literal.huffman {
                    step.flags |= flags::NAME_HUFFMAN;
                }
            }
            Role::Value => {
                step.value_octets = octets;
                step.value_at = at;
                step.flags |= flags::VALUE_LITERAL;
                if literal.huffman {
                    step.flags |= flags::VALUE_HUFFMAN;
                }
            }
        }
    }

    #[inline]
    fn evicted(&mut self, positions: Range<i64>) {
        self.step.evicted = column((positions.end - positions.start) as usize);
    }

    #[inline]
    fn inserted(&mut self, position: i64, _size: u64) {
        let at = self.relative(position);
        let step = &mut self.step;
        step.flags |= flags::INSERTED;
        step.value_at = at;
        if step.flags & flags::NAME_LITERAL != 0 {
            step.name_at = at;
        }
        self.columns.text.truncate(self.text_before);
    }

    #[inline]
    fn too_large(&mut self) {
        self.step.flags |= flags::TOO_LARGE;
    }

    #[inline]
    fn step(&mut self, kind: Kind, octets: Range<usize>, table: &DynamicTable) {
        let mut step = std::mem::replace(&mut self.step, FRESH);
        if kind == Kind::SizeUpdate {
            step.name_at = step.integer.cast_signed();
        } else if step.flags & flags::NAME_LITERAL == 0 {
            self.referenced(&mut step, kind == Kind::Indexed, table);
        }
        if matches!(kind, Kind::Incremental | Kind::SizeUpdate)
            || step.flags & (UNKNOWN | RESTORED) != 0
        {
            self.note(table.moment());
        }
        make_room(&mut self.columns.rows);
        self.columns.rows.push(Row {
            block: self.block,
            start: column(octets.start),
            end: column(octets.end),
            index: step.index,
            name_octets: step.name_octets,
            value_octets: step.value_octets,
            evicted: step.evicted,
            moment: self.moment,
            name_at: step.name_at,
            value_at: step.value_at,
            flags: step.flags & !(UNKNOWN | RESTORED),
            kind,
        });
        self.text_before = self.columns.text.len();
    }

    fn fault(&mut self, _fault: &hpack::Fault) {
        self.step = FRESH;
        self.columns.text.truncate(self.text_before);
    }
}

/// A flag of a step, not of its row: the index refers to what is not known.
const UNKNOWN: u16 = 1 << 15;
/// Another: the index changed the table, by bringing an entry back.
const RESTORED: u16 = 1 << 14;

impl Recorder<'_> {
    /// Measures the name, and of an indexed field the value, that an index
    /// refers to. An entry that was inserted with an unknown name still has none.
    #[inline]
    fn referenced(&self, step: &mut Step, value_too: bool, table: &DynamicTable) {
        let (name, value) = if step.flags & UNKNOWN != 0 {
            (None, None)
        } else if let Some((name, value)) = static_table::get(step.index) {
            (Some(name.len()), Some(value.len()))
        } else {
            let entry = table.entry(self.end_base + i64::from(step.name_at));
            (
                entry.and_then(|entry| entry.name).map(<[u8]>::len),
                entry.and_then(|entry| entry.value).map(<[u8]>::len),
            )
        };
        match name {
            Some(octets) => step.name_octets = column(octets),
            None => step.flags |= flags::NAME_UNKNOWN,
        }
        if value_too {
            match value {
                Some(octets) => step.value_octets = column(octets),
                None => step.flags |= flags::VALUE_UNKNOWN,
            }
        }
    }
}
