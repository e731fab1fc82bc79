use super::*;
use crate::{Arrival, Header};

use testing::hostile::build::frame;

/// Type of the first frame, number of complete frames, whether one is truncated.
type Found = Option<(u8, usize, bool)>;

#[test]
fn recognises_frames_from_the_first_byte() {
    let get = frame(1, 5, 1, b"\x82\x86\x84");
    let on_0 = frame(1, 5, 0, b"\x82\x86\x84");
    let cut = frame(1, 5, 1, b"\x82\x86\x84\x87\x87")[..13].to_vec();
    let settings = frame(4, 0, 0, b"");
    let push = frame(5, 4, 1, b"\0\0");
    let split = [frame(1, 1, 1, b"\x82"), frame(9, 4, 3, b"\x86")];
    let literal = b"\x40\x0acustom-key\x0dcustom-header";
    let cases: [(&str, Vec<u8>, Found); 16] = [
        ("HEADERS on stream 0", on_0.clone(), Some((1, 1, false))),
        ("HEADERS on stream 0, truncated", on_0[..11].to_vec(), None),
        ("empty DATA on stream 0", vec![0; 27], None),
        (
            "SETTINGS and an invalid PUSH_PROMISE",
            [&settings[..], &push].concat(),
            Some((4, 2, false)),
        ),
        ("a block", b"\x82\x86\x84".to_vec(), None),
        ("HEADERS", get.clone(), Some((1, 1, false))),
        ("HEADERS, truncated", cut, Some((1, 0, true))),
        (
            "SETTINGS twice",
            [settings, frame(4, 1, 0, b"")].concat(),
            Some((4, 2, false)),
        ),
        (
            "a frame and half a header",
            [frame(6, 0, 0, &[7; 8]), vec![0, 0, 4]].concat(),
            Some((6, 1, true)),
        ),
        ("three bytes", vec![0, 0, 0], None),
        ("a frame and more", [get, vec![0x87; 9]].concat(), None),
        (
            "WINDOW_UPDATE",
            frame(8, 0, 0, b"\0\0\x10\0"),
            Some((8, 1, false)),
        ),
        ("a literal", literal.to_vec(), None),
        (
            "DATA on stream 0",
            frame(0, 0, 0, b"text"),
            Some((0, 1, false)),
        ),
        (
            "CONTINUATION on another stream",
            split.concat(),
            Some((1, 2, false)),
        ),
        (
            "SETTINGS with settings",
            frame(4, 0, 0, b"\0\x01\0\0\0\0"),
            Some((4, 1, false)),
        ),
    ];
    for (name, bytes, expected) in cases {
        let found = recognise(&bytes).map(|run| (run.first.0.0, run.frames, run.cut));
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn finds_frames_after_the_rest_of_one() {
    let text = b"<li>apple</li>\0\0\0\x01<li>pear</li>".repeat(9);
    let frames = [
        frame(8, 0, 5, b"\0\0\x10\0"),
        frame(1, 4, 7, b"\x88\xc0\xbf\xbe\x5c\x02\x31\x32"),
        frame(0, 1, 7, b"0123456789ab"),
    ]
    .concat();
    let bytes = [text.clone(), frames.clone()].concat();
    assert_eq!(find_beginning(&bytes), Some(text.len()));
    assert!(has_frames(&bytes));
    assert_eq!(
        recognise(&frames),
        Some(Run {
            first: (FrameType::WINDOW_UPDATE, 5),
            frames: 3,
            cut: false
        })
    );
    assert_eq!(find_beginning(&frames), Some(0));
    // Fewer bits suffice at the first byte.
    let data = frame(0, 1, 25, b"9 octets.");
    assert_eq!(find_beginning(&data), Some(0));
    assert!(has_frames(&data));
}

#[test]
fn rejects_other_bytes() {
    let found = has_frames;
    assert!(!found(&[0; 4096]));
    assert!(!found(&[1; 4096]));
    for numbers in [
        (0..4096_u32)
            .flat_map(u32::to_be_bytes)
            .collect::<Vec<u8>>(),
        (0..4096_u32).flat_map(u32::to_le_bytes).collect(),
        (0..4096_u64).flat_map(u64::to_be_bytes).collect(),
    ] {
        assert!(!found(&numbers));
    }
    let request = b"GET /apples HTTP/1.1\r\nhost: orchard.example\r\ncookie: a=1; b=2\r\n\r\n";
    assert!(!found(&request.repeat(99)));
    // Xorshift.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let random: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    })
    .take(1 << 17)
    .flatten()
    .collect();
    assert!(!found(&random));
}

#[test]
fn memory_of_a_search_is_bounded() {
    let known = Known::nothing(Sender::Unknown);
    let mut search = search::Search::default();
    let bytes = vec![0; 1 << 20];
    for _ in 0..8 {
        assert_eq!(search.push(&bytes, Arrival::default(), &known), None);
    }
    assert_eq!(search.len(), 8 << 20);
    assert!(search.kept() <= 1 << 18, "{}", search.kept());
}

#[test]
fn scores_of_payloads() {
    let one = |kind, flags, payload: &[u8], bits| (frame(kind, flags, 5, payload), bits);
    let known = [&b"\0\x01\0\0\0\0"[..]; 5].concat();
    let cases = [
        one(1, 5, b"\x82\x86\x84", Some(4)),
        one(1, 5, &[0x82; 24], Some(7)),
        one(1, 5, &[0x82; 300], Some(12)),
        one(1, 5, b"\x80", None),
        one(1, 5, b"\xff\x81\xff\x07", Some(4)),
        one(1, 5, b"\xff\x82\xff\x07", None),
        one(1, 5, b"\x3f\xe1\xff\xff\x0f", Some(4)),
        one(1, 5, b"\x40\x01a\x01b", Some(4)),
        one(1, 5, b"\x82\x40\x05a", None),
        one(1, 0, b"\x82\x40\x05a", Some(4)),
        one(5, 4, b"\0\0\0\x02\x82", Some(4)),
        one(9, 4, b"\x80", Some(0)),
        one(0, 0, b"\x80", Some(0)),
        one(4, 0, &known[..6], Some(8)),
        one(4, 0, &known, Some(32)),
        one(4, 0, b"\x77\x77\0\0\0\0", Some(0)),
        one(8, 0, b"\0\0\0\0", None),
        one(8, 0, b"\0\0\0\x01", Some(6)),
        one(3, 0, b"\0\0\0\x08", Some(20)),
        one(3, 0, b"\0\0\0\x99", None),
        one(7, 0, b"\0\0\0\x03\0\0\0\0", Some(8)),
        one(7, 0, b"\x7f\xff\xff\xff\0\0\0\0", Some(8)),
        one(7, 0, b"\x01\0\0\0\0\0\0\0", None),
        one(7, 0, b"\0\0\0\x03\0\0\0\x99", None),
        one(2, 0, b"\0\0\0\x03\0", Some(8)),
        one(2, 0, b"\0\0\0\x05\0", None),
        one(2, 0, b"\x01\0\0\0\0", None),
    ];
    for (bytes, bits) in cases {
        let (header, payload, _) = split_first(&bytes).unwrap();
        assert_eq!(payload::score(&header, payload), bits, "{bytes:02x?}");
    }
}

/// Headers are type, flags, stream and length; the first is the previous one.
#[test]
fn scores_of_headers() {
    type Numbers = (u8, u8, u32, u32);
    let cases: [(Option<Numbers>, Numbers, Option<u32>); 29] = [
        (None, (0, 0, 1, 0), None),
        (None, (0, 0, 1, 5), Some(16)),
        (None, (0, 0, 2, 5), Some(12)),
        (None, (0, 0, 1, 20_000), Some(10)),
        (None, (0, 0, 1 << 16, 5), Some(6)),
        (None, (0, 0, 1 << 24, 5), None),
        (None, (1, 0, 1, 0), None),
        (None, (1, 0, 1, 5), Some(14)),
        (None, (1, 4, 1, 5), Some(20)),
        (None, (1, 2, 1, 5), None),
        (None, (2, 0, 3, 5), Some(20)),
        (None, (2, 0, 3, 4), None),
        (None, (3, 0, 1, 4), Some(20)),
        (None, (4, 1, 0, 0), Some(16)),
        (None, (4, 1, 0, 6), None),
        (None, (4, 0, 0, 6), Some(12)),
        (None, (4, 0, 0, 7), None),
        (None, (5, 4, 1, 5), Some(20)),
        (None, (5, 4, 2, 5), None),
        (None, (7, 0, 0, 8), Some(12)),
        (None, (8, 0, 0, 4), Some(12)),
        (None, (8, 0, 1, 4), Some(20)),
        (None, (0x0a, 0, 0, 2), Some(10)),
        (None, (0x0c, 0, 0, 0), Some(10)),
        (None, (0x10, 0, 0, 4), Some(20)),
        (Some((1, 4, 1, 5)), (0, 1, 1, 0), Some(8 + 10)),
        (Some((1, 0, 1, 5)), (9, 4, 1, 5), Some(16 + 10)),
        (Some((1, 0, 1, 5)), (9, 4, 3, 5), None),
        (Some((1, 0, 1, 5)), (0, 0, 1, 5), None),
    ];
    let header = |(kind, flags, stream, length)| Header {
        length,
        kind: FrameType(kind),
        flags,
        reserved: false,
        stream,
    };
    for (before, numbers, bits) in cases {
        let before = before.map(header);
        let known = Known::nothing(Sender::Unknown);
        let header = header(numbers);
        let found = score::header(&header, &known, before.as_ref());
        assert_eq!(found, bits, "{before:?} {header:?}");
        // The fast filter never skips a header that has a score.
        let bytes = header.to_bytes();
        let is_skipped = before.is_none() && score::is_impossible(&bytes);
        assert!(bits.is_none() || !is_skipped, "{header:?}");
    }
    for impossible in [
        [0, 0, 5, 0x11, 0, 0, 0, 0, 1],
        [0, 0, 5, 1, 0x2e, 0, 0, 0, 1],
        [0, 0, 5, 1, 4, 1, 0, 0, 1],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
    ] {
        assert!(score::is_impossible(&impossible), "{impossible:?}");
    }
    assert!(!score::is_impossible(&[0, 0, 5, 0x10, 0x2d, 0, 0, 0, 1]));
}
