//! Frames of any connection, cut anywhere, with gaps: nothing panics, and the
//! result does not depend on how the bytes are split.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../http2/tests/support/script.rs"]
mod script;

fuzz_target!(|bytes: &[u8]| script::check(bytes));
