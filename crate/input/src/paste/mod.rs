//! Pasted text to header blocks, each octet knowing its place in the text.
//!
//! [`read`] goes through these steps, a module each:
//!
//! 1. text or bytes, and the text's likeness in plain ASCII ([`text`]);
//! 2. what this program has written ([`exported`]); what tools print that is
//!    more than header blocks, or none: streams and packets ([`follow`],
//!    [`printed`]), what is refused by its name ([`refuse`]);
//! 3. which lines count, who sent them and which settings stand between them
//!    ([`frame`], [`stamp`], [`sides`]), what a terminal, a page or a debugger
//!    puts around their octets ([`session`], [`items`]), and which column of
//!    them holds these ([`columns`]);
//! 4. the notation: the readers in turn, a module a family ([`json`],
//!    [`dump`] with [`row`], [`bare`] and [`numbers`], [`literal`],
//!    [`percent`], [`base64`]). A reader gives octets in pieces, each octet
//!    with its place, or says what is wrong, or that the text is in another
//!    notation;
//! 5. what was left unread ([`unread`]); where no reader knows the text, the
//!    whole blocks among its words ([`embedded`]);
//! 6. what the octets are: header blocks, frames or packets ([`assemble`],
//!    [`content`], [`streams`]);
//! 7. the pieces to blocks ([`split`], with [`well_formed`] to judge), what
//!    a damage left in the text ([`traces`]), and what the words beside the
//!    blocks say of them ([`wording`]).

mod assemble;
mod bare;
mod base64;
mod columns;
mod content;
mod dump;
mod embedded;
pub mod exported;
mod follow;
mod frame;
mod items;
mod json;
mod literal;
mod notes;
mod numbers;
mod percent;
mod pieces;
pub mod plain;
mod printed;
mod refuse;
mod row;
mod session;
mod sides;
mod split;
mod stamp;
mod streams;
mod text;
mod traces;
mod unread;
mod value;
mod well_formed;
mod wording;

use std::borrow::Cow;

use crate::{Block, Place, Problem, Refusal, RefusalKind};
use frame::Frame;
use notes::Notes;
use pieces::{Bond, Pieces};
use serde::{Deserialize, Serialize};
pub use streams::{Chunk, Content, Conversation, Packet, Stream, feed};
use text::{Nature, PositionIndex, Text, position};

/// How the text splits into blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Splitting"))]
#[serde(rename_all = "lowercase")]
pub enum Blocks {
    /// Blank lines part blocks; several lines of bare hex are a block each
    /// where each is structurally whole.
    #[default]
    Auto,
    /// Blank lines part blocks, other line ends join.
    Blank,
    /// Each line with octets is a block.
    Lines,
}

/// What the octets are, where the person overrules recognition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReadAs"))]
#[serde(rename_all = "lowercase")]
pub enum As {
    /// Header blocks.
    Blocks,
    /// HTTP/2 frames, with or without the client's preface.
    Frames,
}

/// Who sent the blocks of a list in which the text names no sender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// One sender, who is not known: one table.
    #[default]
    One,
    /// The pseudo-header fields tell: requests are the client's, responses
    /// the server's, and each has its own table.
    #[serde(rename = "fields")]
    ByFields,
}

/// What the person asks of the reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How the text splits into blocks.
    pub blocks: Blocks,
    /// Who sent them, where the text does not say.
    pub sides: Sides,
    /// The format, where the person overrules recognition.
    pub format: Option<Format>,
    /// What the octets are, where the person overrules recognition.
    pub content: Option<As>,
}

/// A family of notations for octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Hexadecimal digits, in any spacing and with any prefix.
    Hex,
    /// Rows of octets with offsets or a column of characters.
    Hexdump,
    /// String literals with escapes.
    Escaped,
    /// Base64, also its URL alphabet.
    Base64,
    /// Decimal numbers, also signed.
    Decimal,
    /// Binary digits.
    Bits,
    /// Octal numbers.
    Octal,
    /// Percent-encoding.
    Percent,
    /// JSON with octets inside.
    Json,
    /// The octets themselves.
    Binary,
}

