//! The benchmark for the page's worker.

mod choice;
mod javascript;

use std::hint::black_box;

use bench::{
    Runner, Stage,
    meter::Counting,
    published_claim::{PublishedClaim, claims},
    runner::{Candidate, Outcome, Work},
    task::EngineEntry,
    trust::{Trust, trust},
    workload::{self, Conversation, Sent, Workload},
};
use hpack::huffman::HuffmanDecoder;
use hpack_engines::huffman::HuffmanEngine;
use input::{Blocks, paste};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use hpack_inspector_wasm::{answer::json, clock::now, open_options::OpenOptions};

#[global_allocator]
static ALLOCATOR: Counting = Counting;
#[cfg(all(test, feature = "typescript"))]
pub(crate) use choice::Care;
pub(crate) use choice::Choice;
use javascript::JavascriptEngines;

/// A stage of decoding with its engines and workloads.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkStage")
)]
pub(crate) struct StageView {
    id: &'static str,
    title: &'static str,
    /// The default baseline.
    baseline: &'static str,
    /// Whether an engine chosen here can decode what Inspect shows.
    inspects: bool,
    engines: Vec<EngineView>,
    /// Built-in workloads.
    workloads: Vec<WorkloadView>,
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkEngine")
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EngineView {
    #[serde(flatten)]
    entry: EngineEntry,
    /// Milliseconds that building its tables took at first use; null without
    /// tables.
    first_use_ms: Option<f64>,
}

/// An available workload.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkWorkload")
)]
pub(crate) struct WorkloadView {
    id: String,
    title: String,
}

/// The stages with their engines and workloads: a JSON list of
/// `BenchmarkStage`. First-use times are valid only if this is the first call
/// in a new instance.
#[wasm_bindgen(js_name = benchmarkStages)]
pub fn stages() -> String {
    let own = Stage::ALL.into_iter().map(|stage| StageView {
        id: stage.id(),
        title: stage.title(),
        baseline: stage.usual_baseline(),
        inspects: stage == Stage::Huffman,
        engines: stage
            .engines()
            .into_iter()
            .map(|entry| view(stage, entry))
            .collect(),
        workloads: views(built_in(Some(stage))),
    });
    let javascript = StageView {
        id: javascript::ID,
        title: javascript::TITLE,
        baseline: javascript::BASELINE,
        inspects: false,
        engines: javascript::ENGINES
            .map(|entry| EngineView {
                entry,
                first_use_ms: None,
            })
            .into(),
        workloads: views(built_in(None)),
    };
    json(&own.chain([javascript]).collect::<Vec<_>>())
}

fn view(stage: Stage, entry: EngineEntry) -> EngineView {
    let huffman = (stage == Stage::Huffman).then(|| HuffmanEngine::from_id(entry.id));
    EngineView {
        entry,
        first_use_ms: huffman.flatten().map(first_use_ms),
    }
}

fn first_use_ms(engine: HuffmanEngine) -> f64 {
    /// RFC 7541 C.6.1: “302”.
    const CODED: [u8; 2] = [0x64, 0x02];
    let mut out = Vec::new();
    let began = now();
    let answer = engine.decode(&CODED, &mut out);
    black_box((answer.is_ok(), out));
    (now() - began) / 1e6
}

/// The built-in workloads of a stage; JavaScript's engines use whole blocks.
fn built_in(stage: Option<Stage>) -> Vec<Workload> {
    let stage = stage.unwrap_or(Stage::Blocks);
    workload::built_in()
        .into_iter()
        .filter(|workload| stage.takes(workload))
        .collect()
}

fn views(workloads: Vec<Workload>) -> Vec<WorkloadView> {
    workloads
        .into_iter()
        .map(|workload| WorkloadView {
            id: workload.id,
            title: workload.title,
        })
        .collect()
}

/// An input that the user added.
struct Input {
    id: String,
    title: String,
    conversations: Vec<Conversation>,
}

/// The answer to an added input.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkAdded")
)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(crate) enum Added {
    Ok {
        blocks: usize,
    },
    Refused {
        message: String,
        line: u32,
        column: u32,
    },
}

