//! One representation, explained from its octets: each integer bit by bit,
//! each string code by code, each reference, and what it did to the table.
//!
//! Nothing here is stored; it is derived on demand.

mod fault;
mod huffman;
mod integer;
mod look_ups;
mod rules;
mod string;

use hpack::{Kind, dynamic_table::entry_size, static_table, structure};
use serde::Serialize;

pub use fault::{FaultView, advice};
pub use huffman::{CodeRow, HuffmanReading, code_rows};
pub use integer::{Bit, Continuation, IntegerPart, IntegerRole, explain_integer};
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
    /// Its octets in the block.
    pub start: usize,
    /// One past its last octet; at a fault, one past the last that was read.
    pub end: usize,
    #[cfg_attr(feature = "typescript", ts(type = "Kind"))]
    pub kind: &'static str,
    /// What the RFC calls it.
    pub title: &'static str,
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
    #[serde(rename = "name and value")]
    NameAndValue,
}

/// What an index means.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReferencePart {
    pub index: u32,
    pub table: IndexedTable,
    pub uses: Uses,
    /// The entry's name, where known.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub name: Option<String>,
    /// The entry's value, where known.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub value: Option<String>,
    /// Whether the name, or the value, is only what a person assumes.
    pub guessed: bool,
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
    pub name_octets: Option<u32>,
    pub value_octets: Option<u32>,
    /// name + value + 32 (§4.1).
    pub size: u64,
    /// Whether it fitted (§4.4).
    pub stored: bool,
    /// The first of the evicted entries.
    pub evicted: Vec<TableEntry>,
    pub evicted_total: u32,
    pub before: TableFill,
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

impl Session {
    #[must_use]
    pub fn explain(&self, row: usize, characters_from: usize) -> Option<Explanation> {
        let record = self.rows().get(row)?;
        let block = record.block as usize;
        let octets = self.octets(block);
        let shape = structure::representation_at(octets, record.start as usize).ok()?;
        let mut parts = vec![Part::Integer(IntegerPart::new(
            octets,
            &shape.integer,
            IntegerRole::of(shape.kind),
        ))];
        if record.index != 0 {
            parts.push(Part::Reference(self.reference(record)));
        }
        for (literal, role) in [
            (&shape.name, StringRole::Name),
            (&shape.value, StringRole::Value),
        ] {
            if let Some(literal) = literal {
                parts.push(Part::Integer(IntegerPart::length(octets, literal, role)));
                parts.push(Part::String(StringPart::new(
                    octets,
                    literal,
                    role,
                    characters_from,
                )));
            }
        }
        let insertion = (shape.kind == Kind::Incremental).then(|| self.insertion(row, record));
        let mut explanation = Explanation {
            row: Some(row),
            block,
            start: record.start as usize,
            end: record.end as usize,
            kind: shape.kind.name(),
            title: title(shape.kind, shape.name.is_some()),
            section: shape.kind.section(),
            parts,
            insertion,
            fault: None,
            rules: Vec::new(),
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
        if let Some((name, value)) = static_table::get(row.index) {
            return ReferencePart {
                index: row.index,
                table: IndexedTable::Static,
                uses,
                name: Some(name.to_owned()),
                value: Some(value.to_owned()),
                guessed: false,
                from: None,
                position: None,
                age: None,
            };
        }
        let block = &self.blocks()[row.block as usize];
        let position = self.referred(row);
        let entry = position.and_then(|position| {
            self.directions()[block.direction as usize]
                .table()
                .entry(position)
        });
        ReferencePart {
            index: row.index,
            table: IndexedTable::Dynamic,
            uses,
            guessed: false,
            name: entry.and_then(|entry| entry.name).map(lossy),
            value: entry.and_then(|entry| entry.value).map(lossy),
            from: position
                .and_then(|position| self.inserted_by(block.direction as usize, position)),
            position,
            age: Some(row.index - static_table::LEN - 1),
        }
    }

    fn insertion(&self, row: usize, record: &Row) -> Insertion {
        let name_known = !record.has(flags::NAME_UNKNOWN);
        let table = self.direction(record.block as usize).table();
        let before = self.before(row);
        Insertion {
            name_octets: name_known.then_some(record.name_octets),
            value_octets: Some(record.value_octets),
            size: entry_size(record.plain_octets()),
            stored: record.has(flags::INSERTED),
            evicted: self.evicted(row),
            evicted_total: record.evicted,
            before: TableFill::at(table, &before),
            after: TableFill::at(table, &self.after(record)),
        }
    }
}
