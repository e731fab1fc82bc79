//! The captures of the test data: every connection, frame and header block
//! is as the truth beside the capture has it.

use std::{collections::BTreeSet, fs, path::Path};

use http2::Sender;
use input::capture::{Protocol, Start};
use serde_json::Value;

use crate::record::{Block, Connection, Frame, Record, read};

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

fn sender(value: &Value) -> Sender {
    match value["dir"].as_str() {
        Some("c2s") => Sender::Client,
        _ => Sender::Server,
    }
}

/// One connection of the truth.
struct Truth {
    client: String,
    server: String,
    protocol: Protocol,
    start: Start,
    /// With their numbers in the truth.
    frames: Vec<(u64, Frame)>,
    blocks: Vec<(u64, Block)>,
}

fn address(value: &Value) -> String {
    let text = value.as_str().unwrap();
    let (address, port) = text.rsplit_once('|').unwrap();
    if address.contains(':') {
        format!("[{address}]:{port}")
    } else {
        format!("{address}:{port}")
    }
}

fn connection(truth: &Value) -> Truth {
    let frames = list(&truth["frames"])
        .iter()
        .filter(|frame| frame["type"] != "MAGIC")
        .map(|frame| {
            (
                number(&frame["n"]),
                Frame {
                    sender: sender(frame),
                    kind: frame["type"].as_str().unwrap().to_owned(),
                    flags: number(&frame["flags"]),
                    stream: number(&frame["stream"]),
                    length: number(&frame["length"]),
                    packet: number(&frame["packet"]),
                    nanos: 0,
                },
            )
        })
        .collect();
    let blocks = list(&truth["blocks"])
        .iter()
        .map(|block| {
            (
                number(&block["block"]),
                Block {
                    sender: sender(block),
                    stream: number(&block["stream"]),
                    hex: block["hex"].as_str().unwrap().to_owned(),
                    limits: list(&block["limit_changes"]).iter().map(number).collect(),
                },
            )
        })
        .collect();
    Truth {
        client: address(&truth["client"]),
        server: address(&truth["server"]),
        protocol: match truth["protocol"].as_str().unwrap() {
            "h2" => Protocol::Http2,
            "http/1.1" => Protocol::Http1,
            protocol if protocol.starts_with("tls") => Protocol::Tls,
            _ => Protocol::Unknown,
        },
        start: match truth["start"].as_str().unwrap() {
            "upgrade" => Start::Upgrade,
            "tls" => Start::Tls,
            _ => Start::PriorKnowledge,
        },
        frames,
        blocks,
    }
}

