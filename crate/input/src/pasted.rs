//! What a pasted text is read as.

use std::{borrow::Cow, ops::Range};

use serde::{Deserialize, Serialize};

use crate::{
    Place, Problem,
    feature::Feature,
    positions::{PlaceNames, PositionIndex},
    streams::Content,
};

/// How the text splits into blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Splitting"))]
#[serde(rename_all = "lowercase")]
pub enum Blocks {
    /// Blank lines separate blocks; several lines of bare hex are a block each
    /// if each is structurally whole.
    #[default]
    Auto,
    /// Blank lines separate blocks, other line ends join.
    Blank,
    /// Each line with bytes is a block.
    Lines,
}

/// Interpretation of the bytes, if the user overrides recognition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReadAs"))]
#[serde(rename_all = "lowercase")]
pub enum As {
    /// Header blocks.
    Blocks,
    /// HTTP/2 frames, with or without the client's preface.
    Frames,
}

/// Assigns senders to blocks if the text does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// One unknown sender with one table.
    #[default]
    One,
    /// Senders by pseudo-header fields: requests are the client's, responses
    /// the server's, and each side has its own table.
    #[serde(rename = "fields")]
    ByFields,
}

/// The user's choices for reading a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How the text splits into blocks.
    pub blocks: Blocks,
    /// How senders are assigned, if the text does not name them.
    pub sides: Sides,
    /// The format, if the user overrides recognition.
    pub format: Option<Format>,
    /// The content, if the user overrides recognition.
    pub content: Option<As>,
    /// Range of the text to read, in bytes; everything if `None`.
    pub part: Option<Range<usize>>,
}

/// A family of notations for bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Hexadecimal digits, in any spacing and with any prefix.
    #[default]
    Hex,
    /// Rows of bytes with offsets or a column of characters.
    Hexdump,
    /// String literals with escapes.
    Escaped,
    /// Base64, including its URL alphabet.
    Base64,
    /// Decimal numbers, signed or not.
    Decimal,
    /// Binary digits.
    Bits,
    /// Octal numbers.
    Octal,
    /// Percent-encoding.
    Percent,
    /// Bytes that are not text.
    Binary,
}

impl Format {
    /// Every format, most common first.
    pub const fn all() -> &'static [Format] {
        use Format::*;
        &[
            Hex, Hexdump, Escaped, Base64, Decimal, Bits, Octal, Percent, Binary,
        ]
    }

    /// The name in the command line's JSON.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The human-readable name.
    pub const fn title(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Format::Hex => ("hex", "hexadecimal"),
            Format::Hexdump => ("hexdump", "hex dump"),
            Format::Escaped => ("escaped", "escaped string"),
            Format::Base64 => ("base64", "Base64"),
            Format::Decimal => ("decimal", "decimal numbers"),
            Format::Bits => ("bits", "binary digits"),
            Format::Octal => ("octal", "octal numbers"),
            Format::Percent => ("percent", "percent-encoding"),
            Format::Binary => ("binary", "raw bytes"),
        }
    }
}

/// Separator of the blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// A single block.
    #[default]
    Single,
    /// Each line is a block.
    Lines,
    /// Blank lines.
    Blank,
    /// Marks in the text: labels, senders, settings, items of a list.
    Marks,
}

/// Result of reading a text.
#[derive(Clone, Debug, Default)]
pub struct Paste {
    /// The family of notation.
    pub format: Format,
    /// Its shape, human-readable: “dump”, “decimal bytes”.
    pub detail: String,
    /// The header blocks, in the order of the text; empty if
    /// [`Paste::content`] is something else.
    pub blocks: crate::Blocks,
    /// Kind of content.
    pub content: Content,
    /// Alternative interpretation of the bytes.
    pub other_content: Option<As>,
    /// Size and limit of the table at the start, in bytes, from a line
    /// `# initial table size N`.
    pub initial_table_size: Option<u32>,
    /// Notes about the reading.
    pub problems: Vec<Problem>,
    /// Description of the whole text without gaps; empty for bare bytes.
    pub parts: Vec<Part>,
    /// An equally likely notation.
    pub ambiguous: Option<Ambiguity>,
    /// Whether requests and responses are in one list without senders. With
    /// [`Sides::ByFields`] each side has its own table.
    pub two_directions: bool,
    /// What separated the blocks.
    pub split: Split,
    /// The alternative way of splitting, if possible.
    pub other: Option<Blocks>,
    /// Other formats that fit the text.
    pub others: Vec<Format>,
    /// The text that the places are in, if the input was not UTF-8.
    pub transcoded: Option<String>,
}

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub kind: PartKind,
}

