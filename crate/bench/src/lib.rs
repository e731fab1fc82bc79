//! Engines against each other: the same work, the same bytes, in turns.
//!
//! - [`workload`]: what is decoded
//! - [`stage`]: the stages that have rival engines
//! - [`subject`]: an engine at work on a workload
//! - [`contest`]: the race: outputs compared first, then warmed, calibrated,
//!   and run interleaved in random order
//! - [`statistics`]: medians, intervals and verdicts
//! - [`report`]: JSON, and tables for people
//! - [`meter`]: octets allocated
//!
//! The crate owns no clock and no thread: whoever runs a contest hands a
//! clock in and says how long to go on.

pub mod contest;
pub mod meter;
pub mod report;
pub mod stage;
pub mod statistics;
pub mod subject;
pub mod workload;

pub use contest::{Contest, Plan};
pub use stage::Stage;
pub use subject::Subject;
pub use workload::Workload;
