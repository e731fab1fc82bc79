//! One representation, explained from its bytes: each integer bit by bit,
//! each string code by code, each reference, and what it did to the table.
//!
//! Nothing here is stored; it is derived on demand.

mod fault;
mod huffman;
mod integer;
mod look_ups;
mod rules;
mod string;

use hpack::{
    Kind,
    dynamic_table::entry_size,
    static_table,
    structure::{self, StringLiteral},
};
use serde::Serialize;

pub use fault::{FaultView, advice};
pub use huffman::{CodeRow, HuffmanReading, code_rows};
pub use integer::{Bit, ContinuationByte, IntegerPart, IntegerRole, explain_integer};
pub use look_ups::{EngineReading, LISTED_BITS, ReadingStep};
pub use rules::Rule;
pub use string::{Character, Padding, StringPart, StringRole};

use crate::{
    columns::{Row, flags},
    session::{Inserter, Session},
    table::{TableEntry, TableFill},
    text::lossy,
};

/// One field or size update.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Its row; `None` for the representation at a fault.
    pub row: Option<usize>,
    /// Number of its block in the session.
    pub block: usize,
    /// Its bytes in the block.
    pub start: usize,
    /// One past its last byte; at a fault, one past the last that was read.
    pub end: usize,
    /// How it was written.
    #[cfg_attr(feature = "typescript", ts(type = "Kind"))]
    pub kind: &'static str,
    /// What the RFC calls it.
    pub title: &'static str,
    /// The section that defines it.
    pub section: &'static str,
    /// Its parts, in wire order.
    pub parts: Vec<Part>,
    /// What it did to the table, where it is an insertion.
    pub insertion: Option<Insertion>,
    /// The block's fault, where it lies in this representation.
    pub fault: Option<FaultView>,
    /// What happens, in words.
    pub rules: Vec<Rule>,
}

/// A part of a representation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum Part {
    /// §5.1.
    Integer(IntegerPart),
    /// §5.2.
    String(StringPart),
    /// §2.3.3.
    Reference(ReferencePart),
}

/// The table that an index leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum IndexedTable {
    /// RFC 7541 Appendix A.
    Static,
    /// §2.3.2.
    Dynamic,
}

/// What a representation takes from an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Uses {
    /// Its name: the value is a literal.
    #[serde(rename = "name")]
    Name,
    /// All of it.
    #[serde(rename = "name and value")]
    NameAndValue,
}

/// What an index means.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReferencePart {
    /// The index on the wire.
    pub index: u32,
    /// The table it leads to.
    pub table: IndexedTable,
    /// What is taken from there.
    pub uses: Uses,
    /// The entry's name, where known.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub name: Option<String>,
    /// The entry's value, where known.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub value: Option<String>,
    /// Whether the name, or the value, is only what a person assumes.
    pub guessed: bool,
    /// Who inserted it.
    pub from: Option<Inserter>,
    /// Its place in the log.
    pub position: Option<i64>,
    /// How many entries are newer.
    pub age: Option<u32>,
}

/// What an insertion did to the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Insertion {
    /// Bytes of the name, where known.
    pub name_bytes: Option<u32>,
    /// Bytes of the value.
    pub value_bytes: Option<u32>,
    /// name + value + 32 (§4.1).
    pub size: u64,
    /// Whether it fitted (§4.4).
    pub stored: bool,
    /// The first of the evicted entries.
    pub evicted: Vec<TableEntry>,
    /// How many were evicted in all.
    pub evicted_total: u32,
    /// The table before.
    pub before: TableFill,
    /// The table after.
    pub after: TableFill,
}

fn title(kind: Kind, name_literal: bool) -> &'static str {
    match (kind, name_literal) {
        (Kind::Indexed, _) => "Indexed field",
        (Kind::Incremental, false) => "Literal field with incremental indexing, indexed name",
        (Kind::Incremental, true) => "Literal field with incremental indexing, new name",
        (Kind::WithoutIndexing, false) => "Literal field without indexing, indexed name",
        (Kind::WithoutIndexing, true) => "Literal field without indexing, new name",
        (Kind::NeverIndexed, false) => "Literal field never indexed, indexed name",
        (Kind::NeverIndexed, true) => "Literal field never indexed, new name",
        (Kind::SizeUpdate, _) => "Dynamic table size update",
    }
}

