//! How likely nine bytes are a frame header.

use crate::{
    FrameType, Header, Sender,
    frame::{Prefix, flags},
};

/// What is known of the connection in which frames are looked for.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// Who sent the bytes.
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
/// known, bytes.
const LARGEST: u32 = 1 << 20;

/// Streams that may have been opened unseen.
const UNSEEN: u32 = 1 << 14;

/// Whether these bytes can be no header that has a score: a fast answer for
/// most places.
pub(super) fn is_impossible(bytes: &[u8; Header::LEN]) -> bool {
    bytes[5] != 0
        || bytes[3] > FrameType::PRIORITY_UPDATE.0
        || bytes[4] > 0x2d
        || bytes[..4] == [0; 4]
}

/// Whether this may be a header that breaks a rule: the types that matter,
/// with something in them.
pub(super) fn may_be_broken(header: &Header) -> bool {
    let small = header.length < 1 << 16 && header.stream < 1 << 24;
    let carries = header.length > 0 || header.kind == FrameType::HEADERS;
    header.kind.0 <= FrameType::CONTINUATION.0 && small && carries
}

/// How likely this is a header behind a frame with `before`, in bits: about
/// the binary logarithm of how rare such bytes are elsewhere. `None` where no
/// well-behaved sender would write it.
pub(super) fn header(header: &Header, known: &Known<'_>, before: Option<&Header>) -> Option<u32> {
    if let Some(before) = before
        && before.continues()
        && (header.kind != FrameType::CONTINUATION || header.stream != before.stream)
    {
        return None;
    }
    let least = Prefix::len(header) as u32;
    let follows = before.is_none_or(Header::continues);
    let (sizes, bits) = match header.kind {
        // Small numbers in a row look like frames without bytes.
        FrameType::DATA | FrameType::HEADERS | FrameType::CONTINUATION
            if header.length == 0 && before.is_none() =>
        {
            return None;
        }
        FrameType::DATA if header.length == 0 => (least..=0, 8),
        // Streams that servers open are rare.
        FrameType::DATA if header.stream.is_multiple_of(2) => (least..=LARGEST, 12),
        FrameType::DATA => (least..=LARGEST, 16),
        FrameType::HEADERS if header.continues() => (least..=LARGEST, 14),
        FrameType::HEADERS => (least..=LARGEST, 20),
        FrameType::PRIORITY => (5..=5, 20),
        FrameType::RST_STREAM => (4..=4, 20),
        FrameType::SETTINGS if header.has(flags::ACK) => (0..=0, 16),
        FrameType::SETTINGS if header.length.is_multiple_of(6) => (0..=6 * 64, 12),
        // Only on streams that the client opened.
        FrameType::PUSH_PROMISE if !header.stream.is_multiple_of(2) => (least..=LARGEST, 20),
        FrameType::PING => (8..=8, 16),
        FrameType::GOAWAY => (8..=1 << 14, 12),
        FrameType::WINDOW_UPDATE => (4..=4, if header.stream == 0 { 12 } else { 20 }),
        FrameType::CONTINUATION if follows => (0..=LARGEST, 16),
        FrameType::ALTSVC => (2..=1 << 14, 10),
        FrameType::ORIGIN => (0..=1 << 14, 10),
        FrameType::PRIORITY_UPDATE => (4..=1 << 10, 20),
        _ => return None,
    };
    let fits = !header.reserved
        && sizes.contains(&header.length)
        && known.max_frame_size.is_none_or(|max| header.length <= max)
        && header.stream < 1 << 24
        && header.kind.is_on(header.stream)
        && header.flags & !flags::defined(header.kind) == 0
        && header
            .only_sender()
            .is_none_or(|only| only.peer() != known.sender);
    if !fits {
        return None;
    }
    let large = header.length > 1 << 14 && known.max_frame_size.is_none();
    let high = header.stream >= 1 << 16 && known.highest == 0;
    let rare = 6 * (u32::from(large) + u32::from(high));
    Some(u32::saturating_sub(bits, rare) + familiar(header, known, before)?)
}

/// Bits for a stream that was seen before; `None` for one that is far from
/// all that were.
fn familiar(header: &Header, known: &Known<'_>, before: Option<&Header>) -> Option<u32> {
    if header.stream == 0 {
        return Some(0);
    }
    if (known.seen)(header.stream) {
        return Some(12);
    }
    if before.is_some_and(|before| before.stream == header.stream) {
        return Some(10);
    }
    // A server answers on streams that the client opened, or that it promised.
    let answers = known.sender == Sender::Server
        && header.kind != FrameType::PRIORITY
        && header.kind != FrameType::RST_STREAM
        && (known.all_of_client || known.highest > 0 && header.stream.is_multiple_of(2));
    let near = known.highest == 0 || header.stream <= known.highest.saturating_add(UNSEEN);
    (near && !answers).then_some(0)
}
