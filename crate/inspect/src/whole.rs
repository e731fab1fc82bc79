//! Names and values as a whole, to be copied or encoded: what lists and
//! explanations carry is cut, and stands for what is no text.

use std::fmt::Write;

use hpack::{
    TableState,
    huffman::code::{self, EOS, MIN_BITS},
    integer,
};
use input::Sender;
use serde::{Deserialize, Serialize};

use crate::{
    columns::{BlockRecord, Row, flags},
    session::Session,
    text::{hex, lossy},
};

/// Bytes of names and values that one answer carries at most: a few indices
/// can stand for gigabytes.
const MOST: u64 = 16 << 20;

/// Bytes of earlier blocks that are put in front of a block at most; beyond
/// them one block brings what the table holds.
const EARLIER: usize = 256 << 10;

/// A name and a value, whole, as they go to the page and come back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FieldText {
    /// The name; U+FFFD stands for what is not UTF-8.
    #[serde(default)]
    pub name: String,
    /// The value, likewise.
    #[serde(default)]
    pub value: String,
    /// The name in hex digits, where it is not UTF-8; it counts in place of `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name_hex: Option<String>,
    /// The value, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value_hex: Option<String>,
}

impl FieldText {
    fn new(name: &[u8], value: &[u8]) -> Self {
        let digits = |octets| std::str::from_utf8(octets).is_err().then(|| hex(octets));
        Self {
            name: lossy(name),
            value: lossy(value),
            name_hex: digits(name),
            value_hex: digits(value),
        }
    }
}

impl Session {
    /// The fields of rows `from..to`: nothing for a size update, and where a
    /// name or value is not known. `None` where they are too large together.
    #[must_use]
    pub fn whole_fields(&self, from: usize, to: usize) -> Option<Vec<Option<FieldText>>> {
        let to = to.min(self.rows().len());
        let rows = &self.rows()[from.min(to)..to];
        let octets: u64 = rows.iter().map(Row::plain_octets).sum();
        (octets <= MOST).then(|| rows.iter().map(|row| self.whole_field(row)).collect())
    }

    fn whole_field(&self, row: &Row) -> Option<FieldText> {
        // A guess is shown in place of what is not known, but is not it.
        if row.has(flags::NAME_UNKNOWN | flags::VALUE_UNKNOWN) {
            return None;
        }
        Some(FieldText::new(self.name(row)?, self.value(row)?))
    }

    /// All entries of the table that `block` meets, newest first. `None`
    /// where not all of it is known, or it is too large.
    #[must_use]
    pub fn whole_table(&self, block: usize) -> Option<Vec<FieldText>> {
        let record = self.blocks().get(block)?;
        let table = self.direction(block).table();
        let known = table.unknown_at(&record.before) == 0;
        if !known || table.size_at(&record.before) > MOST {
            return None;
        }
        table
            .entries_at(&record.before)
            .map(|entry| Some(FieldText::new(entry.name?, entry.value?)))
            .collect()
    }

    /// The bytes that the data at `start..end` of a block spell, as far as
    /// they can be read.
    #[must_use]
    pub fn whole_string(&self, block: usize, start: usize, end: usize, huffman: bool) -> Vec<u8> {
        let data = (block < self.blocks().len())
            .then(|| self.octets(block).get(start..end))
            .flatten()
            .unwrap_or_default();
        if !huffman {
            return data.to_vec();
        }
        let mut text = Vec::new();
        let mut bit = 0;
        loop {
            let found = code::find(code::window(data, bit), MIN_BITS);
            bit += usize::from(found.bits);
            if bit > data.len() * 8 || found.symbol == EOS {
                return text;
            }
            text.push(found.symbol as u8);
        }
    }

    /// A block with what its table needs, as text that is read back to the
    /// same fields: behind the earlier blocks of its direction, or behind one
    /// that brings what the table holds. `None` where the table is empty and
    /// the block needs nothing, or what it needs is not known.
    #[must_use]
    pub fn with_table(&self, block: usize) -> Option<String> {
        let record = self.blocks().get(block)?;
        let direction = self.direction(block);
        let start = direction.start;
        let earlier: Vec<usize> = direction.blocks[..record.number as usize]
            .iter()
            .map(|&number| number as usize)
            .collect();
        let usual = start.maximum() == hpack::dynamic_table::DEFAULT_MAXIMUM
            && start.limit() == start.maximum()
            && record.limit_changes.is_empty();
        let empty = direction.table().count_at(&record.before) == 0;
        if empty && usual && earlier.is_empty() {
            return None;
        }
        if self.is_replayed(block, &earlier) {
            let mut text = Text::new(direction.sender);
            text.begin(start);
            for number in earlier.into_iter().chain([block]) {
                text.block(&self.blocks()[number], self.octets(number));
            }
            return Some(text.out);
        }
        let entries = self.entries_before(block)?;
        let before = record.before;
        let mut text = Text::new(direction.sender);
        text.begin(before);
        if !entries.is_empty() {
            let mut octets = Vec::new();
            for (name, value) in entries {
                octets.push(0x40);
                for string in [name, value] {
                    integer::encode(0, 7, string.len() as u64, &mut octets);
                    octets.extend_from_slice(string);
                }
            }
            text.line("# What the table holds before the block below:");
            text.octets(&octets);
        }
        text.block(record, self.octets(block));
        Some(text.out)
    }

