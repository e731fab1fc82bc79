//! Blocks of one connection through every engine.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../hpack/tests/support/rivals.rs"]
#[allow(dead_code, reason = "each target is one of them")]
mod rivals;

fuzz_target!(|input: &[u8]| rivals::blocks(input));
