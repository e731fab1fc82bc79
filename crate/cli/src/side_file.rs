//! Files that go with an input, such as keys, which are read whole.

use std::{fs, io::Read, path::Path};

/// A key or key log above this size is something else, bytes.
const SIDE: u64 = 64 << 20;

/// Reads a file that goes with the input; `what` names it.
///
/// # Errors
/// A sentence if it cannot be read or is too large.
pub(crate) fn read(path: &Path, what: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path);
    file.and_then(|file| file.take(SIDE + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("the {what} could not be read: {error}"))?;
    if bytes.len() as u64 > SIDE {
        return Err(format!("the {what} has more than {} MiB", SIDE >> 20));
    }
    Ok(bytes)
}

/// Reads the key log, if one is named.
///
/// # Errors
/// A sentence if it cannot be read.
pub(crate) fn keylog(path: Option<&Path>) -> Result<Vec<u8>, String> {
    path.map_or(Ok(Vec::new()), |path| read(path, "key log"))
}
