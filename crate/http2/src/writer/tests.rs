//! The reader reads what the writer wrote.

use proptest::{collection::vec, option, prelude::*};

use super::*;
use crate::{
    Arrival, Connection, Event, Fragment, Frame, Header, Input, Opening, Priority, Sender,
};

#[derive(Debug, Default)]
struct Read {
    frames: Vec<Frame>,
    blocks: Vec<ReadBlock>,
    messages: Vec<String>,
}

#[derive(Debug)]
struct ReadBlock {
    stream: u32,
    promised: Option<u32>,
    end_stream: bool,
    bytes: Vec<u8>,
    fragments: Vec<Fragment>,
}

/// Reads `bytes` of a server whose client announced that frame size.
fn read(bytes: &[u8], max_frame_size: u32) -> Read {
    let mut settings = b"\0\0\x06\x04\0\0\0\0\0\0\x05".to_vec();
    settings.extend(max_frame_size.to_be_bytes());
    let mut read = Read::default();
    let mut keep = |event: Event<'_>| match event {
        Event::Frame(frame, _) => read.frames.push(frame),
        Event::Block(block) => read.blocks.push(ReadBlock {
            stream: block.framed.stream,
            promised: block.framed.promised,
            end_stream: block.framed.end_stream,
            bytes: block.bytes.to_vec(),
            fragments: block.fragments.to_vec(),
        }),
        Event::Lost(loss) => read.messages.push(loss.message),
        Event::Error(error) => read.messages.push(error.message),
        Event::Unread(.., message) | Event::Note(.., message) => read.messages.push(message),
    };
    let mut connection = Connection::new(Opening::Frames);
    connection.read(
        Sender::Client,
        Input::Bytes(&settings, Arrival::default()),
        &mut keep,
    );
    connection.read(
        Sender::Server,
        Input::Bytes(bytes, Arrival::default()),
        &mut keep,
    );
    connection.read(Sender::Server, Input::End, &mut keep);
    // SETTINGS of the client.
    read.frames.remove(0);
    read
}

fn block_of(framing: &Framing, bytes: &[u8]) -> (Read, ReadBlock) {
    let mut read = read(&frames(bytes, framing).unwrap(), framing.max_frame_size);
    assert_eq!(read.messages, Vec::<String>::new());
    assert_eq!(read.blocks.len(), 1);
    let block = read.blocks.remove(0);
    assert_eq!(block.bytes, bytes);
    (read, block)
}

const PRIORITY: Priority = Priority {
    exclusive: true,
    dependency: 5,
    weight: 254,
};

#[test]
fn writes_exact_bytes() {
    let headers = |end_stream, priority| Carries::Headers {
        end_stream,
        priority,
    };
    let cases: [(Option<u32>, Carries, &[u8]); 7] = [
        (
            None,
            headers(false, None),
            b"\0\0\x02\x01\x04\0\0\0\x07\x82\x86",
        ),
        (
            None,
            headers(true, None),
            b"\0\0\x02\x01\x05\0\0\0\x07\x82\x86",
        ),
        (
            Some(0),
            headers(false, None),
            b"\0\0\x03\x01\x0c\0\0\0\x07\0\x82\x86",
        ),
        (
            Some(2),
            headers(true, Some(PRIORITY)),
            b"\0\0\x0a\x01\x2d\0\0\0\x07\x02\x80\0\0\x05\xfe\x82\x86\0\0",
        ),
        (
            Some(1),
            Carries::PushPromise { promised: 8 },
            b"\0\0\x08\x05\x0c\0\0\0\x07\x01\0\0\0\x08\x82\x86\0",
        ),
        (
            None,
            Carries::Data { end_stream: true },
            b"\0\0\x02\0\x01\0\0\0\x07\x82\x86",
        ),
        (
            Some(3),
            Carries::Data { end_stream: false },
            b"\0\0\x06\0\x08\0\0\0\x07\x03\x82\x86\0\0\0",
        ),
    ];
    for (padding, carries, expected) in cases {
        let framing = Framing {
            padding,
            carries,
            ..Framing::headers(7, false)
        };
        assert_eq!(
            frames(b"\x82\x86", &framing).unwrap(),
            expected,
            "{framing:?}"
        );
    }
}

