//! Describes a step in sentences, each with the section of its rule.

use hpack::Kind;
use serde::Serialize;

use super::{Explanation, Part, StringRole};
use crate::{
    columns::{Row, flags},
    session::Session,
    text::count,
};

/// A sentence with the section that it is based on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Rule {
    /// Section, as “RFC 7541 §4.4”.
    pub section: &'static str,
    /// Human-readable sentence.
    pub text: String,
}

fn evicted(entries: u32) -> String {
    let verb = if entries == 1 { "is" } else { "are" };
    format!("{} {verb} evicted", count(entries, "entry"))
}

pub(super) fn of(explanation: &Explanation, kind: Kind, row: &Row, session: &Session) -> Vec<Rule> {
    let mut rules = Vec::new();
    let mut add = |section, text: String| rules.push(Rule { section, text });
    let pattern = match kind {
        Kind::Indexed => "The first bit, 1, means that both name and value come from a table.",
        Kind::Incremental => {
            "The first bits, 01, mean that the field is a literal and becomes a new entry of the dynamic table."
        }
        Kind::WithoutIndexing => {
            "The first bits, 0000, mean that the field is a literal and leaves the dynamic table unchanged."
        }
        Kind::NeverIndexed => {
            "The first bits, 0001, mean that the field is a literal that no intermediary may add to a table: it is to stay out of compression, as a secret should."
        }
        Kind::SizeUpdate => "The first bits, 001, mean that the table's maximum changes.",
    };
    add(kind.section(), pattern.to_owned());
    for part in &explanation.parts {
        match part {
            Part::Integer(integer) if integer.superfluous > 0 => add(
                "RFC 7541 §5.1",
                format!(
                    "The integer is encoded with {} more than it needs, which is legal.",
                    count(integer.superfluous as u64, "byte")
                ),
            ),
            Part::Integer(_) => {}
            Part::Reference(reference) => add(
                "RFC 7541 §2.3.3",
                match (reference.age, reference.position) {
                    (None, _) => format!(
                        "Index {} is in the static table (1 to 61).",
                        reference.index
                    ),
                    (Some(_), None) => format!(
                        "A table of this maximum size cannot have an entry at index {}.",
                        reference.index
                    ),
                    (Some(age), Some(position)) => {
                        let from = match reference.from {
                            Some(from) => format!(
                                "was inserted by block {}, byte {}",
                                from.block + 1,
                                from.byte
                            ),
                            None if position < 0 => {
                                "was inserted before the first byte here".to_owned()
                            }
                            None => "was inserted by a block that is missing here".to_owned(),
                        };
                        format!(
                            "Index {} is 62 + {age}: {} newer. The entry {from}.",
                            reference.index,
                            match age {
                                0 => "no entry is".to_owned(),
                                1 => "1 entry is".to_owned(),
                                _ => format!("{age} entries are"),
                            }
                        )
                    }
                },
            ),
            Part::String(string) => {
                let which = match string.role {
                    StringRole::Name => "name",
                    StringRole::Value => "value",
                };
                let coded = (string.end - string.start) as u64;
                let text = if string.huffman {
                    let padding = match &string.padding {
                        Some(bits) => {
                            format!("{} of padding", count((bits.to - bits.from) as u64, "bit"))
                        }
                        None => "no padding".to_owned(),
                    };
                    let bits = count(coded * 8, "bit");
                    let characters = count(string.bytes as u64, "character");
                    format!("The {bits} of the {which} hold {characters} and {padding}.")
                } else {
                    let bytes = count(coded, "byte");
                    format!("The {which} is not Huffman-coded: {bytes}.")
                };
                add("RFC 7541 §5.2", text);
            }
        }
    }
    if row.has(flags::NAME_UNKNOWN) && kind != Kind::Indexed {
        add(
            "RFC 7541 §4.1",
            "The name was inserted before the first byte here and is unknown, so the entry's exact size is unknown too.".to_owned(),
        );
    }
    if let Some(insertion) = &explanation.insertion {
        let (name, least) = match insertion.name_bytes {
            Some(bytes) => (bytes.to_string(), ""),
            None => ("an unknown number".to_owned(), "at least "),
        };
        let (value, size) = (insertion.value_bytes.unwrap_or(0), insertion.size);
        add(
            "RFC 7541 §4.1",
            format!("The entry takes {name} + {value} + 32 = {least}{size} bytes."),
        );
        if !insertion.stored {
            add(
                "RFC 7541 §4.4",
                format!(
                    "It is larger than the table's maximum of {}: the table is emptied and nothing is added, which is not an error.",
                    insertion.before.max_size
                ),
            );
        } else if insertion.evicted_total > 0 {
            let evicted = evicted(insertion.evicted_total);
            add("RFC 7541 §4.4", format!("To make room, {evicted}."));
        }
    }
    if kind == Kind::SizeUpdate {
        let block = row.block as usize;
        add(
            "RFC 7541 §6.3",
            format!(
                "The maximum becomes {}; the decoder's limit is {}.",
                count(row.size(), "byte"),
                session.blocks()[block].before.limit()
            ),
        );
        if row.evicted > 0 {
            let text = match row.evicted {
                1 => "1 entry no longer fits and is evicted.".to_owned(),
                entries => format!("{entries} entries no longer fit and are evicted."),
            };
            add("RFC 7541 §4.3", text);
        }
    }
    rules
}
