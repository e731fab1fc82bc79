//! Frames that break a rule, and frames that only seem to: what is reported,
//! where, and which header blocks are handed out nevertheless.

mod support;

use http2::{Opening, Sender, Setting};
use support::{
    Kept, Owned,
    write::{acknowledgement, client, frame, headers, settings},
};

/// A case: its frames behind the preface and empty SETTINGS, or behind empty
/// SETTINGS of the server; the error with its frame; header blocks handed out
/// and lost.
type Case = (
    &'static str,
    Sender,
    Vec<Vec<u8>>,
    Option<(&'static str, u32)>,
    (usize, usize),
);

fn read(sender: Sender, frames: &[Vec<u8>]) -> Kept {
    let mut kept = Kept::new(Opening::Preface);
    match sender {
        Sender::Client => kept.push(sender, &client(frames)),
        _ => kept.push(sender, &[settings(&[]), frames.concat()].concat()),
    }
    kept.finish(sender);
    kept
}

fn check((name, sender, frames, expected, (blocks, lost)): Case) {
    let kept = read(sender, &frames);
    let start = if sender == Sender::Client { 33 } else { 9 };
    let errors: Vec<_> = kept
        .errors()
        .iter()
        .map(|error| (error.code.name(), error.frame, error.offset))
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|(code, number)| {
            let before = &frames[..*number as usize - 1];
            (*code, *number, start + before.concat().len() as u64)
        })
        .collect();
    assert_eq!(errors, expected, "{name}");
    assert_eq!(kept.blocks().len(), blocks, "{name}");
    let found = kept
        .events
        .iter()
        .filter(|event| matches!(event, Owned::Lost(_)));
    assert_eq!(found.count(), lost, "{name}");
}

const GET: &[u8] = b"\x82\x86\x84";
const PROTOCOL: &str = "PROTOCOL_ERROR";
const SIZE: &str = "FRAME_SIZE_ERROR";

