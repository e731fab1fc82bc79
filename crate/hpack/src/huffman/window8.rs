//! Eight bits at a time through a tree of tables: a code of up to eight bits
//! takes one look-up, of up to sixteen two, and so on; one symbol each.

use std::sync::OnceLock;

use super::{
    How, HuffmanDecoder, HuffmanFault, LookUp,
    bits::Bits,
    code::{self, CODES, EOS, LENGTHS, MAX_BITS, SYMBOLS},
    room::Room,
    tail,
};

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
                let octet = (CODES[symbol] >> bits & 0xff) as usize;
                if tables[at][octet] == EOS_ROW {
                    tables[at][octet] = BRANCH | (tables.len() as Row) << 8;
                    tables.push([EOS_ROW; 256]);
                }
                at = next_table(tables[at][octet]);
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
    const ID: &'static str = "window8";

    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
        let mut room = Room::new(out, coded.len(), 0);
        let mut bits = Bits::new(coded);
        while !bits.all_read() {
            bits.fill();
            while bits.filled >= u32::from(MAX_BITS) {
                let Some(symbol) = self.code(&mut bits) else {
                    return tail::decode(coded, 0, out.len(), out);
                };
                // SAFETY: its code stood in `coded`.
                unsafe { room.put([symbol], 1) };
            }
        }
        if !self.rest(&mut bits, &mut room) {
            return tail::decode(coded, 0, out.len(), out);
        }
        // SAFETY: `out` has not been touched since.
        unsafe { room.keep(out) };
        Ok(())
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut bit = 0;
        while let Some(end) = self.watch_code(coded, bit, How::Table, each) {
            bit = end;
        }
    }
}

impl Window8 {
    /// The symbol of the next code; `None` for EOS and where the bits end
    /// before the code does.
    #[inline(always)]
    pub(super) fn code(&self, bits: &mut Bits<'_>) -> Option<u8> {
        let mut table = &self.tables[0];
        loop {
            let row = table[(bits.buffer >> 56) as usize];
            if row & BRANCH == 0 {
                let used = u32::from(row >> 8);
                if used > bits.filled {
                    return None;
                }
                bits.skip(used);
                return Some(row as u8);
            }
            if row == EOS_ROW || bits.filled < 8 {
                return None;
            }
            bits.skip(8);
            table = &self.tables[next_table(row)];
        }
    }

    /// Decodes what is left when all octets are read; whether it is right.
    #[inline(always)]
    pub(super) fn rest(&self, bits: &mut Bits<'_>, room: &mut Room) -> bool {
        while !bits.is_padding() {
            let Some(symbol) = self.code(bits) else {
                return false;
            };
            // SAFETY: its code stood in the string.
            unsafe { room.put([symbol], 1) };
        }
        true
    }

    /// What [`Self::code`] does at `bit` of `coded`, and where the next code
    /// begins: `None` where there is none.
    pub(super) fn watch_code(
        &self,
        coded: &[u8],
        mut bit: usize,
        how: How,
        each: &mut dyn FnMut(LookUp),
    ) -> Option<usize> {
        let total = coded.len() * 8;
        let mut look_ups = Vec::new();
        let mut table = 0;
        loop {
            let row = self.tables[table][(code::window(coded, bit) >> 24) as usize];
            let (bits, symbols) = match row {
                EOS_ROW => (MAX_BITS % 8, 0),
                branch if branch & BRANCH != 0 => (8, 0),
                symbol => ((symbol >> 8) as u8, 1),
            };
            let look_up = LookUp {
                bit,
                bits,
                symbols,
                how,
            };
            bit = look_up.end();
            if bit > total {
                return None;
            }
            look_ups.push(look_up);
            if row == EOS_ROW || symbols > 0 {
                look_ups.into_iter().for_each(each);
                return (symbols > 0).then_some(bit);
            }
            table = next_table(row);
        }
    }
}
