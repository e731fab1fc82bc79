//! Reasons for rejecting an input.

use crate::{Place, positions::PositionIndex};

/// Explains why an input was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, for programs.
    pub kind: RefusalKind,
    /// Line, from 1; 0 for the whole input.
    pub line: u32,
    /// Column in code points, from 1; 0 for the whole input.
    pub column: u32,
    /// Offset into the text, in bytes.
    pub offset: Option<usize>,
    /// The run of bytes most likely to be a header block, which the user can
    /// choose to read alone
    /// ([`paste::Options::part`](crate::paste::Options::part)).
    pub nearest: Option<Place>,
    /// What is wrong, and what to do next.
    pub message: String,
}

impl Refusal {
    /// A refusal of the input as a whole.
    #[must_use]
    pub fn new(kind: RefusalKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            line: 0,
            column: 0,
            offset: None,
            nearest: None,
            message: message.into(),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// Reasons for not reading an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// Empty, or comments only.
    Empty,
    /// A digit is missing.
    OddDigits,
    /// A character that is not a digit of the notation.
    BadDigit,
    /// A number that does not fit in a byte.
    BadNumber,
    /// An unknown escape, or an unterminated string.
    BadEscape,
    /// Decoded header fields as text, without the encoded bytes.
    DecodedText,
    /// An HTTP archive: decoded fields only.
    Har,
    /// Shortened, or cut off.
    Truncated,
    /// A copy in which bytes were replaced or lost.
    Lossy,
    /// Text that is not a notation for bytes.
    Prose,
    /// Network packets.
    Packet,
    /// A capture file, or a log of a browser's network stack.
    Capture,
    /// Output of a tool that contains more than header blocks.
    ToolExport,
    /// Two valid readings that differ.
    Ambiguous,
    /// Rows of a dump that do not follow each other.
    Offsets,
    /// A `# …` setting with an invalid number.
    Setting,
    /// Larger than the limit.
    TooLarge,
}

impl Refusal {
    /// A refusal at a byte of the text.
    pub(crate) fn at(kind: RefusalKind, at: usize, message: impl Into<String>) -> Self {
        Self {
            offset: Some(at),
            ..Self::new(kind, message)
        }
    }

    /// Refuses a text that has more than `most` of something.
    pub(crate) fn too_many(most: usize, what: &str) -> Self {
        let message = format!("This text has more than {most} {what}. Paste a part of it.");
        Self::new(RefusalKind::TooLarge, message)
    }

    /// Adds line and column.
    pub(crate) fn locate(self, raw: &str) -> Self {
        let at = |at| PositionIndex::new(raw).find(at);
        let (line, column) = self.offset.map_or((0, 0), at);
        Self {
            line,
            column,
            ..self
        }
    }
}
