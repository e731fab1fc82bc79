//! Whether a run can be trusted, which is said before what it found out.

use serde::Serialize;

use crate::{
    runner::Outcome,
    statistics::{NARROW, Verdict},
};

/// How far a run can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TrustLevel"))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The rounds agree, and every interval is narrow.
    Quiet,
    /// The rounds differ; there were enough of them to make every interval
    /// narrow.
    Restless,
    /// Some intervals stayed wide.
    Unsure,
}

/// What is to be thought of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkTrust")
)]
pub struct Trust {
    /// In a word.
    pub level: Level,
    /// In a sentence, with the figures that it rests on.
    pub sentence: String,
}

/// Of what was timed; `None` where nothing was.
#[must_use]
pub fn trust(outcomes: &[Outcome]) -> Option<Trust> {
    let timed: Vec<&Outcome> = outcomes
        .iter()
        .filter(|one| !one.samples.is_empty())
        .collect();
    let rounds = timed.iter().map(|one| one.samples.len()).max()?;
    let restless = timed.iter().filter(|one| one.restless).count();
    // A baseline that others are compared with is known by their ratios.
    let deciding: Vec<&&Outcome> = timed.iter().filter(|one| one.decides).collect();
    let is_ratio = |one: &&&Outcome| one.verdict.is_some_and(|of| of != Verdict::Baseline);
    let what = if deciding.iter().any(is_ratio) {
        "ratio"
    } else {
        "time"
    };
    let is_wide = |one: &&&&Outcome| one.within.is_none_or(|within| within > NARROW);
    let wide = deciding.iter().filter(is_wide).count();
    let widest = deciding
        .iter()
        .filter_map(|one| one.within)
        .reduce(f64::max);
    let Some(widest) = widest.filter(|_| deciding.iter().all(|one| one.within.is_some())) else {
        return Some(Trust {
            level: Level::Unsure,
            sentence: format!(
                "Too few rounds ({rounds}) to say how far the figures can be trusted."
            ),
        });
    };
    let (all, within) = (deciding.len(), percent(widest));
    let noise = format!("noisy in {restless} of {} measurements", timed.len());
    let (level, sentence) = if wide > 0 {
        let why = if restless > 0 {
            format!("The machine was {noise}")
        } else {
            "Too few rounds".to_owned()
        };
        (
            Level::Unsure,
            format!(
                "{why}: after {rounds} rounds, {wide} of {all} {what}s {} known to no better than {within}.",
                if wide == 1 { "is" } else { "are" }
            ),
        )
    } else if restless > 0 {
        (
            Level::Restless,
            format!(
                "The machine was {noise}, but {rounds} rounds were enough: every {what} is known to within {within}."
            ),
        )
    } else {
        (
            Level::Quiet,
            format!("The machine was quiet: every {what} is known to within {within}."),
        )
    };
    Some(Trust { level, sentence })
}

/// Rounded up: a bound is not to be made narrower.
fn percent(part: f64) -> String {
    let tenths = (part * 1000.0).ceil();
    if tenths < 100.0 {
        format!("{:.1} %", tenths / 10.0)
    } else {
        format!("{:.0} %", (tenths / 10.0).ceil())
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
    fn what_is_said_rests_on_the_widest_interval() {
        let baseline = || outcome(Verdict::Baseline, Some(0.4), false);
        let narrow = |restless| outcome(Verdict::Faster, Some(0.0121), restless);
        let wide = |restless| outcome(Verdict::NoDifference, Some(0.3), restless);
        let cases = [
            (
                vec![baseline(), narrow(false)],
                Level::Quiet,
                "The machine was quiet: every ratio is known to within 1.3 %.",
            ),
            (
                vec![baseline(), narrow(true)],
                Level::Restless,
                "The machine was noisy in 1 of 2 measurements, but 82 rounds were enough: every ratio is known to within 1.3 %.",
            ),
            (
                vec![baseline(), narrow(true), wide(true)],
                Level::Unsure,
                "The machine was noisy in 2 of 3 measurements: after 82 rounds, 1 of 2 ratios is known to no better than 30 %.",
            ),
            (
                vec![baseline(), wide(false)],
                Level::Unsure,
                "Too few rounds: after 82 rounds, 1 of 1 ratios is known to no better than 30 %.",
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