    /// Whether the earlier blocks, read by themselves, lead to the same table.
    fn is_replayed(&self, block: usize, earlier: &[usize]) -> bool {
        let octets: usize = earlier
            .iter()
            .map(|&number| self.octets(number).len())
            .sum();
        let start = &self.options().start;
        let plain = |&number: &usize| {
            let record = &self.blocks()[number];
            let acts = |after| !self.imposed(number as u32, after).is_empty();
            !record.limit_unknown && !record.after_loss && !acts(false) && !acts(true)
        };
        octets <= EARLIER
            && !start.unknown
            && start.prior.is_empty()
            && earlier.iter().chain([&block]).all(plain)
    }

    /// The entries of the table that `block` meets, oldest first.
    fn entries_before(&self, block: usize) -> Option<Vec<(&[u8], &[u8])>> {
        let before = &self.blocks()[block].before;
        let table = self.direction(block).table();
        if table.unknown_at(before) > 0 || table.size_at(before) > MOST {
            return None;
        }
        let mut entries = table
            .entries_at(before)
            .map(|entry| Some((entry.name?, entry.value?)))
            .collect::<Option<Vec<_>>>()?;
        entries.reverse();
        Some(entries)
    }
}

/// Blocks of one sender as text, a paragraph each.
struct Text {
    out: String,
    mark: &'static str,
}

impl Text {
    fn new(sender: Sender) -> Self {
        let mark = match sender {
            Sender::Client => "> ",
            Sender::Server => "< ",
            Sender::Unknown => "",
        };
        Self {
            out: String::new(),
            mark,
        }
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// What is in force at the start.
    fn begin(&mut self, state: TableState) {
        let (maximum, limit) = (state.maximum(), state.limit());
        if maximum != hpack::dynamic_table::DEFAULT_MAXIMUM {
            self.line(&format!("# initial table size {maximum}"));
        }
        if limit > maximum {
            self.line(&format!("# SETTINGS_HEADER_TABLE_SIZE {limit}"));
        }
    }

    fn block(&mut self, record: &BlockRecord, octets: &[u8]) {
        for limit in &record.limit_changes {
            self.line(&format!("# SETTINGS_HEADER_TABLE_SIZE {limit}"));
        }
        self.octets(octets);
    }

    fn octets(&mut self, octets: &[u8]) {
        // A block without bytes has no line that says so.
        if !octets.is_empty() {
            let _ = writeln!(self.out, "{}{}\n", self.mark, hex(octets));
        }
    }
}

#[cfg(test)]
mod tests {
    use input::paste;

    use super::*;
    use crate::Options;

    fn read(text: &str, change: impl FnOnce(&mut Options)) -> Session {
        let paste = paste::read(text.as_bytes(), &paste::Options::default()).unwrap();
        let mut options = Options::with_limit(4096, paste.initial_table_size);
        change(&mut options);
        Session::decode(options, &paste.blocks)
    }

    fn fields(session: &Session, block: usize) -> Vec<Option<FieldText>> {
        let rows = session.blocks()[block].rows.clone();
        session.whole_fields(rows.start, rows.end).unwrap()
    }

    /// Two directions, a limit that sinks, sizes, and entries that leave.
    const TALK: &str = "# initial table size 256\n> 828684410f7777772e6578616d706c652e636f6d\n\n\
        < 8840037365740161\n\n# SETTINGS_HEADER_TABLE_SIZE 128\n> 3f618286be58086e6f2d6361636865\n\n\
        > 8287bfbe\n\n< be";

    #[test]
    fn a_block_with_what_it_needs_is_read_back_to_the_same_fields() {
        let session = read(TALK, |_| {});
        let needs = [true, true, true, true, true];
        for (block, needs) in needs.into_iter().enumerate() {
            let text = session.with_table(block);
            assert_eq!(text.is_some(), needs, "block {block}");
            let again = read(&text.unwrap(), |_| {});
            let last = again.blocks().len() - 1;
            assert_eq!(
                fields(&again, last),
                fields(&session, block),
                "block {block}"
            );
            let (one, other) = (&session.blocks()[block], &again.blocks()[last]);
            assert_eq!(one.fault, other.fault);
            assert_eq!(session.fill_after(block), again.fill_after(last));
        }
    }

    #[test]
    fn a_table_that_was_given_comes_along_as_a_block() {
        let session = read("be", |options| {
            options.start.prior =
                vec![(b"a".to_vec(), b"\xff\n".to_vec()), (b"b".to_vec(), vec![])];
        });
        let again = read(&session.with_table(0).unwrap(), |_| {});
        assert_eq!(fields(&again, 1), fields(&session, 0));
        assert_eq!(
            fields(&again, 1)[0].as_ref().unwrap().value_hex.as_deref(),
            Some("ff0a")
        );
    }

    #[test]
    fn what_needs_nothing_or_is_not_known_has_no_such_text() {
        assert_eq!(read("82", |_| {}).with_table(0), None);
        let unknown = read("82\n\nbe", |options| options.start.unknown = true);
        assert_eq!(unknown.with_table(1), None);
        assert_eq!(unknown.whole_table(1), None);
        assert_eq!(fields(&unknown, 1), [None]);
    }

    #[test]
    fn strings_are_whole_also_where_an_explanation_cuts_them() {
        let long = read(&format!("000161 7fa945 {}", "62".repeat(9000)), |_| {});
        assert_eq!(long.whole_string(0, 6, 9006, false), vec![b'b'; 9000]);
        let coded = read("82868441 8cf1e3c2e5f23a6ba0ab90f4ff", |_| {});
        assert_eq!(coded.whole_string(0, 5, 17, true), b"www.example.com");
        assert_eq!(coded.whole_string(0, 5, 11, true), b"www.exa");
        assert_eq!(coded.whole_string(1, 5, 11, true), b"");
    }
}
