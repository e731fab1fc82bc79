//! Races our engines against third-party decoders: same bytes, same sinks,
//! outputs compared before anything is timed.

mod blocks;
mod differential;
mod encode;
mod huffman;
mod rules;

use std::{
    error::Error,
    fs::File,
    io::{self, BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
};

use bench::{
    Candidate, Outcome, Plan, RaceWork, Stage, Task, Workload,
    meter::Counting,
    native::{self, machine},
    report::Report,
    table,
    workload::{self, Conversation, Data},
};
use clap::Parser;
use hpack::dynamic_table::DEFAULT_MAXIMUM;
use inspect::timing::resolution;
use serde::Serialize;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Races our engines against the decoders of others.
#[derive(Parser)]
struct Arguments {
    /// A folder whose folders hold stories of hpack-test-case
    #[arg(long, value_name = "DIR")]
    stories: Option<PathBuf>,

    /// Only this stage: huffman, integer, hex, blocks, encode or recording
    #[arg(long, value_name = "STAGE")]
    only: Option<String>,

    /// A quick first impression: fewer and shorter rounds
    #[arg(long)]
    quick: bool,

    /// Decodes a workload's blocks once with this engine, for callgrind, and
    /// prints the number of fields
    #[arg(long, value_name = "ENGINE", requires = "workload")]
    count: Option<String>,

    /// The workload of --count
    #[arg(long, value_name = "NAME")]
    workload: Option<String>,

    /// Runs this many cases through every decoder of whole blocks instead, and
    /// reports the differences
    #[arg(long, value_name = "CASES")]
    differential: Option<u64>,

    /// Prints this many of these cases as JSON, with our results
    #[arg(long, value_name = "CASES")]
    print_cases: Option<u64>,

    /// Seed of the cases
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Also writes JSON to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The description of one candidate.
#[derive(Serialize)]
struct Entry {
    stage: &'static str,
    engine: &'static str,
    about: &'static str,
}

/// The JSON output.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    #[serde(flatten)]
    report: Report<'a>,
    c_compiler: &'static str,
    engines: Vec<Entry>,
    rules: Vec<rules::Rule>,
}

/// A crate that takes about a hundred nanoseconds a byte would need minutes for
/// a folder of stories, so it is raced on these alone.
const SLOW_WORKLOADS: [&str; 6] = [
    "9",
    "88",
    "88-backslash",
    "prose",
    "strings-captures",
    "captures",
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let stories = arguments.stories.as_deref();
    if let Some(cases) = arguments.print_cases {
        let mut out = BufWriter::new(io::stdout().lock());
        differential::print(cases, arguments.seed, stories, &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(cases) = arguments.differential {
        let report = differential::run(cases, arguments.seed, stories)?;
        serde_json::to_writer_pretty(io::stdout().lock(), &report)?;
        return Ok(ExitCode::from(u8::from(report.unexplained() > 0)));
    }
    let plan = if arguments.quick {
        Plan::QUICK
    } else {
        Plan::NATIVE
    };
    let mut workloads = workload::built_in();
    let carried = workloads.len();
    if let (Some(engine), Some(name)) = (&arguments.count, &arguments.workload) {
        // Reading all stories under callgrind takes minutes.
        if let Some(top) = &arguments.stories
            && top.join(name).is_dir()
        {
            workloads.extend(native::folder(&top.join(name))??);
        }
        let named = |workload: &&Workload| workload.id == *name;
        let workload = workloads.iter().find(named).ok_or("no such workload")?;
        println!("{}", count(engine, workload).ok_or("no such engine there")?);
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &arguments.stories {
        workloads.extend(native::stories(folder)?.workloads);
    }
    let machine = machine::pin_to_core();
    let mut results = Vec::new();
    let mut race =
        |stage: &str, workloads: &[Workload], race: &dyn Fn(&Workload) -> Vec<Outcome>| {
            if arguments.only.as_deref().is_none_or(|only| only == stage) {
                results.extend(workloads.iter().flat_map(race));
            }
        };
    race("huffman", &workloads, &|workload| huffman(plan, workload));
    for stage in [Stage::Integer, Stage::Hex] {
        let among = |workload: &Workload| among_ours(stage, plan, workload);
        race(stage.id(), &workloads[..carried], &among);
    }
    race("blocks", &workloads, &|workload| blocks(plan, workload));
    race("encode", &workloads, &|workload| encode(plan, workload));
    race("recording", &workloads, &|workload| {
        recording(plan, workload)
    });
    if let Some(file) = &arguments.json {
        let clock_ns = resolution(&mut native::thread_clock());
        let answer = Answer {
            report: Report::new(&machine, clock_ns, &results),
            c_compiler: env!("PEERS_CC"),
            engines: entries(),
            rules: rules::rules(),
        };
        serde_json::to_writer(BufWriter::new(File::create(file)?), &answer)?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{machine}, {}\n", env!("PEERS_CC"))?;
    table::write(&mut out, &results)?;
    out.flush()?;
    let mismatch = results.iter().any(|result| result.mismatch.is_some());
    Ok(ExitCode::from(u8::from(mismatch)))
}

/// The engines `names` of `stage` on `workload`.
fn ours(stage: Stage, names: &[&str], workload: &Workload) -> Vec<Candidate<'static>> {
    let at_work = |name: &&str| stage.candidate(name, workload);
    names.iter().filter_map(at_work).collect()
}

/// All engines on strings; LiteSpeed is the baseline.
fn huffman(plan: Plan, workload: &Workload) -> Vec<Outcome> {
    let (Data::Strings(strings), Some(work)) = (&workload.data, Stage::Huffman.work(workload))
    else {
        return Vec::new();
    };
    let names: Vec<&str> = Stage::Huffman.engines().iter().map(|one| one.id).collect();
    let mut racing = vec![huffman::candidate::<huffman::LiteSpeed>(strings)];
    racing.extend(ours(Stage::Huffman, &names, workload));
    racing.push(huffman::candidate::<huffman::Nghttp2>(strings));
    racing.push(huffman::candidate::<huffman::Httlib>(strings));
    if SLOW_WORKLOADS.contains(&workload.id.as_str()) {
        racing.push(huffman::candidate::<huffman::Fluke>(strings));
        racing.push(huffman::candidate::<huffman::Loona>(strings));
        racing.push(huffman::candidate::<huffman::Hpack>(strings));
    }
    native::race(plan, work, racing, 0)
}

/// Stages without third-party engines.
fn among_ours(stage: Stage, plan: Plan, workload: &Workload) -> Vec<Outcome> {
    let Some(work) = stage.work(workload) else {
        return Vec::new();
    };
    let names: Vec<&str> = stage.engines().iter().map(|one| one.id).collect();
    let usual = stage.usual_baseline();
    let baseline = names.iter().position(|name| *name == usual);
    let racing = ours(stage, &names, workload);
    native::race(plan, work, racing, baseline.unwrap_or(0))
}

/// Two of our engines and all peers on whole blocks; nghttp2 is the baseline.
fn blocks(plan: Plan, workload: &Workload) -> Vec<Outcome> {
    let (Data::Blocks(conversations), Some(work)) = (&workload.data, Stage::Blocks.work(workload))
    else {
        return Vec::new();
    };
    let mut racing = vec![blocks::candidate::<blocks::Nghttp2>(conversations)];
    racing.extend(ours(
        Stage::Blocks,
        &["window16", "window14", "fields"],
        workload,
    ));
    racing.push(blocks::candidate::<blocks::Httlib>(conversations));
    if SLOW_WORKLOADS.contains(&workload.id.as_str()) {
        racing.push(blocks::candidate::<blocks::Fluke>(conversations));
        racing.push(blocks::candidate::<blocks::Loona>(conversations));
        racing.push(blocks::candidate::<blocks::Hpack>(conversations));
    }
    native::race(plan, work, racing, 0)
}

/// Our policies and all peers on header lists; nghttp2 is the baseline.
fn encode(plan: Plan, workload: &Workload) -> Vec<Outcome> {
    let (Data::Blocks(conversations), Some(work)) = (&workload.data, Stage::Encode.work(workload))
    else {
        return Vec::new();
    };
    let names: Vec<&str> = Stage::Encode.engines().iter().map(|one| one.id).collect();
    let mut racing = vec![encode::candidate::<encode::Nghttp2>(conversations)];
    racing.extend(ours(Stage::Encode, &names, workload));
    let changes = |one: &Conversation| {
        let limits = one.blocks.iter().flat_map(|sent| &sent.limit_changes);
        limits
            .chain([&one.limit])
            .any(|&limit| limit != DEFAULT_MAXIMUM)
    };
    if !conversations.iter().any(changes) {
        racing.push(encode::candidate::<encode::Httlib>(conversations));
        racing.push(encode::candidate::<encode::Fluke>(conversations));
    }
    native::race(plan, work, racing, 0)
}

/// Decodes the blocks once and returns the number of fields.
fn count(engine: &str, workload: &Workload) -> Option<f64> {
    let Data::Blocks(conversations) = &workload.data else {
        return None;
    };
    let candidate = match engine {
        <blocks::Nghttp2 as blocks::Peer>::ID => {
            Some(blocks::candidate::<blocks::Nghttp2>(conversations))
        }
        engine => Stage::Blocks.candidate(engine, workload),
    };
    counted(&mut *candidate?.task);
    Some(Stage::Blocks.work(workload)?.amount)
}

/// Counted by callgrind with `--toggle-collect='peers::counted*'`.
#[inline(never)]
fn counted(task: &mut dyn Task) {
    task.run(1);
}

/// The recording visitor against one that only reads the fields.
fn recording(plan: Plan, workload: &Workload) -> Vec<Outcome> {
    let Some(work) = Stage::Blocks.work(workload) else {
        return Vec::new();
    };
    let work = RaceWork {
        stage: "recording".to_owned(),
        ..work
    };
    let racing = ours(
        Stage::Blocks,
        &["fields", "window14", "recording"],
        workload,
    );
    native::race(plan, work, racing, 0)
}

fn entries() -> Vec<Entry> {
    fn strings<P: huffman::Peer>() -> [&'static str; 3] {
        ["huffman", P::ID, P::ABOUT]
    }
    fn fields<P: blocks::Peer>() -> [&'static str; 3] {
        ["blocks", P::ID, P::ABOUT]
    }
    fn lists<P: encode::Peer>() -> [&'static str; 3] {
        ["encode", P::ID, P::ABOUT]
    }
    let ours = |stage: Stage| {
        let engines = stage.engines().into_iter();
        engines.map(move |engine| [stage.id(), engine.id, engine.about])
    };
    let mut entries: Vec<_> = Stage::ALL.into_iter().flat_map(ours).collect();
    entries.extend([
        strings::<huffman::LiteSpeed>(),
        strings::<huffman::Nghttp2>(),
        strings::<huffman::Httlib>(),
        strings::<huffman::Fluke>(),
        strings::<huffman::Loona>(),
        strings::<huffman::Hpack>(),
        fields::<blocks::Nghttp2>(),
        fields::<blocks::Httlib>(),
        fields::<blocks::Fluke>(),
        fields::<blocks::Loona>(),
        fields::<blocks::Hpack>(),
        lists::<encode::Nghttp2>(),
        lists::<encode::Httlib>(),
        lists::<encode::Fluke>(),
    ]);
    let entry = |[stage, engine, about]: [_; 3]| Entry {
        stage,
        engine,
        about,
    };
    entries.into_iter().map(entry).collect()
}
