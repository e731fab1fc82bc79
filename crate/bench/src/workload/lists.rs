//! Header lists as an encoder is given them.

use hpack::FieldLine;

use super::{Conversation, each_block, write_field};

/// The header lists of one direction of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, in bytes.
    pub limit: u32,
    /// The lists, in order.
    pub lists: Vec<List>,
}

/// A header list, and the limits that are acknowledged before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Values of SETTINGS_HEADER_TABLE_SIZE, in bytes.
    pub limits: Vec<u32>,
    /// Its fields.
    pub fields: Vec<Line>,
}

/// A field: name and value.
pub type Line = (Box<[u8]>, Box<[u8]>);

impl List {
    /// Its fields, as our encoder takes them.
    #[inline]
    pub fn lines(&self) -> impl Iterator<Item = FieldLine<'_>> {
        self.fields
            .iter()
            .map(|(name, value)| FieldLine::new(name, value))
    }
}

/// The lists to which `conversations` decode.
#[must_use]
pub fn lists(conversations: &[Conversation]) -> Vec<Lists> {
    let of_one = |one: &Conversation| {
        let mut fields = Vec::new();
        each_block(std::slice::from_ref(one), |decoder, block| {
            let mut list = Vec::new();
            // The fields of a faulty block before its fault count.
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

/// The fields of all lists, as outputs are compared.
#[must_use]
pub fn write_lists(all: &[Lists]) -> Vec<u8> {
    let mut out = Vec::new();
    let fields = all.iter().flat_map(|one| &one.lists);
    for (name, value) in fields.flat_map(|list| &list.fields) {
        write_field(&mut out, name, value);
    }
    out
}
