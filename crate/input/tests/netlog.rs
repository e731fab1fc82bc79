//! Logs of Chromium: those of the test data, cut anywhere and in chunks of
//! any size, and small ones that are damaged.

mod support;

use http2::Sender;
use input::{
    Refusal, RefusalKind,
    capture::{
        Protocol, Start,
        netlog::{self, NetLog},
    },
};
use proptest::prelude::*;
use serde_json::Value;
use support::{Seen, data, hex};

/// Reads a log in chunks of `chunk` octets.
fn read(log: &[u8], chunk: usize) -> (Seen, Result<(), Refusal>) {
    let mut seen = Seen::default();
    let mut reader = NetLog::new();
    for part in log.chunks(chunk) {
        reader.push(part, &mut seen);
    }
    let end = reader.finish(&mut seen);
    (seen, end)
}

#[test]
fn logs_with_octets_give_their_frames_and_blocks() {
    for name in ["d09-chromium-nginx-tls13", "d23-chromium-cut"] {
        let log = data(&format!("captures/{name}.netlog.json"));
        let truth = data(&format!("captures/{name}.truth.json"));
        let truth: Value = serde_json::from_slice(&truth).unwrap();
        let truth = &truth["connections"][0];
        let (seen, end) = read(&log, 1 << 16);
        assert_eq!(end, Ok(()), "{name}");
        let [connection] = &seen.connections[..] else {
            panic!("{name}: {:?}", seen.connections);
        };
        assert_eq!(connection.about.name(), "NetLog socket 41");
        assert_eq!(connection.about.protocol, Protocol::Http2);
        assert_eq!(connection.about.start, Start::Tls);
        let tls = connection.about.tls.as_ref().unwrap();
        assert_eq!(tls.version, Some("TLS 1.3"));
        assert_eq!(tls.cipher.as_deref(), Some("TLS_CHACHA20_POLY1305_SHA256"));
        assert_eq!(tls.server_name.as_deref(), Some("localhost"));
        assert_eq!(tls.alpn.as_deref(), Some("h2"));
        assert!(!tls.resumed);
        assert_eq!(
            tls.client_random.as_deref().map(|random| &random[..8]),
            Some("0954e1e1")
        );
        // The capture of the same connection saw the two directions in
        // another order than Chromium.
        for (sender, direction) in [(Sender::Client, "c2s"), (Sender::Server, "s2c")] {
            let of = |list: &str| {
                let all = truth[list].as_array().unwrap().iter();
                all.filter(|one| one["dir"] == direction && one["type"] != "MAGIC")
                    .cloned()
                    .collect::<Vec<Value>>()
            };
            let frames: Vec<[Value; 3]> = connection
                .frames
                .iter()
                .filter(|frame| frame.sender == sender)
                .map(|frame| {
                    [
                        frame.header.kind.0.into(),
                        frame.header.length.into(),
                        frame.header.stream.into(),
                    ]
                })
                .collect();
            let expected: Vec<[Value; 3]> = of("frames")
                .iter()
                .map(|frame| ["type_code", "length", "stream"].map(|key| frame[key].clone()))
                .collect();
            assert_eq!(frames, expected, "{name} {direction}");
            let blocks = of("blocks");
            let ours: Vec<_> = connection
                .blocks
                .iter()
                .filter(|block| block.sender == sender)
                .collect();
            assert_eq!(ours.len(), blocks.len(), "{name} {direction}");
            for (ours, theirs) in ours.into_iter().zip(&blocks) {
                assert_eq!(Value::from(hex(&ours.octets)), theirs["hex"], "{name}");
                assert_eq!(Value::from(ours.stream), theirs["stream"], "{name}");
                let logged = connection
                    .logged
                    .iter()
                    .find(|logged| (logged.0, logged.1) == (sender, ours.stream));
                let text = |field: &Value, key: &str| field[key].as_str().unwrap().to_owned();
                let fields: Vec<(String, String)> = theirs["fields"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|field| field["op"] != "size-update")
                    .map(|field| (text(field, "name"), text(field, "value")))
                    .collect();
                let fields: Vec<(&[u8], &[u8])> = fields
                    .iter()
                    .map(|(name, value)| (name.as_bytes(), value.as_bytes()))
                    .collect();
                // Where the log is cut, the last lists may be missing.
                match logged {
                    Some((_, _, logged)) => {
                        assert_eq!(netlog::differs(&fields, logged, |_, _| false), None)
                    }
                    None => assert_eq!(name, "d23-chromium-cut", "{}", theirs["block"]),
                }
            }
        }
        let cut = name == "d23-chromium-cut";
        assert_eq!(seen.problems.len(), usize::from(cut), "{:?}", seen.problems);
        if cut {
            assert_eq!(seen.problems[0].r#where, "line 1220, column 1");
        }
        assert!(
            connection.errors.len() <= usize::from(cut),
            "{:?}",
            connection.errors
        );
    }
}

#[test]
fn logs_without_octets_say_so() {
    for (name, mode) in [
        ("d21-chromium-default", "Default"),
        ("d22-chromium-includesensitive", "IncludeSensitive"),
    ] {
        let log = data(&format!("captures/{name}.netlog.json"));
        let (seen, end) = read(&log, 1 << 16);
        let refusal = end.unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::Capture);
        for part in [
            mode,
            "1 HTTP/2 session ",
            "40 header lists",
            "Include raw bytes",
            "--net-log-capture-mode=Everything",
        ] {
            assert!(
                refusal.message.contains(part),
                "{part}: {}",
                refusal.message
            );
        }
        assert!(seen.connections.is_empty() && seen.problems.is_empty());
    }
}

