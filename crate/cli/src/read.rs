//! The input, from a file or from standard input.

use std::{
    fs,
    io::{self, Read},
    path::Path,
};

/// The file that is named, unless standard input is meant.
fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| path.as_os_str() != "-")
}

/// All of the input: of `path`, or of standard input where that is absent or
/// «-».
///
/// # Errors
/// Where it cannot be read.
pub(crate) fn input(path: Option<&Path>) -> io::Result<Vec<u8>> {
    let Some(path) = file(path) else {
        let mut input = Vec::new();
        io::stdin().lock().read_to_end(&mut input)?;
        return Ok(input);
    };
    fs::read(path)
}

/// What messages call it.
pub(crate) fn name(path: Option<&Path>) -> String {
    file(path).map_or_else(
        || "standard input".to_owned(),
        |path| path.display().to_string(),
    )
}
