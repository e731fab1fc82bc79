//! Chromium's NetLog, cut and damaged in any way: nothing panics, and how the
//! octets come changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../input/tests/support/mod.rs"]
mod support;

fuzz_target!(|octets: &[u8]| support::check::netlog(octets));
