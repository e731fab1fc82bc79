//! `hpack-inspect`: the only place with files, arguments and exit codes.

mod arguments;
#[cfg(feature = "bench")]
mod bench;
mod compare;
mod decode;
mod encode;
mod filter;
mod likely_cause;
mod lists;
mod live;
mod manual;
mod message;
mod read;
mod scan;
mod screen;
mod side_file;
mod table;
mod text;
#[cfg(any(test, feature = "view"))]
mod view;
mod what_if;

use std::{io, process::ExitCode};

use clap::Parser;

/// The result of a run, as its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Everything was decoded, encoded or measured, and nothing is known to be
    /// missing.
    Decoded,
    /// All blocks found are decoded, but the input has gaps or errors.
    Gaps,
    /// At least one block could not be decoded, or one engine's output
    /// differed.
    Error,
}

/// Why nothing could be done, with exit status 2.
#[derive(Debug)]
enum Stop {
    /// A sentence about the input or the arguments.
    Refused(String),
    /// The output could not be written.
    Output(io::Error),
}

impl From<String> for Stop {
    fn from(sentence: String) -> Self {
        Self::Refused(sentence)
    }
}

impl From<&str> for Stop {
    fn from(sentence: &str) -> Self {
        Self::Refused(sentence.to_owned())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Outcome {
    /// All blocks found are decoded.
    fn decoded(gaps: bool) -> Self {
        if gaps { Self::Gaps } else { Self::Decoded }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Decoded => 0,
            Outcome::Error => 1,
            Outcome::Gaps => 3,
        })
    }
}

fn main() -> ExitCode {
    let arguments::Arguments { command } = arguments::Arguments::try_parse()
        .unwrap_or_else(|error| message::refuse::<arguments::Arguments>(&error));
    let result = match command {
        arguments::Command::Decode(arguments) => decode::run(&arguments),
        arguments::Command::Encode(arguments) => encode::run(&arguments),
        arguments::Command::WhatIf(arguments) => what_if::run(&arguments),
        arguments::Command::Compare(arguments) => compare::run(&arguments),
        arguments::Command::Scan(arguments) => scan::run(&arguments),
        #[cfg(feature = "bench")]
        arguments::Command::Bench(arguments) => bench::run(&arguments),
        #[cfg(feature = "view")]
        arguments::Command::View(arguments) => view::run(&arguments),
        arguments::Command::Completions { shell } => manual::completions(shell),
        arguments::Command::Man { command } => manual::page(command.as_deref()),
        arguments::Command::Licenses => manual::licenses(),
    };
    let message = match result {
        Ok(outcome) => return outcome.into(),
        // The reader closed the pipe early, as `head` does: not an error.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Stop::Output(error)) => format!("could not write the output: {error}"),
        Err(Stop::Refused(sentence)) => sentence,
    };
    message::complain(&message);
    ExitCode::from(2)
}