#[test]
fn header_blocks() {
    use Sender::{Client, Server};
    let begun = || frame(1, 0, 1, GET);
    let rest = || frame(9, 4, 1, GET);
    let cases: [Case; 36] = [
        ("whole", Client, vec![headers(1, GET)], None, (1, 0)),
        ("empty", Client, vec![headers(1, b"")], None, (1, 0)),
        ("two frames", Client, vec![begun(), rest()], None, (1, 0)),
        (
            "three frames, one empty",
            Client,
            vec![begun(), frame(9, 0, 1, b""), rest()],
            None,
            (1, 0),
        ),
        (
            "no end",
            Client,
            vec![begun()],
            Some(("incomplete-header-block", 1)),
            (0, 1),
        ),
        (
            "no end, two frames",
            Client,
            vec![begun(), frame(9, 0, 1, b"")],
            Some(("incomplete-header-block", 1)),
            (0, 1),
        ),
        (
            "another stream",
            Client,
            vec![begun(), frame(9, 4, 3, GET)],
            Some((PROTOCOL, 2)),
            (0, 2),
        ),
        (
            "another stream, then its own",
            Client,
            vec![begun(), frame(9, 4, 3, GET), rest()],
            Some((PROTOCOL, 2)),
            (1, 1),
        ),
        (
            "another stream, empty",
            Client,
            vec![begun(), frame(9, 4, 3, b""), rest()],
            Some((PROTOCOL, 2)),
            (1, 0),
        ),
        (
            "stream ended by DATA",
            Client,
            vec![headers(3, GET), frame(0, 1, 3, b"a"), headers(3, GET)],
            Some(("STREAM_CLOSED", 3)),
            (2, 0),
        ),
        (
            "DATA on an open stream, then cut",
            Client,
            vec![
                headers(3, GET),
                frame(0, 0, 3, b"a"),
                frame(0, 0, 3, b"ab")[..10].to_vec(),
            ],
            Some(("truncated-frame", 3)),
            (1, 0),
        ),
        (
            "cut inside HEADERS",
            Client,
            vec![headers(1, GET)[..10].to_vec()],
            Some(("truncated-frame", 1)),
            (0, 1),
        ),
        (
            "CONTINUATION alone",
            Client,
            vec![rest()],
            Some((PROTOCOL, 1)),
            (0, 1),
        ),
        (
            "CONTINUATION too late",
            Client,
            vec![headers(1, GET), rest()],
            Some((PROTOCOL, 2)),
            (1, 1),
        ),
        (
            "DATA inside",
            Client,
            vec![begun(), frame(0, 0, 1, b"a"), rest()],
            Some((PROTOCOL, 2)),
            (1, 0),
        ),
        (
            "PING inside",
            Client,
            vec![begun(), frame(6, 0, 0, &[0; 8]), rest()],
            Some((PROTOCOL, 2)),
            (1, 0),
        ),
        (
            "unknown type inside",
            Client,
            vec![begun(), frame(0xee, 0, 0, b"?"), rest()],
            Some((PROTOCOL, 2)),
            (1, 0),
        ),
        (
            "HEADERS inside",
            Client,
            vec![begun(), headers(3, GET)],
            Some((PROTOCOL, 2)),
            (1, 1),
        ),
        (
            "stream 0",
            Client,
            vec![headers(0, GET)],
            Some((PROTOCOL, 1)),
            (1, 0),
        ),
        (
            "even stream",
            Client,
            vec![headers(2, GET)],
            Some((PROTOCOL, 1)),
            (1, 0),
        ),
        (
            "lower stream",
            Client,
            vec![headers(5, GET), headers(3, GET)],
            Some((PROTOCOL, 2)),
            (2, 0),
        ),
        (
            "trailers",
            Client,
            vec![headers(3, GET), headers(5, GET), frame(1, 5, 3, GET)],
            None,
            (3, 0),
        ),
        (
            "ended stream",
            Client,
            vec![frame(1, 5, 3, GET), headers(3, GET)],
            Some(("STREAM_CLOSED", 2)),
            (2, 0),
        ),
        (
            "not promised",
            Server,
            vec![headers(2, GET)],
            Some((PROTOCOL, 1)),
            (1, 0),
        ),
        (
            "promised",
            Server,
            vec![frame(5, 4, 1, b"\0\0\0\x02\x82"), headers(2, GET)],
            None,
            (2, 0),
        ),
        (
            "promised twice",
            Server,
            vec![frame(5, 4, 1, b"\0\0\0\x02"), frame(5, 4, 1, b"\0\0\0\x02")],
            Some((PROTOCOL, 2)),
            (2, 0),
        ),
        (
            "odd promise",
            Server,
            vec![frame(5, 4, 1, b"\0\0\0\x03")],
            Some((PROTOCOL, 1)),
            (1, 0),
        ),
        (
            "promise of a client",
            Client,
            vec![frame(5, 4, 1, b"\0\0\0\x02")],
            Some((PROTOCOL, 1)),
            (1, 0),
        ),
        (
            "promise too short",
            Server,
            vec![frame(5, 4, 1, b"\0\0")],
            Some((SIZE, 1)),
            (0, 1),
        ),
        (
            "padding too long",
            Client,
            vec![frame(1, 0x0c, 1, b"\x04\x82\x86\x84")],
            Some((PROTOCOL, 1)),
            (0, 1),
        ),
        (
            "padding of all",
            Client,
            vec![frame(1, 0x0c, 1, b"\x03\0\0\0")],
            None,
            (1, 0),
        ),
        (
            "no pad length",
            Client,
            vec![frame(1, 0x0c, 1, b"")],
            Some((SIZE, 1)),
            (0, 1),
        ),
        (
            "priority too short",
            Client,
            vec![frame(1, 0x24, 1, b"\0\0\0")],
            Some((SIZE, 1)),
            (0, 1),
        ),
        (
            "depends on itself",
            Client,
            vec![frame(1, 0x24, 1, b"\0\0\0\x01\x0f\x82")],
            Some((PROTOCOL, 1)),
            (1, 0),
        ),
        (
            "too large",
            Client,
            vec![headers(1, &[0x82; 16_385])],
            Some((SIZE, 1)),
            (1, 0),
        ),
        (
            "damaged, with CONTINUATION",
            Client,
            vec![frame(1, 8, 1, b"\xff"), rest(), headers(3, GET)],
            Some((PROTOCOL, 1)),
            (1, 1),
        ),
    ];
    for case in cases {
        check(case);
    }
}

