//! Every sample of `tests/paste`, and of the shared test data where that is
//! at hand, gives its octets or is refused with a place and a reason.

use std::{fs, path::PathBuf};

use input::{
    Refusal, RefusalKind, Sender,
    paste::{self, Content, Options},
};
use serde_json::Value;

fn folders() -> Vec<PathBuf> {
    let mut folders = vec![testing::repository().join("tests/paste")];
    folders.extend(testing::shared("paste"));
    folders
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

/// Reasons that are right for a kind of content.
fn reasons(content: &str) -> &'static [RefusalKind] {
    use RefusalKind::*;
    match content {
        "tool export" => &[ToolExport],
        "lossy" => &[Lossy],
        "truncated" | "error or warn" => &[Truncated],
        "decoded text" => &[DecodedText],
        "HAR" => &[Har],
        "empty" => &[Empty],
        "refuse or warn" => &[Prose],
        "error" => &[OddDigits, BadDigit],
        _ => &[],
    }
}

/// What is wrong with the answer to one case, if anything.
fn wrong(case: &Value, input: &[u8]) -> Option<String> {
    let answer = paste::read(input, &Options::default());
    let content = case["content"].as_str().unwrap_or_default();
    match (reasons(content), answer) {
        ([], Ok(read)) if read.content != Content::Blocks => wrong_content(case, &read.content),
        ([], Ok(read)) => {
            let blocks: Vec<String> = read.blocks.iter().map(|block| hex(&block.octets)).collect();
            let expected: Vec<&str> = case["expect"]
                .as_array()?
                .iter()
                .filter_map(Value::as_str)
                .collect();
            if blocks != expected {
                return Some(format!("other octets: {blocks:?} ({})", read.detail));
            }
            let placed = read.blocks.iter().all(|block| {
                block.places.len() == block.octets.len()
                    && block
                        .places
                        .iter()
                        .all(|place| place.start < place.end && place.end as usize <= input.len())
            });
            (!placed).then(|| "an octet without a place".to_owned())
        }
        ([], Err(refusal)) => Some(format!("refused: {refusal} ({:?})", refusal.kind)),
        (_, Ok(read)) => Some(format!("read as {} ({})", read.format.name(), read.detail)),
        (reasons, Err(refusal)) if !reasons.contains(&refusal.kind) => Some(format!(
            "{:?} instead of {reasons:?}: {refusal}",
            refusal.kind
        )),
        (_, Err(refusal)) => misplaced(case, input, &refusal),
    }
}

/// What is wrong with the frames or packets that were read, if anything.
fn wrong_content(case: &Value, read: &Content) -> Option<String> {
    let streams = |sender: Option<Sender>| match read {
        Content::Frames(conversations) => conversations
            .iter()
            .flat_map(|one| &one.streams)
            .filter(|stream| sender.is_none_or(|sender| sender == stream.sender))
            .map(|stream| hex(&stream.octets))
            .collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    let right = match case["content"].as_str()? {
        "frames" | "stream" => case["expect"] == Value::from(streams(None)),
        "two directions" => [("c2s", Sender::Client), ("s2c", Sender::Server)]
            .iter()
            .all(|(key, sender)| case["directions"][key] == streams(Some(*sender)).concat()),
        "packet" | "packets" => match read {
            Content::Packets(packets) => packets.last().is_some_and(|packet| {
                hex(&packet.octets).ends_with(case["payload"].as_str().unwrap_or("none"))
            }),
            _ => false,
        },
        _ => false,
    };
    (!right).then(|| format!("other content: {read:?}"))
}

fn misplaced(case: &Value, input: &[u8], refusal: &Refusal) -> Option<String> {
    let offset = case["error_offset"].as_u64()? as usize;
    let before: String = String::from_utf8_lossy(input)
        .chars()
        .take(offset)
        .collect();
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
    ((refusal.line, refusal.column) != (line, column)).then(|| {
        format!(
            "at {}:{} instead of {line}:{column}",
            refusal.line, refusal.column
        )
    })
}

#[test]
fn every_sample_is_read_or_refused() {
    let mut failed = Vec::new();
    let mut count = 0;
    for folder in folders() {
        let cases = fs::read_to_string(folder.join("cases.json"))
            .expect("cases.json is beside the samples");
        let cases: Value = serde_json::from_str(&cases).expect("cases.json is JSON");
        for case in cases["cases"].as_array().expect("a list of cases") {
            let file = case["file"].as_str().expect("a file name");
            let input = fs::read(folder.join(file)).expect("the sample is there");
            count += 1;
            if let Some(why) = wrong(case, &input) {
                failed.push(format!("{file}: {why}"));
            }
        }
    }
    assert!(count > 90, "only {count} samples");
    assert!(
        failed.is_empty(),
        "{} of {count}:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
