//! Any pasted text is read or refused, and every byte read has a place in it.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../input/tests/support/mod.rs"]
mod support;

fuzz_target!(|text: &[u8]| support::check::paste(text));
