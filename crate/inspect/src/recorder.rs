//! The observer that turns what the decoder does into rows.

use std::ops::Range;

use hpack::{
    DynamicTable, Kind, Observer, Reference, Role, static_table, structure::StringLiteral,
};

use crate::columns::{Row, Source, Text, flags};

/// Appends a row for each step. Literals that do not become entries are kept
/// in `text`; for the others the log has them.
pub struct Recorder<'a> {
    rows: &'a mut Vec<Row>,
    text: &'a mut Vec<u8>,
    /// Length of `text` at the beginning of the step.
    text_before: usize,
    block: u32,
    step: Step,
}

#[derive(Clone, Copy)]
struct Step {
    flags: u16,
    index: u32,
    integer: u32,
    name: Text,
    value: Text,
    evicted: u32,
}

const FRESH: Step = Step {
    flags: 0,
    index: 0,
    integer: 0,
    name: Text::NONE,
    value: Text::NONE,
    evicted: 0,
};

impl<'a> Recorder<'a> {
    /// Writes behind what stands in `rows` and `text`; `block` is the block's
    /// number in the session.
    pub fn new(rows: &'a mut Vec<Row>, text: &'a mut Vec<u8>, block: u32) -> Self {
        let text_before = text.len();
        Self {
            rows,
            text,
            text_before,
            block,
            step: FRESH,
        }
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
        let step = &mut self.step;
        step.index = index;
        let (source, flag) = match meaning {
            Reference::Static(index) => (Source::Static(index), 0),
            Reference::Dynamic(position) => (Source::Entry(position), 0),
            Reference::Unknown(position) => (Source::Unknown(position), 0),
            Reference::Impossible => (Source::Impossible, flags::IMPOSSIBLE),
        };
        step.flags |= flag;
        step.name.source = source;
        // An indexed field has its value from there too; a literal's own
        // value takes its place.
        step.value.source = source;
    }

    #[inline]
    fn string(&mut self, role: Role, literal: &StringLiteral, text: &[u8]) {
        let found = Text {
            source: Source::Text(self.text.len()),
            octets: column(text.len()),
        };
        self.text.extend_from_slice(text);
        let step = &mut self.step;
        match role {
            Role::Name => {
                step.name = found;
                step.flags |= flags::NAME_LITERAL;
                if literal.huffman {
                    step.flags |= flags::NAME_HUFFMAN;
                }
            }
            Role::Value => {
                step.value = found;
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
        let step = &mut self.step;
        step.flags |= flags::INSERTED;
        step.value.source = Source::Entry(position);
        if step.flags & flags::NAME_LITERAL != 0 {
            step.name.source = Source::Entry(position);
        }
        self.text.truncate(self.text_before);
    }

    #[inline]
    fn too_large(&mut self) {
        self.step.flags |= flags::TOO_LARGE;
    }

    #[inline]
    fn step(&mut self, kind: Kind, octets: Range<usize>, table: &DynamicTable) {
        let mut step = std::mem::replace(&mut self.step, FRESH);
        if step.flags & flags::NAME_LITERAL == 0 {
            step.name = referenced(step.name, table, true);
            if step.name.is_unknown() {
                step.flags |= flags::NAME_UNKNOWN;
            }
        }
        if kind == Kind::Indexed {
            step.value = referenced(step.value, table, false);
            if step.value.is_unknown() {
                step.flags |= flags::VALUE_UNKNOWN;
            }
        }
        self.rows.push(Row {
            block: self.block,
            start: column(octets.start),
            end: column(octets.end),
            kind,
            flags: step.flags,
            index: step.index,
            name: step.name,
            value: step.value,
            evicted: step.evicted,
            size: if kind == Kind::SizeUpdate {
                step.integer
            } else {
                0
            },
            after: table.moment(),
        });
        self.text_before = self.text.len();
    }

    fn fault(&mut self, _fault: &hpack::Fault) {
        self.step = FRESH;
        self.text.truncate(self.text_before);
    }
}

/// Measures a name or value that an index refers to. An entry that was
/// inserted with an unknown name still has none.
#[inline]
fn referenced(text: Text, table: &DynamicTable, name: bool) -> Text {
    match text.source {
        Source::Static(index) => {
            let octets =
                static_table::get(index).map_or(0, |(n, v)| if name { n.len() } else { v.len() });
            Text {
                octets: column(octets),
                ..text
            }
        }
        Source::Entry(position) => {
            let entry = table.entry(position);
            match entry.and_then(|entry| if name { entry.name } else { entry.value }) {
                Some(octets) => Text {
                    octets: column(octets.len()),
                    ..text
                },
                None => Text {
                    source: Source::Unknown(position),
                    octets: 0,
                },
            }
        }
        _ => text,
    }
}
