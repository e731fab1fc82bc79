//! Errors, losses and header blocks of valid and invalid frames.

use crate::support::{
    Kept, Owned, hex,
    notation::{frames, run},
};
use http2::{Missing, Opening, Setting};

/// Checks cases of one line each: name; frames after the preface and empty
/// SETTINGS of the client, or after empty SETTINGS of the server; error with the
/// number of the frame; numbers of complete header blocks, cut ones and losses.
fn check(cases: &str) {
    for case in cases.trim().lines() {
        let [name, text, error, counts] = case.split('|').collect::<Vec<_>>()[..] else {
            panic!("{case}");
        };
        let (sender, list) = text.trim().split_at(1);
        let (begin, start) = if sender == ">" {
            ("> preface set:", 33)
        } else {
            ("< set:", 9)
        };
        let kept = run(Opening::Preface, &format!("{begin} {list} end"));
        let errors = kept.errors();
        let errors: Vec<_> = errors
            .iter()
            .map(|error| {
                (
                    error.code.name(),
                    error.frame as usize,
                    error.offset as usize,
                )
            })
            .collect();
        let frames = frames(list);
        let place = |(code, number): (_, &str)| {
            let number = number.parse::<usize>().unwrap();
            (code, number, start + frames[..number - 1].concat().len())
        };
        let expected = error.trim().split_once(' ').map(place);
        assert_eq!(errors, expected.as_slice(), "{name}");
        let kinds = kept.kinds();
        let found = ["B", "C", "L"].map(|kind| kinds.matches(kind).count().to_string());
        let found = found.join(" ");
        assert_eq!(found, counts.trim(), "{name}");
    }
}

/// An acknowledgement belongs to the oldest SETTINGS of the peer that are not
/// acknowledged (RFC 9113 §6.5.3).
#[test]
fn acknowledgements_name_their_settings() {
    let text = "> preface set: set:1=0 < set: ack ack ack > ack end";
    let kept = run(Opening::Preface, text);
    let named: Vec<&str> = kept
        .events
        .iter()
        .filter_map(|event| match event {
            Owned::Frame(_, detail) => detail.strip_prefix("Acknowledged"),
            _ => None,
        })
        .collect();
    assert_eq!(
        named,
        [
            "(Some((0, [])))",
            "(Some((1, [Setting { id: 1, value: 0 }])))",
            "(None)",
            "(Some((2, [])))",
        ]
    );
}