#[test]
fn other_frames() {
    use Sender::{Client, Server};
    let one = |sender, octets: Vec<u8>, code: &'static str| -> Case {
        ("one frame", sender, vec![octets], Some((code, 1)), (0, 0))
    };
    let cases = [
        one(Client, frame(0, 0, 0, b"a"), PROTOCOL),
        one(Client, frame(0, 0, 1, b"a"), PROTOCOL),
        one(Server, frame(0, 8, 1, b"\x02a"), PROTOCOL),
        one(Server, frame(0, 8, 1, b""), SIZE),
        one(Client, frame(2, 0, 1, &[0; 4]), SIZE),
        one(Client, frame(2, 0, 0, &[1; 5]), PROTOCOL),
        one(Client, frame(2, 0, 3, b"\x80\0\0\x03\0"), PROTOCOL),
        one(Client, frame(3, 0, 1, &[0; 5]), SIZE),
        one(Client, frame(3, 0, 0, &[0; 4]), PROTOCOL),
        one(Client, frame(4, 0, 0, &[0; 5]), SIZE),
        one(Client, frame(4, 1, 0, &[0; 6]), SIZE),
        one(Client, frame(4, 0, 1, b""), PROTOCOL),
        one(Client, settings(&[(2, 2)]), PROTOCOL),
        one(Server, settings(&[(2, 1)]), PROTOCOL),
        one(Client, settings(&[(4, 1 << 31)]), "FLOW_CONTROL_ERROR"),
        one(Client, settings(&[(5, 16_383)]), PROTOCOL),
        one(Client, settings(&[(5, 1 << 24)]), PROTOCOL),
        one(Client, settings(&[(8, 2)]), PROTOCOL),
        one(Client, settings(&[(9, 2)]), PROTOCOL),
        one(Client, frame(6, 0, 0, &[0; 7]), SIZE),
        one(Client, frame(6, 0, 1, &[0; 8]), PROTOCOL),
        one(Client, frame(7, 0, 0, &[0; 7]), SIZE),
        one(Client, frame(7, 0, 1, &[0; 8]), PROTOCOL),
        one(Client, frame(8, 0, 0, &[1; 3]), SIZE),
        one(Client, frame(8, 0, 0, b"\x80\0\0\0"), PROTOCOL),
        one(Client, frame(0x10, 0, 1, b"\0\0\0\x01u=1"), PROTOCOL),
        one(Client, frame(0x10, 0, 0, b"\0"), SIZE),
        one(Client, frame(0x10, 0, 0, b"\0\0\0\0u=1"), PROTOCOL),
        one(Server, frame(0x10, 0, 0, b"\0\0\0\x01u=1"), PROTOCOL),
    ];
    for case in cases {
        check(case);
    }
    let sound = vec![
        settings(&[(1, 0), (2, 1), (5, 1 << 14), (0xfafa, 7)]),
        settings(&[(4, (1 << 31) - 1), (5, (1 << 24) - 1), (8, 1), (9, 1)]),
        acknowledgement(),
        frame(2, 0, 3, b"\x80\0\0\x05\x0f"),
        frame(3, 0, 3, b"\0\0\0\x08"),
        frame(6, 1, 0, &[7; 8]),
        frame(7, 0, 0, b"\0\0\0\x03\0\0\0\x0benough"),
        frame(8, 0, 0, b"\0\0\x10\0"),
        frame(0x0a, 0, 0, b"\0\0h2"),
        frame(0x10, 0, 0, b"\0\0\0\x01u=1"),
        frame(0x10, 0, 0, b"\0\0\0\x01"),
        // RFC 8336 §2.1: on another stream than 0 it is to be ignored.
        frame(0x0c, 0, 1, b"\0\x09https://a"),
        frame(0xee, 0xff, 9, b"anything"),
        frame(7, 0, 0, &[0; 8]),
    ];
    check(("all sound", Client, sound.clone(), None, (0, 0)));
    let kept = read(Client, &sound);
    let details: Vec<&str> = kept
        .events
        .iter()
        .filter_map(|event| match event {
            Owned::Frame(_, detail) => Some(detail.as_str()),
            _ => None,
        })
        .skip(3)
        .collect();
    assert_eq!(details[0], "Acknowledged(None)");
    assert_eq!(
        details[1],
        "Priority(Priority { exclusive: true, dependency: 5, weight: 15 })"
    );
    assert_eq!(details[2], "Reset(8)");
    assert_eq!(details[3], "Ping([7, 7, 7, 7, 7, 7, 7, 7])");
    assert_eq!(details[4], "GoAway(3, 11, [101, 110, 111, 117, 103, 104])");
    assert_eq!(details[5], "Window(4096)");
    assert_eq!(details[7], "PriorityUpdate(1, [117, 61, 49])");
}

#[test]
fn messages_say_which_stream_is_wrong() {
    let cases = [
        (
            frame(0, 0, 0, b"a"),
            "DATA is on stream 0, which stands for the connection.",
        ),
        (
            frame(6, 0, 3, &[0; 8]),
            "PING is on stream 3; it belongs on stream 0, the connection.",
        ),
    ];
    for (octets, message) in cases {
        let kept = read(Sender::Client, &[octets]);
        assert_eq!(kept.errors()[0].message, message);
    }
}

