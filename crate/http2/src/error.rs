//! §7: error codes.

/// Stable names of frame errors: some of §7, and two of this program.
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
    /// The octets end inside a frame.
    TruncatedFrame,
    /// END_HEADERS never came.
    IncompleteHeaderBlock,
}

impl ErrorCode {
    /// Its name in the command line's JSON.
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

/// The name of an error code in RST_STREAM or GOAWAY (§7); `None` where no
/// specification gives it one.
#[must_use]
pub const fn code_name(code: u32) -> Option<&'static str> {
    Some(match code {
        0x00 => "NO_ERROR",
        0x01 => "PROTOCOL_ERROR",
        0x02 => "INTERNAL_ERROR",
        0x03 => "FLOW_CONTROL_ERROR",
        0x04 => "SETTINGS_TIMEOUT",
        0x05 => "STREAM_CLOSED",
        0x06 => "FRAME_SIZE_ERROR",
        0x07 => "REFUSED_STREAM",
        0x08 => "CANCEL",
        0x09 => "COMPRESSION_ERROR",
        0x0a => "CONNECT_ERROR",
        0x0b => "ENHANCE_YOUR_CALM",
        0x0c => "INADEQUATE_SECURITY",
        0x0d => "HTTP_1_1_REQUIRED",
        _ => return None,
    })
}
