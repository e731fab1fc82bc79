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
    for folder in sorted(top)?.into_iter().filter(|path| path.is_dir()) {
        let mut conversations = Vec::new();
        let mut fault = None;
        for file in sorted(&folder)? {
            if file.extension().is_none_or(|ending| ending != "json") {
                continue;
            }
            match story(&fs::read(&file)?) {
                Ok(conversation) => conversations.push(conversation),
                Err(reason) => {
                    fault = Some((file, reason));
                    break;
                }
            }
        }
        let name = name(&folder);
        if let Some((file, reason)) = fault {
            let file = self::name(&file);
            found
                .left_out
                .push(format!("{name} is left out: {file}: {reason}"));
        } else if !conversations.is_empty() {
            let title = format!("stories of {name}");
            found
                .workloads
                .extend(of_blocks(&name, &title, &conversations));
        }
    }
    Ok(found)
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
