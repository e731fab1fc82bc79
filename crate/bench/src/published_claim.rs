//! Published claims that a stage can test, and what is seen of them in
//! results.

use serde::Serialize;

use crate::{Stage, runner::Outcome, statistics::Verdict};

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// On everything that was measured.
    Yes,
    /// On some of it.
    Partly,
    /// On none of it.
    No,
}

/// A claim, and what these results say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkClaim")
)]
pub struct PublishedClaim {
    /// The stage that tests it.
    pub stage: &'static str,
    /// What is claimed, and whose claim it is.
    pub claimed: &'static str,
    /// What is seen here, in sentences with the figures that they rest on.
    pub seen: String,
    /// What follows.
    pub holds: Holds,
}

/// The claims that `results` can say something of.
#[must_use]
pub fn claims(results: &[Outcome]) -> Vec<PublishedClaim> {
    let of = |stage: Stage| -> Vec<&Outcome> {
        let own = results.iter().filter(|result| result.stage == stage.id());
        own.collect()
    };
    let found = [
        static_table(&of(Stage::StaticTable)),
        header_buffer(&of(Stage::HeaderBuffer)),
        frame_writer(&of(Stage::FrameWriter)),
        search(&of(Stage::Search)),
    ];
    found.into_iter().flatten().collect()
}

/// Results of `engine` beside `baseline`, where both were measured.
fn beside<'a>(results: &[&'a Outcome], engine: &str, baseline: &str) -> Vec<Beside<'a>> {
    let own = results
        .iter()
        .filter(|result| result.engine == engine && result.baseline == baseline);
    own.filter_map(|result| {
        Some(Beside {
            result,
            ratio: result.ratio?,
            verdict: result.verdict?,
        })
    })
    .collect()
}

struct Beside<'a> {
    result: &'a Outcome,
    /// Its time over the baseline's.
    ratio: f64,
    verdict: Verdict,
}

/// “faster on 7 of 9 workloads (0.31 to 0.98 of the time), slower on 1”.
fn summary(all: &[Beside<'_>]) -> String {
    let of = |verdict| all.iter().filter(move |one| one.verdict == verdict);
    let parts: Vec<String> = [Verdict::Faster, Verdict::NoDifference, Verdict::Slower]
        .into_iter()
        .filter_map(|verdict| {
            let ratios: Vec<f64> = of(verdict).map(|one| one.ratio).collect();
            let low = ratios.iter().copied().reduce(f64::min)?;
            let high = ratios.iter().copied().reduce(f64::max)?;
            Some(format!(
                "{} on {} ({} of the time)",
                verdict.name(),
                ratios.len(),
                if ratios.len() == 1 {
                    format!("{low:.2}")
                } else {
                    format!("{low:.2} to {high:.2}")
                }
            ))
        })
        .collect();
    parts.join(", ")
}

fn holds(all: &[Beside<'_>], is_so: impl Fn(&Beside<'_>) -> bool) -> Holds {
    match all.iter().filter(|one| is_so(one)).count() {
        0 => Holds::No,
        some if some < all.len() => Holds::Partly,
        _ => Holds::Yes,
    }
}

fn static_table(results: &[&Outcome]) -> Option<PublishedClaim> {
    let stop = beside(results, "stop", "scan");
    if stop.is_empty() {
        return None;
    }
    let mut seen = format!(
        "For {}, compared with the full scan, the scan that stops is {}.",
        workloads(stop.len()),
        summary(&stop)
    );
    let hash = beside(results, "hash", "scan");
    if !hash.is_empty() {
        seen += &format!(
            " The perfect hash, which finds the name without a scan, is {}.",
            summary(&hash)
        );
    }
    Some(PublishedClaim {
        stage: Stage::StaticTable.id(),
        claimed: "Netty: a look-up by name and value should end where the name changes, and need not look at the next entry at all beyond index 14, the last at which a name repeats.",
        seen,
        holds: if stop.iter().any(|one| one.verdict == Verdict::Slower) {
            Holds::Partly
        } else if stop.iter().any(|one| one.verdict == Verdict::Faster) {
            Holds::Yes
        } else {
            Holds::No
        },
    })
}

fn workloads(count: usize) -> String {
    format!("{count} workload{}", if count == 1 { "" } else { "s" })
}

/// A sixteenth of what it was: 16 KiB would be 1 KiB, and a few hundred
/// octets are less.
const LESS: f64 = 16.0;

fn header_buffer(results: &[&Outcome]) -> Option<PublishedClaim> {
    let reused = beside(results, "reused", "fresh");
    if reused.is_empty() {
        return None;
    }
    let allocated = |engine: &str, workload: &str| {
        let own = results
            .iter()
            .find(|one| one.engine == engine && one.workload == workload);
        own.and_then(|one| one.bytes_allocated)
    };
    let octets = |one: &Beside<'_>| {
        let workload = &one.result.workload;
        Some((allocated("fresh", workload)?, one.result.bytes_allocated?))
    };
    let less = |one: &Beside<'_>| octets(one).is_some_and(|(from, to)| to * LESS <= from);
    let sentence = |one: &Beside<'_>| {
        let octets = octets(one).map_or_else(
            || "allocations were not counted".to_owned(),
            |(from, to)| format!("the bytes allocated for a block go from {from:.0} to {to:.0}"),
        );
        let time = match one.verdict {
            Verdict::Faster => "and that takes less time",
            Verdict::Slower => "but that takes more time",
            _ => "and the time is not detectably different",
        };
        format!(
            "On {}, {octets}, {time} ({:.2} times as long).",
            one.result.workload, one.ratio
        )
    };
    let mut seen: Vec<String> = reused.iter().map(sentence).collect();
    let zeroed = beside(results, "zeroed", "fresh");
    if !zeroed.is_empty() {
        seen.push(format!(
            "Filling a new buffer with zeros, as a Java program has to, is {}.",
            summary(&zeroed)
        ));
    }
    Some(PublishedClaim {
        stage: Stage::HeaderBuffer.id(),
        claimed: "JDK: with one buffer per connection, and a copy of just what was written, a request allocates a few hundred bytes instead of 16 KiB, and takes no longer.",
        seen: seen.join(" "),
        holds: match holds(&reused, less) {
            Holds::Yes if reused.iter().all(|one| one.verdict != Verdict::Slower) => Holds::Yes,
            Holds::Yes | Holds::Partly => Holds::Partly,
            Holds::No => Holds::No,
        },
    })
}

