//! §4.1: the frame header.

use super::{FrameType, flags};

/// A frame header.
///
/// ```text
///   0                   1                   2                   3
/// +-----------------------------------------------+---------------+
/// |                 Length (24)                   |   Type (8)    |
/// +---------------+-+-------------+---------------+---------------+
/// |   Flags (8)   |R|             Stream Identifier (31)          |
/// +---------------+-+---------------------------------------------+
/// |                   Frame Payload (0...)                        |
/// +---------------------------------------------------------------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Length of the payload in bytes, below 2^24.
    pub length: u32,
    /// Frame type.
    pub kind: FrameType,
    /// Flags, including undefined ones.
    pub flags: u8,
    /// The reserved bit before the stream.
    pub reserved: bool,
    /// Stream, below 2^31; 0 is the connection.
    pub stream: u32,
}

impl Header {
    /// Length of a frame header, bytes.
    pub const LEN: usize = 9;

    /// Parses a header. Any nine bytes are valid.
    #[must_use]
    pub const fn parse(bytes: [u8; Self::LEN]) -> Self {
        let [a, b, c, kind, flags, s0, s1, s2, s3] = bytes;
        let stream = u32::from_be_bytes([s0, s1, s2, s3]);
        Self {
            length: u32::from_be_bytes([0, a, b, c]),
            kind: FrameType(kind),
            flags,
            reserved: stream >> 31 != 0,
            stream: stream & 0x7fff_ffff,
        }
    }

    /// Encodes the header, with the low 24 bits of the length and the low 31 bits
    /// of the stream.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::LEN] {
        let [_, a, b, c] = self.length.to_be_bytes();
        let reserved = (self.reserved as u32) << 31;
        let [s0, s1, s2, s3] = (self.stream & 0x7fff_ffff | reserved).to_be_bytes();
        [a, b, c, self.kind.0, self.flags, s0, s1, s2, s3]
    }

    /// Whether a flag is set.
    #[must_use]
    pub const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether the payload has a pad length and padding (§6.1, §6.2, §6.6).
    #[must_use]
    pub const fn is_padded(&self) -> bool {
        matches!(
            self.kind,
            FrameType::DATA | FrameType::HEADERS | FrameType::PUSH_PROMISE
        ) && self.has(flags::PADDED)
    }

    /// Whether a CONTINUATION frame must follow (§6.10).
    #[must_use]
    pub const fn continues(&self) -> bool {
        self.kind.carries_block() && !self.has(flags::END_HEADERS)
    }
}

/// Splits `bytes` into the header of the first frame, its possibly truncated
/// payload, and the rest; `None` if the header is incomplete.
#[must_use]
pub fn split_first(bytes: &[u8]) -> Option<(Header, &[u8], &[u8])> {
    let (header, rest) = bytes.split_first_chunk()?;
    let header = Header::parse(*header);
    let (payload, rest) = rest.split_at(rest.len().min(header.length as usize));
    Some((header, payload, rest))
}