#[test]
fn errors_of_header_blocks() {
    check("
whole                           | > G1                                        |                           | 1 0 0
empty                           | > 1.4.1                                     |                           | 1 0 0
two frames                      | > g1 c1                                     |                           | 1 0 0
three frames, one empty         | > g1 9.0.1 c1                               |                           | 1 0 0
no end                          | > g1                                        | incomplete-header-block 1 | 0 1 1
no end, two frames              | > g1 9.0.1                                  | incomplete-header-block 1 | 0 1 1
another stream                  | > g1 c3                                     | PROTOCOL_ERROR 2          | 0 1 2
another stream, then its own    | > g1 c3 c1                                  | PROTOCOL_ERROR 2          | 1 0 1
another stream, empty           | > g1 9.4.3 c1                               | PROTOCOL_ERROR 2          | 1 0 0
stream ended by DATA            | > G3 0.1.3:61 G3                            | STREAM_CLOSED 3           | 2 0 0
DATA on an open stream, cut     | > G3 0.0.3:61 0.0.3:6162/10                 | truncated-frame 3         | 1 0 0
cut inside HEADERS              | > G1/10                                     | truncated-frame 1         | 0 1 0
CONTINUATION alone              | > c1                                        | PROTOCOL_ERROR 1          | 0 0 1
CONTINUATION too late           | > G1 c1                                     | PROTOCOL_ERROR 2          | 1 0 1
DATA inside                     | > g1 0.0.1:61 c1                            | PROTOCOL_ERROR 2          | 1 0 0
PING inside                     | > g1 6.0.0:00*8 c1                          | PROTOCOL_ERROR 2          | 1 0 0
unknown type inside             | > g1 ee.0.0:3f c1                           | PROTOCOL_ERROR 2          | 1 0 0
HEADERS inside                  | > g1 G3                                     | PROTOCOL_ERROR 2          | 1 1 1
stream 0                        | > G0                                        | PROTOCOL_ERROR 1          | 1 0 0
even stream                     | > G2                                        | PROTOCOL_ERROR 1          | 1 0 0
lower stream                    | > G5 G3                                     | PROTOCOL_ERROR 2          | 2 0 0
trailers                        | > G3 G5 1.5.3:828684                        |                           | 3 0 0
ended stream                    | > 1.5.3:828684 G3                           | STREAM_CLOSED 2           | 2 0 0
not promised                    | < G2                                        | PROTOCOL_ERROR 1          | 1 0 0
promised                        | < 5.4.1:0000000282 G2                       |                           | 2 0 0
promised twice                  | < 5.4.1:00000002 5.4.1:00000002             | PROTOCOL_ERROR 2          | 2 0 0
odd promise                     | < 5.4.1:00000003                            | PROTOCOL_ERROR 1          | 1 0 0
promise of a client             | > 5.4.1:00000002                            | PROTOCOL_ERROR 1          | 1 0 0
promise too short               | < 5.4.1:0000                                | FRAME_SIZE_ERROR 1        | 0 0 1
padding too long                | > 1.c.1:04828684                            | PROTOCOL_ERROR 1          | 0 0 1
padding of all                  | > 1.c.1:03000000                            |                           | 1 0 0
no pad length                   | > 1.c.1                                     | FRAME_SIZE_ERROR 1        | 0 0 1
priority too short              | > 1.24.1:000000                             | FRAME_SIZE_ERROR 1        | 0 0 1
depends on itself               | > 1.24.1:000000010f82                       | PROTOCOL_ERROR 1          | 1 0 0
too large                       | > 1.4.1:82*16385                            | FRAME_SIZE_ERROR 1        | 1 0 0
damaged, with CONTINUATION      | > 1.8.1:ff c1 G3                            | PROTOCOL_ERROR 1          | 1 0 1
");
}

#[test]
fn errors_of_other_frames() {
    check("
DATA on stream 0                | > 0.0.0:61                                  | PROTOCOL_ERROR 1          | 0 0 0
DATA on an idle stream          | > 0.0.1:61                                  | PROTOCOL_ERROR 1          | 0 0 0
DATA, padding too long          | < 0.8.1:0261                                | PROTOCOL_ERROR 1          | 0 0 0
DATA, no pad length             | < 0.8.1                                     | FRAME_SIZE_ERROR 1        | 0 0 0
PRIORITY too short              | > 2.0.1:00*4                                | FRAME_SIZE_ERROR 1        | 0 0 0
PRIORITY on stream 0            | > 2.0.0:01*5                                | PROTOCOL_ERROR 1          | 0 0 0
PRIORITY on itself              | > 2.0.3:8000000300                          | PROTOCOL_ERROR 1          | 0 0 0
RST_STREAM too long             | > 3.0.1:00*5                                | FRAME_SIZE_ERROR 1        | 0 0 0
RST_STREAM on stream 0          | > 3.0.0:00*4                                | PROTOCOL_ERROR 1          | 0 0 0
SETTINGS of five bytes          | > 4.0.0:00*5                                | FRAME_SIZE_ERROR 1        | 0 0 0
SETTINGS, ACK with content      | > 4.1.0:00*6                                | FRAME_SIZE_ERROR 1        | 0 0 0
SETTINGS on stream 1            | > 4.0.1                                     | PROTOCOL_ERROR 1          | 0 0 0
ENABLE_PUSH 2                   | > set:2=2                                   | PROTOCOL_ERROR 1          | 0 0 0
ENABLE_PUSH 1 of a server       | < set:2=1                                   | PROTOCOL_ERROR 1          | 0 0 0
INITIAL_WINDOW_SIZE             | > set:4=2147483648                          | FLOW_CONTROL_ERROR 1      | 0 0 0
MAX_FRAME_SIZE too small        | > set:5=16383                               | PROTOCOL_ERROR 1          | 0 0 0
MAX_FRAME_SIZE too large        | > set:5=16777216                            | PROTOCOL_ERROR 1          | 0 0 0
ENABLE_CONNECT_PROTOCOL 2       | > set:8=2                                   | PROTOCOL_ERROR 1          | 0 0 0
NO_RFC7540_PRIORITIES 2         | > set:9=2                                   | PROTOCOL_ERROR 1          | 0 0 0
PING too short                  | > 6.0.0:00*7                                | FRAME_SIZE_ERROR 1        | 0 0 0
PING on stream 1                | > 6.0.1:00*8                                | PROTOCOL_ERROR 1          | 0 0 0
GOAWAY too short                | > 7.0.0:00*7                                | FRAME_SIZE_ERROR 1        | 0 0 0
GOAWAY on stream 1              | > 7.0.1:00*8                                | PROTOCOL_ERROR 1          | 0 0 0
WINDOW_UPDATE too short         | > 8.0.0:01*3                                | FRAME_SIZE_ERROR 1        | 0 0 0
WINDOW_UPDATE by 0              | > 8.0.0:80000000                            | PROTOCOL_ERROR 1          | 0 0 0
PRIORITY_UPDATE on stream 1     | > 10.0.1:00000001753d31                     | PROTOCOL_ERROR 1          | 0 0 0
PRIORITY_UPDATE too short       | > 10.0.0:00                                 | FRAME_SIZE_ERROR 1        | 0 0 0
PRIORITY_UPDATE of stream 0     | > 10.0.0:00000000753d31                     | PROTOCOL_ERROR 1          | 0 0 0
PRIORITY_UPDATE of a server     | < 10.0.0:00000001753d31                     | PROTOCOL_ERROR 1          | 0 0 0
");
    // RFC 8336 §2.1: ORIGIN on a stream other than 0 is ignored.
    let valid = "set:1=0,2=1,5=16384,64250=7 set:4=2147483647,5=16777215,8=1,9=1 ack \
        2.0.3:800000050f 3.0.3:00000008 6.1.0:07*8 7.0.0:000000030000000b656e6f756768 \
        8.0.0:00001000 a.0.0:00006832 10.0.0:00000001753d31 10.0.0:00000001 \
        c.0.1:000968747470733a2f2f61 ee.ff.9:616e797468696e67 7.0.0:00*8";
    check(&format!("all valid | > {valid} | | 0 0 0"));
    let kept = run(Opening::Preface, &format!("> preface set: {valid} end"));
    let details = kept.events.iter().filter_map(|event| match event {
        Owned::Frame(_, detail) => Some(detail.as_str()),
        _ => None,
    });
    let details: Vec<_> = details.collect();
    for (at, expected) in [
        (3, "Acknowledged(None)"),
        (
            4,
            "Priority(Priority { exclusive: true, dependency: 5, weight: 15 })",
        ),
        (5, "Reset(8)"),
        (6, "Ping([7, 7, 7, 7, 7, 7, 7, 7])"),
        (7, "GoAway(3, 11, [101, 110, 111, 117, 103, 104])"),
        (8, "Window(4096)"),
        (10, "PriorityUpdate(1, [117, 61, 49])"),
    ] {
        assert_eq!(details[at], expected);
    }
}

/// A connection, the kinds of its events, and parts of their messages in order.
#[test]
fn messages() {
    for (opening, text, kinds, parts) in [
        (
            Opening::Preface,
            "preface set: 0.0.0:61",
            "FFE",
            &["DATA is on stream 0, which stands for the connection."][..],
        ),
        (
            Opening::Preface,
            "preface set: 6.0.3:00*8",
            "FFE",
            &["PING is on stream 3; it belongs on stream 0, the connection."],
        ),
        (
            Opening::Preface,
            "< set: 5.4.1:0000",
            "FFEL",
            &["", "too short for its fields"],
        ),
        (
            Opening::Preface,
            "< set: 1.c.1:040000",
            "FFEL",
            &["", "padding is longer"],
        ),
        // A receiver whose SETTINGS are unseen may accept larger frames.
        (
            Opening::Preface,
            "preface set: G1 0.0.1:00*16385",
            "FFBFE",
            &["unless"],
        ),
        (
            Opening::Preface,
            "< set: > preface set: G1 0.0.1:00*16385",
            "FFFBFE",
            &["above SETTINGS_MAX_FRAME_SIZE 16384."],
        ),
        (
            Opening::Preface,
            "< set:5=16385 > preface set: G1 0.0.1:00*16385",
            "FFFBF",
            &[],
        ),
        (Opening::Middle, "G1 0.0.1:00*16385 end", "FBF", &[]),
        // A loss between two frames, of the length of a header.
        (
            Opening::Preface,
            "preface set: G1 -9 G3 end",
            "FFBLFB",
            &["9 bytes are missing at byte 45"],
        ),
        // Losses around unreadable bytes are joined.
        (
            Opening::Preface,
            "preface set: -10 noise -7 noise end",
            "FL",
            &[
                "17 bytes are missing at byte 33, and header blocks may be among them; nothing after them is certain to begin a frame.",
            ],
        ),
        (
            Opening::Preface,
            "preface set: -10 noise -? noise end",
            "FL",
            &[
                "Bytes are missing at byte 33, and header blocks may be among them; nothing after them is certain to begin a frame.",
            ],
        ),
        // Start of reading.
        (Opening::Middle, "G1 8.0.0:00001000 end", "FBF", &[]),
        (
            Opening::Preface,
            "G1 8.0.0:00001000 end",
            "EFEBF",
            &["do not begin with", "is HEADERS"],
        ),
        (
            Opening::Middle,
            "noise noise G1 8.0.0:00001000 end",
            "NFBF",
            &["Reading starts at byte 54"],
        ),
        (
            Opening::Preface,
            "noise noise G1 8.0.0:00001000 end",
            "ELFBF",
            &["do not", "at byte 54"],
        ),
        (
            Opening::Middle,
            "noise end",
            "N",
            &["Nothing from byte 0 on is certain to begin a frame."],
        ),
        (
            Opening::Preface,
            "noise end",
            "EN",
            &["", "Nothing from byte 0 on is certain to begin a frame."],
        ),
        (Opening::Middle, "4.0.0/0 end", "", &[]),
        (Opening::Preface, "4.0.0/0 end", "", &[]),
    ] {
        let kept = run(opening, text);
        assert_eq!(kept.kinds(), kinds, "{text}: {:?}", kept.events);
        let messages = kept.messages();
        assert_eq!(messages.len(), kinds.matches(['E', 'L', 'N']).count());
        for (message, part) in messages.iter().zip(parts) {
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

#[test]
fn fragments_have_positions() {
    let kept = run(
        Opening::Preface,
        "preface set: 1.28.1:02800000050f82860007 9.4.1:84 end",
    );
    let block = kept.blocks()[0];
    assert_eq!(block.bytes, hex("828684"));
    let [first, second] = block.fragments.as_slice() else {
        panic!("{:?}", block.fragments);
    };
    let place = (first.frame, first.start, first.length, first.offset);
    assert_eq!(place, (1, 0, 2, 33 + 9 + 6));
    assert_eq!((first.padding, first.padding_error), (Some(2), Some(1)));
    let priority = first.priority.expect("a priority");
    let priority = (priority.exclusive, priority.dependency, priority.weight);
    assert_eq!(priority, (true, 5, 15));
    assert_eq!((second.frame, second.start, second.length), (2, 2, 1));
    assert_eq!((second.padding, second.priority), (None, None));
    assert_eq!(kept.notes().len(), 1);
}

#[test]
fn notes_many_empty_frames_once() {
    for (count, notes) in [(7, 0), (8, 1), (9, 1)] {
        let text = format!("preface set: g1 {} c1", "9.0.1 ".repeat(count));
        let kept = run(Opening::Preface, &text);
        assert_eq!(
            (kept.notes().len(), kept.blocks().len()),
            (notes, 1),
            "{count}"
        );
    }
}

#[test]
fn errors_of_prefaces() {
    for (text, error, frames) in [
        ("4.0.0/0", None, 0),
        ("preface", None, 0),
        ("preface/9", Some(("truncated-frame", 0)), 0),
        ("preface/13 noise", Some(("PROTOCOL_ERROR", 0)), 0),
        ("set:1=0 G1", Some(("PROTOCOL_ERROR", 0)), 2),
        ("preface G1", Some(("PROTOCOL_ERROR", 24)), 1),
        ("preface set:/6", Some(("truncated-frame", 24)), 0),
    ] {
        let kept = run(Opening::Preface, &format!("{text} end"));
        let errors = kept.errors();
        let first = errors
            .first()
            .map(|error| (error.code.name(), error.offset));
        assert_eq!((first, kept.frames().len()), (error, frames), "{text}");
    }
}

/// A connection without errors, and the limit changes before each block.
#[test]
fn settings_apply_when_acknowledged() {
    let size = Setting {
        id: Setting::HEADER_TABLE_SIZE,
        value: 256,
    };
    for (opening, text, limits) in [
        (
            Opening::Preface,
            "> preface set:1=0,3=9,1=2048 set:1=512 < set: G1 ack G1 G1 ack G1 > ack G1",
            "[][0,2048][][512][]",
        ),
        // An upgrade needs no acknowledgement.
        (
            Opening::Upgrade(vec![size]),
            "< set: G1 > preface set:1=99 < ack G1",
            "[256][99]",
        ),
        (Opening::Middle, "G3 ack G1", "[][?]"),
        // Frames of one direction, from an unknown sender.
        (Opening::Frames, "~ set:1=9 ack G1", "[]"),
        // Acknowledgements before their SETTINGS.
        (
            Opening::Preface,
            "preface set: ack G1 < set:1=256 > G3",
            "[?][256]",
        ),
        (
            Opening::Preface,
            "preface set: ack < set:1=1 > G1 < set:1=2 > G1 ack G1",
            "[?1][][2]",
        ),
        // Lost SETTINGS of the server.
        (Opening::Preface, "preface set: < -21 G1 > ack G1", "[?]"),
        // A possibly lost acknowledgement; the next is for the only remaining SETTINGS.
        (
            Opening::Preface,
            "preface set:1=77 G1 < set: -99 G1 ack G1",
            "[][?][77]",
        ),
        // Without SETTINGS, an acknowledgement is for lost ones.
        (
            Opening::Preface,
            "preface set: < set: set:1=256/12 -3 > ack ack G1 < set:1=99 > G3 ack G5",
            "[?][][99]",
        ),
        // If acknowledgements of several SETTINGS may be missing, the next one is
        // for unknown SETTINGS; the last is certain.
        (
            Opening::Preface,
            "preface set: set:1=1 set:1=2 set:1=3 set:1=4 < set: ack G1 -9 ack G1 \
             > set:1=5 < ack G1 end",
            "[][?][5]",
        ),
        // SETTINGS after the loss may be the acknowledged ones.
        (
            Opening::Preface,
            "preface set: set:1=1 set:1=2 set:1=3 < set: -9 > set:1=4 < ack G1 ack G1 end",
            "[?][?]",
        ),
    ] {
        let kept = run(opening, text);
        assert_eq!(kept.limits(), limits, "{text}");
        assert!(kept.errors().is_empty(), "{text}: {:?}", kept.errors());
    }
}

/// Bytes are complete from the preface on, or from SETTINGS at their start.
#[test]
fn complete_connections_are_checked() {
    for (opening, text, errors) in [
        (Opening::Middle, "preface set: G5 G3", 1),
        (Opening::Middle, "G5 G3", 0),
        (Opening::Frames, "set: G5 G3", 1),
        (Opening::Frames, "G1 set: G5 G3", 0),
        // The client's settings were seen, so they apply to the server.
        (
            Opening::Middle,
            "preface set: < set:1=4096,3=100 8.0.0:00001000 1.4.1:885c0130 \
             6.0.0:3132333435363738 0.0.1:00*16385",
            1,
        ),
    ] {
        let kept = run(opening, &format!("{text} end"));
        assert_eq!(kept.errors().len(), errors, "{text}: {:?}", kept.events);
    }
}

#[test]
fn other_settings_apply_when_acknowledged() {
    let mut kept = run(
        Opening::Preface,
        "preface set:2=0,6=4000 < set: 5.4.1:00000002",
    );
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
    kept.run("< ack 5.4.1:00000004");
    assert_eq!(kept.errors()[0].section, "RFC 9113 §6.5.2");
    assert_eq!(kept.errors().len(), 1);
    let lists: Vec<_> = kept
        .blocks()
        .iter()
        .map(|block| block.max_header_list_size)
        .collect();
    assert_eq!(lists, [None, Some(4000)]);
}

/// The client's bytes, the number of bytes before a loss, the number of lost bytes,
/// and the kinds of events.
#[test]
fn losses() {
    let data = "0.0.1:61*50";
    let request = "1.4.5:82*20";
    let split = "1.0.5:82*20 9.4.5:828684";
    let between = |middle: &str| format!("preface set: 1.4.1:82*20 {middle} G3");
    let after = 33 + 29;
    let cases: Vec<(String, usize, usize, &str)> = vec![
        // Inside the preface, nothing else is lost; one byte more is of a frame.
        ("preface set: G1".into(), 4, 20, "FFB"),
        ("preface set: G1".into(), 4, 3, "FFB"),
        ("preface set: G1".into(), 0, 24, "FFB"),
        ("preface set: G1".into(), 20, 4, "FFB"),
        ("preface set: G1 8.0.1:00001000".into(), 4, 21, "LFBF"),
        // Inside a frame, that frame is lost.
        (between(data), after + 9, 50, "FFBFB"),
        (between(data), after + 9, 1, "FFBFB"),
        (between(data), after + 4, 55, "FFBFB"),
        (between(data), after + 3, 7, "FFBLFB"),
        (between(request), after + 12, 17, "FFBCLFB"),
        (between(split), after + 12, 2, "FFBCLFFB"),
        (between(split), after + 29 + 9, 3, "FFBFCLFB"),
        // A block with a damaged frame is cut and lost once, even at the end; a block
        // around another frame can still be completed.
        ("preface set: 1.4.1:82*20/20".into(), 53, 3, "FCL"),
        (
            "preface set: 1.0.1:828684 9.4.1:82*20/18".into(),
            63,
            3,
            "FFCL",
        ),
        (
            "preface set: 1.0.1:828684 0.0.1:61*20/18".into(),
            63,
            3,
            "FFECL",
        ),
    ];
    for (text, before, lost, kinds) in cases {
        let bytes = frames(&text).concat();
        let rest = bytes.get(before + lost..).unwrap_or_default();
        let mut kept = Kept::new(Opening::Preface);
        kept.push(http2::Sender::Client, &bytes[..before]);
        kept.lose(http2::Sender::Client, Some(lost as u64));
        kept.push(http2::Sender::Client, rest);
        kept.finish(http2::Sender::Client);
        assert_eq!(
            kept.kinds(),
            kinds,
            "{text}, {before}, {lost}: {:?}",
            kept.events
        );
        let is_found = kept.frames().iter().any(|frame| frame.found);
        assert_eq!(is_found, kinds.starts_with('L'), "{text}");
    }
    // Two holes in one frame cut one block.
    let mut kept = Kept::new(Opening::Preface);
    let bytes = frames("preface set: 1.4.1:82*20").concat();
    for part in [&bytes[..45], &bytes[50..55]] {
        kept.push(http2::Sender::Client, part);
        kept.lose(http2::Sender::Client, Some(5));
    }
    kept.push(http2::Sender::Client, &bytes[60..]);
    kept.finish(http2::Sender::Client);
    assert_eq!(kept.kinds().matches('C').count(), 1, "{:?}", kept.events);
    assert_eq!(kept.blocks()[0].missing, Some(Missing::Bytes(5)));
    let kept = run(Opening::Preface, "preface set: G1 -9 G3 end");
    assert_eq!(
        (kept.losses()[0].bytes, kept.losses()[0].offset),
        (Some(9), 45)
    );
    let noise = "noise ".repeat(20);
    let text = format!("preface set: G1 -? {noise} 8.0.0:00001000 G1 end");
    let kept = run(Opening::Preface, &text);
    assert_eq!(kept.kinds(), "FFBLFFB");
    let found: Vec<_> = kept.frames().iter().map(|frame| frame.found).collect();
    assert_eq!(found, [false, false, true, false]);
    assert_eq!(
        (kept.losses()[0].bytes, kept.losses()[0].offset),
        (None, 45)
    );
}