#[test]
fn continues_only_full_frames() {
    const MAX: usize = LEAST_MAX_FRAME_SIZE as usize;
    let headers = Framing::headers(1, true);
    let full = Framing {
        padding: Some(255),
        carries: Carries::Headers {
            end_stream: true,
            priority: Some(PRIORITY),
        },
        ..headers
    };
    let promise = Framing {
        carries: Carries::PushPromise { promised: 2 },
        ..headers
    };
    let cases: [(Framing, usize, &[usize]); 9] = [
        (headers, 0, &[0]),
        (headers, MAX, &[MAX]),
        (headers, MAX + 1, &[MAX, 1]),
        (headers, 3 * MAX, &[MAX, MAX, MAX]),
        (full, MAX - 261, &[MAX]),
        (full, MAX - 260, &[MAX, 1]),
        (full, 2 * MAX - 261, &[MAX, MAX]),
        (promise, MAX - 4, &[MAX]),
        (promise, MAX - 3, &[MAX, 1]),
    ];
    for (framing, bytes, lengths) in cases {
        let (read, _) = block_of(&framing, &vec![0x82; bytes]);
        let found: Vec<usize> = read
            .frames
            .iter()
            .map(|frame| frame.header.length as usize)
            .collect();
        assert_eq!(found, lengths, "{framing:?}, {bytes} bytes");
    }
}

#[test]
fn rejects_invalid_frames() {
    let with = |change: &dyn Fn(&mut Framing)| {
        let mut framing = Framing::headers(1, false);
        change(&mut framing);
        framing
    };
    let depends_on = |dependency| Carries::Headers {
        end_stream: false,
        priority: Some(Priority {
            dependency,
            ..PRIORITY
        }),
    };
    let data = Carries::Data { end_stream: true };
    let stream = |stream, carries| {
        with(&|framing| {
            framing.stream = stream;
            framing.carries = carries;
        })
    };
    let promise = |on, promised| stream(on, Carries::PushPromise { promised });
    let headers = Framing::headers(1, false).carries;
    let max = |size| with(&|framing| framing.max_frame_size = size);
    let padding = with(&|framing| framing.padding = Some(256));
    let cases = [
        (max(16_383), "from 16384 to 16777215", "RFC 9113 §6.5.2"),
        (max(1 << 24), "frame size of 16777216", "RFC 9113 §6.5.2"),
        (padding, "256 bytes of padding", "RFC 9113 §6.1"),
        (
            stream(0, headers),
            "HEADERS cannot be sent on stream 0",
            "RFC 9113 §6.2",
        ),
        (
            promise(0, 2),
            "PUSH_PROMISE cannot be sent on stream 0",
            "RFC 9113 §6.6",
        ),
        (
            stream(0, data),
            "DATA cannot be sent on stream 0",
            "RFC 9113 §6.1",
        ),
        (stream(1 << 31, headers), "31 bits", "RFC 9113 §5.1.1"),
        (stream(1, depends_on(1 << 31)), "31 bits", "RFC 9113 §5.1.1"),
        (
            stream(1, depends_on(1)),
            "depend on itself",
            "RFC 7540 §5.3.1",
        ),
        (promise(2, 4), "odd numbers", "RFC 9113 §6.6"),
        (
            promise(1, 0),
            "it stands for the connection",
            "RFC 9113 §5.1.1",
        ),
        (promise(1, 3), "even numbers", "RFC 9113 §5.1.1"),
        (promise(1, 1 << 31), "31 bits", "RFC 9113 §5.1.1"),
    ];
    const LARGEST: u32 = (1 << 31) - 1;
    for framing in [stream(LARGEST, headers), stream(1, depends_on(LARGEST))] {
        assert!(frames(b"\x82", &framing).is_ok(), "{framing:?}");
    }
    for (framing, sentence, section) in cases {
        let error = frames(b"\x82", &framing).unwrap_err();
        assert!(error.to_string().contains(sentence), "{error}");
        assert_eq!(error.section(), section);
    }
}