/// The client's preface, its SETTINGS, and a request.
const SENT: &str = "UFJJICogSFRUUC8yLjANCg0KU00NCg0KAAAABAAAAAAAAAADAQUAAAABgoaE";
/// The server's SETTINGS, and a response.
const RECEIVED: &str = "AAAABAAAAAAAAAABAQUAAAABiA==";

/// A log with those events, a line each.
fn log(events: &[&str]) -> String {
    const CONSTANTS: &str = r#"{"logCaptureMode":"Everything","timeTickOffset":1000,"logEventTypes":{"SSL_SOCKET_BYTES_SENT":1,"SSL_SOCKET_BYTES_RECEIVED":2,"SOCKET_BYTES_SENT":3,"SOCKET_BYTES_RECEIVED":4,"SSL_CONNECT":5,"SOCKET_ALIVE":6,"HTTP2_SESSION":7,"HTTP2_SESSION_INITIALIZED":8,"HTTP2_SESSION_SEND_HEADERS":9,"HTTP2_SESSION_RECV_HEADERS":10,"QUIC_SESSION":11,"X":12}}"#;
    format!(
        "{{\"constants\":{CONSTANTS},\n\"events\": [\n{}]}}\n",
        events.join(",\n")
    )
}

fn event(kind: u8, source: u8, params: &str) -> String {
    format!(
        r#"{{"params":{params},"phase":0,"source":{{"id":{source},"type":1}},"time":"5","type":{kind}}}"#
    )
}

fn carried(kind: u8, source: u8, octets: &str) -> String {
    event(kind, source, &format!(r#"{{"bytes":"{octets}"}}"#))
}

/// What a small log is to give: its connections, each with its protocol, how
/// it starts, its blocks and how many header lists were logged for them; and
/// words of its problems, or of its refusal.
struct Case<'a> {
    log: String,
    connections: &'a [(&'a str, Protocol, Start, usize, usize)],
    says: &'a [&'a str],
}

