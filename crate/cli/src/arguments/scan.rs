//! The command line of `scan`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Masking;

/// Arguments of `scan`.
#[derive(Debug, Args)]
pub(crate) struct Scan {
    /// Captures, and folders with captures; links to folders are not followed
    #[arg(required = true)]
    pub(crate) inputs: Vec<PathBuf>,

    /// The folder for the results. A scan that was interrupted continues there
    #[arg(long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Format of the results
    #[arg(long, value_enum, default_value_t = Rows::Ndjson)]
    pub(crate) format: Rows,

    /// How many captures to decode at once; by default, one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    #[command(flatten)]
    pub(crate) masking: Masking,

    /// TLS secrets of all captures in the NSS key log format
    #[arg(long, value_name = "FILE")]
    pub(crate) keylog: Option<PathBuf>,
}

/// Formats of the results of `scan`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Rows {
    /// One line of JSON per row
    Ndjson,
    /// Parquet, with zstd
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Rows {
    /// Extension of the files' names.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Ndjson => "ndjson",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }
}
