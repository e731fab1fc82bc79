//! Whole captures through the program: frames, fields, representations and
//! tables as the truth beside each has them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::support;
use serde_json::{Value, json};

fn parsed(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// What the program says of a capture in a format, read with the key log of that
/// name, if any.
fn run(capture: &str, keylog: Option<&str>, format: &str) -> support::Run {
    let path = |name: &str| {
        let path = testing::data("captures").join(name);
        path.to_str().unwrap().to_owned()
    };
    let keylog = keylog.map(path);
    let capture = path(capture);
    let mut arguments = vec!["--format", format, &capture];
    if let Some(keylog) = &keylog {
        arguments.extend(["--keylog", keylog]);
    }
    support::run("decode", &arguments, b"")
}

/// The answer about a capture whose blocks can all be decoded.
fn decoded(capture: &str, keylog: Option<&str>) -> Value {
    let run = run(capture, keylog, "json");
    assert!(matches!(run.status, 0 | 3), "{capture}: {}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

/// 3 where something is known to be missing: entries from before the capture,
/// packets, the rest of them, the end of the file, the secrets of a connection.
/// Lines, whose blocks are dropped once they are written, say what the whole
/// document says.
#[test]
fn a_capture_with_gaps_has_a_status_of_its_own() {
    let folder = testing::data("captures");
    let gaps = ["d14", "d23", "d32", "d33", "d39", "d40", "d42"];
    let nothing = ["d21", "d22"];
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_capture = [".pcap", ".pcapng", ".gz", ".netlog.json"];
        if !is_capture.iter().any(|end| name.ends_with(end)) {
            continue;
        }
        let stem = name.split('.').next().unwrap();
        let keylog = format!("{stem}.keys.log");
        let has_keys = folder.join(&keylog).exists() && !name.ends_with(".json");
        let keylog = has_keys.then_some(&*keylog);
        let [run, lines] = ["json", "ndjson"].map(|format| run(&name, keylog, format));
        assert_eq!((lines.status, &lines.err), (run.status, &run.err));
        assert_eq!(blocks_of_lines(&lines.out), blocks_of(&run.out), "{name}");
        let expected = match &name[..3] {
            number if gaps.contains(&number) => 3,
            number if nothing.contains(&number) => 2,
            _ => 0,
        };
        assert_eq!(run.status, expected, "{name}: {}", run.err);
        count += 1;
    }
    assert!(count > 30, "only {count} captures");
}

/// Every block of a document, by connection and number.
fn blocks_of(document: &str) -> BTreeMap<(u64, u64), Value> {
    let document: Value = serde_json::from_str(document).unwrap_or_default();
    let connections = (0..).zip(list(&document, "connections"));
    let blocks = connections.flat_map(|(number, connection)| {
        let directions = list(connection, "directions").iter();
        let blocks = directions.flat_map(|direction| list(direction, "blocks"));
        blocks.map(move |block| ((number, sequence(block)), block.clone()))
    });
    blocks.collect()
}

fn blocks_of_lines(lines: &str) -> BTreeMap<(u64, u64), Value> {
    let blocks = lines.lines().map(|line| {
        let mut block: Value = serde_json::from_str(line).unwrap();
        let members = block.as_object_mut().unwrap();
        let connection = members.remove("connection").unwrap();
        members.remove("name");
        members.remove("sender");
        ((connection.as_u64().unwrap(), sequence(&block)), block)
    });
    blocks.collect()
}

fn sequence(block: &Value) -> u64 {
    block["sequence"].as_u64().unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// “127.0.0.1:80” of “127.0.0.1|80”.
fn address(text: &Value) -> String {
    let (host, port) = text.as_str().unwrap().rsplit_once('|').unwrap();
    if host.contains(':') {
        format!("[{host}]:{port}")
    } else {
        format!("{host}:{port}")
    }
}

fn sender(direction: &Value) -> &'static str {
    if direction == "c2s" {
        "client"
    } else {
        "server"
    }
}

/// A frame of the truth, as the answer should have it.
fn frame(truth: &Value) -> Value {
    json!({
        "sender": sender(&truth["dir"]), "type": truth["type"], "flags": truth["flags"],
        "stream": truth["stream"], "length": truth["length"],
    })
}

/// A field of the truth, as the answer should have it.
fn item(truth: &Value) -> Value {
    let start = truth["offset"].as_u64().unwrap();
    let end = start + truth["length"].as_u64().unwrap();
    if truth["op"] == "size-update" {
        return json!({ "kind": "size-update", "size": truth["size"], "start": start, "end": end });
    }
    let representation = match truth["op"].as_str().unwrap() {
        "indexed" => "indexed",
        "literal-incremental" => "incremental",
        "literal-not-indexed" => "without",
        _ => "never",
    };
    let index = truth["index"].as_u64().filter(|&index| index > 0);
    let mut item = json!({
        "kind": "field", "representation": representation,
        "name": truth["name"], "value": truth["value"], "index": index, "start": start, "end": end,
        "nameHuffman": truth.get("name_huffman"), "valueHuffman": truth.get("value_huffman"),
    });
    for (part, hex, ours) in [
        ("name", "name_hex", "nameHex"),
        ("value", "value_hex", "valueHex"),
    ] {
        if let Some(bytes) = truth.get(hex) {
            item[ours] = bytes.clone();
            item.as_object_mut().unwrap().remove(part);
        }
    }
    item
}

/// The same of the answer: the text in place of what is not UTF-8 is left out.
fn found_item(item: &Value) -> Value {
    let mut item = item.clone();
    item.as_object_mut().unwrap().remove("insertedBy");
    for (part, hex) in [("name", "nameHex"), ("value", "valueHex")] {
        if item.get(hex).is_some() {
            item.as_object_mut().unwrap().remove(part);
        }
    }
    item
}

/// What of a truth's connection is expected.
struct Expected<'a> {
    truth: &'a Value,
    /// Frames and blocks of the truth that are not there, by their numbers.
    without_frames: Vec<u64>,
    without_blocks: Vec<u64>,
    /// Frames and blocks end here, by their counts.
    frames: usize,
    blocks: usize,
    /// Only this sender's.
    only: Option<&'static str>,
    /// Whether entries may be unknown after a loss: what has a label is then
    /// not compared, nor is the table.
    lossy: bool,
}

impl<'a> Expected<'a> {
    fn whole(truth: &'a Value) -> Self {
        Self {
            truth,
            without_frames: Vec::new(),
            without_blocks: Vec::new(),
            frames: usize::MAX,
            blocks: usize::MAX,
            only: None,
            lossy: false,
        }
    }

    fn check(&self, name: &str, found: &Value) {
        let truth = self.truth;
        let client = address(&truth["client"]);
        let server = address(&truth["server"]);
        assert_eq!(found["name"], format!("{client} → {server}"), "{name}");
        let protocol = match truth["protocol"].as_str().unwrap() {
            "h2" => "h2",
            "http/1.1" => "http/1.1",
            "none (no payload)" => "unknown",
            _ => "tls",
        };
        assert_eq!(found["protocol"], protocol, "{name}");
        if protocol == "h2" {
            assert_eq!(found["start"], truth["start"], "{name}");
        }
        self.check_frames(name, found);
        assert_eq!(found["errors"], json!([]), "{name}");
        if let Some(only) = self.only {
            let of_other = |direction: &&Value| direction["sender"] != only;
            assert!(
                !list(found, "directions").iter().any(|one| of_other(&one)),
                "{name}"
            );
        }
        for dir in ["c2s", "s2c"] {
            self.check_blocks(name, found, dir);
        }
    }

    fn check_frames(&self, name: &str, found: &Value) {
        let expected: Vec<Value> = list(self.truth, "frames")
            .iter()
            .filter(|frame| frame["type"] != "MAGIC")
            .take(self.frames)
            .filter(|frame| !self.without_frames.contains(&frame["n"].as_u64().unwrap()))
            .map(frame)
            .filter(|frame| self.only.is_none_or(|only| frame["sender"] == only))
            .collect();
        let frames: Vec<&Value> = list(found, "frames")
            .iter()
            .filter(|frame| self.only.is_none_or(|only| frame["sender"] == only))
            .collect();
        for (number, (expected, &frame)) in expected.iter().zip(&frames).enumerate() {
            let mut frame = frame.clone();
            let members = frame.as_object_mut().unwrap();
            let (packet, time) = (members.remove("packet"), members.remove("time"));
            assert!(
                packet.is_none_or(|packet| packet.as_u64() > Some(0)),
                "{name}"
            );
            assert!(time.is_none_or(|time| time.as_str() > Some("1")), "{name}");
            assert_eq!(frame, *expected, "{name}: frame {number}");
        }
        assert_eq!(frames.len(), expected.len(), "{name}: frames");
    }

    fn check_blocks(&self, name: &str, found: &Value, dir: &str) {
        let sender = sender(&json!(dir));
        let blocks: Vec<&Value> = list(found, "directions")
            .iter()
            .filter(|direction| direction["sender"] == sender)
            .flat_map(|direction| list(direction, "blocks"))
            .filter(|block| block["error"]["code"] != "cut")
            .collect();
        let truths: Vec<&Value> = list(self.truth, "blocks")
            .iter()
            .take(self.blocks)
            .filter(|block| block["dir"] == dir)
            .filter(|_| self.only.is_none_or(|only| only == sender))
            .filter(|block| {
                !self
                    .without_blocks
                    .contains(&block["block"].as_u64().unwrap())
            })
            .collect();
        assert_eq!(blocks.len(), truths.len(), "{name}: blocks of the {sender}");
        for (block, truth) in blocks.iter().zip(truths) {
            let name = format!("{name}: block {}", truth["block"]);
            assert_eq!(block["stream"], truth["stream"], "{name}");
            assert_eq!(block["frame"], truth["kind"], "{name}");
            assert_eq!(block["hex"], truth["hex"], "{name}");
            assert_eq!(
                block.get("promisedStream"),
                truth.get("promised_stream"),
                "{name}"
            );
            assert_eq!(block["error"], Value::Null, "{name}");
            let fields = list(truth, "fields");
            let items = list(block, "items");
            assert_eq!(items.len(), fields.len(), "{name}");
            for (found, field) in items.iter().zip(fields) {
                if self.lossy && found.get("certainty").is_some() {
                    continue;
                }
                assert_eq!(found_item(found), item(field), "{name}");
            }
            if self.lossy {
                continue;
            }
            let after = &truth["table_after"];
            let table = json!({
                "size": after["size"], "maxSize": after["max_size"], "count": after["entries"],
            });
            assert_eq!(block["table"], table, "{name}");
        }
    }
}

fn numbers(value: &Value) -> Vec<u64> {
    let numbers = value.as_array().into_iter().flatten();
    numbers.map(|number| number.as_u64().unwrap()).collect()
}

/// The truth of a capture, by the beginning of its name.
fn truth(name: &str) -> Value {
    let folder = testing::data("captures");
    let stem = name.split('.').next().unwrap();
    parsed(&folder.join(format!("{stem}.truth.json")))
}

/// Every capture with a truth of its own.
#[test]
fn captures_are_as_the_truth_has_them() {
    let folder = testing::data("captures");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".truth.json"))
        .collect();
    paths.sort();
    for path in paths {
        let truth = parsed(&path);
        let capture = truth["capture"].as_str().unwrap();
        if truth["format"] != "hpack-capture-truth/1" || capture.contains("netlog") {
            continue;
        }
        let answer = decoded(capture, truth["keylog"].as_str());
        assert_eq!(answer["source"]["format"], "pcap", "{capture}");
        compare(capture, &answer, list(&truth, "connections"));
    }
}

