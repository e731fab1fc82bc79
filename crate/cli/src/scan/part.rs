//! The files of a scan. A part has three: fields, blocks and captures. While
//! they are written, their names begin with `_`. The captures get their name
//! last, so that a part with captures is complete, and what it lists need not
//! be decoded again.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use inspect::mask::{Keep, fingerprint};
use serde::{Deserialize, Serialize};

use super::{
    row::{BlockRow, CaptureRow, FieldRow},
    table::{self, Table},
    walk::Found,
};
use crate::arguments::Rows;

/// A part is complete with this many captures or fields.
const CAPTURES: usize = 256;
const FIELDS: usize = 1 << 20;

/// Or after this time, so that little is lost if the program is killed.
const TIME: Duration = Duration::from_secs(30);

/// In the order in which they get their names.
const TABLES: [&str; 3] = ["fields", "blocks", "captures"];

/// The results of scans in one folder, in one format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output<'a> {
    pub(super) folder: &'a Path,
    pub(super) rows: Rows,
}

impl Output<'_> {
    fn path(&self, prefix: &str, table: &str, number: usize) -> PathBuf {
        let extension = self.rows.extension();
        let name = format!("{prefix}{table}-{number:06}.{extension}");
        self.folder.join(name)
    }

    /// Prefix, table and number of a file of a part; `None` for other files.
    ///
    /// # Errors
    /// If a database would read the file as one of a part and it is none.
    fn parse(&self, name: &str) -> io::Result<Option<(&'static str, &'static str, usize)>> {
        let (prefix, rest) = match name.strip_prefix('_') {
            Some(rest) => ("_", rest),
            None => ("", name),
        };
        let Some((table, rest)) = rest.split_once('-') else {
            return Ok(None);
        };
        let Some(table) = TABLES.into_iter().find(|known| *known == table) else {
            return Ok(None);
        };
        let number = rest.split('.').next();
        let number = number.and_then(|text| text.parse::<u32>().ok());
        let number = number.map(|number| number as usize);
        let path = self.folder.join(name);
        match number.filter(|&number| self.path(prefix, table, number) == path) {
            Some(number) => Ok(Some((prefix, table, number))),
            None => Err(refusal(
                &path,
                "is not from this scan: move it elsewhere, or name another folder",
            )),
        }
    }

    /// Deletes a complete part.
    fn remove(&self, number: usize) -> io::Result<()> {
        // Without captures, the other files are of no complete part.
        TABLES
            .iter()
            .rev()
            .try_for_each(|table| fs::remove_file(self.path("", table, number)))
    }
}

/// A part in progress.
#[derive(Debug)]
pub(super) struct Part<'a> {
    output: Output<'a>,
    number: usize,
    fields: Table<FieldRow>,
    blocks: Table<BlockRow>,
    captures: Table<CaptureRow>,
    field_count: usize,
    capture_count: usize,
    started: Instant,
}

impl<'a> Part<'a> {
    pub(super) fn create(output: Output<'a>, number: usize) -> io::Result<Self> {
        let [fields, blocks, captures] =
            TABLES.map(|table| File::create_new(output.path("_", table, number)));
        Ok(Self {
            output,
            number,
            fields: Table::new(fields?, output.rows)?,
            blocks: Table::new(blocks?, output.rows)?,
            captures: Table::new(captures?, output.rows)?,
            field_count: 0,
            capture_count: 0,
            started: Instant::now(),
        })
    }

    pub(super) fn field(&mut self, row: FieldRow) -> io::Result<()> {
        self.field_count += 1;
        let text = [&row.name, &row.value, &row.value_bytes];
        let text = text.into_iter().flatten().map(String::len).sum();
        self.fields.write(row, text)
    }

    pub(super) fn block(&mut self, row: BlockRow) -> io::Result<()> {
        self.blocks.write(row, 0)
    }

    pub(super) fn capture(&mut self, row: CaptureRow) -> io::Result<()> {
        self.capture_count += 1;
        self.captures.write(row, 0)
    }

    pub(super) fn is_full(&self) -> bool {
        self.capture_count >= CAPTURES
            || self.field_count >= FIELDS
            || self.started.elapsed() >= TIME
    }

