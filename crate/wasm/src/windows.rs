//! Windows of rows and blocks: fixed-width numbers that the page reads as one
//! buffer, and one text for all their names and values.

use inspect::{
    assumed::Overlay,
    columns::{BlockRecord, Row, flags},
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::warned::Warned;

/// Numbers a row has in a window.
pub(crate) const ROW_STRIDE: usize = 16;

/// Numbers a block has in a window.
pub(crate) const BLOCK_STRIDE: usize = 16;

/// UTF-16 units of a name or value that a window carries.
const TEXT_CUT: usize = 512;

const NAME_NOT_UTF8: u16 = 512;
const VALUE_NOT_UTF8: u16 = 1024;
const NAME_CUT: u16 = 2048;
const VALUE_CUT: u16 = 4096;
const NAME_GUESSED: u16 = 8192;
const VALUE_GUESSED: u16 = 16384;

/// A window of rows.
#[wasm_bindgen]
pub struct RowWindow {
    records: Vec<i32>,
    text: String,
}

#[wasm_bindgen]
impl RowWindow {
    /// `ROW_STRIDE` numbers a row; unsigned ones are carried as they are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn records(&self) -> Vec<i32> {
        self.records.clone()
    }

    /// Names and values of the window, one behind the other.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn text(&self) -> String {
        self.text.clone()
    }
}

/// A window of blocks.
#[wasm_bindgen]
pub struct BlockWindow {
    records: Vec<i32>,
    labels: String,
}

#[wasm_bindgen]
impl BlockWindow {
    /// `BLOCK_STRIDE` numbers a block.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn records(&self) -> Vec<i32> {
        self.records.clone()
    }

    /// A JSON list of labels, one a block.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn labels(&self) -> String {
        self.labels.clone()
    }
}

/// Carries an unsigned number in a signed column, bit by bit.
pub(crate) fn signed(number: u32) -> i32 {
    number.cast_signed()
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn octets(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Appends text and says where it stands, in UTF-16 units.
struct Gathered {
    text: String,
    units: usize,
}

impl Gathered {
    /// Start, length, whether it is cut, whether it is not UTF-8.
    fn add(&mut self, octets: &[u8]) -> (i32, i32, bool, bool) {
        let start = self.units;
        // Each UTF-16 unit takes three octets of UTF-8 at most.
        let head = &octets[..octets.len().min(3 * TEXT_CUT + 3)];
        let mut cut = head.len() < octets.len();
        for character in String::from_utf8_lossy(head).chars() {
            let units = character.len_utf16();
            if self.units - start + units > TEXT_CUT {
                cut = true;
                break;
            }
            self.text.push(character);
            self.units += units;
        }
        let broken = std::str::from_utf8(octets).is_err();
        (count(start), count(self.units - start), cut, broken)
    }
}

/// Rows `from..to`, as far as there are some.
pub(crate) fn rows(overlay: Overlay<'_>, from: usize, to: usize) -> RowWindow {
    let session = overlay.session;
    let to = to.min(session.rows().len());
    let from = from.min(to);
    let mut gathered = Gathered {
        text: String::new(),
        units: 0,
    };
    let mut records = Vec::with_capacity((to - from) * ROW_STRIDE);
    for row in &session.rows()[from..to] {
        records.extend(record(overlay, row, &mut gathered));
    }
    RowWindow {
        records,
        text: gathered.text,
    }
}

fn record(overlay: Overlay<'_>, row: &Row, gathered: &mut Gathered) -> [i32; ROW_STRIDE] {
    let session = overlay.session;
    let mut bits = row.flags;
    let mut set = |flag, yes: bool| {
        if yes {
            bits |= flag;
        }
    };
    let (name_from, name_length, cut, broken) = gathered.add(overlay.name(row).unwrap_or_default());
    set(
        NAME_GUESSED,
        row.has(flags::NAME_UNKNOWN) && overlay.name(row).is_some(),
    );
    set(NAME_CUT, cut);
    set(NAME_NOT_UTF8, broken);
    let (value_from, value_length, cut, broken) =
        gathered.add(overlay.value(row).unwrap_or_default());
    set(
        VALUE_GUESSED,
        row.has(flags::VALUE_UNKNOWN) && overlay.value(row).is_some(),
    );
    set(VALUE_CUT, cut);
    set(VALUE_NOT_UTF8, broken);
    let table = session.direction(row.block as usize).table();
    let after = session.after(row);
    [
        signed(row.block),
        signed(row.start),
        signed(row.end),
        row.kind as i32,
        i32::from(bits),
        signed(row.index),
        name_from,
        name_length,
        value_from,
        value_length,
        signed(row.name_octets),
        signed(row.value_octets),
        signed(row.evicted),
        signed(row.size()),
        octets(table.size_at(&after)),
        signed(after.maximum()),
    ]
}

/// Blocks `from..to`, as far as there are some.
pub(crate) fn blocks(
    overlay: Overlay<'_>,
    warned: &mut Warned,
    from: usize,
    to: usize,
) -> BlockWindow {
    let session = overlay.session;
    let to = to.min(session.blocks().len());
    let from = from.min(to);
    let mut records = Vec::with_capacity((to - from) * BLOCK_STRIDE);
    let mut labels = Vec::with_capacity(to - from);
    for number in from..to {
        let block = &session.blocks()[number];
        records.extend(block_record(block, warned.count(overlay, number)));
        labels.push(block.label.as_deref().unwrap_or_default());
    }
    BlockWindow {
        records,
        labels: crate::answer::json(&labels),
    }
}

fn block_record(block: &BlockRecord, warnings: usize) -> [i32; BLOCK_STRIDE] {
    let [indexed, incremental, without, never, size_update] = block.kind_octets.map(signed);
    [
        signed(block.direction),
        count(block.octets.len()),
        count(block.rows.start),
        count(block.rows.len()),
        signed(block.fields),
        i32::from(block.fault.is_some()),
        i32::from(block.after_fault),
        indexed,
        incremental,
        without,
        never,
        size_update,
        octets(block.plain_octets),
        count(warnings),
        signed(block.unknown_rows),
        0,
    ]
}

const _: () = assert!(flags::TOO_LARGE < NAME_NOT_UTF8);
