//! `hpack-inspect bench` as others call it: the JSON, the refusals, and the
//! exit status. No time is asserted.

use std::path::PathBuf;

use crate::support::{self, Run};
use bench::Stage;
use serde_json::Value;

fn run(arguments: &[&str], input: &[u8]) -> Run {
    support::run("bench", arguments, input)
}

fn results(arguments: &[&str], input: &[u8]) -> (Value, Vec<Value>) {
    let mut all = arguments.to_vec();
    all.extend(["--quick", "--format", "json"]);
    let run = run(&all, input);
    assert_eq!(run.status, 0, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let results = report["results"].as_array().unwrap().clone();
    (report, results)
}

fn names(results: &[Value], of: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for result in results {
        let name = result[of].as_str().unwrap().to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// One that takes little time without optimisation, in which captures take
/// seconds to search.
fn a_workload(stage: Stage) -> &'static str {
    match stage {
        Stage::Huffman => "9",
        Stage::Integer => "largest",
        Stage::Hex => "hex-captures",
        Stage::Blocks | Stage::Encode | Stage::HeaderBuffer => "captures",
        Stage::StaticTable => "first",
        Stage::FrameWriter => "gather-64",
        Stage::Search => "printable",
    }
}

#[test]
fn every_engine_of_every_stage_is_in_the_json_as_the_contract_has_it() {
    for stage in Stage::ALL {
        let (report, results) = results(&[stage.id(), "--workload", a_workload(stage)], b"");
        assert_eq!(report["schema"], "hpack-inspector-bench/1");
        assert!(report["machine"].as_str().unwrap().contains("rustc"));
        assert!(report["clockNs"].as_f64().unwrap() > 0.0);
        let engines: Vec<&str> = stage.engines().iter().map(|engine| engine.id).collect();
        assert_eq!(names(&results, "engine"), engines, "{}", stage.id());
        for result in &results {
            let number = |name: &str| result[name].as_f64().unwrap_or(f64::NAN);
            assert_eq!(result["stage"], stage.id());
            assert_eq!(result["baseline"], stage.usual_baseline());
            assert!(result["unit"].as_str().unwrap().starts_with("ns/"));
            assert!(number("low") <= number("median") && number("median") <= number("high"));
            assert!(
                number("ratioLow") <= number("ratio") && number("ratio") <= number("ratioHigh")
            );
            assert!(number("bytesAllocated") >= 0.0, "{result}");
            let verdict = result["verdict"].as_str().unwrap();
            if result["engine"] == result["baseline"] {
                assert_eq!((verdict, number("ratio")), ("baseline", 1.0));
            } else {
                assert!(["faster", "slower", "no detectable difference"].contains(&verdict));
            }
        }
    }
}

#[test]
fn engines_workloads_and_baseline_can_be_chosen() {
    type Names = &'static [&'static str];
    let cases: [(Names, Names, Names, &str); 4] = [
        (
            &["huffman", "--engine", "walk", "--workload", "9"],
            &["walk"],
            &["9"],
            "walk",
        ),
        (
            &[
                "huffman",
                "--engine",
                "walk",
                "--engine",
                "window16",
                "--workload",
                "9",
            ],
            &["walk", "window16"],
            &["9"],
            "window16",
        ),
        (
            &[
                "huffman",
                "--engine",
                "walk",
                "--baseline",
                "nibble",
                "--workload",
                "prose",
                "--workload",
                "9",
            ],
            &["walk", "nibble"],
            &["9", "prose"],
            "nibble",
        ),
        (
            &["integer", "--workload", "largest", "--engine", "bits32"],
            &["bits32"],
            &["largest"],
            "bits32",
        ),
    ];
    for (arguments, engines, workloads, baseline) in cases {
        let (_, results) = results(arguments, b"");
        assert_eq!(names(&results, "engine"), engines, "{arguments:?}");
        assert_eq!(names(&results, "workload"), workloads, "{arguments:?}");
        assert_eq!(names(&results, "baseline"), [baseline], "{arguments:?}");
    }
}

#[test]
fn an_input_is_a_workload_of_every_stage() {
    let cases = [
        ("huffman", &["strings-input"][..]),
        ("integer", &["integers-input"]),
        ("hex", &["hex-input"]),
        ("blocks", &["input"]),
        ("static-table", &["fields-input"]),
        ("header-buffer", &["input"]),
        ("frame-writer", &["frames-input"]),
        (
            "search",
            &[
                "names-input",
                "paths-input",
                "any-name-input",
                "bytes-input",
            ],
        ),
    ];
    for (stage, workloads) in cases {
        let (_, results) = results(
            &[stage, "--input", "-"],
            b"828684418cf1e3c2e5f23a6ba0ab90f4ff",
        );
        assert_eq!(names(&results, "workload"), workloads);
    }
}

/// A client's frames, as they are pasted; those of a capture; and frames
/// without any block.
#[test]
fn an_input_may_have_frames() {
    let begun = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a\
        000000040000000000 000003010500000001828684";
    let (_, results) = results(&["blocks", "--input", "-"], begun.as_bytes());
    assert_eq!(names(&results, "workload"), ["input"]);
    let capture = testing::data("captures/d01-libcurl-nginx-h2c.pcap");
    let (_, results) = self::results(&["blocks", "--input", capture.to_str().unwrap()], b"");
    assert_eq!(names(&results, "workload"), ["input"]);
    let run = run(&["blocks", "--input", "-"], b"000000040000000000");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(
        run.err.contains("no readable HTTP/2 header blocks"),
        "{}",
        run.err
    );
}

#[test]
fn what_is_claimed_stands_beside_what_is_seen() {
    let cases = [
        (Stage::StaticTable, "first"),
        (Stage::HeaderBuffer, "captures"),
        (Stage::FrameWriter, "gather-64"),
        (Stage::Search, "worst-64"),
    ];
    for (stage, workload) in cases {
        let (report, _) = results(&[stage.id(), "--workload", workload], b"");
        let [claim] = &report["claims"].as_array().unwrap()[..] else {
            panic!("{report}");
        };
        assert_eq!(claim["stage"], stage.id());
        assert!(["yes", "partly", "no"].contains(&claim["holds"].as_str().unwrap()));
        for text in ["claimed", "seen"] {
            assert!(claim[text].as_str().unwrap().ends_with('.'));
        }
    }
}

#[test]
fn folders_of_stories_are_workloads_where_they_decode_to_their_fields() {
    let top = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stories");
    let stories = [
        (
            "good",
            r#"{"cases":[{"wire":"8287","headers":[{":method":"GET"},{":scheme":"https"}]}]}"#,
        ),
        (
            "old",
            r#"{"cases":[{"wire":"8287","headers":[{":method":"POST"}]}]}"#,
        ),
    ];
    for (folder, story) in stories {
        std::fs::create_dir_all(top.join(folder)).unwrap();
        std::fs::write(top.join(folder).join("story_00.json"), story).unwrap();
    }
    let run = run(
        &["blocks", "--quick", "--stories", top.to_str().unwrap()],
        b"",
    );
    assert_eq!(run.status, 0);
    assert!(run.out.contains("blocks, good: ns/field"), "{}", run.out);
    assert!(
        run.err.contains("old is left out: story_00.json:"),
        "{}",
        run.err
    );
}

#[test]
fn what_does_not_exist_is_refused_with_what_does() {
    let cases: [(&[&str], &[u8], &str); 8] = [
        (&["hufman"], b"", "huffman, integer"),
        (&["huffman", "--engine", "bits32"], b"", "walk, nibble"),
        (&["huffman", "--baseline", "none"], b"", "walk, nibble"),
        (
            &["huffman", "--workload", "captures"],
            b"",
            "strings-captures",
        ),
        (&["blocks", "--input", "-"], b"no hex", "standard input"),
        (
            &["blocks", "--input", "-"],
            b"202 206 204 101",
            "octal numbers or decimal numbers",
        ),
        (
            &["huffman", "--input", "-"],
            b"82",
            "nothing to measure for the stage huffman",
        ),
        (
            &["blocks", "--stories", "nowhere"],
            b"",
            "nowhere: could not be read",
        ),
    ];
    for (arguments, input, sentence) in cases {
        let run = run(arguments, input);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(sentence), "{arguments:?}: {}", run.err);
    }
}