    /// Completes the part.
    pub(super) fn finish(self) -> io::Result<()> {
        self.fields.finish()?;
        self.blocks.finish()?;
        self.captures.finish()?;
        for table in TABLES {
            let path = |prefix| self.output.path(prefix, table, self.number);
            fs::rename(path("_"), path(""))?;
        }
        Ok(())
    }
}

/// Increased when columns change.
const SCHEMA: u32 = 2;

/// All that rows depend on besides the captures, in the file `_scan.json`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Made {
    schema: u32,
    program: String,
    mask: Option<String>,
    keylog: Option<String>,
}

impl Made {
    pub(super) fn new(keep: Option<&Keep>, keylog: &[u8]) -> Self {
        Self {
            schema: SCHEMA,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            mask: keep.map(Keep::fingerprint),
            keylog: (!keylog.is_empty()).then(|| fingerprint(keylog)),
        }
    }

    /// What differs, for a message.
    fn difference(&self, other: &Self) -> &'static str {
        if (self.schema, &self.program) != (other.schema, &other.program) {
            "another version of the program"
        } else if self.mask != other.mask {
            "other masking or another key"
        } else {
            "another key log"
        }
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        let [new, path] = ["_scan.new", "_scan.json"].map(|name| folder.join(name));
        match fs::remove_file(&new) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = File::create_new(&new)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        file.sync_all()?;
        fs::rename(new, path)
    }
}

/// An error about a path in the output.
pub(super) fn refusal(path: &Path, sentence: &str) -> io::Error {
    io::Error::other(format!("{} {sentence}", path.display()))
}

/// Refuses what is at a path unless it is a file or nothing: a link can lead to
/// a file of someone else, and a pipe may never end.
pub(super) fn require_file(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(about) if !about.is_file() => Err(refusal(path, "is no file: delete it")),
        _ => Ok(()),
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
    /// Reads the complete parts, and deletes the files of others and parts of
    /// which a capture has changed.
    ///
    /// # Errors
    /// If the folder has rows that were made in another way.
    pub(super) fn read(output: Output<'_>, made: &Made, found: &[Found]) -> io::Result<Self> {
        let mut record = Self::default();
        let mut files = Vec::new();
        for entry in fs::read_dir(output.folder)? {
            let entry = entry?;
            if let Some(file) = output.parse(&entry.file_name().to_string_lossy())? {
                require_file(&entry.path())?;
                files.push(file);
            }
        }
        let path = output.folder.join("_scan.json");
        require_file(&path)?;
        let before = fs::read(path).ok();
        let before: Option<Made> = before.and_then(|json| serde_json::from_slice(&json).ok());
        if before.as_ref() != Some(made) {
            if !files.is_empty() {
                let how = before.map_or("another version of the program", |before| {
                    before.difference(made)
                });
                let sentence = format!("has rows made with {how}: name another folder");
                return Err(refusal(output.folder, &sentence));
            }
            made.write(output.folder)?;
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
                fs::remove_file(output.path(prefix, table, number))?;
            }
        }
        let now: HashMap<&str, &Found> = found.iter().map(|one| (&*one.name, one)).collect();
        for number in complete {
            record.next = record.next.max(number + 1);
            let file = File::open(output.path("", "captures", number))?;
            let all = table::captures(file, output.rows)?;
            let changed = all.iter().find_map(|listed| {
                let now = now.get(&*listed.capture)?;
                (now.version != listed.version).then_some(now)
            });
            if let Some(changed) = changed {
                if let Some(lost) = all.iter().find(|one| !now.contains_key(&*one.capture)) {
                    let sentence = format!(
                        "has changed since its scan, and {}, whose rows are in the same files, \
                         is not found now: name another folder",
                        lost.capture
                    );
                    return Err(refusal(&changed.path, &sentence));
                }
                output.remove(number)?;
                continue;
            }
            for listed in all {
                record.failed += usize::from(listed.error.is_some());
                record.captures.insert(listed.capture);
            }
        }
        Ok(record)
    }
}
