//! Confidence in a run.

use serde::Serialize;

use crate::{
    Outcome,
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

/// Number of inputs that a sentence names.
const NAMED: usize = 3;

/// Returns the confidence in the timed outcomes, each with the name of its
/// input; `None` if nothing was timed.
#[must_use]
pub fn trust<'a>(outcomes: impl IntoIterator<Item = (&'a str, &'a Outcome)>) -> Option<Trust> {
    let all = outcomes.into_iter();
    let timed: Vec<_> = all.filter(|(_, one)| !one.samples.is_empty()).collect();
    let rounds = timed.iter().map(|(_, one)| one.samples.len()).max()?;
    let restless = timed.iter().any(|(_, one)| one.restless);
    // The baseline does not count if others are compared with it.
    let deciding = || timed.iter().filter(|(_, one)| one.decides);
    let is_ratio = |one: &Outcome| one.verdict.is_some_and(|of| of != Verdict::Baseline);
    let what = if deciding().any(|(_, one)| is_ratio(one)) {
        "ratio"
    } else {
        "time"
    };
    let known: Option<Vec<_>> = deciding()
        .map(|&(input, one)| Some((input, one.within?)))
        .collect();
    let known = known.unwrap_or_default();
    let widest = known.iter().map(|&(_, within)| within).reduce(f64::max);
    let within = percent(widest.unwrap_or_default());
    let mut wide: Vec<&str> = Vec::new();
    for (input, within) in known {
        if within > NARROW && !wide.contains(&input) {
            wide.push(input);
        }
    }
    let others = if wide.len() > NAMED {
        " and others"
    } else {
        ""
    };
    wide.truncate(NAMED);
    let (level, sentence) = match (widest, &wide[..], restless) {
        (None, ..) => (
            Level::Unsure,
            format!("Too few rounds ({rounds}) to say how far the figures can be trusted."),
        ),
        (_, [], false) => (
            Level::Quiet,
            format!("The machine was quiet: every {what} is known to within {within}."),
        ),
        (_, [], true) => (
            Level::Restless,
            format!(
                "The machine was noisy, but {rounds} rounds were enough: every {what} is known to within {within}."
            ),
        ),
        (_, wide, restless) => {
            let why = if restless {
                "The machine was noisy"
            } else {
                "There were too few rounds"
            };
            let inputs = wide.join("”, “");
            let sentence = format!(
                "{why}: after {rounds} rounds, the {what} is known only to within {within} on “{inputs}”{others}."
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
    use crate::outcome::untimed;

    fn outcome(verdict: Verdict, within: Option<f64>, restless: bool) -> Outcome {
        Outcome {
            verdict: Some(verdict),
            restless,
            decides: verdict != Verdict::Baseline,
            within,
            samples: vec![1.0; 82],
            ..untimed()
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
                "The machine was noisy, but 82 rounds were enough: every ratio is known to within 1.3%.",
            ),
            (
                vec![baseline(), narrow(true), wide(true), wide(true)],
                Level::Unsure,
                "The machine was noisy: after 82 rounds, the ratio is known only to within 30% on “c”, “d”.",
            ),
            (
                vec![wide(true), wide(true), wide(true), wide(true), wide(true)],
                Level::Unsure,
                "The machine was noisy: after 82 rounds, the ratio is known only to within 30% on “a”, “b”, “c” and others.",
            ),
            (
                vec![baseline(), wide(false)],
                Level::Unsure,
                "There were too few rounds: after 82 rounds, the ratio is known only to within 30% on “b”.",
            ),
            (
                vec![outcome(Verdict::Faster, None, false)],
                Level::Unsure,
                "Too few rounds (82) to say how far the figures can be trusted.",
            ),
        ];
        for (outcomes, level, sentence) in cases {
            let trust = trust(["a", "b", "c", "d", "e"].into_iter().zip(&outcomes)).unwrap();
            assert_eq!((trust.level, trust.sentence.as_str()), (level, sentence));
        }
        assert_eq!(trust([]), None);
    }
}
