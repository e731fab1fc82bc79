//! The command line of `bench`.

use std::path::PathBuf;

use bench::Stage;
use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::Format;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// The stage to race
    #[arg(value_parser = stages())]
    pub(crate) stage: Stage,

    /// Only this engine (repeatable); by default, all engines of the stage
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Vec<String>,

    /// Only this workload (repeatable); by default, all of --input and
    /// --stories, or all built-in workloads
    #[arg(long, value_name = "NAME")]
    pub(crate) workload: Vec<String>,

    /// The engine that the others are compared with
    #[arg(long, value_name = "NAME")]
    pub(crate) baseline: Option<String>,

    /// Header blocks to measure with, in any form that `decode` takes; “-” for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// TLS secrets for a captured input, in the NSS key log format
    #[arg(long, value_name = "FILE", requires = "input")]
    pub(crate) keylog: Option<PathBuf>,

    /// A folder of folders with hpack-test-case stories: each inner folder is a workload
    #[arg(long, value_name = "DIR")]
    pub(crate) stories: Option<PathBuf>,

    /// A quick first impression: fewer and shorter rounds
    #[arg(long)]
    pub(crate) quick: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

/// Parses the name of a stage; a refusal lists them all.
fn stages() -> impl TypedValueParser<Value = Stage> {
    PossibleValuesParser::new(Stage::ALL.map(Stage::id)).try_map(|name| {
        // clap has already refused names that are not listed.
        Stage::from_id(&name).ok_or("no such stage")
    })
}
