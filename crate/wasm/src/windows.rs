//! Windows of rows and blocks: fixed-width records in one buffer, and one text
//! with all names and values.

use input::visible::visible;
use inspect::{
    assumed::Overlay,
    columns::{BlockRecord, Row, flags},
    record,
    text::truncated,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, warned::Warned};

/// The most bytes of a name or value in a window.
pub(crate) const TEXT_CUT: usize = 512;

record! {
    /// A row in a window.
    pub(crate) struct RowCells {
        /// Number of its block in the session.
        block: u32,
        /// Bytes in the block, end exclusive.
        start: u32,
        /// See `start`.
        end: u32,
        /// Index into KINDS.
        kind: u8,
        /// Bits of FLAG.
        flags: u16,
        /// Index on the wire; 0 if name and value are literal.
        index: u32,
        /// UTF-16 range of the name in the window's text.
        name_from: usize,
        /// See `nameFrom`.
        name_length: usize,
        /// UTF-16 range of the value in the window's text.
        value_from: usize,
        /// See `valueFrom`.
        value_length: usize,
        /// Range in the block of the data of a literal name, end exclusive.
        name_data: usize,
        /// See `nameData`.
        name_end: usize,
        /// Range in the block of the data of a literal value, end exclusive.
        value_data: usize,
        /// See `valueData`.
        value_end: usize,
        /// Entries evicted by this step.
        evicted: u32,
        /// The new maximum of a size update, bytes.
        size: u32,
    }
}

record! {
    /// A block in a window.
    pub(crate) struct BlockCells {
        /// Number of its direction.
        direction: u32,
        /// Its bytes.
        bytes: usize,
        /// Number of its first row.
        first_row: usize,
        /// Fields and size updates.
        rows: usize,
        /// Fields alone, without size updates.
        fields: u32,
        /// 1 if the block has an error.
        error: bool,
        /// 1 if its rest is not in the input.
        cut: bool,
        /// 1 if an earlier block of this direction had an error.
        after_error: bool,
        /// Bytes of indexed fields.
        indexed_bytes: u32,
        /// Bytes of literals with incremental indexing.
        incremental_bytes: u32,
        /// Bytes of literals without indexing.
        without_bytes: u32,
        /// Bytes of literals never indexed.
        never_bytes: u32,
        /// Bytes of size updates.
        size_update_bytes: u32,
        /// Bytes of its fields in plain text.
        plain_bytes: u64,
        /// Number of warnings about it.
        warnings: usize,
        /// Rows with an unknown name or value.
        unknown_rows: u32,
    }
}

/// A window of rows, blocks or frames.
#[wasm_bindgen(getter_with_clone)]
pub struct Window {
    /// Records: `RowCells`, `BlockCells` or `FrameCells`.
    pub records: Vec<u32>,
    /// For rows, their names and values, concatenated; for blocks, a JSON list
    /// of labels; for frames, a JSON list of types, flags and texts.
    pub text: String,
}

/// Texts one after the other, with the number of UTF-16 units so far.
#[derive(Default)]
struct Texts {
    text: String,
    units: usize,
}

impl Texts {
    /// Appends a name or value, and returns its start and length.
    fn add(&mut self, bytes: Option<&[u8]>) -> (usize, usize) {
        let text = truncated(bytes.unwrap_or_default(), TEXT_CUT);
        let start = self.units;
        self.units += text.encode_utf16().count();
        self.text.push_str(&text);
        (start, self.units - start)
    }
}

/// Rows `from..to`, limited to those that exist.
pub(crate) fn rows(overlay: Overlay<'_>, from: usize, to: usize) -> Window {
    let session = overlay.session;
    let to = to.min(session.rows().len());
    let from = from.min(to);
    let mut texts = Texts::default();
    let mut records = Vec::with_capacity((to - from) * RowCells::STRIDE);
    for row in &session.rows()[from..to] {
        records.extend(row_cells(overlay, row, &mut texts).cells());
    }
    Window {
        records,
        text: texts.text,
    }
}

fn row_cells(overlay: Overlay<'_>, row: &Row, texts: &mut Texts) -> RowCells {
    let session = overlay.session;
    let [name, value] = [overlay.name(row), overlay.value(row)];
    let mut bits = row.flags;
    if row.has(flags::NAME_UNKNOWN) && name.is_some() {
        bits |= flags::NAME_GUESSED;
    }
    if row.has(flags::VALUE_UNKNOWN) && value.is_some() {
        bits |= flags::VALUE_GUESSED;
    }
    let (name_from, name_length) = texts.add(name);
    let (value_from, value_length) = texts.add(value);
    let [name_data, value_data] = session.string_data(row);
    RowCells {
        block: row.block,
        start: row.start,
        end: row.end,
        kind: row.kind as u8,
        flags: bits,
        index: row.index,
        name_from,
        name_length,
        value_from,
        value_length,
        name_data: name_data.start,
        name_end: name_data.end,
        value_data: value_data.start,
        value_end: value_data.end,
        evicted: row.evicted,
        size: row.size(),
    }
}

/// Blocks `from..to`, limited to those that exist.
pub(crate) fn blocks(overlay: Overlay<'_>, warned: &mut Warned, from: usize, to: usize) -> Window {
    let session = overlay.session;
    let to = to.min(session.blocks().len());
    let from = from.min(to);
    let mut records = Vec::with_capacity((to - from) * BlockCells::STRIDE);
    let mut labels = Vec::with_capacity(to - from);
    for number in from..to {
        let block = &session.blocks()[number];
        records.extend(block_cells(block, warned.count(overlay, number)).cells());
        labels.push(visible(block.label.as_deref().unwrap_or_default()));
    }
    Window {
        records,
        text: json(&labels),
    }
}

fn block_cells(block: &BlockRecord, warnings: usize) -> BlockCells {
    let [
        indexed_bytes,
        incremental_bytes,
        without_bytes,
        never_bytes,
        size_update_bytes,
    ] = block.kind_bytes;
    BlockCells {
        direction: block.direction,
        bytes: block.bytes.len(),
        first_row: block.rows.start,
        rows: block.rows.len(),
        fields: block.fields,
        error: block.error.is_some(),
        cut: block.missing().is_some(),
        after_error: block.after_error,
        indexed_bytes,
        incremental_bytes,
        without_bytes,
        never_bytes,
        size_update_bytes,
        plain_bytes: block.plain_bytes,
        warnings,
        unknown_rows: block.unknown_rows,
    }
}
