//! Any input: recognized, read, reported and searched within bounds of memory.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod bounds;

fuzz_target!(|bytes: &[u8]| bounds::targets::file(bytes));
