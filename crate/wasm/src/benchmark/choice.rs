//! What a person chose to measure.

use bench::{Plan, statistics::Looks};
use serde::Deserialize;

/// `BenchmarkChoice` on the page.
#[derive(Deserialize)]
pub(super) struct Choice {
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

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Care {
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
