//! §6: frame payloads.

use super::{FrameType, Header, Setting, Settings, flags};

/// A priority (RFC 7540 §5.3), deprecated by RFC 9113.
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
    /// Exclusive flag.
    pub exclusive: bool,
    /// Stream that this one depends on.
    pub dependency: u32,
    /// Weight less one, as on the wire.
    pub weight: u8,
}

impl Priority {
    /// Length of a priority, bytes.
    pub const LEN: usize = 5;

    /// Parses a priority. Any five bytes are valid.
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

    /// Encodes the priority; the dependency must be below 2^31.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::LEN] {
        let exclusive = (self.exclusive as u32) << 31;
        let [a, b, c, d] = (exclusive | self.dependency).to_be_bytes();
        [a, b, c, d, self.weight]
    }
}

/// The fields before the content of DATA (§6.1) or the header block fragment of
/// HEADERS (§6.2) and PUSH_PROMISE (§6.6). Empty for other types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    /// Bytes of padding after the content or fragment, in PADDED frames.
    pub padding: Option<u8>,
    /// Priority of HEADERS with the flag PRIORITY.
    pub priority: Option<Priority>,
    /// Promised stream of PUSH_PROMISE.
    pub promised: Option<u32>,
    /// Length of the content or fragment, bytes.
    pub body: u32,
}

/// Why a prefix is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadError {
    /// The payload is too short for the fields of its type and flags: a
    /// FRAME_SIZE_ERROR (§4.2).
    TooShort,
    /// The padding is longer than the rest of the payload: a PROTOCOL_ERROR
    /// (§6.1).
    PaddingTooLong,
}

impl Prefix {
    /// Length of the prefix in a frame with this header, up to 6 bytes. The
    /// payload can be shorter.
    #[must_use]
    pub const fn len(header: &Header) -> usize {
        let fields = match header.kind {
            FrameType::HEADERS if header.has(flags::PRIORITY) => Priority::LEN,
            FrameType::PUSH_PROMISE => 4,
            _ => 0,
        };
        fields + header.is_padded() as usize
    }

    /// Parses the prefix at the start of a payload, which may be truncated after
    /// it.
    ///
    /// # Errors
    /// [`PayloadError`], also for the length in the header.
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

/// Splits a payload into its prefix and the content or fragment, without padding.
/// A truncated payload gives a truncated body.
///
/// # Errors
/// [`PayloadError`], also for a payload truncated inside the prefix.
pub fn split_body<'a>(
    header: &Header,
    payload: &'a [u8],
) -> Result<(Prefix, &'a [u8]), PayloadError> {
    let prefix = Prefix::parse(header, payload)?;
    let body = &payload[Prefix::len(header)..];
    Ok((prefix, &body[..body.len().min(prefix.body as usize)]))
}

/// Payload of a frame, for types without a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail<'a> {
    /// Any other payload.
    None,
    /// SETTINGS without ACK.
    Settings(Settings<'a>),
    /// SETTINGS with ACK: number of the acknowledged frame of the peer, and its
    /// settings; `None` if it was not seen.
    Acknowledged(Option<(u32, &'a [Setting])>),
    /// RST_STREAM: error code (§7).
    Reset(u32),
    /// GOAWAY: last stream, error code (§7) and debug data.
    GoAway(u32, u32, &'a [u8]),
    /// PRIORITY.
    Priority(Priority),
    /// WINDOW_UPDATE: increment, bytes.
    Window(u32),
    /// PING: opaque data.
    Ping([u8; 8]),
    /// PRIORITY_UPDATE: prioritized stream and priority field value.
    PriorityUpdate(u32, &'a [u8]),
}

impl<'a> Detail<'a> {
    /// Parses a payload. One that is too short is [`Detail::None`]; bytes after
    /// the fields are ignored. The connection fills in acknowledged settings.
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

fn u32(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().copied().map(u32::from_be_bytes)
}

/// A number of 31 bits after a reserved bit.
fn u31(bytes: &[u8]) -> Option<u32> {
    u32(bytes).map(|word| word & 0x7fff_ffff)
}
