//! A representation to octets, and what it does to the table.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Choice, Encoder, FieldLine, Illegal};
use crate::{
    dynamic_table::{NameFrom, Origin},
    huffman, integer,
    representation::Kind,
    static_table,
};

/// What was written, and what became of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it stands in the output.
    pub octets: Range<usize>,
    /// The position of the entry that was added.
    pub inserted: Option<i64>,
    /// Entries that left.
    pub evicted: Range<i64>,
}

impl Encoder {
    /// Appends the octets of the field in the representation of `choice`,
    /// which is taken to be legal, and leaves every table as it is.
    pub fn spell(field: FieldLine<'_>, choice: &Choice, out: &mut Vec<u8>) {
        let first = match choice.kind {
            Kind::Indexed => 0x80,
            Kind::Incremental => 0x40,
            Kind::SizeUpdate => 0x20,
            Kind::NeverIndexed => 0x10,
            Kind::WithoutIndexing => 0,
        };
        let index = u64::from(choice.index.unwrap_or(0));
        integer::encode(first, choice.kind.prefix_bits(), index, out);
        if let Some(coded) = choice.name_huffman {
            string(field.name, coded, out);
        }
        if let Some(coded) = choice.value_huffman {
            string(field.value, coded, out);
        }
    }

    /// Appends the field to `out` in the representation of `choice`, and does
    /// to the table what that does. Of the choice only the kind, the index
    /// and the two codings count.
    ///
    /// # Errors
    /// [`Illegal`]; nothing is written and the table stays as it is.
    pub fn write(
        &mut self,
        field: FieldLine<'_>,
        choice: &Choice,
        out: &mut Vec<u8>,
    ) -> Result<Written, Illegal> {
        self.check(field, choice)?;
        let from = out.len();
        Self::spell(field, choice, out);
        let index = choice.index.unwrap_or(0);
        let mut written = Written {
            octets: from..out.len(),
            inserted: None,
            evicted: 0..0,
        };
        if choice.kind == Kind::Incremental {
            let name = match index {
                0 => NameFrom::Literal(field.name),
                1..=static_table::LEN => NameFrom::Static(index),
                _ => match self.table.position(index - static_table::LEN - 1) {
                    Some(position) => NameFrom::Entry(position),
                    None => NameFrom::Literal(field.name),
                },
            };
            let origin = Origin {
                block: self.blocks.wrapping_sub(1),
                offset: u32::try_from(from.saturating_sub(self.start)).unwrap_or(u32::MAX),
            };
            let inserted = self.table.add(name, field.value, origin);
            written.inserted = inserted.position;
            written.evicted = inserted.evicted;
            self.index.follow(&self.table);
        }
        Ok(written)
    }
}

/// §5.2.
fn string(text: &[u8], coded: bool, out: &mut Vec<u8>) {
    if coded {
        integer::encode(0x80, 7, huffman::encoded_len(text) as u64, out);
        huffman::encode(text, out);
    } else {
        integer::encode(0, 7, text.len() as u64, out);
        out.extend_from_slice(text);
    }
}