impl Format {
    /// Every format, the commonest first.
    pub const fn all() -> &'static [Format] {
        use Format::*;
        &[
            Hex, Hexdump, Escaped, Base64, Decimal, Bits, Octal, Percent, Json, Binary,
        ]
    }

    /// The name in the command line's JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Hex => "hex",
            Format::Hexdump => "hexdump",
            Format::Escaped => "escaped",
            Format::Base64 => "base64",
            Format::Decimal => "decimal",
            Format::Bits => "bits",
            Format::Octal => "octal",
            Format::Percent => "percent",
            Format::Json => "json",
            Format::Binary => "binary",
        }
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Hex => "hexadecimal",
            Format::Hexdump => "hex dump",
            Format::Escaped => "escaped string",
            Format::Base64 => "Base64",
            Format::Decimal => "decimal numbers",
            Format::Bits => "binary digits",
            Format::Octal => "octal numbers",
            Format::Percent => "percent-encoding",
            Format::Json => "JSON",
            Format::Binary => "raw bytes",
        }
    }
}

/// What the blocks were parted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// There is one block.
    Single,
    /// Each line is a block.
    Lines,
    /// Blank lines.
    Blank,
    /// Offsets that start again.
    Offsets,
    /// Marks in the text: labels, senders, settings, items of a list.
    Marks,
}

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Paste {
    /// The family of notation.
    pub format: Format,
    /// Its shape, for people: “xxd dump”, “signed decimal bytes”.
    pub detail: String,
    /// The header blocks, in the order of the text; none where [`Paste::content`]
    /// says that something else was read.
    pub blocks: Vec<Block>,
    /// What was read.
    pub content: Content,
    /// The other content that the octets may be as well.
    pub other_content: Option<As>,
    /// Limit and maximum of the table at the start, in octets, from a line
    /// `# initial table size N`.
    pub initial_table_size: Option<u32>,
    /// What is worth knowing about the reading.
    pub problems: Vec<Problem>,
    /// The parts of the text that were passed over, in its order; each is
    /// among the problems too, or one of its kind.
    pub skipped: Vec<Skipped>,
    /// The notation that may be meant as well, where nothing in the text
    /// decides between the two.
    pub ambiguous: Option<Ambiguity>,
    /// Requests and responses stand in one list without senders: with
    /// [`Sides::ByFields`] each side has its own table.
    pub two_directions: bool,
    /// What the blocks were parted by.
    pub split: Split,
    /// The other way of parting that stands too.
    pub other: Option<Blocks>,
    /// Other formats under which the text can be read without error.
    pub others: Vec<Format>,
    /// The text that the places are in, where the input was not UTF-8 (but
    /// UTF-16, or an old code page).
    pub transcoded: Option<String>,
}

/// A part of the text that was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Where it stands.
    pub place: Place,
    /// Why, for people: “a line without bytes”.
    pub reason: Cow<'static, str>,
    /// Whether there is one of its kind in many lines, of which only the
    /// first is among the problems.
    pub(crate) each: bool,
}

/// Why a line was passed over of which nothing else is known.
const WITHOUT_BYTES: &str = "a line without bytes";

/// Two notations that the text can be in, with different bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// A sentence that says why.
    pub message: String,
    /// The notation in which the text was not read.
    pub other: Format,
}

impl Paste {
    /// What messages call bytes of the input that was read.
    #[must_use]
    pub fn place_names<'a>(&'a self, input: &'a [u8]) -> PlaceNames<'a> {
        let text = match &self.transcoded {
            Some(text) => Some(text.as_str()),
            None => str::from_utf8(input).ok(),
        };
        let text = text.filter(|_| self.format != Format::Binary);
        PlaceNames(text.map(PositionIndex::new))
    }
}

/// Names of places in an input: its lines are counted once.
#[derive(Clone, Debug)]
pub struct PlaceNames<'a>(Option<PositionIndex<'a>>);

impl PlaceNames<'_> {
    /// “line 3, column 5” (from 1, in code points), or “byte 120” where the
    /// input is no text.
    #[must_use]
    pub fn of(&self, byte: u32) -> String {
        match &self.0 {
            Some(index) => {
                let (line, column) = index.of(byte as usize);
                format!("line {line}, column {column}")
            }
            None => format!("byte {byte}"),
        }
    }
}

/// A refusal whose place is still a byte of the text.
#[derive(Debug)]
pub(crate) struct Fault {
    kind: RefusalKind,
    at: Option<usize>,
    message: String,
    /// The notations in which the text can be read though nothing decides
    /// between them, the likelier first.
    either: Option<[Format; 2]>,
}

