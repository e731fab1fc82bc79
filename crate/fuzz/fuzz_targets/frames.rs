//! Frames of any connection, cut anywhere, with holes: nothing panics, and how
//! the bytes are cut changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../http2/tests/support/script.rs"]
mod script;

fuzz_target!(|bytes: &[u8]| script::check(bytes));