fn compare(capture: &str, answer: &Value, truths: &[Value]) {
    let connections = list(answer, "connections");
    assert_eq!(connections.len(), truths.len(), "{capture}: connections");
    for (number, (found, truth)) in connections.iter().zip(truths).enumerate() {
        Expected::whole(truth).check(&format!("{capture}, connection {number}"), found);
    }
}

/// Derived captures that hold what their sources hold.
#[test]
fn derived_captures_are_as_their_sources() {
    let cases: [(&str, &str, &[&str]); 9] = [
        ("d30-tls13-dsb.pcapng", "pcapng", &["d03-curl-nginx-tls13"]),
        ("d31-tls12-dsb.pcapng", "pcapng", &["d06-node-node-tls12"]),
        (
            "d34-reordered-duplicated.pcap",
            "pcap",
            &["d04-nghttp-nghttpd-push-pad"],
        ),
        ("d35-null-link.pcap", "pcap", &["d02-curl-apache-upgrade"]),
        ("d36-nanosecond.pcap", "pcap", &["d13-h1-and-h2-mixed"]),
        (
            "d37-two-interfaces.pcapng",
            "pcapng",
            &["d02-curl-apache-upgrade", "d12-nghttp-tablesize-sll"],
        ),
        ("d38-gzip.pcap.gz", "pcap", &["d07-go-go-h2c-continuation"]),
        ("d41-vlan.pcap", "pcap", &["d05-h2load-nghttpd-140req"]),
        (
            "d01-libcurl-nginx-h2c.pcap",
            "pcap",
            &["d01-libcurl-nginx-h2c"],
        ),
    ];
    for (capture, format, sources) in cases {
        let answer = decoded(capture, None);
        assert_eq!(answer["source"]["format"], format, "{capture}");
        let truths: Vec<Value> = sources
            .iter()
            .flat_map(|source| list(&truth(source), "connections").to_vec())
            .collect();
        // Two files in one: which comes first is up to their packets.
        let mut answer = answer;
        if sources.len() > 1 {
            let order = |connection: &Value| {
                let name = connection["name"].as_str().unwrap().to_owned();
                truths
                    .iter()
                    .position(|truth| name.starts_with(&format!("{} ", address(&truth["client"]))))
            };
            let connections = answer["connections"].as_array_mut().unwrap();
            connections.sort_by_key(order);
        }
        compare(capture, &answer, &truths);
    }
}