/// The parts of a representation, as far as it is read.
struct Parts<'a> {
    bytes: &'a [u8],
    characters_from: usize,
    parts: Vec<Part>,
    /// One past the last byte that was read.
    end: usize,
}

impl<'a> Parts<'a> {
    fn new(bytes: &'a [u8], end: usize, characters_from: usize) -> Self {
        Self {
            bytes,
            characters_from,
            parts: Vec::new(),
            end,
        }
    }

    fn integer(&mut self, integer: IntegerPart) {
        self.end = self.end.max(integer.end);
        self.parts.push(Part::Integer(integer));
    }

    fn literal(&mut self, literal: &StringLiteral, role: StringRole) {
        self.integer(IntegerPart::length(self.bytes, literal, role));
        let string = StringPart::new(self.bytes, literal, role, self.characters_from);
        self.end = self.end.max(string.end);
        self.parts.push(Part::String(string));
    }
}

impl Explanation {
    fn new(
        block: usize,
        start: usize,
        (kind, new_name): (Kind, bool),
        Parts { parts, end, .. }: Parts<'_>,
    ) -> Self {
        Self {
            row: None,
            block,
            start,
            end,
            kind: kind.name(),
            title: title(kind, new_name),
            section: kind.section(),
            parts,
            insertion: None,
            fault: None,
            rules: Vec::new(),
        }
    }
}

impl Session {
    /// Explains `row`; characters of its strings from `characters_from` on.
    pub fn explain(&self, row: usize, characters_from: usize) -> Option<Explanation> {
        let record = self.rows().get(row)?;
        let block = record.block as usize;
        let bytes = self.bytes(block);
        let start = record.start as usize;
        let shape = structure::representation_at(bytes, start).ok()?;
        let mut parts = Parts::new(bytes, record.end as usize, characters_from);
        let role = IntegerRole::of(shape.kind);
        parts.integer(IntegerPart::new(bytes, &shape.integer, role));
        if record.index != 0 {
            parts.parts.push(Part::Reference(self.reference(record)));
        }
        for (literal, role) in [
            (&shape.name, StringRole::Name),
            (&shape.value, StringRole::Value),
        ] {
            if let Some(literal) = literal {
                parts.literal(literal, role);
            }
        }
        let kind = (shape.kind, shape.name.is_some());
        let mut explanation = Explanation {
            row: Some(row),
            insertion: (shape.kind == Kind::Incremental).then(|| self.insertion(row, record)),
            ..Explanation::new(block, start, kind, parts)
        };
        explanation.rules = rules::of(&explanation, shape.kind, record, self);
        Some(explanation)
    }

    fn reference(&self, row: &Row) -> ReferencePart {
        let uses = if row.kind == Kind::Indexed {
            Uses::NameAndValue
        } else {
            Uses::Name
        };
        let part = ReferencePart {
            index: row.index,
            table: IndexedTable::Dynamic,
            uses,
            name: None,
            value: None,
            guessed: false,
            from: None,
            position: None,
            age: None,
        };
        if let Some((name, value)) = static_table::get(row.index) {
            return ReferencePart {
                table: IndexedTable::Static,
                name: Some(name.to_owned()),
                value: Some(value.to_owned()),
                ..part
            };
        }
        let direction = self.direction_number(row);
        let table = self.directions()[direction].table();
        let position = self.referred(row);
        let entry = position.and_then(|position| table.entry(position));
        ReferencePart {
            name: entry.and_then(|entry| entry.name).map(lossy),
            value: entry.and_then(|entry| entry.value).map(lossy),
            from: position.and_then(|position| self.inserted_by(direction, position)),
            position,
            age: Some(row.index - static_table::LEN - 1),
            ..part
        }
    }

    fn insertion(&self, row: usize, record: &Row) -> Insertion {
        let name_known = !record.has(flags::NAME_UNKNOWN);
        let table = self.direction(record.block as usize).table();
        let before = self.before(row);
        Insertion {
            name_bytes: name_known.then_some(record.name_bytes),
            value_bytes: Some(record.value_bytes),
            size: entry_size(record.plain_bytes()),
            stored: record.has(flags::INSERTED),
            evicted: self.evicted(row),
            evicted_total: record.evicted,
            before: TableFill::at(table, &before),
            after: TableFill::at(table, &self.after(record)),
        }
    }
}
