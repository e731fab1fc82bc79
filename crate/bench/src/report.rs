//! Results as JSON.

use serde::Serialize;

use crate::{
    Outcome,
    published_claim::{PublishedClaim, claims},
    trust::{Trust, trust},
};

/// The JSON of `bench`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report<'a> {
    /// `hpack-inspector-bench/1`.
    pub schema: &'static str,
    /// Processor, system and versions.
    pub machine: &'a str,
    /// Resolution of the clock, nanoseconds.
    pub clock_ns: f64,
    /// Confidence in the run.
    pub trust: Option<Trust>,
    /// Results by stage, workload and engine.
    pub results: &'a [Outcome],
    /// Published claims, checked by the results.
    pub claims: Vec<PublishedClaim>,
}

impl<'a> Report<'a> {
    /// Returns the report of `results`, measured on `machine` with a clock of that
    /// resolution in nanoseconds.
    #[must_use]
    pub fn new(machine: &'a str, clock_ns: f64, results: &'a [Outcome]) -> Self {
        Self {
            schema: "hpack-inspector-bench/1",
            machine,
            clock_ns,
            trust: trust(results.iter().map(|one| (one.workload.as_str(), one))),
            results,
            claims: claims(results),
        }
    }
}
