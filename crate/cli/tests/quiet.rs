//! No cause is named of an input in which nothing is wrong: the shared captures
//! and samples of pasted text, as they are.

use std::{fs, path::PathBuf, process::Command};

#[test]
fn no_cause_is_named_of_an_unedited_input() {
    let mut looked_at = 0;
    for folder in ["captures", "paste"] {
        let Some(folder) = testing::shared(folder) else {
            continue;
        };
        let files = fs::read_dir(folder).unwrap();
        for file in files.map(|file| file.unwrap().path()) {
            let name = file.to_string_lossy().into_owned();
            if name.ends_with(".truth.json") || name.ends_with(".keys.log") {
                continue;
            }
            let mut run = Command::new(env!("CARGO_BIN_EXE_hpack-inspect"));
            run.args(["decode", "--format", "json", "--tables", "none"]);
            let keys = PathBuf::from(name.replace(".pcap", ".keys.log"));
            if keys != file && keys.exists() {
                run.arg("--keylog").arg(keys);
            }
            let out = run.arg(&file).output().unwrap();
            let said = String::from_utf8_lossy(&out.stderr).into_owned();
            assert!(!said.contains("likely cause"), "{name}: {said}");
            looked_at += 1;
        }
    }
    eprintln!("{looked_at} inputs");
}
