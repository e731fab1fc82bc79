//! Medians with intervals that hold whatever the times are distributed like:
//! bounds are order statistics, whose ranks the binomial distribution gives.

use serde::Serialize;

/// How sure the intervals are: 99.9%.
pub const CONFIDENCE: f64 = 0.999;

/// The fewest samples that an interval of that confidence can be had from.
pub const FEWEST: usize = 11;

/// An interval that reaches no further than this from its median, as a part
/// of it, is narrow: more rounds would tell little more.
pub const NARROW: f64 = 0.025;

/// When a race has rounds enough: its intervals are looked at after `first`
/// rounds, after twice as many, and so on; it ends when they are narrow or
/// after `most` rounds.
///
/// An interval that is looked at several times has several chances to be
/// wrong. What [`CONFIDENCE`] leaves to chance is shared among the looks, so
/// that the interval at which the race ends holds with that confidence,
/// whatever made it end there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Rounds before the first look.
    pub first: u32,
    /// Rounds after which there are no more.
    pub most: u32,
}

impl Looks {
    /// After this number of rounds, and no other.
    #[must_use]
    pub const fn once(rounds: u32) -> Self {
        Self {
            first: rounds,
            most: rounds,
        }
    }

    /// How many looks there are at most.
    #[must_use]
    pub fn count(self) -> u32 {
        let mut rounds = self.first.max(1);
        let mut count = 1;
        while rounds < self.most {
            rounds = rounds.saturating_mul(2);
            count += 1;
        }
        count
    }

    /// Rounds before the look after the one at `rounds`; `None` where that
    /// was the last.
    #[must_use]
    pub fn after(self, rounds: u32) -> Option<u32> {
        (rounds < self.most).then(|| rounds.saturating_mul(2).min(self.most))
    }
}

/// A median and the interval that holds the true one with [`CONFIDENCE`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Estimate {
    /// Half of the samples are below.
    pub median: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Estimate {
    /// Of the `samples`, which are looked at `looks` times in all; `None` where
    /// they are too few, fewer than [`FEWEST`] at a single look.
    #[must_use]
    pub fn of(samples: &[f64], looks: u32) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let rank = lower_rank(sorted.len(), looks)?;
        let middle = sorted.len() / 2;
        let median = if sorted.len() % 2 == 1 {
            sorted[middle]
        } else {
            f64::midpoint(sorted[middle - 1], sorted[middle])
        };
        Some(Self {
            median,
            low: sorted[rank],
            high: sorted[sorted.len() - 1 - rank],
        })
    }

    /// How far the interval reaches from the median, as a part of it.
    #[must_use]
    pub fn within(&self) -> f64 {
        (self.high - self.median).max(self.median - self.low) / self.median
    }

    /// Whether more rounds would tell little more.
    #[must_use]
    pub fn is_narrow(&self) -> bool {
        self.within() <= NARROW
    }
}

/// The rank (from 0) of the sample that bounds the median from below; the one
/// as far from the other end bounds it from above.
fn lower_rank(samples: usize, looks: u32) -> Option<usize> {
    // P(at most `rank` of the samples lie below the median) must stay within
    // half of what is left to chance at this look.
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

/// What can be said of an engine beside the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Verdict {
    /// It is the baseline.
    #[serde(rename = "baseline")]
    Baseline,
    /// The whole interval of the ratio lies below 1.
    #[serde(rename = "faster")]
    Faster,
    /// The whole interval of the ratio lies above 1.
    #[serde(rename = "slower")]
    Slower,
    /// The interval of the ratio holds 1.
    #[serde(rename = "no detectable difference")]
    NoDifference,
}

impl Verdict {
    /// As the JSON has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::NoDifference => "no detectable difference",
        }
    }

    /// Of an engine whose time over the baseline's is `ratio`.
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

/// The ratio of times measured in pairs, round by round, which are looked at
/// `looks` times in all.
#[must_use]
pub fn ratio(times: &[f64], baseline: &[f64], looks: u32) -> Option<Estimate> {
    let ratios: Vec<f64> = times
        .iter()
        .zip(baseline)
        .filter(|(_, base)| **base > 0.0)
        .map(|(time, base)| time / base)
        .collect();
    Estimate::of(&ratios, looks)
}

/// The middle half of the `samples` over their median; `None` if there are none
/// or the median is 0.
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

    /// The confidence that ranks have, summed the plain way.
    fn coverage(samples: usize, rank: usize) -> f64 {
        let choose = |k: usize| (0..k).fold(1.0, |c, i| c * (samples - i) as f64 / (i + 1) as f64);
        let tail: f64 = (0..=rank).map(choose).sum::<f64>() * 0.5_f64.powi(samples as i32);
        1.0 - 2.0 * tail
    }

    #[test]
    fn ranks_are_the_narrowest_that_hold() {
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
    fn looks_double_the_rounds_up_to_the_limit() {
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
    fn a_drift_that_both_share_leaves_the_ratio_alone() {
        let baseline: Vec<f64> = (0..31).map(|i| 10.0 + f64::from(i)).collect();
        let times: Vec<f64> = baseline.iter().map(|time| time * 0.5).collect();
        let ratio = ratio(&times, &baseline, 1).unwrap();
        assert_eq!((ratio.low, ratio.median, ratio.high), (0.5, 0.5, 0.5));
    }

    #[test]
    fn spread_of_the_middle_half() {
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
        fn bounds_hold_the_median(samples in prop::collection::vec(0.0..1e9_f64, 0..80)) {
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
