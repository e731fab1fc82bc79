//! Input and events of a connection.

use crate::{
    error::ErrorCode,
    frame::{Detail, Header, Priority, Sender},
};

/// Time and packet of an arrival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Number of the packet in the file, from 1; 0 if unknown.
    pub packet: u32,
    /// Nanoseconds since 1970; 0 if unknown.
    pub nanos: u64,
}

/// Next input from one side of a connection; `B` holds the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<B> {
    /// The next bytes.
    Bytes(B, Arrival),
    /// Missing bytes: their number, if known.
    Lost(Option<u64>, Arrival),
    /// End of the input.
    End,
}

impl<B: AsRef<[u8]>> Input<B> {
    /// Borrows the bytes.
    pub fn as_ref(&self) -> Input<&[u8]> {
        match self {
            Self::Bytes(bytes, arrival) => Input::Bytes(bytes.as_ref(), *arrival),
            Self::Lost(count, arrival) => Input::Lost(*count, *arrival),
            Self::End => Input::End,
        }
    }
}

/// One frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its sender.
    pub sender: Sender,
    /// Its header.
    pub header: Header,
    /// Offset of its header in the sender's byte stream, counting the preface
    /// and lost bytes.
    pub offset: u64,
    /// Arrival of its last byte.
    pub arrival: Arrival,
    /// Whether it was found by resynchronisation, in the middle of a connection
    /// or after a loss.
    pub found: bool,
}

/// The part of a header block in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Number of the frame in the connection, from 0; `u32::MAX` if the frame is
    /// incomplete.
    pub frame: u32,
    /// Offset in the block.
    pub start: u32,
    /// Length in bytes.
    pub length: u32,
    /// Offset in the sender's byte stream.
    pub offset: u64,
    /// Bytes of padding, if the frame is PADDED.
    pub padding: Option<u8>,
    /// Offset in the padding of its first byte that is not zero, contrary to
    /// §6.1.
    pub padding_error: Option<u8>,
    /// Priority, if the frame has one.
    pub priority: Option<Priority>,
}

/// Stream and type of the frames of a header block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framed {
    /// Stream of the frames.
    pub stream: u32,
    /// Promised stream, if the first frame is PUSH_PROMISE.
    pub promised: Option<u32>,
    /// Whether the HEADERS frame has END_STREAM.
    pub end_stream: bool,
}

impl Framed {
    /// Type of the first frame.
    #[must_use]
    pub fn frame(&self) -> &'static str {
        match self.promised {
            Some(_) => "PUSH_PROMISE",
            None => "HEADERS",
        }
    }
}

/// How many bytes of a header block are missing at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// This many.
    Bytes(u64),
    /// Nothing says how many.
    Unknown,
}

/// A header block (§4.3): its joined fragments, without padding and priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Its sender.
    pub sender: Sender,
    /// Its stream and frames.
    pub framed: Framed,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// What is missing at its end, if it never became complete.
    pub missing: Option<Missing>,
    /// Positions of its fragments, in order.
    pub fragments: &'a [Fragment],
    /// Values of SETTINGS_HEADER_TABLE_SIZE, in bytes, that the sender
    /// acknowledged since its previous block, in order.
    pub limit_changes: &'a [u32],
    /// Whether, since its previous block and before `limit_changes`, the sender
    /// acknowledged SETTINGS that were not seen: without changes, the limit is
    /// then unknown.
    pub limit_unknown: bool,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver that the sender has
    /// acknowledged, in bytes.
    pub max_header_list_size: Option<u32>,
    /// Arrival of its last byte.
    pub arrival: Arrival,
}

/// Header blocks of one sender are or may be missing, so that the content of its
/// table is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The sender whose bytes are missing.
    pub sender: Sender,
    /// Number of missing bytes, if known.
    pub bytes: Option<u64>,
    /// Offset in the sender's byte stream.
    pub offset: u64,
    /// Arrival that revealed it.
    pub arrival: Arrival,
    /// Sentence on what was lost and where reading resumes.
    pub message: String,
}

/// Violation of a rule by a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// Error code.
    pub code: ErrorCode,
    /// Sender of the frame.
    pub sender: Sender,
    /// Number of the frame in the connection, from 0; the would-be number of a
    /// truncated frame.
    pub frame: u32,
    /// Offset of its header in the sender's byte stream.
    pub offset: u64,
    /// Its arrival.
    pub arrival: Arrival,
    /// Section of the rule.
    pub section: &'static str,
    /// Explanation, a sentence.
    pub message: String,
}

impl FrameError {
    /// Whether a frame or header block ends too early, rather than being wrong.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        let code = self.code;
        matches!(
            code,
            ErrorCode::TruncatedFrame | ErrorCode::IncompleteHeaderBlock
        )
    }
}

/// An event of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A complete frame. Its number is the count of frames before it.
    Frame(Frame, Detail<'a>),
    /// A header block, after the event of its last frame. One that never became
    /// complete is followed by [`Lost`](Self::Lost).
    Block(Block<'a>),
    /// Header blocks may have been lost.
    Lost(Loss),
    /// An error of the sender's last frame or of a block.
    Error(FrameError),
    /// Bytes that are not frames: their sender, offset in its byte stream,
    /// arrival, and a sentence.
    Unread(Sender, u64, Arrival, String),
    /// Informational, with the same fields.
    Note(Sender, u64, Arrival, String),
}
