//! The command line of `scan`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `scan`.
#[derive(Debug, Args)]
pub(crate) struct Scan {
    /// Captures, and folders with captures; links to folders are not followed
    #[arg(required = true)]
    pub(crate) inputs: Vec<PathBuf>,

    /// The folder for the results. A scan that was interrupted continues there
    #[arg(long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// How many captures to decode at once; by default, one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    /// Mask names and values, as `decode` does
    #[arg(long)]
    pub(crate) mask: bool,

    /// With --mask, also keep the values of fields of this name; repeatable
    #[arg(long, value_name = "NAME", requires = "mask")]
    pub(crate) keep: Vec<String>,

    /// TLS secrets of all captures in the NSS key log format
    #[arg(long, value_name = "FILE")]
    pub(crate) keylog: Option<PathBuf>,
}
