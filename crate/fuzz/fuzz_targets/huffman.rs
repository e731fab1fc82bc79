//! Every Huffman engine against the one that goes bit by bit.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../hpack/tests/support/rivals.rs"]
#[allow(dead_code, reason = "each target is one of them")]
mod rivals;

fuzz_target!(|input: &[u8]| rivals::huffman(input));
