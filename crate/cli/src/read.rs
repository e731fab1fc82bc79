//! The input, from a file or from standard input.

use std::{
    fs,
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

/// The file that is named, unless standard input is meant.
fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| path.as_os_str() != "-")
}

/// Hands the input to `part` as it comes, up to 1 MiB at a time, until that
/// says to stop. Of `path`, or of standard input where that is absent or “-”.
///
/// # Errors
/// Where it cannot be read.
pub(crate) fn parts(
    path: Option<&Path>,
    mut part: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut input: Box<dyn Read> = match file(path) {
        Some(path) => Box::new(fs::File::open(path)?),
        None => Box::new(io::stdin().lock()),
    };
    let mut octets = vec![0; 1 << 20];
    loop {
        match input.read(&mut octets) {
            Ok(0) => return Ok(()),
            Ok(count) => {
                if part(&octets[..count]).is_break() {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// What messages call it.
pub(crate) fn name(path: Option<&Path>) -> String {
    file(path).map_or_else(
        || "standard input".to_owned(),
        |path| path.display().to_string(),
    )
}
