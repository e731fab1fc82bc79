//! Valid inputs get no diagnosis: the captures and samples of pasted text, as
//! they are.

use std::{fs, path::PathBuf, process::Command};

#[test]
fn no_cause_is_named_of_an_unedited_input() {
    let mut looked_at = 0;
    for folder in [
        testing::data("captures"),
        testing::repository().join("tests/paste"),
    ] {
        let files = fs::read_dir(folder).unwrap();
        for file in files.map(|file| file.unwrap().path()) {
            let name = file.to_string_lossy().into_owned();
            // What is expected of the others.
            let is_expected = name.ends_with(".truth.json")
                || name.contains("tests/paste/") && name.ends_with(".json");
            if is_expected || name.ends_with(".keys.log") {
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
    assert!(looked_at > 100, "only {looked_at} inputs");
}
