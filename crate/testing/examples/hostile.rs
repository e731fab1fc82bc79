//! Writes a hostile input to standard output: `cargo run -p testing --example
//! hostile -- NAME SIZE`. Without arguments, lists the names, each with its
//! arguments of `hpack-inspect`.

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

use testing::hostile::ROWS;

fn main() -> io::Result<ExitCode> {
    let words: Vec<String> = env::args().skip(1).collect();
    let mut out = io::stdout().lock();
    let [name, size] = words.as_slice() else {
        for (name, _, arguments) in ROWS {
            writeln!(out, "{name} {arguments}")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let row = ROWS.iter().find(|(known, ..)| known == name);
    let (Some((_, make, _)), Ok(size)) = (row, size.parse()) else {
        eprintln!("hostile: no input {name} of {size} bytes");
        return Ok(ExitCode::from(2));
    };
    out.write_all(&make(size))?;
    Ok(ExitCode::SUCCESS)
}
