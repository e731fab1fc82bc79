//! NetLogs: recorded ones, cut anywhere and in any chunks, and damaged ones.

use crate::support::{self, Seen, data};
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
fn reads_frames_and_blocks_of_logs_with_bytes() {
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
        // The capture interleaves the directions differently.
        for (sender, direction) in [(Sender::Client, "c2s"), (Sender::Server, "s2c")] {
            let sent = |list: &str| {
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
                    let header = frame.header;
                    [
                        header.kind.0.into(),
                        header.length.into(),
                        header.stream.into(),
                    ]
                })
                .collect();
            let keys = ["type_code", "length", "stream"];
            let expected = sent("frames");
            let expected = expected
                .iter()
                .map(|frame| keys.map(|key| frame[key].clone()));
            assert!(expected.eq(frames), "{name} {direction}");
            let blocks = sent("blocks");
            let ours = connection
                .blocks
                .iter()
                .filter(|block| block.sender == sender);
            assert_eq!(ours.clone().count(), blocks.len(), "{name} {direction}");
            for (ours, theirs) in ours.zip(&blocks) {
                assert_eq!(Value::from(&*ours.hex), theirs["hex"], "{name}");
                assert_eq!(Value::from(ours.stream), theirs["stream"], "{name}");
                let mut logged = connection.logged.iter();
                let logged = logged.find(|logged| (logged.0, logged.1) == (sender, ours.stream));
                let fields = theirs["fields"].as_array().unwrap().iter();
                let text = |field: &'_ Value, key| field[key].as_str().unwrap().as_bytes().to_vec();
                let fields: Vec<_> = fields
                    .filter(|field| field["op"] != "size-update")
                    .map(|field| (text(field, "name"), text(field, "value")))
                    .collect();
                let fields: Vec<(&[u8], &[u8])> = fields
                    .iter()
                    .map(|(name, value)| (&name[..], &value[..]))
                    .collect();
                // If the log is cut, the last lists can be missing.
                match logged {
                    Some((_, _, logged)) => {
                        assert_eq!(netlog::differs(&fields, logged, |_, _| false), None);
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
        let errors = &connection.errors;
        assert!(errors.len() <= usize::from(cut), "{errors:?}");
    }
}

#[test]
fn refuses_logs_without_bytes() {
    for (name, mode) in [
        ("d21-chromium-default", "Default"),
        ("d22-chromium-includesensitive", "IncludeSensitive"),
    ] {
        let log = data(&format!("captures/{name}.netlog.json"));
        let (seen, end) = read(&log, 1 << 16);
        let refusal = end.unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::Capture);
        let advice = "--net-log-capture-mode=Everything";
        for part in [
            mode,
            "1 HTTP/2 session ",
            "40 header lists",
            "Include raw bytes",
            advice,
        ] {
            let message = &refusal.message;
            assert!(message.contains(part), "{part}: {message}");
        }
        assert!(seen.connections.is_empty() && seen.problems.is_empty());
    }
}

/// The client's preface, its SETTINGS, and a request.
const SENT: &str = "UFJJICogSFRUUC8yLjANCg0KU00NCg0KAAAABAAAAAAAAAADAQUAAAABgoaE";
/// The server's SETTINGS, and a response.
const RECEIVED: &str = "AAAABAAAAAAAAAABAQUAAAABiA==";

/// Formats a log with these events, one per line.
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

fn carried(kind: u8, source: u8, bytes: &str) -> String {
    event(kind, source, &format!(r#"{{"bytes":"{bytes}"}}"#))
}

/// A small log; its connections, each with socket number, protocol and start,
/// number of blocks and number of logged header lists; and excerpts of its
/// problems or refusal.
type Case<'a> = (String, &'a [(u32, &'a str, usize, usize)], &'a [&'a str]);

#[test]
fn reads_small_logs() {
    let session = event(7, 9, r#"{"host":"example.com:443"}"#);
    let begun = event(8, 9, r#"{"source_dependency":{"id":1,"type":1}}"#);
    let headers = event(9, 9, r#"{"headers":[":method: GET"],"stream_id":1}"#);
    let [sent, received] = [carried(1, 1, SENT), carried(2, 1, RECEIVED)];
    let clear = carried(3, 1, SENT);
    let hello = carried(3, 1, "FgMBAAUBAAAB");
    let negotiated = r#"{"next_proto":"h2","version":"TLS 1.3","cipher_suite":4865}"#;
    let negotiated = event(5, 1, negotiated);
    let get = carried(1, 2, "R0VUIC8gSFRUUC8xLjENCg0K");
    let connect = carried(3, 1, "Q09OTkVDVCBhIEhUVFAvMS4xDQoNCg==");
    let lacking = event(1, 1, r#"{"byte_count":12}"#);
    let quic = event(11, 3, "{}");
    let both = log(&[&sent, &received]);
    let whole = [
        &hello,
        &negotiated,
        &session,
        &begun,
        &sent,
        &headers,
        &received,
    ];
    let tls = "Http2 Tls";
    let cases: [Case<'_>; 14] = [
        (log(&whole.map(String::as_str)), &[(1, tls, 2, 1)], &[]),
        // The session is known before its bytes, after them, or never.
        (
            log(&[&session, &begun, &headers, &sent, &received]),
            &[(1, tls, 2, 1)],
            &[],
        ),
        (
            log(&[&sent, &headers, &received, &session, &begun]),
            &[(1, tls, 2, 1)],
            &[],
        ),
        (
            log(&[&sent, &headers, &received]),
            &[(1, tls, 2, 0)],
            &["1 header list of it"],
        ),
        // Cleartext; with HTTP/1.1 on another socket; without the first bytes.
        (
            log(&[&clear, &get]),
            &[(1, "Http2 PriorKnowledge", 1, 0), (2, "Http1 Middle", 0, 0)],
            &[],
        ),
        (
            log(&[&received, &session, &begun]),
            &[(1, "Http2 Middle", 1, 0)],
            &[],
        ),
        // Through a proxy: bytes sent to it are not part of the connection.
        (
            log(&[&connect, &negotiated, &sent, &received]),
            &[(1, tls, 2, 0)],
            &[],
        ),
        // Damage: an event without its bytes, and invalid JSON.
        (
            log(&[&sent, &lacking, &received, "{\"x\":}", &quic]),
            &[(1, tls, 2, 0)],
            &["NetLog socket 1 lacks 12 B", "damaged", "QPACK"],
        ),
        // Nothing to decode.
        (
            log(&[&session, &lacking, &headers, &quic]),
            &[],
            &[
                "1 HTTP/2 session with 1 header list, ",
                "1 QUIC session,",
                "(capture mode Everything)",
            ],
        ),
        (log(&[]), &[], &["no HTTP/2 session"]),
        (
            log(&[&sent]).replace("logEventTypes", "other"),
            &[(1, tls, 1, 0)],
            &[],
        ),
        (
            format!("{{\"constants\":{{}},\"events\":[{sent}]}}"),
            &[],
            &["“constants”"],
        ),
        // Pretty-printed, and in one line.
        (
            both.replace(',', ",\n   ").replace("\n{", "\n  {"),
            &[(1, tls, 2, 0)],
            &[],
        ),
        (both.replace('\n', ""), &[(1, tls, 2, 0)], &[]),
    ];
    for ((log, connections, says), chunk) in
        cases.iter().flat_map(|case| [(case, 3), (case, 1 << 16)])
    {
        let (seen, end) = read(log.as_bytes(), chunk);
        let found = seen.connections.iter().map(|one| {
            let about = &one.about;
            let how = format!("{:?} {:?}", about.protocol, about.start);
            (about.name(), how, one.blocks.len(), one.logged.len())
        });
        let expected = connections.iter().map(|&(socket, how, blocks, logged)| {
            (
                format!("NetLog socket {socket}"),
                how.to_owned(),
                blocks,
                logged,
            )
        });
        assert!(
            found.clone().eq(expected),
            "{log}: {:?}",
            found.collect::<Vec<_>>()
        );
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
        for part in *says {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}

/// A log of two sockets, for cutting.
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
fn cut_logs_give_what_precedes_the_cut() {
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
        // At the last byte, only white space is missing.
        assert_eq!(seen.problems.is_empty(), cut + 1 == log.len(), "{cut}");
    }
}

/// Damages byte `at` of a line (from 1) of the conversation, in one of five
/// ways, and checks that no other line is lost.
fn check_damaged_line(line: usize, mut at: usize, how: usize) {
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
    // A line carries one block, one list, or the socket of all lists.
    let blocks = |seen| count(|one| one.blocks.len(), seen);
    let logged = |seen| count(|one| one.logged.len(), seen);
    let case = format!("line {line}, at {at}, how {how}: {:?}", seen.problems);
    assert!(blocks(&seen) + 1 >= blocks(&whole), "{case}");
    assert!(logged(&seen) + 1 >= logged(&whole) || line == 6, "{case}");
}

/// Found by the property below. The first event shows the column of events.
#[test]
fn damaged_first_line_loses_no_other() {
    check_damaged_line(3, 0, 2);
}

proptest! {
    #[test]
    fn reads_the_same_in_chunks_of_any_size(chunk in 1..700usize) {
        let log = conversation();
        prop_assert_eq!(read(log.as_bytes(), chunk), read(log.as_bytes(), 1 << 16));
    }

    #[test]
    fn damaged_line_loses_no_other(line in 3..12usize, at in any::<prop::sample::Index>(), how in 0..5usize) {
        check_damaged_line(line, at.index(conversation().lines().nth(line - 1).unwrap().len()), how);
    }

    #[test]
    fn never_panics(at in any::<prop::sample::Index>(), with in prop::collection::vec(any::<u8>(), 0..8), chunk in 1..200usize) {
        let mut log = conversation().into_bytes();
        let at = at.index(log.len());
        let end = (at + with.len()).min(log.len());
        log.splice(at..end, with);
        let _ = read(&log, chunk);
    }
}
