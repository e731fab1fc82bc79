//! §6: the kinds of representations.

use core::fmt;

/// Kind of a representation. `N+` below is an integer with an N-bit prefix
/// (§5.1), which can continue in further bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// §6.1, indexed header field: name and value from a table.
    ///
    /// ```text
    ///   0   1   2   3   4   5   6   7
    /// +---+---+---+---+---+---+---+---+
    /// | 1 |        Index (7+)         |
    /// +---+---------------------------+
    /// ```
    Indexed,
    /// §6.2.1, literal with incremental indexing: the field becomes an entry
    /// of the dynamic table. With index 0 a name follows before the value.
    ///
    /// ```text
    ///   0   1   2   3   4   5   6   7
    /// +---+---+---+---+---+---+---+---+
    /// | 0 | 1 |      Index (6+)       |
    /// +---+---+-----------------------+
    /// | H |     Value Length (7+)     |
    /// +---+---------------------------+
    /// | Value String (Length bytes)  |
    /// +-------------------------------+
    /// ```
    Incremental,
    /// §6.2.2, literal without indexing.
    ///
    /// ```text
    ///   0   1   2   3   4   5   6   7
    /// +---+---+---+---+---+---+---+---+
    /// | 0 | 0 | 0 | 0 |  Index (4+)   |
    /// +---+---+-----------------------+
    /// | H |     Value Length (7+)     |
    /// +---+---------------------------+
    /// | Value String (Length bytes)  |
    /// +-------------------------------+
    /// ```
    WithoutIndexing,
    /// §6.2.3, literal never indexed: intermediaries must not index it either.
    ///
    /// ```text
    ///   0   1   2   3   4   5   6   7
    /// +---+---+---+---+---+---+---+---+
    /// | 0 | 0 | 0 | 1 |  Index (4+)   |
    /// +---+---+-----------------------+
    /// | H |     Value Length (7+)     |
    /// +---+---------------------------+
    /// | Value String (Length bytes)  |
    /// +-------------------------------+
    /// ```
    NeverIndexed,
    /// §6.3, dynamic table size update: the table's new maximum, in bytes.
    ///
    /// ```text
    ///   0   1   2   3   4   5   6   7
    /// +---+---+---+---+---+---+---+---+
    /// | 0 | 0 | 1 |   Max size (5+)   |
    /// +---+---------------------------+
    /// ```
    SizeUpdate,
}

impl Kind {
    /// All kinds, in the order in which tools number them, from 0.
    pub const ALL: [Self; 5] = [
        Self::Indexed,
        Self::Incremental,
        Self::WithoutIndexing,
        Self::NeverIndexed,
        Self::SizeUpdate,
    ];

    /// Returns the kind of the representation whose first byte is `byte`.
    ///
    /// ```
    /// use hpack_core::Kind;
    ///
    /// assert_eq!(Kind::of(0x82), Kind::Indexed);
    /// assert_eq!(Kind::of(0x1f), Kind::NeverIndexed);
    /// ```
    #[inline]
    #[must_use]
    pub fn of(byte: u8) -> Self {
        match byte {
            0x80.. => Self::Indexed,
            0x40..0x80 => Self::Incremental,
            0x20..0x40 => Self::SizeUpdate,
            0x10..0x20 => Self::NeverIndexed,
            0x00..0x10 => Self::WithoutIndexing,
        }
    }

    /// Size of the integer prefix in the first byte: 4 to 7 bits.
    #[inline]
    #[must_use]
    pub fn prefix_bits(self) -> u8 {
        match self {
            Self::Indexed => 7,
            Self::Incremental => 6,
            Self::SizeUpdate => 5,
            Self::WithoutIndexing | Self::NeverIndexed => 4,
        }
    }

    /// Short name for people and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Indexed => "indexed",
            Self::Incremental => "incremental",
            Self::WithoutIndexing => "without",
            Self::NeverIndexed => "never",
            Self::SizeUpdate => "size-update",
        }
    }

    /// Section of RFC 7541 that defines it.
    #[must_use]
    pub fn section(self) -> &'static str {
        match self {
            Self::Indexed => "RFC 7541 §6.1",
            Self::Incremental => "RFC 7541 §6.2.1",
            Self::WithoutIndexing => "RFC 7541 §6.2.2",
            Self::NeverIndexed => "RFC 7541 §6.2.3",
            Self::SizeUpdate => "RFC 7541 §6.3",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_bits_determine_kind() {
        for byte in 0..=u8::MAX {
            let expected = match byte.leading_zeros() {
                0 => Kind::Indexed,
                1 => Kind::Incremental,
                2 => Kind::SizeUpdate,
                3 => Kind::NeverIndexed,
                _ => Kind::WithoutIndexing,
            };
            assert_eq!(Kind::of(byte), expected, "byte {byte:#04x}");
        }
    }

    #[test]
    fn kinds_have_names_and_sections() {
        for (kind, name, section) in [
            (Kind::Incremental, "incremental", "RFC 7541 §6.2.1"),
            (Kind::SizeUpdate, "size-update", "RFC 7541 §6.3"),
        ] {
            assert_eq!((kind.name(), kind.section()), (name, section));
        }
    }
}
