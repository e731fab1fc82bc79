//! Masked sessions for sharing: all text but known public names and values is
//! replaced character by character by text of the same Huffman code length, so
//! that every offset, size, entry and error stays the same.
//!
//! - [`Keep`] selects the names and values that are kept. A replacement depends
//!   only on the character classes and code lengths of the original, and with
//!   [`Keep::hashing`] on a hash of the value.
//! - Bytes after an error are overwritten, as they are not decoded.

mod keep;
mod names;
mod replace;

use std::{
    collections::{BTreeMap, HashMap},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use hpack::{
    DecodeErrorKind, static_table,
    structure::{StringLiteral, representation_at},
};
use input::{Block, Problem, capture::About};
use serde::Serialize;

pub use keep::Keep;
use keep::NameSource;
use replace::Part;

use crate::{
    columns::{Row, flags},
    export::Followed,
    session::Session,
    text::display,
    whole::FieldText,
};

/// Overwrites bytes after an error.
const FILL: u8 = b'a';

/// Number of fields with a name, and how many of them are masked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MaskCount {
    /// Number of fields.
    pub fields: usize,
    /// Number of fields whose name or value is masked.
    pub masked: usize,
}

impl Keep {
    /// Masks a literal field.
    pub fn masked(&self, field: &FieldText) -> Result<FieldText, String> {
        let (mut name, mut value) = field.bytes()?;
        self.mask_value(&name, NameSource::Literal, &mut value);
        self.mask_name(&mut name);
        Ok(FieldText::new(&name, &value))
    }

    /// Whether a literal value of `name` is kept.
    pub fn keeps(&self, name: &[u8], value: &[u8]) -> bool {
        let mut masked = value.to_vec();
        self.mask_value(name, NameSource::Literal, &mut masked);
        masked == value
    }
}

/// Masks a label from the input.
fn mask_text(text: &str) -> String {
    let mut bytes: Vec<u8> = text
        .chars()
        .map(|char| u8::try_from(char).unwrap_or(FILL))
        .map(|byte| if byte.is_ascii() { byte } else { FILL })
        .collect();
    replace::text(&mut bytes, Part::Value);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Masks quotations of the input in a sentence. Masks from the first opening to
/// the last closing quotation mark, because a quotation can contain quotation
/// marks.
pub fn sentence(sentence: &str) -> String {
    let (Some(from), Some(to)) = (sentence.find('“'), sentence.rfind('”')) else {
        return sentence.to_owned();
    };
    let from = from + '“'.len_utf8();
    match sentence.get(from..to) {
        Some(quoted) => format!(
            "{}{}{}",
            &sentence[..from],
            mask_text(quoted),
            &sentence[to..]
        ),
        None => sentence.to_owned(),
    }
}

/// Identifies bytes without revealing them.
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", replace::hash([0, 0], bytes))
}

/// Masks quotations in problems.
pub fn problems(problems: &mut [Problem]) {
    for problem in problems {
        problem.message = sentence(&problem.message);
    }
}

/// Masks what the input says of a connection besides its addresses: its label,
/// and what TLS names unless it is a host.
pub fn mask_about(about: &mut About, keep: &Keep) {
    if let Some(label) = about.label.as_mut().filter(|label| !is_made(label)) {
        *label = mask_text(label);
    }
    let Some(tls) = &mut about.tls else {
        return;
    };
    if let Some(name) = &mut tls.server_name {
        let mut host = std::mem::take(name).into_bytes();
        keep.mask_authority(&mut host);
        *name = String::from_utf8_lossy(&host).into_owned();
    }
    tls.missing = tls.missing.as_deref().map(sentence);
}

/// Whether a label is from this program, which gives them to connections
/// without one.
fn is_made(label: &str) -> bool {
    let socket = label.strip_prefix("NetLog socket ");
    label == "pasted frames" || socket.is_some_and(|id| id.parse::<u64>().is_ok())
}

/// Documentation addresses (RFC 5737, RFC 3849) and other ports, numbered in
/// the order of the originals.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    hosts: HashMap<IpAddr, IpAddr>,
    ports: HashMap<u16, u16>,
}

