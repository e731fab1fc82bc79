//! The recipes of docs/editors.md do what they say, with the program on the
//! search path.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// Contents of the fenced blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let doc = fs::read_to_string(top.join("docs/editors.md")).unwrap();
    let fence = format!("```{language}\n");
    let after = doc.split(&fence).skip(1);
    after
        .map(|block| block.split("```").next().unwrap().to_owned())
        .collect()
}

/// A repository of its own, removed at the end.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("hpack-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let repository = Self(folder);
        repository.must("git init -q && git config user.email a@b && git config user.name a");
        repository
    }

    fn run(&self, script: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_hpack-inspect"));
        let folders = env::var_os("PATH").unwrap();
        let folders = env::split_paths(&folders).collect::<Vec<_>>();
        let first = std::iter::once(program.parent().unwrap().to_owned());
        Command::new("sh")
            .args(["-ec", script])
            .current_dir(&self.0)
            .env("PATH", env::join_paths(first.chain(folders)).unwrap())
            .output()
            .unwrap()
    }

    fn must(&self, script: &str) -> String {
        let Output {
            status,
            stdout,
            stderr,
        } = self.run(script);
        let error = String::from_utf8_lossy(&stderr);
        assert!(status.success(), "{script}: {error}");
        String::from_utf8(stdout).unwrap()
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn bisecting_finds_the_first_wrong_block() {
    let [bisect, _] = &blocks("sh")[..] else {
        panic!("another number of scripts")
    };
    let repository = Repository::new("bisect");
    for (number, block) in ["82", "8286", "828684", "be", "be82"].iter().enumerate() {
        let commit = format!("echo {block} > capture.pcap; git add .; git commit -qm {number}");
        repository.must(&commit);
        if number == 0 {
            repository.must("git tag v1.0");
        }
    }
    repository.must(bisect);
    let found = repository.must("git log -1 --format=%s refs/bisect/bad");
    assert_eq!(found.trim(), "3");
}

#[test]
fn a_commit_with_a_wrong_block_is_refused() {
    let repository = Repository::new("commit");
    fs::write(repository.0.join(".git/hooks/pre-commit"), &blocks("sh")[1]).unwrap();
    repository.must("chmod +x .git/hooks/pre-commit");
    repository.must("echo 82 > a.hpack; git add .; git commit -qm good");
    repository.must("echo be > b.hpack; git add .");
    assert!(!repository.run("git commit -qm bad").status.success());
}

#[test]
fn the_task_is_json() {
    let task: Value = serde_json::from_str(&blocks("json")[0]).unwrap();
    let task = &task["tasks"][0];
    assert_eq!(task["command"], "hpack-inspect");
    assert_eq!(task["args"], serde_json::json!(["view", "${file}"]));
}
