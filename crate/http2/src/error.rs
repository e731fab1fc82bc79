//! §7: error codes.

/// Codes of frame errors: some of §7, and two of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// §7.
    ProtocolError,
    /// §7.
    FrameSizeError,
    /// §7.
    FlowControlError,
    /// §7.
    StreamClosed,
    /// §7 and §4.3: a header block that cannot be decoded.
    CompressionError,
    /// The bytes end inside a frame.
    TruncatedFrame,
    /// A header block has no END_HEADERS.
    IncompleteHeaderBlock,
}

impl ErrorCode {
    /// Name in the command line's JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ProtocolError => "PROTOCOL_ERROR",
            Self::FrameSizeError => "FRAME_SIZE_ERROR",
            Self::FlowControlError => "FLOW_CONTROL_ERROR",
            Self::StreamClosed => "STREAM_CLOSED",
            Self::CompressionError => "COMPRESSION_ERROR",
            Self::TruncatedFrame => "truncated-frame",
            Self::IncompleteHeaderBlock => "incomplete-header-block",
        }
    }
}

/// Names of the error codes of §7, by number.
const NAMES: [&str; 14] = [
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED",
];

/// Returns the name of an error code in RST_STREAM or GOAWAY (§7).
#[must_use]
pub fn code_name(code: u32) -> Option<&'static str> {
    NAMES.get(code as usize).copied()
}
