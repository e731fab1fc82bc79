//! Captures, in one part and in small ones.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../input/tests/support/mod.rs"]
mod support;

fuzz_target!(|file: &[u8]| support::check::capture(file));
