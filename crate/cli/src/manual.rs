//! What the program says of itself to shells and to `man`.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Outcome, arguments::Arguments};

const PROGRAM: &str = "hpack-inspect";

/// Prints what a shell completes by.
pub(crate) fn completions(shell: Shell) -> io::Result<Outcome> {
    // An error of the pipe must not panic, as it would where it is written to directly.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), PROGRAM, &mut script);
    print(&script)
}

/// Prints the manual page of the program, or of a command.
pub(crate) fn page(command: Option<&str>) -> io::Result<Outcome> {
    let mut program = Arguments::command();
    // Names its commands “hpack-inspect-decode” and so on.
    program.build();
    let named = command.and_then(|name| program.find_subcommand(name).cloned());
    let shown = named.unwrap_or(program);
    let mut page = Vec::new();
    clap_mangen::Man::new(shown)
        .source(concat!("hpack-inspect ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    print(&page)
}

fn print(bytes: &[u8]) -> io::Result<Outcome> {
    io::Write::write_all(&mut io::stdout().lock(), bytes)?;
    Ok(Outcome::Decoded)
}
