//! Finds header blocks in pasted text, each byte with its place.
//!
//! A run of bytes that is a decodable header block from the first bit to the
//! last, or a chain of HTTP/2 frames, is hardly ever an accident. So the reader
//! does not depend on who wrote the text: it finds every run in every notation
//! that fits, lets the decoder judge, and accounts for the rest of the text.
//! [`read`] goes through these steps:
//!
//! 1. [`text`] decodes the input and normalises it to ASCII with the same
//!    offsets. Text exported by this program goes to [`exported`], packets
//!    dissected by Wireshark to [`dissected`] instead.
//! 2. [`lexer`] splits it into *elements*: runs of numbers ([`number`]), escaped
//!    strings ([`literal`]), Base64, percent-encoding, dumps ([`dump`]),
//!    comments, and lines with settings ([`settings`]).
//! 3. [`candidates`] are every element in each of its readings ([`reading`], for
//!    numbers in every [`radix`]), and every way of joining elements: rows,
//!    operands of an expression ([`operands`]), a [`series`] of lines or items
//!    of one template, the header of a frame and its payload.
//! 4. [`features`] gives a candidate's evidence; [`judge`] grades bytes as a
//!    block, with the tables left by earlier blocks, [`frames`] and [`content`]
//!    as something else. [`weights`] has what each row of evidence counts, in
//!    bits: a table that the example `fit` writes from labelled texts.
//! 5. [`choose`] takes the candidates with the largest sum. A second pass adds
//!    who is like whom. Two readings within a bit are offered both.
//!    [`long`] does so in a text of many elements, along a single path.
//! 6. [`select`] decides between that and frames of both [`sides`]. If nothing
//!    is positive, [`refuse`] names what speaks most against the nearest run.
//! 7. [`finish`] builds blocks, frames or packets ([`Content`]), and lists what
//!    was skipped, with reasons.
//!
//! A text that is read wrong is a row of data in `tests/paste`, not a rule here.
//!
//! To add a notation of numbers, add a row in [`radix`]; for escapes in strings,
//! one in `literal::DIALECTS` and its tag in `candidates::elements`. Any other
//! notation needs a [`lexer::Kind`]; a method that finds its end, called by first byte
//! in `Lexer::read_element`, which looks no further than `text::NEAR` and drops
//! elements that it covers; a function in [`reading`]; and a line in
//! `tests/paste/notations.json` and `growth.json`. It needs a [`Format`] only
//! if the user can choose it.

mod bytes;
mod candidates;
mod choose;
mod content;
mod dissected;
mod dump;
mod evidence;
pub mod exported;
mod features;
mod finish;
#[cfg(feature = "fit")]
pub mod fit;
mod frames;
mod gap;
mod judge;
mod lexer;
mod literal;
mod long;
mod number;
mod operands;
mod radix;
mod reading;
mod refuse;
mod scan;
mod select;
mod series;
mod settings;
mod sides;
mod source;
mod text;
mod weights;

use std::{borrow::Cow, ops::Range};

use serde::{Deserialize, Serialize};

pub use crate::streams::{Chunk, Content, Conversation, Packet, Stream, feed};
use crate::{Place, Places, Problem, Refusal, RefusalKind, Sender};
use evidence::Feature;
pub(crate) use scan::{contains, find};
pub use settings::split_field;
use source::Source;
pub(crate) use text::PositionIndex;

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
    Because(&'static str),
    /// A repetition of bytes that are read elsewhere.
    Echo,
    /// The block of a frame that is read.
    InFrame,
    /// Bytes `from..to` of a block that is read, within its field of this number
    /// (from 1).
    Within {
        /// First byte.
        from: u32,
        /// Byte behind the last.
        to: u32,
        /// Field that has the first byte.
        field: u32,
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
            Self::Because(reason) => reason,
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

/// Names places in an input. Indexes the lines once.
#[derive(Clone, Debug)]
pub struct PlaceNames<'a>(Option<PositionIndex<'a>>);

impl PlaceNames<'_> {
    /// “line 3, column 5” (from 1, in code points); “byte 120” if not text.
    #[must_use]
    pub fn of(&self, byte: u32) -> String {
        match &self.0 {
            Some(index) => {
                let (line, column) = index.find(byte as usize);
                format!("line {line}, column {column}")
            }
            None => format!("byte {byte}"),
        }
    }
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
    fn too_many(most: usize, what: &str) -> Self {
        let message = format!("This text has more than {most} {what}. Paste a part of it.");
        Self::new(RefusalKind::TooLarge, message)
    }

    /// Adds line and column.
    fn locate(self, raw: &str) -> Self {
        let at = |at| PositionIndex::new(raw).find(at);
        let (line, column) = self.offset.map_or((0, 0), at);
        Self {
            line,
            column,
            ..self
        }
    }
}

/// Largest input, in bytes; places are 32-bit offsets.
const LARGEST: usize = 1 << 30;

/// Reads pasted or dropped input.
///
/// # Errors
/// A [`Refusal`] says where the text cannot be understood, why, and what to do.
/// Choices between possible readings are reported in [`Paste::problems`].
pub fn read(input: &[u8], options: &Options) -> Result<Paste, Refusal> {
    read_with(input, options, &choose::Weights::default())
}

