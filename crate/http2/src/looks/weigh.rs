//! How much nine octets look like a frame's header.

use crate::{
    Kind, Sender,
    frame::{HEADER, flags},
};

/// What a frame's header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) length: u32,
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    pub(crate) reserved: bool,
    pub(crate) stream: u32,
}

/// What is known of the connection in which frames are looked for.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// Who sent the octets.
    pub(crate) sender: Sender,
    /// The largest payload that the receiver takes; `None` where its settings
    /// are not known.
    pub(crate) max_frame_size: Option<u32>,
    /// The highest stream seen; 0 where none was.
    pub(crate) highest: u32,
    /// Whether a stream was seen.
    pub(crate) seen: &'a dyn Fn(u32) -> bool,
    /// Whether no stream of the client was missed.
    pub(crate) all_of_client: bool,
}

impl Known<'_> {
    /// Nothing is known but the sender.
    pub(crate) fn nothing(sender: Sender) -> Self {
        Self {
            sender,
            max_frame_size: None,
            highest: 0,
            seen: &|_| false,
            all_of_client: false,
        }
    }
}

/// Above this no payload is taken for one, where the receiver's limit is not
/// known, octets.
const LARGEST: u32 = 1 << 20;

/// Streams that may have been opened unseen.
const UNSEEN: u32 = 1 << 14;

impl Header {
    pub(crate) fn of(octets: &[u8; HEADER]) -> Self {
        let [a, b, c, kind, flags, s0, s1, s2, s3] = *octets;
        let stream = u32::from_be_bytes([s0, s1, s2, s3]);
        Self {
            length: u32::from_be_bytes([0, a, b, c]),
            kind: Kind(kind),
            flags,
            reserved: stream >> 31 != 0,
            stream: stream & 0x7fff_ffff,
        }
    }

    /// Whether these octets can be no header, told fast.
    pub(crate) fn is_out(octets: &[u8; HEADER]) -> bool {
        octets[5] != 0
            || octets[3] > Kind::PRIORITY_UPDATE.0
            || octets[4] > 0x2d
            || octets[..4] == [0; 4]
    }

    /// Whether its header block goes on in the next frame.
    pub(crate) fn goes_on(&self) -> bool {
        matches!(
            self.kind,
            Kind::HEADERS | Kind::PUSH_PROMISE | Kind::CONTINUATION
        ) && self.flags & flags::END_HEADERS == 0
    }

    /// Whether this may be a header that breaks a rule: the types that matter,
    /// with something in them.
    pub(super) fn may_be_broken(&self) -> bool {
        let small = self.length < 1 << 16 && self.stream < 1 << 24;
        let carries = self.length > 0 || self.kind == Kind::HEADERS;
        self.kind.0 <= Kind::CONTINUATION.0 && small && carries
    }

    /// Octets that the payload needs at least.
    fn front(&self) -> u32 {
        let padding = u32::from(self.flags & flags::PADDED != 0);
        match self.kind {
            Kind::PUSH_PROMISE => 4 + padding,
            Kind::HEADERS if self.flags & flags::PRIORITY != 0 => 5 + padding,
            _ => padding,
        }
    }

    /// How much this looks like a header behind a frame with `before`, in
    /// bits: about the logarithm of how seldom other octets look so. `None`
    /// where no sane sender would write it.
    pub(crate) fn weigh(&self, known: &Known<'_>, before: Option<&Header>) -> Option<u32> {
        if let Some(before) = before
            && before.goes_on()
            && (self.kind != Kind::CONTINUATION || self.stream != before.stream)
        {
            return None;
        }
        let follows = before.is_none_or(Header::goes_on);
        let (allowed, sizes, of_connection, bits): (u8, _, _, u32) = match self.kind {
            // Small numbers in a row look like frames without octets.
            Kind::DATA | Kind::HEADERS | Kind::CONTINUATION
                if self.length == 0 && before.is_none() =>
            {
                return None;
            }
            Kind::DATA if self.length == 0 => (flags::END_STREAM, 0..=0, Some(false), 8),
            // Streams that servers open are rare.
            Kind::DATA if self.stream.is_multiple_of(2) => {
                (0x09, self.front()..=LARGEST, Some(false), 12)
            }
            Kind::DATA => (0x09, self.front()..=LARGEST, Some(false), 16),
            Kind::HEADERS if self.goes_on() => (0x29, self.front()..=LARGEST, Some(false), 14),
            Kind::HEADERS => (0x2d, self.front()..=LARGEST, Some(false), 20),
            Kind::PRIORITY => (0, 5..=5, Some(false), 20),
            Kind::RST_STREAM => (0, 4..=4, Some(false), 20),
            Kind::SETTINGS if self.flags == flags::ACK => (flags::ACK, 0..=0, Some(true), 16),
            Kind::SETTINGS if self.length.is_multiple_of(6) => (0, 0..=6 * 64, Some(true), 12),
            Kind::PUSH_PROMISE if known.sender != Sender::Client => {
                (0x0c, self.front()..=LARGEST, Some(false), 20)
            }
            Kind::PING => (flags::ACK, 8..=8, Some(true), 16),
            Kind::GOAWAY => (0, 8..=1 << 14, Some(true), 12),
            Kind::WINDOW_UPDATE => (0, 4..=4, None, if self.stream == 0 { 12 } else { 20 }),
            Kind::CONTINUATION if follows => (flags::END_HEADERS, 0..=LARGEST, Some(false), 16),
            Kind::ALTSVC => (0, 2..=1 << 14, None, 10),
            Kind::ORIGIN => (0, 0..=1 << 14, Some(true), 10),
            Kind::PRIORITY_UPDATE if known.sender != Sender::Server => {
                (0, 4..=1 << 10, Some(true), 20)
            }
            _ => return None,
        };
        let fits = !self.reserved
            && self.flags & !allowed == 0
            && sizes.contains(&self.length)
            && known.max_frame_size.is_none_or(|max| self.length <= max)
            && of_connection.is_none_or(|connection| connection == (self.stream == 0))
            && self.stream < 1 << 24
            && self.own_stream(known.sender);
        if !fits {
            return None;
        }
        let large = self.length > 1 << 14 && known.max_frame_size.is_none();
        let high = self.stream >= 1 << 16 && known.highest == 0;
        let rare = 6 * (u32::from(large) + u32::from(high));
        Some(bits.saturating_sub(rare) + self.familiar(known, before)?)
    }

    /// Whether `sender` may send on this stream.
    fn own_stream(&self, sender: Sender) -> bool {
        match (sender, self.kind) {
            (Sender::Client, Kind::DATA | Kind::HEADERS | Kind::CONTINUATION) => {
                self.stream % 2 == 1
            }
            (_, Kind::PUSH_PROMISE) => self.stream % 2 == 1,
            _ => true,
        }
    }

    /// Bits for a stream that was seen before; `None` for one that is far from
    /// all that were.
    fn familiar(&self, known: &Known<'_>, before: Option<&Header>) -> Option<u32> {
        if self.stream == 0 {
            return Some(0);
        }
        if (known.seen)(self.stream) {
            return Some(12);
        }
        if before.is_some_and(|before| before.stream == self.stream) {
            return Some(10);
        }
        // A server answers on streams that the client opened, or that it promised.
        let answers = known.sender == Sender::Server
            && self.kind != Kind::PRIORITY
            && self.kind != Kind::RST_STREAM
            && (known.all_of_client || known.highest > 0 && self.stream.is_multiple_of(2));
        let near = known.highest == 0 || self.stream <= known.highest.saturating_add(UNSEEN);
        (near && !answers).then_some(0)
    }
}
