//! Benchmarks of engines, interleaved on the same workloads.
//!
//! - [`workload`]: input data
//! - [`stage`]: the stages that have rival engines
//! - [`task`]: an engine applied to a workload
//! - [`runner`]: the race: compares outputs, warms up, calibrates, and runs the
//!   engines interleaved in random order
//! - [`statistics`]: medians, intervals, verdicts, and the number of rounds
//! - [`trust`]: confidence in a run
//! - [`published_claim`]: published claims, checked by results
//! - [`report`]: JSON for programs
//! - [`table`]: human-readable tables
//! - [`meter`]: bytes allocated
//! - `native`: parts for native programs (a feature)
//!
//! A runner owns no clock and no thread: the caller passes the clock and the time
//! to run for.

pub mod meter;
#[cfg(feature = "native")]
pub mod native;
pub mod published_claim;
mod race;
pub mod report;
pub mod runner;
pub mod stage;
pub mod statistics;
pub mod table;
pub mod task;
pub mod trust;
pub mod workload;

pub use race::Task;
pub use runner::{Plan, Runner};
pub use stage::Stage;
pub use workload::Workload;
