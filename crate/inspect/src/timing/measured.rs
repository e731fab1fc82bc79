//! Statistics of repeated measurements.

use serde::Serialize;

/// Quartiles of the rounds, nanoseconds per replay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Measured {
    /// Median.
    pub median: f64,
    /// First quartile.
    pub low: f64,
    /// Third quartile.
    pub high: f64,
}

impl Measured {
    /// Quartiles of `samples`; `None` if empty.
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |quarter: f64| {
            let place = quarter * (sorted.len() - 1) as f64 / 4.0;
            let (below, part) = (place.floor() as usize, place.fract());
            let above = (below + 1).min(sorted.len() - 1);
            sorted[below] + (sorted[above] - sorted[below]) * part
        };
        (!sorted.is_empty()).then(|| Self {
            median: at(2.0),
            low: at(1.0),
            high: at(3.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpolates_quartiles() {
        type Quartiles = (f64, f64, f64);
        let cases: [(&[f64], Option<Quartiles>); 4] = [
            (&[], None),
            (&[5.0], Some((5.0, 5.0, 5.0))),
            (&[3.0, 1.0, 2.0], Some((1.5, 2.0, 2.5))),
            (&[1.0, 2.0, 3.0, 4.0, 100.0], Some((2.0, 3.0, 4.0))),
        ];
        for (samples, expected) in cases {
            let found = Measured::of(samples).map(|m| (m.low, m.median, m.high));
            assert_eq!(found, expected, "{samples:?}");
        }
    }
}
