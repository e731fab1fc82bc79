//! 16 bits at a time, in one table of 65,536 rows with up to three symbols
//! each: the shape of LiteSpeed's decoder, with a padding rule shared with
//! every other engine.

use std::sync::OnceLock;

use super::{
    HuffmanDecoder, HuffmanFault, HuffmanFaultKind,
    code::{self, CODES, EOS, LENGTHS},
    tail,
};

const WINDOW: u32 = 16;
const ROWS: usize = 1 << WINDOW;

/// Looks up 16 bits at a time. Its table, 256 KiB, is made at first use.
#[derive(Clone, Copy)]
pub struct Window16 {
    table: &'static Table,
}

/// A row holds up to three symbols in its low octets, the first lowest, then
/// five bits for the bits they use and two for how many there are. A row with
/// no symbol begins a code of more than 16 bits.
type Table = [u32; ROWS];

const BITS_SHIFT: u32 = 24;
const COUNT_SHIFT: u32 = 29;

fn row(symbols: u32, bits: u32, count: u32) -> u32 {
    symbols | bits << BITS_SHIFT | count << COUNT_SHIFT
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Box<Table>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: Box<Table> = vec![0; ROWS].try_into().expect("it has that many rows");
        for symbol in 0..256 {
            let bits = u32::from(LENGTHS[symbol]);
            if bits <= WINDOW {
                let first = (CODES[symbol] << (WINDOW - bits)) as usize;
                table[first..first + (1 << (WINDOW - bits))].fill(row(symbol as u32, bits, 1));
            }
        }
        // Each row already has its first symbol in its lowest octet, and keeps
        // it there; so the row that the rest of its bits lead to gives the next.
        for window in 0..ROWS {
            if table[window] == 0 {
                continue;
            }
            let mut symbols = table[window] & 0xff;
            let mut bits = u32::from(LENGTHS[symbols as usize]);
            let mut count = 1;
            while count < 3 {
                let rest = table[(window << bits) & (ROWS - 1)];
                let next = rest & 0xff;
                let more = u32::from(LENGTHS[next as usize]);
                if rest == 0 || bits + more > WINDOW {
                    break;
                }
                symbols |= next << (8 * count);
                bits += more;
                count += 1;
            }
            table[window] = row(symbols, bits, count);
        }
        table
    })
}

impl Window16 {
    /// The engine, its table made if it was not yet.
    #[must_use]
    pub fn new() -> Self {
        Self { table: table() }
    }
}

impl Default for Window16 {
    fn default() -> Self {
        Self::new()
    }
}

impl HuffmanDecoder for Window16 {
    const ID: &'static str = "window16";

    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
        let before = out.len();
        // The shortest code has 5 bits; a look-up stores three octets, of
        // which fewer may count.
        let most = coded.len() / 5 * 8 + 8 + 3;
        out.resize(before + most, 0);
        let mut length = before;
        // Left-aligned: the next bit is the most significant.
        let mut buffer: u64 = 0;
        let mut filled: u32 = 0;
        let mut next = 0;
        let result = loop {
            while filled <= 56 && next < coded.len() {
                buffer |= u64::from(coded[next]) << (56 - filled);
                filled += 8;
                next += 1;
            }
            if filled < 32 {
                out.truncate(length);
                break tail::decode(coded, next * 8 - filled as usize, out);
            }
            while filled >= 32 {
                let found = self.table[(buffer >> (64 - WINDOW)) as usize];
                let count = found >> COUNT_SHIFT;
                let used = if count == 0 {
                    let found = code::find((buffer >> 32) as u32, WINDOW as u8 + 1);
                    if found.symbol == EOS {
                        break;
                    }
                    out[length] = found.symbol as u8;
                    length += 1;
                    u32::from(found.bits)
                } else {
                    let [first, second, third, _] = found.to_le_bytes();
                    let place = &mut out[length..length + 3];
                    place.copy_from_slice(&[first, second, third]);
                    length += count as usize;
                    found >> BITS_SHIFT & 0x1f
                };
                buffer <<= used;
                filled -= used;
            }
            // Thirty ones in thirty-two bits: only EOS leaves the loop early.
            if filled >= 32 {
                break Err(HuffmanFault {
                    kind: HuffmanFaultKind::Eos,
                    bit: next * 8 - filled as usize + 29,
                });
            }
        };
        if result.is_err() {
            out.truncate(before);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_what_their_bits_say() {
        let cases = [
            (0x0000, row(0x0030_3030, 15, 3)), // «000», and a bit to spare
            (0xffff, 0),                       // the beginning of a longer code
        ];
        for (window, expected) in cases {
            assert_eq!(table()[window], expected, "{window:016b}");
        }
    }
}
