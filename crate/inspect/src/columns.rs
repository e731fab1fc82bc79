//! The records of a session. A name or value is not copied into its row: the
//! row says where it stands.

use std::ops::Range;

use hpack::{DecodeError, Kind, TableState};
use http2::validity::Context;
use input::Framed;

use crate::flags;

/// Where a name or value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the static table at this index, 1 to 61.
    Static(u32),
    /// In the entry at this position of its direction's log.
    Entry(i64),
    /// In the session's text, from this byte on.
    Text(usize),
    /// In the session's blocks, from this byte on.
    Blocks(usize),
    /// In an entry from before the first byte that is not known.
    Unknown(i64),
    /// Nowhere: the index is larger than any table could hold.
    Impossible,
    /// There is none: a size update has neither name nor value.
    None,
}

/// One field or size update. Kept small, because a session may have millions:
/// where its name and value stand, and the table after it, are asked of the
/// [`Session`](crate::Session).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of its block in the session.
    pub block: u32,
    /// Its bytes in the block, end exclusive.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// The index on the wire, 0 where there is none.
    pub index: u32,
    /// Bytes of its name, decoded; 0 where it is not known.
    pub name_bytes: u32,
    /// Bytes of its value, decoded; 0 where it is not known.
    pub value_bytes: u32,
    /// Known entries that it evicted.
    pub evicted: u32,
    /// Number of the table after it among the session's moments.
    pub(crate) moment: u32,
    /// Of the entry that the name is in, the position counted from the end
    /// of the table before the block; of the name in the session's text, the
    /// byte counted from the first of the block; of one that is not in the
    /// Huffman code, the byte of the block; of a size update, the size.
    pub(crate) name_at: i32,
    /// The same of a literal value.
    pub(crate) value_at: i32,
    /// [`flags`].
    pub flags: u16,
    /// How it was written.
    pub kind: Kind,
}

impl Row {
    /// Whether any of `flag` is set.
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Whether its literal name and its literal value are Huffman-coded; `None`
    /// for one that is no literal.
    pub fn huffman(&self) -> [Option<bool>; 2] {
        [
            (flags::NAME_LITERAL, flags::NAME_HUFFMAN),
            (flags::VALUE_LITERAL, flags::VALUE_HUFFMAN),
        ]
        .map(|(literal, huffman)| self.has(literal).then(|| self.has(huffman)))
    }

    /// Bytes of name and value, written out.
    pub fn plain_bytes(&self) -> u64 {
        u64::from(self.name_bytes) + u64::from(self.value_bytes)
    }

    /// The maximum that a size update sets, bytes; 0 for a field.
    pub fn size(&self) -> u32 {
        if self.kind == Kind::SizeUpdate {
            self.name_at.cast_unsigned()
        } else {
            0
        }
    }
}

flags! {
    /// Bits of [`Row::flags`], and those that a window of rows adds.
    pub mod flags: u16 {
        /// The name is a literal.
        NAME_LITERAL = 0,
        /// The name is Huffman-coded.
        NAME_HUFFMAN = 1,
        /// The value is a literal.
        VALUE_LITERAL = 2,
        /// The value is Huffman-coded.
        VALUE_HUFFMAN = 3,
        /// The name is from before the first byte and not known.
        NAME_UNKNOWN = 4,
        /// The value is from before the first byte and not known.
        VALUE_UNKNOWN = 5,
        /// The index is larger than any table could hold.
        IMPOSSIBLE = 6,
        /// A new entry was added.
        INSERTED = 7,
        /// The new entry was larger than the table, which it emptied (RFC 7541 §4.4).
        TOO_LARGE = 8,
        /// In a window: the name is not UTF-8.
        NAME_NOT_UTF8 = 9,
        /// In a window: the value is not UTF-8.
        VALUE_NOT_UTF8 = 10,
        /// In a window: the whole name is longer.
        NAME_CUT = 11,
        /// In a window: the whole value is longer.
        VALUE_CUT = 12,
        /// In a window: the name is not known, and shown as a person guessed it.
        NAME_GUESSED = 13,
        /// In a window: the value is not known, and shown as a person guessed it.
        VALUE_GUESSED = 14,
    }
}

/// One header block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRecord {
    /// Number of its direction in the session.
    pub direction: u32,
    /// Its number among the blocks of its direction.
    pub number: u32,
    /// Where its bytes stand in the session's.
    pub bytes: Range<usize>,
    /// Where its literals begin in the session's text, as far as they are there.
    pub(crate) text: usize,
    /// Its rows.
    pub rows: Range<usize>,
    /// Fields among its rows.
    pub fields: u32,
    /// Why it could not be decoded further.
    pub fault: Option<DecodeError>,
    /// Whether an earlier block of its direction had a fault.
    pub after_fault: bool,
    /// The table before it, limits acknowledged.
    pub before: TableState,
    /// The table after it, or at the fault.
    pub after: TableState,
    /// Values of SETTINGS_HEADER_TABLE_SIZE acknowledged before it, bytes.
    pub limit_changes: Vec<u32>,
    /// Whether SETTINGS that were not seen were acknowledged before it.
    pub limit_unknown: bool,
    /// Whether blocks of its direction are missing, or may be, before it.
    pub after_loss: bool,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver, bytes, if it has one.
    pub max_header_list_size: Option<u32>,
    /// What the input calls it.
    pub label: Option<String>,
    /// Bytes written in each kind, in the order of [`Kind::ALL`].
    pub kind_bytes: [u32; 5],
    /// Bytes of its fields, written out.
    pub plain_bytes: u64,
    /// Its size by RFC 9113 §6.5.2: name + value + 32 for each field.
    pub list_bytes: u64,
    /// Rows whose name or value is not known.
    pub unknown_rows: u32,
    /// What its frames say about its message, where it came in frames.
    pub framed: Option<Framed>,
    /// What part of which message it is, where that can be told.
    pub context: Option<Context>,
}
