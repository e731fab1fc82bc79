//! The two tables, computed when the program is built.
//!
//! They stand at a fixed address, which a look-up in WebAssembly then need
//! not add to its row.

use super::super::code::{CODES, LENGTHS};

/// Bits of a window.
pub(super) const WINDOW: u32 = 14;

const ROWS: usize = 1 << WINDOW;

/// Rows by inverted window.
///
/// Two codes have ten bits at least and three fifteen, so that a row has two
/// symbols at most.
struct Tables {
    uses: [u8; ROWS],
    symbols: [u16; ROWS],
}

static TABLES: Tables = tables();

/// What the codes of a row use. In the low six bits, which are all that a
/// shift of 64 bits heeds: their bits, 0 for a code longer than the window.
/// Above them: how many symbols they are.
///
/// ```text
///   7   6   5   4   3   2   1   0
/// +---+---+---+---+---+---+---+---+
/// |symbols|         bits          |
/// +-------+-----------------------+
/// ```
#[inline(always)]
pub(super) fn uses(row: usize) -> u8 {
    TABLES.uses[row]
}

/// Up to two symbols, the first lowest.
#[inline(always)]
pub(super) fn symbols(row: usize) -> u16 {
    TABLES.symbols[row]
}

const fn tables() -> Tables {
    let mut tables = Tables {
        uses: [0; ROWS],
        symbols: [0; ROWS],
    };
    // The first symbol of each window.
    let mut symbol = 0;
    while symbol < 256 {
        let bits = LENGTHS[symbol] as u32;
        if bits <= WINDOW {
            let from = CODES[symbol] << (WINDOW - bits);
            let mut rest = 0;
            while rest < 1 << (WINDOW - bits) {
                let row = inverted(from + rest);
                tables.uses[row] = bits as u8 | 1 << 6;
                tables.symbols[row] = symbol as u16;
                rest += 1;
            }
        }
        symbol += 1;
    }
    // The second, which is the first of the window that is left. The first
    // symbol of a row stays where it is, so that the order does not matter.
    let mut window = 0;
    while window < ROWS as u32 {
        let row = inverted(window);
        let bits = tables.uses[row] & 63;
        let next = tables.symbols[inverted(window << bits)] & 0xff;
        let more = LENGTHS[next as usize];
        if bits > 0 && tables.uses[inverted(window << bits)] > 0 && bits + more <= WINDOW as u8 {
            tables.uses[row] = (bits + more) | 2 << 6;
            tables.symbols[row] |= next << 8;
        }
        window += 1;
    }
    tables
}

const fn inverted(window: u32) -> usize {
    !window as usize & (ROWS - 1)
}
