//! Sessions that can be handed on: everything but what is known to say nothing
//! about a person is replaced, character by character, by what takes as many
//! bits, so that every position, size, entry and fault stays where it is.
//!
//! - [`Keep`] says which names and values stay. All else becomes a text that
//!   depends on nothing but the sorts of its characters and their bits.
//! - After a fault nothing is decoded: all of it is overwritten.

mod keep;
mod names;
mod replace;

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use hpack::{
    DecodeErrorKind, static_table,
    structure::{StringLiteral, representation_at},
};
use input::{Block, Problem, capture::About};
use serde::Serialize;

pub use keep::Keep;
use keep::Named;
use replace::Part;

use crate::{
    columns::{Row, flags},
    session::Session,
    text::shown,
    whole::FieldText,
};

/// Overwrites what comes after a fault.
const FILL: u8 = b'a';

/// The fields of a name, and how many of them are masked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Held {
    /// How many there are.
    pub fields: usize,
    /// Of these, those of which the name or the value is masked.
    pub masked: usize,
}

impl Keep {
    /// Masks a field that is spelled out.
    ///
    /// # Errors
    /// A sentence, where digits are no digits.
    pub fn masked(&self, field: &FieldText) -> Result<FieldText, String> {
        let (mut name, mut value) = field.octets()?;
        self.mask_value(&name, Named::Here, &mut value);
        self.mask_name(&mut name);
        Ok(FieldText::new(&name, &value))
    }

    /// Whether a value of `name` that is spelled out stays as it is.
    #[must_use]
    pub fn keeps(&self, name: &[u8], value: &[u8]) -> bool {
        let mut masked = value.to_vec();
        self.mask_value(name, Named::Here, &mut masked);
        masked == value
    }
}

