//! The files of a scan. A part has three: fields, blocks and captures. While
//! they are written, their names begin with `_`. The captures get their name
//! last, so that a part with captures is complete, and what it lists need not
//! be decoded again.

use std::{
    collections::HashSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    row::{BlockRow, CaptureRow, FieldRow},
    table::{self, Table},
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

    /// Prefix, table and number of a file of a part.
    fn parse(&self, name: &str) -> Option<(&'static str, &'static str, usize)> {
        let (prefix, rest) = match name.strip_prefix('_') {
            Some(rest) => ("_", rest),
            None => ("", name),
        };
        let rest = rest.strip_suffix(self.rows.extension())?;
        let (table, number) = rest.strip_suffix('.')?.split_once('-')?;
        let table = TABLES.into_iter().find(|known| *known == table)?;
        Some((prefix, table, number.parse().ok()?))
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
            TABLES.map(|table| File::create(output.path("_", table, number)));
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
    /// Reads the complete parts, and deletes the files of others.
    pub(super) fn read(output: Output<'_>) -> io::Result<Self> {
        let mut record = Self::default();
        let mut files = Vec::new();
        for entry in fs::read_dir(output.folder)? {
            let name = entry?.file_name();
            files.extend(name.to_str().and_then(|name| output.parse(name)));
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
        for number in complete {
            record.next = record.next.max(number + 1);
            let file = File::open(output.path("", "captures", number))?;
            for listed in table::captures(file, output.rows)? {
                record.failed += usize::from(listed.error.is_some());
                record.captures.insert(listed.capture);
            }
        }
        Ok(record)
    }
}
