//! §6: what each frame must be like, taken by itself.

use crate::{Code, Frame, Kind, Sender, Setting, frame::flags};

/// A rule that a frame breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) code: Code,
    pub(super) section: &'static str,
    pub(super) message: String,
}

impl Wrong {
    pub(super) fn new(code: Code, section: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            section,
            message: message.into(),
        }
    }
}

/// How a payload divides into what stands before the header block or data,
/// and the padding behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// Octets in front: pad length, priority, promised stream; of the types
    /// that are kept whole, all.
    pub(super) prefix: u32,
    /// Whether the payload is too short for them.
    pub(super) short: bool,
    /// Whether the prefix begins with a pad length.
    pub(super) padded: bool,
}

/// Octets kept of a frame whose payload has a fixed size: what is more is wrong.
const FIXED: u32 = 8;

impl Shape {
    /// The shape of `frame`, as its header tells it.
    pub(super) fn of(frame: &Frame) -> Self {
        let padded = frame.flags & flags::PADDED != 0
            && matches!(frame.kind, Kind::DATA | Kind::HEADERS | Kind::PUSH_PROMISE);
        let front = match frame.kind {
            Kind::HEADERS if frame.flags & flags::PRIORITY != 0 => 5,
            Kind::PUSH_PROMISE => 4,
            Kind::SETTINGS | Kind::GOAWAY | Kind::PRIORITY_UPDATE => frame.length,
            Kind::PRIORITY | Kind::RST_STREAM | Kind::PING | Kind::WINDOW_UPDATE => {
                frame.length.min(FIXED)
            }
            _ => 0,
        };
        let prefix = front + u32::from(padded);
        Self {
            prefix: prefix.min(frame.length),
            short: prefix > frame.length,
            padded,
        }
    }
}

/// Whether frames of this type carry a part of a header block.
pub(super) const fn carries_headers(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::HEADERS | Kind::PUSH_PROMISE | Kind::CONTINUATION
    )
}

/// The section of RFC 9113 about a type.
pub(crate) const fn section(kind: Kind) -> &'static str {
    match kind {
        Kind::DATA => "RFC 9113 §6.1",
        Kind::HEADERS => "RFC 9113 §6.2",
        Kind::PRIORITY => "RFC 9113 §6.3",
        Kind::RST_STREAM => "RFC 9113 §6.4",
        Kind::SETTINGS => "RFC 9113 §6.5",
        Kind::PUSH_PROMISE => "RFC 9113 §6.6",
        Kind::PING => "RFC 9113 §6.7",
        Kind::GOAWAY => "RFC 9113 §6.8",
        Kind::WINDOW_UPDATE => "RFC 9113 §6.9",
        Kind::CONTINUATION => "RFC 9113 §6.10",
        Kind::PRIORITY_UPDATE => "RFC 9218 §7.1",
        _ => "RFC 9113 §4.1",
    }
}

/// The rule of §6 that `frame` breaks, if any. `prefix` is what [`Shape`]
/// keeps of its payload, `padding_fits` whether its padding does.
pub(super) fn check(frame: &Frame, prefix: &[u8], padding_fits: bool) -> Option<Wrong> {
    size(frame, padding_fits)
        .or_else(|| stream(frame))
        .or_else(|| content(frame, prefix))
}

fn size(frame: &Frame, padding_fits: bool) -> Option<Wrong> {
    let Frame { kind, length, .. } = *frame;
    let size = |what: String| Some(Wrong::new(Code::FrameSizeError, section(kind), what));
    let shape = Shape::of(frame);
    if shape.short {
        return size(format!(
            "The payload length of {kind} is {length}, too few bytes for the fields that its flags call for."
        ));
    }
    if !padding_fits {
        return Some(Wrong::new(
            Code::ProtocolError,
            section(kind),
            format!("The padding of {kind} is longer than what is left of the payload."),
        ));
    }
    let fixed = match kind {
        Kind::PRIORITY => 5,
        Kind::RST_STREAM | Kind::WINDOW_UPDATE => 4,
        Kind::PING => 8,
        Kind::SETTINGS if frame.flags & flags::ACK != 0 => {
            return (length > 0).then(|| {
                Wrong::new(
                    Code::FrameSizeError,
                    section(kind),
                    format!("The payload length of an acknowledgement of SETTINGS is {length} instead of 0."),
                )
            });
        }
        Kind::SETTINGS if !length.is_multiple_of(6) => {
            return size(format!(
                "The payload length of SETTINGS is {length}, which is not a multiple of 6."
            ));
        }
        Kind::GOAWAY if length < 8 => {
            return size(format!(
                "The payload length of GOAWAY is {length}, below 8."
            ));
        }
        Kind::PRIORITY_UPDATE if length < 4 => {
            return size(format!(
                "The payload length of PRIORITY_UPDATE is {length}, below 4."
            ));
        }
        _ => return None,
    };
    if length == fixed {
        return None;
    }
    size(format!(
        "The payload length of {kind} is {length} instead of {fixed}."
    ))
}

