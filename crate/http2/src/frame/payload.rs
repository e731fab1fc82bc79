//! §6: what stands in payloads.

use super::{FrameType, Header, Setting, Settings, flags};

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
    /// The byte on the wire: the weight less one.
    pub weight: u8,
}

impl Priority {
    /// Bytes of a priority.
    pub const LEN: usize = 5;

    /// Every five bytes are a priority.
    #[must_use]
    pub const fn parse(bytes: [u8; Self::LEN]) -> Self {
        let [a, b, c, d, weight] = bytes;
        let word = u32::from_be_bytes([a, b, c, d]);
        Self {
            exclusive: word >> 31 != 0,
            dependency: word & 0x7fff_ffff,
            weight,
        }
    }

    /// As it goes on the wire; the dependency is below 2^31.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::LEN] {
        let exclusive = (self.exclusive as u32) << 31;
        let [a, b, c, d] = (exclusive | self.dependency).to_be_bytes();
        [a, b, c, d, self.weight]
    }
}

/// What stands in front of the content in DATA (§6.1), or of the header block
/// or its fragment in HEADERS (§6.2) and PUSH_PROMISE (§6.6). Frames of other
/// types have an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    /// Bytes of padding behind the content or fragment, in PADDED frames.
    pub padding: Option<u8>,
    /// Of HEADERS with the flag PRIORITY.
    pub priority: Option<Priority>,
    /// The promised stream, of PUSH_PROMISE.
    pub promised: Option<u32>,
    /// Bytes of the content or fragment between the prefix and the padding.
    pub body: u32,
}

/// Why a payload can't be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadError {
    /// It ends before the fields that the type and flags call for: a
    /// FRAME_SIZE_ERROR (§4.2).
    TooShort,
    /// The padding is longer than what is left of it: a PROTOCOL_ERROR (§6.1).
    PaddingTooLong,
}

impl Prefix {
    /// Bytes that the prefix has in a frame with this header, up to 6; its
    /// payload may be shorter.
    #[must_use]
    pub const fn len(header: &Header) -> usize {
        let fields = match header.kind {
            FrameType::HEADERS if header.has(flags::PRIORITY) => Priority::LEN,
            FrameType::PUSH_PROMISE => 4,
            _ => 0,
        };
        fields + header.is_padded() as usize
    }

    /// Reads the prefix at the start of a payload, which need not be there
    /// further than that.
    ///
    /// # Errors
    /// [`PayloadError`], by the length in the header too.
    pub fn parse(header: &Header, payload: &[u8]) -> Result<Self, PayloadError> {
        let within = payload.len().min(header.length as usize);
        let mut fields = payload[..within]
            .get(..Self::len(header))
            .ok_or(PayloadError::TooShort)?;
        let mut prefix = Self::default();
        if header.is_padded() {
            prefix.padding = fields.split_off_first().copied();
        }
        match header.kind {
            FrameType::PUSH_PROMISE => prefix.promised = u31(fields),
            _ => prefix.priority = fields.first_chunk().copied().map(Priority::parse),
        }
        let around = Self::len(header) as u32 + u32::from(prefix.padding.unwrap_or(0));
        prefix.body = header
            .length
            .checked_sub(around)
            .ok_or(PayloadError::PaddingTooLong)?;
        Ok(prefix)
    }
}

/// The prefix of a payload, and the content or fragment behind it, without
/// padding; both as far as the payload is there.
///
/// # Errors
/// [`PayloadError`], also where the payload is cut inside the prefix.
pub fn split_body<'a>(
    header: &Header,
    payload: &'a [u8],
) -> Result<(Prefix, &'a [u8]), PayloadError> {
    let prefix = Prefix::parse(header, payload)?;
    let body = &payload[Prefix::len(header)..];
    Ok((prefix, &body[..body.len().min(prefix.body as usize)]))
}

/// What stands in a frame's payload, for the types that are small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail<'a> {
    /// Nothing that is kept.
    None,
    /// SETTINGS without ACK.
    Settings(Settings<'a>),
    /// SETTINGS with ACK: the settings of the other side that it takes into
    /// use; `None` where those were not seen.
    Acknowledged(Option<&'a [Setting]>),
    /// RST_STREAM: the error code (§7).
    Reset(u32),
    /// GOAWAY: the last stream, the error code (§7) and the debug data.
    GoAway(u32, u32, &'a [u8]),
    /// PRIORITY.
    Priority(Priority),
    /// WINDOW_UPDATE: the increment, bytes.
    Window(u32),
    /// PING: its eight bytes.
    Ping([u8; 8]),
    /// PRIORITY_UPDATE: the stream that is meant, and the field value.
    PriorityUpdate(u32, &'a [u8]),
}

impl<'a> Detail<'a> {
    /// Reads a payload, as far as it is there. What is too short is
    /// [`Detail::None`], and what is too long is not looked at behind the
    /// fields; acknowledged settings are for the connection to know.
    #[must_use]
    pub fn parse(header: &Header, payload: &'a [u8]) -> Self {
        let detail = match header.kind {
            FrameType::SETTINGS if header.has(flags::ACK) => Some(Self::Acknowledged(None)),
            FrameType::SETTINGS => Some(Self::Settings(Settings::new(payload))),
            FrameType::PRIORITY => payload
                .first_chunk()
                .map(|bytes| Self::Priority(Priority::parse(*bytes))),
            FrameType::RST_STREAM => u32(payload).map(Self::Reset),
            FrameType::PING => payload.first_chunk().copied().map(Self::Ping),
            FrameType::GOAWAY => payload.split_at_checked(4).and_then(|(last, rest)| {
                Some(Self::GoAway(u31(last)?, u32(rest)?, rest.get(4..)?))
            }),
            FrameType::WINDOW_UPDATE => u31(payload).map(Self::Window),
            FrameType::PRIORITY_UPDATE => payload
                .split_at_checked(4)
                .and_then(|(stream, value)| Some(Self::PriorityUpdate(u31(stream)?, value))),
            _ => None,
        };
        detail.unwrap_or(Self::None)
    }
}

/// The number of 32 bits that `bytes` begin with.
fn u32(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().copied().map(u32::from_be_bytes)
}

/// The number of 31 bits that `bytes` begin with, behind a reserved bit.
fn u31(bytes: &[u8]) -> Option<u32> {
    u32(bytes).map(|word| word & 0x7fff_ffff)
}
