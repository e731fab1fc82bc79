//! Confidence in a run.

use serde::Serialize;

use crate::{
    runner::Outcome,
    statistics::{NARROW, Verdict},
};

/// Level of confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TrustLevel"))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Rounds agree, and every interval is narrow.
    Quiet,
    /// Rounds differ, but there were enough to make every interval narrow.
    Restless,
    /// Some intervals are wide.
    Unsure,
}

/// Confidence in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkTrust")
)]
pub struct Trust {
    /// Level of confidence.
    pub level: Level,
    /// A sentence with the figures that it is based on.
    pub sentence: String,
}

/// Returns the confidence in the timed outcomes; `None` if nothing was timed.
#[must_use]
pub fn trust(outcomes: &[Outcome]) -> Option<Trust> {
    let timed = outcomes.iter().filter(|one| !one.samples.is_empty());
    let timed: Vec<&Outcome> = timed.collect();
    let rounds = timed.iter().map(|one| one.samples.len()).max()?;
    let restless = timed.iter().filter(|one| one.restless).count();
    // The baseline does not count if others are compared with it.
    let deciding = || timed.iter().filter(|one| one.decides);
    let is_ratio = |one: &&Outcome| one.verdict.is_some_and(|of| of != Verdict::Baseline);
    let what = if deciding().any(is_ratio) {
        "ratio"
    } else {
        "time"
    };
    let known: Option<Vec<f64>> = deciding().map(|one| one.within).collect();
    let known = known.unwrap_or_default();
    let wide = known.iter().filter(|&&within| within > NARROW).count();
    let widest = known.iter().copied().reduce(f64::max);
    let within = percent(widest.unwrap_or_default());
    let noise = format!(
        "The machine was noisy in {restless} of {} measurements",
        timed.len()
    );
    let (level, sentence) = match (widest, wide, restless) {
        (None, ..) => (
            Level::Unsure,
            format!("Too few rounds ({rounds}) to say how far the figures can be trusted."),
        ),
        (_, 0, 0) => (
            Level::Quiet,
            format!("The machine was quiet: every {what} is known to within {within}."),
        ),
        (_, 0, _) => (
            Level::Restless,
            format!(
                "{noise}, but {rounds} rounds were enough: every {what} is known to within {within}."
            ),
        ),
        (_, wide, restless) => {
            let why = if restless > 0 {
                &noise
            } else {
                "Too few rounds"
            };
            let (all, are) = (known.len(), if wide == 1 { "is" } else { "are" });
            let sentence = format!(
                "{why}: after {rounds} rounds, {wide} of {all} {what}s {are} uncertain by at least {within}."
            );
            (Level::Unsure, sentence)
        }
    };
    Some(Trust { level, sentence })
}

/// Formats a bound, rounded up.
fn percent(part: f64) -> String {
    let tenths = (part * 1000.0).ceil();
    if tenths < 100.0 {
        format!("{:.1}%", tenths / 10.0)
    } else {
        format!("{:.0}%", (tenths / 10.0).ceil())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::tests;

    fn outcome(verdict: Verdict, within: Option<f64>, restless: bool) -> Outcome {
        Outcome {
            verdict: Some(verdict),
            restless,
            decides: verdict != Verdict::Baseline,
            within,
            samples: vec![1.0; 82],
            ..tests::outcome()
        }
    }

    #[test]
    fn trust_depends_on_the_widest_interval() {
        let baseline = || outcome(Verdict::Baseline, Some(0.4), false);
        let narrow = |restless| outcome(Verdict::Faster, Some(0.0121), restless);
        let wide = |restless| outcome(Verdict::NoDifference, Some(0.3), restless);
        let cases = [
            (
                vec![baseline(), narrow(false)],
                Level::Quiet,
                "The machine was quiet: every ratio is known to within 1.3%.",
            ),
            (
                vec![baseline(), narrow(true)],
                Level::Restless,
                "The machine was noisy in 1 of 2 measurements, but 82 rounds were enough: every ratio is known to within 1.3%.",
            ),
            (
                vec![baseline(), narrow(true), wide(true)],
                Level::Unsure,
                "The machine was noisy in 2 of 3 measurements: after 82 rounds, 1 of 2 ratios is uncertain by at least 30%.",
            ),
            (
                vec![baseline(), wide(false)],
                Level::Unsure,
                "Too few rounds: after 82 rounds, 1 of 1 ratios is uncertain by at least 30%.",
            ),
            (
                vec![outcome(Verdict::Faster, None, false)],
                Level::Unsure,
                "Too few rounds (82) to say how far the figures can be trusted.",
            ),
        ];
        for (outcomes, level, sentence) in cases {
            let trust = trust(&outcomes).unwrap();
            assert_eq!((trust.level, trust.sentence.as_str()), (level, sentence));
        }
        assert_eq!(trust(&[]), None);
    }
}
