//! Published claims, checked by results.

use serde::Serialize;

use crate::{Outcome, Stage, statistics::Verdict};

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// For all measurements.
    Yes,
    /// For some measurements.
    Partly,
    /// For no measurement.
    No,
}

/// A claim and the results about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkClaim")
)]
pub struct PublishedClaim {
    /// Name of the stage that tests it.
    pub stage: &'static str,
    /// The claim and its source.
    pub claimed: &'static str,
    /// Results, in sentences with figures.
    pub seen: String,
    /// Conclusion.
    pub holds: Holds,
}

/// Checks the claims that `results` are about.
#[must_use]
pub fn claims(results: &[Outcome]) -> Vec<PublishedClaim> {
    /// Stage, claim, and its check.
    type Claim = (Stage, &'static str, fn(Results<'_>) -> Option<Finding>);
    const CLAIMS: [Claim; 4] = [
        (
            Stage::StaticTable,
            "Netty: a look-up by name and value should end where the name changes, and need not look at the next entry at all beyond index 14, the last at which a name repeats.",
            static_table,
        ),
        (
            Stage::HeaderBuffer,
            "JDK: with one buffer per connection, and a copy of just what was written, a request allocates a few hundred bytes instead of 16 KiB, and takes no longer.",
            header_buffer,
        ),
        (
            Stage::FrameWriter,
            "Netty: a payload of up to 128 bytes is better copied into one buffer with its frame header than handed on as a second buffer.",
            frame_writer,
        ),
        (
            Stage::Search,
            "Netty: Knuth–Morris–Pratt, a bit mask for up to 64 bytes and Aho–Corasick take linear time whatever the input is, where a plain scan can take the needle's length times the input's; improvements are on the order of magnitude.",
            search,
        ),
    ];
    let claim = |(stage, claimed, seen): Claim| {
        let (seen, holds) = seen(Results(results, stage.id()))?;
        Some(PublishedClaim {
            stage: stage.id(),
            claimed,
            seen: seen.join(" "),
            holds,
        })
    };
    CLAIMS.into_iter().filter_map(claim).collect()
}

/// Sentences and conclusion.
type Finding = (Vec<String>, Holds);

#[derive(Clone, Copy)]
struct Results<'a>(&'a [Outcome], &'a str);

/// An engine's result compared with the baseline's.
struct Comparison<'a> {
    result: &'a Outcome,
    /// Ratio of its time to the baseline's.
    ratio: f64,
    verdict: Verdict,
}

impl<'a> Results<'a> {
    fn of(self, engine: &str) -> impl Iterator<Item = &'a Outcome> {
        let Self(results, stage) = self;
        let own = move |one: &&Outcome| one.stage == stage && one.engine == engine;
        results.iter().filter(own)
    }

    /// Compares `engine` with `baseline` on workloads where both were measured.
    fn compare(self, engine: &str, baseline: &str) -> Vec<Comparison<'a>> {
        let own = self.of(engine).filter(|one| one.baseline == baseline);
        own.filter_map(|result| {
            Some(Comparison {
                result,
                ratio: result.ratio?,
                verdict: result.verdict?,
            })
        })
        .collect()
    }
}

