//! Eight bits at a time through a tree of tables: a code of up to eight bits
//! takes one look-up, of up to sixteen two, and so on; one symbol each.

use std::sync::OnceLock;

use super::{
    How, HuffmanDecoder, HuffmanFault, LookUp,
    code::{self, CODES, EOS, LENGTHS, SYMBOLS},
    tail, watch,
};

/// Decodes through 8-bit tables, which are made at first use (some 7 KiB).
#[derive(Clone, Copy)]
pub struct Window8 {
    tables: &'static [[Row; 256]],
}

/// What eight bits lead to.
#[derive(Clone, Copy)]
enum Row {
    /// A symbol whose code ends within them, after so many of them.
    Symbol(u8, u8),
    /// The table for the next eight bits.
    Table(u8),
    /// EOS.
    Eos,
}

fn tables() -> &'static [[Row; 256]] {
    static TABLES: OnceLock<Vec<[Row; 256]>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = vec![[Row::Eos; 256]];
        for symbol in 0..SYMBOLS {
            let mut bits = LENGTHS[symbol];
            let mut at = 0;
            while bits > 8 {
                bits -= 8;
                let octet = (CODES[symbol] >> bits & 0xff) as usize;
                at = if let Row::Table(next) = tables[at][octet] {
                    usize::from(next)
                } else {
                    tables[at][octet] = Row::Table(tables.len() as u8);
                    tables.push([Row::Eos; 256]);
                    tables.len() - 1
                };
            }
            let from = (CODES[symbol] << (8 - bits) & 0xff) as usize;
            let row = match symbol as u16 {
                EOS => Row::Eos,
                symbol => Row::Symbol(symbol as u8, bits),
            };
            tables[at][from..from + (1 << (8 - bits))].fill(row);
        }
        tables
    })
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
        let before = out.len();
        out.resize(before + tail::most(coded.len()), 0);
        let room = &mut out[before..];
        let mut length = 0;
        // Right-aligned; only the low `filled` bits count.
        let mut buffer: u64 = 0;
        let mut filled = 0;
        let mut table = &self.tables[0];
        // The bit at which the code at hand begins.
        let mut begun = 0;
        let mut bit = 0;
        for &octet in coded {
            buffer = buffer << 8 | u64::from(octet);
            filled += 8;
            while filled >= 8 {
                match table[(buffer >> (filled - 8) & 0xff) as usize] {
                    Row::Symbol(symbol, bits) => {
                        room[length] = symbol;
                        length += 1;
                        filled -= u32::from(bits);
                        bit += usize::from(bits);
                        begun = bit;
                        table = &self.tables[0];
                    }
                    Row::Table(next) => {
                        filled -= 8;
                        bit += 8;
                        table = &self.tables[usize::from(next)];
                    }
                    Row::Eos => {
                        out.truncate(before);
                        return tail::decode(coded, 0, before, out);
                    }
                }
            }
        }
        out.truncate(before + length);
        tail::decode(coded, begun, before, out)
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut begun = 0;
        loop {
            // The look-ups of one code: one for each table on its way.
            let mut code = Vec::new();
            let mut bit = begun;
            let mut table = &self.tables[0];
            let end = loop {
                if bit + 8 > coded.len() * 8 {
                    return watch::tail(coded, begun, each);
                }
                let row = table[(code::window(coded, bit) >> 24) as usize];
                let (bits, symbols) = match row {
                    Row::Symbol(_, bits) => (bits, 1),
                    Row::Table(_) => (8, 0),
                    Row::Eos => (6, 0),
                };
                code.push(LookUp {
                    bit,
                    bits,
                    symbols,
                    how: How::Table,
                });
                bit += usize::from(bits);
                match row {
                    Row::Table(next) => table = &self.tables[usize::from(next)],
                    Row::Symbol(..) => break Some(bit),
                    Row::Eos => break None,
                }
            };
            code.into_iter().for_each(&mut *each);
            match end {
                Some(end) => begun = end,
                None => return,
            }
        }
    }
}
