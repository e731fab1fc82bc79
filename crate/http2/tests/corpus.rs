//! Scripts from which fuzzing began, and those worth keeping that it found.

#[path = "support/script.rs"]
mod script;

#[test]
fn every_script_holds() {
    testing::kept("frames", script::check);
}
