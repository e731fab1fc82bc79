//! Frames: headers, prefixes, details, and inferring their sender.

use crate::support::{hex, notation::frames};
use http2::{
    Detail, FrameType, Header, PREFACE, Priority, Sender, Setting, code_name,
    frame::{PayloadError, Prefix, flags, has_preface, infer_sender, split_body, split_first},
};

#[test]
fn headers_round_trip() {
    let bytes = *b"\x01\x02\x03\x05\x0c\x80\0\x01\x02";
    let header = Header {
        length: 0x01_0203,
        kind: FrameType::PUSH_PROMISE,
        flags: flags::PADDED | flags::END_HEADERS,
        reserved: true,
        stream: 258,
    };
    assert_eq!(Header::parse(bytes), header);
    assert_eq!(header.to_bytes(), bytes);
    assert_eq!(Header::parse([0xff; 9]).to_bytes(), [0xff; 9]);
    let whole = frames("6.0.0:3132333435363738").concat();
    let (header, payload, rest) = split_first(&whole[..12]).unwrap();
    assert_eq!((header.length, payload, rest), (8, &b"123"[..], &b""[..]));
    assert_eq!(split_first(&whole[..8]), None);
}

#[test]
fn types_settings_and_errors_have_names() {
    let types = (0..=0x11)
        .map(FrameType)
        .filter_map(|kind| Some((kind.name()?, kind.section())));
    let types: Vec<_> = types
        .map(|(name, section)| format!("{name} {section}"))
        .collect();
    let expected = "DATA RFC 9113 §6.1, HEADERS RFC 9113 §6.2, PRIORITY RFC 9113 §6.3, \
        RST_STREAM RFC 9113 §6.4, SETTINGS RFC 9113 §6.5, PUSH_PROMISE RFC 9113 §6.6, \
        PING RFC 9113 §6.7, GOAWAY RFC 9113 §6.8, WINDOW_UPDATE RFC 9113 §6.9, \
        CONTINUATION RFC 9113 §6.10, ALTSVC RFC 7838 §4, ORIGIN RFC 8336 §2, \
        PRIORITY_UPDATE RFC 9218 §7.1";
    assert_eq!(types.join(", "), expected);
    assert_eq!(FrameType(0x0b).to_string(), "UNKNOWN_0x0b");
    let settings: Vec<_> = (0..=10)
        .filter_map(|id| Setting { id, value: 0 }.name())
        .collect();
    let expected = "HEADER_TABLE_SIZE ENABLE_PUSH MAX_CONCURRENT_STREAMS INITIAL_WINDOW_SIZE \
        MAX_FRAME_SIZE MAX_HEADER_LIST_SIZE ENABLE_CONNECT_PROTOCOL NO_RFC7540_PRIORITIES";
    assert_eq!(settings.join(" "), expected);
    let errors: Vec<_> = (0..=14).filter_map(code_name).collect();
    let expected = "NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT \
        STREAM_CLOSED FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR \
        ENHANCE_YOUR_CALM INADEQUATE_SECURITY HTTP_1_1_REQUIRED";
    assert_eq!(errors.join(" "), expected);
}

#[test]
fn flags_by_type() {
    for (kind, defined, names) in [
        (FrameType::DATA, 0x09, "END_STREAM PADDED"),
        (
            FrameType::HEADERS,
            0x2d,
            "END_STREAM END_HEADERS PADDED PRIORITY",
        ),
        (FrameType::SETTINGS, 0x01, "ACK"),
        (FrameType::PUSH_PROMISE, 0x0c, "END_HEADERS PADDED"),
        (FrameType::CONTINUATION, 0x04, "END_HEADERS"),
        (FrameType::GOAWAY, 0, ""),
    ] {
        assert_eq!(flags::defined(kind), defined, "{kind}");
        let found: Vec<_> = flags::names(kind, 0xff).collect();
        assert_eq!(found.join(" "), names, "{kind}");
        assert_eq!(flags::names(kind, !defined).count(), 0, "{kind}");
    }
}

#[test]
fn prefaces() {
    let cases: [(&[u8], Option<bool>); 5] = [
        (b"", None),
        (&PREFACE[..23], None),
        (PREFACE, Some(true)),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0", Some(true)),
        (b"PRI * HTTP/1", Some(false)),
    ];
    for (bytes, expected) in cases {
        assert_eq!(has_preface(bytes), expected, "{}", bytes.escape_ascii());
    }
}

