//! The two tables, computed when the program is built, or with the feature
//! `computed-tables` when the first decoder is made: a page then loads 5 KB
//! less.
//!
//! They stand at a fixed address, which a look-up in WebAssembly then need
//! not add to its row.

use super::super::code::{CODES, LENGTHS};
#[cfg(feature = "computed-tables")]
pub(super) use computed::{prepare, symbols, uses};

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

#[cfg(not(feature = "computed-tables"))]
static TABLES: Tables = tables();

/// Sees to it that the tables are there, which they are.
#[cfg(not(feature = "computed-tables"))]
#[inline(always)]
pub(super) fn prepare() {}

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
#[cfg(not(feature = "computed-tables"))]
#[inline(always)]
pub(super) fn uses(row: usize) -> u8 {
    TABLES.uses[row]
}

/// Up to two symbols, the first lowest.
#[cfg(not(feature = "computed-tables"))]
#[inline(always)]
pub(super) fn symbols(row: usize) -> u16 {
    TABLES.symbols[row]
}

/// The same in memory that is filled while the program runs.
#[cfg(feature = "computed-tables")]
mod computed {
    use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering};

    use super::{ROWS, tables};

    static USES: [AtomicU8; ROWS] = [const { AtomicU8::new(0) }; ROWS];
    static SYMBOLS: [AtomicU16; ROWS] = [const { AtomicU16::new(0) }; ROWS];
    static ARE_READY: AtomicBool = AtomicBool::new(false);

    /// Fills the tables, the first time. Threads that do so at once write the
    /// same.
    pub(crate) fn prepare() {
        if ARE_READY.load(Ordering::Acquire) {
            return;
        }
        let tables = tables();
        for row in 0..ROWS {
            USES[row].store(tables.uses[row], Ordering::Relaxed);
            SYMBOLS[row].store(tables.symbols[row], Ordering::Relaxed);
        }
        ARE_READY.store(true, Ordering::Release);
    }

    #[inline(always)]
    pub(crate) fn uses(row: usize) -> u8 {
        USES[row].load(Ordering::Relaxed)
    }

    #[inline(always)]
    pub(crate) fn symbols(row: usize) -> u16 {
        SYMBOLS[row].load(Ordering::Relaxed)
    }
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
        // Of a row without a symbol the same row.
        let rest = inverted(window << bits);
        let next = tables.symbols[rest] & 0xff;
        let more = LENGTHS[next as usize];
        if tables.uses[rest] > 0 && bits + more <= WINDOW as u8 {
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
