//! What fuzzing found, or began with, is read again.

mod support;

use std::{fs, path::Path};

use support::check;

type Check = fn(&[u8]);

#[test]
fn what_was_kept_holds() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/kept");
    for (target, check) in [("netlog", check::netlog as Check), ("paste", check::paste)] {
        let folder = kept.join(target);
        let mut count = 0;
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let file = entry.expect("an entry").path();
            check(&fs::read(&file).expect("the file is there"));
            count += 1;
        }
        assert!(count > 5, "only {count} in {}", folder.display());
    }
    // Every sample too: those of the shared data are the same.
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/paste");
    for entry in fs::read_dir(samples).expect("the samples are there") {
        check::paste(&fs::read(entry.expect("an entry").path()).expect("the sample is there"));
    }
}
