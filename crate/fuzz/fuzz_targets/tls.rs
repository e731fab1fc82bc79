//! TLS with a key log: decryption returns what was encrypted.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../input/tests/support/sealed/mod.rs"]
mod sealed;

fuzz_target!(|input: &[u8]| sealed::check(input));
