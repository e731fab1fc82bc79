//! One engine’s results.

use serde::Serialize;

use crate::statistics::{Estimate, Verdict};

/// Unit that times are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Unit {
    /// A byte of output.
    #[serde(rename = "ns/byte")]
    Byte,
    /// A field of a header list.
    #[serde(rename = "ns/field")]
    Field,
    /// An integer.
    #[serde(rename = "ns/integer")]
    Integer,
    /// A look-up in the static table.
    #[serde(rename = "ns/look-up")]
    LookUp,
    /// A header block.
    #[serde(rename = "ns/block")]
    Block,
    /// A frame.
    #[serde(rename = "ns/frame")]
    Frame,
}

impl Unit {
    /// Name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Byte => "ns/byte",
            Self::Field => "ns/field",
            Self::Integer => "ns/integer",
            Self::LookUp => "ns/look-up",
            Self::Block => "ns/block",
            Self::Frame => "ns/frame",
        }
    }
}

/// Difference between an engine's output and the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    /// Offset of the first byte that differs.
    pub at: usize,
    /// Some expected bytes from there on; empty at the end of the output.
    pub expected: Vec<u8>,
    /// Some actual bytes from there on; empty at the end of the output.
    pub found: Vec<u8>,
    /// Length of the expected output, bytes.
    pub expected_bytes: usize,
    /// Length of the actual output, bytes.
    pub found_bytes: usize,
}

impl Mismatch {
    pub(crate) fn between(expected: &[u8], found: &[u8]) -> Option<Self> {
        if expected == found {
            return None;
        }
        let at = expected
            .iter()
            .zip(found)
            .position(|(a, b)| a != b)
            .unwrap_or(expected.len().min(found.len()));
        let some = |bytes: &[u8]| bytes[at..bytes.len().min(at + 16)].to_vec();
        Some(Self {
            at,
            expected: some(expected),
            found: some(found),
            expected_bytes: expected.len(),
            found_bytes: found.len(),
        })
    }
}

/// Result of one engine on one workload.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Name of the stage.
    pub stage: String,
    /// Name of the workload.
    pub workload: String,
    /// Name of the engine.
    pub engine: String,
    /// Unit of times: “ns/byte”, “ns/field”.
    pub unit: Unit,
    /// Time: median and 99.9% interval; `None` after too few rounds or if the
    /// output differs.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub time: Option<Estimate>,
    /// Name of the engine that it is compared with.
    pub baseline: String,
    /// Median ratio of its time to the baseline's, by round: below 1 is faster.
    pub ratio: Option<f64>,
    /// Lower bound of the ratio.
    pub ratio_low: Option<f64>,
    /// Upper bound of the ratio.
    pub ratio_high: Option<f64>,
    /// Comparison with the baseline.
    pub verdict: Option<Verdict>,
    /// Bytes allocated per string, integer or block.
    pub bytes_allocated: Option<f64>,
    /// Bytes written in total, if engines can differ in it.
    pub bytes_written: Option<usize>,
    /// Difference of the output, because of which nothing was timed.
    pub mismatch: Option<Mismatch>,
    /// Whether rounds differ so much that small differences are unreliable.
    pub restless: bool,
    /// Whether its interval decides on the number of rounds: not for a baseline
    /// that others are compared with.
    pub decides: bool,
    /// Largest distance of the interval's bounds from the median, relative to it:
    /// of the ratio, or of the time if there is no ratio. `None` after too few
    /// rounds.
    pub within: Option<f64>,
    /// How far the baseline seemed to be from itself, relatively: no interval of a
    /// ratio is narrower. `None` if it was not raced against itself.
    pub noise: Option<f64>,
    /// Time of each round in the unit, in order.
    pub samples: Vec<f64>,
}

#[cfg(test)]
/// Outcome of an engine that was not timed.
pub(crate) fn untimed() -> Outcome {
    Outcome {
        stage: "huffman".to_owned(),
        workload: "prose".to_owned(),
        engine: "new".to_owned(),
        unit: Unit::Byte,
        time: None,
        baseline: "old".to_owned(),
        ratio: None,
        ratio_low: None,
        ratio_high: None,
        verdict: None,
        bytes_allocated: None,
        bytes_written: None,
        mismatch: None,
        restless: false,
        decides: true,
        within: None,
        noise: None,
        samples: Vec::new(),
    }
}