fn framing(carries: impl Strategy<Value = Carries>) -> impl Strategy<Value = Framing> {
    let max_frame_size = LEAST_MAX_FRAME_SIZE..LEAST_MAX_FRAME_SIZE + 2_000;
    let stream = (0..1_u32 << 30).prop_map(|half| 2 * half + 1);
    (stream, max_frame_size, option::of(0..=255_u32), carries).prop_map(
        |(stream, max_frame_size, padding, carries)| Framing {
            stream,
            max_frame_size,
            padding,
            carries,
        },
    )
}

/// Short contents, and some that need several frames.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => vec(any::<u8>(), 0..300),
        1 => (0..60_000_usize, any::<u8>())
            .prop_map(|(bytes, seed)| (0..bytes).map(|at| (at as u8) ^ seed).collect()),
    ]
}

fn carries_block() -> impl Strategy<Value = Carries> {
    let priority =
        (any::<bool>(), (0..1_u32 << 30), any::<u8>()).prop_map(|(exclusive, half, weight)| {
            Priority {
                exclusive,
                dependency: 2 * half,
                weight,
            }
        });
    prop_oneof![
        (any::<bool>(), option::of(priority)).prop_map(|(end_stream, priority)| {
            Carries::Headers {
                end_stream,
                priority,
            }
        }),
        (1..1_u32 << 30).prop_map(|half| Carries::PushPromise { promised: 2 * half }),
    ]
}

proptest! {

    #[test]
    fn blocks_round_trip(framing in framing(carries_block()), bytes in bytes()) {
        let (read, block) = block_of(&framing, &bytes);
        let (end_stream, priority, promised) = match framing.carries {
            Carries::Headers { end_stream, priority } => (end_stream, priority, None),
            Carries::PushPromise { promised } => (false, None, Some(promised)),
            Carries::Data { .. } => unreachable!("blocks only"),
        };
        prop_assert_eq!(block.stream, framing.stream);
        prop_assert_eq!(block.promised, promised);
        prop_assert_eq!(block.end_stream, end_stream);
        let first = block.fragments[0];
        prop_assert_eq!(first.padding.map(u32::from), framing.padding);
        prop_assert_eq!(first.padding_error, None);
        prop_assert_eq!(first.priority, priority);
        let count = read.frames.len();
        for (number, frame) in read.frames.iter().enumerate() {
            prop_assert!(frame.header.length <= framing.max_frame_size);
            // All frames but the last are full.
            prop_assert!(number + 1 == count || frame.header.length == framing.max_frame_size);
            prop_assert_eq!(frame.header.flags & flags::END_HEADERS != 0, number + 1 == count);
            prop_assert!(!frame.header.reserved);
            prop_assert_eq!(frame.header.stream, framing.stream);
        }
    }

    #[test]
    fn content_round_trips(
        framing in any::<bool>().prop_flat_map(|end_stream| framing(Just(Carries::Data { end_stream }))),
        bytes in bytes(),
    ) {
        let all = frames(&bytes, &framing).unwrap();
        let headers = frames(b"\x82", &Framing::headers(framing.stream, false)).unwrap();
        let read = read(&[&headers[..], &all].concat(), framing.max_frame_size);
        prop_assert_eq!(read.messages, Vec::<String>::new());
        let data = &read.frames[1..];
        let mut content = Vec::new();
        for (number, frame) in data.iter().enumerate() {
            prop_assert_eq!(frame.header.kind, FrameType::DATA);
            prop_assert!(frame.header.length <= framing.max_frame_size);
            let last = number + 1 == data.len();
            let ended = last && framing.carries == Carries::Data { end_stream: true };
            let padded = if framing.padding.is_some() { flags::PADDED } else { 0 };
            prop_assert_eq!(frame.header.flags, padded | u8::from(ended));
            let start = frame.offset as usize - headers.len() + Header::LEN;
            let payload = &all[start..start + frame.header.length as usize];
            let (from, padding) = match framing.padding {
                Some(padding) => (1, padding as usize),
                None => (0, 0),
            };
            prop_assert!(payload[payload.len() - padding..].iter().all(|&byte| byte == 0));
            content.extend_from_slice(&payload[from..payload.len() - padding]);
        }
        prop_assert_eq!(content, bytes);
    }
}
