//! Tables of the symbols at the start of a window of bits.

use hpack_core::huffman::code::{CODES, LENGTHS};

/// Symbols at the start of a window; none if the first code is longer than it.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) symbols: [u8; 3],
    pub(super) count: u8,
    /// Bits of their codes.
    pub(super) bits: u8,
}

/// Builds a row for each value of `window` bits, with up to `most` symbols.
pub(super) fn rows(window: u8, most: u8) -> Vec<Row> {
    let mut rows = vec![Row::default(); 1 << window];
    for symbol in 0..=255_u8 {
        let bits = LENGTHS[usize::from(symbol)];
        if bits <= window {
            let from = (CODES[usize::from(symbol)] << (window - bits)) as usize;
            rows[from..from + (1 << (window - bits))].fill(Row {
                symbols: [symbol, 0, 0],
                count: 1,
                bits,
            });
        }
    }
    // The first symbol of a row never changes, so the order does not matter.
    for value in 0..rows.len() {
        let mut row = rows[value];
        while (1..most).contains(&row.count) {
            let rest = rows[value << row.bits & (rows.len() - 1)];
            let bits = row.bits + LENGTHS[usize::from(rest.symbols[0])];
            if rest.count == 0 || bits > window {
                break;
            }
            row.symbols[usize::from(row.count)] = rest.symbols[0];
            row.count += 1;
            row.bits = bits;
        }
        rows[value] = row;
    }
    rows
}
