//! Medians with distribution-free confidence intervals: their bounds are order
//! statistics with ranks from the binomial distribution.

use serde::Serialize;

/// Confidence of the intervals.
pub const CONFIDENCE: f64 = 0.999;

/// Fewest samples for an interval of that confidence.
pub const FEWEST: usize = 11;

/// Largest distance of a narrow interval's bounds from the median, relative to it.
pub const NARROW: f64 = 0.025;

/// Group-sequential stopping rule: the intervals are examined after `first`
/// heats, after twice as many, and so on. The race ends when they are narrow, or
/// after `most` heats.
///
/// Each look is another chance of error, so the error probability that
/// [`CONFIDENCE`] leaves is divided among the looks (Bonferroni). The final
/// interval then has that confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Number of heats at the first look.
    pub first: u32,
    /// Largest number of heats.
    pub most: u32,
}

impl Looks {
    /// One look after `heats` heats.
    #[must_use]
    pub const fn once(heats: u32) -> Self {
        Self {
            first: heats,
            most: heats,
        }
    }

    /// Largest number of looks.
    #[must_use]
    pub fn count(self) -> u32 {
        let mut heats = self.first.max(1);
        let mut count = 1;
        while heats < self.most {
            heats = heats.saturating_mul(2);
            count += 1;
        }
        count
    }

    /// Number of heats at the look after the one at `heats`; `None` if that was the
    /// last.
    #[must_use]
    pub fn after(self, heats: u32) -> Option<u32> {
        (heats < self.most).then(|| heats.saturating_mul(2).min(self.most))
    }
}

/// A median and its interval with [`CONFIDENCE`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Estimate {
    /// Median of the samples.
    pub median: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Estimate {
    /// Estimates the median of `samples`, with `looks` looks in total; `None` if
    /// there are too few samples (fewer than [`FEWEST`] for one look).
    #[must_use]
    pub fn of(samples: &[f64], looks: u32) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let rank = lower_rank(sorted.len(), looks)?;
        Some(Self {
            median: middle(&sorted),
            low: sorted[rank],
            high: sorted[sorted.len() - 1 - rank],
        })
    }

    /// Makes the bounds at least a factor of 1 + `part` from the median.
    #[must_use]
    pub fn widened(self, part: f64) -> Self {
        Self {
            low: self.low.min(self.median / (1.0 + part)),
            high: self.high.max(self.median * (1.0 + part)),
            ..self
        }
    }

    /// Largest distance of the bounds from the median, relative to it.
    #[must_use]
    pub fn within(&self) -> f64 {
        (self.high - self.median).max(self.median - self.low) / self.median
    }

    /// Whether the bounds are within [`NARROW`] of the median.
    #[must_use]
    pub fn is_narrow(&self) -> bool {
        self.within() <= NARROW
    }
}

/// Rank (from 0) of the lower bound; the upper bound has the same rank from the
/// other end.
fn lower_rank(samples: usize, looks: u32) -> Option<usize> {
    // P(at most `rank` of the samples are below the median) must be at most half of
    // the error probability of this look.
    let left = (1.0 - CONFIDENCE) / f64::from(looks.max(1)) / 2.0;
    let mut term = 0.5_f64.powi(i32::try_from(samples).ok()?);
    let mut sum = term;
    if samples == 0 || sum > left {
        return None;
    }
    let mut rank = 0;
    while rank + 1 < samples / 2 {
        term *= (samples - rank) as f64 / (rank + 1) as f64;
        sum += term;
        if sum > left {
            break;
        }
        rank += 1;
    }
    Some(rank)
}

/// Comparison of an engine with the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Verdict {
    /// It is the baseline.
    #[serde(rename = "baseline")]
    Baseline,
    /// The interval of the ratio is below 1.
    #[serde(rename = "faster")]
    Faster,
    /// The interval of the ratio is above 1.
    #[serde(rename = "slower")]
    Slower,
    /// The interval of the ratio contains 1.
    #[serde(rename = "no detectable difference")]
    NoDifference,
}

impl Verdict {
    /// Name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::NoDifference => "no detectable difference",
        }
    }

    /// Verdict for the ratio of an engine's time to the baseline's.
    #[must_use]
    pub fn of(ratio: &Estimate) -> Self {
        if ratio.high < 1.0 {
            Self::Faster
        } else if ratio.low > 1.0 {
            Self::Slower
        } else {
            Self::NoDifference
        }
    }
}

/// Ratios of times measured in pairs by round.
pub(crate) fn ratios(times: &[f64], baseline: &[f64]) -> Vec<f64> {
    let pairs = times.iter().zip(baseline);
    let measured = pairs.filter(|(_, base)| **base > 0.0);
    measured.map(|(time, base)| time / base).collect()
}

/// Medians of each `length` consecutive samples, without an incomplete last group.
pub(crate) fn medians(samples: &[f64], length: usize) -> Vec<f64> {
    let groups = samples.chunks_exact(length.max(1));
    let median = |group: &[f64]| {
        let mut sorted = group.to_vec();
        sorted.sort_by(f64::total_cmp);
        middle(&sorted)
    };
    groups.map(median).collect()
}

