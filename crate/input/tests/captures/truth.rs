//! Recorded captures: connections, frames and header blocks must match the
//! expected content next to each capture.

use std::{fs, path::PathBuf};

use http2::Sender;
use input::capture::{Protocol, Start};
use serde_json::Value;

use crate::support::{Block, Connection, Seen, read};

const SIDES: [(Sender, &str); 2] = [(Sender::Client, "c2s"), (Sender::Server, "s2c")];

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Sender and type of a frame; its flags, stream and length.
type Frame = (Sender, String, [u64; 3]);

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn sender(value: &Value) -> Sender {
    SIDES
        .iter()
        .find(|(_, name)| value["dir"] == *name)
        .unwrap()
        .0
}

fn address(value: &Value) -> String {
    let text = text(value);
    let (address, port) = text.rsplit_once('|').unwrap();
    match address.contains(':') {
        true => format!("[{address}]:{port}"),
        false => format!("{address}:{port}"),
    }
}

/// Expected frames, except those with numbers in `without`.
fn frames(truth: &Value, without: &Value) -> Vec<Frame> {
    let frames = list(&truth["frames"])
        .iter()
        .filter(|frame| frame["type"] != "MAGIC" && !list(without).contains(&frame["n"]));
    let frame = |frame: &Value| {
        let numbers = ["flags", "stream", "length"].map(|key| number(&frame[key]));
        (sender(frame), text(&frame["type"]), numbers)
    };
    frames.map(frame).collect()
}

/// Expected header blocks, except those with numbers in `without`.
fn blocks(truth: &Value, without: &Value) -> Vec<Block> {
    let blocks = list(&truth["blocks"]).iter();
    let blocks = blocks.filter(|block| !list(without).contains(&block["block"]));
    let block = |block: &Value| Block {
        sender: sender(block),
        stream: number(&block["stream"]) as u32,
        hex: text(&block["hex"]),
        limits: list(&block["limit_changes"])
            .iter()
            .map(|limit| number(limit) as u32)
            .collect(),
    };
    blocks.map(block).collect()
}

impl Connection {
    fn bare_frames(&self) -> Vec<Frame> {
        let frame = |frame: &http2::Frame| {
            let header = frame.header;
            let numbers = [
                header.flags.into(),
                header.stream.into(),
                header.length.into(),
            ];
            (frame.sender, header.kind.to_string(), numbers)
        };
        self.frames.iter().map(frame).collect()
    }
}

fn frames_of(sender: Sender, mut frames: Vec<Frame>) -> Vec<Frame> {
    frames.retain(|frame| frame.0 == sender);
    frames
}

fn hexes_of(sender: Sender, blocks: &[Block]) -> Vec<String> {
    let blocks = blocks.iter().filter(|block| block.sender == sender);
    blocks.map(|block| block.hex.clone()).collect()
}

fn path(name: &str) -> PathBuf {
    testing::data("captures").join(name)
}

/// Path of a capture's companion file with this extension.
fn companion(name: &str, extension: &str) -> PathBuf {
    path(&format!(
        "{}.{extension}",
        name.split_once(".pcap").unwrap().0
    ))
}

fn json(name: &str) -> Value {
    serde_json::from_slice(&fs::read(companion(name, "truth.json")).unwrap()).unwrap()
}

fn truths(name: &str) -> Vec<Value> {
    list(&json(name)["connections"]).to_vec()
}

/// Reads a capture with its key log, and checks that chunks of other sizes give
/// the same result.
fn capture(name: &str) -> Seen {
    let file = fs::read(path(name)).unwrap();
    let keylog = fs::read(companion(name, "keys.log")).unwrap_or_default();
    let (record, source) = read(&file, keylog.clone(), 1 << 20);
    source.unwrap();
    for part in [1, 1460] {
        let (other, _) = read(&file, keylog.clone(), part);
        assert_eq!(other, record, "{name} in parts of {part} bytes");
    }
    record
}

