//! The two tables.
//!
//! They stand at a fixed address, which a look-up in WebAssembly then need
//! not add to its row.

use std::{cell::UnsafeCell, sync::Once};

use super::super::code::{CODES, LENGTHS};

/// Bits of a window.
pub(super) const WINDOW: u32 = 14;

const ROWS: usize = 1 << WINDOW;

/// Rows by inverted window.
///
/// Two codes have ten bits at least and three fifteen, so that a row has two
/// symbols at most.
struct Rows {
    uses: [u8; ROWS],
    symbols: [u16; ROWS],
}

struct Place(UnsafeCell<Rows>);

// SAFETY: the only write is inside `MADE.call_once`; every read needs a
// `Tables`, which exists only after that call has returned.
unsafe impl Sync for Place {}

static PLACE: Place = Place(UnsafeCell::new(Rows {
    uses: [0; ROWS],
    symbols: [0; ROWS],
}));

static MADE: Once = Once::new();

/// Says that the tables are made.
#[derive(Clone, Copy)]
pub(super) struct Tables(());

impl Tables {
    /// Makes them, if they were not yet.
    pub(super) fn made() -> Self {
        MADE.call_once(|| {
            // SAFETY: this reference is the only one: `call_once` runs the
            // closure once, and `rows` cannot be called before it returns,
            // since it needs a `Tables`.
            make(unsafe { &mut *PLACE.0.get() });
        });
        Self(())
    }

    fn rows(self) -> &'static Rows {
        // SAFETY: there is no mutable reference any more: the only one was in
        // `made`, before it returned the first `Tables`.
        unsafe { &*PLACE.0.get() }
    }

    /// What the codes of a row use. In the low six bits, which are all that a
    /// shift of 64 bits heeds: their bits, 0 for a code longer than the
    /// window. Above them: how many symbols they are.
    ///
    /// ```text
    ///   7   6   5   4   3   2   1   0
    /// +---+---+---+---+---+---+---+---+
    /// |symbols|         bits          |
    /// +-------+-----------------------+
    /// ```
    #[inline(always)]
    pub(super) fn uses(self, row: usize) -> u8 {
        self.rows().uses[row]
    }

    /// Up to two symbols, the first lowest.
    #[inline(always)]
    pub(super) fn symbols(self, row: usize) -> u16 {
        self.rows().symbols[row]
    }
}

fn make(rows: &mut Rows) {
    // The first symbol of each window, by ranges; `0x100` marks one.
    let mut first = vec![0_u16; ROWS];
    for symbol in 0..256 {
        let bits = u32::from(LENGTHS[symbol]);
        if bits <= WINDOW {
            let from = (CODES[symbol] << (WINDOW - bits)) as usize;
            first[from..from + (1 << (WINDOW - bits))].fill(symbol as u16 | 0x100);
        }
    }
    for window in 0..ROWS {
        let (mut symbols, mut bits, mut count) = (0, 0, 0);
        while count < 2 {
            let found = first[window << bits & (ROWS - 1)];
            let more = u32::from(LENGTHS[usize::from(found & 0xff)]);
            if found == 0 || bits + more > WINDOW {
                break;
            }
            symbols |= (found & 0xff) << (8 * count);
            bits += more;
            count += 1;
        }
        let row = !window & (ROWS - 1);
        rows.uses[row] = bits as u8 | count << 6;
        rows.symbols[row] = symbols;
    }
}
