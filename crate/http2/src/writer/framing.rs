//! What frames are to be like, and what they cannot be like.

use std::fmt;

use crate::{FrameType, Priority};

/// The least SETTINGS_MAX_FRAME_SIZE, bytes, and the one in force until the
/// peer announces another (§6.5.2).
pub const LEAST_MAX_FRAME_SIZE: u32 = 1 << 14;

/// The largest SETTINGS_MAX_FRAME_SIZE, bytes (§6.5.2).
pub const LARGEST_MAX_FRAME_SIZE: u32 = (1 << 24) - 1;

/// The largest stream (§4.1: 31 bits).
const LARGEST_STREAM: u32 = (1 << 31) - 1;

/// The most bytes of padding (§6.1: their number is one byte).
const MOST_PADDING: u32 = 255;

/// How bytes are put into frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framing {
    /// The stream.
    pub stream: u32,
    /// The receiver's SETTINGS_MAX_FRAME_SIZE, bytes of payload.
    pub max_frame_size: u32,
    /// Bytes of padding, up to 255; with `Some(0)` the frame says that it
    /// has none.
    pub padding: Option<u32>,
    /// What the bytes are.
    pub carries: Carries,
}

/// What the bytes are, and what else their first frame says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carries {
    /// A header block, in HEADERS (§6.2).
    Headers {
        /// Whether nothing follows it on the stream.
        end_stream: bool,
        /// The priority of RFC 7540.
        priority: Option<Priority>,
    },
    /// A header block, in PUSH_PROMISE (§6.6).
    PushPromise {
        /// The stream that is promised.
        promised: u32,
    },
    /// Content, in DATA (§6.1).
    Data {
        /// Whether nothing follows it on the stream.
        end_stream: bool,
    },
}

impl Framing {
    /// HEADERS on `stream` as a peer takes them that has announced nothing:
    /// frames of up to 16,384 bytes; no padding, no priority.
    #[must_use]
    pub const fn headers(stream: u32, end_stream: bool) -> Self {
        Self {
            stream,
            max_frame_size: LEAST_MAX_FRAME_SIZE,
            padding: None,
            carries: Carries::Headers {
                end_stream,
                priority: None,
            },
        }
    }

    /// Returns the bytes of padding if such frames are allowed.
    pub(super) fn check(&self) -> Result<Option<u8>, FramingError> {
        let Self { stream, .. } = *self;
        let kind = match self.carries {
            Carries::Headers { .. } => FrameType::HEADERS,
            Carries::PushPromise { .. } => FrameType::PUSH_PROMISE,
            Carries::Data { .. } => FrameType::DATA,
        };
        if !(LEAST_MAX_FRAME_SIZE..=LARGEST_MAX_FRAME_SIZE).contains(&self.max_frame_size) {
            return Err(FramingError::MaxFrameSize(self.max_frame_size));
        }
        if stream == 0 || stream > LARGEST_STREAM {
            return Err(FramingError::Stream(kind, stream));
        }
        match self.carries {
            Carries::Headers {
                priority: Some(priority),
                ..
            } => {
                if priority.dependency > LARGEST_STREAM {
                    return Err(FramingError::Dependency(priority.dependency));
                }
                if priority.dependency == stream {
                    return Err(FramingError::OnItself(stream));
                }
            }
            Carries::PushPromise { promised } => {
                if stream.is_multiple_of(2) {
                    return Err(FramingError::PromisedOn(stream));
                }
                if promised == 0 || promised > LARGEST_STREAM || !promised.is_multiple_of(2) {
                    return Err(FramingError::Promised(promised));
                }
            }
            Carries::Headers { priority: None, .. } | Carries::Data { .. } => {}
        }
        // 255 bytes, their number, and what else stands in front of a block
        // are within the least of the frame sizes.
        self.padding
            .map(|bytes| u8::try_from(bytes).map_err(|_| FramingError::Padding(bytes)))
            .transpose()
    }
}

/// Why such frames are not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramingError {
    /// The peer cannot have announced this SETTINGS_MAX_FRAME_SIZE.
    MaxFrameSize(u32),
    /// More padding than a byte can count.
    Padding(u32),
    /// Frames of this type are not sent on this stream.
    Stream(FrameType, u32),
    /// A priority's stream has more than 31 bits.
    Dependency(u32),
    /// The stream would depend on itself.
    OnItself(u32),
    /// PUSH_PROMISE on a stream that the client did not open.
    PromisedOn(u32),
    /// A stream that a server cannot promise.
    Promised(u32),
}

impl FramingError {
    /// The section whose rule it is.
    #[must_use]
    pub fn section(self) -> &'static str {
        match self {
            Self::MaxFrameSize(_) => "RFC 9113 §6.5.2",
            Self::Padding(_) => "RFC 9113 §6.1",
            Self::Stream(kind, 0) => kind.section(),
            Self::Stream(..) | Self::Dependency(_) => "RFC 9113 §5.1.1",
            Self::OnItself(_) => "RFC 7540 §5.3.1",
            Self::PromisedOn(_) => "RFC 9113 §6.6",
            Self::Promised(_) => "RFC 9113 §5.1.1",
        }
    }
}

impl fmt::Display for FramingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxFrameSize(bytes) => write!(
                f,
                "A maximum frame size of {bytes} bytes is not allowed: it must be from {LEAST_MAX_FRAME_SIZE} to {LARGEST_MAX_FRAME_SIZE}."
            ),
            Self::Padding(bytes) => write!(
                f,
                "{bytes} bytes of padding are too many: the length is one byte, so at most {MOST_PADDING} fit."
            ),
            Self::Stream(kind, 0) => {
                write!(
                    f,
                    "{kind} cannot be sent on stream 0, which stands for the connection."
                )
            }
            Self::Stream(_, stream) | Self::Dependency(stream) => write!(
                f,
                "There is no stream {stream}: stream numbers have 31 bits, so {LARGEST_STREAM} is the last."
            ),
            Self::OnItself(stream) => write!(f, "Stream {stream} cannot depend on itself."),
            Self::PromisedOn(stream) => write!(
                f,
                "PUSH_PROMISE cannot be sent on stream {stream}: it is sent on streams that the client opened, and those have odd numbers."
            ),
            Self::Promised(0) => {
                f.write_str("Stream 0 cannot be promised: it stands for the connection.")
            }
            Self::Promised(stream) => write!(
                f,
                "Stream {stream} cannot be promised: a server's streams have even numbers of up to 31 bits."
            ),
        }
    }
}

impl std::error::Error for FramingError {}
