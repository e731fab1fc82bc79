//! The bytes of real connections, rebuilt from the truth files of the captures,
//! with invented content of DATA.

use http2::{Opening, PREFACE, Sender, Setting};
use serde_json::Value;

use super::{hex, json};

pub(crate) fn connections() -> Vec<(String, Value)> {
    let entries = std::fs::read_dir(testing::data("captures")).expect("a folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".truth.json"));
    paths.sort();
    let of = |path: std::path::PathBuf| {
        let all = json(&path)["connections"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        all.into_iter()
            .map(move |one| (path.display().to_string(), one))
    };
    paths.into_iter().flat_map(of).collect()
}

pub(crate) fn opening(connection: &Value) -> Opening {
    match connection["start"].as_str() {
        Some("upgrade") => Opening::Upgrade(Vec::new()),
        _ => Opening::Preface,
    }
}

pub(crate) fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap_or_default()).expect("32 bits")
}

pub(crate) fn sender(value: &Value) -> Sender {
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

/// Returns the bytes of `frame` and takes its fragment from the rest of the header
/// block.
fn bytes(frame: &Value, fragment: &mut Vec<u8>) -> Vec<u8> {
    let length = number(&frame["length"]);
    let mut bytes = length.to_be_bytes()[1..].to_vec();
    bytes.push(number(&frame["type_code"]) as u8);
    bytes.push(number(&frame["flags"]) as u8);
    bytes.extend(number(&frame["stream"]).to_be_bytes());
    let end = bytes.len() + length as usize;
    let padding = frame["pad_length"].as_u64().map(|length| length as u8);
    bytes.extend(padding);
    if let Some(priority) = frame.get("priority") {
        let exclusive = u32::from(priority["exclusive"] == true) << 31;
        bytes.extend((exclusive | number(&priority["depends_on"])).to_be_bytes());
        bytes.push((number(&priority["weight"]) - 1) as u8);
    }
    if let Some(promised) = frame.get("promised_stream") {
        bytes.extend(number(promised).to_be_bytes());
    }
    for one in frame["settings"].as_array().into_iter().flatten() {
        let id = setting(one[0].as_str().unwrap_or_default());
        bytes.extend(id.to_be_bytes());
        bytes.extend(number(&one[1]).to_be_bytes());
    }
    if frame["type"] == "WINDOW_UPDATE" {
        bytes.extend(1_u32.to_be_bytes());
    }
    let room = end - bytes.len() - usize::from(padding.unwrap_or(0));
    let taken = room.min(fragment.len());
    bytes.extend(fragment.drain(..taken));
    // The truth files do not have the padding of DATA.
    let is_invented = frame["type"] == "DATA" && number(&frame["flags"]) & 8 == 0;
    for at in bytes.len()..end {
        let text = b"<li>\0\0\0\x05\0pear \x01\0\0\0</li>";
        bytes.push(if is_invented {
            text[at % text.len()]
        } else {
            0
        });
    }
    bytes
}

/// Senders and bytes of the frames of a connection, in order.
pub(crate) fn pieces(connection: &Value) -> Vec<(Sender, Vec<u8>)> {
    let list = |name: &str| connection[name].as_array().cloned().unwrap_or_default();
    let blocks = list("blocks");
    let mut fragments = [Vec::new(), Vec::new()];
    let frames = list("frames");
    let pieces = frames.iter().map(|frame| {
        let sender = sender(frame);
        if frame["type"] == "MAGIC" {
            return (sender, PREFACE.to_vec());
        }
        let fragment = &mut fragments[usize::from(sender == Sender::Server)];
        if let Some(block) = blocks.iter().find(|block| block["frames"][0] == frame["n"]) {
            *fragment = hex(block["hex"].as_str().expect("hex"));
        }
        (sender, bytes(frame, fragment))
    });
    pieces.collect()
}
