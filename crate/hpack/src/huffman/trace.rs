//! The look-ups that an engine does for one string. The decoding loop itself
//! is traced: with `()` as the tracer nothing of this is left in the compiled
//! code.
//!
//! Together the look-ups of a string cover it from its first bit on, without
//! gap or overlap. They come in the order in which the engine does them: that
//! of the string, except where it is decoded in lanes. The end of the last is
//! the end of the last whole code or, in engines that read padding like
//! anything else, further on, at the end of the string at most. They find
//! the symbols that stand before the end or the fault.
//!
//! Bits that an engine reads twice count where the symbols that it keeps come
//! from; a look-up that finds nothing counts with the one that helps it.
//! Where a string is wrong, all engines but the bit-by-bit one read it again
//! code by code to find out where: this adds only codes, EOS among them, that
//! the engine has not found before.

use alloc::vec::Vec;

/// One look-up of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// Where it begins: bits from the start of the string.
    pub bit: usize,
    /// Bits that it used, 1 to 30.
    pub bits: u8,
    /// Symbols that it found, whose codes end within these bits.
    pub symbols: u8,
    /// What found them.
    pub how: How,
    /// Which of the lanes did it, from 0, where a string is decoded in lanes;
    /// 0 where it is not.
    pub lane: u8,
}

impl LookUp {
    /// The bit behind its last.
    #[must_use]
    pub fn end(&self) -> usize {
        self.bit + usize::from(self.bits)
    }
}

/// Which part of an engine a look-up belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// Its table, or whatever it has for the usual case.
    Table,
    /// Its slower way for codes that the table does not hold.
    Fallback,
    /// Code by code: the end of the string, where its table would read too
    /// far, or a string that is too short for the engine's slower way.
    Tail,
}

/// Receives the look-ups of an engine while it decodes; `()` ignores them.
pub trait Trace {
    /// A look-up that used `bits` bits from `bit` on, of which `symbols` whole
    /// codes are part. One without bits has found nothing.
    #[inline(always)]
    fn look_up(&mut self, bit: usize, bits: u8, symbols: u8, how: How) {
        let _ = (bit, bits, symbols, how);
    }

    /// What has been told may be taken back or given up later.
    #[inline(always)]
    fn hold(&mut self) {}

    /// Takes back the last symbol, whose code has `bits` bits.
    #[inline(always)]
    fn take_back(&mut self, bits: u8) {
        let _ = bits;
    }

    /// What follows is done by this lane, from 0.
    #[inline(always)]
    fn lane(&mut self, lane: usize) {
        let _ = lane;
    }

    /// What this lane has found in front of the bit `end` is not used.
    #[inline(always)]
    fn give_up(&mut self, lane: usize, end: usize) {
        let _ = (lane, end);
    }
}

impl Trace for () {}

/// Hands on the look-ups that count.
pub(super) struct LookUpLog<'a> {
    /// Bits of the string.
    total: usize,
    each: &'a mut dyn FnMut(LookUp),
    /// Look-ups that may still be taken back.
    held: Option<Vec<LookUp>>,
    lane: u8,
    /// The end of the look-up that ends last.
    end: usize,
}

impl<'a> LookUpLog<'a> {
    /// Of a string of `total` bits.
    pub(super) fn new(total: usize, each: &'a mut dyn FnMut(LookUp)) -> Self {
        Self {
            total,
            each,
            held: None,
            lane: 0,
            end: 0,
        }
    }

    /// Hands on what is still held.
    pub(super) fn finish(self) {
        self.held.into_iter().flatten().for_each(self.each);
    }
}

impl Trace for LookUpLog<'_> {
    fn look_up(&mut self, bit: usize, bits: u8, symbols: u8, how: How) {
        let look_up = LookUp {
            bit,
            bits,
            symbols,
            how,
            lane: self.lane,
        };
        // Past the end an engine may take what it has filled up for codes; and
        // code by code it may go over what it has found before.
        let is_again = how == How::Tail && bit < self.end;
        if bits == 0 || look_up.end() > self.total || is_again {
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
