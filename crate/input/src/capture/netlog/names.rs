//! What the numbers of event types mean: they differ from version to version,
//! and each log says so itself.

use std::collections::HashMap;

use serde::Deserialize;

/// The events that tell something of HTTP/2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Bytes that a socket sent: inside TLS, or on the wire.
    Sent {
        tls: bool,
    },
    /// Bytes that it received.
    Received {
        tls: bool,
    },
    /// TLS is negotiated.
    Negotiated,
    /// A message of the TLS handshake that was sent.
    Handshake,
    /// The life of a socket.
    Alive,
    /// The life of an HTTP/2 session.
    Session,
    /// The socket of an HTTP/2 session.
    Initialized,
    /// A header list that was sent, received, or promised.
    SentHeaders,
    ReceivedHeaders,
    ReceivedPromise,
    /// The life of a QUIC session.
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

/// What the log says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Constants {
    /// The types of events, by their numbers.
    pub(super) events: HashMap<i64, Event>,
    /// Milliseconds between 1970 and the log's time 0.
    pub(super) offset: i64,
    /// What was logged: “Default”, “IncludeSensitive”, “Everything”.
    pub(super) mode: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Read {
    log_event_types: HashMap<String, i64>,
    #[serde(default)]
    time_tick_offset: Option<serde_json::Value>,
    #[serde(default)]
    log_capture_mode: Option<serde_json::Value>,
}

impl Constants {
    /// Reads the log's object `constants`; also one that is damaged, as far
    /// as its names are whole.
    pub(super) fn read(bytes: &[u8]) -> Self {
        match serde_json::from_slice::<Read>(bytes) {
            Ok(read) => Self {
                events: events(|name| read.log_event_types.get(name).copied()),
                offset: read.time_tick_offset.as_ref().map_or(0, number),
                mode: read
                    .log_capture_mode
                    .and_then(|mode| mode.as_str().map(str::to_owned)),
            },
            Err(_) => Self {
                events: events(|name| behind(bytes, name)),
                offset: behind(bytes, "timeTickOffset").unwrap_or(0),
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

/// A whole number, also one that is written as a string.
pub(super) fn number(value: &serde_json::Value) -> i64 {
    match value {
        serde_json::Value::String(digits) => digits.parse().unwrap_or(0),
        // Some versions write the offset with a fraction.
        other => other
            .as_i64()
            .unwrap_or_else(|| other.as_f64().map_or(0, |value| value as i64)),
    }
}

/// The number that stands behind a name in quotes.
fn behind(bytes: &[u8], name: &str) -> Option<i64> {
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
    fn numbers_of_names() {
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
