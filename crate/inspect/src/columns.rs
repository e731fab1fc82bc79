//! The records of a session. A name or value is not copied into its row: the
//! row says where it stands.

use std::ops::Range;

use hpack::{Fault, Kind, Moment};

/// Where a name or value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the static table at this index, 1 to 61.
    Static(u32),
    /// In the entry at this position of its direction's log.
    Entry(i64),
    /// In the session's text, from this octet on.
    Text(usize),
    /// In an entry from before the first octet that is not known.
    Unknown(i64),
    /// Nowhere: the index is larger than any table could hold.
    Impossible,
    /// There is none: a size update has neither name nor value.
    None,
}

/// A name or value: where it stands and how many octets it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// Where it stands.
    pub source: Source,
    /// Its octets, decoded; 0 where it is not known.
    pub octets: u32,
}

impl Text {
    pub(crate) const NONE: Self = Self {
        source: Source::None,
        octets: 0,
    };

    /// Whether it is from before the first octet and not known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.source, Source::Unknown(_) | Source::Impossible)
    }
}

/// One field or size update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of its block in the session.
    pub block: u32,
    /// Its octets in the block, end exclusive.
    pub start: u32,
    /// One past its last octet.
    pub end: u32,
    /// How it was written.
    pub kind: Kind,
    /// [`flags`].
    pub flags: u16,
    /// The index on the wire, 0 where there is none.
    pub index: u32,
    /// Its name.
    pub name: Text,
    /// Its value.
    pub value: Text,
    /// Known entries that it evicted.
    pub evicted: u32,
    /// The maximum that a size update sets, octets.
    pub size: u32,
    /// The table after it.
    pub after: Moment,
}

impl Row {
    /// Whether `flag` is set.
    #[must_use]
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Octets of name and value, written out.
    #[must_use]
    pub fn plain_octets(&self) -> u64 {
        u64::from(self.name.octets) + u64::from(self.value.octets)
    }
}

/// Bits of [`Row::flags`].
pub mod flags {
    /// The name is a literal.
    pub const NAME_LITERAL: u16 = 1;
    /// The name is Huffman-coded.
    pub const NAME_HUFFMAN: u16 = 2;
    /// The value is a literal.
    pub const VALUE_LITERAL: u16 = 4;
    /// The value is Huffman-coded.
    pub const VALUE_HUFFMAN: u16 = 8;
    /// The name is from before the first octet and not known.
    pub const NAME_UNKNOWN: u16 = 16;
    /// The value is from before the first octet and not known.
    pub const VALUE_UNKNOWN: u16 = 32;
    /// The index is larger than any table could hold.
    pub const IMPOSSIBLE: u16 = 64;
    /// A new entry was added.
    pub const INSERTED: u16 = 128;
    /// The new entry was larger than the table, which it emptied (RFC 7541 §4.4).
    pub const TOO_LARGE: u16 = 256;
}

/// One header block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRecord {
    /// Number of its direction in the session.
    pub direction: u32,
    /// Its number among the blocks of its direction.
    pub number: u32,
    /// Where its octets stand in the session's.
    pub octets: Range<usize>,
    /// Its rows.
    pub rows: Range<usize>,
    /// Fields among its rows.
    pub fields: u32,
    /// Why it could not be decoded further.
    pub fault: Option<Fault>,
    /// Whether an earlier block of its direction had a fault.
    pub after_fault: bool,
    /// The table before it, limits acknowledged.
    pub before: Moment,
    /// The table after it, or at the fault.
    pub after: Moment,
    /// Values of SETTINGS_HEADER_TABLE_SIZE acknowledged before it, octets.
    pub limit_changes: Vec<u32>,
    /// What the input calls it.
    pub label: Option<String>,
    /// Octets written in each kind, in the order of [`Kind::ALL`].
    pub kind_octets: [u32; 5],
    /// Octets of its fields, written out.
    pub plain_octets: u64,
    /// Its size by RFC 9113 §6.5.2: name + value + 32 for each field.
    pub list_octets: u64,
    /// Rows whose name or value is not known.
    pub unknown_rows: u32,
}
