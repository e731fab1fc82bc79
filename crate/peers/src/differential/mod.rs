//! Runs the same cases through our decoder and others, and reports differences
//! with the section that settles them.

mod case;
mod encoders;
mod generate;
mod outcome;
mod settled;
mod write;

use std::{collections::BTreeMap, io, panic, path::Path, thread};

use bench::{
    native,
    workload::{Conversation, Data, Sent},
};
use inspect::text::hex;
use serde::Serialize;

use crate::blocks::{Fluke, Hpack, Httlib, Loona, Nghttp2, Peer};
use case::{Aim, Case};
use generate::Generator;
use outcome::Theirs;
use settled::{RULES, Seen};

/// One case in this many also goes through the slow decoders.
const SLOW: u64 = 20;

/// Results of some cases.
#[derive(Default)]
struct Tally {
    cases: BTreeMap<&'static str, u64>,
    blocks: u64,
    refused: u64,
    /// Counts by decoder and rule.
    settled: BTreeMap<(&'static str, usize), u64>,
    /// Counts by decoder, our result and theirs, with the first case of each.
    unexplained: BTreeMap<(&'static str, &'static str, Theirs), (u64, String)>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        for (aim, count) in other.cases {
            *self.cases.entry(aim).or_default() += count;
        }
        self.blocks += other.blocks;
        self.refused += other.refused;
        for (key, count) in other.settled {
            *self.settled.entry(key).or_default() += count;
        }
        for (key, (count, first)) in other.unexplained {
            self.unexplained.entry(key).or_insert((0, first)).0 += count;
        }
    }

    fn compare<P: Peer>(&mut self, number: u64, case: &Case, ours: &[outcome::Ours]) {
        let Some(found) = outcome::disagreement::<P>(case, ours) else {
            return;
        };
        let (block, theirs) = (found.block, found.theirs);
        let seen = Seen {
            peer: P::ID,
            sent: &case.blocks[block],
            ours: &ours[block],
            theirs,
            fields: &found.fields,
        };
        if let Some(rule) = settled::settled(&seen) {
            *self.settled.entry((P::ID, rule)).or_default() += 1;
            return;
        }
        self.unexplained(number, case, ours, block, P::ID, theirs);
    }

    fn unexplained(
        &mut self,
        number: u64,
        case: &Case,
        ours: &[outcome::Ours],
        block: usize,
        peer: &'static str,
        theirs: Theirs,
    ) {
        let said = match &ours[block].result {
            Ok(()) => "accepts",
            Err(error) => error.code().name(),
        };
        let first = || {
            let blocks: Vec<String> = case.blocks[..=block].iter().map(told).collect();
            format!("case {number}: {}", blocks.join(" "))
        };
        let kind = self.unexplained.entry((peer, said, theirs));
        kind.or_insert_with(|| (0, first())).0 += 1;
    }
}

fn told(sent: &Sent) -> String {
    let limits: Vec<String> = sent.limit_changes.iter().map(u32::to_string).collect();
    format!("[{}] {}", limits.join(" "), hex(&sent.bytes))
}

pub(crate) fn run(cases: u64, seed: u64, stories: Option<&Path>) -> io::Result<Report> {
    let stories = match stories {
        Some(top) => conversations(top)?,
        None => Vec::new(),
    };
    // A panic is a result here.
    panic::set_hook(Box::new(|_| {}));
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let tally = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|thread| {
                let stories = &stories;
                scope.spawn(move || {
                    let generator = Generator { seed, stories };
                    let mut tally = Tally::default();
                    for number in (thread..cases).step_by(threads as usize) {
                        one(&mut tally, number, &generator.case(number));
                    }
                    tally
                })
            })
            .collect();
        let mut tally = Tally::default();
        for handle in handles {
            tally.add(handle.join().expect("a panic outside of their decoders"));
        }
        tally
    });
    let _ = panic::take_hook();
    Ok(Report::of(tally, seed))
}

