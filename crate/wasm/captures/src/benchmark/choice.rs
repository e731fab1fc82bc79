//! The user's choice of what to measure.

use bench::{Plan, statistics::Looks};
use serde::Deserialize;

/// What to measure.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkChoice")
)]
pub(crate) struct Choice {
    /// Name of the stage.
    pub(super) stage: String,
    /// Names of the engines.
    pub(super) engines: Vec<String>,
    /// Names of workloads, or of added inputs.
    pub(super) workloads: Vec<String>,
    /// The engine that the others are compared with.
    pub(super) baseline: String,
    pub(super) care: Care,
}

/// How long to measure.
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
                heats: Looks {
                    first: 13,
                    most: 52,
                },
                ..Plan::BROWSER
            },
            Self::Usual => Plan::BROWSER,
            Self::Thorough => Plan {
                heats: Looks {
                    first: 104,
                    most: 832,
                },
                ..Plan::BROWSER
            },
        }
    }
}
