//! §6: frame types and their flags.

/// Streams on which frames of a type are allowed.
enum On {
    Connection,
    Stream,
    Both,
}

/// Type, name, streams, and defining section.
type Known = (FrameType, &'static str, On, &'static str);

/// By number, with gaps at the end.
const KNOWN: [Known; 13] = [
    (FrameType::DATA, "DATA", On::Stream, "RFC 9113 §6.1"),
    (FrameType::HEADERS, "HEADERS", On::Stream, "RFC 9113 §6.2"),
    (FrameType::PRIORITY, "PRIORITY", On::Stream, "RFC 9113 §6.3"),
    (
        FrameType::RST_STREAM,
        "RST_STREAM",
        On::Stream,
        "RFC 9113 §6.4",
    ),
    (
        FrameType::SETTINGS,
        "SETTINGS",
        On::Connection,
        "RFC 9113 §6.5",
    ),
    (
        FrameType::PUSH_PROMISE,
        "PUSH_PROMISE",
        On::Stream,
        "RFC 9113 §6.6",
    ),
    (FrameType::PING, "PING", On::Connection, "RFC 9113 §6.7"),
    (FrameType::GOAWAY, "GOAWAY", On::Connection, "RFC 9113 §6.8"),
    (
        FrameType::WINDOW_UPDATE,
        "WINDOW_UPDATE",
        On::Both,
        "RFC 9113 §6.9",
    ),
    (
        FrameType::CONTINUATION,
        "CONTINUATION",
        On::Stream,
        "RFC 9113 §6.10",
    ),
    (FrameType::ALTSVC, "ALTSVC", On::Both, "RFC 7838 §4"),
    (FrameType::ORIGIN, "ORIGIN", On::Connection, "RFC 8336 §2"),
    (
        FrameType::PRIORITY_UPDATE,
        "PRIORITY_UPDATE",
        On::Connection,
        "RFC 9218 §7.1",
    ),
];

/// A frame type (§6), known or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameType(pub u8);

impl FrameType {
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

    /// Name, if the type is known.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        self.known().map(|(_, name, ..)| *name)
    }

    /// Section that defines the type, or that is about unknown types.
    #[must_use]
    pub fn section(self) -> &'static str {
        self.known()
            .map_or("RFC 9113 §4.1", |(.., section)| section)
    }

    /// Whether frames of this type are allowed on `stream`; 0 is the connection.
    #[must_use]
    pub fn is_on(self, stream: u32) -> bool {
        match self.known() {
            Some((_, _, On::Connection, _)) => stream == 0,
            Some((_, _, On::Stream, _)) => stream != 0,
            _ => true,
        }
    }

    fn known(self) -> Option<&'static Known> {
        let at = match self {
            Self(number @ 0..=0x0a) => usize::from(number),
            Self::ORIGIN => 11,
            Self::PRIORITY_UPDATE => 12,
            _ => return None,
        };
        KNOWN.get(at)
    }

    /// Whether frames of this type carry a fragment of a header block (§4.3).
    #[must_use]
    pub const fn carries_block(self) -> bool {
        matches!(
            self,
            Self::HEADERS | Self::PUSH_PROMISE | Self::CONTINUATION
        )
    }
}

impl std::fmt::Display for FrameType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "UNKNOWN_{:#04x}", self.0),
        }
    }
}

/// Bits of [`Header::flags`](super::Header::flags).
pub mod flags {
    /// DATA, HEADERS: the sender's last message part on the stream.
    pub const END_STREAM: u8 = 0x1;
    /// SETTINGS, PING.
    pub const ACK: u8 = 0x1;
    /// HEADERS, PUSH_PROMISE, CONTINUATION: the header block ends here.
    pub const END_HEADERS: u8 = 0x4;
    /// DATA, HEADERS, PUSH_PROMISE: a pad length and padding.
    pub const PADDED: u8 = 0x8;
    /// HEADERS: five bytes of priority.
    pub const PRIORITY: u8 = 0x20;

    use super::FrameType;

    /// Flags, their names, and the types that define them.
    const NAMES: [(u8, &str, &[FrameType]); 5] = [
        (
            END_STREAM,
            "END_STREAM",
            &[FrameType::DATA, FrameType::HEADERS],
        ),
        (ACK, "ACK", &[FrameType::SETTINGS, FrameType::PING]),
        (
            END_HEADERS,
            "END_HEADERS",
            &[
                FrameType::HEADERS,
                FrameType::PUSH_PROMISE,
                FrameType::CONTINUATION,
            ],
        ),
        (
            PADDED,
            "PADDED",
            &[FrameType::DATA, FrameType::HEADERS, FrameType::PUSH_PROMISE],
        ),
        (PRIORITY, "PRIORITY", &[FrameType::HEADERS]),
    ];

    /// Returns the flags that are defined for `kind`.
    #[must_use]
    pub fn defined(kind: FrameType) -> u8 {
        let own = NAMES.iter().filter(|(.., kinds)| kinds.contains(&kind));
        own.map(|(flag, ..)| flag).sum()
    }

    /// Returns the names of the `flags` that are defined for `kind`.
    pub fn names(kind: FrameType, flags: u8) -> impl Iterator<Item = &'static str> {
        NAMES
            .into_iter()
            .filter(move |(flag, _, kinds)| flags & flag != 0 && kinds.contains(&kind))
            .map(|(_, name, _)| name)
    }
}
