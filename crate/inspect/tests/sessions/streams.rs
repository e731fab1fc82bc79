//! Streams of a connection: requests, responses, promises and resets.

use input::{Reader, Sender};
use inspect::{
    Options,
    assumed::AssumedEntries,
    capture::{
        Capture, Connection,
        streams::{Part, StreamView},
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
    assert_eq!(
        parts,
        [Part::Request, Part::Interim, Part::Response, Part::Trailers]
    );
    assert_eq!((&one.promises[..], one.server_data), (&[2][..], 2));
    let two = by_id(2);
    assert_eq!(
        (two.promised_on, two.blocks[0].part),
        (Some(1), Part::Promise)
    );
    assert_eq!(two.path.as_deref(), Some("/index.html"));
    assert_eq!(two.status.as_deref(), Some("404"));
    let three = by_id(3);
    assert_eq!((three.client_data, three.status.as_deref()), (3, None));
    assert_eq!(three.resets[0].sender, Sender::Client);
    assert_eq!(three.resets[0].code, "CANCEL");
    // Text input has no times.
    assert_eq!((three.since, one.answered), (None, None));
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
    assert!(
        streams
            .iter()
            .any(|view| view.promised_on == Some(pushing.stream))
    );
}
