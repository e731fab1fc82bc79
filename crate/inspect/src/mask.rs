//! Sessions that can be handed on: what is secret is replaced, character by
//! character, by what takes as many bits, so that every position, size, entry
//! and fault stays where it is.
//!
//! - Secret is the value of a field whose name says so, or that looks like a
//!   token ([`Secret`]); and every other value that is the same.
//! - Behind a fault nothing is decoded, so nothing there can be told to be
//!   harmless: all of it is overwritten.

mod replace;
mod secret;

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use hpack::{
    DecodeErrorKind, Snapshot,
    structure::{StringLiteral, representation_at},
};
use input::Block;

pub use secret::Secret;

use crate::{
    columns::flags,
    session::{Incoming, Session},
    text::shown,
    whole::FieldText,
};

/// What stands behind a fault.
const FILL: u8 = b'a';

/// Which of `fields` hold secrets.
///
/// # Errors
/// A sentence, where digits are no digits.
pub fn secrets_among(fields: &[FieldText]) -> Result<Vec<bool>, String> {
    let is_secret = |field: &FieldText| {
        let (name, value) = field.octets()?;
        Ok(Secret::of(&name, &value).is_some())
    };
    fields.iter().map(is_secret).collect()
}

impl Session {
    /// The names, in lower case, of the fields of the blocks `numbers` whose
    /// values are secret, with how many there are of each; those of the tables
    /// that [`export`](Self::export) writes with the blocks, too.
    #[must_use]
    pub fn secrets_in(&self, numbers: impl IntoIterator<Item = usize>) -> BTreeMap<String, usize> {
        let mut found = BTreeMap::new();
        let mut add = |name: Option<&[u8]>, value: Option<&[u8]>| {
            if let (Some(name), Some(value)) = (name, value)
                && Secret::of(name, value).is_some()
            {
                let name = shown(name).to_lowercase();
                *found.entry(name).or_insert(0) += 1;
            }
        };
        for (number, block) in self.with_tables(numbers) {
            for (name, value) in block.before.table.iter().flat_map(|table| &table.entries) {
                add(name.as_deref(), value.as_deref());
            }
            for row in &self.rows()[self.blocks()[number].rows.clone()] {
                add(self.name(row), self.value(row));
            }
        }
        found
    }

    /// The same session with all that is secret replaced.
    #[must_use]
    pub fn masked(&self) -> Self {
        let secrets = Secrets::of(self);
        let mut options = self.options().clone();
        for (name, value) in &mut options.start.prior {
            secrets.mask(Some(name), value);
        }
        let mut masked = Self::new(options);
        let mut last: Vec<Option<usize>> = vec![None; self.directions().len()];
        for (number, record) in self.blocks().iter().enumerate() {
            let before = last[record.direction as usize].replace(number);
            // The first block of a direction meets what the options say.
            let follows = match before {
                Some(_) => self.leads_to(before, number),
                None => self.imposed(number as u32, false).is_empty(),
            };
            let Block {
                sender,
                limit_changes,
                label,
                before,
                ..
            } = self.exported(number, follows);
            let table = before.table.map(|table| {
                let mut table = Snapshot::clone(&table);
                for (name, value) in &mut table.entries {
                    if let Some(value) = value {
                        secrets.mask(name.as_deref(), value);
                    }
                }
                Arc::new(table)
            });
            let octets = secrets.block(self, number);
            masked.push(&Incoming {
                limit_changes: &limit_changes,
                limit_unknown: before.limit_unknown,
                max_header_list_size: record.max_header_list_size,
                label: label.as_deref(),
                framed: before.framed,
                blocks_missing: before.blocks_missing,
                table: table.as_ref(),
                ..Incoming::new(sender, &octets)
            });
        }
        masked
    }
}

/// All secret values of a session.
struct Secrets<'a>(HashSet<&'a [u8]>);

impl<'a> Secrets<'a> {
    fn of(session: &'a Session) -> Self {
        let values = session.rows().iter().filter_map(|row| {
            let value = session.value(row)?;
            Secret::of(session.name(row)?, value).map(|_| value)
        });
        Self(values.collect())
    }

