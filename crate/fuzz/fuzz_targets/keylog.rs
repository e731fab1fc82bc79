//! Any key log, with encrypted captures.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod bounds;

fuzz_target!(|bytes: &[u8]| bounds::targets::keylog(bytes));
