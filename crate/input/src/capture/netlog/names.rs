//! Event type numbers, which each log defines.

use std::collections::HashMap;

use serde::Deserialize;

/// Events that concern HTTP/2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Bytes sent on a socket, inside TLS or on the wire.
    Sent {
        tls: bool,
    },
    Received {
        tls: bool,
    },
    /// TLS negotiation result.
    Negotiated,
    /// TLS handshake message sent.
    Handshake,
    Alive,
    Session,
    /// Socket assigned to an HTTP/2 session.
    Initialized,
    /// Header list sent, received or promised.
    SentHeaders,
    ReceivedHeaders,
    ReceivedPromise,
    Quic,
}

const NAMES: [(&str, Event); 13] = [
    ("SSL_SOCKET_BYTES_SENT", Event::Sent { tls: true }),
    ("SSL_SOCKET_BYTES_RECEIVED", Event::Received { tls: true }),
    ("SOCKET_BYTES_SENT", Event::Sent { tls: false }),
    ("SOCKET_BYTES_RECEIVED", Event::Received { tls: false }),
    ("SSL_CONNECT", Event::Negotiated),
    ("SSL_HANDSHAKE_MESSAGE_SENT", Event::Handshake),
    ("SOCKET_ALIVE", Event::Alive),
    ("HTTP2_SESSION", Event::Session),
    ("HTTP2_SESSION_INITIALIZED", Event::Initialized),
    ("HTTP2_SESSION_SEND_HEADERS", Event::SentHeaders),
    ("HTTP2_SESSION_RECV_HEADERS", Event::ReceivedHeaders),
    ("HTTP2_SESSION_RECV_PUSH_PROMISE", Event::ReceivedPromise),
    ("QUIC_SESSION", Event::Quic),
];

/// The log's `constants`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Constants {
    pub(super) events: HashMap<i64, Event>,
    /// Milliseconds from 1970 to time 0 of the log.
    pub(super) offset: i64,
    /// Capture mode: “Default”, “IncludeSensitive” or “Everything”.
    pub(super) mode: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawConstants {
    log_event_types: HashMap<String, i64>,
    #[serde(default)]
    time_tick_offset: Option<serde_json::Value>,
    #[serde(default)]
    log_capture_mode: Option<serde_json::Value>,
}

impl Constants {
    /// Reads the object `constants`, or what is intact of it if damaged.
    pub(super) fn read(bytes: &[u8]) -> Self {
        match serde_json::from_slice::<RawConstants>(bytes) {
            Ok(read) => Self {
                events: events(|name| read.log_event_types.get(name).copied()),
                offset: read.time_tick_offset.as_ref().map_or(0, number),
                mode: read
                    .log_capture_mode
                    .and_then(|mode| mode.as_str().map(str::to_owned)),
            },
            Err(_) => Self {
                events: events(|name| number_after(bytes, name)),
                offset: number_after(bytes, "timeTickOffset").unwrap_or(0),
                mode: None,
            },
        }
    }
}

fn events(number: impl Fn(&str) -> Option<i64>) -> HashMap<i64, Event> {
    NAMES
        .iter()
        .filter_map(|(name, event)| Some((number(name)?, *event)))
        .collect()
}

/// Reads an integer, which may be a string.
pub(super) fn number(value: &serde_json::Value) -> i64 {
    match value {
        serde_json::Value::String(digits) => digits.parse().unwrap_or(0),
        // Some versions write the offset with a fraction.
        other => other
            .as_i64()
            .unwrap_or_else(|| other.as_f64().map_or(0, |value| value as i64)),
    }
}

/// Finds the number after a quoted name.
fn number_after(bytes: &[u8], name: &str) -> Option<i64> {
    let quoted = format!("\"{name}\"");
    let at = bytes
        .windows(quoted.len())
        .position(|window| window == quoted.as_bytes())?;
    let rest = bytes[at + quoted.len()..]
        .trim_ascii_start()
        .strip_prefix(b":")?
        .trim_ascii_start();
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_constants() {
        let cases = [
            r#"{"logEventTypes":{"HTTP2_SESSION":7,"X":9},"timeTickOffset":5,"logCaptureMode":"Everything"}"#,
            r#"{"logEventTypes":{"HTTP2_SESSION":7,"X":9},"timeTickOffset":"5"}"#,
            r#"{"logEventTypes":{"X":9,,"HTTP2_SESSION" : 7},"timeTickOffset":"5""#,
        ];
        for text in cases {
            let constants = Constants::read(text.as_bytes());
            assert_eq!(
                constants.events,
                HashMap::from([(7, Event::Session)]),
                "{text}"
            );
            assert_eq!(constants.offset, 5, "{text}");
        }
        assert_eq!(Constants::read(b"{}"), Constants::default());
    }
}
