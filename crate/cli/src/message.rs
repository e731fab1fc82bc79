//! Messages on standard error.

use std::{env, fmt::Display};

use clap::Parser;
use input::visible::visible;
use inspect::text::count;

/// The most messages of one kind that are written out.
const SAID: usize = 100;

/// Writes a message, with everything escaped that a terminal would obey.
pub(crate) fn complain(message: &str) {
    eprintln!("hpack-inspect: {}", visible(message));
}

/// Ends the program with an error of the command line, its help or version. An
/// error quotes arguments, so they are escaped and parsed again.
pub(crate) fn refuse<A: Parser>(error: &clap::Error) -> ! {
    let shown = env::args_os().map(|one| visible(&one.to_string_lossy()).into_owned());
    match A::try_parse_from(shown) {
        Err(error) => error.exit(),
        // It says what is wrong without a quotation.
        Ok(_) => <clap::Error>::new(error.kind()).exit(),
    }
}

/// Writes a message about the named input.
pub(crate) fn report(name: &str, message: &dyn Display) {
    complain(&format!("{name}: {message}"));
}

/// Writes the first messages of `all`, and the number of the others.
pub(crate) fn say_first(name: &str, mut all: impl Iterator<Item = String>) {
    for sentence in all.by_ref().take(SAID) {
        report(name, &sentence);
    }
    let more = all.count();
    if more > 0 {
        let more = count(more as u64, "more problem");
        report(name, &format!("and {more}, which --format json lists"));
    }
}