#[test]
fn fragments_know_their_place() {
    let kept = read(
        Sender::Client,
        &[
            frame(1, 0x28, 1, b"\x02\x80\0\0\x05\x0f\x82\x86\0\x07"),
            frame(9, 4, 1, b"\x84"),
        ],
    );
    let block = kept.blocks()[0];
    assert_eq!(block.octets, GET);
    let [first, second] = block.fragments.as_slice() else {
        panic!("{:?}", block.fragments);
    };
    assert_eq!(
        (first.frame, first.start, first.length, first.offset),
        (1, 0, 2, 33 + 9 + 6)
    );
    assert_eq!((first.padding, first.padding_fault), (Some(2), Some(1)));
    let priority = first.priority.expect("a priority");
    assert_eq!(
        (priority.exclusive, priority.dependency, priority.weight),
        (true, 5, 15)
    );
    assert_eq!((second.frame, second.start, second.length), (2, 2, 1));
    assert_eq!((second.padding, second.priority), (None, None));
    let noted = kept
        .events
        .iter()
        .filter(|event| matches!(event, Owned::Note(..)));
    assert_eq!(noted.count(), 1);
}

#[test]
fn a_block_of_many_empty_frames_is_noted_once() {
    for (count, notes) in [(7, 0), (8, 1), (9, 1)] {
        let mut frames = vec![frame(1, 0, 1, GET)];
        frames.resize(1 + count, frame(9, 0, 1, b""));
        frames.push(frame(9, 4, 1, GET));
        let kept = read(Sender::Client, &frames);
        assert_eq!(kept.notes().len(), notes, "{count}");
        assert_eq!(kept.blocks().len(), 1, "{count}");
    }
}

#[test]
fn what_damages_a_block_is_said() {
    let cases = [
        (frame(5, 4, 1, b"\0\0"), "too short for its fields"),
        (frame(1, 0x0c, 1, b"\x04\0\0"), "padding is longer"),
    ];
    for (octets, message) in cases {
        let kept = read(Sender::Server, &[octets]);
        let [loss] = kept.losses()[..] else {
            panic!("{:?}", kept.events);
        };
        assert!(loss.message.contains(message), "{}", loss.message);
    }
}

#[test]
fn the_preface() {
    let cut = |octets: &[u8]| {
        let mut kept = Kept::new(Opening::Preface);
        kept.push(Sender::Client, octets);
        kept.finish(Sender::Client);
        let errors = kept.errors();
        (
            errors
                .first()
                .map(|error| (error.code.name(), error.offset)),
            kept.frames().len(),
        )
    };
    assert_eq!(cut(b""), (None, 0));
    assert_eq!(cut(http2::PREFACE), (None, 0));
    assert_eq!(cut(&http2::PREFACE[..9]), (Some(("truncated-frame", 0)), 0));
    assert_eq!(cut(b"PRI * HTTP/2.1\r\n\r\n"), (Some((PROTOCOL, 0)), 0));
    let bare = [settings(&[(1, 0)]), headers(1, GET)].concat();
    assert_eq!(cut(&bare), (Some((PROTOCOL, 0)), 2));
    let unset = [http2::PREFACE, &headers(1, GET)].concat();
    assert_eq!(cut(&unset), (Some((PROTOCOL, 24)), 1));
    assert_eq!(cut(&client(&[])[..30]), (Some(("truncated-frame", 24)), 0));
}

/// Limit changes and whether the limit is unknown, of each block.
fn limits(kept: &Kept) -> Vec<(Vec<u32>, bool)> {
    let blocks = kept.blocks();
    blocks
        .iter()
        .map(|block| (block.limit_changes.clone(), block.limit_unknown))
        .collect()
}

#[test]
fn settings_hold_when_they_are_acknowledged() {
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, http2::PREFACE);
    kept.push(Sender::Client, &settings(&[(1, 0), (3, 9), (1, 2048)]));
    kept.push(Sender::Client, &settings(&[(1, 512)]));
    kept.push(Sender::Server, &settings(&[]));
    kept.push(Sender::Server, &headers(1, GET));
    kept.push(Sender::Server, &acknowledgement());
    kept.push(Sender::Server, &headers(1, GET));
    kept.push(Sender::Server, &headers(1, GET));
    kept.push(Sender::Server, &acknowledgement());
    kept.push(Sender::Server, &headers(1, GET));
    kept.push(Sender::Client, &acknowledgement());
    kept.push(Sender::Client, &headers(1, GET));
    let none = (vec![], false);
    let expected = [
        none.clone(),
        (vec![0, 2048], false),
        none.clone(),
        (vec![512], false),
        none,
    ];
    assert_eq!(limits(&kept), expected);
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
}