/// Median of sorted samples, of which there is at least one.
fn middle(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    }
}

/// Interquartile range of the `samples` relative to their median; `None` if there
/// are none or the median is 0.
pub(crate) fn spread(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let at = |quarters: usize| {
        let (below, part) = (quarters * last / 4, (quarters * last % 4) as f64 / 4.0);
        sorted[below] + (sorted[(below + 1).min(last)] - sorted[below]) * part
    };
    (at(2) > 0.0).then(|| (at(3) - at(1)) / at(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Confidence of a rank, by direct summation.
    fn coverage(samples: usize, rank: usize) -> f64 {
        let choose = |k: usize| (0..k).fold(1.0, |c, i| c * (samples - i) as f64 / (i + 1) as f64);
        let tail: f64 = (0..=rank).map(choose).sum::<f64>() * 0.5_f64.powi(samples as i32);
        1.0 - 2.0 * tail
    }

    #[test]
    fn ranks_are_the_narrowest() {
        assert_eq!(lower_rank(FEWEST - 1, 1), None);
        assert_eq!(lower_rank(FEWEST, 1), Some(0));
        for looks in 1..5 {
            let wanted = 1.0 - (1.0 - CONFIDENCE) / f64::from(looks);
            for samples in FEWEST + 3..200 {
                let rank = lower_rank(samples, looks).unwrap();
                assert!(coverage(samples, rank) >= wanted, "{samples}");
                assert!(coverage(samples, rank + 1) < wanted, "{samples}");
            }
        }
    }

    #[test]
    fn looks_double_the_rounds() {
        let looks = Looks {
            first: 41,
            most: 300,
        };
        let all: Vec<u32> =
            std::iter::successors(Some(looks.first), |&rounds| looks.after(rounds)).collect();
        assert_eq!(all, [41, 82, 164, 300]);
        assert_eq!(looks.count(), 4);
        assert_eq!(Looks::once(21).after(21), None);
        assert_eq!(Looks::once(21).count(), 1);
    }

    #[test]
    fn verdicts() {
        let cases = [
            (0.5, 0.6, Verdict::Faster),
            (1.1, 1.2, Verdict::Slower),
            (0.9, 1.1, Verdict::NoDifference),
            (0.9, 1.0, Verdict::NoDifference),
        ];
        for (low, high, verdict) in cases {
            let ratio = Estimate {
                median: f64::midpoint(low, high),
                low,
                high,
            };
            assert_eq!(Verdict::of(&ratio), verdict);
        }
    }

    #[test]
    fn a_common_drift_does_not_change_the_ratio() {
        let baseline: Vec<f64> = (0..31).map(|i| 10.0 + f64::from(i)).collect();
        let times: Vec<f64> = baseline.iter().map(|time| time * 0.5).collect();
        let ratio = Estimate::of(&ratios(&times, &baseline), 1).unwrap();
        assert_eq!((ratio.low, ratio.median, ratio.high), (0.5, 0.5, 0.5));
    }

    #[test]
    fn medians_of_whole_heats() {
        let samples = [3.0, 1.0, 2.0, 9.0, 7.0, 8.0, 5.0];
        assert_eq!(medians(&samples, 1), samples);
        assert_eq!(medians(&samples, 3), [2.0, 8.0]);
        assert_eq!(medians(&samples, 2), [2.0, 5.5, 7.5]);
        assert!(medians(&samples, 8).is_empty());
    }

    #[test]
    fn an_interval_is_never_narrower_than_the_noise() {
        let narrow = Estimate {
            median: 2.0,
            low: 1.98,
            high: 2.6,
        };
        let Estimate { median, low, high } = narrow.widened(0.25);
        assert_eq!((median, low, high), (2.0, 1.6, 2.6));
        assert_eq!(narrow.widened(0.0), narrow);
    }

    #[test]
    fn spread_is_relative_to_the_median() {
        let cases: [(&[f64], Option<f64>); 5] = [
            (&[], None),
            (&[0.0], None),
            (&[5.0], Some(0.0)),
            (&[3.0, 1.0, 2.0], Some(0.5)),
            (&[1.0, 2.0, 3.0, 4.0, 100.0], Some(2.0 / 3.0)),
        ];
        for (samples, expected) in cases {
            assert_eq!(spread(samples), expected, "{samples:?}");
        }
    }

    proptest! {
        #[test]
        fn bounds_contain_the_median(samples in prop::collection::vec(0.0..1e9_f64, 0..80)) {
            match Estimate::of(&samples, 1) {
                None => prop_assert!(samples.len() < FEWEST),
                Some(Estimate { median, low, high }) => {
                    prop_assert!(low <= median && median <= high);
                    prop_assert!(samples.contains(&low) && samples.contains(&high));
                }
            }
        }
    }
}
