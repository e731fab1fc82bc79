//! Twelve bits at a time, up to two symbols a look-up, as the Rust crate h2
//! does it; longer codes are found by their length.

use std::sync::OnceLock;

use super::{
    How, HuffmanDecoder, HuffmanFault, LookUp,
    code::{self, CODES, EOS, LENGTHS},
    tail, watch,
};

const WINDOW: u32 = 12;
const ROWS: usize = 1 << WINDOW;

/// Looks up 12 bits at a time. Its table, 16 KiB, is made at first use.
#[derive(Clone, Copy)]
pub struct Window12 {
    table: &'static [Row; ROWS],
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
        Self { table: table() }
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
        let before = out.len();
        out.resize(before + tail::most(coded.len()) + 1, 0);
        let room = &mut out[before..];
        let mut length = 0;
        // Left-aligned: the next bit is the most significant.
        let mut buffer: u64 = 0;
        let mut filled: u32 = 0;
        let mut next = 0;
        loop {
            if let Some(eight) = coded.get(next..next + 8) {
                // The octets that only partly fit are read again next time.
                let eight = u64::from_be_bytes(eight.try_into().unwrap_or_default());
                buffer |= eight >> filled;
                let whole = (63 - filled) / 8;
                next += whole as usize;
                filled += whole * 8;
            } else {
                while filled <= 56 && next < coded.len() {
                    buffer |= u64::from(coded[next]) << (56 - filled);
                    filled += 8;
                    next += 1;
                }
                if filled < 30 {
                    break;
                }
            }
            while filled >= 30 {
                let row = self.table[(buffer >> (64 - WINDOW)) as usize];
                let used = if row.count == 0 {
                    let found = code::find((buffer >> 32) as u32, WINDOW as u8 + 1);
                    if found.symbol == EOS {
                        out.truncate(before);
                        return tail::decode(coded, 0, before, out);
                    }
                    room[length] = found.symbol as u8;
                    length += 1;
                    u32::from(found.bits)
                } else {
                    room[length..length + 2].copy_from_slice(&row.symbols);
                    length += usize::from(row.count);
                    u32::from(row.bits)
                };
                buffer <<= used;
                filled -= used;
            }
        }
        out.truncate(before + length);
        tail::decode(coded, next * 8 - filled as usize, before, out)
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut bit = 0;
        while bit + 30 <= coded.len() * 8 {
            let row = self.table[(code::window(coded, bit) >> (32 - WINDOW)) as usize];
            let look_up = if row.count > 0 {
                LookUp {
                    bit,
                    bits: row.bits,
                    symbols: row.count,
                    how: How::Table,
                }
            } else if let Some((long, _)) =
                watch::code_at(coded, bit, WINDOW as u8 + 1, How::Fallback)
            {
                long
            } else {
                return;
            };
            each(look_up);
            if look_up.symbols == 0 {
                return;
            }
            bit = look_up.end();
        }
        watch::tail(coded, bit, each);
    }
}