#[test]
fn an_upgrade_needs_no_acknowledgement() {
    let size = Setting {
        id: Setting::HEADER_TABLE_SIZE,
        value: 256,
    };
    let mut kept = Kept::new(Opening::Upgrade(vec![size]));
    kept.push(Sender::Server, &[settings(&[]), headers(1, GET)].concat());
    kept.push(
        Sender::Client,
        &[http2::PREFACE, &settings(&[(1, 99)])].concat(),
    );
    kept.push(
        Sender::Server,
        &[acknowledgement(), headers(1, GET)].concat(),
    );
    assert_eq!(limits(&kept), [(vec![256], false), (vec![99], false)]);
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
}

#[test]
fn what_was_not_seen_is_not_known() {
    let acknowledged = [acknowledgement(), headers(1, GET)].concat();
    // In the middle of a connection.
    let mut kept = Kept::new(Opening::Middle);
    kept.push(
        Sender::Client,
        &[headers(3, GET), acknowledged.clone()].concat(),
    );
    assert_eq!(limits(&kept), [(vec![], false), (vec![], true)]);
    // Frames of one direction, from an unknown sender.
    let mut kept = Kept::new(Opening::Frames);
    kept.push(
        Sender::Unknown,
        &[settings(&[(1, 9)]), acknowledged.clone()].concat(),
    );
    assert_eq!(limits(&kept), [(vec![], false)]);
    // The acknowledgement stands before what it acknowledges.
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(std::slice::from_ref(&acknowledged)));
    kept.push(Sender::Server, &settings(&[(1, 256)]));
    kept.push(Sender::Client, &headers(3, GET));
    assert_eq!(limits(&kept), [(vec![], true), (vec![256], false)]);
    // SETTINGS of the server are lost.
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(&[]));
    kept.lose(Sender::Server, Some(21));
    kept.push(Sender::Server, &headers(1, GET));
    kept.push(Sender::Client, &acknowledged);
    assert_eq!(limits(&kept).last(), Some(&(vec![], true)));
    // An acknowledgement may be lost; the one that is left is for the only
    // SETTINGS that are.
    let mut kept = Kept::new(Opening::Preface);
    kept.push(
        Sender::Client,
        &[http2::PREFACE, &settings(&[(1, 77)])].concat(),
    );
    kept.push(Sender::Client, &headers(1, GET));
    kept.push(Sender::Server, &settings(&[]));
    kept.lose(Sender::Server, Some(99));
    kept.push(Sender::Server, &headers(1, GET));
    kept.push(Sender::Server, &acknowledged);
    assert_eq!(
        limits(&kept),
        [(vec![], false), (vec![], true), (vec![77], false)]
    );
}

#[test]
fn an_acknowledgement_may_come_before_its_settings_once() {
    let request = |kept: &mut Kept| kept.push(Sender::Client, &headers(1, GET));
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(&[acknowledgement()]));
    kept.push(Sender::Server, &settings(&[(1, 1)]));
    request(&mut kept);
    kept.push(Sender::Server, &settings(&[(1, 2)]));
    request(&mut kept);
    kept.push(Sender::Client, &acknowledgement());
    request(&mut kept);
    let expected = [(vec![1], true), (vec![], false), (vec![2], false)];
    assert_eq!(limits(&kept), expected);
}

/// Where SETTINGS are missing, an acknowledgement without any is for those.
#[test]
fn settings_that_are_lost_are_not_awaited() {
    let announced = settings(&[(1, 256)]);
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(&[]));
    kept.push(Sender::Server, &settings(&[]));
    kept.push(Sender::Server, &announced[..12]);
    kept.lose(Sender::Server, Some(3));
    kept.push(Sender::Client, &acknowledgement());
    kept.push(Sender::Client, &acknowledgement());
    kept.push(Sender::Client, &headers(1, GET));
    kept.push(Sender::Server, &settings(&[(1, 99)]));
    kept.push(Sender::Client, &headers(3, GET));
    kept.push(Sender::Client, &acknowledgement());
    kept.push(Sender::Client, &headers(5, GET));
    let expected = [(vec![], true), (vec![], false), (vec![99], false)];
    assert_eq!(limits(&kept), expected);
}

