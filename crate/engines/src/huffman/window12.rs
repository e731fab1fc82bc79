//! Twelve bits at a time, up to two symbols per look-up, as in the Rust crate h2;
//! longer codes and the end of the string use 8-bit tables.

use std::sync::OnceLock;

use hpack_core::huffman::{
    HuffmanDecoder, HuffmanError, LookUpKind, Trace, code::MAX_BITS, spare_capacity::SpareCapacity,
    tail,
};

use super::{Window8, bits::Bits, rows};

const WINDOW: u32 = 12;
const ROWS: usize = 1 << WINDOW;

/// Looks up 12 bits at a time in a table of 16 KiB, built at first use.
#[derive(Clone, Copy)]
pub struct Window12 {
    table: &'static [Row; ROWS],
    bytes: Window8,
}

/// Up to two symbols; none if the first code is longer than the window.
#[derive(Clone, Copy, Default)]
struct Row {
    symbols: [u8; 2],
    count: u8,
    bits: u8,
}

fn table() -> &'static [Row; ROWS] {
    static TABLE: OnceLock<Box<[Row; ROWS]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Box::new([Row::default(); ROWS]);
        for (row, wide) in table.iter_mut().zip(rows::rows(WINDOW as u8, 2)) {
            let rows::Row {
                symbols,
                count,
                bits,
            } = wide;
            *row = Row {
                symbols: [symbols[0], symbols[1]],
                count,
                bits,
            };
        }
        table
    })
}

impl Window12 {
    /// Returns the engine; builds its table at first use.
    #[must_use]
    pub fn new() -> Self {
        Self {
            table: table(),
            bytes: Window8::new(),
        }
    }
}

impl Default for Window12 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window12 {
    const TABLE_BYTES: usize = size_of::<[Row; ROWS]>() + Window8::TABLE_BYTES;

    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        // A look-up stores two bytes, of which it may keep fewer.
        let mut spare = SpareCapacity::new(out, coded.len(), 2);
        let mut bits = Bits::new(coded);
        while !bits.is_exhausted() {
            bits.fill();
            while bits.filled >= WINDOW {
                let row = self.table[(bits.buffer >> (64 - WINDOW)) as usize];
                if row.count > 0 {
                    // SAFETY: at most two symbols are kept, whose codes were read
                    // from `coded`, which the capacity is for.
                    unsafe { spare.put(row.symbols, usize::from(row.count)) };
                    trace.look_up(bits.bit(), row.bits, row.count, LookUpKind::Table);
                    bits.skip(u32::from(row.bits));
                    continue;
                }
                if bits.filled < u32::from(MAX_BITS) && !bits.is_exhausted() {
                    break;
                }
                let fallback = LookUpKind::Fallback;
                let Some(symbol) = self.bytes.decode_code(&mut bits, fallback, trace) else {
                    return tail::decode(coded, 0, out.len(), out, trace);
                };
                // SAFETY: its code was just read from `coded`.
                unsafe { spare.put([symbol], 1) };
            }
        }
        // SAFETY: the capacity suffices for the symbols of the whole string,
        // including the decoded ones.
        if unsafe {
            self.bytes
                .decode_rest(&mut bits, &mut spare, LookUpKind::Tail, trace)
        } {
            spare.keep();
            return Ok(());
        }
        tail::decode(coded, 0, out.len(), out, trace)
    }
}
