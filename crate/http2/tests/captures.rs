//! The frames and header blocks of real connections: rebuilt from what stands
//! beside the captures, they come out as they went in, without a complaint.

mod support;

use http2::{Sender, Setting, Start, frame::PREFACE};
use serde_json::Value;
use support::{Kept, Owned, hex, json, shared};

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap_or_default()).expect("32 bits")
}

fn sender(value: &Value) -> Sender {
    match value["dir"].as_str() {
        Some("c2s") => Sender::Client,
        _ => Sender::Server,
    }
}

fn setting(name: &str) -> u16 {
    (0..16)
        .find(|id| Setting { id: *id, value: 0 }.name() == Some(name))
        .unwrap_or(0xfafa)
}

/// Octets of the frame, as far as they matter; `fragments` holds what is left
/// of the header block.
fn octets(frame: &Value, fragment: &mut Vec<u8>) -> Vec<u8> {
    let length = number(&frame["length"]);
    let mut octets = length.to_be_bytes()[1..].to_vec();
    octets.push(number(&frame["type_code"]) as u8);
    octets.push(number(&frame["flags"]) as u8);
    octets.extend(number(&frame["stream"]).to_be_bytes());
    let end = octets.len() + length as usize;
    let padding = frame["pad_length"].as_u64().map(|length| length as u8);
    octets.extend(padding);
    if let Some(priority) = frame.get("priority") {
        let exclusive = u32::from(priority["exclusive"] == true) << 31;
        octets.extend((exclusive | number(&priority["depends_on"])).to_be_bytes());
        octets.push((number(&priority["weight"]) - 1) as u8);
    }
    if let Some(promised) = frame.get("promised_stream") {
        octets.extend(number(promised).to_be_bytes());
    }
    for one in frame["settings"].as_array().into_iter().flatten() {
        let id = setting(one[0].as_str().unwrap_or_default());
        octets.extend(id.to_be_bytes());
        octets.extend(number(&one[1]).to_be_bytes());
    }
    if frame["type"] == "WINDOW_UPDATE" {
        octets.extend(1_u32.to_be_bytes());
    }
    let room = end - octets.len() - usize::from(padding.unwrap_or(0));
    let taken = room.min(fragment.len());
    octets.extend(fragment.drain(..taken));
    octets.resize(end, 0);
    octets
}

fn check(name: &str, connection: &Value) -> usize {
    let start = match connection["start"].as_str() {
        Some("upgrade") => Start::Upgrade(Vec::new()),
        _ => Start::Preface,
    };
    let mut kept = Kept::new(start);
    let none = Vec::new();
    let frames = connection["frames"].as_array().unwrap_or(&none);
    let blocks = connection["blocks"].as_array().unwrap_or(&none);
    let begins = |n: &Value| blocks.iter().find(|block| block["frames"][0] == *n);
    let mut fragments = [Vec::new(), Vec::new()];
    for frame in frames {
        let sender = sender(frame);
        if frame["type"] == "MAGIC" {
            kept.push(sender, PREFACE);
            continue;
        }
        let fragment = &mut fragments[usize::from(sender == Sender::Server)];
        if let Some(block) = begins(&frame["n"]) {
            *fragment = hex(block["hex"].as_str().expect("hex"));
        }
        kept.push(sender, &octets(frame, fragment));
    }
    kept.finish(Sender::Client);
    kept.finish(Sender::Server);
    let complaints: Vec<&Owned> = kept
        .events
        .iter()
        .filter(|event| !matches!(event, Owned::Frame(..) | Owned::Block(_)))
        .collect();
    assert!(complaints.is_empty(), "{name}: {complaints:?}");
    let found: Vec<_> = kept
        .frames()
        .iter()
        .map(|frame| {
            (
                frame.sender,
                frame.kind.0,
                frame.flags,
                frame.stream,
                frame.length,
            )
        })
        .collect();
    let expected: Vec<_> = frames
        .iter()
        .filter(|frame| frame["type"] != "MAGIC")
        .map(|frame| {
            (
                sender(frame),
                number(&frame["type_code"]) as u8,
                number(&frame["flags"]) as u8,
                number(&frame["stream"]),
                number(&frame["length"]),
            )
        })
        .collect();
    assert_eq!(found, expected, "{name}");
    assert_eq!(kept.blocks().len(), blocks.len(), "{name}");
    for (found, block) in kept.blocks().iter().zip(blocks) {
        let changes: Vec<u32> = block["limit_changes"]
            .as_array()
            .into_iter()
            .flatten()
            .map(number)
            .collect();
        assert_eq!(found.sender, sender(block), "{name}");
        assert_eq!(
            found.octets,
            hex(block["hex"].as_str().expect("hex")),
            "{name}"
        );
        assert_eq!(found.limit_changes, changes, "{name} {}", block["block"]);
        assert!(!found.limit_unknown, "{name}");
        assert_eq!(
            found.promised,
            block["promised_stream"]
                .as_u64()
                .map(|stream| stream as u32)
        );
        assert_eq!(found.end_stream, block["end_stream"] == true, "{name}");
    }
    blocks.len()
}

#[test]
fn what_went_in_comes_out() {
    let Some(folder) = shared("captures") else {
        return;
    };
    let mut blocks = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".truth.json") {
            for connection in json(&path)["connections"].as_array().into_iter().flatten() {
                blocks += check(&name, connection);
            }
        }
    }
    assert!(blocks > 1000, "only {blocks} blocks");
}