impl Addresses {
    /// What is unspecified stays so.
    pub(crate) fn replace(&mut self, address: SocketAddr) -> SocketAddr {
        let nth = self.hosts.len() as u32;
        let host = self.hosts.entry(address.ip()).or_insert_with(|| {
            if address.ip().is_unspecified() {
                return address.ip();
            }
            const NETS: [[u8; 3]; 3] = [[192, 0, 2], [198, 51, 100], [203, 0, 113]];
            match NETS.get(nth as usize / 254) {
                Some([a, b, c]) if address.is_ipv4() => {
                    Ipv4Addr::new(*a, *b, *c, (nth % 254 + 1) as u8).into()
                }
                _ => Ipv6Addr::from((0x2001_0db8_u128 << 96) + u128::from(nth) + 1).into(),
            }
        });
        let nth = self.ports.len() as u16;
        let port = match address.port() {
            0 => 0,
            port => *self.ports.entry(port).or_insert(nth.wrapping_add(50_001)),
        };
        SocketAddr::new(*host, port)
    }
}

/// A session that is masked block by block.
#[derive(Debug)]
pub struct Masking {
    keep: Keep,
    masked: Session,
    last: Vec<Option<usize>>,
    is_unsure: Vec<bool>,
}

impl Masking {
    /// Starts masking `session` without masking a block.
    pub fn new(session: &Session, keep: &Keep) -> Self {
        let mut options = session.options().clone();
        for (name, value) in &mut options.start.prior {
            keep.mask_value(name, NameSource::Literal, value);
            keep.mask_name(name);
        }
        Self {
            keep: keep.clone(),
            masked: Session::new(options),
            last: vec![None; session.directions().len()],
            is_unsure: vec![false; session.directions().len()],
        }
    }

    /// Blocks masked so far.
    pub fn masked(&self) -> &Session {
        &self.masked
    }

    /// Masks the next block of `session`.
    ///
    /// # Panics
    /// If there is no next block.
    pub fn next_block(&mut self, session: &Session) {
        let keep = &self.keep;
        let number = self.masked.blocks().len();
        let record = &session.blocks()[number];
        let direction = record.direction as usize;
        let before = self.last[direction].replace(number);
        let is_imposed = !session.table_edits(number as u32, false).is_empty();
        self.is_unsure[direction] |=
            record.after_error || record.after_loss || before.is_some() && is_imposed;
        let is_unsure = self.is_unsure[direction];
        // The options determine the table before the first block of a
        // direction.
        let follows = match before {
            Some(_) => session.leads_to(before, number),
            None => !is_imposed,
        };
        let mut before = session.context_of(number, follows);
        if let Some(table) = &mut before.table {
            for (name, value) in &mut Arc::make_mut(table).entries {
                mask_entry(keep, name, value, is_unsure);
            }
        }
        let bytes = session.masked_block(number, keep, is_unsure);
        self.masked.push(&Block {
            label: record.label.as_deref().map(mask_text).as_deref(),
            before: &before,
            ..Block::new(session.direction(number).sender, &bytes)
        });
    }
}

type Address = Option<(*const u8, usize)>;

/// Counts fields by lowercase name, in some blocks and in the tables that an
/// [`Exporter`](crate::export::Exporter) writes with them.
#[derive(Debug, Default)]
pub struct MaskCounter {
    original: Followed,
    other: Followed,
    counts: Vec<(String, MaskCount)>,
    numbers: HashMap<String, usize>,
    /// Number of each name, and whether it is masked: shared text is compared
    /// only once.
    names: HashMap<Address, (usize, bool)>,
    values: HashMap<Address, bool>,
}

impl MaskCounter {
    /// Counts the fields of a block. Numbers must be ascending; `masked` is the
    /// masked session.
    pub fn block(&mut self, session: &Session, masked: &Session, number: usize) {
        let original = self.original.next(session, number).table;
        let other = self.other.next(masked, number).table;
        for (original, other) in original.iter().zip(&other) {
            for (original, other) in original.entries.iter().zip(&other.entries) {
                if let Some(name) = &original.0 {
                    let name = self.number(name);
                    self.add(name, original != other);
                }
            }
        }
        let at = |text: Option<&[u8]>| text.map(|text| (text.as_ptr(), text.len()));
        for row in session.blocks()[number].rows.clone() {
            let (row, other) = (&session.rows()[row], &masked.rows()[row]);
            let Some(text) = session.name(row) else {
                continue;
            };
            let (name, is_masked) = match self.names.get(&at(Some(text))) {
                Some(&known) => known,
                None => {
                    let found = (self.number(text), Some(text) != masked.name(other));
                    self.names.insert(at(Some(text)), found);
                    found
                }
            };
            let value = session.value(row);
            let is_value_masked = self.values.entry(at(value));
            let is_value_masked = *is_value_masked.or_insert_with(|| value != masked.value(other));
            self.add(name, is_masked || is_value_masked);
        }
    }

