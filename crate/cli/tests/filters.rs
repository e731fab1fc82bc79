//! Filters of `decode`: streams with what is asked for, in every format.

use std::fs;

use crate::support::{self, Run, run};
use serde_json::Value;

/// A request for `/` and `/Log/in` and a never-indexed field; an error.
const PASTED: &[u8] =
    b"828684410f7777772e6578616d706c652e636f6d\n\nbe44072f4c6f672f696e1001610162\n\n8780\n";

fn numbers(run: &Run) -> Vec<u64> {
    let blocks = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    blocks
        .map(|block: Value| block["sequence"].as_u64().unwrap())
        .collect()
}

#[test]
fn a_search_has_up_to_100_alternatives() {
    for (alternatives, status) in [(100, 1), (101, 2)] {
        let find = vec!["www"; alternatives].join(" | ");
        let run = run("decode", &["--find", &find], PASTED);
        assert_eq!(run.status, status, "{alternatives}: {}", run.err);
        let refused = run.err.contains("more than 100 alternatives");
        assert_eq!(refused, status == 2, "{}", run.err);
    }
}

#[test]
fn pasted_blocks_are_filtered_one_by_one() {
    for (arguments, wanted) in [
        (&["--path", "log"][..], &[1][..]),
        (&["--name", ":authority"], &[0, 1]),
        (&["--name", "authority"], &[]),
        (&["--value", "WWW.example"], &[0, 1]),
        (&["--value", "www", "--path", "/log"], &[1]),
        (&["--errors"], &[2]),
        (&["--find", "is=never | error=any"], &[1, 2]),
        (&["--find", "84 41"], &[0]),
        (&["--status", "200"], &[]),
    ] {
        let arguments = [&["--format", "ndjson"], arguments].concat();
        let run = run("decode", &arguments, PASTED);
        assert_eq!(numbers(&run), wanted, "{arguments:?}: {}", run.err);
        // An error is told, also of blocks that are not shown.
        let status = if wanted.is_empty() { 2 } else { 1 };
        assert_eq!(run.status, status, "{arguments:?}");
        assert_eq!(
            run.err.contains("nothing that the filters ask for"),
            wanted.is_empty()
        );
    }
}

#[test]
fn of_a_capture_whole_streams_are_shown_in_every_format() {
    let folder = testing::data("captures");
    let capture = fs::read(folder.join("d05-h2load-nghttpd-140req.pcap")).unwrap();
    let all = run("decode", &["--format", "ndjson"], &capture);
    let blocks: Vec<Value> = all
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let field = |block: &Value, name: &str| -> Option<String> {
        let items = block["items"].as_array().unwrap();
        let own = items.iter().find(|item| item["name"] == name)?;
        Some(own["value"].as_str()?.to_owned())
    };
    let path = blocks
        .iter()
        .find_map(|block| field(block, ":path"))
        .unwrap();
    let stream = |block: &Value| (block["connection"].clone(), block["stream"].clone());
    let streams: Vec<_> = blocks
        .iter()
        .filter(|block| field(block, ":path").is_some_and(|own| own.contains(&path)))
        .map(stream)
        .collect();
    let wanted = blocks
        .iter()
        .filter(|block| streams.contains(&stream(block)))
        .count();
    assert!(wanted > streams.len(), "responses are shown, too");

    let filter = ["--path", &path, "--status", "200"];
    let lines = run(
        "decode",
        &[&["--format", "ndjson"], &filter[..]].concat(),
        &capture,
    );
    assert_eq!(lines.out.lines().count(), wanted);
    let masked = run(
        "decode",
        &[&["--format", "ndjson", "--mask"], &filter[..]].concat(),
        &capture,
    );
    assert_eq!(masked.out.lines().count(), wanted);
    let table = run("decode", &filter, &capture);
    let heads = |line: &&str| line.starts_with("block ");
    assert_eq!(table.out.lines().filter(heads).count(), wanted);
    let json = run(
        "decode",
        &[&["--format", "json"], &filter[..]].concat(),
        &capture,
    );
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let connections = json["connections"].as_array().unwrap();
    let directions = connections
        .iter()
        .flat_map(|connection| connection["directions"].as_array().unwrap());
    let shown: usize = directions
        .map(|direction| direction["blocks"].as_array().unwrap().len())
        .sum();
    assert_eq!(shown, wanted);
}

#[test]
fn what_is_shown_is_listed_in_other_forms_too() {
    for (form, wanted) in [
        (
            "csv",
            "\r\n2,unknown,,incremental,4,:path,/Log/in,1,10,,,,\r\n",
        ),
        ("markdown", "| 2 | incremental 4 | :path | /Log/in |\n"),
        ("fields", ":path: /Log/in\n"),
        (
            "curl",
            "--path-as-is --globoff --url 'http://www.example.com/'\n",
        ),
    ] {
        let run = run("decode", &["--format", form], PASTED);
        assert_eq!(run.status, 1, "{}", run.err);
        assert!(run.out.contains(wanted), "{}", run.out);
        let other = support::run("decode", &["--format", form, "--errors"], PASTED);
        assert!(!other.out.contains(wanted), "{}", other.out);
    }
}

/// The third block has to be refused.
#[test]
fn what_is_shown_is_written_as_a_story_and_as_ready_tests() {
    for (form, wanted, refused) in [
        (
            "story",
            "\"wire\": \"be44072f4c6f672f696e1001610162\"",
            "Case 2 has to be refused",
        ),
        ("rust-test", "#[test]\n", "None"),
        ("go-test", "func TestHeaderBlocks(t *testing.T) {", "nil"),
        ("java-test", "class HeaderBlocksTest {", "null"),
        ("python-test", "def test_", "None"),
    ] {
        let run = run("decode", &["--format", form], PASTED);
        assert_eq!(run.status, 1, "{}", run.err);
        assert!(run.out.contains(wanted), "{}", run.out);
        let (_, behind) = run.out.split_once("8780").unwrap();
        let told = if form == "story" { &run.out } else { behind };
        assert!(told.contains(refused), "{}", run.out);
    }
}

/// A story tells the fields, too, which are compared with its bytes.
#[test]
fn a_story_is_read_back_without_a_doubt() {
    let story = run("decode", &["--format", "story"], PASTED);
    let again = run("decode", &["--format", "json"], story.out.as_bytes());
    let once = run("decode", &["--format", "json"], PASTED);
    let [again, once] = [again, once].map(|run| serde_json::from_str::<Value>(&run.out).unwrap());
    let problems = again["problems"].as_array().unwrap().iter();
    let mut messages = problems.map(|problem| problem["message"].as_str().unwrap());
    const AGREES: &str = "The fields listed in the text match blocks";
    assert!(
        messages.all(|message| message.starts_with("skipped: ") || message.starts_with(AGREES))
    );
    let fields = |json: &Value| {
        let blocks = json["connections"][0]["directions"][0]["blocks"].as_array();
        let names = blocks.unwrap().iter().map(|block| {
            let items = block["items"].as_array().unwrap().iter();
            let pairs = items.map(|item| (item["name"].clone(), item["value"].clone()));
            pairs.collect::<Vec<_>>()
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(fields(&again), fields(&once));
}
