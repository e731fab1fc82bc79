//! Generates well-formed and damaged NetLogs from a script of bytes.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use testing::shaped::{Script, frames};

/// Event names, numbered from 1.
const NAMES: [&str; 13] = [
    "SSL_SOCKET_BYTES_SENT",
    "SSL_SOCKET_BYTES_RECEIVED",
    "SOCKET_BYTES_SENT",
    "SOCKET_BYTES_RECEIVED",
    "SSL_CONNECT",
    "SSL_HANDSHAKE_MESSAGE_SENT",
    "SOCKET_ALIVE",
    "HTTP2_SESSION",
    "HTTP2_SESSION_INITIALIZED",
    "HTTP2_SESSION_SEND_HEADERS",
    "HTTP2_SESSION_RECV_HEADERS",
    "HTTP2_SESSION_RECV_PUSH_PROMISE",
    "QUIC_SESSION",
];

pub(crate) fn log(script: &mut Script<'_>) -> Vec<u8> {
    let first = script.byte();
    let types: serde_json::Map<String, Value> = NAMES
        .iter()
        .zip(1..)
        .map(|(name, number)| ((*name).to_owned(), Value::from(number)))
        .collect();
    let constants = json!({
        "logCaptureMode": "Everything",
        "timeTickOffset": if first & 2 == 0 { json!("1700000000000") } else { json!(0.5) },
        "logEventTypes": types,
    });
    let space = if first & 4 == 0 { "\n" } else { "" };
    let mut log = format!("{{\"constants\":{constants},{space}\"events\":[{space}").into_bytes();
    // The first bytes a socket sends are the preface.
    let mut begun = [false; 4];
    while !script.is_empty() {
        let choice = script.byte();
        let kind = [0, 1, 2, 3, 0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13][usize::from(choice & 15)];
        let source = usize::from(choice >> 4 & 3);
        let params = params(script, kind, source, &mut begun);
        let phase = script.byte();
        let event = json!({
            "params": params,
            "phase": phase & 3,
            "source": { "id": source + if kind < 7 { 0 } else { 10 }, "type": 1 },
            "time": phase.to_string(),
            "type": kind + 1,
        });
        let at = log.len();
        log.extend(event.to_string().into_bytes());
        if choice & 0xc0 == 0xc0 {
            damage(script, &mut log, at);
        }
        log.extend(b",");
        log.extend(space.bytes());
    }
    if first & 8 == 0 {
        log.extend(b"{}]}");
    }
    log
}

fn params(script: &mut Script<'_>, kind: usize, source: usize, begun: &mut [bool; 4]) -> Value {
    let choice = script.byte();
    match kind {
        0..=3 => {
            let mut bytes = Vec::new();
            if kind & 1 == 0 && !std::mem::replace(&mut begun[source], true) {
                bytes.extend(http2::PREFACE);
            }
            for _ in 0..choice & 3 {
                bytes.extend(frames::next(script).bytes);
            }
            let missing = if choice & 0x70 == 0x70 { 9 } else { 0 };
            let count = bytes.len() + missing;
            match choice >> 2 & 3 {
                0 | 1 => json!({ "bytes": STANDARD.encode(bytes), "byte_count": count }),
                2 => {
                    let hex: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
                    json!({ "hex_encoded_bytes": hex, "byte_count": count })
                }
                _ => json!({ "byte_count": count }),
            }
        }
        4 => json!({
            "version": (["TLS 1.3", "TLS 1.2", "TLS 9"][usize::from(choice % 3)]),
            "next_proto": if choice & 4 == 0 { "h2" } else { "unknown" },
            "cipher_suite": if choice & 8 == 0 { 0x1301 } else { 0xffff },
            "is_resumed": choice & 16 != 0,
        }),
        5 => {
            let hello = [
                &[1, 0, 0, 40, 3, 3][..],
                &vec![choice; 40 - usize::from(choice & 15)],
            ];
            json!({ "bytes": STANDARD.encode(hello.concat()) })
        }
        7 => json!({ "host": format!("example-{}.test:443", choice & 3) }),
        8 => json!({ "source_dependency": { "id": choice & 3, "type": 1 } }),
        9..=11 => {
            let lines: Vec<String> = (0..choice & 3)
                .map(|_| match script.byte() {
                    most @ 0..=0x7f => [
                        ":method: GET",
                        ":status: 200",
                        "cookie: [24 bytes were stripped]",
                        "a: b",
                    ][usize::from(most & 3)]
                    .to_owned(),
                    length => {
                        String::from_utf8_lossy(script.bytes((length & 0x3f).into())).into_owned()
                    }
                })
                .collect();
            let name = if choice & 0x80 == 0 {
                "stream_id"
            } else {
                "id"
            };
            json!({ "headers": lines, name: choice >> 2 & 7 | 1 })
        }
        _ => Value::Null,
    }
}

/// Damages the event that begins at `at`.
fn damage(script: &mut Script<'_>, log: &mut Vec<u8>, at: usize) {
    let choice = script.byte();
    let place = at + usize::from(script.short()) % (log.len() - at);
    match choice & 3 {
        0 => log[place] = choice,
        1 => log.truncate(place),
        2 => {
            let length = usize::from(choice >> 2);
            log.splice(place..place, script.bytes(length).iter().copied());
        }
        _ => {
            // An event inside another.
            let inner = log[at..].to_vec();
            log.splice(place..place, inner);
        }
    }
}
