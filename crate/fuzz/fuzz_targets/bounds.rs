//! The targets that `crate/inspect` tests with saved inputs.

#[path = "../../inspect/tests/bounds/check.rs"]
mod check;
#[path = "../../inspect/tests/bounds/mend.rs"]
mod mend;
#[path = "../../inspect/tests/bounds/targets.rs"]
#[allow(dead_code, reason = "each program runs one of them")]
pub(crate) mod targets;