    fn number(&mut self, name: &[u8]) -> usize {
        let name = display(name).to_ascii_lowercase();
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.counts.push((name.clone(), MaskCount::default()));
            self.counts.len() - 1
        })
    }

    fn add(&mut self, name: usize, is_masked: bool) {
        let (_, held) = &mut self.counts[name];
        held.fields += 1;
        held.masked += usize::from(is_masked);
    }

    /// Counts so far, by name.
    pub fn counts(&self) -> BTreeMap<&str, MaskCount> {
        let held = self.counts.iter();
        held.map(|(name, held)| (&**name, *held)).collect()
    }
}

impl Session {
    /// Masks all names and values that `keep` does not keep.
    pub fn masked(&self, keep: &Keep) -> Self {
        let mut masking = Masking::new(self, keep);
        for _ in self.blocks() {
            masking.next_block(self);
        }
        masking.masked
    }

    fn masked_block(&self, number: usize, keep: &Keep, is_unsure: bool) -> Vec<u8> {
        let record = &self.blocks()[number];
        let mut bytes = self.bytes(number).to_vec();
        for row in self.rows_of(number) {
            if !row.has(flags::VALUE_LITERAL) {
                continue;
            }
            let Ok(found) = representation_at(&bytes, row.start as usize) else {
                continue;
            };
            if let Some(literal) = found.name {
                mask_literal(&mut bytes, &literal, |name| keep.mask_name(name));
            }
            if let Some(literal) = found.value {
                let name = self.name(row).unwrap_or_default();
                let name_source = name_source(row, is_unsure);
                mask_literal(&mut bytes, &literal, |value| {
                    keep.mask_value(name, name_source, value)
                });
            }
        }
        if let Some(error) = &record.error {
            let from = mask_error(&mut bytes, error.field_offset);
            bytes[from..].fill(FILL);
        }
        bytes
    }
}

fn name_source(row: &Row, is_unsure: bool) -> NameSource {
    if row.index <= static_table::LEN {
        NameSource::Literal
    } else if is_unsure {
        NameSource::Uncertain
    } else {
        NameSource::Table
    }
}

fn mask_entry(
    keep: &Keep,
    name: &mut Option<Vec<u8>>,
    value: &mut Option<Vec<u8>>,
    is_unsure: bool,
) {
    if let Some(value) = value {
        let name_source = if is_unsure || name.is_none() {
            NameSource::Uncertain
        } else {
            NameSource::Literal
        };
        keep.mask_value(name.as_deref().unwrap_or_default(), name_source, value);
    }
    if let Some(name) = name {
        keep.mask_name(name);
    }
}

fn mask_literal(bytes: &mut [u8], literal: &StringLiteral, mask: impl FnOnce(&mut [u8])) {
    let data = &mut bytes[literal.data.clone()];
    if literal.huffman {
        replace::replace_coded(data, mask);
    } else {
        mask(data);
    }
}

/// Masks a representation with an error. Returns the end of the bytes that the
/// error depends on.
fn mask_error(bytes: &mut [u8], field: usize) -> usize {
    let end = bytes.len();
    if field >= end {
        return end;
    }
    let (name, value, kept) = match representation_at(bytes, field) {
        // Structurally valid: its strings are complete.
        Ok(found) => (found.name, found.value, found.range.end),
        Err(broken) => {
            let at = broken.error.at;
            let rest = &bytes[(at + 1).min(end)..];
            let kept = match broken.error.kind {
                // The length is kept, of the string only that.
                DecodeErrorKind::TruncatedString { .. } if bytes[at] & 0x7f < 0x7f => 0,
                DecodeErrorKind::TruncatedString { .. } => {
                    rest.iter().take_while(|byte| **byte & 0x80 != 0).count() + 1
                }
                _ => hpack::integer::MAX_CONTINUATION,
            };
            (broken.name, None, at + 1 + kept)
        }
    };
    for (literal, part) in [(name, Part::Name), (value, Part::Value)] {
        if let Some(literal) = literal {
            mask_literal(bytes, &literal, |text| replace::text(text, part));
        }
    }
    kept.min(end)
}

#[cfg(test)]
mod tests;
