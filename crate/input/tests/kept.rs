//! Replays kept fuzz inputs.

use std::{fs, path::Path};

use crate::support::check;

#[test]
fn kept_inputs_hold() {
    testing::kept("capture", check::capture);
    testing::kept("netlog", check::netlog);
    testing::kept("paste", check::paste);
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/paste");
    for entry in fs::read_dir(samples).expect("readable folder") {
        check::paste(&fs::read(entry.expect("readable folder").path()).expect("readable sample"));
    }
}
