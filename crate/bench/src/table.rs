//! Results as human-readable tables.

use std::io::{self, Write};

use crate::{
    Outcome,
    published_claim::{Holds, PublishedClaim},
    statistics::Verdict,
    trust::trust,
};

/// Writes the confidence in the run, and a table for each workload.
///
/// # Errors
/// Errors of `out`.
pub fn write(out: &mut impl Write, results: &[Outcome]) -> io::Result<()> {
    if let Some(trust) = trust(results.iter().map(|one| (one.workload.as_str(), one))) {
        writeln!(out, "{}\n", trust.sentence)?;
    }
    let same = |a: &Outcome, b: &Outcome| a.stage == b.stage && a.workload == b.workload;
    for (number, group) in results.chunk_by(same).enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let first = &group[0];
        writeln!(
            out,
            "{}, {}: {}, median [99.9% interval], compared with {}",
            first.stage,
            first.workload,
            first.unit.name(),
            first.baseline
        )?;
        let lines: Vec<[String; 4]> = group.iter().map(line).collect();
        let [engine, time, ratio, bytes] = [0, 1, 2, 3].map(|cell| {
            let widths = lines.iter().map(|line| line[cell].chars().count());
            widths.max().unwrap_or(0)
        });
        for ([a, b, c, d], outcome) in lines.iter().zip(group) {
            writeln!(
                out,
                "  {a:<engine$}  {b:>time$}  {c:>ratio$}  {d:>bytes$}  {}",
                verdict(outcome)
            )?;
        }
        if group.iter().any(|outcome| outcome.restless) {
            writeln!(
                out,
                "  ~ rounds differ by more than 5%: small differences mean little"
            )?;
        }
    }
    Ok(())
}

/// Writes published claims and the results about them.
///
/// # Errors
/// Errors of `out`.
pub fn write_claims(out: &mut impl Write, claims: &[PublishedClaim]) -> io::Result<()> {
    for claim in claims {
        let holds = match claim.holds {
            Holds::Yes => "It holds here.",
            Holds::Partly => "It holds here in part.",
            Holds::No => "It does not hold here.",
        };
        writeln!(out, "\nClaimed: {}", claim.claimed)?;
        writeln!(out, "Seen: {} {holds}", claim.seen)?;
    }
    Ok(())
}

/// Engine, time, ratio and bytes.
fn line(outcome: &Outcome) -> [String; 4] {
    let interval =
        |median, low, high| format!("{} [{}–{}]", figure(median), figure(low), figure(high));
    let time = outcome.time.map(|time| {
        let mark = if outcome.restless { "~" } else { "" };
        format!("{mark}{}", interval(time.median, time.low, time.high))
    });
    let ratio = match (outcome.ratio, outcome.ratio_low, outcome.ratio_high) {
        _ if outcome.verdict == Some(Verdict::Baseline) => Some("1".to_owned()),
        (Some(median), Some(low), Some(high)) => Some(interval(median, low, high)),
        _ => None,
    };
    let bytes = match (outcome.bytes_written, outcome.bytes_allocated) {
        _ if outcome.mismatch.is_some() => None,
        (Some(written), _) => Some(format!("{written} B written")),
        (None, allocated) => allocated.map(|bytes| format!("{} B", figure(bytes))),
    };
    [Some(outcome.engine.clone()), time, ratio, bytes]
        .map(|cell| cell.unwrap_or_else(|| "–".to_owned()))
}

fn verdict(outcome: &Outcome) -> &'static str {
    match outcome.mismatch {
        Some(_) => "MISMATCH: its output differs, so it was not timed",
        None => outcome.verdict.map_or("", Verdict::name),
    }
}

/// Formats `number` with three significant digits, and all digits before the point.
fn figure(number: f64) -> String {
    let decimals = match number.abs() {
        0.0 | 100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        outcome::{Mismatch, untimed},
        statistics::Estimate,
    };

    fn outcome(engine: &str, time: f64, verdict: Verdict) -> Outcome {
        let ratio = Some(time / 2.0);
        Outcome {
            engine: engine.to_owned(),
            time: Some(Estimate {
                median: time,
                low: time * 0.9,
                high: time * 1.1,
            }),
            ratio,
            ratio_low: ratio,
            ratio_high: ratio,
            verdict: Some(verdict),
            bytes_allocated: Some(0.0),
            restless: engine == "new",
            decides: verdict != Verdict::Baseline,
            within: Some(0.02),
            samples: vec![time; 41],
            ..untimed()
        }
    }

    #[test]
    fn human_readable_table() {
        let mut wrong = outcome("wrong", 1.0, Verdict::Faster);
        wrong.mismatch = Some(Mismatch {
            at: 0,
            expected: Vec::new(),
            found: Vec::new(),
            expected_bytes: 0,
            found_bytes: 1,
        });
        (wrong.time, wrong.ratio, wrong.verdict) = (None, None, None);
        wrong.samples.clear();
        let results = [
            outcome("old", 2.0, Verdict::Baseline),
            outcome("new", 1.0, Verdict::Faster),
            wrong,
        ];
        let mut out = Vec::new();
        write(&mut out, &results).unwrap();
        let expected = "\
The machine was noisy, but 41 rounds were enough: every ratio is known to within 2.0%.

huffman, prose: ns/byte, median [99.9% interval], compared with old
  old      2.00 [1.80–2.20]                    1  0 B  baseline
  new    ~1.00 [0.900–1.10]  0.500 [0.500–0.500]  0 B  faster
  wrong                   –                    –    –  MISMATCH: its output differs, so it was not timed
  ~ rounds differ by more than 5%: small differences mean little
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn figures_have_three_digits() {
        let cases = [
            (0.0, "0"),
            (0.1234, "0.123"),
            (1.234, "1.23"),
            (12.34, "12.3"),
            (123.4, "123"),
            (12345.6, "12346"),
        ];
        for (number, expected) in cases {
            assert_eq!(figure(number), expected);
        }
    }
}