/// A frame, the length of its prefix, and the result: pad length, dependency,
/// promised stream, and content or fragment.
#[test]
fn splits_payloads() {
    for case in "
        0.0.1:616263                  | 0 | - - - 616263
        0.8.1:01616200                | 1 | 1 - - 6162
        0.8.1:00                      | 1 | 0 - -
        0.8.1                         | 1 | TooShort
        0.8.1:01                      | 1 | PaddingTooLong
        0.20.1:616263                 | 0 | - - - 616263
        1.20.1:800000030f82           | 5 | - 3 - 82
        1.20.1:00000003               | 5 | TooShort
        1.28.1:02000000050f820000     | 6 | 2 5 - 82
        1.28.1:03000000050f000000     | 6 | 3 5 -
        1.28.1:04000000050f000000     | 6 | PaddingTooLong
        1.28.1:0000000005             | 6 | TooShort
        5.0.1:8000000282              | 4 | - - 2 82
        5.28.1:01000000028200         | 5 | 1 - 2 82
        5.0.1:000000                  | 4 | TooShort
        5.8.1:ff00000002              | 5 | PaddingTooLong
        9.28.1:0582                   | 0 | - - - 0582
        6.28.1:3132333435363738       | 0 | - - - 3132333435363738
        55.28.1:ff                    | 0 | - - - ff
        1.0.1                         | 0 | - - -
    "
    .trim()
    .lines()
    {
        let [text, length, expected] = case.split('|').collect::<Vec<_>>()[..] else {
            panic!("{case}");
        };
        let whole = frames(text).concat();
        let (header, payload, _) = split_first(&whole).unwrap();
        assert_eq!(Prefix::len(&header).to_string(), length.trim(), "{case}");
        let found = match split_body(&header, payload) {
            Ok((prefix, body)) => {
                assert_eq!(prefix.body as usize, body.len());
                let dependency = prefix.priority.map(|priority| priority.dependency);
                let numbers = [prefix.padding.map(u32::from), dependency, prefix.promised];
                let numbers = numbers.map(|one| one.map_or("-".to_owned(), |one| one.to_string()));
                assert_eq!(
                    body,
                    hex(expected.split(' ').nth(4).unwrap_or_default()),
                    "{case}"
                );
                numbers.join(" ")
            }
            Err(error) => format!("{error:?}"),
        };
        assert!(expected.trim().starts_with(&found), "{case}: {found}");
    }
}

/// Padding is counted from the end by the header.
#[test]
fn splits_truncated_payloads() {
    let whole = frames("1.8.1:028286840000").concat();
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
    // Bytes beyond the frame are ignored.
    let header = Header::parse(*b"\0\0\0\x05\x04\0\0\0\x01");
    let split = split_body(&header, b"\0\0\0\x02");
    assert_eq!(split, Err(PayloadError::TooShort));
}

#[test]
fn parses_details() {
    let priority = Priority {
        exclusive: true,
        dependency: 3,
        weight: 255,
    };
    for (text, expected) in [
        ("3.0.0:00000008", Detail::Reset(8)),
        ("3.0.0:000000", Detail::None),
        ("8.0.0:ffffffff", Detail::Window(0x7fff_ffff)),
        ("6.0.0:3132333435363738", Detail::Ping(*b"12345678")),
        ("6.0.0:31323334353637", Detail::None),
        (
            "7.0.0:800000070000000b63616c6d",
            Detail::GoAway(7, 11, b"calm"),
        ),
        ("7.0.0:80000007000000", Detail::None),
        ("10.0.0:80000005753d31", Detail::PriorityUpdate(5, b"u=1")),
        ("10.0.0:000000", Detail::None),
        ("4.1.0", Detail::Acknowledged(None)),
        ("1.0.0:82*8", Detail::None),
        ("2.0.0:80000003ff", Detail::Priority(priority)),
    ] {
        let whole = frames(text).concat();
        let (header, payload, _) = split_first(&whole).unwrap();
        assert_eq!(Detail::parse(&header, payload), expected, "{text}");
    }
    let whole = frames("4.0.0:000100001000ffff800000000002").concat();
    let (header, payload, _) = split_first(&whole).unwrap();
    let Detail::Settings(settings) = Detail::parse(&header, payload) else {
        panic!("no settings");
    };
    let pairs: Vec<_> = settings.iter().map(|one| (one.id, one.value)).collect();
    assert_eq!(pairs, [(1, 4096), (0xffff, 1 << 31)]);
}