/// Progress of a measurement.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkProgress")
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Progress<'a> {
    done: bool,
    /// Number of finished workloads, and of all.
    finished: usize,
    workloads: usize,
    /// The workload being measured.
    workload: Option<&'a str>,
    /// Fraction done, from 0 to 1.
    part: f64,
}

/// Results of one engine on one workload.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkOutcome")
)]
pub(crate) struct Result<'a> {
    /// Title of the workload in menus.
    title: &'a str,
    #[serde(flatten)]
    outcome: Outcome,
}

/// All results so far.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkResults")
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Results<'a> {
    /// Resolution of the clock, nanoseconds.
    clock_ns: f64,
    /// Whether the machine was quiet enough; null if nothing was timed.
    trust: Option<Trust>,
    #[cfg_attr(feature = "typescript", ts(type = "Array<BenchmarkResult>"))]
    results: Vec<Result<'a>>,
    /// Verdicts on published claims.
    claims: Vec<PublishedClaim>,
}

/// A workload's runner, set up when its turn comes.
struct Race {
    workload: Workload,
    work: Work,
    runner: Option<Runner<'static>>,
}

/// A measurement that is about to start.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkStarted")
)]
pub(crate) struct Started {
    /// Number of workloads.
    workloads: usize,
    /// Names of workloads without anything that the stage decodes.
    empty: Vec<String>,
}

/// Races of the chosen engines, one workload after another.
#[wasm_bindgen]
#[derive(Default)]
pub struct Benchmark {
    inputs: Vec<Input>,
    choice: Option<Choice>,
    javascript: Option<JavascriptEngines>,
    races: Vec<Race>,
    at: usize,
}

#[wasm_bindgen]
impl Benchmark {
    /// Creates a benchmark without a measurement.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the blocks of a file or text, read with `options` (`OpenOptions`),
    /// to the input `id`, which is created if it does not exist: JSON of
    /// `BenchmarkAdded`.
    pub fn add(&mut self, id: &str, title: &str, input: &[u8], options: &str) -> String {
        let options: OpenOptions = OpenOptions::of(options).unwrap_or_default();
        let paste = match paste::read(input, &options.reading(input)) {
            Ok(paste) => paste,
            Err(refusal) => {
                return json(&Added::Refused {
                    message: refusal.message,
                    line: refusal.line,
                    column: refusal.column,
                });
            }
        };
        let blocks = paste.blocks.len();
        let conversations = conversations(&paste.blocks, options, paste.initial_table_size);
        if let Err(error) = workload::measurable(&conversations) {
            return json(&Added::Refused {
                message: error.to_string(),
                line: 1,
                column: 1,
            });
        }
        match self.inputs.iter_mut().find(|input| input.id == id) {
            Some(input) => input.conversations.extend(conversations),
            None => self.inputs.push(Input {
                id: id.to_owned(),
                title: title.to_owned(),
                conversations,
            }),
        }
        json(&Added::Ok { blocks })
    }

    /// Removes an input.
    pub fn remove(&mut self, id: &str) {
        self.inputs.retain(|input| input.id != id);
    }

    /// Starts measuring `choice`, JSON of `BenchmarkChoice`, and discards any
    /// earlier measurement. `javascript` creates the engines of that stage.
    /// Returns JSON of `BenchmarkStarted`.
    pub fn start(&mut self, choice: &str, javascript: Option<JavascriptEngines>) -> String {
        self.races.clear();
        self.at = 0;
        self.javascript = javascript;
        self.choice = serde_json::from_str(choice).ok();
        let mut empty = Vec::new();
        if let Some(choice) = &self.choice {
            for id in &choice.workloads {
                let before = self.races.len();
                let races = self.find(&choice.stage, id);
                self.races.extend(races);
                if self.races.len() == before {
                    empty.push(id.clone());
                }
            }
        }
        json(&Started {
            workloads: self.races.len(),
            empty,
        })
    }

