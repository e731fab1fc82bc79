//! What tests of several crates share: data that may not be there, a count of
//! what is allocated, and inputs that ask for too much.

pub mod hostile;
pub mod meter;
pub mod shaped;
pub mod story;

use std::{
    env,
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    thread,
};

/// The environment variable that names a file to which skipped tests are
/// written, a line each time; `npm test` counts them.
const SKIPPED: &str = "HPACK_SKIPPED_TESTS";

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file or folder of the test data: real captures with their truth, and
/// malformed blocks, frames and messages with what is expected of them.
#[must_use]
pub fn data(path: &str) -> PathBuf {
    repository().join("tests/data").join(path)
}

/// Bytes written as hexadecimal digits, without anything between them.
///
/// # Panics
/// Where they are not.
#[must_use]
pub fn hex(digits: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&digits[i..i + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Says that the test that calls this can't be run here, and why: it counts as
/// skipped.
///
/// # Panics
/// Where that cannot be noted.
pub fn skip(why: &str) {
    println!("skipped: {why}");
    if let Some(file) = env::var_os(SKIPPED) {
        let program = env::current_exe().expect("a test is a program");
        // A test runs in a thread of its name.
        let thread = thread::current();
        let line = format!("{} {}\n", program.display(), thread.name().unwrap_or("?"));
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)
            .expect("the list of skipped tests can be written");
        file.write_all(line.as_bytes()).expect("it is written");
    }
}

/// Gives a check every input that is kept of a fuzz target.
///
/// # Panics
/// Where there are next to none, or the check does.
pub fn kept(target: &str, check: impl Fn(&[u8])) {
    let folder = repository().join("crate/fuzz/kept").join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let file = entry.expect("an entry").path();
        // Seen where the check fails.
        println!("{}", file.display());
        check(&fs::read(file).expect("the file is there"));
        count += 1;
    }
    assert!(count > 3, "only {count} in {}", folder.display());
}