#[test]
fn small_logs() {
    use Protocol::{Http1, Http2};
    let session = event(7, 9, r#"{"host":"example.com:443"}"#);
    let begun = event(8, 9, r#"{"source_dependency":{"id":1,"type":1}}"#);
    let headers = event(9, 9, r#"{"headers":[":method: GET"],"stream_id":1}"#);
    let sent = carried(1, 1, SENT);
    let received = carried(2, 1, RECEIVED);
    let clear = carried(3, 1, SENT);
    let hello = carried(3, 1, "FgMBAAUBAAAB");
    let negotiated = event(
        5,
        1,
        r#"{"next_proto":"h2","version":"TLS 1.3","cipher_suite":4865}"#,
    );
    let get = carried(1, 2, "R0VUIC8gSFRUUC8xLjENCg0K");
    let whole = "NetLog socket 1";
    let cases = [
        Case {
            log: log(&[
                &hello,
                &negotiated,
                &session,
                &begun,
                &sent,
                &headers,
                &received,
            ]),
            connections: &[(whole, Http2, Start::Tls, 2, 1)],
            says: &[],
        },
        // The session is known before its octets, or after them, or never.
        Case {
            log: log(&[&session, &begun, &headers, &sent, &received]),
            connections: &[(whole, Http2, Start::Tls, 2, 1)],
            says: &[],
        },
        Case {
            log: log(&[&sent, &headers, &received, &session, &begun]),
            connections: &[(whole, Http2, Start::Tls, 2, 1)],
            says: &[],
        },
        Case {
            log: log(&[&sent, &headers, &received]),
            connections: &[(whole, Http2, Start::Tls, 2, 0)],
            says: &["1 header list of it"],
        },
        // In clear text; HTTP/1.1 beside it; the first octets missing.
        Case {
            log: log(&[&clear, &get]),
            connections: &[
                (whole, Http2, Start::PriorKnowledge, 1, 0),
                ("NetLog socket 2", Http1, Start::Middle, 0, 0),
            ],
            says: &[],
        },
        Case {
            log: log(&[&received, &session, &begun]),
            connections: &[(whole, Http2, Start::Middle, 1, 0)],
            says: &[],
        },
        // Through a proxy: what was sent to it first is not of the connection.
        Case {
            log: log(&[
                &carried(3, 1, "Q09OTkVDVCBhIEhUVFAvMS4xDQoNCg=="),
                &negotiated,
                &sent,
                &received,
            ]),
            connections: &[(whole, Http2, Start::Tls, 2, 0)],
            says: &[],
        },
        // Damage: an event without its octets, and one that is no JSON.
        Case {
            log: log(&[
                &sent,
                &event(1, 1, r#"{"byte_count":12}"#),
                &received,
                "{\"x\":}",
                &event(11, 3, "{}"),
            ]),
            connections: &[(whole, Http2, Start::Tls, 2, 0)],
            says: &["NetLog socket 1 lacks 12 B", "damaged", "QPACK"],
        },
        // Nothing to decode.
        Case {
            log: log(&[
                &session,
                &event(1, 1, r#"{"byte_count":12}"#),
                &headers,
                &event(11, 3, "{}"),
            ]),
            connections: &[],
            says: &[
                "1 HTTP/2 session with 1 header list, ",
                "1 QUIC session,",
                "(capture mode Everything)",
            ],
        },
        Case {
            log: log(&[]),
            connections: &[],
            says: &["no HTTP/2 session"],
        },
        Case {
            log: log(&[&sent]).replace("logEventTypes", "other"),
            connections: &[(whole, Http2, Start::Tls, 1, 0)],
            says: &[],
        },
        Case {
            log: format!("{{\"constants\":{{}},\"events\":[{sent}]}}"),
            connections: &[],
            says: &["“constants”"],
        },
        // Pretty-printed, and in one line.
        Case {
            log: log(&[&sent, &received])
                .replace(',', ",\n   ")
                .replace("\n{", "\n  {"),
            connections: &[(whole, Http2, Start::Tls, 2, 0)],
            says: &[],
        },
        Case {
            log: log(&[&sent, &received]).replace('\n', ""),
            connections: &[(whole, Http2, Start::Tls, 2, 0)],
            says: &[],
        },
    ];
    for Case {
        log,
        connections,
        says,
    } in cases
    {
        for chunk in [3, 1 << 16] {
            let (seen, end) = read(log.as_bytes(), chunk);
            let found: Vec<_> = seen
                .connections
                .iter()
                .map(|one| {
                    let about = &one.about;
                    (
                        about.name(),
                        about.protocol,
                        about.start,
                        one.blocks.len(),
                        one.logged.len(),
                    )
                })
                .collect();
            let expected: Vec<_> = connections
                .iter()
                .map(|&(name, protocol, start, blocks, logged)| {
                    (name.to_owned(), protocol, start, blocks, logged)
                })
                .collect();
            assert_eq!(found, expected, "{log}");
            assert_eq!(end.is_err(), connections.is_empty(), "{log}");
            let said: String = match &end {
                Ok(()) => {
                    assert_eq!(seen.problems.len(), says.len(), "{:?}", seen.problems);
                    seen.problems
                        .iter()
                        .map(|problem| problem.message.as_str())
                        .collect()
                }
                Err(refusal) => refusal.message.clone(),
            };
            for part in says {
                assert!(said.contains(part), "{part}: {said}");
            }
        }
    }
}

/// A log of two sockets whose events are worth cutting.
fn conversation() -> String {
    let events = [
        event(5, 1, r#"{"next_proto":"h2","version":"TLS 1.3"}"#),
        event(7, 9, r#"{"host":"é.example:443"}"#),
        carried(1, 1, SENT),
        event(8, 9, r#"{"source_dependency":{"id":1,"type":1}}"#),
        event(9, 9, r#"{"headers":[":method: GET"],"stream_id":1}"#),
        carried(1, 2, SENT),
        carried(2, 1, RECEIVED),
        carried(2, 2, RECEIVED),
        event(10, 9, r#"{"headers":[":status: 200"],"stream_id":1}"#),
    ];
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    log(&events)
}

#[test]
fn a_log_that_is_cut_anywhere_gives_what_stands_before_the_cut() {
    let log = conversation();
    let (whole, _) = read(log.as_bytes(), 1 << 16);
    assert_eq!(whole.connections.len(), 2);
    for cut in 0..log.len() {
        let (seen, end) = read(&log.as_bytes()[..cut], 1 << 16);
        assert!(seen.connections.len() <= whole.connections.len());
        for (cut, whole) in seen.connections.iter().zip(&whole.connections) {
            assert!(whole.frames.starts_with(&cut.frames));
            assert!(whole.blocks.starts_with(&cut.blocks));
            assert!(whole.logged.starts_with(&cut.logged));
        }
        assert_eq!(end.is_err(), seen.connections.is_empty());
        // Only white space is missing at the last octet.
        assert_eq!(seen.problems.is_empty(), cut + 1 == log.len(), "{cut}");
    }
}

/// Damages that line of the conversation (from 1) at that octet, in one of
/// five ways.
fn a_damaged_line_costs_no_other(line: usize, mut at: usize, how: usize) {
    let log = conversation();
    let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
    let damaged = &mut lines[line - 1];
    while !damaged.is_char_boundary(at) {
        at -= 1;
    }
    match how {
        0 => damaged.clear(),
        1 => damaged.truncate(at),
        2 => damaged.insert(at, '"'),
        3 => drop(damaged.drain(..at)),
        _ => damaged.insert_str(at, "]}"),
    }
    let (seen, _) = read(lines.join("\n").as_bytes(), 1 << 16);
    let (whole, _) = read(log.as_bytes(), 1 << 16);
    let count = |of: fn(&support::Connection) -> usize, seen: &Seen| {
        seen.connections.iter().map(of).sum::<usize>()
    };
    // A line carries one block, or one list, or the socket of all lists.
    let blocks = |seen| count(|one| one.blocks.len(), seen);
    let logged = |seen| count(|one| one.logged.len(), seen);
    let case = format!("line {line}, at {at}, how {how}: {:?}", seen.problems);
    assert!(blocks(&seen) + 1 >= blocks(&whole), "{case}");
    assert!(logged(&seen) + 1 >= logged(&whole) || line == 6, "{case}");
}

/// Found by the property below: the first line shows where events begin.
#[test]
fn the_first_line_damaged_at_its_first_character_costs_no_other() {
    a_damaged_line_costs_no_other(3, 0, 2);
}

proptest! {
    #[test]
    fn chunks_of_any_size_give_the_same(chunk in 1..700usize) {
        let log = conversation();
        prop_assert_eq!(read(log.as_bytes(), chunk), read(log.as_bytes(), 1 << 16));
    }

    #[test]
    fn a_line_that_is_lost_or_damaged_costs_no_other(line in 3..12usize, at in any::<prop::sample::Index>(), how in 0..5usize) {
        a_damaged_line_costs_no_other(line, at.index(conversation().lines().nth(line - 1).unwrap().len()), how);
    }

    #[test]
    fn whatever_stands_in_a_log_is_no_panic(at in any::<prop::sample::Index>(), with in prop::collection::vec(any::<u8>(), 0..8), chunk in 1..200usize) {
        let mut log = conversation().into_bytes();
        let at = at.index(log.len());
        let end = (at + with.len()).min(log.len());
        log.splice(at..end, with);
        let _ = read(&log, chunk);
    }
}
