//! Chromium's NetLog, cut and damaged in any way: nothing panics, and how the
//! bytes come changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../input/tests/support/mod.rs"]
mod support;

fuzz_target!(|bytes: &[u8]| support::check::netlog(bytes));
