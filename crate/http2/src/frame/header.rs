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
    /// Bytes of the payload, below 2^24.
    pub length: u32,
    /// The frame's type.
    pub kind: FrameType,
    /// Its flags, as they stand, unused ones too.
    pub flags: u8,
    /// The bit before the stream, which means nothing.
    pub reserved: bool,
    /// The stream, below 2^31; 0 is the connection.
    pub stream: u32,
}

impl Header {
    /// Bytes of a frame header.
    pub const LEN: usize = 9;

    /// Every nine bytes are a header.
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

    /// As it goes on the wire: the low 24 bits of the length and the low 31
    /// bits of the stream.
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

    /// Whether a CONTINUATION frame has to follow (§6.10).
    #[must_use]
    pub const fn continues(&self) -> bool {
        self.kind.carries_block() && !self.has(flags::END_HEADERS)
    }
}

/// The header of the frame that `bytes` begin with, its payload as far as it
/// is there, and the bytes behind; `None` where the header is not whole.
#[must_use]
pub fn split_first(bytes: &[u8]) -> Option<(Header, &[u8], &[u8])> {
    let (header, rest) = bytes.split_first_chunk()?;
    let header = Header::parse(*header);
    let (payload, behind) = rest.split_at(rest.len().min(header.length as usize));
    Some((header, payload, behind))
}
