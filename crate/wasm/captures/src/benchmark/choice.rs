//! What a person chose to measure.

use bench::{Plan, statistics::Looks};
use serde::Deserialize;

/// What is to be measured.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkChoice")
)]
pub(crate) struct Choice {
    /// A stage's name.
    pub(super) stage: String,
    /// Engines' names.
    pub(super) engines: Vec<String>,
    /// Names of workloads, or of inputs that were added.
    pub(super) workloads: Vec<String>,
    /// The engine that the others are compared with.
    pub(super) baseline: String,
    /// How carefully.
    pub(super) care: Care,
}

/// How long to measure: fewer or more rounds.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Care {
    Quick,
    Usual,
    Thorough,
}

impl Care {
    pub(super) fn plan(self) -> Plan {
        match self {
            Self::Quick => Plan {
                rounds: Plan::QUICK.rounds,
                batch: 4e5,
                ticks: 40.0,
                warm: 30e6,
            },
            Self::Usual => Plan::BROWSER,
            Self::Thorough => Plan {
                rounds: Looks {
                    first: 151,
                    most: 604,
                },
                ..Plan::BROWSER
            },
        }
    }
}
