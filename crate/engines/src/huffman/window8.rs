//! Eight bits at a time in a tree of tables: a code of up to eight bits takes one
//! look-up, of up to sixteen two, and so on.

use std::sync::OnceLock;

use hpack_core::huffman::{
    HuffmanDecoder, HuffmanError, LookUpKind, Trace,
    code::{CODES, EOS, LENGTHS, MAX_BITS, SYMBOLS},
    spare_capacity::SpareCapacity,
    tail,
};

use super::bits::Bits;

/// Decodes with 8-bit tables of 7.5 KiB, built at first use.
#[derive(Clone, Copy)]
pub struct Window8 {
    tables: &'static Tables,
}

/// Either `BRANCH` with the number of the next table above the low eight bits, or
/// the symbol in the low eight bits with the number of bits that end its code
/// above them. A branch to the first table means EOS.
type Row = u16;

const BRANCH: Row = 0x8000;
const EOS_ROW: Row = BRANCH;

type Tables = [[Row; 256]; 15];

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Box<Tables>> = OnceLock::new();
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
        Box::try_from(tables).expect("the tables of Appendix B")
    })
}

fn next_table(row: Row) -> usize {
    usize::from((row & !BRANCH) >> 8)
}

impl Window8 {
    /// Returns the engine; builds its tables at first use.
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
    const TABLE_BYTES: usize = size_of::<Tables>();

    fn decode_traced<W: Trace>(
        &self,
        coded: &[u8],
        out: &mut Vec<u8>,
        trace: &mut W,
    ) -> Result<(), HuffmanError> {
        let mut spare = SpareCapacity::new(out, coded.len(), 0);
        let mut bits = Bits::new(coded);
        while !bits.is_exhausted() {
            bits.fill();
            while bits.filled >= u32::from(MAX_BITS) {
                let Some(symbol) = self.decode_code(&mut bits, LookUpKind::Table, trace) else {
                    return tail::decode(coded, 0, out.len(), out, trace);
                };
                // SAFETY: its code was just read from `coded`, which the capacity
                // is for.
                unsafe { spare.put([symbol], 1) };
            }
        }
        // SAFETY: the capacity suffices for the symbols of the whole string,
        // including the decoded ones.
        if unsafe { self.decode_rest(&mut bits, &mut spare, LookUpKind::Table, trace) } {
            spare.keep();
            return Ok(());
        }
        tail::decode(coded, 0, out.len(), out, trace)
    }
}

impl Window8 {
    /// Decodes one code; `None` if it is EOS or incomplete.
    #[inline(always)]
    pub(super) fn decode_code<W: Trace>(
        &self,
        bits: &mut Bits<'_>,
        kind: LookUpKind,
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
                trace.look_up(bits.bit(), used as u8, 1, kind);
                bits.skip(used);
                return Some(row as u8);
            }
            if row == EOS_ROW {
                trace.look_up(bits.bit(), MAX_BITS % 8, 0, kind);
                return None;
            }
            if bits.filled < 8 {
                return None;
            }
            trace.look_up(bits.bit(), 8, 0, kind);
            bits.skip(8);
            table = &self.tables[next_table(row)];
        }
    }

    /// Decodes the remaining bits after the last load. Returns whether they are
    /// codes and valid padding.
    ///
    /// # Safety
    /// `spare` is for the string of `bits`, and holds only symbols whose codes were
    /// read from them.
    #[inline(always)]
    pub(super) unsafe fn decode_rest<W: Trace>(
        &self,
        bits: &mut Bits<'_>,
        spare: &mut SpareCapacity<'_>,
        kind: LookUpKind,
        trace: &mut W,
    ) -> bool {
        while !bits.is_padding() {
            let Some(symbol) = self.decode_code(bits, kind, trace) else {
                return false;
            };
            // SAFETY: its code was just read from the string.
            unsafe { spare.put([symbol], 1) };
        }
        true
    }
}
