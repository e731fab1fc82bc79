//! Scripts from which fuzzing began, and those worth keeping that it found.

#[path = "support/script.rs"]
mod script;

#[test]
fn every_script_holds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/kept/frames");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        script::check(&std::fs::read(path).expect("a script"));
        count += 1;
    }
    assert!(count > 10, "only {count} scripts");
}
