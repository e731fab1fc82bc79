//! Rows as Parquet.

use std::{fs::File, io, sync::Arc};

use parquet::{
    basic::{Compression, ZstdLevel},
    errors::Result,
    file::{
        properties::WriterProperties,
        reader::FileReader,
        serialized_reader::SerializedFileReader,
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    record::{Field, RecordWriter},
    schema::types::TypePtr,
};

use super::row::{Listed, Version};

/// A row group ends when its rows have this size in memory, bytes.
const GROUP: usize = 16 << 20;

/// Rows whose columns are known.
pub(super) trait Columns: Sized {
    fn schema() -> Result<TypePtr>;
    fn write(rows: &[Self], group: &mut SerializedRowGroupWriter<'_, File>) -> Result<()>;
}

impl<R> Columns for R
where
    for<'r> &'r [R]: RecordWriter<R>,
{
    fn schema() -> Result<TypePtr> {
        (&[][..]).schema()
    }

    fn write(rows: &[R], group: &mut SerializedRowGroupWriter<'_, File>) -> Result<()> {
        rows.write_to_row_group(group)
    }
}

/// A file in progress.
#[derive(Debug)]
pub(super) struct Writer<R> {
    file: SerializedFileWriter<File>,
    group: Vec<R>,
    size: usize,
}

impl<R: Columns> Writer<R> {
    pub(super) fn new(file: File) -> io::Result<Self> {
        let zstd = Compression::ZSTD(ZstdLevel::default());
        let properties = WriterProperties::builder().set_compression(zstd).build();
        Ok(Self {
            file: SerializedFileWriter::new(file, R::schema()?, Arc::new(properties))?,
            group: Vec::new(),
            size: 0,
        })
    }

    pub(super) fn write(&mut self, row: R, text: usize) -> io::Result<()> {
        self.group.push(row);
        self.size += size_of::<R>() + text;
        if self.size >= GROUP {
            self.end_group()?;
        }
        Ok(())
    }

    fn end_group(&mut self) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        R::write(&self.group, &mut group)?;
        group.close()?;
        self.group.clear();
        self.size = 0;
        Ok(())
    }

    /// Returns the complete file.
    pub(super) fn finish(mut self) -> io::Result<File> {
        if !self.group.is_empty() {
            self.end_group()?;
        }
        Ok(self.file.into_inner()?)
    }
}

/// Reads a file of captures.
pub(super) fn captures(file: File) -> io::Result<Vec<Listed>> {
    let reader = SerializedFileReader::new(file)?;
    let rows = reader.get_row_iter(None)?;
    let listed = rows.map(|row| {
        let row = row?;
        let text = |name: &str| {
            row.get_column_iter()
                .find_map(|(column, field)| match field {
                    Field::Str(text) if column == name => Some(text.clone()),
                    _ => None,
                })
        };
        let number = |name: &str| {
            row.get_column_iter()
                .find_map(|(column, field)| match field {
                    Field::Long(number) if column == name => Some(*number),
                    _ => None,
                })
        };
        Ok(Listed {
            capture: text("capture").unwrap_or_default(),
            version: Version {
                file_bytes: number("file_bytes").unwrap_or_default(),
                modified_us: number("modified_us"),
            },
            error: text("error"),
        })
    });
    listed.collect()
}
