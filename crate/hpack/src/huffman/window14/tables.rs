//! The two tables, computed at compile time or, with the feature
//! `computed-tables`, when the first decoder is constructed: the compressed
//! WebAssembly package is then 5 KB smaller.
//!
//! They are statics, so that look-ups in WebAssembly have a constant base
//! address.

use super::super::code::{CODES, LENGTHS};
#[cfg(feature = "computed-tables")]
pub(super) use computed::{prepare, symbols, uses};

pub(super) const WINDOW: u32 = 14;

const ROWS: usize = 1 << WINDOW;

/// Size of the tables, bytes.
pub(super) const BYTES: usize = 3 * ROWS;

/// Rows by inverted window. A row has at most two symbols, since three codes have
/// at least fifteen bits.
struct Tables {
    uses: [u8; ROWS],
    symbols: [u16; ROWS],
}

#[cfg(not(feature = "computed-tables"))]
static TABLES: Tables = tables();

#[cfg(not(feature = "computed-tables"))]
#[inline(always)]
pub(super) fn prepare() {}

/// Number of bits and symbols of the codes of a row. The bits are 0 for a code
/// longer than the window; a 64-bit shift ignores the symbols above them.
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

/// Tables that are filled at run time.
#[cfg(feature = "computed-tables")]
mod computed {
    use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering};

    use super::{ROWS, tables};

    static USES: [AtomicU8; ROWS] = [const { AtomicU8::new(0) }; ROWS];
    static SYMBOLS: [AtomicU16; ROWS] = [const { AtomicU16::new(0) }; ROWS];
    static ARE_READY: AtomicBool = AtomicBool::new(false);

    /// Fills the tables once. Concurrent threads write the same values.
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
                let row = invert(from + rest);
                tables.uses[row] = bits as u8 | 1 << 6;
                tables.symbols[row] = symbol as u16;
                rest += 1;
            }
        }
        symbol += 1;
    }
    // The second, which is the first of the remaining window. The order does not
    // matter, since the first symbol of a row stays in place.
    let mut window = 0;
    while window < ROWS as u32 {
        let row = invert(window);
        let bits = tables.uses[row] & 63;
        // For a row without a symbol, the same row.
        let rest = invert(window << bits);
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

const fn invert(window: u32) -> usize {
    !window as usize & (ROWS - 1)
}