/// Kind of a part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Bytes that were read, with their separators.
    Bytes,
    /// A label for the bytes after it.
    Label,
    /// A comment.
    Comment,
    /// A line such as `# SETTINGS_HEADER_TABLE_SIZE 256`.
    Setting,
    /// A line number.
    Margin,
    /// Blanks and punctuation.
    Separator,
    /// Skipped text.
    Skipped(Reason),
}

/// Reason for skipping a part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Not a header block for certain.
    NoBlock,
    /// The evidence that speaks most against it.
    Because(Feature),
    /// A repetition of bytes that are read elsewhere.
    Echo,
    /// The block of a frame that is read.
    InFrame,
    /// Bytes `from..to` of a block that is read, within its field of this number
    /// (from 1).
    Within {
        /// First byte.
        from: u16,
        /// Byte behind the last.
        to: u16,
        /// Field that has the first byte.
        field: u16,
    },
    /// Frames without a header block.
    NoHeaders,
    /// Not part of the frames or packets that are read.
    NotFramed,
    /// Outside the part that the user chose.
    NotChosen,
}

impl Reason {
    /// The human-readable reason.
    #[must_use]
    pub fn text(self) -> Cow<'static, str> {
        let text = match self {
            Self::NoBlock => "not a header block",
            Self::Because(feature) => feature.reason(),
            Self::Echo => "the same bytes again",
            Self::InFrame => "the block of a frame that is read",
            Self::Within { from, to, field } => {
                let last = to - 1;
                let text = format!(
                    "bytes {from} to {last} of a block that is read: they begin inside its field {field}"
                );
                return text.into();
            }
            Self::NoHeaders => "frames without a header block",
            Self::NotFramed => "not in the frames or packets that are read",
            Self::NotChosen => "outside of what is read",
        };
        text.into()
    }
}

/// Two possible notations with different bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// An explanation in one sentence.
    pub message: String,
    /// The notation that was not used.
    pub other: Format,
}

impl Paste {
    /// The skipped parts with the reasons.
    pub fn skipped(&self) -> impl Iterator<Item = (Place, Cow<'static, str>)> + '_ {
        self.parts.iter().filter_map(|part| match part.kind {
            PartKind::Skipped(reason) => Some((part.place, reason.text())),
            _ => None,
        })
    }

    /// The text that the places are in; `None` for raw bytes.
    #[must_use]
    pub fn text<'a>(&'a self, input: &'a [u8]) -> Option<&'a str> {
        let text = match &self.transcoded {
            Some(text) => Some(text.as_str()),
            None => str::from_utf8(input).ok(),
        };
        text.filter(|_| self.format != Format::Binary)
    }

    /// Returns names for places in the input, for messages.
    #[must_use]
    pub fn place_names<'a>(&'a self, input: &'a [u8]) -> PlaceNames<'a> {
        PlaceNames(self.text(input).map(PositionIndex::new))
    }
}

/// Splits `NAME: VALUE`; the name may be empty, or begin with a colon.
#[must_use]
pub fn split_field(field: &str) -> Option<(&str, &str)> {
    let is_end = |at: &usize| *at > 0 || field == ":" || field.starts_with(": ");
    let mut colons = field.match_indices(':').map(|colon| colon.0);
    let colon = colons.find(is_end)?;
    let (name, value) = (field[..colon].trim(), &field[colon + 1..]);
    let value = value.strip_prefix(' ').unwrap_or(value);
    (colon == 0 || !name.is_empty()).then_some((name, value))
}
