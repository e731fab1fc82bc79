//! pcapng with its lengths repaired, so that the fuzzer reaches the blocks.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod bounds;

fuzz_target!(|bytes: &[u8]| bounds::targets::pcapng(bytes));
