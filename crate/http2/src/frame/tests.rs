use super::*;

fn frame(kind: FrameType, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let header = Header {
        length: payload.len() as u32,
        kind,
        flags,
        reserved: false,
        stream,
    };
    [&header.to_bytes(), payload].concat()
}

#[test]
fn headers_read_and_written() {
    let octets = *b"\x01\x02\x03\x05\x0c\x80\0\x01\x02";
    let header = Header {
        length: 0x01_0203,
        kind: FrameType::PUSH_PROMISE,
        flags: flags::PADDED | flags::END_HEADERS,
        reserved: true,
        stream: 258,
    };
    assert_eq!(Header::parse(octets), header);
    assert_eq!(header.to_bytes(), octets);
    assert_eq!(Header::parse([0xff; 9]).to_bytes(), [0xff; 9]);
    let whole = frame(FrameType::PING, 0, 0, b"12345678");
    let (header, payload, behind) = split_first(&whole[..12]).unwrap();
    assert_eq!((header.length, payload, behind), (8, &b"123"[..], &b""[..]));
    assert_eq!(split_first(&whole[..8]), None);
}

/// Names and sections as the specifications have them, and none beside them.
#[test]
fn names_of_types_settings_and_errors() {
    let types: Vec<_> = (0..=0x11)
        .map(FrameType)
        .filter_map(|kind| Some((kind.name()?, kind.section())))
        .collect();
    let expected = [
        ("DATA", "RFC 9113 §6.1"),
        ("HEADERS", "RFC 9113 §6.2"),
        ("PRIORITY", "RFC 9113 §6.3"),
        ("RST_STREAM", "RFC 9113 §6.4"),
        ("SETTINGS", "RFC 9113 §6.5"),
        ("PUSH_PROMISE", "RFC 9113 §6.6"),
        ("PING", "RFC 9113 §6.7"),
        ("GOAWAY", "RFC 9113 §6.8"),
        ("WINDOW_UPDATE", "RFC 9113 §6.9"),
        ("CONTINUATION", "RFC 9113 §6.10"),
        ("ALTSVC", "RFC 7838 §4"),
        ("ORIGIN", "RFC 8336 §2"),
        ("PRIORITY_UPDATE", "RFC 9218 §7.1"),
    ];
    assert_eq!(types, expected);
    assert_eq!(FrameType(0x0b).to_string(), "UNKNOWN_0x0b");
    let settings: Vec<_> = (0..=10)
        .filter_map(|id| Setting { id, value: 0 }.name())
        .collect();
    let expected = [
        "HEADER_TABLE_SIZE",
        "ENABLE_PUSH",
        "MAX_CONCURRENT_STREAMS",
        "INITIAL_WINDOW_SIZE",
        "MAX_FRAME_SIZE",
        "MAX_HEADER_LIST_SIZE",
        "ENABLE_CONNECT_PROTOCOL",
        "NO_RFC7540_PRIORITIES",
    ];
    assert_eq!(settings, expected);
    let errors: Vec<_> = (0..=14).filter_map(crate::code_name).collect();
    let expected = [
        "NO_ERROR",
        "PROTOCOL_ERROR",
        "INTERNAL_ERROR",
        "FLOW_CONTROL_ERROR",
        "SETTINGS_TIMEOUT",
        "STREAM_CLOSED",
        "FRAME_SIZE_ERROR",
        "REFUSED_STREAM",
        "CANCEL",
        "COMPRESSION_ERROR",
        "CONNECT_ERROR",
        "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY",
        "HTTP_1_1_REQUIRED",
    ];
    assert_eq!(errors, expected);
}