    /// A value whose name is not known may be any.
    fn has(&self, name: Option<&[u8]>, value: &[u8]) -> bool {
        self.0.contains(value) || name.is_none_or(|name| Secret::of(name, value).is_some())
    }

    fn mask(&self, name: Option<&[u8]>, value: &mut [u8]) {
        if self.has(name, value) {
            replace::text(value);
        }
    }

    /// The octets of a block.
    fn block(&self, session: &Session, number: usize) -> Vec<u8> {
        let record = &session.blocks()[number];
        let mut octets = session.octets(number).to_vec();
        for row in &session.rows()[record.rows.clone()] {
            if !row.has(flags::VALUE_LITERAL) {
                continue;
            }
            let value = session.value(row).unwrap_or_default();
            if self.has(session.name(row), value)
                && let Ok(found) = representation_at(&octets, row.start as usize)
                && let Some(literal) = found.value
            {
                string(&mut octets, &literal);
            }
        }
        if let Some(fault) = &record.fault {
            let from = behind(&mut octets, fault.field_offset, fault.at, fault.kind);
            octets[from..].fill(FILL);
        }
        octets
    }
}

fn string(octets: &mut [u8], literal: &StringLiteral) {
    let data = &mut octets[literal.data.clone()];
    if literal.huffman {
        replace::coded(data);
    } else {
        replace::text(data);
    }
}

