//! Shell completions, manual pages and licences.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Outcome, Stop, arguments::Arguments};

const PROGRAM: &str = "hpack-inspect";

pub(crate) fn completions(shell: Shell) -> Result<Outcome, Stop> {
    // Writing to standard output directly would panic on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), PROGRAM, &mut script);
    print(&script)
}

/// Prints the manual page of the program or of a command.
pub(crate) fn page(command: Option<&str>) -> Result<Outcome, Stop> {
    let mut program = Arguments::command();
    // Sets the commands' full names, such as “hpack-inspect-decode”.
    program.build();
    let named = command.and_then(|name| program.find_subcommand(name).cloned());
    let shown = named.unwrap_or(program);
    let mut page = Vec::new();
    clap_mangen::Man::new(shown)
        .source(concat!("hpack-inspect ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    print(&page)
}

pub(crate) fn licenses() -> Result<Outcome, Stop> {
    print(include_bytes!("../LICENSE"))?;
    print(b"\n")?;
    print(include_bytes!("../third-party-notices.txt"))
}

fn print(bytes: &[u8]) -> Result<Outcome, Stop> {
    io::Write::write_all(&mut io::stdout().lock(), bytes)?;
    Ok(Outcome::Decoded)
}