#[test]
fn flags_by_type() {
    let cases: [(FrameType, u8, &[&str]); 6] = [
        (FrameType::DATA, 0x09, &["END_STREAM", "PADDED"]),
        (
            FrameType::HEADERS,
            0x2d,
            &["END_STREAM", "END_HEADERS", "PADDED", "PRIORITY"],
        ),
        (FrameType::SETTINGS, 0x01, &["ACK"]),
        (FrameType::PUSH_PROMISE, 0x0c, &["END_HEADERS", "PADDED"]),
        (FrameType::CONTINUATION, 0x04, &["END_HEADERS"]),
        (FrameType::GOAWAY, 0, &[]),
    ];
    for (kind, defined, names) in cases {
        assert_eq!(flags::defined(kind), defined, "{kind}");
        assert!(flags::names(kind, 0xff).eq(names.iter().copied()), "{kind}");
        assert_eq!(flags::names(kind, !defined).count(), 0, "{kind}");
    }
}

#[test]
fn prefaces() {
    let cases: [(&[u8], Option<bool>); 5] = [
        (b"", None),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r", None),
        (PREFACE, Some(true)),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0", Some(true)),
        (b"PRI * HTTP/1", Some(false)),
    ];
    for (octets, expected) in cases {
        assert_eq!(has_preface(octets), expected, "{}", octets.escape_ascii());
    }
}