impl Fault {
    /// The whole text is at fault.
    pub(crate) fn whole(kind: RefusalKind, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            at: None,
            message: message.into(),
            either: None,
        }
    }

    /// The text is at fault from its byte `at` on.
    pub(crate) fn at(kind: RefusalKind, at: usize, message: impl Into<String>) -> Fault {
        Fault {
            at: Some(at),
            ..Fault::whole(kind, message)
        }
    }

    /// The text can be read in either of two notations, the likelier first.
    pub(crate) fn either(notations: [Format; 2], at: usize, message: impl Into<String>) -> Fault {
        Fault {
            either: Some(notations),
            ..Fault::at(RefusalKind::Ambiguous, at, message)
        }
    }
}

/// The octets of a text in one notation, not yet parted into blocks.
pub(crate) struct Reading {
    pub(crate) format: Format,
    pub(crate) detail: String,
    pub(crate) pieces: Pieces,
    pub(crate) initial_table_size: Option<u32>,
    pub(crate) notes: Notes,
    pub(crate) skipped: Vec<Skipped>,
    /// Whether the text says what the octets decode to, and they do: it has
    /// no traces of a damage.
    pub(crate) confirmed: bool,
    /// A number that may be none of the octets, if it was read as one.
    pub(crate) doubt: Option<Place>,
    /// What the text calls the octets from these bytes of its likeness on.
    pub(crate) labels: Vec<(usize, String)>,
}

/// What a reader says of a text: `None` where it is not in its notation.
pub(crate) type Answer = Result<Option<Reading>, Fault>;

/// The largest input, in octets: places are 32-bit offsets.
const LARGEST: usize = 1 << 30;

/// Reads what a person pasted or dropped.
///
/// # Errors
/// A [`Refusal`] says where the text can't be understood, why, and what to do
/// instead. Nothing is guessed silently: where a reading was chosen,
/// [`Paste::problems`] says so.
pub fn read(input: &[u8], options: &Options) -> Result<Paste, Refusal> {
    if input.len() > LARGEST {
        let message = format!(
            "The input has {} bytes, more than the {LARGEST} that can be read at once.",
            input.len()
        );
        return Err(Refusal::new(RefusalKind::TooLarge, message));
    }
    // Octets that begin so are no text, though they may look like it.
    let preface = options.format.is_none() && input.starts_with(http2::PREFACE);
    if preface || options.format == Some(Format::Binary) {
        return binary(input, options);
    }
    let raw = match text::nature(input) {
        Nature::Text(raw) => raw,
        Nature::Binary if options.format.is_none() => return binary(input, options),
        Nature::Binary => {
            let message = "These bytes are not text: they hold control characters or are not UTF-8. Choose “raw bytes”.";
            return Err(Refusal::new(RefusalKind::Prose, message));
        }
    };
    let text = Text::new(&raw);
    let mut paste = read_text(&text, options).map_err(|fault| {
        let mut refusal = locate(&raw, fault);
        if refusal.kind == RefusalKind::Har {
            refusal.lists = crate::capture::har::lists(raw.as_bytes());
        }
        refusal
    })?;
    if let Cow::Owned(transcoded) = raw {
        paste.transcoded = Some(transcoded);
    }
    Ok(paste)
}

fn locate(raw: &str, fault: Fault) -> Refusal {
    let (line, column) = fault.at.map_or((0, 0), |at| position(raw, at));
    Refusal {
        line,
        column,
        offset: fault.at,
        ..Refusal::new(fault.kind, fault.message)
    }
}

/// Blocks that this program has written down.
fn read_exported(text: &Text) -> Result<Paste, Fault> {
    let (blocks, changed) = exported::read(text.raw)?;
    let mut notes = Notes::default();
    if let Some(at) = changed {
        notes.push((at, "The text was changed after it was written: its check does not fit. If that was on purpose, take “, check …” off the last line.".into()));
    }
    let reading = Reading {
        format: Format::Hex,
        detail: "exported header blocks".into(),
        pieces: Pieces::default(),
        initial_table_size: None,
        notes,
        skipped: Vec::new(),
        confirmed: false,
        doubt: None,
        labels: Vec::new(),
    };
    let split = match blocks.len() {
        1 => Split::Single,
        _ => Split::Lines,
    };
    Ok(Paste {
        blocks,
        split,
        ..split::nothing(reading, text)
    })
}

