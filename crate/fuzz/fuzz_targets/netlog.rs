//! Chromium's NetLog, cut and damaged anywhere: nothing panics, and the result
//! does not depend on how the bytes are split.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../input/tests/support/mod.rs"]
mod support;

fuzz_target!(|bytes: &[u8]| support::check::netlog(bytes));
