//! What a connection reports, in the order in which it becomes whole.

use crate::{Frame, FrameError, Sender};

/// When and in which packet something arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Number of the packet in the file, from 1; 0 where there are none.
    pub packet: u32,
    /// Nanoseconds since 1970; 0 where the input does not say.
    pub nanos: u64,
}

/// One parameter of SETTINGS (§6.5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its identifier.
    pub id: u16,
    /// Its value.
    pub value: u32,
}

impl Setting {
    /// SETTINGS_HEADER_TABLE_SIZE.
    pub const HEADER_TABLE_SIZE: u16 = 1;
    /// SETTINGS_ENABLE_PUSH.
    pub const ENABLE_PUSH: u16 = 2;
    /// SETTINGS_MAX_CONCURRENT_STREAMS.
    pub const MAX_CONCURRENT_STREAMS: u16 = 3;
    /// SETTINGS_INITIAL_WINDOW_SIZE.
    pub const INITIAL_WINDOW_SIZE: u16 = 4;
    /// SETTINGS_MAX_FRAME_SIZE.
    pub const MAX_FRAME_SIZE: u16 = 5;
    /// SETTINGS_MAX_HEADER_LIST_SIZE.
    pub const MAX_HEADER_LIST_SIZE: u16 = 6;
    /// SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441 §3).
    pub const ENABLE_CONNECT_PROTOCOL: u16 = 8;
    /// SETTINGS_NO_RFC7540_PRIORITIES (RFC 9218 §2.1).
    pub const NO_RFC7540_PRIORITIES: u16 = 9;

    /// Its name; `None` where no specification gives it one.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self.id {
            Self::HEADER_TABLE_SIZE => "HEADER_TABLE_SIZE",
            Self::ENABLE_PUSH => "ENABLE_PUSH",
            Self::MAX_CONCURRENT_STREAMS => "MAX_CONCURRENT_STREAMS",
            Self::INITIAL_WINDOW_SIZE => "INITIAL_WINDOW_SIZE",
            Self::MAX_FRAME_SIZE => "MAX_FRAME_SIZE",
            Self::MAX_HEADER_LIST_SIZE => "MAX_HEADER_LIST_SIZE",
            Self::ENABLE_CONNECT_PROTOCOL => "ENABLE_CONNECT_PROTOCOL",
            Self::NO_RFC7540_PRIORITIES => "NO_RFC7540_PRIORITIES",
            _ => return None,
        })
    }
}

/// The priority of RFC 7540 §5.3, which RFC 9113 no longer uses.
///
/// ```text
/// +-+-------------------------------------------------------------+
/// |E|                  Stream Dependency (31)                     |
/// +-+-------------+-----------------------------------------------+
/// |  Weight (8)   |
/// +---------------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priority {
    /// The bit E.
    pub exclusive: bool,
    /// The stream depended on.
    pub dependency: u32,
    /// The octet on the wire: the weight less one.
    pub weight: u8,
}

/// What stands in a frame's payload, for the types that are small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail<'a> {
    /// Nothing that is kept.
    None,
    /// SETTINGS without ACK.
    Settings(&'a [Setting]),
    /// SETTINGS with ACK: the settings of the other side that it takes into
    /// use; `None` where those were not seen.
    Acknowledged(Option<&'a [Setting]>),
    /// RST_STREAM: the error code (§7).
    Reset(u32),
    /// GOAWAY: the last stream, the error code (§7) and the debug data.
    GoAway(u32, u32, &'a [u8]),
    /// PRIORITY.
    Priority(Priority),
    /// WINDOW_UPDATE: the increment, octets.
    Window(u32),
    /// PING: its eight octets.
    Ping([u8; 8]),
    /// PRIORITY_UPDATE: the stream that is meant, and the field value.
    PriorityUpdate(u32, &'a [u8]),
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
    /// What told of it.
    pub arrival: Arrival,
    /// Why, as a sentence: what was lost and where reading goes on.
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
