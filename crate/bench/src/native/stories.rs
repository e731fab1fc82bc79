//! Folders of stories.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::workload::{Workload, of_blocks, story};

/// Workloads of a folder of folders.
#[derive(Clone, Debug, Default)]
pub struct Stories {
    /// Workloads of all folders.
    pub workloads: Vec<Workload>,
    /// A sentence for each folder that was left out.
    pub left_out: Vec<String>,
}

/// Reads every folder in `top` that has stories. Leaves out a folder with a story
/// that does not decode to its fields, such as one of an older draft.
///
/// # Errors
/// If a folder or a file cannot be read.
pub fn stories(top: &Path) -> io::Result<Stories> {
    let mut found = Stories::default();
    for path in sorted(top)?.into_iter().filter(|path| path.is_dir()) {
        match folder(&path)? {
            Ok(workloads) => found.workloads.extend(workloads),
            Err(reason) => {
                let sentence = format!("{} is left out: {reason}", name(&path));
                found.left_out.push(sentence);
            }
        }
    }
    Ok(found)
}

/// Reads the workloads of one folder of stories; empty if it has none. Returns the
/// reason if one of them does not decode to its fields.
///
/// # Errors
/// If the folder or a file cannot be read.
pub fn folder(folder: &Path) -> io::Result<Result<Vec<Workload>, String>> {
    let mut conversations = Vec::new();
    for file in sorted(folder)? {
        if file.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        match story(&fs::read(&file)?) {
            Ok(conversation) => conversations.push(conversation),
            Err(reason) => return Ok(Err(format!("{}: {reason}", name(&file)))),
        }
    }
    if conversations.is_empty() {
        return Ok(Ok(Vec::new()));
    }
    let name = name(folder);
    let title = format!("{name} test stories");
    Ok(Ok(of_blocks(&name, &title, &conversations)))
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
