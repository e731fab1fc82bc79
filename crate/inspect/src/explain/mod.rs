//! Explains a representation from its bytes: integers bit by bit, strings code
//! by code, references, and its effect on the table.
//!
//! Derived on demand; nothing is stored.

mod block;
mod error;
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

pub use block::ExplainedBlock;
pub use error::{ErrorDetail, advice};
pub use huffman::{CodeRow, HuffmanReading, code_rows};
pub use integer::{Bit, ContinuationByte, IntegerPart, IntegerRole, explain_integer};
pub use look_ups::{EngineReading, LISTED_BITS, ReadingStep};
pub use rules::Rule;
use string::TEXT;
pub use string::{Character, Padding, StringPart, StringRole};

use crate::{
    columns::{Row, flags},
    session::{Inserter, Session},
    table::{TableEntry, TableFill},
    text::truncated,
};

/// Explanation of a field or size update.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Explanation {
    /// Number of the row; `None` for the representation at an error.
    pub row: Option<usize>,
    /// Number of its block in the session.
    pub block: usize,
    /// Offset of its first byte in the block.
    pub start: usize,
    /// Offset past its last byte; at an error, past the last byte read.
    pub end: usize,
    /// Kind of the representation.
    #[cfg_attr(feature = "typescript", ts(type = "Kind"))]
    pub kind: &'static str,
    /// Title in the RFC's words.
    pub title: &'static str,
    /// Section that defines it.
    pub section: &'static str,
    /// Its parts, in wire order.
    pub parts: Vec<Part>,
    /// Effect on the table, if it inserts an entry.
    pub insertion: Option<Insertion>,
    /// The block's error, if it is in this representation.
    pub error: Option<ErrorDetail>,
    /// Rules that apply, as sentences.
    pub rules: Vec<Rule>,
}

/// A part of a representation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum Part {
    /// Integer (RFC 7541 §5.1).
    Integer(IntegerPart),
    /// String literal (RFC 7541 §5.2).
    String(StringPart),
    /// Reference to an entry (RFC 7541 §2.3.3).
    Reference(ReferencePart),
}

/// Table that an index refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum IndexedTable {
    /// Static table (RFC 7541 Appendix A).
    Static,
    /// Dynamic table (RFC 7541 §2.3.2).
    Dynamic,
}

/// Parts of an entry that a representation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Uses {
    /// The name; the value is a literal.
    #[serde(rename = "name")]
    Name,
    /// Name and value.
    #[serde(rename = "name and value")]
    NameAndValue,
}

/// Explanation of an index.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReferencePart {
    /// The index on the wire.
    pub index: u32,
    /// Table that it refers to.
    pub table: IndexedTable,
    /// Parts of the entry that are used.
    pub uses: Uses,
    /// Name of the entry, truncated if long; `None` if unknown.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub name: Option<String>,
    /// Value of the entry, truncated if long; `None` if unknown.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub value: Option<String>,
    /// Whether name or value is a guess of the user.
    pub guessed: bool,
    /// Representation that inserted the entry.
    pub from: Option<Inserter>,
    /// Position of the entry in the log.
    pub position: Option<i64>,
    /// Number of newer entries.
    pub age: Option<u32>,
}

/// Effect of an insertion on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Insertion {
    /// Length of the name, bytes, if known.
    pub name_bytes: Option<u32>,
    /// Length of the value, bytes.
    pub value_bytes: Option<u32>,
    /// Size of the entry: name + value + 32 bytes (RFC 7541 §4.1).
    pub size: u64,
    /// Whether it fitted (RFC 7541 §4.4).
    pub stored: bool,
    /// First evicted entries.
    pub evicted: Vec<TableEntry>,
    /// Number of evicted entries.
    pub evicted_total: u32,
    /// Table before it.
    pub before: TableFill,
    /// Table after it.
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

/// Parts of a representation, as far as it is read.
struct Parts<'a> {
    bytes: &'a [u8],
    characters_from: usize,
    parts: Vec<Part>,
    /// Offset past the last byte read.
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
            error: None,
            rules: Vec::new(),
        }
    }
}

impl Session {
    /// Explains `row`, with characters of its strings from `characters_from`
    /// on.
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
        let direction = self.direction_number(row);
        let position = self.referred(row);
        let table = self.directions()[direction].table();
        let entry = position.and_then(|position| table.entry(position));
        let (table, name, value) = match static_table::get(row.index) {
            Some((name, value)) => {
                let [name, value] = [name, value].map(|text| Some(text.to_owned()));
                (IndexedTable::Static, name, value)
            }
            None => {
                let texts = entry.map_or([None; 2], |entry| [entry.name, entry.value]);
                let [name, value] = texts.map(|text| Some(truncated(text?, TEXT)));
                (IndexedTable::Dynamic, name, value)
            }
        };
        ReferencePart {
            index: row.index,
            table,
            uses,
            name,
            value,
            guessed: false,
            from: position.and_then(|position| self.inserted_by(direction, position)),
            position,
            age: row.index.checked_sub(static_table::LEN + 1),
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