/// Of several SETTINGS, some of whose acknowledgements may be missing, the
/// next acknowledgement is for one that is not known; the last is certain.
#[test]
fn only_the_last_acknowledgement_behind_a_loss_is_certain() {
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(&[]));
    for size in 1..=4 {
        kept.push(Sender::Client, &settings(&[(1, size)]));
    }
    kept.push(Sender::Server, &[settings(&[]), acknowledgement()].concat());
    kept.push(Sender::Server, &headers(1, GET));
    // 1 to 4 are left; behind the loss, one or more of them may be gone.
    kept.lose(Sender::Server, Some(9));
    kept.push(Sender::Server, &acknowledgement());
    kept.push(Sender::Server, &headers(1, GET));
    kept.push(Sender::Client, &settings(&[(1, 5)]));
    kept.push(Sender::Server, &acknowledgement());
    kept.push(Sender::Server, &headers(1, GET));
    kept.finish(Sender::Server);
    let expected = [(vec![], false), (vec![], true), (vec![5], false)];
    assert_eq!(limits(&kept), expected);
}

/// SETTINGS that came after the loss may be those that were acknowledged.
#[test]
fn an_acknowledgement_behind_a_loss_may_be_for_newer_settings() {
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(&[]));
    for size in 1..=3 {
        kept.push(Sender::Client, &settings(&[(1, size)]));
    }
    kept.push(Sender::Server, &settings(&[]));
    kept.lose(Sender::Server, Some(9));
    kept.push(Sender::Client, &settings(&[(1, 4)]));
    for _ in 0..2 {
        kept.push(Sender::Server, &acknowledgement());
        kept.push(Sender::Server, &headers(1, GET));
    }
    kept.finish(Sender::Server);
    assert_eq!(limits(&kept), [(vec![], true), (vec![], true)]);
}

/// From where the octets are there from the first, everything is certain:
/// from the preface on, or from SETTINGS where frames begin with them.
#[test]
fn what_is_there_from_the_first_is_held_against_the_rules() {
    let lower = [headers(5, GET), headers(3, GET)].concat();
    let cases = [
        (Opening::Middle, client(std::slice::from_ref(&lower)), 1),
        (Opening::Middle, lower.clone(), 0),
        (Opening::Frames, [settings(&[]), lower.clone()].concat(), 1),
        (
            Opening::Frames,
            [headers(1, GET), settings(&[]), lower].concat(),
            0,
        ),
    ];
    for (start, octets, errors) in cases {
        let mut kept = Kept::new(start.clone());
        kept.push(Sender::Client, &octets);
        kept.finish(Sender::Client);
        assert_eq!(kept.errors().len(), errors, "{start:?} {:?}", kept.events);
    }
    // The client's settings were seen, so the server has to keep to them.
    let mut kept = Kept::new(Opening::Middle);
    kept.push(Sender::Client, &client(&[]));
    let large = frame(0, 0, 1, &[0; 16_385]);
    let answers = [
        settings(&[(1, 4096), (3, 100)]),
        frame(8, 0, 0, b"\0\0\x10\0"),
        frame(1, 4, 1, b"\x88\x5c\x01\x30"),
        frame(6, 0, 0, b"12345678"),
    ];
    kept.push(Sender::Server, &answers.concat());
    kept.push(Sender::Server, &large);
    kept.finish(Sender::Server);
    assert_eq!(kept.errors().len(), 1, "{:?}", kept.events);
}

#[test]
fn settings_beside_the_table_size_hold_too() {
    // The server keeps to what it acknowledged of the client's.
    let mut kept = Kept::new(Opening::Preface);
    let wanted = settings(&[(2, 0), (6, 4000)]);
    kept.push(Sender::Client, &[http2::PREFACE, &wanted].concat());
    let promise = |stream| frame(5, 4, 1, &[0, 0, 0, stream]);
    kept.push(Sender::Server, &[settings(&[]), promise(2)].concat());
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
    kept.push(Sender::Server, &[acknowledgement(), promise(4)].concat());
    assert_eq!(kept.errors()[0].section, "RFC 9113 §6.5.2");
    assert_eq!(kept.errors().len(), 1);
    let lists = kept
        .blocks()
        .iter()
        .map(|block| block.max_header_list_size)
        .collect::<Vec<_>>();
    assert_eq!(lists, [None, Some(4000)]);
}

