//! Running the program as others do.

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `hpack-inspect COMMAND ARGUMENTS…` with `input` on its standard input.
pub(crate) fn run(command: &str, arguments: &[&str], input: &[u8]) -> Run {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hpack-inspect"));
    program.arg(command).args(arguments);
    run_as(program, input)
}

/// Runs a program with `input` on its standard input.
pub(crate) fn run_as(mut program: Command, input: &[u8]) -> Run {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
