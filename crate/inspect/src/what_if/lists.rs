//! One side's fields, to be encoded again. Strings are interned: a field is two
//! numbers.

use hpack::{Kind, encoder::Huffman, huffman::encoded_len};

use crate::{
    Session,
    policies::{HuffmanUse, is_coded},
    strings::Numbered,
};

/// Decoded size limit of the fields of one block, bytes: a few bytes of indices
/// can expand to gigabytes.
const PLAIN_MAX: u64 = 16 << 20;

/// Decoded size limit of all blocks: this, plus a multiple of their size on the
/// wire, bytes.
const ALL_MAX: u64 = 4 << 30;
const ALL_MAX_PER_BYTE: u64 = 256;

/// A field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Number of its name.
    pub name: u32,
    /// Number of its value.
    pub value: u32,
    /// Number of its row in the session.
    pub row: u32,
    /// Whether it was sent as never indexed and must stay so (RFC 7541 §7.1.3).
    pub sensitive: bool,
}

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedBlock {
    /// Number in the session.
    pub number: u32,
    /// End of its fields; they start where those of the previous block end.
    pub end: u32,
    /// Size on the wire without omitted fields, bytes.
    pub sent: u32,
    /// Decoded size of its fields, bytes.
    pub plain: u32,
}

/// Counts of what is omitted, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// Fields with an unknown name or value.
    pub unknown: u64,
    /// Blocks with an error.
    pub undecodable_blocks: u32,
    /// Blocks whose decoded fields are too large.
    pub too_large: u32,
    /// Number of places where blocks are or may be missing.
    pub losses: u32,
    /// Size of all of it on the wire, bytes.
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug)]
struct Text {
    start: usize,
    length: u32,
    coded: u32,
}

/// Header lists of one direction.
#[derive(Debug, Default)]
pub struct Lists {
    bytes: Vec<u8>,
    strings: Vec<Text>,
    /// Fields of all blocks, in order.
    pub fields: Vec<Listed>,
    /// Blocks, in order.
    pub blocks: Vec<ListedBlock>,
    /// Omitted fields and blocks.
    pub left_out: LeftOut,
    /// Minimum and maximum of the table's maximums in force, bytes.
    pub maximums: (u32, u32),
}

impl Lists {
    /// Collects the fields of a direction; empty if it does not exist.
    pub fn of(session: &Session, direction: usize) -> Self {
        let mut strings = Numbered::default();
        let mut lists = Self::default();
        let Some(found) = session.directions().get(direction) else {
            return lists;
        };
        let mut most = ALL_MAX;
        for &number in &found.blocks {
            let block = &session.blocks()[number as usize];
            let (least, greatest) = lists.maximums;
            let maximum = block.after.maximum();
            lists.maximums = if lists.blocks.is_empty() {
                (maximum, maximum)
            } else {
                (least.min(maximum), greatest.max(maximum))
            };
            let out = &mut lists.left_out;
            out.losses += u32::from(block.after_loss);
            if block.error.is_some() {
                out.undecodable_blocks += 1;
            }
            most += ALL_MAX_PER_BYTE * block.bytes.len() as u64;
            if block.plain_bytes > PLAIN_MAX.min(most) {
                out.too_large += 1;
                out.bytes += block.bytes.len() as u64;
                continue;
            }
            most -= block.plain_bytes;
            let mut sent = 0;
            let mut plain = 0;
            for at in block.rows.clone() {
                let row = &session.rows()[at];
                let bytes = row.end - row.start;
                if row.kind == Kind::SizeUpdate {
                    sent += bytes;
                    continue;
                }
                let (Some(name), Some(value)) = (session.name(row), session.value(row)) else {
                    lists.left_out.unknown += 1;
                    continue;
                };
                sent += bytes;
                plain += (name.len() + value.len()) as u32;
                let [name, value] = [name, value].map(|text| strings.number(text));
                lists.fields.push(Listed {
                    name,
                    value,
                    row: at as u32,
                    sensitive: row.kind == Kind::NeverIndexed,
                });
            }
            lists.left_out.bytes += block.bytes.len() as u64 - u64::from(sent);
            lists.blocks.push(ListedBlock {
                number,
                end: lists.fields.len() as u32,
                sent,
                plain,
            });
        }
        for &string in &strings.all {
            lists.strings.push(Text {
                start: lists.bytes.len(),
                length: string.len() as u32,
                coded: encoded_len(string) as u32,
            });
            lists.bytes.extend_from_slice(string);
        }
        lists
    }

