//! What a connection reports, in the order in which it becomes whole.

use crate::{
    error::ErrorCode,
    frame::{Detail, Header, Priority, Sender},
};

/// When and in which packet something arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Number of the packet in the file, from 1; 0 where there are none.
    pub packet: u32,
    /// Nanoseconds since 1970; 0 where the input does not say.
    pub nanos: u64,
}

/// One frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Who sent it.
    pub sender: Sender,
    /// Its header.
    pub header: Header,
    /// Where its header begins in the sender's stream of octets; a preface
    /// and what was lost count.
    pub offset: u64,
    /// What brought its last octet.
    pub arrival: Arrival,
    /// Whether reading began or went on with it where no frame's end led to
    /// it, as in the middle of a connection or after a loss.
    pub found: bool,
}

/// The part of a header block that one frame carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The frame's number among the connection's, from 0.
    pub frame: u32,
    /// Where the fragment begins in the block.
    pub start: u32,
    /// Its octets.
    pub length: u32,
    /// Where it begins in the sender's stream of octets.
    pub offset: u64,
    /// Octets of padding, where the frame is PADDED.
    pub padding: Option<u8>,
    /// The first octet of the padding that is not zero, as it should be
    /// (§6.1): its place in the padding, from 0.
    pub padding_fault: Option<u8>,
    /// The priority, where the frame has one.
    pub priority: Option<Priority>,
}

/// A whole header block (§4.3): its fragments joined, padding and priority
/// taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Who sent it.
    pub sender: Sender,
    /// The stream it was sent on.
    pub stream: u32,
    /// The promised stream, where it began with PUSH_PROMISE.
    pub promised: Option<u32>,
    /// Whether its HEADERS frame has END_STREAM.
    pub end_stream: bool,
    /// Its octets.
    pub octets: &'a [u8],
    /// Where they came from, in order.
    pub fragments: &'a [Fragment],
    /// Values of SETTINGS_HEADER_TABLE_SIZE that the sender acknowledged
    /// since its previous block, in order, octets.
    pub limit_changes: &'a [u32],
    /// Whether, since its previous block and before those of `limit_changes`,
    /// the sender acknowledged SETTINGS that were not seen: where there are no
    /// later changes, the limit is not known.
    pub limit_unknown: bool,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver that the sender has
    /// acknowledged, octets.
    pub max_header_list_size: Option<u32>,
    /// What brought its last octet.
    pub arrival: Arrival,
}

/// Header blocks of one sender that are missing, or may be: what its table
/// held until then is no longer known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Whose octets are missing.
    pub sender: Sender,
    /// Octets missing, where that is known.
    pub octets: Option<u64>,
    /// Where in the sender's stream of octets.
    pub offset: u64,
    /// What revealed it.
    pub arrival: Arrival,
    /// Why, as a sentence: what was lost and where reading goes on.
    pub message: String,
}

/// One thing wrong with a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// Which rule.
    pub code: ErrorCode,
    /// Who sent the frame.
    pub sender: Sender,
    /// The frame's number among the connection's, from 0; that of a frame
    /// that is not whole is the number it would have had.
    pub frame: u32,
    /// Where its header begins in the sender's stream of octets.
    pub offset: u64,
    /// What brought it.
    pub arrival: Arrival,
    /// The section that it breaks.
    pub section: &'static str,
    /// A sentence.
    pub message: String,
}

/// One thing that a connection reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A frame is whole. Its number is the count of those before it.
    Frame(Frame, Detail<'a>),
    /// A header block is whole; the frame that ended it was reported before.
    Block(Block<'a>),
    /// Header blocks may have been lost.
    Lost(Loss),
    /// The sender's last frame, or a block, is wrong.
    Error(FrameError),
    /// Octets that could not be read as frames: who, where in the sender's
    /// stream of octets, and a sentence.
    Unread(Sender, u64, Arrival, String),
    /// Worth knowing, and not wrong: who, where in the sender's stream of
    /// octets, and a sentence.
    Note(Sender, u64, Arrival, String),
}