fn json(folder: &Path, name: &str) -> Value {
    let stem = name.split_once(".pcap").unwrap().0;
    let text = fs::read_to_string(folder.join(format!("{stem}.truth.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn truths(folder: &Path, name: &str) -> Vec<Truth> {
    let truth = json(folder, name);
    list(&truth["connections"]).iter().map(connection).collect()
}

/// Reads a capture with its key log, in parts of different sizes, which make
/// no difference.
fn capture(folder: &Path, name: &str) -> Record {
    let file = fs::read(folder.join(name)).unwrap();
    let stem = name.split_once(".pcap").unwrap().0;
    let keylog = fs::read(folder.join(format!("{stem}.keys.log"))).unwrap_or_default();
    let (record, source) = read(&file, keylog.clone(), 1 << 20);
    source.unwrap();
    for part in [1, 1460] {
        let (other, _) = read(&file, keylog.clone(), part);
        assert_eq!(other, record, "{name} in parts of {part} bytes");
    }
    record
}

/// Packet numbers stand only in some truths, and not for captures made from
/// others.
fn frames(expected: &[(u64, Frame)], packets: bool) -> Vec<Frame> {
    expected
        .iter()
        .map(|(_, frame)| Frame {
            packet: if packets { frame.packet } else { 0 },
            ..frame.clone()
        })
        .collect()
}

fn blocks(expected: &[(u64, Block)]) -> Vec<Block> {
    expected.iter().map(|(_, block)| block.clone()).collect()
}

fn assert_same(name: &str, found: &Connection, truth: &Truth, packets: bool) {
    assert_eq!(
        found.about.client.unwrap().to_string(),
        truth.client,
        "{name}"
    );
    assert_eq!(
        found.about.server.unwrap().to_string(),
        truth.server,
        "{name}"
    );
    assert_eq!(found.about.protocol, truth.protocol, "{name}");
    if truth.protocol != Protocol::Http2 {
        return;
    }
    assert_eq!(found.about.start, truth.start, "{name}");
    let expected = frames(&truth.frames, packets);
    for (at, (found, expected)) in found.frames.iter().zip(&expected).enumerate() {
        let mut found = found.clone();
        found.nanos = 0;
        if expected.packet == 0 {
            found.packet = 0;
        }
        assert_eq!(&found, expected, "{name}, frame {at}");
    }
    assert_eq!(found.frames.len(), expected.len(), "{name}");
    assert_eq!(found.blocks, blocks(&truth.blocks), "{name}");
    assert_eq!(found.errors, <[String; 0]>::default(), "{name}");
    assert_eq!(found.losses, <[String; 0]>::default(), "{name}");
}

/// The captures whose truth holds for this one: itself, or what it was made
/// from.
fn sources(folder: &Path, name: &str) -> Vec<String> {
    match &json(folder, name)["derived_from"] {
        Value::Array(sources) => sources
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        Value::String(source) => vec![source.clone()],
        _ => vec![name.to_owned()],
    }
}

/// The connections that the truths of `sources` list, as they are.
fn assert_whole(folder: &Path, name: &str, sources: &[String]) {
    let record = capture(folder, name);
    let truths: Vec<Truth> = sources
        .iter()
        .flat_map(|source| truths(folder, source))
        .collect();
    assert_eq!(record.connections.len(), truths.len(), "{name}");
    for (found, truth) in record.connections.iter().zip(&truths) {
        assert_same(name, found, truth, sources == [name]);
    }
    let keys_missing = truths.iter().any(|truth| truth.protocol == Protocol::Tls);
    assert!(
        record.problems.is_empty() || keys_missing,
        "{name}: {}",
        record.said()
    );
}

#[test]
fn whole_captures() {
    let folder = testing::data("captures");
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
        assert_whole(&folder, name, &sources(&folder, name));
    }
}

#[test]
fn whole_captures_of_tls() {
    let folder = testing::data("captures");
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
        assert_whole(&folder, name, &sources(&folder, name));
    }
}

#[test]
fn the_same_in_other_files_and_on_other_links() {
    let folder = testing::data("captures");
    for name in [
        "d34-reordered-duplicated.pcap",
        "d35-null-link.pcap",
        "d36-nanosecond.pcap",
        "d37-two-interfaces.pcapng",
        "d38-gzip.pcap.gz",
        "d41-vlan.pcap",
    ] {
        assert_whole(&folder, name, &sources(&folder, name));
    }
}

fn of(sender: Sender, list: &[Frame]) -> Vec<Frame> {
    list.iter()
        .filter(|frame| frame.sender == sender)
        .map(|frame| Frame {
            packet: 0,
            nanos: 0,
            ..frame.clone()
        })
        .collect()
}

fn blocks_of(sender: Sender, list: &[Block]) -> Vec<String> {
    list.iter()
        .filter(|block| block.sender == sender)
        .map(|block| block.hex.clone())
        .collect()
}

#[test]
fn captures_with_missing_octets() {
    let folder = testing::data("captures");
    for name in ["d32-snaplen160.pcap", "d39-lost-segment.pcap"] {
        let record = capture(&folder, name);
        let link = json(&folder, name);
        let truths = truths(&folder, link["derived_from"].as_str().unwrap());
        for expect in list(&link["expect"]) {
            let at = number(&expect["connection"]) as usize;
            let (found, truth) = (&record.connections[at], &truths[at]);
            for (sender, direction) in [
                (Sender::Client, &expect["c2s"]),
                (Sender::Server, &expect["s2c"]),
            ] {
                let without = |what: &str| -> BTreeSet<u64> {
                    list(&direction[what]).iter().map(number).collect()
                };
                let torn = without("frames_not_whole");
                let mut whole = truth.frames.clone();
                whole.retain(|(number, _)| !torn.contains(number));
                assert_eq!(
                    of(sender, &found.frames),
                    of(sender, &frames(&whole, false)),
                    "{name}, {sender:?}"
                );
                let damaged = without("blocks_damaged");
                let mut whole = truth.blocks.clone();
                whole.retain(|(number, _)| !damaged.contains(number));
                assert_eq!(
                    blocks_of(sender, &found.blocks),
                    blocks_of(sender, &blocks(&whole)),
                    "{name}, {sender:?}"
                );
                let missing = number(&direction["missing_bytes"]);
                let told = record.said().contains("bytes");
                assert!(missing == 0 || told, "{name}");
            }
        }
        assert!(!record.problems.is_empty(), "{name}");
    }
}

#[test]
fn a_capture_that_begins_in_the_middle() {
    let folder = testing::data("captures");
    let name = "d33-mid-connection.pcap";
    let record = capture(&folder, name);
    let expect = &json(&folder, name)["expect"];
    let [found] = &record.http2()[..] else {
        panic!("{:?}", record.connections);
    };
    assert_eq!(found.about.start, Start::Middle);
    assert_eq!(found.about.name(), "[::1]:55036 → [::1]:18111");
    for (sender, direction) in [
        (Sender::Client, &expect["c2s"]),
        (Sender::Server, &expect["s2c"]),
    ] {
        let hex: Vec<String> = list(&direction["blocks"])
            .iter()
            .map(|block| block["hex"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(blocks_of(sender, &found.blocks), hex, "{sender:?}");
        assert_eq!(
            of(sender, &found.frames).len() as u64,
            number(&direction["frames"]),
            "{sender:?}"
        );
    }
}

#[test]
fn a_file_that_is_cut_off() {
    let folder = testing::data("captures");
    let record = capture(&folder, "d42-file-cut.pcap");
    let truths = truths(&folder, "d08-grpcpy-grpcpy.pcap");
    let (found, truth) = (&record.connections[0], &truths[0]);
    let [problem] = &record.problems[..] else {
        panic!("{}", record.said());
    };
    let cut: u64 = problem.r#where["packet ".len()..].parse().unwrap();
    assert!(problem.message.contains("cut off"), "{}", problem.message);
    let mut whole = truth.frames.clone();
    whole.retain(|(_, frame)| frame.packet < cut);
    let packets: Vec<u64> = found.frames.iter().map(|frame| frame.packet).collect();
    let expected: Vec<u64> = whole.iter().map(|(_, frame)| frame.packet).collect();
    assert_eq!(packets, expected);
    assert!(found.blocks.len() > 100);
    assert_eq!(found.blocks, blocks(&truth.blocks)[..found.blocks.len()]);
}

#[test]
fn a_capture_with_half_of_its_keys() {
    let folder = testing::data("captures");
    let record = capture(&folder, "d40-partial-keys.pcap");
    let truths = truths(&folder, "d03-curl-nginx-tls13.pcap");
    let (found, truth) = (&record.connections[0], &truths[0]);
    assert_eq!(
        of(Sender::Client, &found.frames),
        of(Sender::Client, &frames(&truth.frames, false))
    );
    assert_eq!(
        blocks_of(Sender::Client, &found.blocks),
        blocks_of(Sender::Client, &blocks(&truth.blocks))
    );
    assert_eq!(of(Sender::Server, &found.frames), []);
    assert!(!record.problems.is_empty());
}