fn stream(frame: &Frame) -> Option<Wrong> {
    let Frame { kind, stream, .. } = *frame;
    let message = match kind {
        Kind::DATA
        | Kind::HEADERS
        | Kind::PRIORITY
        | Kind::RST_STREAM
        | Kind::PUSH_PROMISE
        | Kind::CONTINUATION
            if stream == 0 =>
        {
            format!("{kind} is on stream 0, which stands for the connection.")
        }
        Kind::SETTINGS | Kind::PING | Kind::GOAWAY | Kind::PRIORITY_UPDATE if stream != 0 => {
            format!("{kind} is on stream {stream}; it belongs on stream 0, the connection.")
        }
        Kind::PUSH_PROMISE if frame.sender == Sender::Client => {
            return Some(Wrong::new(
                Code::ProtocolError,
                "RFC 9113 §8.4",
                "The client sent PUSH_PROMISE, which only a server may send.",
            ));
        }
        Kind::PRIORITY_UPDATE if frame.sender == Sender::Server => {
            "The server sent PRIORITY_UPDATE, which only a client may send.".to_owned()
        }
        _ => return None,
    };
    Some(Wrong::new(Code::ProtocolError, section(kind), message))
}

fn content(frame: &Frame, prefix: &[u8]) -> Option<Wrong> {
    let kind = frame.kind;
    match kind {
        Kind::WINDOW_UPDATE if word(prefix, 0)? == 0 => Some(Wrong::new(
            Code::ProtocolError,
            section(kind),
            "The increment of WINDOW_UPDATE is 0.",
        )),
        Kind::PRIORITY if word(prefix, 0)? == frame.stream => Some(on_itself(frame.stream)),
        Kind::HEADERS if frame.flags & flags::PRIORITY != 0 => {
            let at = usize::from(frame.flags & flags::PADDED != 0);
            (word(prefix, at)? == frame.stream).then(|| on_itself(frame.stream))
        }
        Kind::PRIORITY_UPDATE if word(prefix, 0)? == 0 => Some(Wrong::new(
            Code::ProtocolError,
            section(kind),
            "PRIORITY_UPDATE is for stream 0, which has no priority.",
        )),
        Kind::SETTINGS => settings(prefix).find_map(|one| setting(frame.sender, one)),
        _ => None,
    }
}

fn on_itself(stream: u32) -> Wrong {
    Wrong::new(
        Code::ProtocolError,
        "RFC 7540 §5.3.1",
        format!(
            "Stream {stream} depends on itself: a stream error in RFC 7540; RFC 9113 deprecates stream dependencies."
        ),
    )
}

/// A rule of §6.5.2, RFC 8441 or RFC 9218 that a parameter breaks.
fn setting(sender: Sender, setting: Setting) -> Option<Wrong> {
    let Setting { id, value } = setting;
    let name = setting.name()?;
    let (code, section, message) = match id {
        Setting::ENABLE_PUSH if value > 1 => (
            Code::ProtocolError,
            "RFC 9113 §6.5.2",
            format!("SETTINGS_{name} is {value} instead of 0 or 1."),
        ),
        Setting::ENABLE_PUSH if value == 1 && sender == Sender::Server => (
            Code::ProtocolError,
            "RFC 9113 §6.5.2",
            format!("The server sent SETTINGS_{name} 1, which only a client may send."),
        ),
        Setting::INITIAL_WINDOW_SIZE if value > 0x7fff_ffff => (
            Code::FlowControlError,
            "RFC 9113 §6.5.2",
            format!("SETTINGS_{name} is {value}, above 2,147,483,647."),
        ),
        Setting::MAX_FRAME_SIZE if !(1 << 14..1 << 24).contains(&value) => (
            Code::ProtocolError,
            "RFC 9113 §6.5.2",
            format!("SETTINGS_{name} is {value}, outside 16,384 to 16,777,215."),
        ),
        Setting::ENABLE_CONNECT_PROTOCOL if value > 1 => (
            Code::ProtocolError,
            "RFC 8441 §3",
            format!("SETTINGS_{name} is {value} instead of 0 or 1."),
        ),
        Setting::NO_RFC7540_PRIORITIES if value > 1 => (
            Code::ProtocolError,
            "RFC 9218 §2.1",
            format!("SETTINGS_{name} is {value} instead of 0 or 1."),
        ),
        _ => return None,
    };
    Some(Wrong::new(code, section, message))
}

/// The parameters of a SETTINGS payload, without what is left of the last one.
pub(super) fn settings(payload: &[u8]) -> impl Iterator<Item = Setting> {
    payload.chunks_exact(6).map(|one| Setting {
        id: u16::from_be_bytes([one[0], one[1]]),
        value: u32::from_be_bytes([one[2], one[3], one[4], one[5]]),
    })
}

/// A number of 31 bits at `at`, if it is there.
pub(super) fn word(octets: &[u8], at: usize) -> Option<u32> {
    number(octets, at).map(|word| word & 0x7fff_ffff)
}

/// A number of 32 bits at `at`, if it is there.
pub(super) fn number(octets: &[u8], at: usize) -> Option<u32> {
    let four: [u8; 4] = octets.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_be_bytes(four))
}