/// A text that the input gives to something, masked.
fn text(text: &str) -> String {
    let mut bytes: Vec<u8> = text
        .chars()
        .map(|char| u8::try_from(char).unwrap_or(FILL))
        .map(|byte| if byte.is_ascii() { byte } else { FILL })
        .collect();
    replace::text(&mut bytes, Part::Value);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A sentence about an input, with all that it can quote of the input masked.
/// A quotation can itself hold quotation marks.
#[must_use]
pub fn sentence(sentence: &str) -> String {
    let (Some(from), Some(to)) = (sentence.find('“'), sentence.rfind('”')) else {
        return sentence.to_owned();
    };
    let from = from + '“'.len_utf8();
    match sentence.get(from..to) {
        Some(quoted) => format!("{}{}{}", &sentence[..from], text(quoted), &sentence[to..]),
        None => sentence.to_owned(),
    }
}

/// Masks what problems quote.
pub fn problems(problems: &mut [Problem]) {
    for problem in problems {
        problem.message = sentence(&problem.message);
    }
}

/// Masks what the input calls a connection; a host stays.
pub fn mask_label(about: &mut About) {
    if let Some(label) = &mut about.label {
        let mut host = std::mem::take(label).into_bytes();
        keep::mask_authority(&mut host);
        *label = String::from_utf8_lossy(&host).into_owned();
    }
}

impl Session {
    /// The names, in lower case, of the fields of the blocks `numbers` and of
    /// the tables that [`export`](Self::export) writes with them; `masked` is
    /// the same session as it is handed on.
    #[must_use]
    pub fn held(
        &self,
        masked: &Self,
        numbers: impl IntoIterator<Item = usize> + Clone,
    ) -> BTreeMap<String, Held> {
        let mut found = BTreeMap::<String, Held>::new();
        let mut add = |name: Option<&[u8]>, fields: usize, masked: usize| {
            if let Some(name) = name {
                let held = found.entry(shown(name).to_lowercase()).or_default();
                held.fields += fields;
                held.masked += masked;
            }
        };
        let tables = self.with_tables(numbers.clone());
        let others = masked.with_tables(numbers);
        // An entry that many fields refer to is compared once.
        let mut rows = HashMap::new();
        for ((number, before), (_, other)) in tables.zip(others) {
            let tables = before.table.iter().zip(&other.table);
            for (own, other) in
                tables.flat_map(|(own, other)| own.entries.iter().zip(&other.entries))
            {
                add(own.0.as_deref(), 1, usize::from(own != other));
            }
            for at in self.blocks()[number].rows.clone() {
                let (row, other) = (&self.rows()[at], &masked.rows()[at]);
                let at = |text: Option<&[u8]>| text.map(|text| (text.as_ptr(), text.len()));
                let key = (at(self.name(row)), at(self.value(row)));
                let (_, times) = rows.entry(key).or_insert(((row, other), 0));
                *times += 1;
            }
        }
        for ((row, other), times) in rows.into_values() {
            let is_masked =
                self.name(row) != masked.name(other) || self.value(row) != masked.value(other);
            add(self.name(row), times, if is_masked { times } else { 0 });
        }
        found
    }

    /// The same session with everything replaced that `keep` does not keep.
    #[must_use]
    pub fn masked(&self, keep: &Keep) -> Self {
        let mut options = self.options().clone();
        for (name, value) in &mut options.start.prior {
            keep.mask_value(name, Named::Here, value);
            keep.mask_name(name);
        }
        let mut masked = Self::new(options);
        let mut last: Vec<Option<usize>> = vec![None; self.directions().len()];
        let mut is_unsure = vec![false; self.directions().len()];
        for (number, record) in self.blocks().iter().enumerate() {
            let direction = record.direction as usize;
            let before = last[direction].replace(number);
            let is_imposed = !self.imposed(number as u32, false).is_empty();
            is_unsure[direction] |=
                record.after_fault || record.after_loss || before.is_some() && is_imposed;
            // The first block of a direction meets what the options say.
            let follows = match before {
                Some(_) => self.leads_to(before, number),
                None => !is_imposed,
            };
            let mut before = self.what_is_before(number, follows);
            if let Some(table) = &mut before.table {
                for (name, value) in &mut Arc::make_mut(table).entries {
                    mask_entry(keep, name, value, is_unsure[direction]);
                }
            }
            let octets = self.masked_block(number, keep, is_unsure[direction]);
            masked.push(&Block {
                label: record.label.as_deref().map(text).as_deref(),
                before: &before,
                ..Block::new(self.direction(number).sender, &octets)
            });
        }
        masked
    }

    /// The octets of a block, masked.
    fn masked_block(&self, number: usize, keep: &Keep, is_unsure: bool) -> Vec<u8> {
        let record = &self.blocks()[number];
        let mut octets = self.octets(number).to_vec();
        for row in &self.rows()[record.rows.clone()] {
            if !row.has(flags::VALUE_LITERAL) {
                continue;
            }
            let Ok(found) = representation_at(&octets, row.start as usize) else {
                continue;
            };
            if let Some(literal) = found.name {
                mask_literal(&mut octets, &literal, |name| keep.mask_name(name));
            }
            if let Some(literal) = found.value {
                let name = self.name(row).unwrap_or_default();
                let named = named(row, is_unsure);
                mask_literal(&mut octets, &literal, |value| {
                    keep.mask_value(name, named, value)
                });
            }
        }
        if let Some(fault) = &record.fault {
            let from = mask_fault(&mut octets, fault.field_offset, fault.at, fault.kind);
            octets[from..].fill(FILL);
        }
        octets
    }
}

fn named(row: &Row, is_unsure: bool) -> Named {
    if row.index <= static_table::LEN {
        Named::Here
    } else if is_unsure {
        Named::Unsure
    } else {
        Named::Table
    }
}

fn mask_entry(
    keep: &Keep,
    name: &mut Option<Vec<u8>>,
    value: &mut Option<Vec<u8>>,
    is_unsure: bool,
) {
    if let Some(value) = value {
        let named = if is_unsure || name.is_none() {
            Named::Unsure
        } else {
            Named::Here
        };
        keep.mask_value(name.as_deref().unwrap_or_default(), named, value);
    }
    if let Some(name) = name {
        keep.mask_name(name);
    }
}

fn mask_literal(octets: &mut [u8], literal: &StringLiteral, mask: impl FnOnce(&mut [u8])) {
    let data = &mut octets[literal.data.clone()];
    if literal.huffman {
        replace::coded(data, mask);
    } else {
        mask(data);
    }
}

/// Masks a representation with a fault; where what the fault is about ends.
fn mask_fault(octets: &mut [u8], field: usize, at: usize, kind: DecodeErrorKind) -> usize {
    let end = octets.len();
    if field >= end {
        return end;
    }
    let found = representation_at(octets, field);
    let (name, value) = match &found {
        Ok(found) => (&found.name, &found.value),
        Err(broken) => (&broken.name, &None),
    };
    for (literal, part) in [(name, Part::Name), (value, Part::Value)] {
        if let Some(literal) = literal {
            mask_literal(octets, literal, |text| replace::text(text, part));
        }
    }
    match found {
        // It breaks no rule of structure: its strings are whole.
        Ok(found) => found.range.end,
        Err(_) => {
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
mod tests;
