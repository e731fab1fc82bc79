//! Numbers to bytes.

use super::{
    super::{
        Fault, RefusalKind, bare,
        pieces::{Pieces, most_repeated},
        text::Text,
    },
    radix::{Decision, Radix, hex_digits},
    token::{Kind, Token},
};
use crate::Place;

/// The bytes of the numbers so far.
pub(super) struct Bytes<'a> {
    text: &'a Text<'a>,
    decision: &'a Decision,
    pub(super) pieces: Pieces,
    /// Digits that wait for the others of their byte: where they stand, their
    /// value, and how many bits they are.
    half: Option<(Place, u8, u32)>,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(text: &'a Text<'a>, decision: &'a Decision) -> Self {
        Self {
            text,
            decision,
            pieces: Pieces::default(),
            half: None,
        }
    }

    pub(super) fn finish(self) -> Result<Pieces, Fault> {
        match self.half {
            Some((place, ..)) => Err(bare::odd(place.end as usize)),
            None => Ok(self.pieces),
        }
    }

    /// Appends the bytes of a number.
    pub(super) fn push(&mut self, token: &Token) -> Result<(), Fault> {
        let digits = token.digits(self.text);
        let octet = match (token.kind, self.decision.radix) {
            (Kind::Character, _) => Some(digits[1]),
            (Kind::Repeat, _) => return self.repeat(token),
            (Kind::Digits, Radix::Decimal) => decimal(digits, token.is_negative()),
            (Kind::Digits, Radix::Octal) | (Kind::Octal, _) => Radix::Octal.octet(digits),
            (Kind::Digits, Radix::Bits) | (Kind::Bits, _) => return self.bits(token),
            _ => return self.hex(token),
        };
        let message = " is not a byte: a number from 0 to 255, or from −128 to 127, is expected.";
        let no_byte = || token.fault(self.text, RefusalKind::BadNumber, message);
        let octet = octet.ok_or_else(no_byte)?;
        self.whole(token, octet);
        Ok(())
    }

    /// Appends the byte that a whole number is.
    fn whole(&mut self, token: &Token, octet: u8) {
        let place = self.text.place(token.start as usize, token.end as usize);
        self.pieces.push(octet, place);
    }

    fn repeat(&mut self, token: &Token) -> Result<(), Fault> {
        let count = token
            .value(self.text)
            .map_or(usize::MAX, |count| count as usize);
        let Some(&octet) = self.pieces.octets.last() else {
            let message = ": there is nothing to repeat before this.";
            return Err(token.fault(self.text, RefusalKind::BadDigit, message));
        };
        if count == 0 || !self.pieces.may_repeat(count, self.text) {
            let message = format!(
                " stands for more bytes than can be read: all that a text of this length repeats may be {} bytes at most.",
                most_repeated(self.text)
            );
            return Err(token.fault(self.text, RefusalKind::TooLarge, &message));
        }
        for _ in 1..count {
            self.whole(token, octet);
        }
        Ok(())
    }

    fn hex(&mut self, token: &Token) -> Result<(), Fault> {
        let digits = token.digits(self.text);
        let count = hex_digits(token, self.text);
        // 0FFh has a zero in front so that it is no name.
        let is_name =
            token.is(Kind::Hex) && token.digits == token.start && token.end > token.digits_end;
        let zero = is_name && count == 3 && digits[0] == b'0';
        let wrapped = self.decision.wrapped;
        if count <= 2 && !wrapped && self.half.is_none() || zero {
            let digits = digits
                .iter()
                .filter_map(|byte| char::from(*byte).to_digit(16));
            let value = digits.fold(0, |value, digit| value << 4 | digit);
            self.whole(token, value as u8);
            return Ok(());
        }
        if count % 2 == 1 && !wrapped {
            return Err(bare::odd(self.text.raw_end(token.end as usize)));
        }
        self.digits(token, 4);
        Ok(())
    }

    fn bits(&mut self, token: &Token) -> Result<(), Fault> {
        let digits = token.digits(self.text);
        let is_wrong = |byte: &u8| !matches!(byte, b'0' | b'1' | b'_');
        if let Some(bad) = digits.iter().position(is_wrong) {
            return Err(Fault::at(
                RefusalKind::BadDigit,
                self.text.raw_at(token.digits as usize + bad),
                "This is not a binary digit.",
            ));
        }
        let bits = || digits.iter().filter(|byte| **byte != b'_');
        if token.is(Kind::Bits) && bits().count() <= 8 {
            let value = bits().fold(0, |value, digit| value << 1 | (digit - b'0'));
            self.whole(token, value);
            return Ok(());
        }
        if !bits().count().is_multiple_of(4) {
            return Err(Fault::at(
                RefusalKind::OddDigits,
                self.text.raw_end(token.end as usize),
                "A binary digit is missing before this: every byte has eight.",
            ));
        }
        self.digits(token, 1);
        Ok(())
    }

    /// Appends the digits of a number, each of `bits` bits.
    fn digits(&mut self, token: &Token, bits: u32) {
        for (n, byte) in token.digits(self.text).iter().enumerate() {
            let Some(digit) = char::from(*byte).to_digit(16) else {
                continue;
            };
            let at = token.digits as usize + n;
            let own = self.text.place(at, at + 1);
            let (first, value, before) = self.half.take().unwrap_or((own, 0, 0));
            let value = value << bits | digit as u8;
            let place = Place {
                end: own.end,
                ..first
            };
            match before + bits {
                8 => self.pieces.push(value, place),
                count => self.half = Some((place, value, count)),
            }
        }
    }
}

/// The byte of a decimal number. Longer ones are offsets or counts, and no
/// program prints a zero with a sign.
fn decimal(digits: &[u8], negative: bool) -> Option<u8> {
    let value: u16 = str::from_utf8(digits).ok()?.parse().ok()?;
    match negative {
        _ if digits.len() > 3 => None,
        true => (1..=128)
            .contains(&value)
            .then_some((value as u8).wrapping_neg()),
        false => u8::try_from(value).ok(),
    }
}
