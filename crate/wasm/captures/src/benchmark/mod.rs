//! The benchmark for the page's worker.

#[cfg(all(test, feature = "typescript"))]
pub(crate) mod catalogue;
mod choice;
mod javascript;

use std::{hint::black_box, rc::Rc};

use bench::{
    Candidate, Outcome, RaceWork, Runner, Stage,
    meter::Counting,
    published_claim::{PublishedClaim, claims},
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

/// Milliseconds that the first use of each Huffman engine took, which builds its
/// tables: a JSON list of pairs with its id. They are valid only if this is the
/// first call in a new instance.
#[wasm_bindgen(js_name = huffmanFirstUses)]
pub fn first_uses() -> String {
    let engines = Stage::Huffman.engines().into_iter();
    let times = engines.filter_map(|entry| {
        let engine = HuffmanEngine::from_id(entry.id)?;
        Some((entry.id, first_use_ms(engine)))
    });
    json(&times.collect::<Vec<_>>())
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
fn built_in(stage: Option<Stage>) -> impl Iterator<Item = Workload> {
    let stage = stage.unwrap_or(Stage::Blocks);
    let all = workload::built_in().into_iter();
    all.filter(move |workload| stage.takes(workload))
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
pub(crate) struct Progress {
    done: bool,
    /// Number of finished workloads, and of all.
    finished: usize,
    workloads: usize,
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
    work: RaceWork,
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
    javascript: Option<Rc<JavascriptEngines>>,
    races: Vec<Race>,
    /// The race whose turn it is.
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
        self.javascript = javascript.map(Rc::new);
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
    /// `BenchmarkProgress`. The races take turns, a heat each: all are known
    /// roughly soon, and what disturbs the machine for a moment does not disturb
    /// all of one race.
    #[wasm_bindgen(js_name = runFor)]
    pub fn run_for(&mut self, budget_ms: f64) -> String {
        let end = now() + budget_ms * 1e6;
        let is_unfinished = |race: &Race| !race.runner.as_ref().is_some_and(Runner::is_done);
        let javascript = self.javascript.as_ref();
        while let (Some(choice), true) = (&self.choice, self.races.iter().any(is_unfinished)) {
            let left = end - now();
            if left <= 0.0 {
                break;
            }
            let count = self.races.len();
            let race = &mut self.races[self.at % count];
            let runner = race.runner.get_or_insert_with(|| {
                runner(choice, &race.workload, race.work.clone(), javascript)
            });
            if runner.run_heat(&mut now, left) {
                self.at = (self.at + 1) % count;
            }
        }
        let finished = self.races.iter().filter(|race| !is_unfinished(race));
        let started = self.races.iter().filter_map(|race| race.runner.as_ref());
        let done: f64 = started.map(Runner::progress).sum();
        json(&Progress {
            done: !self.races.iter().any(is_unfinished),
            finished: finished.count(),
            workloads: self.races.len(),
            part: done / self.races.len().max(1) as f64,
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
            trust: trust(titles.iter().copied().zip(&outcomes)),
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
    work: RaceWork,
    javascript: Option<&Rc<JavascriptEngines>>,
) -> Runner<'static> {
    let own = Stage::from_id(&choice.stage);
    let (source, javascript) = (workload.clone(), javascript.cloned());
    let create = move |engine: &str| match own {
        Some(stage) => stage.candidate(engine, &source.copied()),
        None => javascript::candidate(javascript.as_deref()?, engine, &source),
    };
    let candidates: Vec<Candidate<'static>> = choice
        .engines
        .iter()
        .filter_map(|engine| create(engine))
        .collect();
    let baseline = candidates
        .iter()
        .position(|candidate| candidate.engine == choice.baseline)
        .unwrap_or(0);
    Runner::new(choice.care.plan(), work, candidates, baseline, &mut now).with_instances(create)
}
