//! Writes the page's types into the file that is named.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let file = env::args_os().nth(1).ok_or(io::ErrorKind::InvalidInput)?;
    fs::write(file, hpack_inspector_wasm::typescript())
}
