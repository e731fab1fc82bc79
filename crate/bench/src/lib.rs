//! Engines against each other: the same work, the same bytes, in turns.
//!
//! - [`workload`]: what is decoded
//! - [`stage`]: the stages that have rival engines
//! - [`subject`]: an engine at work on a workload
//! - [`contest`]: the race: outputs compared first, then warmed, calibrated,
//!   and run interleaved in random order
//! - [`statistics`]: medians, intervals and verdicts, and when there are
//!   rounds enough
//! - [`trust`]: whether the machine was quiet enough
//! - [`claim`]: published claims, and what results say of them
//! - [`report`]: JSON for programs
//! - [`table`]: tables for people
//! - [`meter`]: octets allocated
//! - `native`: what only a program of its own has (a feature)
//!
//! A contest owns no clock and no thread: the caller passes a clock in and
//! says how long to go on.

pub mod claim;
pub mod contest;
pub mod meter;
#[cfg(feature = "native")]
pub mod native;
pub mod report;
pub mod stage;
pub mod statistics;
pub mod subject;
pub mod table;
pub mod trust;
pub mod workload;

pub use contest::{Contest, Plan};
pub use stage::Stage;
pub use subject::Subject;
pub use workload::Workload;
