//! Every text of `tests/paste` gives its blocks, or is refused properly.

use std::fs;

use input::{
    Block, Options, Reader, Refusal, RefusalKind, Sender, Source,
    paste::{self, Content, Format, Paste},
};
use serde_json::{Value, json};

use crate::support::{Seen, hex};

type Blocks = Vec<(Sender, String)>;

/// Reads a text like the program does. Returns its blocks, framed or not.
fn read(text: &[u8], options: paste::Options) -> Result<(Box<Paste>, Blocks), Refusal> {
    let mut seen = Seen::default();
    let mut reader = Reader::new(&Options {
        paste: options,
        ..Options::default()
    });
    reader.push(text, &mut seen)?;
    let Source::Paste(paste, _) = reader.finish(&mut seen)? else {
        panic!("read as a capture");
    };
    let own = paste.blocks.iter();
    let own = own.map(|block| (block.sender, hex(block.bytes)));
    let framed = seen.connections.iter().flat_map(|one| &one.blocks);
    let framed = framed.map(|block| (block.sender, block.hex.clone()));
    let blocks = own.chain(framed).collect();
    Ok((paste, blocks))
}

fn sample(name: &str) -> Vec<u8> {
    let folder = testing::repository().join("tests/paste");
    fs::read(folder.join(name)).expect("readable sample")
}

fn cases(file: &str) -> Vec<Value> {
    let mut cases: Value = serde_json::from_slice(&sample(file)).expect("valid JSON");
    let list = if cases.is_array() {
        cases.take()
    } else {
        cases["cases"].take()
    };
    let Value::Array(list) = list else {
        panic!("{file} is not a list of cases");
    };
    list
}

