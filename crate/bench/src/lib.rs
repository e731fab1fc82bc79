//! Engines against each other: the same work, the same bytes, in turns.
//!
//! - [`workload`]: what is decoded
//! - [`stage`]: the stages that have rival engines
//! - [`task`]: an engine at work on a workload
//! - [`runner`]: the race: outputs compared first, then warmed, calibrated,
//!   and run interleaved in random order
//! - [`statistics`]: medians, intervals and verdicts, and when there are
//!   rounds enough
//! - [`trust`]: whether the machine was quiet enough
//! - [`published_claim`]: published claims, and what results say of them
//! - [`report`]: JSON for programs
//! - [`table`]: human-readable tables
//! - [`meter`]: bytes allocated
//! - `native`: what only a program of its own has (a feature)
//!
//! A runner owns no clock and no thread: the caller passes a clock in and
//! says how long to go on.

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