fn assert_same(name: &str, found: &Connection, truth: &Value, packets: bool) {
    let about = &found.about;
    let ends = [about.client, about.server].map(|end| end.unwrap().to_string());
    let expected = [&truth["client"], &truth["server"]].map(address);
    assert_eq!(ends, expected, "{name}");
    let protocol = match &*text(&truth["protocol"]) {
        "h2" => Protocol::Http2,
        "http/1.1" => Protocol::Http1,
        protocol if protocol.starts_with("tls") => Protocol::Tls,
        _ => Protocol::Unknown,
    };
    assert_eq!(about.protocol, protocol, "{name}");
    if protocol != Protocol::Http2 {
        return;
    }
    let start = match &*text(&truth["start"]) {
        "upgrade" => Start::Upgrade,
        "tls" => Start::Tls,
        _ => Start::PriorKnowledge,
    };
    assert_eq!(about.start, start, "{name}");
    assert_eq!(found.bare_frames(), frames(truth, &Value::Null), "{name}");
    // Only some truths have packet numbers; derived captures differ.
    let all = list(&truth["frames"])
        .iter()
        .filter(|frame| frame["type"] != "MAGIC");
    for (frame, expected) in found.frames.iter().zip(all).filter(|_| packets) {
        let expected = number(&expected["packet"]);
        assert!(
            expected == 0 || u64::from(frame.arrival.packet) == expected,
            "{name}: {frame:?}"
        );
    }
    assert_eq!(found.blocks, blocks(truth, &Value::Null), "{name}");
    assert_eq!(found.errors, [], "{name}");
    assert_eq!(found.losses, [""; 0], "{name}");
}

/// Compares every connection with the truth of the capture or its sources.
fn assert_whole(name: &str) {
    let sources = match &json(name)["derived_from"] {
        Value::Array(sources) => sources.iter().map(text).collect(),
        Value::Null => vec![name.to_owned()],
        source => vec![text(source)],
    };
    let record = capture(name);
    let truths: Vec<Value> = sources.iter().flat_map(|source| truths(source)).collect();
    assert_eq!(record.connections.len(), truths.len(), "{name}");
    for (found, truth) in record.connections.iter().zip(&truths) {
        assert_same(name, found, truth, sources == [name]);
    }
    let is_closed = |truth: &Value| text(&truth["protocol"]).starts_with("tls");
    let keys_missing = truths.iter().any(is_closed);
    assert!(
        record.problems.is_empty() || keys_missing,
        "{name}: {}",
        record.report()
    );
}

#[test]
fn reads_cleartext_captures() {
    for name in [
        "d01-libcurl-nginx-h2c.pcap",
        "d02-curl-apache-upgrade.pcap",
        "d04-nghttp-nghttpd-push-pad.pcap",
        "d05-h2load-nghttpd-140req.pcap",
        "d07-go-go-h2c-continuation.pcap",
        "d08-grpcpy-grpcpy.pcap",
        "d10-pyh2-nghttpd-tablesize.pcap",
        "d11-go-ipv6-120req.pcap",
        "d12-nghttp-tablesize-sll.pcap",
        "d13-h1-and-h2-mixed.pcap",
    ] {
        assert_whole(name);
    }
}

#[test]
fn reads_tls_captures() {
    for name in [
        "d03-curl-nginx-tls13.pcap",
        "d06-node-node-tls12.pcap",
        "d09-chromium-nginx-tls13.pcap",
        "d14-nghttp-curl-nginx-tls12.pcap",
        "d15-node-node-tls13-aes128.pcap",
        "d16-openssl-nginx-tls12-resumed.pcap",
        "d30-tls13-dsb.pcapng",
        "d31-tls12-dsb.pcapng",
    ] {
        assert_whole(name);
    }
}