fn read_text(text: &Text, options: &Options) -> Result<Paste, Fault> {
    read_known(text, options).or_else(|fault| {
        let is_open = options.format.is_none()
            && options.content.is_none()
            && fault.either.is_none()
            && fault.kind != RefusalKind::Har;
        let reading = is_open.then(|| embedded::read(text)).flatten();
        reading.map_or(Err(fault), |reading| {
            let said: split::Said = |blocks, _, _, text| beside(blocks, text);
            Ok(split::split(reading, options, text, Some(said)))
        })
    })
}

/// What is to be said of blocks for what stands beside them.
fn beside(blocks: &[Block], text: &Text) -> Vec<notes::Noted> {
    let mut notes = embedded::missed(blocks, text);
    notes.extend(wording::notes(blocks, text));
    notes
}

fn read_known(text: &Text, options: &Options) -> Result<Paste, Fault> {
    if options.format.is_none() && options.content.is_none() && exported::is_exported(text.raw) {
        return read_exported(text);
    }
    if options.format.is_none()
        && let Some(followed) = follow::read(text, options.content)?
    {
        let content = Content::Frames(followed.conversations);
        return Ok(other_than_blocks(
            content,
            followed.format,
            followed.detail,
            text,
        ));
    }
    let mut frame = Frame::new(text)?;
    if options.format.is_none() {
        if let Some(paste) = printed::read(text, &frame)? {
            return Ok(paste);
        }
        refuse::by_name(text, &frame)?;
        refuse::entities(text)?;
        if text.raw.contains("\"frame_raw\"")
            && let Some(json::Json::Packets(content)) = json::read_any(text, &frame)?
        {
            return Ok(other_than_blocks(
                content,
                Format::Json,
                "JSON of tshark",
                text,
            ));
        }
    }
    frame.strip_stamps(text);
    if options.format.is_none() {
        session::strip(&mut frame, text);
    }
    frame.strip_sides(text);
    if options.format.is_none() {
        frame.strip_remarks(text);
        items::strip(&mut frame, text)?;
        columns::narrow(&mut frame, text)?;
    }
    let in_notation = |format: Format| {
        read_as(format, text, &frame)?.ok_or_else(|| {
            Fault::whole(
                RefusalKind::Prose,
                format!("The text can't be read as {}.", format.title()),
            )
        })
    };
    let mut ambiguous = None;
    let mut reading = match options.format {
        Some(format) => in_notation(format)?,
        None => match recognise(text, &frame) {
            Ok(reading) => reading,
            Err(fault) => {
                let Some([likelier, other]) = fault.either else {
                    return Err(fault);
                };
                let (Ok(reading), Ok(_)) = (in_notation(likelier), in_notation(other)) else {
                    return Err(fault);
                };
                ambiguous = Some(Ambiguity {
                    message: fault.message,
                    other,
                });
                reading
            }
        },
    };
    if reading.pieces.octets.is_empty() {
        return Err(Fault::whole(
            RefusalKind::Empty,
            "There are no bytes in this text. Paste the bytes of a header block, for example 82 86 84.",
        ));
    }
    let format = reading.format;
    // A person who names the notation may bring anything in it.
    let content = match assemble::content(&mut reading.pieces, options.content) {
        Err(_) if options.format.is_some() => Content::Blocks,
        content => content?,
    };
    if content != Content::Blocks {
        return Ok(Paste {
            content,
            other_content: Some(As::Blocks),
            others: others(format, text, &frame, &[]),
            ..split::nothing(reading, text)
        });
    }
    let other_content = content::may_be_frames(&reading.pieces.octets).then_some(As::Frames);
    if text.raw.len() > OTHERS_WITHIN {
        // They are not read again, and there may be as many blocks.
        frame.lines = Vec::new();
    }
    let said: split::Said = |blocks, format, skipped, text| {
        let mut notes = traces::notes(blocks, format, skipped, text);
        notes.extend(beside(blocks, text));
        notes
    };
    let mut paste = split::split(reading, options, text, Some(said));
    paste.other_content = other_content;
    paste.ambiguous = ambiguous;
    paste.others = others(format, text, &frame, &paste.blocks);
    Ok(paste)
}

