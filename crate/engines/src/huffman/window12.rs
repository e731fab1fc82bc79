//! Twelve bits at a time, up to two symbols a look-up, as the Rust crate h2
//! does it; longer codes, and the end of the string, go through 8-bit tables.

use std::sync::OnceLock;

use hpack_core::huffman::{
    How, HuffmanDecoder, HuffmanError, Trace, code::MAX_BITS, spare_capacity::SpareCapacity, tail,
};

use super::{Window8, bits::Bits, rows};

const WINDOW: u32 = 12;
const ROWS: usize = 1 << WINDOW;

/// Looks up 12 bits at a time. Its table, 16 KiB, is made at first use.
#[derive(Clone, Copy)]
pub struct Window12 {
    table: &'static [Row; ROWS],
    bytes: Window8,
}

/// Up to two symbols; none where the code is longer than the window.
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
    /// The engine, its table made if it was not yet.
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
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        // A look-up stores two bytes, of which fewer may count.
        let mut spare = SpareCapacity::new(out, coded.len(), 2);
        let mut bits = Bits::new(coded);
        while !bits.all_read() {
            bits.fill();
            while bits.filled >= WINDOW {
                let row = self.table[(bits.buffer >> (64 - WINDOW)) as usize];
                if row.count > 0 {
                    // SAFETY: two symbols at most count, and the codes of those
                    // have been read from `coded`, which the room is for.
                    unsafe { spare.put(row.symbols, usize::from(row.count)) };
                    trace.look_up(bits.bit(), row.bits, row.count, How::Table);
                    bits.skip(u32::from(row.bits));
                    continue;
                }
                if bits.filled < u32::from(MAX_BITS) && !bits.all_read() {
                    break;
                }
                let Some(symbol) = self.bytes.code(&mut bits, How::Fallback, trace) else {
                    return tail::decode(coded, 0, out.len(), out, trace);
                };
                // SAFETY: its code has just been read from `coded`.
                unsafe { spare.put([symbol], 1) };
            }
        }
        // SAFETY: the room is for the string of these bits, and holds the
        // symbols of those that have been read.
        if unsafe { self.bytes.rest(&mut bits, &mut spare, How::Tail, trace) } {
            spare.keep();
            return Ok(());
        }
        tail::decode(coded, 0, out.len(), out, trace)
    }
}