#[test]
fn reads_other_formats_and_links() {
    for name in [
        "d34-reordered-duplicated.pcap",
        "d35-null-link.pcap",
        "d36-nanosecond.pcap",
        "d37-two-interfaces.pcapng",
        "d38-gzip.pcap.gz",
        "d41-vlan.pcap",
    ] {
        assert_whole(name);
    }
}

#[test]
fn reads_around_missing_bytes() {
    for name in ["d32-snaplen160.pcap", "d39-lost-segment.pcap"] {
        let record = capture(name);
        let link = json(name);
        let truths = truths(&text(&link["derived_from"]));
        for expect in list(&link["expect"]) {
            let at = number(&expect["connection"]) as usize;
            let (found, truth) = (&record.connections[at], &truths[at]);
            for (sender, direction) in SIDES {
                let case = format!("{name}, {sender:?}");
                let expect = &expect[direction];
                let whole = frames(truth, &expect["frames_not_whole"]);
                let frames = frames_of(sender, found.bare_frames());
                assert_eq!(frames, frames_of(sender, whole), "{case}");
                let whole = blocks(truth, &expect["blocks_damaged"]);
                let hexes = hexes_of(sender, &found.blocks);
                assert_eq!(hexes, hexes_of(sender, &whole), "{case}");
                let is_reported = record.report().contains("bytes");
                assert!(
                    number(&expect["missing_bytes"]) == 0 || is_reported,
                    "{name}"
                );
            }
        }
        assert!(!record.problems.is_empty(), "{name}");
    }
}

#[test]
fn reads_a_capture_from_the_middle() {
    let name = "d33-mid-connection.pcap";
    let record = capture(name);
    let [found] = &record.http2()[..] else {
        panic!("{:?}", record.connections);
    };
    assert_eq!(found.about.start, Start::Middle);
    assert_eq!(found.about.name(), "[::1]:55036 → [::1]:18111");
    for (sender, direction) in SIDES {
        let expect = &json(name)["expect"][direction];
        let hexes: Vec<String> = list(&expect["blocks"])
            .iter()
            .map(|block| text(&block["hex"]))
            .collect();
        assert_eq!(hexes_of(sender, &found.blocks), hexes, "{sender:?}");
        let frames = frames_of(sender, found.bare_frames());
        assert_eq!(frames.len() as u64, number(&expect["frames"]), "{sender:?}");
    }
}

#[test]
fn reads_a_cut_file() {
    let record = capture("d42-file-cut.pcap");
    let truth = &truths("d08-grpcpy-grpcpy.pcap")[0];
    let found = &record.connections[0];
    let [problem] = &record.problems[..] else {
        panic!("{}", record.report());
    };
    let cut: u64 = problem.r#where["packet ".len()..].parse().unwrap();
    assert!(problem.message.contains("cut off"), "{}", problem.message);
    let packets = list(&truth["frames"])
        .iter()
        .filter(|frame| frame["type"] != "MAGIC");
    let packets = packets
        .map(|frame| number(&frame["packet"]))
        .filter(|&packet| packet < cut);
    assert!(
        packets.eq(found
            .frames
            .iter()
            .map(|frame| u64::from(frame.arrival.packet)))
    );
    assert!(found.blocks.len() > 100);
    let blocks = blocks(truth, &Value::Null);
    assert_eq!(found.blocks, blocks[..found.blocks.len()]);
}

#[test]
fn decrypts_with_half_of_the_keys() {
    let record = capture("d40-partial-keys.pcap");
    let truth = &truths("d03-curl-nginx-tls13.pcap")[0];
    let found = &record.connections[0];
    let client = Sender::Client;
    let expected = frames_of(client, frames(truth, &Value::Null));
    assert_eq!(frames_of(client, found.bare_frames()), expected);
    let expected = hexes_of(client, &blocks(truth, &Value::Null));
    assert_eq!(hexes_of(client, &found.blocks), expected);
    assert_eq!(frames_of(Sender::Server, found.bare_frames()), []);
    assert!(!record.problems.is_empty());
}
