//! The files of a scan. A part has three: fields, blocks and captures. While
//! they are written, their names begin with `_`. The captures get their name
//! last, so that a part with captures is complete, and what it lists need not
//! be decoded again.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use inspect::json;
use serde::Deserialize;

use super::row::{BlockRow, CaptureRow, FieldRow};

/// A part is complete with this many captures or fields.
const CAPTURES: usize = 256;
const FIELDS: usize = 1 << 20;

/// In the order in which they get their names.
const TABLES: [&str; 3] = ["fields", "blocks", "captures"];

fn path(folder: &Path, prefix: &str, table: &str, number: usize) -> PathBuf {
    folder.join(format!("{prefix}{table}-{number:06}.ndjson"))
}

/// A part in progress.
#[derive(Debug)]
pub(super) struct Part {
    folder: PathBuf,
    number: usize,
    files: [BufWriter<File>; 3],
    fields: usize,
    captures: usize,
}

impl Part {
    pub(super) fn create(folder: &Path, number: usize) -> io::Result<Self> {
        let create = |table| File::create(path(folder, "_", table, number)).map(BufWriter::new);
        let [fields, blocks, captures] = TABLES.map(create);
        Ok(Self {
            folder: folder.to_owned(),
            number,
            files: [fields?, blocks?, captures?],
            fields: 0,
            captures: 0,
        })
    }

    pub(super) fn field(&mut self, row: &FieldRow<'_>) -> io::Result<()> {
        self.fields += 1;
        json::line(&mut self.files[0], row)
    }

    pub(super) fn block(&mut self, row: &BlockRow<'_>) -> io::Result<()> {
        json::line(&mut self.files[1], row)
    }

    pub(super) fn capture(&mut self, row: &CaptureRow<'_>) -> io::Result<()> {
        self.captures += 1;
        json::line(&mut self.files[2], row)
    }

    pub(super) fn is_full(&self) -> bool {
        self.captures >= CAPTURES || self.fields >= FIELDS
    }

    /// Completes the part.
    pub(super) fn finish(self) -> io::Result<()> {
        for mut file in self.files {
            file.flush()?;
            file.get_ref().sync_all()?;
        }
        for table in TABLES {
            let to = path(&self.folder, "", table, self.number);
            fs::rename(path(&self.folder, "_", table, self.number), to)?;
        }
        Ok(())
    }
}

/// Complete parts of earlier runs.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Captures that they list.
    pub(super) captures: HashSet<String>,
    /// How many of these could not be read.
    pub(super) failed: usize,
    /// Number of the next part.
    pub(super) next: usize,
}

impl Record {
    /// Reads the complete parts in a folder, and deletes the files of others.
    pub(super) fn read(folder: &Path) -> io::Result<Self> {
        #[derive(Deserialize)]
        struct Listed {
            capture: String,
            error: Option<String>,
        }
        let mut record = Self::default();
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            files.extend(name.to_str().and_then(parse));
        }
        let is_complete =
            |&(prefix, table, _): &(&str, _, _)| prefix.is_empty() && table == "captures";
        let complete: HashSet<usize> = files
            .iter()
            .filter(|file| is_complete(file))
            .map(|file| file.2)
            .collect();
        for (prefix, table, number) in files {
            if prefix == "_" || !complete.contains(&number) {
                fs::remove_file(path(folder, prefix, table, number))?;
            }
        }
        for number in complete {
            record.next = record.next.max(number + 1);
            for line in BufReader::new(File::open(path(folder, "", "captures", number))?).lines() {
                let listed: Listed = serde_json::from_str(&line?)?;
                record.failed += usize::from(listed.error.is_some());
                record.captures.insert(listed.capture);
            }
        }
        Ok(record)
    }
}

/// Prefix, table and number of a file of a part.
fn parse(name: &str) -> Option<(&'static str, &'static str, usize)> {
    let (prefix, rest) = match name.strip_prefix('_') {
        Some(rest) => ("_", rest),
        None => ("", name),
    };
    let (table, number) = rest.strip_suffix(".ndjson")?.split_once('-')?;
    let table = TABLES.into_iter().find(|known| *known == table)?;
    Some((prefix, table, number.parse().ok()?))
}
