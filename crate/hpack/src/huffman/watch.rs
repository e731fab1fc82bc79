//! What an engine does with one string, look-up by look-up, for those who
//! want to see it; decoding itself reports nothing.
//!
//! The look-ups of a string stand one behind the other, from its first bit
//! on, without gap or overlap. The last ends behind the last whole code or, in
//! engines that read padding like anything else, further on, at the end of the
//! string at most. Together they find the symbols that stand before the end
//! or the fault. Where a string is wrong, they stop there: EOS is the last,
//! a look-up without a symbol; for bad padding nothing is added.
//!
//! Bits that an engine reads twice, because it goes back, count where it reads
//! them last; a look-up that finds nothing counts with the one that helps it.

use super::code::{self, EOS, MIN_BITS};

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
    /// The end of the string, where its table would read too far: code by code.
    Tail,
}

/// The rest of `coded` from `bit`, where no window fits any more, as
/// [`super::tail`] decodes it.
pub(super) fn tail(coded: &[u8], mut bit: usize, each: &mut dyn FnMut(LookUp)) {
    while let Some((look_up, symbol)) = code_at(coded, bit, MIN_BITS, How::Tail) {
        each(look_up);
        if symbol == EOS {
            break;
        }
        bit = look_up.end();
    }
}

/// The whole code at `bit`, of `from_bits` bits or more, as one look-up, and
/// its symbol; `None` where the string ends before it does.
pub(super) fn code_at(coded: &[u8], bit: usize, from_bits: u8, how: How) -> Option<(LookUp, u16)> {
    let found = code::find(code::window(coded, bit), from_bits);
    let look_up = LookUp {
        bit,
        bits: found.bits,
        symbols: u8::from(found.symbol != EOS),
        how,
    };
    (look_up.end() <= coded.len() * 8).then_some((look_up, found.symbol))
}
