//! Shared by the tests of several crates: test data, an allocation counter,
//! hostile inputs.

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

/// Environment variable with the file that lists skipped tests, one per line;
/// `npm test` counts them.
const SKIPPED: &str = "HPACK_SKIPPED_TESTS";

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file or folder of the test data: captures with their expected fields;
/// malformed blocks, frames and messages with the expected errors.
#[must_use]
pub fn data(path: &str) -> PathBuf {
    repository().join("tests/data").join(path)
}

/// Decodes hexadecimal digits without separators.
///
/// # Panics
/// If there is anything else.
#[must_use]
pub fn hex(digits: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&digits[i..i + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Marks the running test as skipped, for the given reason.
///
/// # Panics
/// If the list of skipped tests cannot be written.
pub fn skip(why: &str) {
    println!("skipped: {why}");
    if let Some(file) = env::var_os(SKIPPED) {
        let program = env::current_exe().expect("a test is a program");
        // A test's thread has the test's name.
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

/// Names and bytes of the saved inputs of a fuzz target: a line of JSON each.
///
/// # Panics
/// If there are hardly any.
#[must_use]
pub fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    #[derive(serde::Deserialize)]
    struct Seed {
        name: String,
        hex: String,
    }
    let path = repository().join(format!("crate/fuzz/kept/{target}.jsonl"));
    let lines = fs::read_to_string(path).expect("the file is there");
    let seeds = lines.lines().map(|line| {
        let Seed { name, hex } = serde_json::from_str(line).expect("a seed");
        (name, self::hex(&hex))
    });
    let seeds: Vec<_> = seeds.collect();
    assert!(seeds.len() > 3, "only {} of {target}", seeds.len());
    seeds
}

/// Runs a check on every saved input of a fuzz target.
///
/// # Panics
/// If the check panics.
pub fn kept(target: &str, check: impl Fn(&[u8])) {
    for (name, bytes) in seeds(target) {
        // Shown if the check fails.
        println!("{target}: {name}");
        check(&bytes);
    }
}
