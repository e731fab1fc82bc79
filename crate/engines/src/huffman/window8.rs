//! Eight bits at a time through a tree of tables: a code of up to eight bits
//! takes one look-up, of up to sixteen two, and so on; one symbol each.

use std::sync::OnceLock;

use hpack_core::huffman::{
    How, HuffmanDecoder, HuffmanError, Trace,
    code::{CODES, EOS, LENGTHS, MAX_BITS, SYMBOLS},
    spare_capacity::SpareCapacity,
    tail,
};

use super::bits::Bits;

/// Decodes through 8-bit tables, which are made at first use (some 7 KiB).
#[derive(Clone, Copy)]
pub struct Window8 {
    tables: &'static [[Row; 256]],
}

/// What eight bits lead to: `BRANCH` and the table for the next eight above
/// the low eight bits; else the symbol whose code ends within them, and above
/// it after how many of them. A branch to the first table stands for EOS.
type Row = u16;

const BRANCH: Row = 0x8000;
const EOS_ROW: Row = BRANCH;

fn tables() -> &'static [[Row; 256]] {
    static TABLES: OnceLock<Vec<[Row; 256]>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = vec![[EOS_ROW; 256]];
        for symbol in 0..SYMBOLS {
            let mut bits = LENGTHS[symbol];
            let mut at = 0;
            while bits > 8 {
                bits -= 8;
                let byte = (CODES[symbol] >> bits & 0xff) as usize;
                if tables[at][byte] == EOS_ROW {
                    tables[at][byte] = BRANCH | (tables.len() as Row) << 8;
                    tables.push([EOS_ROW; 256]);
                }
                at = next_table(tables[at][byte]);
            }
            let from = (CODES[symbol] << (8 - bits) & 0xff) as usize;
            let row = match symbol as u16 {
                EOS => EOS_ROW,
                symbol => Row::from(bits) << 8 | symbol,
            };
            tables[at][from..from + (1 << (8 - bits))].fill(row);
        }
        tables
    })
}

fn next_table(row: Row) -> usize {
    usize::from((row & !BRANCH) >> 8)
}

impl Window8 {
    /// The engine, its tables made if they were not yet.
    #[must_use]
    pub fn new() -> Self {
        Self { tables: tables() }
    }
}

impl Default for Window8 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window8 {
    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        let mut spare = SpareCapacity::new(out, coded.len(), 0);
        let mut bits = Bits::new(coded);
        while !bits.all_read() {
            bits.fill();
            while bits.filled >= u32::from(MAX_BITS) {
                let Some(symbol) = self.code(&mut bits, How::Table, trace) else {
                    return tail::decode(coded, 0, out.len(), out, trace);
                };
                // SAFETY: its code has just been read from `coded`, which the
                // room is for.
                unsafe { spare.put([symbol], 1) };
            }
        }
        // SAFETY: the room is for the string of these bits, and holds the
        // symbols of those that have been read.
        if unsafe { self.rest(&mut bits, &mut spare, How::Table, trace) } {
            spare.keep();
            return Ok(());
        }
        tail::decode(coded, 0, out.len(), out, trace)
    }
}

impl Window8 {
    /// The symbol of the next code; `None` for EOS and where the bits end
    /// before the code does.
    #[inline(always)]
    pub(super) fn code<W: Trace>(
        &self,
        bits: &mut Bits<'_>,
        how: How,
        trace: &mut W,
    ) -> Option<u8> {
        let mut table = &self.tables[0];
        loop {
            let row = table[(bits.buffer >> 56) as usize];
            if row & BRANCH == 0 {
                let used = u32::from(row >> 8);
                if used > bits.filled {
                    return None;
                }
                trace.look_up(bits.bit(), used as u8, 1, how);
                bits.skip(used);
                return Some(row as u8);
            }
            if row == EOS_ROW {
                trace.look_up(bits.bit(), MAX_BITS % 8, 0, how);
                return None;
            }
            if bits.filled < 8 {
                return None;
            }
            trace.look_up(bits.bit(), 8, 0, how);
            bits.skip(8);
            table = &self.tables[next_table(row)];
        }
    }

    /// Decodes the bits that are left after the last byte was read; returns whether
    /// they are codes and valid padding.
    ///
    /// # Safety
    /// `spare` is for the string that `bits` are of, and holds no symbols but
    /// those whose codes have been read from them.
    #[inline(always)]
    pub(super) unsafe fn rest<W: Trace>(
        &self,
        bits: &mut Bits<'_>,
        spare: &mut SpareCapacity<'_>,
        how: How,
        trace: &mut W,
    ) -> bool {
        while !bits.is_padding() {
            let Some(symbol) = self.code(bits, how, trace) else {
                return false;
            };
            // SAFETY: its code has just been read from the string.
            unsafe { spare.put([symbol], 1) };
        }
        true
    }
}
