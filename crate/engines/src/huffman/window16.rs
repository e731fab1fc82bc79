//! 16 bits at a time, in a table of 65,536 rows with up to three symbols each, as
//! in LiteSpeed. From a longer code on, the rest of the string is decoded four
//! bits at a time, beginning at the byte boundary before it. Unlike LiteSpeed, it
//! applies the padding rules of the other engines.

use std::sync::OnceLock;

use hpack_core::huffman::{
    HuffmanDecoder, HuffmanError, LookUpKind, Trace, code::LENGTHS, spare_capacity::SpareCapacity,
    tail,
};

use super::{Nibble, rows};

const WINDOW: u32 = 16;
const ROWS: usize = 1 << WINDOW;

/// Looks up 16 bits at a time in a table of 256 KiB, built at first use.
#[derive(Clone, Copy)]
pub struct Window16 {
    table: &'static [Row; ROWS],
    nibble: Nibble,
}

/// Number of bits and (in the two low bits) of symbols, then the symbols. Zero if
/// the first code has more than 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    lens: u8,
    symbols: [u8; 3],
}

fn table() -> &'static [Row; ROWS] {
    static TABLE: OnceLock<Box<[Row; ROWS]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let row = |rows::Row {
                       symbols,
                       count,
                       bits,
                   }| Row {
            lens: bits << 2 | count,
            symbols,
        };
        let table: Box<[Row]> = rows::rows(WINDOW as u8, 3).into_iter().map(row).collect();
        table.try_into().expect("ROWS rows")
    })
}

impl Window16 {
    /// Returns the engine; builds its table at first use.
    #[must_use]
    pub fn new() -> Self {
        Self {
            table: table(),
            nibble: Nibble::new(),
        }
    }
}

impl Default for Window16 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window16 {
    const TABLE_BYTES: usize = size_of::<[Row; ROWS]>() + Nibble::TABLE_BYTES;

    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        trace.hold();
        // A look-up stores three bytes, of which it may keep fewer.
        let mut spare = SpareCapacity::new(out, coded.len(), 3);
        // The low `filled` bits are valid.
        let mut buffer: u64 = 0;
        let mut filled: u32 = 0;
        let mut next = 0;
        'input: while next < coded.len() {
            if coded.len() - next >= 8 {
                // Byte by byte, as in the original: one or two, then six.
                let bytes = (64 - filled) / 8;
                for _ in 6..bytes {
                    buffer = buffer << 8 | u64::from(coded[next]);
                    next += 1;
                }
                buffer = coded[next..next + 6]
                    .iter()
                    .zip([40, 32, 24, 16, 8, 0])
                    .fold(buffer << 48, |buffer, (&byte, place)| {
                        buffer | u64::from(byte) << place
                    });
                next += 6;
                filled += bytes * 8;
            } else {
                while filled <= 56 && next < coded.len() {
                    buffer = buffer << 8 | u64::from(coded[next]);
                    filled += 8;
                    next += 1;
                }
            }
            while filled >= WINDOW {
                let row = self.table[(buffer >> (filled - WINDOW)) as usize & (ROWS - 1)];
                trace.look_up(
                    next * 8 - filled as usize,
                    row.lens >> 2,
                    row.lens & 3,
                    LookUpKind::Table,
                );
                // SAFETY: at most three symbols are kept, whose codes were read
                // from `coded`, which the capacity is for.
                unsafe { spare.put(row.symbols, usize::from(row.lens & 3)) };
                filled -= u32::from(row.lens >> 2);
                if row.lens == 0 {
                    break 'input;
                }
            }
        }
        if filled >= WINDOW {
            // A long code: go back to a byte boundary, at most to the start, and
            // continue by nibbles.
            while !filled.is_multiple_of(8)
                && let Some(symbol) = spare.take_back()
            {
                let bits = LENGTHS[usize::from(symbol)];
                trace.take_back(bits);
                filled += u32::from(bits);
            }
            next -= filled as usize / 8;
            // SAFETY: the capacity is for `coded`, with a slack of three bytes,
            // and the codes of its symbols are before `next`.
            if unsafe {
                self.nibble
                    .run(coded, next, &mut spare, LookUpKind::Fallback, trace)
            } {
                spare.keep();
                return Ok(());
            }
            return tail::decode(coded, 0, out.len(), out, trace);
        }
        let mut ends = true;
        if filled >= 5 {
            let ones = (1 << (WINDOW - filled)) - 1;
            let window = (buffer << (WINDOW - filled)) as usize & (ROWS - 1) | ones;
            if !(window == ROWS - 1 && filled < 8) {
                let row = self.table[window];
                let used = u32::from(row.lens >> 2);
                ends = row.lens != 0 && used <= filled;
                if ends {
                    trace.look_up(
                        next * 8 - filled as usize,
                        used as u8,
                        row.lens & 3,
                        LookUpKind::Table,
                    );
                    // SAFETY: as above; the codes end within the string.
                    unsafe { spare.put(row.symbols, usize::from(row.lens & 3)) };
                    filled -= used;
                }
            }
        }
        let ones = (1_u64 << filled) - 1;
        if ends && filled < 8 && buffer & ones == ones {
            spare.keep();
            return Ok(());
        }
        tail::decode(coded, 0, out.len(), out, trace)
    }
}
