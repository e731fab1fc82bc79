//! The types of §6, and their flags.

/// A frame's type (§6), also one that is not known.
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

    /// The section that defines it; that of unknown types where none does.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::DATA => "RFC 9113 §6.1",
            Self::HEADERS => "RFC 9113 §6.2",
            Self::PRIORITY => "RFC 9113 §6.3",
            Self::RST_STREAM => "RFC 9113 §6.4",
            Self::SETTINGS => "RFC 9113 §6.5",
            Self::PUSH_PROMISE => "RFC 9113 §6.6",
            Self::PING => "RFC 9113 §6.7",
            Self::GOAWAY => "RFC 9113 §6.8",
            Self::WINDOW_UPDATE => "RFC 9113 §6.9",
            Self::CONTINUATION => "RFC 9113 §6.10",
            Self::ALTSVC => "RFC 7838 §4",
            Self::ORIGIN => "RFC 8336 §2",
            Self::PRIORITY_UPDATE => "RFC 9218 §7.1",
            _ => "RFC 9113 §4.1",
        }
    }

    /// Whether frames of this type stand on `stream`: on 0, the connection, on
    /// the others, or on both.
    #[must_use]
    pub const fn is_on(self, stream: u32) -> bool {
        match self {
            Self::SETTINGS | Self::PING | Self::GOAWAY | Self::ORIGIN | Self::PRIORITY_UPDATE => {
                stream == 0
            }
            Self::DATA
            | Self::HEADERS
            | Self::PRIORITY
            | Self::RST_STREAM
            | Self::PUSH_PROMISE
            | Self::CONTINUATION => stream != 0,
            _ => true,
        }
    }

    /// Whether frames of this type carry a header block or a fragment of one
    /// (§4.3).
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

/// Bits of [`Header::flags`](super::Header::flags), by the types that have them.
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

    use super::FrameType;

    /// What each flag is called, and the types that have it.
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

    /// The flags that frames of `kind` have.
    #[must_use]
    pub fn defined(kind: FrameType) -> u8 {
        let own = NAMES.iter().filter(|(.., kinds)| kinds.contains(&kind));
        own.map(|(flag, ..)| flag).sum()
    }

    /// The names of those of `flags` that mean something in a frame of `kind`.
    pub fn names(kind: FrameType, flags: u8) -> impl Iterator<Item = &'static str> {
        NAMES
            .into_iter()
            .filter(move |(flag, _, kinds)| flags & flag != 0 && kinds.contains(&kind))
            .map(|(_, name, _)| name)
    }
}