/// “faster on 7 of 9 workloads (0.31 to 0.98 of the time), slower on 1”.
fn summary(all: &[Comparison<'_>]) -> String {
    let part = |verdict: Verdict| {
        let own = all.iter().filter(|one| one.verdict == verdict);
        let mut ratios: Vec<f64> = own.map(|one| one.ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let (name, count) = (verdict.name(), ratios.len());
        match ratios[..] {
            [] => None,
            [ratio] => Some(format!("{name} on 1 ({ratio:.2} of the time)")),
            [low, .., high] => Some(format!(
                "{name} on {count} ({low:.2} to {high:.2} of the time)"
            )),
        }
    };
    let verdicts = [Verdict::Faster, Verdict::NoDifference, Verdict::Slower];
    let parts: Vec<String> = verdicts.into_iter().filter_map(part).collect();
    parts.join(", ")
}

fn holds(all: &[Comparison<'_>], is_so: impl Fn(&Comparison<'_>) -> bool) -> Holds {
    match all.iter().filter(|one| is_so(one)).count() {
        0 => Holds::No,
        some if some < all.len() => Holds::Partly,
        _ => Holds::Yes,
    }
}

fn workloads(count: usize) -> String {
    format!("{count} workload{}", if count == 1 { "" } else { "s" })
}

fn static_table(results: Results<'_>) -> Option<Finding> {
    let stop = results.compare("stop", "scan");
    let any = |verdict| stop.iter().any(|one| one.verdict == verdict);
    let mut seen = vec![format!(
        "For {}, compared with the full scan, the scan that stops is {}.",
        workloads(stop.len()),
        summary(&stop)
    )];
    let hash = results.compare("hash", "scan");
    if !hash.is_empty() {
        seen.push(format!(
            "The perfect hash, which finds the name without a scan, is {}.",
            summary(&hash)
        ));
    }
    let holds = match (any(Verdict::Slower), any(Verdict::Faster)) {
        (true, _) => Holds::Partly,
        (false, true) => Holds::Yes,
        (false, false) => Holds::No,
    };
    (!stop.is_empty()).then_some((seen, holds))
}

/// Claimed reduction: from 16 KiB to less than 1 KiB.
const LESS: f64 = 16.0;

fn header_buffer(results: Results<'_>) -> Option<Finding> {
    let reused = results.compare("reused", "fresh");
    let bytes = |one: &Comparison<'_>| {
        let mut fresh = results.of("fresh");
        let fresh = fresh.find(|other| other.workload == one.result.workload)?;
        Some((fresh.bytes_allocated?, one.result.bytes_allocated?))
    };
    let sentence = |one: &Comparison<'_>| {
        let bytes = bytes(one).map_or_else(
            || "allocations were not counted".to_owned(),
            |(from, to)| format!("the bytes allocated for a block go from {from:.0} to {to:.0}"),
        );
        let time = match one.verdict {
            Verdict::Faster => "and that takes less time",
            Verdict::Slower => "but that takes more time",
            _ => "and the time is not detectably different",
        };
        format!(
            "On {}, {bytes}, {time} ({:.2}× the time).",
            one.result.workload, one.ratio
        )
    };
    let mut seen: Vec<String> = reused.iter().map(sentence).collect();
    let zeroed = results.compare("zeroed", "fresh");
    if !zeroed.is_empty() {
        seen.push(format!(
            "Filling a new buffer with zeros, as a Java program has to, is {}.",
            summary(&zeroed)
        ));
    }
    let less = |one: &Comparison<'_>| bytes(one).is_some_and(|(from, to)| to * LESS <= from);
    let holds = match holds(&reused, less) {
        Holds::Yes if reused.iter().any(|one| one.verdict == Verdict::Slower) => Holds::Partly,
        holds => holds,
    };
    (!reused.is_empty()).then_some((seen, holds))
}

/// Claimed cut-off, bytes of payload.
const CUT_OFF: usize = 128;

