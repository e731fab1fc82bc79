//! §6: rules for single frames.

use super::{Detail, FrameType, Header, PayloadError, Prefix, Priority, Sender, Setting, flags};
use crate::error::ErrorCode;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleError {
    pub(crate) code: ErrorCode,
    pub(crate) section: &'static str,
    pub(crate) message: String,
}

impl RuleError {
    pub(crate) fn new(code: ErrorCode, section: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            code,
            section,
            message,
        }
    }

    pub(crate) fn protocol(section: &'static str, message: impl Into<String>) -> Option<Self> {
        Some(Self::new(ErrorCode::ProtocolError, section, message))
    }
}

/// Returns the first rule of §6 that a frame of `sender` violates. The payload
/// may be truncated after the prefix or the fields of [`Detail`].
pub(crate) fn check(
    sender: Sender,
    header: &Header,
    payload: &[u8],
    prefix: Result<Prefix, PayloadError>,
) -> Option<RuleError> {
    let violation = match prefix {
        Err(error) => Some(prefix_error(header, error)),
        Ok(_) => check_size(header),
    };
    violation
        .or_else(|| check_stream(sender, header))
        .or_else(|| check_content(sender, header, payload, prefix.ok()?.priority))
}

fn prefix_error(header: &Header, error: PayloadError) -> RuleError {
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
    RuleError::new(code, kind.section(), message)
}

fn check_size(header: &Header) -> Option<RuleError> {
    let Header { kind, length, .. } = *header;
    let fixed = match kind {
        FrameType::PRIORITY => Some(5),
        FrameType::RST_STREAM | FrameType::WINDOW_UPDATE => Some(4),
        FrameType::PING => Some(8),
        _ => None,
    };
    let what = match kind {
        FrameType::SETTINGS if header.has(flags::ACK) && length > 0 => {
            format!("an acknowledgement of SETTINGS is {length} instead of 0")
        }
        FrameType::SETTINGS if !length.is_multiple_of(6) => {
            format!("SETTINGS is {length}, which is not a multiple of 6")
        }
        FrameType::GOAWAY if length < 8 => format!("GOAWAY is {length}, below 8"),
        FrameType::PRIORITY_UPDATE if length < 4 => {
            format!("PRIORITY_UPDATE is {length}, below 4")
        }
        _ => match fixed {
            Some(fixed) if fixed != length => format!("{kind} is {length} instead of {fixed}"),
            _ => return None,
        },
    };
    let message = format!("The payload length of {what}.");
    Some(RuleError::new(
        ErrorCode::FrameSizeError,
        kind.section(),
        message,
    ))
}

fn check_stream(sender: Sender, header: &Header) -> Option<RuleError> {
    let Header { kind, stream, .. } = *header;
    let message = match kind {
        // RFC 8336 §2.2: to be ignored.
        FrameType::ORIGIN => return None,
        _ if !kind.is_on(stream) && stream == 0 => {
            format!("{kind} is on stream 0, which stands for the connection.")
        }
        _ if !kind.is_on(stream) => {
            format!("{kind} is on stream {stream}; it belongs on stream 0, the connection.")
        }
        FrameType::PUSH_PROMISE if sender == Sender::Client => {
            let message = "The client sent PUSH_PROMISE, which only a server may send.";
            return RuleError::protocol("RFC 9113 §8.4", message);
        }
        FrameType::PRIORITY_UPDATE if sender == Sender::Server => {
            "The server sent PRIORITY_UPDATE, which only a client may send.".to_owned()
        }
        _ => return None,
    };
    RuleError::protocol(kind.section(), message)
}

fn check_content(
    sender: Sender,
    header: &Header,
    payload: &[u8],
    priority: Option<Priority>,
) -> Option<RuleError> {
    let Header { kind, stream, .. } = *header;
    let depends = |priority: Priority| {
        if priority.dependency != stream {
            return None;
        }
        let message = format!(
            "Stream {stream} depends on itself: a stream error in RFC 7540; RFC 9113 deprecates stream dependencies."
        );
        RuleError::protocol("RFC 7540 §5.3.1", message)
    };
    match Detail::parse(header, payload) {
        Detail::Window(0) => {
            RuleError::protocol(kind.section(), "The increment of WINDOW_UPDATE is 0.")
        }
        Detail::Priority(priority) => depends(priority),
        Detail::PriorityUpdate(0, _) => RuleError::protocol(
            kind.section(),
            "PRIORITY_UPDATE is for stream 0, which has no priority.",
        ),
        Detail::Settings(settings) => settings.iter().find_map(|one| check_setting(sender, one)),
        _ => priority.and_then(depends),
    }
}

/// Checks a parameter by §6.5.2, RFC 8441 or RFC 9218.
fn check_setting(sender: Sender, setting: Setting) -> Option<RuleError> {
    let Setting { id, value } = setting;
    let name = setting.name()?;
    let section = match id {
        Setting::ENABLE_CONNECT_PROTOCOL => "RFC 8441 §3",
        Setting::NO_RFC7540_PRIORITIES => "RFC 9218 §2.1",
        _ => "RFC 9113 §6.5.2",
    };
    let mut code = ErrorCode::ProtocolError;
    let message = match id {
        Setting::ENABLE_PUSH if value == 1 && sender == Sender::Server => {
            format!("The server sent SETTINGS_{name} 1, which only a client may send.")
        }
        Setting::ENABLE_PUSH
        | Setting::ENABLE_CONNECT_PROTOCOL
        | Setting::NO_RFC7540_PRIORITIES
            if value > 1 =>
        {
            format!("SETTINGS_{name} is {value} instead of 0 or 1.")
        }
        Setting::INITIAL_WINDOW_SIZE if value > 0x7fff_ffff => {
            code = ErrorCode::FlowControlError;
            format!("SETTINGS_{name} is {value}, above 2,147,483,647.")
        }
        Setting::MAX_FRAME_SIZE if !(1 << 14..1 << 24).contains(&value) => {
            format!("SETTINGS_{name} is {value}, outside 16,384 to 16,777,215.")
        }
        _ => return None,
    };
    Some(RuleError::new(code, section, message))
}
