//! §6: what each frame must be like, taken by itself.

use super::{Detail, FrameType, Header, PayloadError, Prefix, Priority, Sender, Setting, flags};
use crate::error::ErrorCode;

/// A rule that a frame breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) code: ErrorCode,
    pub(crate) section: &'static str,
    pub(crate) message: String,
}

impl Violation {
    pub(crate) fn new(code: ErrorCode, section: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            section,
            message: message.into(),
        }
    }
}

/// The rule of §6 that a frame of `sender` breaks, if any. Of its payload the
/// octets that say so suffice: the prefix, or the fields of [`Detail`].
pub(crate) fn check(
    sender: Sender,
    header: &Header,
    payload: &[u8],
    prefix: Result<Prefix, PayloadError>,
) -> Option<Violation> {
    let violation = match prefix {
        Err(error) => Some(undivided(header, error)),
        Ok(_) => size(header),
    };
    violation
        .or_else(|| stream(sender, header))
        .or_else(|| content(sender, header, payload, prefix.ok()?.priority))
}

fn undivided(header: &Header, error: PayloadError) -> Violation {
    let Header { kind, length, .. } = *header;
    let (code, message) = match error {
        PayloadError::TooShort => (
            ErrorCode::FrameSizeError,
            format!(
                "The payload length of {kind} is {length}, too few bytes for the fields that its flags call for."
            ),
        ),
        PayloadError::PaddingTooLong => (
            ErrorCode::ProtocolError,
            format!("The padding of {kind} is longer than what is left of the payload."),
        ),
    };
    Violation::new(code, kind.section(), message)
}

fn size(header: &Header) -> Option<Violation> {
    let Header { kind, length, .. } = *header;
    let size = |what: String| {
        let code = ErrorCode::FrameSizeError;
        Some(Violation::new(code, kind.section(), what))
    };
    let fixed = match kind {
        FrameType::PRIORITY => 5,
        FrameType::RST_STREAM | FrameType::WINDOW_UPDATE => 4,
        FrameType::PING => 8,
        FrameType::SETTINGS if header.has(flags::ACK) && length > 0 => {
            return size(format!(
                "The payload length of an acknowledgement of SETTINGS is {length} instead of 0."
            ));
        }
        FrameType::SETTINGS if !length.is_multiple_of(6) => {
            return size(format!(
                "The payload length of SETTINGS is {length}, which is not a multiple of 6."
            ));
        }
        FrameType::GOAWAY if length < 8 => {
            return size(format!(
                "The payload length of GOAWAY is {length}, below 8."
            ));
        }
        FrameType::PRIORITY_UPDATE if length < 4 => {
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

fn stream(sender: Sender, header: &Header) -> Option<Violation> {
    let Header { kind, stream, .. } = *header;
    let message = match kind {
        // RFC 8336 §2.1: to be ignored.
        FrameType::ORIGIN => return None,
        _ if !kind.is_on(stream) && stream == 0 => {
            format!("{kind} is on stream 0, which stands for the connection.")
        }
        _ if !kind.is_on(stream) => {
            format!("{kind} is on stream {stream}; it belongs on stream 0, the connection.")
        }
        FrameType::PUSH_PROMISE if sender == Sender::Client => {
            return Some(Violation::new(
                ErrorCode::ProtocolError,
                "RFC 9113 §8.4",
                "The client sent PUSH_PROMISE, which only a server may send.",
            ));
        }
        FrameType::PRIORITY_UPDATE if sender == Sender::Server => {
            "The server sent PRIORITY_UPDATE, which only a client may send.".to_owned()
        }
        _ => return None,
    };
    Some(Violation::new(
        ErrorCode::ProtocolError,
        kind.section(),
        message,
    ))
}

fn content(
    sender: Sender,
    header: &Header,
    payload: &[u8],
    priority: Option<Priority>,
) -> Option<Violation> {
    let kind = header.kind;
    let depends = |priority: Priority| {
        (priority.dependency == header.stream).then(|| on_itself(header.stream))
    };
    match Detail::parse(header, payload) {
        Detail::Window(0) => Some(Violation::new(
            ErrorCode::ProtocolError,
            kind.section(),
            "The increment of WINDOW_UPDATE is 0.",
        )),
        Detail::Priority(priority) => depends(priority),
        Detail::PriorityUpdate(0, _) => Some(Violation::new(
            ErrorCode::ProtocolError,
            kind.section(),
            "PRIORITY_UPDATE is for stream 0, which has no priority.",
        )),
        Detail::Settings(settings) => settings.iter().find_map(|one| setting(sender, one)),
        _ => priority.and_then(depends),
    }
}

fn on_itself(stream: u32) -> Violation {
    Violation::new(
        ErrorCode::ProtocolError,
        "RFC 7540 §5.3.1",
        format!(
            "Stream {stream} depends on itself: a stream error in RFC 7540; RFC 9113 deprecates stream dependencies."
        ),
    )
}

/// A rule of §6.5.2, RFC 8441 or RFC 9218 that a parameter breaks.
fn setting(sender: Sender, setting: Setting) -> Option<Violation> {
    let Setting { id, value } = setting;
    let name = setting.name()?;
    let (code, section, message) = match id {
        Setting::ENABLE_PUSH if value > 1 => (
            ErrorCode::ProtocolError,
            "RFC 9113 §6.5.2",
            format!("SETTINGS_{name} is {value} instead of 0 or 1."),
        ),
        Setting::ENABLE_PUSH if value == 1 && sender == Sender::Server => (
            ErrorCode::ProtocolError,
            "RFC 9113 §6.5.2",
            format!("The server sent SETTINGS_{name} 1, which only a client may send."),
        ),
        Setting::INITIAL_WINDOW_SIZE if value > 0x7fff_ffff => (
            ErrorCode::FlowControlError,
            "RFC 9113 §6.5.2",
            format!("SETTINGS_{name} is {value}, above 2,147,483,647."),
        ),
        Setting::MAX_FRAME_SIZE if !(1 << 14..1 << 24).contains(&value) => (
            ErrorCode::ProtocolError,
            "RFC 9113 §6.5.2",
            format!("SETTINGS_{name} is {value}, outside 16,384 to 16,777,215."),
        ),
        Setting::ENABLE_CONNECT_PROTOCOL if value > 1 => (
            ErrorCode::ProtocolError,
            "RFC 8441 §3",
            format!("SETTINGS_{name} is {value} instead of 0 or 1."),
        ),
        Setting::NO_RFC7540_PRIORITIES if value > 1 => (
            ErrorCode::ProtocolError,
            "RFC 9218 §2.1",
            format!("SETTINGS_{name} is {value} instead of 0 or 1."),
        ),
        _ => return None,
    };
    Some(Violation::new(code, section, message))
}
