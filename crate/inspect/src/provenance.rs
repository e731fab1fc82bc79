//! Provenance of a field's name and value: follows indices back to the bytes
//! that spell them.

use hpack::{static_table, structure};
use serde::Serialize;

use crate::{
    columns::{Row, flags},
    session::Session,
};

/// Place where a name or value is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum Origin {
    /// Static table (RFC 7541 Appendix A).
    Static {
        /// Index, 1 to 61.
        index: u32,
    },
    /// Literal of this field or of an earlier one.
    Literal {
        /// Number of the block in the session.
        block: u32,
        /// Offset of the string's length in the block.
        byte: u32,
        /// Number of the row in the session.
        row: usize,
    },
    /// Entry given as the table's initial content.
    Given,
    /// Unknown entry.
    Unknown {
        /// Position in the log, to which a guess can be attached.
        position: i64,
    },
    /// The index is larger than any table could hold.
    Impossible,
}

/// Provenance of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Provenance {
    /// Origin of the name.
    pub name: Origin,
    /// Origin of the value.
    pub value: Origin,
}

impl Session {
    /// Returns the provenance of `row`; `None` for a size update.
    #[must_use]
    pub fn provenance(&self, row: usize) -> Option<Provenance> {
        let record = self.rows().get(row)?;
        (record.kind != hpack::Kind::SizeUpdate).then(|| Provenance {
            name: self.name_origin(row),
            value: self.value_origin(row),
        })
    }

    fn value_origin(&self, row: usize) -> Origin {
        let record = &self.rows()[row];
        if record.has(flags::VALUE_LITERAL) {
            return self.literal_origin(row, false);
        }
        // Only literals become entries, so the value is spelled there.
        let inserter = self.follow(record);
        inserter.map_or_else(|origin| origin, |row| self.literal_origin(row, false))
    }

    fn name_origin(&self, mut row: usize) -> Origin {
        loop {
            let record = &self.rows()[row];
            if record.has(flags::NAME_LITERAL) {
                return self.literal_origin(row, true);
            }
            match self.follow(record) {
                Ok(inserter) => row = inserter,
                Err(origin) => return origin,
            }
        }
    }

    /// Returns the row that inserted the entry that the index of `record`
    /// refers to, or where the index leads otherwise.
    fn follow(&self, record: &Row) -> Result<usize, Origin> {
        if record.has(flags::IMPOSSIBLE) {
            return Err(Origin::Impossible);
        }
        let Some(position) = self.referred(record) else {
            return Err(Origin::Static {
                index: record.index.min(static_table::LEN),
            });
        };
        let direction = self.direction_number(record);
        if let Some(from) = self.inserted_by(direction, position) {
            return Ok(from.row);
        }
        let known = self.directions()[direction].table().entry(position);
        Err(match known {
            Some(entry) if entry.name.is_some() => Origin::Given,
            _ => Origin::Unknown { position },
        })
    }

    fn literal_origin(&self, row: usize, name: bool) -> Origin {
        let record = &self.rows()[row];
        let bytes = self.bytes(record.block as usize);
        let shape = structure::representation_at(bytes, record.start as usize).ok();
        let literal = shape.and_then(|shape| if name { shape.name } else { shape.value });
        Origin::Literal {
            block: record.block,
            byte: literal.map_or(record.start, |literal| literal.length.range.start as u32),
            row,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Options,
        fixtures::{session, unknown_start},
    };

    #[test]
    fn follows_indices_to_literals() {
        // “a: b”, then its name with “c”, then the second entry as a whole.
        let first: &[u8] = b"\x82\x40\x01a\x01b";
        let second: &[u8] = b"\x7e\x01c";
        let third: &[u8] = b"\xbe\x04\x01/\xbf";
        let spelled = |block, byte, row| Origin::Literal { block, byte, row };
        let cases = [
            (0, Origin::Static { index: 2 }, Origin::Static { index: 2 }),
            (1, spelled(0, 2, 1), spelled(0, 4, 1)),
            (2, spelled(0, 2, 1), spelled(1, 1, 2)),
            (3, spelled(0, 2, 1), spelled(1, 1, 2)),
            (4, Origin::Static { index: 4 }, spelled(2, 2, 4)),
            (5, spelled(0, 2, 1), spelled(0, 4, 1)),
        ];
        let session = session(Options::default(), &[first, second, third]);
        for (row, name, value) in cases {
            let expected = Some(Provenance { name, value });
            assert_eq!(session.provenance(row), expected, "row {row}");
        }
        assert_eq!(session.provenance(6), None);
    }

    #[test]
    fn reports_unknown_and_impossible_entries() {
        // An unknown entry; its name with a value; that entry; an index that no
        // table holds; a size update.
        let blocks: [&[u8]; 2] = [b"\xbe\x7e\x01x\xbe\xff\xff\xff\x7f", b"\x20"];
        let session = session(unknown_start(), &blocks);
        let unknown = Origin::Unknown { position: -1 };
        let value = Origin::Literal {
            block: 0,
            byte: 2,
            row: 1,
        };
        let expected = [
            (unknown, unknown),
            (unknown, value),
            (unknown, value),
            (Origin::Impossible, Origin::Impossible),
        ];
        for (row, (name, value)) in expected.into_iter().enumerate() {
            assert_eq!(session.provenance(row), Some(Provenance { name, value }));
        }
        assert_eq!(session.provenance(4), None);
    }
}
