//! `hpack-inspect bench`.

use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

use ::bench::{
    Plan, Stage, Workload,
    native::{self, machine},
    published_claim::claims,
    report::Report,
    table,
    workload::{self, Conversation, Sent},
};
use input::{Source, paste::Content};
use inspect::{Session, json, timing::resolution};

use crate::{
    Outcome, Stop,
    arguments::{Bench, Format, Input},
    message::{complain, report},
    read,
};

/// Counts allocations, which the results show.
#[global_allocator]
static ALLOCATOR: ::bench::meter::Counting = ::bench::meter::Counting;

/// The engines to race and the baseline among them.
struct Engines {
    names: Vec<&'static str>,
    baseline: usize,
}

/// Runs `bench`; reports wrong arguments on standard error.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(arguments: &Bench) -> Result<Outcome, Stop> {
    let workloads = workloads(arguments)?;
    let engines = engines(arguments)?;
    let plan = if arguments.quick {
        Plan::QUICK
    } else {
        Plan::NATIVE
    };
    let machine = machine::pin_to_core();
    let mut results = Vec::new();
    for workload in &workloads {
        let Some(work) = arguments.stage.work(workload) else {
            continue;
        };
        let candidates = engines
            .names
            .iter()
            .filter_map(|engine| arguments.stage.candidate(engine, workload))
            .collect();
        results.extend(native::race(plan, work, candidates, engines.baseline));
    }
    if results.is_empty() {
        let stage = arguments.stage.id();
        return Err(format!("the input has nothing to measure for the stage {stage}").into());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        Format::Table => {
            writeln!(out, "{machine}\n")?;
            table::write(&mut out, &results)?;
            table::write_claims(&mut out, &claims(&results))?;
        }
        Format::Json => {
            let clock_ns = resolution(&mut native::thread_clock());
            json::line(&mut out, &Report::new(&machine, clock_ns, &results))?;
        }
    }
    out.flush()?;
    Ok(if results.iter().any(|result| result.mismatch.is_some()) {
        Outcome::Error
    } else {
        Outcome::Decoded
    })
}

/// Resolves `--engine` and `--baseline`; by default, all engines of the stage.
fn engines(arguments: &Bench) -> Result<Engines, String> {
    let all = arguments
        .stage
        .engines()
        .into_iter()
        .map(|engine| engine.id);
    let all: Vec<&'static str> = all.collect();
    let known = |name: &String| {
        let found = all.iter().find(|id| *id == name).copied();
        found.ok_or_else(|| unknown("engine", name, arguments.stage, &all))
    };
    let mut names = if arguments.engine.is_empty() {
        all.clone()
    } else {
        let named = arguments.engine.iter().map(known);
        let mut named: Vec<&'static str> = named.collect::<Result<_, _>>()?;
        named.sort_by_key(|name| all.iter().position(|id| id == name));
        named.dedup();
        named
    };
    let usual = arguments.stage.usual_baseline();
    let baseline = match &arguments.baseline {
        Some(name) => known(name)?,
        None if names.contains(&usual) => usual,
        None => names[0],
    };
    let place = names.iter().position(|name| *name == baseline);
    let baseline = place.unwrap_or_else(|| {
        names.push(baseline);
        names.len() - 1
    });
    Ok(Engines { names, baseline })
}

/// Finds the workloads that `--workload` names in `--input` and `--stories`, or
/// else the built-in ones, if they suit the stage.
fn workloads(arguments: &Bench) -> Result<Vec<Workload>, String> {
    let mut given = Vec::new();
    if let Some(path) = &arguments.input {
        let name = read::name(Some(path));
        let conversations = conversations(path, arguments)
            .and_then(|found| {
                workload::measurable(&found).map_err(|error| error.to_string())?;
                Ok(found)
            })
            .map_err(|message| format!("{name}: {message}"))?;
        given.extend(workload::of_blocks("input", "the input", &conversations));
    }
    if let Some(folder) = &arguments.stories {
        let stories = native::stories(folder)
            .map_err(|error| format!("{}: could not be read: {error}", folder.display()))?;
        for sentence in &stories.left_out {
            report(&folder.display().to_string(), &sentence);
        }
        given.extend(stories.workloads);
    }
    let of_stage = |workload: &Workload| arguments.stage.takes(workload);
    let mut all = workload::built_in();
    all.extend(given.iter().cloned());
    all.retain(of_stage);
    if arguments.workload.is_empty() {
        if arguments.input.is_none() && arguments.stories.is_none() {
            return Ok(all);
        }
        given.retain(of_stage);
        return Ok(given);
    }
    let names: Vec<&str> = all.iter().map(|workload| workload.id.as_str()).collect();
    for name in &arguments.workload {
        if !names.contains(&name.as_str()) {
            return Err(unknown("workload", name, arguments.stage, &names));
        }
    }
    all.retain(|workload| arguments.workload.contains(&workload.id));
    Ok(all)
}

/// Every direction of every connection in the input whose start is known.
fn conversations(path: &Path, arguments: &Bench) -> Result<Vec<Conversation>, String> {
    let how = Input {
        keylog: arguments.keylog.clone(),
        ..Input::default()
    };
    let (source, capture) = read::whole(Some(path), &how)?;
    match source {
        Source::Paste(paste, _) if paste.content == Content::Blocks => match paste.ambiguous {
            Some(ambiguous) => Err(ambiguous.message),
            None => {
                let sent = paste.blocks.iter().map(|block| {
                    let sent = Sent {
                        limit_changes: block.before.limit_changes.clone(),
                        bytes: block.bytes.to_vec(),
                    };
                    (block.sender, sent)
                });
                let limit = paste.initial_table_size;
                Ok(Conversation::by_direction(sent, limit))
            }
        },
        Source::Paste(..) | Source::Capture { .. } => {
            // A decoder with an empty table at the start would fail in the
            // others.
            let (middle, whole): (Vec<_>, Vec<_>) = capture
                .connections
                .iter()
                .map(|connection| &connection.session)
                .filter(|session| !session.blocks().is_empty())
                .partition(|session| session.options().start.unknown);
            let found: Vec<Conversation> = whole.into_iter().flat_map(of_session).collect();
            if found.is_empty() {
                return Err(match middle.len() {
                    0 => "has no readable HTTP/2 header blocks".to_owned(),
                    _ => "has no connection from its beginning".to_owned(),
                });
            }
            if !middle.is_empty() {
                complain(&format!(
                    "left out, because they begin in the middle: {} of the input's connections",
                    middle.len()
                ));
            }
            Ok(found)
        }
    }
}

fn of_session(session: &Session) -> Vec<Conversation> {
    let options = session.options();
    let sent = |&number: &u32| Sent {
        limit_changes: session.blocks()[number as usize].limit_changes.clone(),
        bytes: session.bytes(number as usize).to_vec(),
    };
    let directions = session.directions().iter();
    let conversation = directions.map(|direction| Conversation {
        limit: options.limit,
        maximum: options.maximum,
        blocks: direction.blocks.iter().map(sent).collect(),
    });
    conversation.collect()
}

fn unknown(what: &str, name: &str, stage: Stage, all: &[&str]) -> String {
    format!(
        "the stage {} has no {what} “{name}”; choose from: {}",
        stage.id(),
        all.join(", ")
    )
}
