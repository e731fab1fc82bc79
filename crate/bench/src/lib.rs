//! Benchmarks of engines, interleaved on the same workloads.
//!
//! - [`workload`]: input data
//! - [`stage`]: the stages that have rival engines
//! - [`task`]: an engine applied to a workload
//! - [`runner`]: the race: compares outputs, warms up, calibrates, and runs the
//!   engines interleaved in random order, for as long as its [`plan`] says
//! - [`outcome`]: what a race says of an engine
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

mod lane;
pub mod meter;
#[cfg(feature = "native")]
pub mod native;
pub mod outcome;
pub mod plan;
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

pub use lane::Candidate;
pub use outcome::Outcome;
pub use plan::Plan;
pub use race::Task;
pub use runner::{RaceWork, Runner};
pub use stage::Stage;
pub use workload::Workload;
