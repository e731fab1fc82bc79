//! Writing fields and updating the table.

use alloc::vec::Vec;

use super::{Choice, Encoder, FieldLine, Huffman, index::Key};
use crate::{
    dynamic_table::{Inserted, NameFrom, Origin},
    huffman, integer,
    representation::Kind,
    static_table,
};

impl Choice {
    fn without_index(self) -> Self {
        Self {
            kind: match self.kind {
                Kind::Indexed => Kind::WithoutIndexing,
                kind => kind,
            },
            index: None,
            ..self
        }
    }

    /// Appends `field` in this representation to `out`. The index is not checked.
    pub fn append(&self, field: FieldLine<'_>, out: &mut Vec<u8>) {
        self.append_texts(field.name, field.value, out);
    }

    /// Like [`append`](Self::append), with arguments that fit in registers.
    #[inline(never)]
    fn append_texts(self, name: &[u8], value: &[u8], out: &mut Vec<u8>) {
        let first = match self.kind {
            Kind::Indexed => 0x80,
            Kind::Incremental => 0x40,
            Kind::NeverIndexed => 0x10,
            Kind::WithoutIndexing | Kind::SizeUpdate => 0,
        };
        let prefix_bits = match self.kind {
            Kind::SizeUpdate => 4,
            kind => kind.prefix_bits(),
        };
        integer::encode(first, prefix_bits, self.index.unwrap_or(0).into(), out);
        if self.kind == Kind::Indexed {
            return;
        }
        if self.index.is_none() {
            write_string(name, self.name, out);
        }
        write_string(value, self.value, out);
    }
}

impl Encoder {
    /// Writes a field in the representation `choice`, without an index that does
    /// not refer to it, and inserts it into the table if that is incremental.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        field: FieldLine<'_>,
        key: &Key,
        choice: Choice,
        out: &mut Vec<u8>,
    ) {
        let choice = self.legal(field, key, choice);
        if let (Kind::Indexed, Some(index)) = (choice.kind, choice.index) {
            integer::encode(0x80, 7, index.into(), out);
            return;
        }
        choice.append_texts(field.name, field.value, out);
        if choice.kind == Kind::Incremental {
            self.insert_unreported(field.name, field.value, key.hashes(field), choice.index);
        }
    }

    /// Returns `choice`, without its index if that does not refer to the field.
    #[inline(always)]
    pub(super) fn legal(&self, field: FieldLine<'_>, key: &Key, choice: Choice) -> Choice {
        match self.is_legal(field, key, choice) {
            true => choice,
            false => choice.without_index(),
        }
    }

    /// Whether `choice` decodes to the field.
    #[inline(always)]
    fn is_legal(&self, field: FieldLine<'_>, key: &Key, choice: Choice) -> bool {
        match (choice.kind, choice.index) {
            (Kind::Indexed, None) => false,
            (Kind::Indexed, index) => key.index == index || self.refers_to(choice, field),
            (_, None) => true,
            (_, index) => key.name == index || self.refers_to(choice, field),
        }
    }

    /// Inserts a field into the table, sharing the name at `index`.
    #[inline(always)]
    pub(super) fn insert(
        &mut self,
        name: &[u8],
        value: &[u8],
        hashes: [u32; 2],
        index: Option<u32>,
    ) -> Inserted {
        let name = match index {
            None => NameFrom::Literal(name),
            Some(index @ 0..=static_table::LEN) => NameFrom::Static(index),
            Some(index) => match self.table.position(index) {
                Some(position) => NameFrom::Entry(position),
                None => NameFrom::Literal(name),
            },
        };
        let Some(inserted) = self.table.add(name, value, Origin::default()) else {
            // Never: the index is legal.
            return NOTHING;
        };
        self.index.follow_evictions(&self.table);
        if inserted.position.is_some() {
            self.index.push(hashes);
        }
        inserted
    }

    /// Like [`insert`](Self::insert), which is compiled a second time without its
    /// result.
    #[inline(never)]
    fn insert_unreported(
        &mut self,
        name: &[u8],
        value: &[u8],
        hashes: [u32; 2],
        index: Option<u32>,
    ) {
        self.insert(name, value, hashes, index);
    }
}

/// What an insertion reports that does not happen.
pub(super) const NOTHING: Inserted = Inserted {
    position: None,
    evicted: 0..0,
};

/// Writes a string literal (§5.2). The Huffman code is written in one pass: the
/// size of its length prefix is estimated, and the code moved if that was wrong.
fn write_string(text: &[u8], coding: Huffman, out: &mut Vec<u8>) {
    let start = out.len();
    if coding != Huffman::Never {
        // Header strings take five to six bits per byte.
        let guess = integer::encoded_len(7, text.len() as u64 * 3 / 4);
        out.push(0);
        if guess > 1 {
            out.resize(start + guess, 0);
        }
        huffman::encode(text, out);
        let coded = out.len() - start - guess;
        if coding == Huffman::Always || coded < text.len() {
            if guess == 1 && coded < 127 {
                out[start] = 0x80 | coded as u8;
            } else {
                insert_length(coded, start, guess, out);
            }
            return;
        }
        out.truncate(start);
    }
    integer::encode(0, 7, text.len() as u64, out);
    out.extend_from_slice(text);
}

/// Replaces the `room` bytes at `start` with the length of the `coded` bytes
/// after them.
#[cold]
#[inline(never)]
fn insert_length(coded: usize, start: usize, room: usize, out: &mut Vec<u8>) {
    let mut length = Vec::new();
    integer::encode(0x80, 7, coded as u64, &mut length);
    out.splice(start..start + room, length);
}
