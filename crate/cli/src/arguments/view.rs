//! The command line of `view`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `view`.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// The files to show; standard input if it is “-” or left out
    pub(crate) files: Vec<PathBuf>,

    /// Select the block whose last byte is in this packet, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) packet: Option<u32>,

    /// TLS secrets in the NSS key log format
    #[arg(long, value_name = "FILE")]
    pub(crate) keylog: Option<PathBuf>,

    /// Only print the address
    #[arg(long)]
    pub(crate) no_open: bool,
}