/// A text of which more than header blocks was read.
fn other_than_blocks(content: Content, format: Format, detail: &str, text: &Text) -> Paste {
    let reading = Reading {
        format,
        detail: detail.into(),
        pieces: Pieces::default(),
        initial_table_size: None,
        notes: Notes::default(),
        skipped: Vec::new(),
        labels: Vec::new(),
        confirmed: false,
        doubt: None,
    };
    Paste {
        content,
        ..split::nothing(reading, text)
    }
}

/// Reads the text in the notation that it shows.
fn recognise(text: &Text, frame: &Frame) -> Result<Reading, Fault> {
    let readers: [fn(&Text, &Frame) -> Answer; 9] = [
        json::read,
        dump::read,
        |text, _| refuse::lossless(text).map(|()| None),
        bare::read,
        |text, frame| match bare::are_numbers(text, frame) {
            true => numbers::read(text, frame),
            false => Ok(None),
        },
        percent::read,
        literal::read,
        base64::read,
        numbers::read,
    ];
    for reader in readers {
        if let Some(reading) = reader(text, frame)? {
            unread::check(&reading, text)?;
            return Ok(reading);
        }
    }
    Err(refuse::prose(text, frame))
}

/// Reads the text in the notation that the person names.
fn read_as(format: Format, text: &Text, frame: &Frame) -> Answer {
    match format {
        Format::Hex | Format::Decimal | Format::Bits | Format::Octal => {
            numbers::read_as(format, text, frame)
        }
        Format::Hexdump => dump::read(text, frame),
        Format::Escaped => literal::read_as(text, frame),
        Format::Base64 => base64::read_as(text, frame),
        Format::Percent => percent::read_as(text, frame),
        Format::Json => json::read(text, frame),
        Format::Binary => Ok(None),
    }
}

/// Reading a text anew in every format is for what a person pastes, not for
/// files.
const OTHERS_WITHIN: usize = 1 << 16;

fn others(format: Format, text: &Text, frame: &Frame, blocks: &[Block]) -> Vec<Format> {
    if text.raw.len() > OTHERS_WITHIN {
        return vec![Format::Binary];
    }
    let stands = |other: &Format| {
        *other == Format::Binary
            || read_as(*other, text, frame)
                .is_ok_and(|answer| answer.is_some_and(|reading| is_other(&reading, blocks)))
    };
    Format::all()
        .iter()
        .copied()
        .filter(|other| *other != format)
        .filter(stands)
        .collect()
}

/// Whether a reading has octets, and others than these blocks.
fn is_other(reading: &Reading, blocks: &[Block]) -> bool {
    let octets = &reading.pieces.octets;
    !octets.is_empty() && !blocks.iter().flat_map(|block| &block.octets).eq(octets)
}

/// Reads bare bytes: one block, or frames.
fn binary(input: &[u8], options: &Options) -> Result<Paste, Refusal> {
    let refuse = |fault: Fault| Refusal {
        offset: fault.at,
        ..Refusal::new(fault.kind, fault.message)
    };
    if input.is_empty() {
        return Err(refuse(Fault::whole(
            RefusalKind::Empty,
            "There is nothing here. Paste or drop the bytes of a header block.",
        )));
    }
    let mut pieces = Pieces::default();
    pieces.begin(Bond::Apart);
    pieces.octets = input.to_vec();
    let content = match options.format {
        // A person who names the notation may bring anything in it.
        Some(_) if options.content.is_none() => Content::Blocks,
        _ => {
            content::check_file(input).map_err(refuse)?;
            assemble::content(&mut pieces, options.content).map_err(refuse)?
        }
    };
    Ok(Paste {
        format: Format::Binary,
        detail: "raw bytes".into(),
        blocks: match content {
            Content::Blocks => vec![binary_block(input)],
            _ => Vec::new(),
        },
        other_content: match content {
            Content::Blocks => content::may_be_frames(input).then_some(As::Frames),
            _ => Some(As::Blocks),
        },
        content,
        initial_table_size: None,
        problems: Vec::new(),
        skipped: Vec::new(),
        ambiguous: None,
        two_directions: false,
        split: Split::Single,
        other: None,
        others: Vec::new(),
        transcoded: None,
    })
}

fn binary_block(input: &[u8]) -> Block {
    Block {
        octets: input.to_vec(),
        places: (0..input.len() as u32)
            .map(|start| crate::Place {
                start,
                end: start + 1,
            })
            .collect(),
        ..Block::default()
    }
}
