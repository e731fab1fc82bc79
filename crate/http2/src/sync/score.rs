//! Scores of frame headers.

use crate::{
    FrameType, Header, Sender,
    frame::{Prefix, flags},
};

#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) sender: Sender,
    /// SETTINGS_MAX_FRAME_SIZE of the receiver, if known.
    pub(crate) max_frame_size: Option<u32>,
    /// Highest stream seen; 0 if there is none.
    pub(crate) highest: u32,
    /// Whether a stream was seen.
    pub(crate) seen: &'a dyn Fn(u32) -> bool,
    /// Whether all streams of the client were seen.
    pub(crate) all_of_client: bool,
}

impl Known<'_> {
    /// Only the sender is known.
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

/// Largest plausible payload if the receiver's limit is unknown, bytes.
const LARGEST: u32 = 1 << 20;

/// Largest plausible distance above the highest stream seen.
const UNSEEN: u32 = 1 << 14;

/// Whether these bytes cannot be a header that has a score: a fast filter.
pub(super) fn is_impossible(bytes: &[u8; Header::LEN]) -> bool {
    bytes[5] != 0
        || bytes[3] > FrameType::PRIORITY_UPDATE.0
        || bytes[4] > 0x2d
        || bytes[..4] == [0; 4]
}

/// Whether this is plausible as a header that violates a rule: a type of §6 with a
/// payload.
pub(super) fn can_be_invalid(header: &Header) -> bool {
    let small = header.length < 1 << 16 && header.stream < 1 << 24;
    let carries = header.length > 0 || header.kind == FrameType::HEADERS;
    header.kind.0 <= FrameType::CONTINUATION.0 && small && carries
}

/// Score of a header after a frame with the header `before`, in bits: about the
/// negative binary logarithm of the frequency of such bytes elsewhere. `None` if
/// no well-behaved sender would write it.
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
        // Sequences of small numbers look like empty frames.
        FrameType::DATA | FrameType::HEADERS | FrameType::CONTINUATION
            if header.length == 0 && before.is_none() =>
        {
            return None;
        }
        FrameType::DATA if header.length == 0 => (least..=0, 8),
        // Pushed streams are rare.
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
    Some(u32::saturating_sub(bits, rare) + score_stream(header, known, before)?)
}

/// Score of a stream in bits: more if it was seen before; `None` if it is far from
/// all streams seen.
fn score_stream(header: &Header, known: &Known<'_>, before: Option<&Header>) -> Option<u32> {
    if header.stream == 0 {
        return Some(0);
    }
    if (known.seen)(header.stream) {
        return Some(12);
    }
    if before.is_some_and(|before| before.stream == header.stream) {
        return Some(10);
    }
    // A server uses streams that the client opened or that it promised.
    let answers = known.sender == Sender::Server
        && header.kind != FrameType::PRIORITY
        && header.kind != FrameType::RST_STREAM
        && (known.all_of_client || known.highest > 0 && header.stream.is_multiple_of(2));
    let near = known.highest == 0 || header.stream <= known.highest.saturating_add(UNSEEN);
    (near && !answers).then_some(0)
}
