//! Options for writing frames, and their errors.

use std::fmt;

use crate::{FrameType, Priority};

/// Smallest SETTINGS_MAX_FRAME_SIZE, and the default, bytes (§6.5.2).
pub const LEAST_MAX_FRAME_SIZE: u32 = 1 << 14;

/// Largest SETTINGS_MAX_FRAME_SIZE, bytes (§6.5.2).
pub const LARGEST_MAX_FRAME_SIZE: u32 = (1 << 24) - 1;

/// Largest stream (§4.1: 31 bits).
const LARGEST_STREAM: u32 = (1 << 31) - 1;

/// Longest padding, bytes (§6.1).
const MOST_PADDING: u32 = 255;

/// Options for writing frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framing {
    /// Stream of the frames.
    pub stream: u32,
    /// The receiver's SETTINGS_MAX_FRAME_SIZE, bytes of payload.
    pub max_frame_size: u32,
    /// Bytes of padding, up to 255; `Some(0)` gives a PADDED frame without any.
    pub padding: Option<u32>,
    /// Content of the frames.
    pub carries: Carries,
}

/// Content of frames, and further fields of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carries {
    /// A header block, in HEADERS (§6.2).
    Headers {
        /// Whether to set END_STREAM.
        end_stream: bool,
        /// Priority (RFC 7540 §5.3).
        priority: Option<Priority>,
    },
    /// A header block, in PUSH_PROMISE (§6.6).
    PushPromise {
        /// Promised stream.
        promised: u32,
    },
    /// Content, in DATA (§6.1).
    Data {
        /// Whether to set END_STREAM.
        end_stream: bool,
    },
}

impl Framing {
    /// Options for HEADERS on `stream` with the default frame size, without padding
    /// and priority.
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
        // The longest padding and prefix fit in the smallest frame size.
        self.padding
            .map(|bytes| u8::try_from(bytes).map_err(|_| FramingError::Padding(bytes)))
            .transpose()
    }
}

/// Why frames are not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramingError {
    /// Invalid SETTINGS_MAX_FRAME_SIZE.
    MaxFrameSize(u32),
    /// More than 255 bytes of padding.
    Padding(u32),
    /// Frames of this type are not allowed on this stream.
    Stream(FrameType, u32),
    /// The dependency of a priority has more than 31 bits.
    Dependency(u32),
    /// The stream would depend on itself.
    OnItself(u32),
    /// PUSH_PROMISE on a stream that the client did not open.
    PromisedOn(u32),
    /// A stream that a server cannot promise.
    Promised(u32),
}

impl FramingError {
    /// Section that defines the rule.
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
