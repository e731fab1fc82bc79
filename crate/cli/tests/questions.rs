//! The jq recipes of docs/command-line.md give the right answers.

use std::{fs, path::Path, process::Command};

use crate::support;
use serde_json::Value;

const BEGINNING: &str = "hpack-inspect decode --format ndjson FILE | ";

#[test]
fn recipes_give_the_right_answers() {
    let folder = testing::data("captures");
    if Command::new("jq").arg("--version").output().is_err() {
        testing::skip("jq is not here");
        return;
    }
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let doc = fs::read_to_string(top.join("docs/command-line.md")).unwrap();
    let questions: Vec<&str> = doc
        .lines()
        .filter_map(|line| line.strip_prefix(BEGINNING))
        .collect();
    let answers = |input: &[u8]| -> Vec<String> {
        let run = support::run("decode", &["--format", "ndjson"], input);
        assert!(run.status < 2, "{}", run.err);
        let blocks = run.out;
        let file = std::env::temp_dir().join(format!("hpack-questions-{}", std::process::id()));
        fs::write(&file, blocks).unwrap();
        let ask = |question: &&str| {
            let answer = Command::new("sh")
                .args(["-c", &format!("cat \"$0\" | {question}")])
                .arg(&file)
                .output()
                .unwrap();
            let error = String::from_utf8_lossy(&answer.stderr);
            assert!(answer.status.success(), "{question}: {error}");
            String::from_utf8(answer.stdout).unwrap()
        };
        let all = questions.iter().map(ask).collect();
        fs::remove_file(file).unwrap();
        all
    };

    let capture = fs::read(folder.join("d05-h2load-nghttpd-140req.pcap")).unwrap();
    let [paths, statuses, errors, bytes, largest] = &answers(&capture)[..] else {
        panic!("{} questions", questions.len());
    };
    assert_eq!(paths.lines().count(), 140);
    assert!(paths.lines().all(|line| line.contains("\t/")), "{paths}");
    assert_eq!(
        statuses.split_whitespace().collect::<Vec<_>>(),
        ["140", "200"]
    );
    assert_eq!(errors, "");
    let bytes: Value = serde_json::from_str(bytes).unwrap();
    assert!(bytes["indexed"].as_u64() > Some(140), "{bytes}");
    assert_eq!(largest.lines().count(), 10);

    let errors = &answers(b"82\n\nff00\n\n82")[2];
    assert_eq!(
        errors.trim(),
        r#"{"connection":0,"sequence":1,"stream":null,"code":"index-out-of-range","at":0}"#
    );
}
