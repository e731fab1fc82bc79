//! A file of rows.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter},
};

use inspect::json;
use serde::Serialize;

#[cfg(feature = "parquet")]
use super::parquet::{self, Columns};
use super::row::Listed;
use crate::arguments::Rows;

#[cfg(not(feature = "parquet"))]
pub(super) trait Columns {}

#[cfg(not(feature = "parquet"))]
impl<R> Columns for R {}

/// A file of rows of type `R` in progress.
#[derive(Debug)]
pub(super) enum Table<R> {
    Ndjson(BufWriter<File>, std::marker::PhantomData<R>),
    #[cfg(feature = "parquet")]
    Parquet(parquet::Writer<R>),
}

impl<R: Columns + Serialize> Table<R> {
    pub(super) fn new(file: File, rows: Rows) -> io::Result<Self> {
        Ok(match rows {
            Rows::Ndjson => Self::Ndjson(BufWriter::new(file), std::marker::PhantomData),
            #[cfg(feature = "parquet")]
            Rows::Parquet => Self::Parquet(parquet::Writer::new(file)?),
        })
    }

    /// Writes a row with about `text` bytes of text.
    #[cfg_attr(
        not(feature = "parquet"),
        expect(unused_variables, reason = "a line is written at once")
    )]
    pub(super) fn write(&mut self, row: R, text: usize) -> io::Result<()> {
        match self {
            Self::Ndjson(file, _) => json::line(file, &row),
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => writer.write(row, text),
        }
    }

    /// Returns once all is on the disk.
    pub(super) fn finish(self) -> io::Result<()> {
        let file = match self {
            Self::Ndjson(file, _) => file.into_inner()?,
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => writer.finish()?,
        };
        file.sync_all()
    }
}

/// Reads a file of captures.
pub(super) fn captures(file: File, rows: Rows) -> io::Result<Vec<Listed>> {
    match rows {
        Rows::Ndjson => BufReader::new(file)
            .lines()
            .map(|line| Ok(serde_json::from_str(&line?)?))
            .collect(),
        #[cfg(feature = "parquet")]
        Rows::Parquet => parquet::captures(file),
    }
}