/// A case: type, flags, payload; octets of the prefix, and what is read: pad
/// length, dependency, promised stream, content or fragment.
type Division = (
    FrameType,
    u8,
    &'static [u8],
    usize,
    Result<(Option<u8>, Option<u32>, Option<u32>, &'static [u8]), PayloadError>,
);

#[test]
fn payloads_divided() {
    use PayloadError::{PaddingTooLong, TooShort};
    use flags::{PADDED, PRIORITY};
    let both = PADDED | PRIORITY;
    let cases: [Division; 20] = [
        (
            FrameType::DATA,
            0,
            b"abc",
            0,
            Ok((None, None, None, b"abc")),
        ),
        (
            FrameType::DATA,
            PADDED,
            b"\x01ab\0",
            1,
            Ok((Some(1), None, None, b"ab")),
        ),
        (
            FrameType::DATA,
            PADDED,
            b"\0",
            1,
            Ok((Some(0), None, None, b"")),
        ),
        (FrameType::DATA, PADDED, b"", 1, Err(TooShort)),
        (FrameType::DATA, PADDED, b"\x01", 1, Err(PaddingTooLong)),
        (
            FrameType::DATA,
            PRIORITY,
            b"abc",
            0,
            Ok((None, None, None, b"abc")),
        ),
        (
            FrameType::HEADERS,
            PRIORITY,
            b"\x80\0\0\x03\x0f\x82",
            5,
            Ok((None, Some(3), None, b"\x82")),
        ),
        (
            FrameType::HEADERS,
            PRIORITY,
            b"\0\0\0\x03",
            5,
            Err(TooShort),
        ),
        (
            FrameType::HEADERS,
            both,
            b"\x02\0\0\0\x05\x0f\x82\0\0",
            6,
            Ok((Some(2), Some(5), None, b"\x82")),
        ),
        (
            FrameType::HEADERS,
            both,
            b"\x03\0\0\0\x05\x0f\0\0\0",
            6,
            Ok((Some(3), Some(5), None, b"")),
        ),
        (
            FrameType::HEADERS,
            both,
            b"\x04\0\0\0\x05\x0f\0\0\0",
            6,
            Err(PaddingTooLong),
        ),
        (
            FrameType::HEADERS,
            both,
            b"\x00\0\0\0\x05",
            6,
            Err(TooShort),
        ),
        (
            FrameType::PUSH_PROMISE,
            0,
            b"\x80\0\0\x02\x82",
            4,
            Ok((None, None, Some(2), b"\x82")),
        ),
        (
            FrameType::PUSH_PROMISE,
            both,
            b"\x01\0\0\0\x02\x82\0",
            5,
            Ok((Some(1), None, Some(2), b"\x82")),
        ),
        (FrameType::PUSH_PROMISE, 0, b"\0\0\0", 4, Err(TooShort)),
        (
            FrameType::PUSH_PROMISE,
            PADDED,
            b"\xff\0\0\0\x02",
            5,
            Err(PaddingTooLong),
        ),
        // CONTINUATION has neither (§6.10), and PING no such flags.
        (
            FrameType::CONTINUATION,
            both,
            b"\x05\x82",
            0,
            Ok((None, None, None, b"\x05\x82")),
        ),
        (
            FrameType::PING,
            both,
            b"12345678",
            0,
            Ok((None, None, None, b"12345678")),
        ),
        (
            FrameType(0x55),
            both,
            b"\xff",
            0,
            Ok((None, None, None, b"\xff")),
        ),
        (FrameType::HEADERS, 0, b"", 0, Ok((None, None, None, b""))),
    ];
    for (kind, flags, octets, len, expected) in cases {
        let whole = frame(kind, flags, 1, octets);
        let (header, payload, _) = split_first(&whole).unwrap();
        assert_eq!(Prefix::len(&header), len, "{kind} {octets:02x?}");
        let found = split_body(&header, payload).map(|(prefix, body)| {
            assert_eq!(prefix.body as usize, body.len());
            let dependency = prefix.priority.map(|priority| priority.dependency);
            (prefix.padding, dependency, prefix.promised, body)
        });
        assert_eq!(found, expected, "{kind} {octets:02x?}");
    }
}

/// Of a payload that is cut, the prefix is read and the body is what is there:
/// padding is counted from the end that the header states.
#[test]
fn payloads_that_are_cut() {
    let whole = frame(
        FrameType::HEADERS,
        flags::PADDED,
        1,
        b"\x02\x82\x86\x84\0\0",
    );
    for (left, expected) in [
        (0, Err(PayloadError::TooShort)),
        (1, Ok(&b""[..])),
        (3, Ok(b"\x82\x86")),
        (5, Ok(b"\x82\x86\x84")),
    ] {
        let (header, payload, _) = split_first(&whole[..Header::LEN + left]).unwrap();
        let body = split_body(&header, payload).map(|(_, body)| body);
        assert_eq!(body, expected, "{left}");
    }
    // What a caller gives beyond the frame is not read.
    let header = Header::parse(*b"\0\0\0\x05\x04\0\0\0\x01");
    assert_eq!(
        split_body(&header, b"\0\0\0\x02"),
        Err(PayloadError::TooShort)
    );
}

#[test]
fn details() {
    let go_away = b"\x80\0\0\x07\0\0\0\x0bcalm";
    let cases: [(FrameType, u8, &[u8], Detail<'_>); 12] = [
        (FrameType::RST_STREAM, 0, b"\0\0\0\x08", Detail::Reset(8)),
        (FrameType::RST_STREAM, 0, b"\0\0\0", Detail::None),
        (
            FrameType::WINDOW_UPDATE,
            0,
            b"\xff\xff\xff\xff",
            Detail::Window(0x7fff_ffff),
        ),
        (FrameType::PING, 0, b"12345678", Detail::Ping(*b"12345678")),
        (FrameType::PING, 0, b"1234567", Detail::None),
        (
            FrameType::GOAWAY,
            0,
            go_away,
            Detail::GoAway(7, 11, b"calm"),
        ),
        (FrameType::GOAWAY, 0, &go_away[..7], Detail::None),
        (
            FrameType::PRIORITY_UPDATE,
            0,
            b"\x80\0\0\x05u=1",
            Detail::PriorityUpdate(5, b"u=1"),
        ),
        (FrameType::PRIORITY_UPDATE, 0, b"\0\0\0", Detail::None),
        (
            FrameType::SETTINGS,
            flags::ACK,
            b"",
            Detail::Acknowledged(None),
        ),
        (
            FrameType::HEADERS,
            0,
            b"\x82\x82\x82\x82\x82\x82\x82\x82",
            Detail::None,
        ),
        (
            FrameType::PRIORITY,
            0,
            b"\x80\0\0\x03\xff",
            Detail::Priority(Priority {
                exclusive: true,
                dependency: 3,
                weight: 255,
            }),
        ),
    ];
    for (kind, flags, octets, expected) in cases {
        let whole = frame(kind, flags, 0, octets);
        let (header, payload, _) = split_first(&whole).unwrap();
        assert_eq!(
            Detail::parse(&header, payload),
            expected,
            "{kind} {octets:02x?}"
        );
    }
    let whole = frame(
        FrameType::SETTINGS,
        0,
        0,
        b"\0\x01\0\0\x10\0\xff\xff\x80\0\0\0\0\x02",
    );
    let (header, payload, _) = split_first(&whole).unwrap();
    let Detail::Settings(settings) = Detail::parse(&header, payload) else {
        panic!("no settings");
    };
    let pairs: Vec<_> = settings.iter().map(|one| (one.id, one.value)).collect();
    assert_eq!(pairs, [(1, 4096), (0xffff, 1 << 31)]);
}

const CLIENT: Option<Sender> = Some(Sender::Client);
const SERVER: Option<Sender> = Some(Sender::Server);

/// Which side one frame gives away. A case: type, flags, streams, payload.
#[test]
fn the_sender_of_a_frame() {
    use flags::{ACK, END_HEADERS, PADDED, PRIORITY};
    const GET: &[u8] = b"\x82\x86\x84";
    const OK: &[u8] = b"\x88\x5c\x01\x30";
    type Case = (FrameType, u8, &'static [u32], &'static [u8], Option<Sender>);
    let cases: &[Case] = &[
        // RFC 9113 §8.4: a client cannot push.
        (
            FrameType::PUSH_PROMISE,
            END_HEADERS,
            &[1, 3],
            b"\0\0\0\x02\x82",
            SERVER,
        ),
        (
            FrameType::PUSH_PROMISE,
            END_HEADERS,
            &[0],
            b"\0\0\0\x02\x82",
            SERVER,
        ),
        // RFC 8336 §2: from servers, on stream 0; elsewhere it is to be ignored.
        (FrameType::ORIGIN, 0, &[0], b"\0\x09https://a", SERVER),
        (FrameType::ORIGIN, 0, &[1, 2], b"\0\x09https://a", None),
        // RFC 7838 §4: from servers, on any stream.
        (FrameType::ALTSVC, 0, &[0, 1, 2], b"\0\0h3=\":443\"", SERVER),
        // RFC 9218 §7.1: servers must not send it.
        (
            FrameType::PRIORITY_UPDATE,
            0,
            &[0, 5],
            b"\0\0\0\x05u=1",
            CLIENT,
        ),
        // RFC 7540 §6.3: each side may prioritise.
        (FrameType::PRIORITY, 0, &[1, 2, 3], b"\0\0\0\0\x0f", None),
        // RFC 9113 §5.1: streams that a server pushes carry nothing of the client
        // but RST_STREAM, WINDOW_UPDATE and PRIORITY.
        (FrameType::DATA, 0, &[2, 4], b"text", SERVER),
        (FrameType::DATA, 0, &[0, 1, 3], b"text", None),
        (FrameType::HEADERS, END_HEADERS, &[2], b"", SERVER),
        (FrameType::HEADERS, END_HEADERS, &[2], GET, SERVER),
        (FrameType::CONTINUATION, END_HEADERS, &[2], b"\xbe", SERVER),
        (FrameType::CONTINUATION, END_HEADERS, &[0, 1], GET, None),
        (FrameType::RST_STREAM, 0, &[1, 2], b"\0\0\0\x08", None),
        (FrameType::WINDOW_UPDATE, 0, &[0, 1, 2], b"\0\0\x10\0", None),
        // RFC 9113 §8.3: pseudo-header fields, also on stream 0, where HEADERS is
        // an error of its sender.
        (FrameType::HEADERS, END_HEADERS, &[0, 1, 3], GET, CLIENT),
        (FrameType::HEADERS, END_HEADERS, &[0, 1, 3], OK, SERVER),
        (FrameType::HEADERS, END_HEADERS, &[0, 1], b"", None),
        // A size update, and a field of the dynamic table that is not known.
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\x3f\xe1\x1f\xbe\x84",
            CLIENT,
        ),
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\xbe\xbf\x8e",
            SERVER,
        ),
        // Trailers: grpc-status, a literal.
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\x40\x0bgrpc-status\x01\x30",
            None,
        ),
        // Names as literals: :status, :protocol (RFC 8441 §4).
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\0\x07:status\x03200",
            SERVER,
        ),
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\0\x09:protocol\x09websocket",
            CLIENT,
        ),
        // “:status” in Huffman code, and an entry of this block.
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\x40\x85\xb8\x84\x8d\x36\xa3\x03200",
            SERVER,
        ),
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\x40\x01a\x01b\xbe\x82",
            CLIENT,
        ),
        // :status with the value 999, never indexed.
        (
            FrameType::HEADERS,
            END_HEADERS,
            &[1],
            b"\x18\x03999",
            SERVER,
        ),
        // The prefix is no part of the block.
        (FrameType::HEADERS, PADDED, &[1], b"\x02\x88\0\0", SERVER),
        (
            FrameType::HEADERS,
            PRIORITY,
            &[1],
            b"\x80\0\0\0\x0f\x84",
            CLIENT,
        ),
        (FrameType::HEADERS, PADDED, &[1], b"\x09\x88", None),
        // RFC 9113 §6.5.2: a server may only send ENABLE_PUSH 0.
        (FrameType::SETTINGS, 0, &[0], b"\0\x02\0\0\0\x01", CLIENT),
        (
            FrameType::SETTINGS,
            0,
            &[0],
            b"\0\x03\0\0\0\x64\0\x02\0\0\0\x01",
            CLIENT,
        ),
        (FrameType::SETTINGS, 0, &[0], b"\0\x02\0\0\0\0", None),
        (FrameType::SETTINGS, 0, &[0], b"\0\x02\0\0\0\x02", None),
        // RFC 8441 §3, RFC 9218 §2.1: either side may send these.
        (
            FrameType::SETTINGS,
            0,
            &[0],
            b"\0\x08\0\0\0\x01\0\x09\0\0\0\x01",
            None,
        ),
        (FrameType::SETTINGS, ACK, &[0], b"\0\x02\0\0\0\x01", None),
        (FrameType::SETTINGS, 0, &[0], b"", None),
        (FrameType::PING, 0, &[0], b"12345678", None),
        // Its stream should be the receiver's, but not all senders keep to that.
        (FrameType::GOAWAY, 0, &[0], b"\0\0\0\x05\0\0\0\0", None),
        (FrameType(0x55), 0, &[0, 1, 2], b"\x82", None),
    ];
    for (kind, flags, streams, payload, expected) in cases {
        for stream in *streams {
            let octets = frame(*kind, *flags, *stream, payload);
            let found = infer_sender(&octets);
            assert_eq!(found, *expected, "{kind} on {stream}: {payload:02x?}");
        }
    }
}

#[test]
fn the_sender_of_frames() {
    let settings = frame(FrameType::SETTINGS, 0, 0, b"");
    let data = frame(FrameType::DATA, 0, 1, b"text");
    let response = frame(FrameType::HEADERS, flags::END_HEADERS, 1, b"\x88");
    let request = frame(FrameType::HEADERS, flags::END_HEADERS, 3, b"\x82");
    let cases: [(&str, Vec<u8>, Option<Sender>); 7] = [
        ("nothing", Vec::new(), None),
        ("a preface", PREFACE.to_vec(), CLIENT),
        (
            "frames that say nothing",
            [&settings[..], &data].concat(),
            None,
        ),
        (
            "one that does behind them",
            [&settings[..], &data, &response].concat(),
            SERVER,
        ),
        (
            "the first counts",
            [&request[..], &response].concat(),
            CLIENT,
        ),
        ("a header that is cut", request[..8].to_vec(), None),
        (
            "a payload that is cut",
            frame(FrameType::HEADERS, 0, 1, b"\x82\x86")[..10].to_vec(),
            CLIENT,
        ),
    ];
    for (name, octets, expected) in cases {
        assert_eq!(infer_sender(&octets), expected, "{name}");
    }
}