    /// Returns a string by number.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn string(&self, number: u32) -> &[u8] {
        let Text { start, length, .. } = self.strings[number as usize];
        &self.bytes[start..start + length as usize]
    }

    /// Length of a string's data, raw or Huffman-coded, bytes.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn length(&self, string: u32, huffman: bool) -> u32 {
        let text = &self.strings[string as usize];
        if huffman { text.coded } else { text.length }
    }

    /// Length of a string literal, bytes (RFC 7541 §5.2).
    pub(super) fn literal_len(&self, string: u32, huffman: bool) -> u32 {
        let data = self.length(string, huffman);
        let length = hpack::integer::encoded_len(7, data.into());
        (length as u32).saturating_add(data)
    }

    pub(super) fn is_coded(&self, coding: Huffman, string: u32) -> bool {
        is_coded(
            coding,
            self.length(string, false),
            self.length(string, true),
        )
    }

    /// Whether a policy Huffman-codes the string.
    pub(super) fn codes(&self, coding: HuffmanUse, string: u32) -> bool {
        coding.codes(self.length(string, false), self.length(string, true))
    }

    /// Fields of a block, by its number in the lists.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn fields_of(&self, block: usize) -> &[Listed] {
        let start = block
            .checked_sub(1)
            .map_or(0, |before| self.blocks[before].end as usize);
        &self.fields[start..self.blocks[block].end as usize]
    }
}

#[cfg(test)]
mod tests {
    use input::{Block, Sender};

    use super::*;
    use crate::{
        Options,
        fixtures::{self, unknown_start},
    };

    fn lists(options: Options, blocks: &[&[u8]]) -> Lists {
        Lists::of(&fixtures::session(options, blocks), 0)
    }

    /// Number of fields and size on the wire of each block.
    fn shape(lists: &Lists) -> Vec<(usize, u32)> {
        let blocks = lists.blocks.iter().enumerate();
        blocks
            .map(|(at, block)| (lists.fields_of(at).len(), block.sent))
            .collect()
    }

    #[test]
    fn omits_unknown_fields_and_fields_after_errors() {
        let cases: [(Options, &[u8], _); 3] = [
            (unknown_start(), &[0x82, 0xbe], (1, 0, 1)),
            (Options::default(), &[0x82, 0x80, 0x84], (0, 1, 2)),
            (Options::default(), &[0x82], (0, 0, 0)),
        ];
        for (options, block, expected) in cases {
            let lists = lists(options, &[block]);
            let out = lists.left_out;
            let found = (out.unknown, out.undecodable_blocks, out.bytes);
            assert_eq!(found, expected, "{block:02x?}");
            assert_eq!(shape(&lists), [(1, 1)], "{block:02x?}");
        }
    }

    #[test]
    fn omits_a_block_that_expands_too_much() {
        let mut first = vec![0x40, 0x01, b'a', 0x7f, 0x81, 0x1d];
        first.resize(6 + 3840, b'b');
        let many = vec![0xbe; 5000];
        let lists = lists(Options::default(), &[&first, &many, &[0xbe, 0xbe]]);
        assert_eq!(lists.left_out.too_large, 1);
        assert_eq!(lists.left_out.bytes, 5000);
        let bytes = first.len() as u32;
        assert_eq!(shape(&lists), [(1, bytes), (2, 2)]);
        assert_eq!(lists.blocks[1].number, 2);
    }

    #[test]
    fn omits_blocks_that_expand_too_much_together() {
        // Each reference of one byte expands to almost 16 MiB.
        let length = PLAIN_MAX as usize - 64;
        let mut first = Vec::new();
        hpack::integer::encode(0x20, 5, PLAIN_MAX, &mut first);
        first.extend([0x40, 1, b'a']);
        hpack::integer::encode(0, 7, length as u64, &mut first);
        first.resize(first.len() + length, b'b');
        let limit = u32::try_from(PLAIN_MAX).unwrap();
        let mut session = Session::new(Options::with_limit(limit, None));
        let fit = (ALL_MAX + ALL_MAX_PER_BYTE * first.len() as u64) / (length as u64 + 1);
        session.push(&Block::new(Sender::Client, &first));
        for _ in 0..fit + 9 {
            session.push(&Block::new(Sender::Client, &[0xbe]));
        }
        let lists = Lists::of(&session, 0);
        assert_eq!((lists.left_out.too_large, lists.left_out.bytes), (10, 10));
        assert_eq!(lists.blocks.len() as u64, fit);
    }

    #[test]
    fn interns_strings() {
        // “a: b” inserted, indexed, and as a literal; then “b: a”.
        let block = b"\x40\x01a\x01b\xbe\x00\x01a\x01b\x10\x01b\x01a";
        let lists = lists(Options::default(), &[block]);
        assert_eq!(lists.strings.len(), 2);
        let fields = lists.fields.iter();
        let fields: Vec<_> = fields
            .map(|field| (field.name, field.value, field.sensitive))
            .collect();
        let same = (0, 1, false);
        assert_eq!(fields, [same, same, same, (1, 0, true)]);
    }
}
