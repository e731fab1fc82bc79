//! gzip around any input, nested and concatenated, or damaged in one place.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod bounds;

fuzz_target!(|bytes: &[u8]| bounds::targets::gzip(bytes));
