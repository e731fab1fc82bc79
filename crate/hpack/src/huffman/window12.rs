//! Twelve bits at a time, up to two symbols a look-up, as the Rust crate h2
//! does it; longer codes, and the end of the string, go through 8-bit tables.

use std::sync::OnceLock;

use super::{
    How, HuffmanDecoder, HuffmanFault, LookUp, Window8,
    bits::Bits,
    code::{self, CODES, LENGTHS, MAX_BITS},
    room::Room,
    tail,
};

const WINDOW: u32 = 12;
const ROWS: usize = 1 << WINDOW;

/// Looks up 12 bits at a time. Its table, 16 KiB, is made at first use.
#[derive(Clone, Copy)]
pub struct Window12 {
    table: &'static [Row; ROWS],
    octets: Window8,
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
        for symbol in 0..256 {
            let bits = u32::from(LENGTHS[symbol]);
            if bits <= WINDOW {
                let from = (CODES[symbol] << (WINDOW - bits)) as usize;
                table[from..from + (1 << (WINDOW - bits))].fill(Row {
                    symbols: [symbol as u8, 0],
                    count: 1,
                    bits: bits as u8,
                });
            }
        }
        // The first symbol of a row stays where it is, so the rows can be
        // completed one after the other from each other.
        for window in 0..ROWS {
            let Row {
                symbols: [first, _],
                count: 1,
                ..
            } = table[window]
            else {
                continue;
            };
            let bits = LENGTHS[usize::from(first)];
            let rest = table[window << bits & (ROWS - 1)];
            let more = LENGTHS[usize::from(rest.symbols[0])];
            if rest.count > 0 && u32::from(bits + more) <= WINDOW {
                table[window] = Row {
                    symbols: [first, rest.symbols[0]],
                    count: 2,
                    bits: bits + more,
                };
            }
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
            octets: Window8::new(),
        }
    }
}

impl Default for Window12 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window12 {
    const ID: &'static str = "window12";

    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
        // A look-up stores two octets, of which fewer may count.
        let mut room = Room::new(out, coded.len(), 2);
        let mut bits = Bits::new(coded);
        while !bits.all_read() {
            bits.fill();
            while bits.filled >= WINDOW {
                let row = self.table[(bits.buffer >> (64 - WINDOW)) as usize];
                if row.count > 0 {
                    // SAFETY: their codes stood in `coded`.
                    unsafe { room.put(row.symbols, usize::from(row.count)) };
                    bits.skip(u32::from(row.bits));
                    continue;
                }
                if bits.filled < u32::from(MAX_BITS) && !bits.all_read() {
                    break;
                }
                let Some(symbol) = self.octets.code(&mut bits) else {
                    return tail::decode(coded, 0, out.len(), out);
                };
                // SAFETY: its code stood in `coded`.
                unsafe { room.put([symbol], 1) };
            }
        }
        if !self.octets.rest(&mut bits, &mut room) {
            return tail::decode(coded, 0, out.len(), out);
        }
        // SAFETY: `out` has not been touched since.
        unsafe { room.keep(out) };
        Ok(())
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let total = coded.len() * 8;
        let mut bit = 0;
        loop {
            let row = self.table[(code::window(coded, bit) >> (32 - WINDOW)) as usize];
            let next = if bit + WINDOW as usize > total {
                self.octets.watch_code(coded, bit, How::Tail, each)
            } else if row.count == 0 {
                self.octets.watch_code(coded, bit, How::Fallback, each)
            } else {
                let look_up = LookUp {
                    bit,
                    bits: row.bits,
                    symbols: row.count,
                    how: How::Table,
                };
                each(look_up);
                Some(look_up.end())
            };
            let Some(next) = next else { return };
            bit = next;
        }
    }
}
