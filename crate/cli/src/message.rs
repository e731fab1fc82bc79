//! Messages on standard error.

use std::fmt::Display;

use input::visible::visible;

/// The most messages of one kind that are written out.
const SAID: usize = 100;

/// Writes a message, with everything escaped that a terminal would obey.
pub(crate) fn complain(message: &str) {
    eprintln!("hpack-inspect: {}", visible(message));
}

/// Writes a message about the named input.
pub(crate) fn say(name: &str, message: &dyn Display) {
    complain(&format!("{name}: {message}"));
}

/// Writes the first messages of `all`, and the number of the others.
pub(crate) fn say_first(name: &str, mut all: impl Iterator<Item = String>) {
    for sentence in all.by_ref().take(SAID) {
        say(name, &sentence);
    }
    let more = all.count();
    if more > 0 {
        let problems = if more == 1 { "problem" } else { "problems" };
        say(
            name,
            &format!("and {more} more {problems}, which --format json lists"),
        );
    }
}