/// Derived captures in which bytes are missing.
#[test]
fn what_is_missing_is_missing_and_nothing_else() {
    let cases = [
        ("d32-snaplen160.pcap", "d01-libcurl-nginx-h2c"),
        ("d39-lost-segment.pcap", "d10-pyh2-nghttpd-tablesize"),
    ];
    for (capture, source) in cases {
        let answer = decoded(capture, None);
        assert_ne!(answer["problems"], json!([]), "{capture}");
        let expect = &truth(capture)["expect"];
        let source = truth(source);
        for expect in expect.as_array().unwrap() {
            let number = expect["connection"].as_u64().unwrap() as usize;
            let mut expected = Expected::whole(&source["connections"][number]);
            expected.lossy = true;
            for dir in ["c2s", "s2c"] {
                expected
                    .without_frames
                    .extend(numbers(&expect[dir]["frames_not_whole"]));
                expected
                    .without_blocks
                    .extend(numbers(&expect[dir]["blocks_damaged"]));
            }
            expected.check(capture, &answer["connections"][number]);
        }
    }
}

/// A key log with one direction's secret: that direction, and nothing else.
#[test]
fn a_direction_whose_key_is_missing_is_left_out() {
    let answer = decoded("d40-partial-keys.pcap", Some("d40-partial-keys.keys.log"));
    let source = truth("d03-curl-nginx-tls13");
    let mut expected = Expected::whole(&source["connections"][0]);
    expected.only = Some("client");
    // The server's settings cannot be seen, so neither can limits.
    expected.check("d40", &answer["connections"][0]);
}

