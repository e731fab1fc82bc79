//! Why an input was not read.

use crate::Place;

/// Why an input was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, for programs.
    pub kind: RefusalKind,
    /// The line, from 1; 0 where the whole is meant.
    pub line: u32,
    /// The column, from 1, in code points; 0 where the whole is meant.
    pub column: u32,
    /// The byte of the text at fault.
    pub offset: Option<usize>,
    /// The run of bytes that is nearest to a header block: a person may want to
    /// read just that ([`paste::Options::part`](crate::paste::Options::part)).
    pub nearest: Option<Place>,
    /// A sentence: what is wrong, and what to do next.
    pub message: String,
}

impl Refusal {
    /// The whole input is meant.
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

/// The reasons for which a text is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// Nothing there, or comments only.
    Empty,
    /// A digit is missing.
    OddDigits,
    /// A character that is no digit of the notation.
    BadDigit,
    /// A number that is no byte.
    BadNumber,
    /// An escape that is not known, or a string without its end.
    BadEscape,
    /// Header fields as text: the bytes are gone.
    DecodedText,
    /// An HTTP archive: decoded fields only.
    Har,
    /// Shortened, or cut off.
    Truncated,
    /// A copy that lost bytes.
    Lossy,
    /// Text that is no notation of bytes.
    Prose,
    /// HTTP/2 frames.
    Frames,
    /// A connection's stream of bytes.
    Stream,
    /// Network packets.
    Packet,
    /// A capture file, or a log of a browser's network stack.
    Capture,
    /// An export of a tool, with more than header blocks in it.
    ToolExport,
    /// Both directions of a connection.
    TwoDirections,
    /// Two readings stand, and they differ.
    Ambiguous,
    /// Rows of a dump that do not follow each other.
    Offsets,
    /// A line `# …` with a number that can't be.
    Setting,
    /// More than can be read.
    TooLarge,
}