/// Prints cases as lines of JSON, with our result for every block up to the
/// first error, for decoders that are not in Rust or C.
pub(crate) fn print(
    cases: u64,
    seed: u64,
    stories: Option<&Path>,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let stories = match stories {
        Some(top) => conversations(top)?,
        None => Vec::new(),
    };
    let stories = &stories;
    let generator = Generator { seed, stories };
    for number in 0..cases {
        let case = generator.case(number);
        let ours = outcome::ours(&case);
        let blocks: Vec<Printed> = case
            .blocks
            .iter()
            .zip(ours)
            .map(|(sent, ours)| Printed {
                limits: &sent.limit_changes,
                bytes: hex(&sent.bytes),
                error: ours.result.err().map(|error| error.code().name()),
                fields: hex(&ours.fields),
            })
            .collect();
        serde_json::to_writer(&mut *out, &(number, blocks))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A block of a printed case.
#[derive(Serialize)]
struct Printed<'a> {
    /// Limits acknowledged before the block.
    limits: &'a [u32],
    bytes: String,
    /// Our error code.
    error: Option<&'static str>,
    /// Written by [`bench::workload::write_field`].
    fields: String,
}

fn one(tally: &mut Tally, number: u64, case: &Case) {
    let ours = outcome::ours(case);
    *tally.cases.entry(case.aim.title()).or_default() += 1;
    tally.blocks += ours.len() as u64;
    tally.refused += ours.iter().filter(|ours| ours.result.is_err()).count() as u64;
    // Decoding must return the encoded fields.
    let wrong = case
        .written
        .iter()
        .zip(&ours)
        .position(|(written, ours)| ours.result.is_err() || ours.fields != *written);
    if let Some(block) = wrong {
        tally.unexplained(number, case, &ours, block, "written", Theirs::OtherFields);
    }
    tally.compare::<Nghttp2>(number, case, &ours);
    tally.compare::<Httlib>(number, case, &ours);
    // These build a map of all codes for every string.
    if number.is_multiple_of(SLOW) {
        tally.compare::<Fluke>(number, case, &ours);
        tally.compare::<Loona>(number, case, &ours);
        tally.compare::<Hpack>(number, case, &ours);
    }
}

fn conversations(top: &Path) -> io::Result<Vec<Conversation>> {
    let mut all = Vec::new();
    for workload in native::stories(top)?.workloads {
        if let Data::Blocks(conversations) = workload.data {
            all.extend(conversations.iter().cloned());
        }
    }
    Ok(all)
}

/// Results of a run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    seed: u64,
    cases: u64,
    aims: Vec<(&'static str, u64)>,
    blocks: u64,
    refused: u64,
    settled: Vec<Row>,
    unexplained: Vec<Unexplained>,
}

/// Differences of one kind that no rule settles.
#[derive(Debug, Serialize)]
struct Unexplained {
    peer: &'static str,
    ours: &'static str,
    theirs: Theirs,
    cases: u64,
    first: String,
}

/// A rule and the number of differences that it settles.
#[derive(Debug, Serialize)]
struct Row {
    peer: &'static str,
    cases: u64,
    section: &'static str,
    why: &'static str,
}

impl Report {
    fn of(tally: Tally, seed: u64) -> Self {
        let row = |((peer, rule), cases): ((&'static str, usize), u64)| Row {
            peer,
            cases,
            section: RULES[rule].section,
            why: RULES[rule].why,
        };
        let unexplained = |((peer, ours, theirs), (cases, first))| Unexplained {
            peer,
            ours,
            theirs,
            cases,
            first,
        };
        let titles = Aim::ALL.into_iter().map(Aim::title);
        Self {
            seed,
            cases: tally.cases.values().sum(),
            aims: titles
                .filter_map(|title| Some((title, *tally.cases.get(title)?)))
                .collect(),
            blocks: tally.blocks,
            refused: tally.refused,
            settled: tally.settled.into_iter().map(row).collect(),
            unexplained: tally.unexplained.into_iter().map(unexplained).collect(),
        }
    }

    /// Number of differences that no rule settles.
    pub(crate) fn unexplained(&self) -> u64 {
        self.unexplained.iter().map(|one| one.cases).sum()
    }
}
