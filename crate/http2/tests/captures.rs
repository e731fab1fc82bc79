//! The frames and header blocks of real connections: rebuilt from what stands
//! beside the captures, they come out as they went in, without a complaint.

mod support;

use http2::{Opening, Sender};
use serde_json::Value;
use support::{
    Kept, Owned, hex, json,
    rebuild::{number, pieces, sender},
};

fn check(name: &str, connection: &Value) -> usize {
    let start = match connection["start"].as_str() {
        Some("upgrade") => Opening::Upgrade(Vec::new()),
        _ => Opening::Preface,
    };
    let mut kept = Kept::new(start);
    let none = Vec::new();
    let frames = connection["frames"].as_array().unwrap_or(&none);
    let blocks = connection["blocks"].as_array().unwrap_or(&none);
    for (sender, octets) in pieces(connection) {
        kept.push(sender, &octets);
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
                frame.header.kind.0,
                frame.header.flags,
                frame.header.stream,
                frame.header.length,
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
            found.framed.promised,
            block["promised_stream"]
                .as_u64()
                .map(|stream| stream as u32)
        );
        assert_eq!(
            found.framed.end_stream,
            block["end_stream"] == true,
            "{name}"
        );
    }
    blocks.len()
}

#[test]
fn what_went_in_comes_out() {
    let folder = testing::data("captures");
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
