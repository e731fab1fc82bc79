//! Records of a session. Rows hold the locations of names and values instead of
//! copies.

use std::ops::Range;

use hpack::{DecodeError, DecodeErrorKind, Kind, TableState};
use http2::validity::Context;
use input::{Framed, Missing};

use crate::flags;

/// One field or size update. Small, because a session may have millions: the
/// [`Session`](crate::Session) resolves name, value and table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of its block in the session.
    pub block: u32,
    /// Offset of its first byte in the block.
    pub start: u32,
    /// Offset past its last byte.
    pub end: u32,
    /// Index on the wire, 0 if absent.
    pub index: u32,
    /// Bytes of its name, decoded; 0 if unknown.
    pub name_bytes: u32,
    /// Bytes of its value, decoded; 0 if unknown.
    pub value_bytes: u32,
    /// Number of known entries that it evicted.
    pub evicted: u32,
    /// Number of the table state after it.
    pub(crate) state_index: u32,
    /// For a name in an entry, its position relative to the end of the table
    /// before the block; for a Huffman-coded name, its offset in the block's
    /// part of the session's text; for a raw name, its offset in the block; for
    /// a size update, the new maximum.
    pub(crate) name_at: i32,
    /// Likewise for a literal value.
    pub(crate) value_at: i32,
    /// Bits of [`flags`].
    pub flags: u16,
    /// Representation.
    pub kind: Kind,
}

impl Row {
    /// Whether any bit of `flag` is set.
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Whether name and value are Huffman-coded; `None` if not literal.
    pub fn huffman(&self) -> [Option<bool>; 2] {
        [
            (flags::NAME_LITERAL, flags::NAME_HUFFMAN),
            (flags::VALUE_LITERAL, flags::VALUE_HUFFMAN),
        ]
        .map(|(literal, huffman)| self.has(literal).then(|| self.has(huffman)))
    }

    /// Decoded bytes of name and value.
    pub fn plain_bytes(&self) -> u64 {
        u64::from(self.name_bytes) + u64::from(self.value_bytes)
    }

    /// Maximum set by a size update, bytes; 0 for a field.
    pub fn size(&self) -> u32 {
        if self.kind == Kind::SizeUpdate {
            self.name_at.cast_unsigned()
        } else {
            0
        }
    }
}

flags! {
    /// Bits of [`Row::flags`], and bits added for a window of rows.
    pub mod flags: u16 {
        /// The name is a literal.
        NAME_LITERAL = 0,
        /// The name is Huffman-coded.
        NAME_HUFFMAN = 1,
        /// The value is a literal.
        VALUE_LITERAL = 2,
        /// The value is Huffman-coded.
        VALUE_HUFFMAN = 3,
        /// The name is unknown: inserted before the first byte.
        NAME_UNKNOWN = 4,
        /// The value is unknown: inserted before the first byte.
        VALUE_UNKNOWN = 5,
        /// The index is larger than any table could hold.
        IMPOSSIBLE = 6,
        /// An entry was inserted.
        INSERTED = 7,
        /// The entry was larger than the table, which it emptied (RFC 7541
        /// §4.4).
        TOO_LARGE = 8,
        /// In a window: the name is unknown and replaced by the user's guess.
        NAME_GUESSED = 9,
        /// In a window: the value is unknown and replaced by the user's guess.
        VALUE_GUESSED = 10,
    }
}

/// One header block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRecord {
    /// Number of its direction in the session.
    pub direction: u32,
    /// Number among the blocks of its direction.
    pub number: u32,
    /// Range of its bytes in the session.
    pub bytes: Range<usize>,
    /// Start of its literals in the session's text.
    pub(crate) text: usize,
    /// Range of its rows in the session.
    pub rows: Range<usize>,
    /// Number of fields.
    pub fields: u32,
    /// Error that ended decoding.
    pub error: Option<DecodeError>,
    /// Whether an earlier block of its direction failed.
    pub after_error: bool,
    /// Table before it, limits acknowledged.
    pub before: TableState,
    /// Table after it, or at the error.
    pub after: TableState,
    /// SETTINGS_HEADER_TABLE_SIZE values acknowledged before it, bytes.
    pub limit_changes: Vec<u32>,
    /// Whether unseen SETTINGS were acknowledged before it.
    pub limit_unknown: bool,
    /// Whether blocks of its direction are or may be missing before it.
    pub after_loss: bool,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver, if announced, bytes.
    pub max_header_list_size: Option<u32>,
    /// Label from the input.
    pub label: Option<String>,
    /// Encoded bytes of each kind, in the order of [`Kind::ALL`].
    pub kind_bytes: [u32; 5],
    /// Decoded bytes of all names and values.
    pub plain_bytes: u64,
    /// Header list size: name + value + 32 per field (RFC 9113 §6.5.2).
    pub list_bytes: u64,
    /// Number of rows with an unknown name or value.
    pub unknown_rows: u32,
    /// Message framing, if it came in frames.
    pub framed: Option<Framed>,
    /// Its part of its message, if known.
    pub context: Option<Context>,
}

impl BlockRecord {
    /// Whether its bytes are wrong, rather than cut.
    pub fn fails(&self) -> bool {
        self.error.is_some() && self.missing().is_none()
    }

    /// What is missing at its end, if it is cut.
    pub fn missing(&self) -> Option<Missing> {
        match self.error?.kind {
            DecodeErrorKind::Cut { missing } => {
                Some(missing.map_or(Missing::Unknown, Missing::Bytes))
            }
            _ => None,
        }
    }

    /// Whether it begins with a size update.
    pub fn has_size_update(&self) -> bool {
        self.kind_bytes[Kind::SizeUpdate as usize] > 0
    }

    /// Stream that it was sent on, if it came in frames.
    pub fn stream(&self) -> Option<u32> {
        Some(self.framed?.stream)
    }

    /// Promised stream, if it came in PUSH_PROMISE.
    pub fn promised(&self) -> Option<u32> {
        self.framed?.promised
    }
}
