//! Tokens as a line of signs, one for each, in which patterns are looked for.

use super::{
    super::text::Text,
    token::{Kind, Token},
};

/// Types, and conversions to them, that may stand with the numbers of a list.
const CASTS: &str = "byte Byte sbyte char unsigned signed u8 i8 uint8 int8 uint8_t int8_t UInt8 Int8 toByte toUByte int as cast uchar";

/// The shape of tokens: `n` is a number, `r` `<repeats 12 times>`, `c` a type,
/// `w` another word, `s` a word that says what is done with numbers, `d` two
/// dots, `l` and `g` are `<` and `>` that are no brackets, and `!` is what has
/// no place among numbers. Others are their own signs.
pub(super) fn shape(text: &Text, list: &[Token]) -> Vec<u8> {
    let sign = |token: &Token| match token.kind {
        Kind::Repeat => b'r',
        _ if token.is_number() => b'n',
        Kind::Word
            if CASTS
                .split(' ')
                .any(|cast| cast.as_bytes() == token.of(text)) =>
        {
            b'c'
        }
        Kind::Word => b'w',
        Kind::Foreign => b'!',
        Kind::Sign if token.sign.is_ascii_alphanumeric() => b's',
        Kind::Sign if token.end - token.start > 1 => b'd',
        Kind::Sign if token.sign == b'<' => b'l',
        Kind::Sign if token.sign == b'>' => b'g',
        _ => token.sign,
    };
    list.iter().map(sign).collect()
}

/// What may stand before the first of some numbers, between each two and
/// after the last.
pub(super) struct Rule {
    pub(super) before: &'static [u8],
    pub(super) between: &'static [&'static [u8]],
    pub(super) after: &'static [u8],
    /// What counts as nothing.
    pub(super) nothing: &'static [u8],
}

impl Rule {
    /// The first sign of a shape that breaks the rule, or that stands between
    /// two numbers where something else stands between the first two.
    pub(super) fn broken(&self, shape: &[u8]) -> Option<usize> {
        let is_number = |sign: &u8| *sign == b'n';
        let first = shape.iter().position(is_number)?;
        let last = shape.iter().rposition(is_number)?;
        let counts = |at: &usize| !self.nothing.contains(&shape[*at]);
        let before = (0..first)
            .filter(counts)
            .find(|&at| !self.before.contains(&shape[at]));
        let after = || {
            (last + 1..shape.len())
                .filter(counts)
                .find(|&at| !self.after.contains(&shape[at]))
        };
        let mut usual: Option<&[u8]> = None;
        let mut from = first + 1;
        let between = || {
            shape[first + 1..=last]
                .split_inclusive(is_number)
                .find_map(|gap| {
                    let start = from;
                    from += gap.len();
                    let signs = gap[..gap.len() - 1]
                        .iter()
                        .filter(|sign| !self.nothing.contains(sign));
                    let known = self
                        .between
                        .iter()
                        .find(|known| signs.clone().eq(known.iter()));
                    let is_alike = known.is_some_and(|known| *usual.get_or_insert(known) == *known);
                    (!is_alike).then_some(start)
                })
        };
        before.or_else(after).or_else(between)
    }
}
