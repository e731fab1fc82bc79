//! The stages with their engines and workloads, which the page knows without
//! asking: `npm run types` writes them.

use bench::{Stage, task::EngineEntry};
use serde::Serialize;

use super::{built_in, javascript};

/// A stage of decoding with its engines and workloads.
#[derive(Serialize, ts_rs::TS)]
#[ts(rename = "BenchmarkStage")]
pub(crate) struct StageView {
    id: &'static str,
    title: &'static str,
    /// The default baseline.
    baseline: &'static str,
    /// Whether an engine chosen here can decode what Inspect shows.
    inspects: bool,
    engines: Vec<EngineEntry>,
    /// Built-in workloads.
    workloads: Vec<WorkloadView>,
}

/// An available workload.
#[derive(Serialize, ts_rs::TS)]
#[ts(rename = "BenchmarkWorkload")]
pub(crate) struct WorkloadView {
    id: String,
    title: String,
}

const JAVASCRIPT_ENGINES: [EngineEntry; 3] = [
    EngineEntry {
        id: javascript::OURS,
        title: "HPACK Inspector",
        about: "WebAssembly decodes a block; JavaScript makes one string of the new text in it, cuts that into fields, and keeps the strings of the tables.",
        table_bytes: None,
    },
    EngineEntry {
        id: "hpack",
        title: "hpack 1.0.0",
        about: "The npm package hpack.",
        table_bytes: None,
    },
    EngineEntry {
        id: "hpack.js",
        title: "hpack.js 2.1.6",
        about: "The npm package hpack.js, which older HTTP/2 servers in Node use.",
        table_bytes: None,
    },
];

pub(crate) fn stages() -> Vec<StageView> {
    let own = Stage::ALL.into_iter().map(|stage| StageView {
        id: stage.id(),
        title: stage.title(),
        baseline: stage.usual_baseline(),
        inspects: stage == Stage::Huffman,
        engines: stage.engines(),
        workloads: workloads(Some(stage)),
    });
    let javascript = StageView {
        id: javascript::ID,
        title: "Blocks from JavaScript",
        baseline: "hpack",
        inspects: false,
        engines: JAVASCRIPT_ENGINES.into(),
        workloads: workloads(None),
    };
    own.chain([javascript]).collect()
}

fn workloads(stage: Option<Stage>) -> Vec<WorkloadView> {
    let view = |workload: bench::Workload| WorkloadView {
        id: workload.id,
        title: workload.title,
    };
    built_in(stage).map(view).collect()
}