/// The cut-off that is claimed, octets of payload.
const CUT_OFF: usize = 128;

fn frame_writer(results: &[&Outcome]) -> Option<PublishedClaim> {
    let consumers = [("gather", "Gathered in memory"), ("socket", "To a socket")];
    let mut seen = Vec::new();
    let mut within = Vec::new();
    for (consumer, called) in consumers {
        let mut sizes: Vec<(usize, Beside<'_>)> = Vec::new();
        for one in beside(results, "copy-all", "slices") {
            let size = one.result.workload.strip_prefix(consumer);
            if let Some(size) = size.and_then(|size| size.strip_prefix('-')?.parse().ok()) {
                sizes.push((size, one));
            }
        }
        sizes.sort_by_key(|(size, _)| *size);
        if sizes.is_empty() {
            continue;
        }
        seen.push(format!("{called}, {}.", crossing(&sizes)));
        within.extend(sizes.into_iter().filter(|(size, _)| *size <= CUT_OFF));
    }
    let real: Vec<Beside<'_>> = beside(results, "copy-128", "slices")
        .into_iter()
        .filter(|one| one.result.workload.starts_with("frames-"))
        .collect();
    for one in &real {
        seen.push(format!(
            "With the blocks of {}, whose sizes are mixed, the cut-off of {CUT_OFF} bytes takes {:.2} of the time of slices: {}.",
            one.result.workload.trim_start_matches("frames-"),
            one.ratio,
            one.verdict.name()
        ));
    }
    let tested: Vec<Beside<'_>> = within.into_iter().map(|(_, one)| one).chain(real).collect();
    if tested.is_empty() {
        return None;
    }
    Some(PublishedClaim {
        stage: Stage::FrameWriter.id(),
        claimed: "Netty: a payload of up to 128 bytes is better copied into one buffer with its frame header than handed on as a second buffer.",
        seen: seen.join(" "),
        holds: holds(&tested, |one| one.verdict == Verdict::Faster),
    })
}

/// An order of magnitude: a tenth of the time.
const MAGNITUDE: f64 = 0.1;

fn search(results: &[&Outcome]) -> Option<PublishedClaim> {
    let engines = [
        ("kmp", "Knuth–Morris–Pratt"),
        ("bit-mask", "The bit mask"),
        ("aho-corasick", "Aho–Corasick"),
    ];
    let libraries = [
        ("memmem", "Not part of the claim: memchr::memmem"),
        ("aho-corasick-crate", "The crate aho-corasick"),
    ];
    let mut seen = Vec::new();
    let mut say = |(engine, called): (&str, &str)| {
        let all = beside(results, engine, "scan");
        if !all.is_empty() {
            let (count, summary) = (workloads(all.len()), summary(&all));
            seen.push(format!(
                "{called}, compared with the plain scan on {count}, is {summary}."
            ));
        }
        all
    };
    let tested: Vec<Beside<'_>> = engines.into_iter().flat_map(&mut say).collect();
    if tested.is_empty() {
        return None;
    }
    libraries.into_iter().for_each(|library| drop(say(library)));
    Some(PublishedClaim {
        stage: Stage::Search.id(),
        claimed: "Netty: Knuth–Morris–Pratt, a bit mask for up to 64 bytes and Aho–Corasick take linear time whatever the input is, where a plain scan can take the needle's length times the input's; improvements are on the order of magnitude.",
        seen: seen.join(" "),
        holds: holds(&tested, |one| one.ratio <= MAGNITUDE),
    })
}

/// For which sizes copying is faster, and for which slower.
fn crossing(sizes: &[(usize, Beside<'_>)]) -> String {
    let of = |verdict| -> Vec<usize> {
        let own = sizes.iter().filter(|(_, one)| one.verdict == verdict);
        own.map(|(size, _)| *size).collect()
    };
    let (faster, slower) = (of(Verdict::Faster), of(Verdict::Slower));
    let all: Vec<usize> = sizes.iter().map(|(size, _)| *size).collect();
    let faster = if faster.is_empty() {
        "one buffer is not faster than two at any size".to_owned()
    } else if all.starts_with(&faster) {
        format!(
            "one buffer is faster than two up to {} bytes",
            faster[faster.len() - 1]
        )
    } else {
        format!("one buffer is faster than two at {} bytes", list(&faster))
    };
    let slower = if slower.is_empty() {
        "slower at none".to_owned()
    } else if all.ends_with(&slower) {
        format!("slower from {} bytes on", slower[0])
    } else {
        format!("slower at {} bytes", list(&slower))
    };
    let cut_off = sizes.iter().find(|(size, _)| *size == CUT_OFF);
    let at = cut_off.map_or_else(String::new, |(_, one)| {
        format!("; at {CUT_OFF} bytes it takes {:.2} of the time", one.ratio)
    });
    format!("{faster} and {slower}{at}")
}

fn list(sizes: &[usize]) -> String {
    let texts: Vec<String> = sizes.iter().map(usize::to_string).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Unit;

    fn outcome(stage: Stage, workload: &str, engine: &str, ratio: f64, octets: f64) -> Outcome {
        let baseline = stage.usual_baseline();
        let verdict = if engine == baseline {
            Verdict::Baseline
        } else if ratio < 0.95 {
            Verdict::Faster
        } else if ratio > 1.05 {
            Verdict::Slower
        } else {
            Verdict::NoDifference
        };
        Outcome {
            stage: stage.id().to_owned(),
            workload: workload.to_owned(),
            engine: engine.to_owned(),
            unit: Unit::Block,
            time: None,
            baseline: baseline.to_owned(),
            ratio: Some(ratio),
            ratio_low: Some(ratio),
            ratio_high: Some(ratio),
            verdict: Some(verdict),
            bytes_allocated: Some(octets),
            bytes_written: None,
            mismatch: None,
            restless: false,
            decides: true,
            within: Some(0.01),
            samples: Vec::new(),
        }
    }

    fn only(results: &[Outcome]) -> PublishedClaim {
        let mut found = claims(results);
        assert_eq!(found.len(), 1);
        found.remove(0)
    }

    #[test]
    fn where_nothing_was_compared_nothing_is_said() {
        assert_eq!(claims(&[]), []);
        for stage in Stage::ALL {
            assert_eq!(claims(&[outcome(stage, "w", "none", 1.0, 0.0)]), []);
        }
    }

    #[test]
    fn a_static_table_scan_that_stops() {
        let cases = [
            (
                &[0.5, 0.8][..],
                Holds::Yes,
                "For 2 workloads, compared with the full scan, the scan that stops is faster on 2 (0.50 to 0.80 of the time).",
            ),
            (
                &[0.5, 1.0],
                Holds::Yes,
                "faster on 1 (0.50 of the time), no detectable difference on 1 (1.00 of the time).",
            ),
            (
                &[0.5, 1.2],
                Holds::Partly,
                "faster on 1 (0.50 of the time), slower on 1 (1.20 of the time).",
            ),
            (
                &[1.0],
                Holds::No,
                "For 1 workload, compared with the full scan, the scan that stops is no detectable difference on 1",
            ),
        ];
        for (ratios, holds, sentence) in cases {
            let results: Vec<Outcome> = ratios
                .iter()
                .map(|ratio| outcome(Stage::StaticTable, "first", "stop", *ratio, 0.0))
                .collect();
            let claim = only(&results);
            assert_eq!(claim.holds, holds, "{ratios:?}");
            assert!(claim.seen.contains(sentence), "{}", claim.seen);
        }
    }

    #[test]
    fn a_header_buffer_that_is_reused() {
        let cases = [
            (
                0.9,
                200.0,
                Holds::Yes,
                "On captures, the bytes allocated for a block go from 16384 to 200, and that takes less time (0.90 times as long).",
            ),
            (
                1.0,
                200.0,
                Holds::Yes,
                "and the time is not detectably different",
            ),
            (
                1.3,
                200.0,
                Holds::Partly,
                "but that takes more time (1.30 times as long).",
            ),
            (0.9, 9_000.0, Holds::No, "from 16384 to 9000"),
        ];
        for (ratio, octets, holds, sentence) in cases {
            let of = |engine, ratio, octets| {
                outcome(Stage::HeaderBuffer, "captures", engine, ratio, octets)
            };
            let claim = only(&[of("fresh", 1.0, 16_384.0), of("reused", ratio, octets)]);
            assert_eq!(claim.holds, holds, "{ratio}, {octets}");
            assert!(claim.seen.contains(sentence), "{}", claim.seen);
        }
    }

    #[test]
    fn small_payloads_that_are_copied() {
        let cases = [
            (
                &[(64, 0.5), (128, 0.8), (256, 1.0), (512, 1.5)][..],
                Holds::Yes,
                "Gathered in memory, one buffer is faster than two up to 128 bytes and slower from 512 bytes on; at 128 bytes it takes 0.80 of the time.",
            ),
            (
                &[(64, 0.5), (128, 1.2), (256, 0.5)],
                Holds::Partly,
                "one buffer is faster than two at 64, 256 bytes and slower at 128 bytes;",
            ),
            (
                &[(16, 1.2), (128, 1.5)],
                Holds::No,
                "one buffer is not faster than two at any size and slower from 16 bytes on;",
            ),
        ];
        for (sizes, holds, sentence) in cases {
            let results: Vec<Outcome> = sizes
                .iter()
                .map(|(size, ratio)| {
                    let workload = format!("gather-{size}");
                    outcome(Stage::FrameWriter, &workload, "copy-all", *ratio, 0.0)
                })
                .collect();
            let claim = only(&results);
            assert_eq!(claim.holds, holds, "{sizes:?}");
            assert!(claim.seen.contains(sentence), "{}", claim.seen);
        }
    }

    #[test]
    fn searches_in_linear_time() {
        let cases = [
            (
                &[("kmp", 0.05), ("bit-mask", 0.1)][..],
                Holds::Yes,
                "Knuth–Morris–Pratt, compared with the plain scan on 1 workload, is faster on 1 (0.05 of the time). The bit mask, compared",
            ),
            (
                &[("bit-mask", 0.05), ("aho-corasick", 1.5), ("memmem", 0.5)],
                Holds::Partly,
                "Aho–Corasick, compared with the plain scan on 1 workload, is slower on 1 (1.50 of the time). Not part of the claim: memchr::memmem, compared",
            ),
            (
                &[("kmp", 0.5), ("memmem", 0.05)],
                Holds::No,
                "is faster on 1 (0.50 of the time).",
            ),
        ];
        for (engines, holds, sentence) in cases {
            let of = |&(engine, ratio)| outcome(Stage::Search, "worst-64", engine, ratio, 0.0);
            let results: Vec<Outcome> = engines.iter().map(of).collect();
            let claim = only(&results);
            assert_eq!(claim.holds, holds, "{engines:?}");
            assert!(claim.seen.contains(sentence), "{}", claim.seen);
        }
        assert_eq!(
            claims(&[outcome(Stage::Search, "worst-64", "memmem", 0.5, 0.0)]),
            []
        );
    }
}
