//! §4.1: the frame header, and the types of §6.

use serde::Serialize;

/// The client's connection preface (§3.4).
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Octets of a frame header (§4.1).
pub const HEADER: usize = 9;

/// Who sent something. Each sender's header blocks have a dynamic table of
/// their own (RFC 7541 §2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sender {
    /// The client: requests.
    Client,
    /// The server: responses.
    Server,
    /// Not said by the input.
    Unknown,
}

impl Sender {
    /// The other side; unknown for an unknown sender.
    #[must_use]
    pub const fn peer(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
            Self::Unknown => Self::Unknown,
        }
    }
}

/// A frame's type (§6), also one that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// §6.1.
    pub const DATA: Self = Self(0);
    /// §6.2.
    pub const HEADERS: Self = Self(1);
    /// §6.3.
    pub const PRIORITY: Self = Self(2);
    /// §6.4.
    pub const RST_STREAM: Self = Self(3);
    /// §6.5.
    pub const SETTINGS: Self = Self(4);
    /// §6.6.
    pub const PUSH_PROMISE: Self = Self(5);
    /// §6.7.
    pub const PING: Self = Self(6);
    /// §6.8.
    pub const GOAWAY: Self = Self(7);
    /// §6.9.
    pub const WINDOW_UPDATE: Self = Self(8);
    /// §6.10.
    pub const CONTINUATION: Self = Self(9);
    /// RFC 7838 §4.
    pub const ALTSVC: Self = Self(0x0a);
    /// RFC 8336 §2.
    pub const ORIGIN: Self = Self(0x0c);
    /// RFC 9218 §7.1.
    pub const PRIORITY_UPDATE: Self = Self(0x10);

    /// Its name; `None` where no specification gives it one.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::DATA => "DATA",
            Self::HEADERS => "HEADERS",
            Self::PRIORITY => "PRIORITY",
            Self::RST_STREAM => "RST_STREAM",
            Self::SETTINGS => "SETTINGS",
            Self::PUSH_PROMISE => "PUSH_PROMISE",
            Self::PING => "PING",
            Self::GOAWAY => "GOAWAY",
            Self::WINDOW_UPDATE => "WINDOW_UPDATE",
            Self::CONTINUATION => "CONTINUATION",
            Self::ALTSVC => "ALTSVC",
            Self::ORIGIN => "ORIGIN",
            Self::PRIORITY_UPDATE => "PRIORITY_UPDATE",
            _ => return None,
        })
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "UNKNOWN_{:#04x}", self.0),
        }
    }
}

/// Bits of [`Frame::flags`], by the types that have them.
pub mod flags {
    /// DATA, HEADERS: the sender's last frame of the stream that carries content.
    pub const END_STREAM: u8 = 0x1;
    /// SETTINGS, PING.
    pub const ACK: u8 = 0x1;
    /// HEADERS, PUSH_PROMISE, CONTINUATION: the header block ends here.
    pub const END_HEADERS: u8 = 0x4;
    /// DATA, HEADERS, PUSH_PROMISE: a pad length and padding.
    pub const PADDED: u8 = 0x8;
    /// HEADERS: five octets of priority.
    pub const PRIORITY: u8 = 0x20;

    use super::Kind;

    /// What each flag is called, and the types that have it.
    const NAMES: [(u8, &str, &[Kind]); 5] = [
        (END_STREAM, "END_STREAM", &[Kind::DATA, Kind::HEADERS]),
        (ACK, "ACK", &[Kind::SETTINGS, Kind::PING]),
        (
            END_HEADERS,
            "END_HEADERS",
            &[Kind::HEADERS, Kind::PUSH_PROMISE, Kind::CONTINUATION],
        ),
        (
            PADDED,
            "PADDED",
            &[Kind::DATA, Kind::HEADERS, Kind::PUSH_PROMISE],
        ),
        (PRIORITY, "PRIORITY", &[Kind::HEADERS]),
    ];

    /// The names of those of `flags` that mean something in a frame of `kind`.
    pub fn names(kind: Kind, flags: u8) -> impl Iterator<Item = &'static str> {
        NAMES
            .into_iter()
            .filter(move |(flag, _, kinds)| flags & flag != 0 && kinds.contains(&kind))
            .map(|(_, name, _)| name)
    }
}

/// One frame.
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
pub struct Frame {
    /// Who sent it.
    pub sender: Sender,
    /// Its type.
    pub kind: Kind,
    /// Its flags, as they stand, unused ones too.
    pub flags: u8,
    /// The bit before the stream, which means nothing.
    pub reserved: bool,
    /// The stream; 0 is the connection.
    pub stream: u32,
    /// Octets of the payload.
    pub length: u32,
    /// Where its header begins in the sender's stream of octets; a preface
    /// and what was lost count.
    pub offset: u64,
    /// What brought its last octet.
    pub arrival: crate::Arrival,
    /// Whether it was found after a loss, by its looks.
    pub found: bool,
}
