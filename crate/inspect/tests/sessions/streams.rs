//! Streams of a connection: requests, responses, promises and resets.

use input::{Reader, Sender};
use inspect::{
    Options,
    assumed::AssumedEntries,
    capture::{
        Capture, Connection,
        streams::{Part, StreamColumn, StreamOrder, StreamView},
    },
};

fn capture(bytes: &[u8]) -> Capture {
    let mut capture = Capture::new(Options::default());
    let mut reader = Reader::new(&input::Options::default());
    reader.push(bytes, &mut capture).unwrap();
    reader.finish(&mut capture).unwrap();
    capture
}

fn views(connection: &Connection) -> Vec<StreamView> {
    let first = connection.about.first.nanos;
    let streams = connection.streams();
    let view = |stream| connection.stream_view(stream, &AssumedEntries::NONE, first);
    streams.iter().map(view).collect()
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &str) -> String {
    let length = payload.len() / 2;
    format!("{length:06x}{kind:02x}{flags:02x}{stream:08x}{payload}")
}

#[test]
fn assigns_blocks_to_streams_and_roles() {
    const PREFACE: &str = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a";
    let from_client = [
        PREFACE.to_owned(),
        frame(4, 0, 0, ""),
        // GET / on stream 1, POST / on stream 3, cancelled.
        frame(1, 5, 1, "828684"),
        frame(1, 4, 3, "838684"),
        frame(0, 0, 3, "616263"),
        frame(3, 0, 3, "00000008"),
    ];
    let from_server = [
        frame(4, 0, 0, ""),
        // 103, a promise of stream 2 with GET /index.html, 200, two bytes, `a: 1`.
        frame(1, 4, 1, "4803313033"),
        frame(5, 4, 1, "00000002828685"),
        frame(1, 4, 1, "88"),
        frame(0, 0, 1, "6869"),
        frame(1, 5, 1, "0001610131"),
        frame(1, 5, 2, "8d"),
    ];
    let text = format!("> {}\n< {}\n", from_client.concat(), from_server.concat());
    let capture = capture(text.as_bytes());
    let streams = views(&capture.connections[0]);
    let by_id = |id: u32| {
        let found = streams.iter().find(|view| view.stream == id);
        found.unwrap_or_else(|| panic!("no stream {id}: {streams:?}"))
    };
    assert_eq!(streams.len(), 3);
    let one = by_id(1);
    let summary = [&one.method, &one.path, &one.status].map(Option::as_deref);
    assert_eq!(summary, [Some("GET"), Some("/"), Some("200")]);
    let parts: Vec<Part> = one.blocks.iter().map(|block| block.part).collect();
    let expected = [Part::Request, Part::Interim, Part::Response, Part::Trailers];
    assert_eq!(parts, expected);
    assert_eq!((&one.promises[..], one.server_data), (&[2][..], 2));
    let two = by_id(2);
    let promise = (two.promised_on, two.blocks[0].part);
    assert_eq!(promise, (Some(1), Part::Promise));
    assert_eq!(two.path.as_deref(), Some("/index.html"));
    assert_eq!(two.status.as_deref(), Some("404"));
    let three = by_id(3);
    assert_eq!((three.client_data, three.status.as_deref()), (3, None));
    assert_eq!(three.resets[0].sender, Sender::Client);
    assert_eq!(three.resets[0].code, "CANCEL");
    // Text input has no times.
    assert_eq!((three.since, one.answered), (None, None));
    assert_eq!(three.duration, None);
    assert_eq!(capture.connections[0].time_span(), None);
    assert_eq!((two.bytes, two.plain_bytes), (4, Some(47)));
}

#[test]
fn sorts_by_every_column() {
    let from_client = [
        frame(1, 5, 5, "828684"),
        frame(1, 5, 1, "838785"),
        frame(1, 5, 3, "82"),
        // Undecodable.
        frame(1, 5, 7, "80"),
    ];
    let from_server = [
        frame(1, 5, 3, "8d"),
        frame(1, 5, 5, "88"),
        // A promise of stream 2.
        frame(5, 4, 1, "00000002828685"),
    ];
    let text = format!("> {}\n< {}\n", from_client.concat(), from_server.concat());
    let capture = capture(text.as_bytes());
    let connection = &capture.connections[0];
    let sorted = |by, descending| {
        let mut streams = connection.streams();
        let order = StreamOrder { by, descending };
        connection.sort_streams(&mut streams, order, &AssumedEntries::NONE);
        for (at, stream) in streams.iter().enumerate() {
            let block = stream.blocks[0] as usize;
            let frame = connection.frame_of(block).unwrap();
            assert_eq!(connection.stream_at(&streams, frame), Some(at));
        }
        streams.iter().map(|stream| stream.id).collect::<Vec<_>>()
    };
    // Equal ones in the order of their first frames; those without a value last.
    for (by, ascending, descending) in [
        (StreamColumn::Start, [5, 1, 3, 7, 2], [2, 7, 3, 1, 5]),
        (StreamColumn::Stream, [1, 2, 3, 5, 7], [7, 5, 3, 2, 1]),
        (StreamColumn::Method, [5, 3, 2, 1, 7], [1, 2, 3, 5, 7]),
        (StreamColumn::Path, [5, 1, 2, 3, 7], [2, 1, 5, 3, 7]),
        (StreamColumn::Status, [5, 3, 1, 7, 2], [3, 5, 1, 7, 2]),
        (StreamColumn::Bytes, [7, 3, 1, 2, 5], [5, 2, 1, 3, 7]),
        (StreamColumn::Saved, [5, 3, 2, 1, 7], [1, 2, 3, 5, 7]),
        (StreamColumn::Duration, [5, 1, 3, 7, 2], [5, 1, 3, 7, 2]),
    ] {
        assert_eq!(sorted(by, false), ascending, "{by:?}");
        assert_eq!(sorted(by, true), descending, "{by:?}, descending");
    }
}

#[test]
fn measures_response_times() {
    let file = testing::data("captures/d04-nghttp-nghttpd-push-pad.pcap");
    let capture = capture(&std::fs::read(file).unwrap());
    let streams = views(&capture.connections[0]);
    let pushing = streams.iter().find(|view| view.status.is_some()).unwrap();
    let answered = pushing.answered.unwrap();
    assert!((1..1_000_000_000).contains(&answered), "{answered} ns");
    assert!(pushing.since.is_some());
    assert!(pushing.duration >= Some(answered));
    let (start, end) = capture.connections[0].time_span().unwrap();
    assert!(start <= end);
    let mut promised = streams.iter().filter_map(|view| view.promised_on);
    assert!(promised.any(|on| on == pushing.stream));
}