/// A file that ends in the middle of a packet.
#[test]
fn a_file_that_is_cut_gives_what_is_whole() {
    let answer = decoded("d42-file-cut.pcap", None);
    let problems = answer["problems"].to_string();
    assert!(
        problems.contains("cut") || problems.contains("ends"),
        "{problems}"
    );
    let source = truth("d08-grpcpy-grpcpy");
    let frames = list(&answer["connections"][0], "frames").len();
    let blocks = list(&answer["connections"][0], "directions")
        .iter()
        .map(|direction| list(direction, "blocks").len())
        .sum::<usize>();
    assert!(
        frames > 100 && blocks > 50,
        "{frames} frames, {blocks} blocks"
    );
    let mut expected = Expected::whole(&source["connections"][0]);
    expected.frames = frames;
    expected.blocks = blocks;
    expected.check("d42", &answer["connections"][0]);
}

/// A capture that begins in the middle: what has no label is right, and all
/// that can be known has none.
#[test]
fn in_the_middle_all_that_can_be_known_is() {
    let answer = decoded("d33-mid-connection.pcap", None);
    let connection = &answer["connections"][0];
    assert_eq!(connection["start"], "middle");
    let expect = &truth("d33-mid-connection")["expect"];
    let (mut certain, mut unresolvable) = (0, 0);
    for dir in ["c2s", "s2c"] {
        let found = list(connection, "directions");
        let direction = found
            .iter()
            .find(|found| found["sender"] == sender(&json!(dir)));
        let blocks = list(direction.unwrap(), "blocks");
        let truths = list(&expect[dir], "blocks");
        assert_eq!(blocks.len(), truths.len(), "{dir}");
        for (block, truth) in blocks.iter().zip(truths) {
            assert_eq!(block["hex"], truth["hex"]);
            let items = list(block, "items");
            let truths = list(truth, "fields");
            assert_eq!(items.len(), truths.len());
            for (item, truth) in items.iter().zip(truths) {
                let at = format!("{item} {truth}");
                let known = |part: &str| item[part].is_null() || item[part] == truth[part];
                assert!(known("name") && known("value"), "{at}");
                if truth.get("unresolvable").is_some() {
                    unresolvable += 1;
                    assert!(item.get("certainty").is_some(), "{at}");
                } else {
                    certain += 1;
                    assert!(item.get("certainty").is_none(), "{at}");
                    assert!(!item["name"].is_null() && !item["value"].is_null(), "{at}");
                }
            }
        }
    }
    assert_eq!((certain, unresolvable), (354, 101));
}

/// The NetLog of a session says what its packets say.
#[test]
fn netlogs_with_bytes_are_as_the_packets() {
    let cases = [
        (
            "d09-chromium-nginx-tls13.netlog.json",
            "d09-chromium-nginx-tls13",
        ),
        ("d23-chromium-cut.netlog.json", "d23-chromium-cut"),
    ];
    for (capture, source) in cases {
        let answer = decoded(capture, None);
        assert_eq!(answer["source"]["format"], "netlog", "{capture}");
        let source = truth(source);
        let expected = &source["connections"][0];
        let found = list(&answer, "connections")
            .iter()
            .find(|connection| connection["protocol"] == "h2")
            .unwrap();
        for dir in ["c2s", "s2c"] {
            // A log has its own order of what the two sides did.
            let mut expected = Expected::whole(expected);
            expected.only = Some(sender(&json!(dir)));
            expected.check_blocks(capture, found, dir);
            expected.check_frames(capture, found);
        }
    }
}
