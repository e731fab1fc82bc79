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

/// Whether only blocks that are cut were read: none that is whole.
fn is_cut(paste: &Paste) -> bool {
    let is_cut = |block: Block<'_>| block.before.missing.is_some();
    !paste.blocks.is_empty() && paste.blocks.iter().all(is_cut)
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
            (reasons, Ok((paste, blocks))) => {
                let is_right = reasons == [RefusalKind::Truncated] && is_cut(&paste);
                (!is_right).then(|| format!("{blocks:?} ({})", paste.detail))
            }
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
            Ok((paste, blocks))
                if paste.ambiguous.is_none() && !(is_refusable && is_cut(&paste)) =>
            {
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
            Ok(paste) if is_cut(&paste) && !case["refused"].is_null() => return None,
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

/// What is shortened is read up to where it ends, if nothing else is a block.
#[test]
fn shows_shortened_blocks() {
    const BLOCK: &str = "828684418cf1e3c2e5f23a6b";
    let cases = [
        ("82868441 8cf1e3c2e5f23a6b…", None),
        ("82 86 84 41 8c f1 e3 c2 e5 f2 3a 6b ...", None),
        (
            "<Buffer 82 86 84 41 8c f1 e3 c2 e5 f2 3a 6b ... 5 more bytes>",
            Some(5),
        ),
        (
            "decode failed, block (344 bytes): 82868441 8cf1e3c2e5f23a6b…",
            Some(332),
        ),
        ("Header Block Fragment […]: 828684418cf1e3c2e5f23a6b…", None),
        (
            "header_block_len=34 header_block=828684418cf1e3c2e5f23a6b",
            Some(22),
        ),
        (
            "hpack: error at offset=4/17\n828684418cf1e3c2e5f23a6b",
            Some(5),
        ),
        (
            "byte_count = 411
read block: 828684418cf1e3c2e5f23a6b…",
            Some(399),
        ),
        (
            "HEADERS frame, length 12: 828684418cf1e3c2e5f23a6b",
            Some(0),
        ),
    ];
    for (text, missing) in cases {
        let (paste, blocks) = read(text.as_bytes(), paste::Options::default()).expect(text);
        assert_eq!(blocks, [(Sender::Unknown, BLOCK.to_owned())], "{text}");
        let expected = match missing {
            Some(0) => None,
            Some(count) => Some(input::Missing::Bytes(count)),
            None => Some(input::Missing::Unknown),
        };
        assert_eq!(
            paste.blocks.get(0).and_then(|block| block.before.missing),
            expected,
            "{text}"
        );
    }
    for text in [
        "<Buffer 00 00 28 01 05 00 00 00 01 82 86 84 41 8c f1 e3 c2 e5 f2 3a 6b ... 28 more bytes>",
        "<<0, 0, 61, 1, 4, 0, 0, 0, 3, 136, 118, 132, 170, 99, 85, 231, ...>>",
    ] {
        let (paste, blocks) = read(text.as_bytes(), paste::Options::default()).expect(text);
        assert!(matches!(paste.content, Content::Frames(_)), "{text}");
        assert!(blocks.is_empty(), "no block is whole: {text}");
    }
    // A number of something else: the string in which the block ends has 300 bytes.
    let text = "header block, string length 300: 828684417fad01616263";
    let (paste, _) = read(text.as_bytes(), paste::Options::default()).expect(text);
    assert_eq!(
        paste.blocks.get(0).and_then(|block| block.before.missing),
        None
    );
    for text in [
        "f(2, 5, 8, 130, 134, ...)",
        "a list: 130, 132, 200, 7, ...",
        "sha1 8286844188f1e3c2e5f23a6ba0ab90f4ff010203…",
        "the values 1, 2, 3, 4, 5, 6, ... are odd",
    ] {
        let answer = read(text.as_bytes(), paste::Options::default());
        assert!(answer.is_err(), "{text}: {:?}", answer.map(|one| one.1));
    }
}

/// Programs print the rest at which they stopped.
#[test]
fn names_parts_of_blocks() {
    let text = "decode(<<130, 134, 132, 65, 140, 241, 227, 194, 229, 242, 58, 107, 160, 171, 144, 244, 255>>)\n\
        ** (MatchError) no match of right hand side value: <<227, 194, 229, 242, 58, 107, 160, 171, 144, 244, 255>>\n";
    let (paste, blocks) = read(text.as_bytes(), paste::Options::default()).expect("a block");
    assert_eq!(blocks.len(), 1);
    let reasons: Vec<String> = paste.skipped().map(|one| one.1.into_owned()).collect();
    let expected = "bytes 6 to 16 of a block that is read: they begin inside its field 4";
    assert!(
        reasons.iter().any(|reason| reason == expected),
        "{reasons:?}"
    );
}

/// Logs without bytes are named, with the option that prints them if there is one.
#[test]
fn names_logs_without_bytes() {
    for (text, named) in [
        (
            "DEBUG h2::codec::framed_read: received frame=Headers { stream_id: StreamId(1), flags: (0x4: END_HEADERS) }",
            "Rust's h2",
        ),
        (
            "[id: 0x3ae5a407] OUTBOUND HEADERS: streamId=3 headers=DefaultHttp2Headers[:status: 200] padding=0 endStream=false",
            "LoggingHandler",
        ),
        (
            "[2026-10-21 17:00:40.752][debug][http] [C6][S84] request headers complete (end_stream=false):\n':method', 'POST'\n':path', '/'",
            "Envoy",
        ),
        (
            "HTTP2 1: Http2Stream 1 [Http2Session client]: headers received",
            "NODE_DEBUG=http2",
        ),
        (
            "2026/11/01 10:00:00 http2: Framer 0xc000: read HEADERS flags=END_HEADERS stream=1 len=20",
            "Go's",
        ),
        (
            "Connection id \"0HN3\" received HEADERS frame for stream ID 1 with length 34 and flags END_HEADERS.",
            "UseConnectionLogging()",
        ),
        (
            "DEBUG:oejhh.HpackDecoder:qtp1-27: CtxTbl[6d5380c2] decoding 34 octets",
            "Jetty",
        ),
    ] {
        let refusal = read(text.as_bytes(), paste::Options::default()).expect_err(text);
        assert_eq!(refusal.kind, RefusalKind::DecodedText, "{text}");
        assert!(refusal.message.contains(named), "{text}: {refusal}");
    }
}

#[test]
fn a_version_is_a_sign_of_header_fields_only_with_a_status() {
    for (text, kind) in [
        ("< HTTP/2 200\n< server: x", RefusalKind::DecodedText),
        (
            "HTTP/1.1 404 Not Found\nserver: x",
            RefusalKind::DecodedText,
        ),
        (
            "Our HTTP/2 decoder is broken, see 4bf92f3577b34da6a3ce929d0e0e4736",
            RefusalKind::Prose,
        ),
    ] {
        let refusal = read(text.as_bytes(), paste::Options::default()).expect_err(text);
        assert_eq!(refusal.kind, kind, "{text}: {refusal}");
    }
}
