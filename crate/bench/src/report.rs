//! What a benchmark found out, for programs.

use serde::Serialize;

use crate::{
    published_claim::{PublishedClaim, claims},
    runner::Outcome,
    trust::{Trust, trust},
};

/// The JSON of `bench`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report<'a> {
    /// `hpack-inspector-bench/1`.
    pub schema: &'static str,
    /// Processor, system, versions.
    pub machine: &'a str,
    /// The smallest difference that the clock showed, nanoseconds.
    pub clock_ns: f64,
    /// Whether the machine was quiet enough.
    pub trust: Option<Trust>,
    /// Every engine on every workload.
    pub results: &'a [Outcome],
    /// What they say of published claims.
    pub claims: Vec<PublishedClaim>,
}

impl<'a> Report<'a> {
    /// Of `results`, measured on `machine` with a clock of that resolution.
    #[must_use]
    pub fn new(machine: &'a str, clock_ns: f64, results: &'a [Outcome]) -> Self {
        Self {
            schema: "hpack-inspector-bench/1",
            machine,
            clock_ns,
            trust: trust(results),
            results,
            claims: claims(results),
        }
    }
}
