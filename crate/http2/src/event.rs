//! What a connection takes, and what it reports, in the order in which it becomes whole.

use crate::{
    error::ErrorCode,
    frame::{Detail, Header, Priority, Sender},
};

/// When and in which packet something arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Number of the packet in the file, from 1; 0 if there are none.
    pub packet: u32,
    /// Nanoseconds since 1970; 0 if unknown.
    pub nanos: u64,
}

/// What comes next from one side of a connection; `B` holds the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<B> {
    /// The next bytes.
    Bytes(B, Arrival),
    /// Bytes are missing here: the number of them, if known.
    Lost(Option<u64>, Arrival),
    /// Nothing more comes.
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
    /// Offset of its header in the sender's stream of bytes; the preface and
    /// lost bytes count.
    pub offset: u64,
    /// Arrival of its last byte.
    pub arrival: Arrival,
    /// Whether reading began or resumed with it where the end of no frame led,
    /// as in the middle of a connection or after a loss.
    pub found: bool,
}

/// The part of a header block that one frame carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The frame's number in the connection, from 0.
    pub frame: u32,
    /// Where the fragment begins in the block.
    pub start: u32,
    /// Its length in bytes.
    pub length: u32,
    /// Its offset in the sender's stream of bytes.
    pub offset: u64,
    /// Bytes of padding, if the frame is PADDED.
    pub padding: Option<u8>,
    /// The first byte of the padding that is not zero, as it should be (§6.1),
    /// counted from 0 in the padding.
    pub padding_fault: Option<u8>,
    /// The priority, if the frame has one.
    pub priority: Option<Priority>,
}

/// The frames that carried a header block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framed {
    /// The stream.
    pub stream: u32,
    /// The promised stream, if the first frame is PUSH_PROMISE.
    pub promised: Option<u32>,
    /// Whether the HEADERS frame has END_STREAM.
    pub end_stream: bool,
}

impl Framed {
    /// The type of the first frame.
    #[must_use]
    pub fn frame(&self) -> &'static str {
        match self.promised {
            Some(_) => "PUSH_PROMISE",
            None => "HEADERS",
        }
    }
}

/// A whole header block (§4.3): its fragments joined, without padding and
/// priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Its sender.
    pub sender: Sender,
    /// Its stream and frames.
    pub framed: Framed,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Where they came from, in order.
    pub fragments: &'a [Fragment],
    /// Values of SETTINGS_HEADER_TABLE_SIZE, in bytes, that the sender
    /// acknowledged since its previous block, in order.
    pub limit_changes: &'a [u32],
    /// Whether, since its previous block and before `limit_changes`, the sender
    /// acknowledged SETTINGS that were not seen: without later changes, the
    /// limit is unknown.
    pub limit_unknown: bool,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver that the sender has
    /// acknowledged, in bytes.
    pub max_header_list_size: Option<u32>,
    /// Arrival of its last byte.
    pub arrival: Arrival,
}

/// Header blocks of one sender are missing, or may be: the content of its table
/// is unknown from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The sender whose bytes are missing.
    pub sender: Sender,
    /// Bytes missing, if known.
    pub bytes: Option<u64>,
    /// Offset in the sender's stream of bytes.
    pub offset: u64,
    /// What revealed it.
    pub arrival: Arrival,
    /// What was lost and where reading resumes, as a sentence.
    pub message: String,
}

/// A rule that a frame breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// Which rule.
    pub code: ErrorCode,
    /// The frame's sender.
    pub sender: Sender,
    /// The frame's number in the connection, from 0; the number it would have
    /// had if it is truncated.
    pub frame: u32,
    /// Offset of its header in the sender's stream of bytes.
    pub offset: u64,
    /// Its arrival.
    pub arrival: Arrival,
    /// The section of the rule.
    pub section: &'static str,
    /// A sentence.
    pub message: String,
}

/// One thing that a connection reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A frame is whole. Its number is the count of frames before it.
    Frame(Frame, Detail<'a>),
    /// A header block is whole; the frame that ended it was reported before.
    Block(Block<'a>),
    /// Header blocks may have been lost.
    Lost(Loss),
    /// The sender's last frame, or a block, is wrong.
    Error(FrameError),
    /// Bytes that could not be read as frames: their sender, the offset in its
    /// stream of bytes, and a sentence.
    Unread(Sender, u64, Arrival, String),
    /// Informational, with the same fields.
    Note(Sender, u64, Arrival, String),
}