    /// Continues for about `budget_ms` milliseconds; returns JSON of
    /// `BenchmarkProgress`.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, budget_ms: f64) -> String {
        if let (Some(choice), Some(race)) = (&self.choice, self.races.get_mut(self.at)) {
            let runner = race.runner.get_or_insert_with(|| {
                runner(
                    choice,
                    &race.workload,
                    race.work.clone(),
                    self.javascript.as_ref(),
                )
            });
            runner.run_for(&mut now, budget_ms * 1e6);
            if runner.is_done() {
                self.at += 1;
            }
        }
        let race = self.races.get(self.at);
        let runner = race.and_then(|race| race.runner.as_ref());
        let part = self.at as f64 + runner.map_or(0.0, Runner::progress);
        json(&Progress {
            done: race.is_none(),
            finished: self.at,
            workloads: self.races.len(),
            workload: race.map(|race| race.workload.title.as_str()),
            part: part / self.races.len().max(1) as f64,
        })
    }

    /// The results so far: JSON of `BenchmarkResults`.
    pub fn results(&self) -> String {
        let runners = || {
            let races = self.races.iter();
            races.filter_map(|race| Some((race.workload.title.as_str(), race.runner.as_ref()?)))
        };
        let clocks = runners().map(|(_, runner)| runner.clock_ns());
        let (titles, mut outcomes): (Vec<&str>, Vec<Outcome>) = runners()
            .flat_map(|(title, runner)| {
                let outcomes = runner.outcomes().into_iter();
                outcomes.map(move |outcome| (title, outcome))
            })
            .unzip();
        for outcome in &mut outcomes {
            // The npm packages allocate in JavaScript's heap, where nothing
            // counts.
            if outcome.stage == javascript::ID && outcome.engine != javascript::OURS {
                outcome.bytes_allocated = None;
            }
        }
        json(&Results {
            clock_ns: clocks.fold(0.0, f64::max),
            trust: trust(&outcomes),
            claims: claims(&outcomes),
            results: titles
                .into_iter()
                .zip(outcomes)
                .map(|(title, outcome)| Result { title, outcome })
                .collect(),
        })
    }
}

impl Benchmark {
    /// The stage's workloads of that name: a built-in one, or all of an added
    /// input.
    fn find(&self, stage: &str, id: &str) -> Vec<Race> {
        let own = Stage::from_id(stage);
        let built_in = built_in(own);
        let of_input = |input: &Input| workload::of_blocks(id, &input.title, &input.conversations);
        let input = self.inputs.iter().find(|input| input.id == id);
        built_in
            .into_iter()
            .filter(|workload| workload.id == id)
            .chain(input.map(of_input).unwrap_or_default())
            .filter_map(|workload| {
                let work = match own {
                    Some(stage) => stage.work(&workload)?,
                    None => javascript::work(&workload)?,
                };
                Some(Race {
                    workload,
                    work,
                    runner: None,
                })
            })
            .collect()
    }
}

fn conversations(blocks: &Blocks, options: OpenOptions, initial: Option<u32>) -> Vec<Conversation> {
    let start = options.decoding(initial);
    let sent = blocks.iter().map(|block| {
        let sent = Sent {
            limit_changes: block.before.limit_changes.clone(),
            bytes: block.bytes.to_vec(),
        };
        (block.sender, sent)
    });
    let mut conversations = Conversation::by_direction(sent, initial);
    for conversation in &mut conversations {
        conversation.limit = start.limit;
        conversation.maximum = start.maximum;
    }
    conversations
}

fn runner(
    choice: &Choice,
    workload: &Workload,
    work: Work,
    javascript: Option<&JavascriptEngines>,
) -> Runner<'static> {
    let own = Stage::from_id(&choice.stage);
    let candidates: Vec<Candidate<'static>> = choice
        .engines
        .iter()
        .filter_map(|engine| match own {
            Some(stage) => stage.candidate(engine, workload),
            None => javascript::candidate(javascript?, engine, workload),
        })
        .collect();
    let baseline = candidates
        .iter()
        .position(|candidate| candidate.engine == choice.baseline)
        .unwrap_or(0);
    Runner::new(choice.care.plan(), work, candidates, baseline, &mut now)
}
