//! 14 bits at a time, in two tables: how many bits a window's codes use, an
//! octet a row, which is all that the next look-up waits for; and which
//! symbols they are, up to three, which nothing waits for.
//!
//! The bits are kept inverted. Padding is ones, so inverted it is the zeros
//! that a shift brings in by itself: behind the end of a string a look-up
//! finds a row without bits or symbols and does nothing. A string is then
//! valid if nothing but zeros is left of it, seven at most, which is one test
//! at the end; so how many look-ups to do can follow from the string's length
//! alone, and the processor need not wait for one string to begin the next.

use std::sync::OnceLock;

use super::{
    How, HuffmanDecoder, HuffmanFault, LookUp,
    code::{self, CODES, EOS, LENGTHS},
    tail, watch,
};

const WINDOW: u32 = 14;
const ROWS: usize = 1 << WINDOW;

/// Look-ups of a group, which one load of 64 bits feeds: 4 × 14 = 56 bits,
/// and up to seven before them that are used already.
const GROUP: usize = 4;

/// Bits that a look-up uses on an average, or a little fewer: what the
/// number of groups is reckoned with. A string that needs more gets more.
const USUAL: usize = 13;

/// Octets beyond the symbols of a string that decoding it may write: four at
/// once at the last symbol, and what the bits before the end may be taken for
/// where a string is wrong: three for each look-up of two groups.
const SLACK: usize = 4 + 3 * 2 * GROUP;

/// Rows by inverted window.
struct Tables {
    /// Bits that the row's codes use; 0 for a code longer than the window.
    bits: [u8; ROWS],
    /// Up to three symbols, the first lowest, and on top how many.
    symbols: [u32; ROWS],
}

/// Looks up 14 bits at a time. Its tables, 80 KiB, are made at first use.
#[derive(Clone, Copy)]
pub struct Window14 {
    tables: &'static Tables,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Box<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| {
        // The first symbol of each window, by ranges; `0x100` marks one.
        let mut first = vec![0_u16; ROWS];
        for symbol in 0..256 {
            let bits = u32::from(LENGTHS[symbol]);
            if bits <= WINDOW {
                let from = (CODES[symbol] << (WINDOW - bits)) as usize;
                first[from..from + (1 << (WINDOW - bits))].fill(symbol as u16 | 0x100);
            }
        }
        let mut tables = Box::new(Tables {
            bits: [0; ROWS],
            symbols: [0; ROWS],
        });
        for window in 0..ROWS {
            let (mut symbols, mut bits, mut count) = (0, 0, 0);
            while count < 3 {
                let found = first[window << bits & (ROWS - 1)];
                let more = u32::from(LENGTHS[usize::from(found & 0xff)]);
                if found == 0 || bits + more > WINDOW {
                    break;
                }
                symbols |= u32::from(found & 0xff) << (8 * count);
                bits += more;
                count += 1;
            }
            let row = !window & (ROWS - 1);
            tables.bits[row] = bits as u8;
            tables.symbols[row] = symbols | count << 24;
        }
        tables
    })
}

impl Window14 {
    /// The engine, its tables made if they were not yet.
    #[must_use]
    pub fn new() -> Self {
        Self { tables: tables() }
    }
}

impl Default for Window14 {
    fn default() -> Self {
        Self::new()
    }
}

/// A string being decoded.
struct Run<'a> {
    tables: &'a Tables,
    /// Inverted bits; the next is the most significant, zeros follow the end.
    buffer: u64,
    /// Bits of the string used so far.
    bit: usize,
    /// Where the next symbol goes.
    to: *mut u8,
}

impl Run<'_> {
    /// One look-up; how many bits it used.
    ///
    /// # Safety
    /// Four octets can be written at `to`.
    #[inline(always)]
    unsafe fn step(&mut self) -> usize {
        let window = (self.buffer >> (64 - WINDOW)) as usize;
        let used = self.tables.bits[window];
        let symbols = self.tables.symbols[window];
        // SAFETY: the caller says that there is room; three symbols at most
        // are counted.
        unsafe {
            self.to.cast::<u32>().write_unaligned(symbols.to_le());
            self.to = self.to.add((symbols >> 24) as usize);
        }
        self.buffer <<= used & 63;
        self.bit += usize::from(used);
        usize::from(used)
    }

    /// A group of look-ups; whether the last of them used any bits.
    ///
    /// # Safety
    /// 16 octets can be written at `to`.
    #[inline(always)]
    unsafe fn group(&mut self) -> bool {
        // SAFETY: each look-up counts three octets at most and writes four.
        unsafe {
            self.step();
            self.step();
            self.step();
            self.step() != 0
        }
    }
}

impl HuffmanDecoder for Window14 {
    const ID: &'static str = "window14";