#[test]
fn a_frame_may_be_as_large_as_the_receiver_says() {
    let large = frame(0, 0, 1, &[0; 16_385]);
    let request = [headers(1, GET), large].concat();
    // The sentence names what is missing where the receiver was not heard.
    for (heard, unless) in [(vec![], true), (settings(&[]), false)] {
        let mut kept = Kept::new(Opening::Preface);
        kept.push(Sender::Server, &heard);
        kept.push(Sender::Client, &client(std::slice::from_ref(&request)));
        let [error] = kept.errors()[..] else {
            panic!("{:?}", kept.errors());
        };
        assert_eq!(error.code.name(), SIZE);
        assert_eq!(error.message.contains("unless"), unless);
    }
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Server, &settings(&[(5, 16_385)]));
    kept.push(Sender::Client, &client(std::slice::from_ref(&request)));
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
    // In the middle of a connection the receiver may have announced more.
    let mut kept = Kept::new(Opening::Middle);
    kept.push(Sender::Client, &request);
    kept.finish(Sender::Client);
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
}

#[test]
fn what_is_lost_of_the_preface_costs_nothing() {
    for (there, lost) in [(4, 20), (4, 3), (0, 24), (20, 4)] {
        let octets = client(&[headers(1, GET)]);
        let mut kept = Kept::new(Opening::Preface);
        kept.push(Sender::Client, &octets[..there]);
        kept.lose(Sender::Client, Some(lost as u64));
        kept.push(Sender::Client, &octets[there + lost..]);
        kept.finish(Sender::Client);
        assert_eq!(kept.events.len(), 3, "{:?}", kept.events);
        assert_eq!(kept.frames()[0].offset, 24);
    }
    // One octet more is of the frame behind it.
    let octets = client(&[headers(1, GET), frame(8, 0, 1, b"\0\0\x10\0")]);
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &octets[..4]);
    kept.lose(Sender::Client, Some(21));
    kept.push(Sender::Client, &octets[25..]);
    kept.finish(Sender::Client);
    assert_eq!((kept.losses().len(), kept.blocks().len()), (1, 1));
}

#[test]
fn a_loss_between_two_frames_is_reported() {
    // As many octets as a header has, so that they could be taken for one.
    let lost = settings(&[]);
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(&[headers(1, GET)]));
    kept.lose(Sender::Client, Some(lost.len() as u64));
    kept.push(Sender::Client, &headers(3, GET));
    kept.finish(Sender::Client);
    let [loss] = kept.losses()[..] else {
        panic!("{:?}", kept.events);
    };
    assert_eq!((loss.octets, loss.offset), (Some(9), 33 + 12));
    assert!(loss.message.starts_with("9 bytes are missing at byte 45"));
    assert_eq!(kept.blocks().len(), 2);
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
}

/// A block whose frame is damaged is lost once, also where nothing follows; a
/// block that another frame stands in is still waited for.
#[test]
fn the_end_of_what_is_damaged_is_no_fault() {
    let request = headers(1, &[0x82; 20]);
    let split = [frame(1, 0, 1, GET), frame(9, 4, 1, &[0x82; 20])].concat();
    let other = [frame(1, 0, 1, GET), frame(0, 0, 1, &[b'a'; 20])].concat();
    for (octets, there, errors) in [(request, 20, 0), (split, 30, 0), (other, 30, 1)] {
        let mut kept = Kept::new(Opening::Preface);
        kept.push(Sender::Client, &client(&[octets[..there].to_vec()]));
        kept.lose(Sender::Client, Some(3));
        kept.finish(Sender::Client);
        let found = (kept.errors().len(), kept.losses().len());
        assert_eq!(found, (errors, 1), "{:?}", kept.events);
    }
}

const NOISE: &[u8] = b"<p>apples, pears, plums</p>";

#[test]
fn losses_among_what_cannot_be_read_are_one() {
    for (second, octets, said) in [
        (Some(7), Some(17), "17 bytes are missing"),
        (None, None, "Bytes are missing"),
    ] {
        let mut kept = Kept::new(Opening::Preface);
        kept.push(Sender::Client, &client(&[]));
        kept.lose(Sender::Client, Some(10));
        kept.push(Sender::Client, NOISE);
        kept.lose(Sender::Client, second);
        kept.push(Sender::Client, NOISE);
        kept.finish(Sender::Client);
        let [loss] = kept.losses()[..] else {
            panic!("{:?}", kept.events);
        };
        assert_eq!((loss.octets, loss.offset), (octets, 33));
        assert!(loss.message.starts_with(said), "{}", loss.message);
        let end = "nothing after them is certain to begin a frame.";
        assert!(loss.message.ends_with(end), "{}", loss.message);
    }
}

