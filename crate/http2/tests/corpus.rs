//! Scripts that fuzzing found or began with.

#[path = "support/script.rs"]
mod script;

#[test]
fn kept_scripts() {
    testing::kept("frames", script::check);
}
