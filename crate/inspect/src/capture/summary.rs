//! Totals of one direction.

use std::collections::HashMap;

use hpack::Kind;
use http2::Sender;
use serde::Serialize;

use crate::{Session, columns::flags, tally::Tally, text::lossy};

const LARGEST: usize = 10;

const NEVER: usize = 50;

/// Totals of one direction. Sizes are those of header blocks without frames.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Sender.
    pub sender: Sender,
    /// Number of header blocks.
    pub blocks: usize,
    /// Number of blocks with an error.
    pub undecodable_blocks: usize,
    /// Size on the wire, bytes.
    pub wire_bytes: u64,
    /// Decoded size of known names and values, bytes.
    pub plain_bytes: u64,
    /// Number of fields with an unknown name or value.
    pub unknown_fields: u64,
    /// Fields, and entries of the table.
    #[serde(flatten)]
    pub tally: Tally,
    /// Largest blocks, in descending order.
    pub largest: Vec<Large>,
    /// Number of never-indexed fields (RFC 7541 §6.2.3).
    pub never: u64,
    /// Names of never-indexed fields, most frequent first.
    pub never_names: Vec<NeverName>,
}

/// A large block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LargeBlock"))]
pub struct Large {
    /// Number in the session.
    pub block: u32,
    /// Size, bytes.
    pub bytes: usize,
}

/// Name of never-indexed fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NeverName {
    /// The name.
    pub name: String,
    /// Number of fields.
    pub count: u64,
    /// First row.
    pub row: usize,
}

impl Session {
    /// Totals of a direction; `None` if it does not exist.
    pub fn summary(&self, direction: usize) -> Option<Summary> {
        let found = self.directions().get(direction)?;
        let size_at = |position| found.table().entry(position).map_or(0, |entry| entry.size);
        let mut summary = Summary {
            sender: found.sender,
            blocks: found.blocks.len(),
            largest: self.largest(&found.blocks),
            ..Summary::default()
        };
        // Whether each inserted entry was used, by position.
        let mut used: Vec<bool> = Vec::new();
        let mut never: HashMap<&[u8], (u64, usize)> = HashMap::new();
        for &number in &found.blocks {
            let block = &self.blocks()[number as usize];
            summary.undecodable_blocks += usize::from(block.error.is_some());
            summary.wire_bytes += block.bytes.len() as u64;
            summary.plain_bytes += block.plain_bytes;
            summary.unknown_fields += u64::from(block.unknown_rows);
            for number in block.rows.clone() {
                let row = &self.rows()[number];
                if let Some(position) = self.referred(row)
                    && let Ok(position) = usize::try_from(position)
                    && let Some(used) = used.get_mut(position)
                {
                    *used = true;
                }
                for position in self.evicted_by(number) {
                    let is_used = usize::try_from(position).map(|at| used.get(at));
                    let is_unused = is_used == Ok(Some(&false));
                    summary.tally.eviction(size_at(position), is_unused);
                }
                if row.has(flags::INSERTED) {
                    let position = self.before(number).end();
                    used.resize(position.max(0) as usize, true);
                    used.push(false);
                    summary.tally.insertion(size_at(position));
                }
                if row.kind != Kind::SizeUpdate {
                    summary.tally.field(row.kind, row.index);
                }
                if row.kind == Kind::NeverIndexed {
                    summary.never += 1;
                    if let Some(name) = self.name(row) {
                        never.entry(name).or_insert((0, number)).0 += 1;
                    }
                }
            }
        }
        let names = never.into_iter().map(|(name, (count, row))| NeverName {
            name: lossy(name),
            count,
            row,
        });
        let mut names: Vec<NeverName> = names.collect();
        names.sort_by_key(|name| (std::cmp::Reverse(name.count), name.row));
        names.truncate(NEVER);
        summary.never_names = names;
        Some(summary)
    }

    fn largest(&self, blocks: &[u32]) -> Vec<Large> {
        let mut largest: Vec<Large> = blocks
            .iter()
            .map(|&block| Large {
                block,
                bytes: self.blocks()[block as usize].bytes.len(),
            })
            .collect();
        largest.sort_by_key(|large| (std::cmp::Reverse(large.bytes), large.block));
        largest.truncate(LARGEST);
        largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(text: &str) -> Summary {
        let session = crate::fixtures::pasted(text, |_| {});
        session.summary(0).expect("one direction")
    }

    /// RFC 7541 C.5: three responses, with a table of 256 bytes.
    #[test]
    fn sums_up_appendix_c5() {
        let text = "# initial table size 256\n\
            4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768747470733a2f2f7777772e6578616d706c652e636f6d\n\n\
            4803333037c1c0bf\n\n\
            88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31";
        let found = summary(text);
        assert_eq!(
            (found.blocks, found.tally.fields, found.undecodable_blocks),
            (3, 14, 0)
        );
        assert_eq!(found.wire_bytes, 70 + 8 + 98);
        assert_eq!((found.tally.static_hits, found.tally.dynamic_hits), (1, 5));
        assert_eq!((found.tally.name_hits, found.tally.literals), (8, 0));
        // “:status: 302” is evicted for “:status: 307”, which is never referred
        // to either.
        assert_eq!(
            (
                found.tally.inserted,
                found.tally.evicted,
                found.tally.unused
            ),
            (8, 5, 2)
        );
        assert_eq!(found.tally.unused_bytes, 42 + 42);
        let largest: Vec<usize> = found.largest.iter().map(|large| large.bytes).collect();
        assert_eq!(largest, [98, 70, 8]);
    }

    #[test]
    fn counts_never_indexed_names() {
        let found = summary("1001610162 1001610163 10016301640f00 0161");
        assert_eq!(found.never, 3);
        let names = found.never_names.iter();
        let names = names.map(|name| (name.name.as_str(), name.count, name.row));
        assert!(names.eq([("a", 2, 0), ("c", 1, 2)]));
    }
}