/// Of octets that do not begin with a frame, what cannot be read is noted;
/// what begins with one is read from there.
#[test]
fn where_reading_starts() {
    let frames = [headers(1, GET), frame(8, 0, 1, b"\0\0\x10\0")].concat();
    for start in [Opening::Middle, Opening::Preface] {
        let is_middle = start == Opening::Middle;
        let read = |octets: &[u8]| {
            let mut kept = Kept::new(start.clone());
            kept.push(Sender::Client, octets);
            kept.finish(Sender::Client);
            kept
        };
        let kept = read(&frames);
        assert_eq!((kept.notes().len(), kept.losses().len()), (0, 0));
        assert_eq!(kept.frames().len(), 2);
        let kept = read(&[NOISE, NOISE, &frames].concat());
        assert_eq!(kept.frames().len(), 2, "{:?}", kept.events);
        assert_eq!(kept.notes().len(), usize::from(is_middle));
        assert_eq!(kept.losses().len(), usize::from(!is_middle));
        let kept = read(NOISE);
        let expected = "Nothing from byte 0 on is certain to begin a frame.";
        assert_eq!(kept.notes(), [(0, expected)]);
        assert_eq!(kept.losses().len(), 0);
        assert_eq!(read(b"").events, []);
    }
}

#[test]
fn what_is_lost_inside_a_frame_costs_that_frame() {
    let request = [0x82_u8; 20];
    let stream = |middle: &[Vec<u8>]| {
        let mut frames = vec![headers(1, &request)];
        frames.extend_from_slice(middle);
        frames.push(headers(3, GET));
        client(&frames)
    };
    // What stands between two requests; octets of it there, lost; frames,
    // blocks and losses reported.
    let data = frame(0, 0, 1, &[b'a'; 50]);
    let split = frame(1, 0, 5, &request);
    let cases = [
        (vec![data.clone()], 9, 50, (3, 2, 0)),
        (vec![data.clone()], 9, 1, (3, 2, 0)),
        (vec![data.clone()], 4, 55, (3, 2, 0)),
        (vec![data.clone()], 3, 7, (3, 2, 1)),
        (vec![headers(5, &request)], 12, 17, (3, 2, 1)),
        (vec![split.clone(), frame(9, 4, 5, GET)], 12, 2, (4, 2, 1)),
        (vec![split, frame(9, 4, 5, GET)], 29 + 9, 3, (4, 2, 1)),
    ];
    for (middle, there, lost, expected) in cases {
        let octets = stream(&middle);
        let at = 33 + 29 + there;
        let mut kept = Kept::new(Opening::Preface);
        kept.push(Sender::Client, &octets[..at]);
        kept.lose(Sender::Client, Some(lost as u64));
        kept.push(Sender::Client, &octets[at + lost..]);
        kept.finish(Sender::Client);
        let losses = kept
            .events
            .iter()
            .filter(|event| matches!(event, Owned::Lost(_)))
            .count();
        let found = (kept.frames().len(), kept.blocks().len(), losses);
        assert_eq!(
            found, expected,
            "{there} there, {lost} lost of {middle:02x?}"
        );
        assert!(kept.frames().iter().all(|frame| !frame.found));
        assert!(kept.errors().is_empty(), "{:?}", kept.errors());
    }
}

#[test]
fn reading_goes_on_behind_what_is_lost() {
    let text = b"<p>apples, pears, plums</p>".repeat(20);
    let behind = [&text[..], &frame(8, 0, 1, b"\0\0\x10\0"), &headers(1, GET)].concat();
    let mut kept = Kept::new(Opening::Preface);
    kept.push(Sender::Client, &client(&[headers(1, GET)]));
    kept.lose(Sender::Client, None);
    kept.push(Sender::Client, &behind);
    kept.finish(Sender::Client);
    assert_eq!(kept.blocks().len(), 2);
    let found: Vec<_> = kept.frames().iter().map(|frame| frame.found).collect();
    assert_eq!(found, [false, false, true, false]);
    let lost = kept.events.iter().find_map(|event| match event {
        Owned::Lost(loss) => Some((loss.octets, loss.offset)),
        _ => None,
    });
    assert_eq!(lost, Some((None, 33 + 12)));
    assert!(kept.errors().is_empty(), "{:?}", kept.errors());
}
