//! Finds captures.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The files of `inputs` and in their folders, in order, without those in
/// `output`. A file or folder that cannot be read is listed as it is, so that
/// it becomes a row with an error.
pub(super) fn find(inputs: &[PathBuf], output: &Path) -> Vec<PathBuf> {
    let output = fs::canonicalize(output).ok();
    let mut found = Vec::new();
    let mut left = inputs.to_vec();
    while let Some(path) = left.pop() {
        if !path.is_dir() {
            found.push(path);
            continue;
        }
        if output.is_some() && fs::canonicalize(&path).ok() == output {
            continue;
        }
        let Ok(entries) = fs::read_dir(&path) else {
            found.push(path);
            continue;
        };
        for entry in entries.flatten() {
            let file = entry.path();
            match entry.file_type() {
                // It could lead back to where it is.
                Ok(kind) if kind.is_symlink() && file.is_dir() => {}
                // To read a pipe can take for ever.
                Ok(kind) if !kind.is_dir() && fs::metadata(&file).is_ok_and(|of| !of.is_file()) => {
                }
                _ => left.push(file),
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
