//! Where a field's name and value come from: back through every index to the
//! bytes that spell them.

use hpack::{static_table, structure};
use serde::Serialize;

use crate::{
    columns::{Row, flags},
    session::Session,
};

/// Where a name or value was spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum Origin {
    /// In the static table (RFC 7541 Appendix A).
    Static {
        /// 1 to 61.
        index: u32,
    },
    /// In a literal, of this field or of an earlier one.
    Literal {
        /// Number of the block in the session.
        block: u32,
        /// Byte of the block at which the string begins, its length first.
        byte: u32,
        /// Number of the row in the session.
        row: usize,
    },
    /// In an entry that was given as the table's content at the start.
    Given,
    /// In an entry that is not known.
    Unknown {
        /// Its place in the log, by which a guess can be pinned on it.
        position: i64,
    },
    /// Nowhere: the index is larger than any table could hold.
    Impossible,
}

/// Where a field comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Provenance {
    /// Its name.
    pub name: Origin,
    /// Its value.
    pub value: Origin,
}

impl Session {
    /// Where the name and the value of `row` come from; `None` for a size
    /// update.
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
            return self.literal_at(row, false);
        }
        match self.source_of(record) {
            // Only a literal becomes an entry, and its value is spelled there.
            Step::Inserter(inserter) => self.literal_at(inserter, false),
            Step::End(origin) => origin,
        }
    }

    fn name_origin(&self, mut row: usize) -> Origin {
        loop {
            let record = &self.rows()[row];
            if record.has(flags::NAME_LITERAL) {
                return self.literal_at(row, true);
            }
            match self.source_of(record) {
                Step::Inserter(inserter) => row = inserter,
                Step::End(origin) => return origin,
            }
        }
    }

    /// What the index of `record` leads to.
    fn source_of(&self, record: &Row) -> Step {
        if record.has(flags::IMPOSSIBLE) {
            return Step::End(Origin::Impossible);
        }
        let Some(position) = self.referred(record) else {
            return Step::End(Origin::Static {
                index: record.index.min(static_table::LEN),
            });
        };
        let direction = self.blocks()[record.block as usize].direction as usize;
        if let Some(from) = self.inserted_by(direction, position) {
            return Step::Inserter(from.row);
        }
        let known = self.directions()[direction].table().entry(position);
        Step::End(match known {
            Some(entry) if entry.name.is_some() => Origin::Given,
            _ => Origin::Unknown { position },
        })
    }

    fn literal_at(&self, row: usize, name: bool) -> Origin {
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

enum Step {
    /// A row that inserted the entry.
    Inserter(usize),
    End(Origin),
}

#[cfg(test)]
mod tests {
    use input::{Block, Sender};

    use super::*;
    use crate::{Options, Start};

    fn session(unknown: bool, blocks: &[&[u8]]) -> Session {
        let options = Options {
            start: Start {
                unknown,
                ..Start::default()
            },
            ..Options::default()
        };
        let blocks = blocks.iter();
        Session::decode(
            options,
            blocks.map(|bytes| Block::new(Sender::Client, bytes)),
        )
    }

    #[test]
    fn back_to_the_bytes() {
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
        let session = session(false, &[first, second, third]);
        for (row, name, value) in cases {
            assert_eq!(
                session.provenance(row),
                Some(Provenance { name, value }),
                "row {row}"
            );
        }
        assert_eq!(session.provenance(6), None);
    }

    #[test]
    fn from_before() {
        // An unknown entry; its name with a value; that entry; an index no table holds; a size update.
        let session = session(true, &[b"\xbe\x7e\x01x\xbe\xff\xff\xff\x7f", b"\x20"]);
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