/// The sender, then the streams and the type, flags and payload of one frame, or
/// several frames.
#[test]
fn infers_senders() {
    for case in "
        # RFC 9113 §8.4: a client cannot push.
        Server 0,1,3 5.4:0000000282
        # RFC 8336 §2: from servers, on stream 0; ignored on others.
        Server 0 c.0:000968747470733a2f2f61
        - 1,2 c.0:000968747470733a2f2f61
        # RFC 7838 §4: from servers, on any stream.
        Server 0,1,2 a.0:000068333d223a34343322
        # RFC 9218 §7.1: servers must not send it.
        Client 0,5 10.0:00000005753d31
        # RFC 7540 §6.3: each side may prioritise.
        - 1,2,3 2.0:000000000f
        # RFC 9113 §5.1: streams that a server pushes carry nothing of the client
        # but RST_STREAM, WINDOW_UPDATE and PRIORITY.
        Server 2,4 0.0:74657874
        - 0,1,3 0.0:74657874
        Server 2 1.4:
        Server 2 1.4:828684
        Server 2 9.4:be
        - 0,1 9.4:828684
        - 1,2 3.0:00000008
        - 0,1,2 8.0:00001000
        # RFC 9113 §8.3: pseudo-header fields, also on stream 0, where HEADERS is
        # an error of its sender.
        Client 0,1,3 1.4:828684
        Server 0,1,3 1.4:885c0130
        - 0,1 1.4:
        # A size update, and a reference to an unknown entry.
        Client 1 1.4:3fe11fbe84
        Server 1 1.4:bebf8e
        # Trailers: grpc-status, a literal.
        - 1 1.4:400b677270632d7374617475730130
        # Names as literals: :status, :protocol (RFC 8441 §4).
        Server 1 1.4:00073a73746174757303323030
        Client 1 1.4:00093a70726f746f636f6c09776562736f636b6574
        # “:status” in Huffman code, and an entry of this block.
        Server 1 1.4:4085b8848d36a303323030
        Client 1 1.4:4001610162be82
        # :status with the value 999, never indexed.
        Server 1 1.4:1803393939
        # The prefix is not part of the block.
        Server 1 1.8:02880000
        Client 1 1.20:800000000f84
        - 1 1.8:0988
        # RFC 9113 §6.5.2: a server may only send ENABLE_PUSH 0.
        Client 0 4.0:000200000001
        Client 0 4.0:000300000064000200000001
        - 0 4.0:000200000000
        - 0 4.0:000200000002
        # RFC 8441 §3, RFC 9218 §2.1: either side may send these.
        - 0 4.0:000800000001000900000001
        - 0 4.1:000200000001
        - 0 4.0:
        - 0 6.0:3132333435363738
        # Its stream should be the receiver's, but some senders violate that.
        - 0 7.0:0000000500000000
        - 0,1,2 55.0:82
        # Several frames: the first that decides. The last can be truncated.
        - frames 4.0.0/0
        Client frames preface
        - frames 4.0.0 0.0.1:74657874
        Server frames 4.0.0 0.0.1:74657874 1.4.1:88
        Client frames 1.4.3:82 1.4.1:88
        - frames 1.4.3:82/8
        Client frames 1.0.1:8286/10
    "
    .lines()
    .map(str::trim)
    .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (sender, rest) = case.split_once(' ').unwrap();
        let expected = match sender {
            "Client" => Some(Sender::Client),
            "Server" => Some(Sender::Server),
            _ => None,
        };
        let (streams, text) = rest.split_once(' ').unwrap();
        for stream in streams.split(',') {
            let text = match stream {
                "frames" => text.to_owned(),
                _ => text.replacen(':', &format!(".{stream}:"), 1),
            };
            let found = infer_sender(&frames(&text).concat());
            assert_eq!(found, expected, "{text}");
        }
    }
}
