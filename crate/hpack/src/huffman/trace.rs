//! Tracing the look-ups of an engine in one string. With `()` as the tracer, the
//! decoding loop compiles as if it were not traced.
//!
//! The look-ups cover the string from its first bit to at least the last whole
//! code, without gap or overlap, in the order in which the engine does them:
//! that of the string, except in lanes. They yield the symbols before the end or
//! the error.
//!
//! Bits that an engine reads twice count for the look-up whose symbols it keeps;
//! a look-up without a symbol counts with the fallback after it. To locate an
//! error, all engines but the bit-by-bit one read a string again code by code,
//! which adds only codes, EOS among them, that they had not found before.

use alloc::vec::Vec;

/// One look-up of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// First bit, from the start of the string.
    pub bit: usize,
    /// Number of bits used, 1 to 30.
    pub bits: u8,
    /// Number of symbols whose codes end within these bits.
    pub symbols: u8,
    /// Part of the engine that did it.
    pub kind: LookUpKind,
    /// Lane that did it, from 0; 0 if the string is not decoded in lanes.
    pub lane: u8,
}

impl LookUp {
    /// One past its last bit.
    #[must_use]
    pub fn end(&self) -> usize {
        self.bit + usize::from(self.bits)
    }
}

/// Part of an engine that does a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LookUpKind {
    /// The fast path, usually a table.
    Table,
    /// The slow path for codes that are not in the table.
    Fallback,
    /// Code by code, near the end of the string, where the other two would read
    /// past it.
    Tail,
}

/// Receives the look-ups of an engine while it decodes; `()` ignores them.
pub trait Trace {
    /// Receives a look-up that used `bits` bits from `bit` on, with `symbols`
    /// whole codes. One without bits found nothing.
    #[inline(always)]
    fn look_up(&mut self, bit: usize, bits: u8, symbols: u8, kind: LookUpKind) {
        let _ = (bit, bits, symbols, kind);
    }

    /// Holds look-ups from here on, as they may be taken back or given up.
    #[inline(always)]
    fn hold(&mut self) {}

    /// Takes back the last symbol, whose code has `bits` bits.
    #[inline(always)]
    fn take_back(&mut self, bits: u8) {
        let _ = bits;
    }

    /// Sets the lane, from 0, of the following look-ups.
    #[inline(always)]
    fn lane(&mut self, lane: usize) {
        let _ = lane;
    }

    /// Gives up the look-ups of this lane before the bit `end`.
    #[inline(always)]
    fn give_up(&mut self, lane: usize, end: usize) {
        let _ = (lane, end);
    }
}

impl Trace for () {}

/// Passes on the look-ups that count.
pub(super) struct LookUpLog<'a> {
    /// Length of the string in bits.
    total: usize,
    each: &'a mut dyn FnMut(LookUp),
    /// Look-ups that may still be taken back.
    held: Option<Vec<LookUp>>,
    lane: u8,
    end: usize,
}

impl<'a> LookUpLog<'a> {
    pub(super) fn new(total: usize, each: &'a mut dyn FnMut(LookUp)) -> Self {
        Self {
            total,
            each,
            held: None,
            lane: 0,
            end: 0,
        }
    }

    pub(super) fn finish(self) {
        self.held.into_iter().flatten().for_each(self.each);
    }
}

impl Trace for LookUpLog<'_> {
    fn look_up(&mut self, bit: usize, bits: u8, symbols: u8, kind: LookUpKind) {
        let look_up = LookUp {
            bit,
            bits,
            symbols,
            kind,
            lane: self.lane,
        };
        // Engines can find codes in the filling past the end, and repeat codes
        // when they locate an error.
        let is_repeated = kind == LookUpKind::Tail && bit < self.end;
        if bits == 0 || look_up.end() > self.total || is_repeated {
            return;
        }
        self.end = self.end.max(look_up.end());
        match &mut self.held {
            Some(held) => held.push(look_up),
            None => (self.each)(look_up),
        }
    }

    fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    fn take_back(&mut self, bits: u8) {
        let Some(held) = &mut self.held else { return };
        if let Some(last) = held.last_mut() {
            last.bits -= bits;
            last.symbols -= 1;
            self.end = last.end();
            if last.symbols == 0 {
                held.pop();
            }
        }
    }

    fn lane(&mut self, lane: usize) {
        self.lane = lane as u8;
    }

    fn give_up(&mut self, lane: usize, end: usize) {
        let Some(held) = &mut self.held else { return };
        held.retain(|look_up| usize::from(look_up.lane) != lane || look_up.bit >= end);
        self.end = held.iter().map(LookUp::end).max().unwrap_or(0);
    }
}