    #[inline]
    fn decode(&self, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
        let octets = coded.len();
        let before = out.len();
        let most = tail::most(octets) + SLACK;
        if out.capacity() - before < most {
            grow(out, most);
        }
        let room = out.spare_capacity_mut().as_mut_ptr().cast::<u8>();
        let mut run = Run {
            tables: self.tables,
            buffer: 0,
            bit: 0,
            to: room,
        };
        if octets <= 8 {
            run.buffer = short(coded);
            // SAFETY: each symbol takes five bits at least, so as long as bits
            // are left what is written is within `most`; the look-ups that pass
            // the end, and leave nothing but zeros, are within `SLACK`.
            unsafe {
                // One look-up for each 13 bits, rounded up.
                if octets >= 1 {
                    run.step();
                }
                if octets >= 2 {
                    run.step();
                }
                if octets >= 4 {
                    run.step();
                }
                if octets >= 5 {
                    run.step();
                }
                if octets >= 7 {
                    run.step();
                }
                while run.buffer != 0 && run.group() {}
            }
        } else {
            // SAFETY: `coded` has more than eight octets; `room` has `most`.
            unsafe { long(&mut run, coded) };
        }
        // SAFETY: both are of the same allocation.
        let length = before + unsafe { run.to.offset_from(room) } as usize;
        if run.buffer != 0 || (octets * 8).wrapping_sub(run.bit) > 7 {
            return finish(coded, run.bit, length, out);
        }
        // SAFETY: as many octets have been written, within the capacity.
        unsafe { out.set_len(length) };
        Ok(())
    }

    fn watch(&self, coded: &[u8], each: &mut dyn FnMut(LookUp)) {
        let mut bit = 0;
        loop {
            let row = (!code::window(coded, bit) >> (32 - WINDOW)) as usize;
            let look_up = LookUp {
                bit,
                bits: self.tables.bits[row],
                symbols: (self.tables.symbols[row] >> 24) as u8,
                how: How::Table,
            };
            if look_up.end() > coded.len() * 8 {
                return watch::tail(coded, bit, each);
            }
            let look_up = if look_up.bits > 0 {
                look_up
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
    }
}

/// Decodes a string of more than eight octets, group by group, as many as it
/// usually needs.
///
/// # Safety
/// `coded` has eight octets at least, and [`tail::most`] of it and [`SLACK`]
/// can be written at `to`.
#[inline(always)]
unsafe fn long(run: &mut Run<'_>, coded: &[u8]) {
    let total = coded.len() * 8;
    let last = coded.len() - 8;
    let mut groups = total.div_ceil(USUAL * GROUP);
    while groups > 0 {
        // The last load is of the last eight octets, however few are left.
        let from = (run.bit / 8).min(last);
        let used = run.bit - from * 8;
        // SAFETY: `from` is eight octets before the end, or further.
        let eight = unsafe { coded.as_ptr().add(from).cast::<[u8; 8]>().read_unaligned() };
        run.buffer = if used < 64 {
            !u64::from_be_bytes(eight) << used
        } else {
            0
        };
        // SAFETY: up to `total` bits, each symbol has taken five at least, so
        // that what is written is within `most`; from there on nothing but the
        // last group can have found symbols, and that is within `SLACK`.
        let went_on = unsafe { run.group() };
        groups -= 1;
        if !went_on && run.buffer != 0 {
            // A code longer than the window.
            let found = code::find(code::window(coded, run.bit), WINDOW as u8 + 1);
            let end = run.bit + usize::from(found.bits);
            if found.symbol == EOS || end > total {
                return;
            }
            // SAFETY: one symbol for more than 14 bits.
            unsafe {
                run.to.write(found.symbol as u8);
                run.to = run.to.add(1);
            }
            run.bit = end;
            groups = groups.max(1);
        } else if groups == 0 && went_on && run.bit + 7 < total {
            groups = 1;
        }
    }
}

/// Gets room for a string; seldom needed, as a buffer is used again.
#[cold]
#[inline(never)]
fn grow(out: &mut Vec<u8>, most: usize) {
    out.reserve(most);
}

/// What is left when the usual look-ups have not reached the end: the rest of
/// a string with many short or long codes in it, or of one that is wrong.
/// `length` is what `out` holds so far, written behind its own length.
#[cold]
#[inline(never)]
fn finish(coded: &[u8], bit: usize, length: usize, out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
    let before = out.len();
    if bit > coded.len() * 8 {
        // Bits behind the end were taken for part of a code.
        return tail::decode(coded, 0, before, out);
    }
    // SAFETY: so many octets have been written, within the capacity.
    unsafe { out.set_len(length) };
    tail::decode(coded, bit, before, out)
}

/// Up to eight octets, inverted, the first the most significant, zeros behind.
#[inline(always)]
fn short(coded: &[u8]) -> u64 {
    let octets = coded.len();
    let bits = match octets {
        0 => return 0,
        1 => u64::from(coded[0]) << 56,
        2..4 => {
            let head = u16::from_be_bytes([coded[0], coded[1]]);
            u64::from(head) << 48 | u64::from(coded[octets - 1]) << (64 - 8 * octets)
        }
        4..8 => {
            let head = u32::from_be_bytes([coded[0], coded[1], coded[2], coded[3]]);
            let end = &coded[octets - 4..];
            let end = u32::from_be_bytes([end[0], end[1], end[2], end[3]]);
            u64::from(head) << 32 | u64::from(end) << (64 - 8 * octets)
        }
        _ => {
            let mut eight = [0; 8];
            eight.copy_from_slice(&coded[..8]);
            return !u64::from_be_bytes(eight);
        }
    };
    !bits & u64::MAX << (64 - 8 * octets)
}