fn frame_writer(results: Results<'_>) -> Option<Finding> {
    let mut seen = Vec::new();
    let mut tested = Vec::new();
    for (consumer, called) in [
        ("gather-", "Gathered in memory"),
        ("socket-", "To a socket"),
    ] {
        let all = results.compare("copy-all", "slices").into_iter();
        let sized = all.filter_map(|one| {
            let size = one.result.workload.strip_prefix(consumer)?.parse().ok()?;
            Some((size, one))
        });
        let mut sizes: Vec<(usize, Comparison<'_>)> = sized.collect();
        sizes.sort_by_key(|(size, _)| *size);
        if !sizes.is_empty() {
            seen.push(format!("{called}, {}.", crossing(&sizes)));
        }
        let within = sizes.into_iter().filter(|(size, _)| *size <= CUT_OFF);
        tested.extend(within.map(|(_, one)| one));
    }
    for one in results.compare("copy-128", "slices") {
        if let Some(of) = one.result.workload.strip_prefix("frames-") {
            seen.push(format!(
                "With the blocks of {of}, whose sizes are mixed, the cut-off of {CUT_OFF} bytes takes {:.2} of the time of slices: {}.",
                one.ratio,
                one.verdict.name()
            ));
            tested.push(one);
        }
    }
    let holds = holds(&tested, |one| one.verdict == Verdict::Faster);
    (!tested.is_empty()).then_some((seen, holds))
}

/// Describes the sizes for which copying is faster and slower.
fn crossing(sizes: &[(usize, Comparison<'_>)]) -> String {
    let of = |verdict| -> Vec<usize> {
        let own = sizes.iter().filter(|(_, one)| one.verdict == verdict);
        own.map(|(size, _)| *size).collect()
    };
    let list = |sizes: &[usize]| {
        let texts: Vec<String> = sizes.iter().map(usize::to_string).collect();
        texts.join(", ")
    };
    let all: Vec<usize> = sizes.iter().map(|(size, _)| *size).collect();
    let faster = match &of(Verdict::Faster)[..] {
        [] => "one buffer is not faster than two at any size".to_owned(),
        faster @ [.., last] if all.starts_with(faster) => {
            format!("one buffer is faster than two up to {last} bytes")
        }
        faster => format!("one buffer is faster than two at {} bytes", list(faster)),
    };
    let slower = match &of(Verdict::Slower)[..] {
        [] => "slower at none".to_owned(),
        slower @ [first, ..] if all.ends_with(slower) => {
            format!("slower from {first} bytes on")
        }
        slower => format!("slower at {} bytes", list(slower)),
    };
    let cut_off = sizes.iter().find(|(size, _)| *size == CUT_OFF);
    let at = cut_off.map_or_else(String::new, |(_, one)| {
        format!("; at {CUT_OFF} bytes it takes {:.2} of the time", one.ratio)
    });
    format!("{faster} and {slower}{at}")
}

/// An order of magnitude: a tenth of the time.
const MAGNITUDE: f64 = 0.1;

fn search(results: Results<'_>) -> Option<Finding> {
    let mut seen = Vec::new();
    let mut tested = Vec::new();
    for (engine, called, is_claimed) in [
        ("kmp", "Knuth–Morris–Pratt", true),
        ("bit-mask", "The bit mask", true),
        ("aho-corasick", "Aho–Corasick", true),
        ("memmem", "Not part of the claim: memchr::memmem", false),
        ("aho-corasick-crate", "The crate aho-corasick", false),
    ] {
        let all = results.compare(engine, "scan");
        if !all.is_empty() {
            let (count, summary) = (workloads(all.len()), summary(&all));
            seen.push(format!(
                "{called}, compared with the plain scan on {count}, is {summary}."
            ));
        }
        if is_claimed {
            tested.extend(all);
        }
    }
    let holds = holds(&tested, |one| one.ratio <= MAGNITUDE);
    (!tested.is_empty()).then_some((seen, holds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::untimed;

    fn outcome(stage: Stage, workload: &str, engine: &str, ratio: f64, bytes: f64) -> Outcome {
        let baseline = stage.usual_baseline();
        let verdict = match ratio {
            _ if engine == baseline => Verdict::Baseline,
            ..0.95 => Verdict::Faster,
            0.95..=1.05 => Verdict::NoDifference,
            _ => Verdict::Slower,
        };
        Outcome {
            stage: stage.id().to_owned(),
            workload: workload.to_owned(),
            engine: engine.to_owned(),
            baseline: baseline.to_owned(),
            ratio: Some(ratio),
            verdict: Some(verdict),
            bytes_allocated: Some(bytes),
            ..untimed()
        }
    }

    #[test]
    fn no_claims_without_comparisons() {
        assert_eq!(claims(&[]), []);
        for stage in Stage::ALL {
            assert_eq!(claims(&[outcome(stage, "w", "none", 1.0, 0.0)]), []);
        }
        let memmem = outcome(Stage::Search, "worst-64", "memmem", 0.5, 0.0);
        assert_eq!(claims(&[memmem]), []);
    }

    #[test]
    fn checks_claims() {
        /// Workload, engine, ratio and bytes allocated.
        type Result = (&'static str, &'static str, f64, f64);
        let fresh: Result = ("captures", "fresh", 1.0, 16_384.0);
        let reused = |ratio, bytes| vec![fresh, ("captures", "reused", ratio, bytes)];
        let stop = |ratios: &[f64]| {
            ratios
                .iter()
                .map(|&ratio| ("first", "stop", ratio, 0.0))
                .collect()
        };
        let copied = |sizes: &[(&'static str, f64)]| {
            let result = |&(workload, ratio)| (workload, "copy-all", ratio, 0.0);
            sizes.iter().map(result).collect()
        };
        let found = |engines: &[(&'static str, f64)]| {
            let result = |&(engine, ratio)| ("worst-64", engine, ratio, 0.0);
            engines.iter().map(result).collect()
        };
        let cases: [(Stage, Vec<Result>, Holds, &str); 14] = [
            (
                Stage::StaticTable,
                stop(&[0.5, 0.8]),
                Holds::Yes,
                "For 2 workloads, compared with the full scan, the scan that stops is faster on 2 (0.50 to 0.80 of the time).",
            ),
            (
                Stage::StaticTable,
                stop(&[0.5, 1.0]),
                Holds::Yes,
                "faster on 1 (0.50 of the time), no detectable difference on 1 (1.00 of the time).",
            ),
            (
                Stage::StaticTable,
                stop(&[0.5, 1.2]),
                Holds::Partly,
                "faster on 1 (0.50 of the time), slower on 1 (1.20 of the time).",
            ),
            (
                Stage::StaticTable,
                stop(&[1.0]),
                Holds::No,
                "For 1 workload, compared with the full scan, the scan that stops is no detectable difference on 1",
            ),
            (
                Stage::HeaderBuffer,
                reused(0.9, 200.0),
                Holds::Yes,
                "On captures, the bytes allocated for a block go from 16384 to 200, and that takes less time (0.90× the time).",
            ),
            (
                Stage::HeaderBuffer,
                reused(1.0, 200.0),
                Holds::Yes,
                "and the time is not detectably different",
            ),
            (
                Stage::HeaderBuffer,
                reused(1.3, 200.0),
                Holds::Partly,
                "but that takes more time (1.30× the time).",
            ),
            (
                Stage::HeaderBuffer,
                reused(0.9, 9_000.0),
                Holds::No,
                "from 16384 to 9000",
            ),
            (
                Stage::FrameWriter,
                copied(&[
                    ("gather-64", 0.5),
                    ("gather-128", 0.8),
                    ("gather-256", 1.0),
                    ("gather-512", 1.5),
                ]),
                Holds::Yes,
                "Gathered in memory, one buffer is faster than two up to 128 bytes and slower from 512 bytes on; at 128 bytes it takes 0.80 of the time.",
            ),
            (
                Stage::FrameWriter,
                copied(&[("gather-64", 0.5), ("gather-128", 1.2), ("gather-256", 0.5)]),
                Holds::Partly,
                "one buffer is faster than two at 64, 256 bytes and slower at 128 bytes;",
            ),
            (
                Stage::FrameWriter,
                copied(&[("gather-16", 1.2), ("gather-128", 1.5)]),
                Holds::No,
                "one buffer is not faster than two at any size and slower from 16 bytes on;",
            ),
            (
                Stage::Search,
                found(&[("kmp", 0.05), ("bit-mask", 0.1)]),
                Holds::Yes,
                "Knuth–Morris–Pratt, compared with the plain scan on 1 workload, is faster on 1 (0.05 of the time). The bit mask, compared",
            ),
            (
                Stage::Search,
                found(&[("bit-mask", 0.05), ("aho-corasick", 1.5), ("memmem", 0.5)]),
                Holds::Partly,
                "Aho–Corasick, compared with the plain scan on 1 workload, is slower on 1 (1.50 of the time). Not part of the claim: memchr::memmem, compared",
            ),
            (
                Stage::Search,
                found(&[("kmp", 0.5), ("memmem", 0.05)]),
                Holds::No,
                "is faster on 1 (0.50 of the time).",
            ),
        ];
        for (stage, results, holds, sentence) in cases {
            let result = |&(workload, engine, ratio, bytes): &Result| {
                outcome(stage, workload, engine, ratio, bytes)
            };
            let outcomes: Vec<Outcome> = results.iter().map(result).collect();
            let [claim] = &claims(&outcomes)[..] else {
                panic!("{results:?}");
            };
            assert_eq!(
                (claim.stage, claim.holds),
                (stage.id(), holds),
                "{results:?}"
            );
            assert!(claim.seen.contains(sentence), "{}", claim.seen);
        }
    }
}