fn read_with(input: &[u8], options: &Options, weights: &choose::Weights) -> Result<Paste, Refusal> {
    if input.len() > LARGEST {
        let message = format!(
            "The input has {} bytes, more than the {LARGEST} that can be read at once.",
            input.len()
        );
        return Err(Refusal::new(RefusalKind::TooLarge, message));
    }
    // A connection's preface looks like text.
    let is_binary = match options.format {
        None => input.starts_with(http2::PREFACE),
        Some(format) => format == Format::Binary,
    };
    let Some(raw) = text::decode(input).filter(|_| !is_binary) else {
        return match options.format {
            None | Some(Format::Binary) => read_bytes(input, options),
            Some(_) => Err(Refusal::new(RefusalKind::Prose, NO_TEXT)),
        };
    };
    let mut paste = read_text(&raw, options, weights).map_err(|fault| fault.locate(&raw))?;
    if let Cow::Owned(transcoded) = raw {
        paste.transcoded = Some(transcoded);
    }
    Ok(paste)
}

const NO_TEXT: &str =
    "These bytes are not text: they hold control characters or are not UTF-8. Choose “raw bytes”.";

fn read_text(raw: &str, options: &Options, weights: &choose::Weights) -> Result<Paste, Refusal> {
    let is_automatic = options.format.is_none() && options.content.is_none();
    if is_automatic && options.part.is_none() && exported::is_exported(raw) {
        return exported::read(raw);
    }
    if is_automatic
        && options.part.is_none()
        && let Some(answer) = dissected::read(raw)
    {
        return answer;
    }
    let range = match &options.part {
        Some(part) if raw.get(part.clone()).is_some() => part.clone(),
        _ => 0..raw.len(),
    };
    let mut plain = text::normalise(raw);
    text::unquote(&mut plain);
    let attempt = |with_comments: bool| -> Result<Paste, Refusal> {
        let elements = lexer::lex(&plain, raw, range.clone(), with_comments);
        if elements.list.len() == lexer::MOST {
            return Err(Refusal::too_many(lexer::MOST, "numbers, strings and words"));
        }
        if elements.dumps.len() == lexer::MOST_DUMPS {
            return Err(Refusal::too_many(lexer::MOST_DUMPS, "dumps"));
        }
        let source = Source {
            raw,
            plain: &plain[..range.end],
            elements: &elements,
            start: range.start,
            chosen: options.format,
        };
        select::read(source, options, weights)
    };
    match attempt(true) {
        // The bytes may be inside what looks like a comment.
        Err(fault)
            if matches!(fault.kind, RefusalKind::Empty | RefusalKind::Prose)
                && number::may_have_comments(&plain[..range.end]) =>
        {
            attempt(false).map_err(|_| fault)
        }
        answer => answer,
    }
}

const NOTHING: &str = "There is nothing here. Paste or drop the bytes of a header block.";
const MANGLED: &str = "These look like bytes that were saved as UTF-8 text: some are lost. Copy them as hex or Base64 instead (in Wireshark, “… as a Hex Stream”).";

/// Names the format of bare bytes that cannot be read.
fn name_bytes(input: &[u8], options: &Options) -> Option<(RefusalKind, String)> {
    if let Some(what) = content::file_format(input) {
        let message = format!(
            "This is {what}. Only captures, text and the bytes of header blocks can be read here."
        );
        return Some((RefusalKind::Capture, message));
    }
    if content::is_mangled(input) {
        return Some((RefusalKind::Lossy, MANGLED.to_owned()));
    }
    let named = content::describe_known(input).filter(|_| options.content.is_none())?;
    Some((RefusalKind::Packet, named.to_owned()))
}

/// Reads one block, frames, or a packet.
fn read_bytes(input: &[u8], options: &Options) -> Result<Paste, Refusal> {
    if input.is_empty() {
        return Err(Refusal::new(RefusalKind::Empty, NOTHING));
    }
    let is_chosen = options.format.is_some() && options.content.is_none();
    if !is_chosen && let Some((kind, message)) = name_bytes(input, options) {
        return Err(Refusal::at(kind, 0, message));
    }
    let is_automatic = !is_chosen && options.content.is_none();
    let mut paste = Paste {
        format: Format::Binary,
        detail: "raw bytes".into(),
        other_content: Some(As::Blocks),
        ..Paste::default()
    };
    if options.content == Some(As::Frames) || is_automatic && content::is_frames(input) {
        paste.content = Content::Frames(vec![Conversation {
            streams: vec![Stream {
                sender: content::sender(input).unwrap_or_default(),
                bytes: input.to_vec(),
                ..Stream::default()
            }],
            chunks: vec![Chunk {
                stream: 0,
                bytes: 0..input.len(),
            }],
        }]);
    } else if let Some(link) = content::packet(input).filter(|_| is_automatic) {
        let bytes = input.to_vec();
        paste.content = Content::Packets(vec![Packet { link, bytes }]);
    } else {
        let len = input.len() as u32;
        let bytes = (input.to_vec(), Places::consecutive(0, len));
        paste.blocks.append(bytes, &[len], Sender::Unknown, None);
        paste.other_content = content::may_be_frames(input).then_some(As::Frames);
    }
    Ok(paste)
}