/// Fails with the reasons of all failed cases.
fn assert_all(file: &str, least: usize, wrong: impl Fn(&Value) -> Option<String>) {
    let (mut count, mut failed) = (0, Vec::new());
    for case in cases(file) {
        count += 1;
        // `fit` counts these.
        if case["missed"] == true {
            continue;
        }
        if let Some(why) = wrong(&case) {
            let name = case
                .get("name")
                .or(case.get("file"))
                .unwrap_or(&case["text"]);
            failed.push(format!("{name}: {why}"));
        }
    }
    assert!(count >= least, "only {count} cases");
    assert!(
        failed.is_empty(),
        "{} of {count}:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

/// Acceptable kinds of refusal for a sample's content.
fn reasons(content: &Value) -> &'static [RefusalKind] {
    use RefusalKind::*;
    match content.as_str().unwrap_or_default() {
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

#[test]
fn reads_or_refuses_samples_of_tools() {
    assert_all("cases.json", 82, |case| {
        let input = sample(case["file"].as_str()?);
        match (
            reasons(&case["content"]),
            read(&input, paste::Options::default()),
        ) {
            ([], Ok((paste, blocks))) => {
                let is_right = match &paste.content {
                    Content::Blocks => {
                        let own: Vec<&String> = blocks.iter().map(|(_, hex)| hex).collect();
                        json!(own) == case["expect"]
                    }
                    content => has_content(case, content),
                };
                (!is_right).then(|| format!("{blocks:?}, {:?} ({})", paste.content, paste.detail))
            }
            ([], Err(refusal)) => Some(format!("refused as {:?}: {refusal}", refusal.kind)),
            (_, Ok((paste, blocks))) => Some(format!("{blocks:?} ({})", paste.detail)),
            (reasons, Err(refusal)) => {
                let at = case["error_offset"].as_u64().map(|at| at as usize);
                let is_right =
                    reasons.contains(&refusal.kind) && (at.is_none() || refusal.offset == at);
                (!is_right)
                    .then(|| format!("{:?} at {:?}: {refusal}", refusal.kind, refusal.offset))
            }
        }
    });
}

/// Whether the right frames or packets were read.
fn has_content(case: &Value, content: &Content) -> bool {
    match content {
        Content::Blocks => false,
        Content::Frames(conversations) => {
            let sent_by = |sender: Option<Sender>| {
                let streams = conversations.iter().flat_map(|one| &one.streams);
                let own = streams.filter(|one| sender.is_none_or(|sender| one.sender == sender));
                own.map(|one| hex(&one.bytes)).collect::<Vec<_>>()
            };
            match case.get("directions") {
                Some(sides) => {
                    sides["c2s"] == sent_by(Some(Sender::Client)).concat()
                        && sides["s2c"] == sent_by(Some(Sender::Server)).concat()
                }
                None => case["expect"] == json!(sent_by(None)),
            }
        }
        Content::Packets(packets) => {
            let payload = case["payload"].as_str().unwrap_or("none");
            packets
                .last()
                .is_some_and(|packet| hex(&packet.bytes).ends_with(payload))
        }
    }
}

/// `expect`: the blocks, or `null` if there is nothing to decode. `refusable`:
/// a refusal is acceptable too.
#[test]
fn reads_or_refuses_bug_reports() {
    let wrong = |case: &Value| {
        let text = case["text"].as_str()?;
        let is_refusable = case["expect"].is_null() || case["refusable"] == true;
        let (blocks, senders) = match read(text.as_bytes(), paste::Options::default()) {
            Ok((paste, blocks)) if paste.ambiguous.is_none() => {
                let senders: Vec<String> = blocks.iter().map(|(sender, _)| name(*sender)).collect();
                let blocks: Vec<String> = blocks.into_iter().map(|(_, hex)| hex).collect();
                (json!(blocks), json!(senders))
            }
            Ok(_) if is_refusable => return None,
            Ok(_) => return Some("ambiguous".to_owned()),
            Err(_) if is_refusable => return None,
            Err(refusal) => return Some(refusal.to_string()),
        };
        // Frames without blocks are reported like a refusal.
        let is_right = blocks == case["expect"] || case["expect"].is_null() && blocks == json!([]);
        let has_senders = case
            .get("senders")
            .is_none_or(|expected| *expected == senders);
        (!is_right || !has_senders).then(|| format!("{blocks} of {senders}"))
    };
    assert_all("reports.json", 62, wrong);
    assert_all("texts.json", 500, wrong);
    assert_all("typed.json", 50, wrong);
}

fn name(sender: Sender) -> String {
    format!("{sender:?}").to_lowercase()
}

/// `tests/paste/shapes.json`: a text with its `blocks` and further properties,
/// or `refused` (`true` or the kind) with the position `at`. `mayBeRefused`: a
/// refusal is acceptable, other bytes are not. An ambiguous reading counts as
/// refused, as on the command line.
#[test]
fn reads_or_refuses_shapes() {
    assert_all("shapes.json", 350, |case| {
        let options = paste::Options {
            blocks: match case["split"].as_str() {
                Some("blank") => paste::Blocks::Blank,
                Some("lines") => paste::Blocks::Lines,
                _ => paste::Blocks::Auto,
            },
            format: Format::all()
                .iter()
                .copied()
                .find(|format| case["format"] == format.name()),
            ..paste::Options::default()
        };
        let answer = match paste::read(case["text"].as_str()?.as_bytes(), &options) {
            Ok(paste) => {
                let each =
                    |of: fn(Block<'_>) -> Value| paste.blocks.iter().map(of).collect::<Value>();
                json!({
                    "blocks": each(|block| json!(hex(block.bytes))),
                    "senders": each(|block| json!(name(block.sender))),
                    "limits": each(|block| json!(block.before.limit_changes)),
                    "initial": paste.initial_table_size,
                    "other": paste.other.map_or("none".to_owned(), |other| format!("{other:?}").to_lowercase()),
                    "notes": paste.problems.len(),
                    "ambiguous": paste.ambiguous.map(|label| label.other.name()),
                })
            }
            Err(refusal) => {
                json!({ "refused": format!("{:?}", refusal.kind), "at": [refusal.line, refusal.column], "why": refusal.message })
            }
        };
        let is_refused = answer.get("refused").is_some();
        let is_unclear = case.get("ambiguous").is_none() && answer["ambiguous"].is_string();
        let is_right = if is_refused || is_unclear {
            case["mayBeRefused"] == true
                || case["refused"] == true
                || case["refused"] == answer["refused"] && is_refused && case["at"] == answer["at"]
        } else {
            [
                "blocks",
                "senders",
                "limits",
                "initial",
                "other",
                "notes",
                "ambiguous",
            ]
            .iter()
            .all(|key| {
                case.get(key)
                    .is_none_or(|expected| *expected == answer[*key])
            }) && case.get("refused").is_none()
        };
        (!is_right).then(|| answer.to_string())
    });
}

/// Blocks, even broken ones, are not taken for frames or another notation.
#[test]
fn reads_plain_hex_as_blocks() {
    let file = testing::data("malformed/malformed.json");
    let cases: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    for case in cases["cases"].as_array().unwrap() {
        let hex = case["hex"].as_str().unwrap_or_default();
        if case["layer"] == "frames" || hex.is_empty() {
            continue;
        }
        let options = paste::Options {
            blocks: paste::Blocks::Blank,
            ..paste::Options::default()
        };
        let (_, blocks) =
            read(hex.as_bytes(), options).unwrap_or_else(|refusal| panic!("{hex}: {refusal}"));
        assert_eq!(
            blocks,
            [(Sender::Unknown, hex.to_owned())],
            "{}",
            case["name"]
        );
    }
}
