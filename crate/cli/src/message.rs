//! What is said on standard error.

use std::fmt::Display;

use input::visible::visible;

/// Messages of one kind that are said one by one.
const SAID: usize = 100;

/// Says something. It can't make the terminal do anything, whatever of the
/// input or of file names is in it.
pub(crate) fn complain(message: &str) {
    eprintln!("hpack-inspect: {}", visible(message));
}

/// Says something about the input of that name.
pub(crate) fn say(name: &str, message: &dyn Display) {
    complain(&format!("{name}: {message}"));
}

/// Says the first of `all`, and how many more there are.
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
