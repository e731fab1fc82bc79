//! Header lists, the input of encoders.

use hpack::FieldLine;

use super::{Conversation, each_block, write_field};

/// The header lists of one direction of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// Initial SETTINGS_HEADER_TABLE_SIZE, bytes.
    pub limit: u32,
    /// The lists, in order.
    pub lists: Vec<List>,
}

/// A header list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Values of SETTINGS_HEADER_TABLE_SIZE acknowledged before it, bytes.
    pub limits: Vec<u32>,
    /// Its fields.
    pub fields: Vec<Line>,
}

/// Name and value of a field.
pub type Line = (Box<[u8]>, Box<[u8]>);

impl List {
    /// Returns the fields for the encoder of `hpack-core`.
    #[inline]
    pub fn lines(&self) -> impl Iterator<Item = FieldLine<'_>> {
        self.fields
            .iter()
            .map(|(name, value)| FieldLine::new(name, value))
    }
}

/// Returns the lists that `conversations` decode to.
#[must_use]
pub fn lists(conversations: &[Conversation]) -> Vec<Lists> {
    let of_one = |one: &Conversation| {
        let mut fields = Vec::new();
        each_block(std::slice::from_ref(one), |decoder, block| {
            let mut list = Vec::new();
            // Of an invalid block, the fields before the error.
            let _ = decoder.decode(block, |field| {
                list.push((field.name.into(), field.value.into()));
            });
            fields.push(list);
        });
        let lists = one.blocks.iter().zip(fields).map(|(sent, fields)| List {
            limits: sent.limit_changes.clone(),
            fields,
        });
        Lists {
            limit: one.limit,
            lists: lists.collect(),
        }
    };
    conversations.iter().map(of_one).collect()
}

/// Writes the fields of all lists, to compare outputs.
#[must_use]
pub fn write_lists(all: &[Lists]) -> Vec<u8> {
    let mut out = Vec::new();
    let fields = all.iter().flat_map(|one| &one.lists);
    for (name, value) in fields.flat_map(|list| &list.fields) {
        write_field(&mut out, name, value);
    }
    out
}
