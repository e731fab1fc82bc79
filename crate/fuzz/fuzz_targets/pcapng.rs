//! pcapng with its lengths repaired, so that the fuzzer reaches the blocks.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../inspect/tests/bounds/check.rs"]
mod check;
#[path = "../../inspect/tests/bounds/mend.rs"]
mod mend;
#[path = "../../inspect/tests/bounds/targets.rs"]
#[allow(dead_code, reason = "each target is one of them")]
mod targets;

fuzz_target!(|bytes: &[u8]| targets::pcapng(bytes));
