//! Windows of rows and blocks: fixed-width records in one buffer, and one text
//! with all names and values.

use input::visible::{push_visible, visible};
use inspect::{
    assumed::Overlay,
    columns::{BlockRecord, Row, flags},
    record,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, warned::Warned};

/// The most UTF-16 units of a name or value in a window.
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
        /// Plain bytes of the whole name.
        name_bytes: u32,
        /// Plain bytes of the whole value.
        value_bytes: u32,
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
        /// Size of the table after the step, bytes.
        table_size: u64,
        /// Maximum of the table after the step, bytes.
        table_max: u32,
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

/// Appends text and returns its range in UTF-16 units.
struct Gathered {
    text: String,
    units: usize,
}

impl Gathered {
    /// Start, length, whether it is shortened, whether it is not UTF-8.
    fn add(&mut self, bytes: &[u8]) -> (usize, usize, bool, bool) {
        let start = self.units;
        // A UTF-16 unit takes at most three bytes of UTF-8.
        let head = &bytes[..bytes.len().min(3 * TEXT_CUT + 3)];
        let mut cut = head.len() < bytes.len();
        for character in String::from_utf8_lossy(head).chars() {
            let before = self.text.len();
            push_visible(character, &mut self.text);
            // Escaped text is ASCII.
            let units = match self.text.len() - before {
                spelled if spelled != character.len_utf8() => spelled,
                _ => character.len_utf16(),
            };
            if self.units - start + units > TEXT_CUT {
                self.text.truncate(before);
                cut = true;
                break;
            }
            self.units += units;
        }
        let broken = std::str::from_utf8(bytes).is_err();
        (start, self.units - start, cut, broken)
    }
}

/// Rows `from..to`, limited to those that exist.
pub(crate) fn rows(overlay: Overlay<'_>, from: usize, to: usize) -> Window {
    let session = overlay.session;
    let to = to.min(session.rows().len());
    let from = from.min(to);
    let mut gathered = Gathered {
        text: String::new(),
        units: 0,
    };
    let mut records = Vec::with_capacity((to - from) * RowCells::STRIDE);
    for row in &session.rows()[from..to] {
        records.extend(row_cells(overlay, row, &mut gathered).cells());
    }
    Window {
        records,
        text: gathered.text,
    }
}

fn row_cells(overlay: Overlay<'_>, row: &Row, gathered: &mut Gathered) -> RowCells {
    let session = overlay.session;
    let mut bits = row.flags;
    let mut set = |flag, yes: bool| {
        if yes {
            bits |= flag;
        }
    };
    let (name_from, name_length, cut, broken) = gathered.add(overlay.name(row).unwrap_or_default());
    set(
        flags::NAME_GUESSED,
        row.has(flags::NAME_UNKNOWN) && overlay.name(row).is_some(),
    );
    set(flags::NAME_CUT, cut);
    set(flags::NAME_NOT_UTF8, broken);
    let (value_from, value_length, cut, broken) =
        gathered.add(overlay.value(row).unwrap_or_default());
    set(
        flags::VALUE_GUESSED,
        row.has(flags::VALUE_UNKNOWN) && overlay.value(row).is_some(),
    );
    set(flags::VALUE_CUT, cut);
    set(flags::VALUE_NOT_UTF8, broken);
    let table = session.direction(row.block as usize).table();
    let after = session.after(row);
    let [name, value] = session.string_data(row);
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
        name_bytes: row.name_bytes,
        value_bytes: row.value_bytes,
        name_data: name.start,
        name_end: name.end,
        value_data: value.start,
        value_end: value.end,
        evicted: row.evicted,
        size: row.size(),
        table_size: table.size_at(&after),
        table_max: after.maximum(),
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