/// Where what a fault says ends; what is secret before that is replaced.
fn behind(octets: &mut [u8], field: usize, at: usize, kind: DecodeErrorKind) -> usize {
    let end = octets.len();
    if field >= end {
        return end;
    }
    match representation_at(octets, field) {
        // What it breaks is no rule of structure: its strings are whole.
        Ok(found) => {
            for literal in found.name.iter().chain(&found.value) {
                string(octets, literal);
            }
            found.octets.end
        }
        Err(broken) => {
            if let Some(name) = &broken.name {
                string(octets, name);
            }
            match kind {
                // The length is what is wrong, and stays.
                DecodeErrorKind::TruncatedString { .. } => {
                    let goes_on = octets[at] & 0x7f == 0x7f;
                    let more = octets[(at + 1).min(end)..].iter();
                    let more = more.take_while(|octet| **octet & 0x80 != 0).count() + 1;
                    (at + 1 + if goes_on { more } else { 0 }).min(end)
                }
                _ => (at + 1 + hpack::integer::MAX_CONTINUATION).min(end),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use input::{Sender, paste};

    fn hex(text: &[u8]) -> String {
        text.iter().map(|octet| format!("{octet:02x}")).collect()
    }

    fn coded(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        hpack::huffman::encode(text, &mut out);
        out
    }

    /// Fields, in Huffman code or not, each an entry of the table.
    fn block(fields: &[(&str, &str)], huffman: bool) -> Vec<u8> {
        let mut octets = Vec::new();
        for (name, value) in fields {
            octets.push(0x40);
            for text in [name, value] {
                let data = if huffman {
                    coded(text.as_bytes())
                } else {
                    text.as_bytes().to_vec()
                };
                let first = if huffman { 0x80 } else { 0 };
                hpack::integer::encode(first, 7, data.len() as u64, &mut octets);
                octets.extend(data);
            }
        }
        octets
    }

    fn session(blocks: &[Vec<u8>]) -> Session {
        let mut session = Session::new(Options::default());
        for block in blocks {
            session.push(&Incoming::new(Sender::Client, block));
        }
        session
    }

    /// All that must not change: names, lengths, places, sizes, faults.
    fn shape(session: &Session) -> Vec<String> {
        let rows = session.rows().iter().map(|row| {
            let name = session.name(row);
            format!(
                "{name:?} {} {} {} {}",
                row.value_octets, row.start, row.end, row.flags
            )
        });
        let blocks = session
            .blocks()
            .iter()
            .map(|block| format!("{:?} {:?} {:?}", block.octets, block.fault, block.after));
        rows.chain(blocks).collect()
    }

    const SECRET: &str = "id=4f3c9a77d1; theme=Dark~7";

    #[test]
    fn secrets_are_gone_and_nothing_else_changes() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig-Nature_9";
        for huffman in [false, true] {
            let first = block(
                &[
                    (":path", "/a"),
                    ("cookie", SECRET),
                    ("x-copy", SECRET),
                    ("x", token),
                ],
                huffman,
            );
            let all = session(&[first, vec![0xbe, 0xbf, 0xc0, 0xc1]]);
            let found = |blocks| all.secrets_in(blocks).into_iter().collect::<Vec<_>>();
            let expected = |count| [("cookie".to_owned(), count), ("x".to_owned(), count)];
            assert_eq!(found(0..2), expected(2));
            // The table that it meets, and what it refers to there.
            assert_eq!(found(1..2), expected(2));
            assert_eq!(found(0..1), expected(1));
            let masked = all.masked();
            assert_eq!(shape(&masked), shape(&all));
            let text = masked.export(0..2, "").unwrap();
            for secret in [SECRET, token, "4f3c9a77d1"] {
                for gone in [hex(secret.as_bytes()), hex(&coded(secret.as_bytes()))] {
                    assert!(!text.contains(&gone), "{secret}: {text}");
                }
            }
            // What is no secret stays.
            assert_eq!(masked.value(&masked.rows()[0]), Some(&b"/a"[..]));
            // A value that is masked already is no other one then.
            assert_eq!(shape(&masked.masked()), shape(&all));
        }
    }

    #[test]
    fn what_stands_behind_a_fault_is_overwritten() {
        let field = block(&[("cookie", SECRET)], false);
        let huffman = block(&[("cookie", SECRET)], true);
        let cases: Vec<(&str, Vec<u8>)> = vec![
            ("an index", [&[0xff, 0x40][..], &field].concat()),
            ("index 0", [&[0x80][..], &field].concat()),
            ("a size", [&[0x3f, 0xe1, 0xff, 0x7f][..], &field].concat()),
            ("a late size", [&[0x82, 0x20][..], &field].concat()),
            (
                "an integer",
                [&[0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff][..], &field].concat(),
            ),
            ("a cut value", field[..field.len() - 3].to_vec()),
            ("a cut coded value", huffman[..huffman.len() - 3].to_vec()),
            (
                "a cut length",
                [&[0x00, 0x01, b'a', 0x7f][..], &[0xff; 2]].concat(),
            ),
            (
                "EOS",
                [
                    &[0x00, 0x81, 0x1f, 0x84, 0xff, 0xff, 0xff, 0xff][..],
                    &field,
                ]
                .concat(),
            ),
            (
                "long padding",
                [&[0x00, 0x81, 0x1f, 0x82, 0x1f, 0xff][..], &field].concat(),
            ),
            (
                "padding",
                [&[0x00, 0x81, 0x1f, 0x81, 0x18][..], &field].concat(),
            ),
        ];
        for (what, octets) in cases {
            let all = session(&[octets, vec![0x82]]);
            assert!(all.blocks()[0].fault.is_some(), "{what}");
            let masked = all.masked();
            assert_eq!(shape(&masked), shape(&all), "{what}");
            let octets = hex(masked.octets(0));
            for part in [&SECRET[..8], &SECRET[10..18]] {
                assert!(!octets.contains(&hex(part.as_bytes())), "{what}: {octets}");
            }
            assert!(
                !octets.contains(&hex(&coded(SECRET.as_bytes())[..8])),
                "{what}"
            );
        }
    }

    #[test]
    fn tables_are_masked_too() {
        let text = session(&[block(&[("authorization", SECRET)], true), vec![0xbe]])
            .with_table(1)
            .unwrap();
        assert!(text.contains("4f3c9a77d1"));
        let paste = paste::read(text.as_bytes(), &paste::Options::default()).unwrap();
        let given = Session::decode(Options::default(), &paste.blocks);
        let masked = given.masked();
        assert_eq!(shape(&masked), shape(&given));
        let text = masked.with_table(0).unwrap();
        assert!(text.contains("# table 62 authorization: "), "{text}");
        assert!(!text.contains("4f3c9a77d1"), "{text}");
    }
}
