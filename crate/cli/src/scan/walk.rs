//! Finds captures.

use std::{
    fmt::Write as _,
    fs,
    path::{self, Path, PathBuf},
    time::UNIX_EPOCH,
};

use super::row::Version;

/// A file to scan.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// The path in rows: absolute and without links, so that it is the same
    /// file whatever the current folder is.
    pub(super) name: String,
    /// Whether it is a pipe, a device or a socket, which may never end.
    pub(super) is_special: bool,
    pub(super) version: Version,
}

impl Found {
    fn new(path: &Path) -> Self {
        let path = fs::canonicalize(path)
            .or_else(|_| path::absolute(path))
            .unwrap_or_else(|_| path.to_owned());
        let about = fs::metadata(&path).ok();
        let is_special = about.as_ref().is_some_and(is_special);
        let about = about.filter(fs::Metadata::is_file);
        let modified = about.as_ref().and_then(|about| about.modified().ok());
        let modified = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Self {
            name: spell(&path),
            is_special,
            version: Version {
                file_bytes: about.map_or(0, |about| about.len().cast_signed()),
                modified_us: modified.and_then(|time| time.as_micros().try_into().ok()),
            },
            path,
        }
    }
}

fn is_special(about: &fs::Metadata) -> bool {
    !about.is_file() && !about.is_dir()
}

/// Spells a path in UTF-8, with each byte that is none as “\u{fffd}” and its
/// hex, so that different paths are spelled differently.
fn spell(path: &Path) -> String {
    let mut out = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        out += &chunk
            .valid()
            .replace('\u{fffd}', "\u{fffd}ef\u{fffd}bf\u{fffd}bd");
        for byte in chunk.invalid() {
            let _ = write!(out, "\u{fffd}{byte:02x}");
        }
    }
    out
}

/// The files of `inputs` and in their folders, each once, without those in
/// `output`. A file or folder that cannot be read is listed as it is, so that
/// it becomes a row with an error. Also returns how many entries of the folders
/// were skipped.
pub(super) fn find(inputs: &[PathBuf], output: &Path) -> (Vec<Found>, usize) {
    let output = fs::canonicalize(output).ok();
    let mut found = Vec::new();
    let mut skipped = 0;
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
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            // A link to a folder could lead back to where it is.
            let is_skipped = |of: fs::Metadata| is_special(&of) || is_link && of.is_dir();
            if fs::metadata(&file).is_ok_and(is_skipped) {
                skipped += 1;
            } else {
                left.push(file);
            }
        }
    }
    let mut found: Vec<Found> = found.iter().map(|path| Found::new(path)).collect();
    found.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    found.dedup_by(|one, other| one.path == other.path);
    (found, skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn spells_different_paths_differently() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        for (path, spelled) in [
            (&b"/a/\xc3\xa9.pcap"[..], "/a/é.pcap"),
            (b"/a\xff", "/a\u{fffd}ff"),
            (b"/a\xfe", "/a\u{fffd}fe"),
            (b"/a\xef\xbf\xbdfe", "/a\u{fffd}ef\u{fffd}bf\u{fffd}bdfe"),
        ] {
            assert_eq!(spell(Path::new(OsStr::from_bytes(path))), spelled);
        }
    }
}
