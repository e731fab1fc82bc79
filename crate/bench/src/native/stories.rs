//! Folders of stories.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::workload::{Workload, of_blocks, story};

/// What a folder of folders holds.
#[derive(Clone, Debug, Default)]
pub struct Stories {
    /// The workloads of each folder.
    pub workloads: Vec<Workload>,
    /// A sentence for each folder that is left out.
    pub left_out: Vec<String>,
}

/// Every folder in `top` that holds stories. One with a story that does not
/// decode to its fields is left out: an older draft's, or no block at all.
///
/// # Errors
/// Where a folder or a file cannot be read.
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

/// The workloads of one folder of stories: none if it holds none, and the
/// reason if one of them does not decode to its fields.
///
/// # Errors
/// Where the folder or a file cannot be read.
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
    let title = format!("stories of {name}");
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
