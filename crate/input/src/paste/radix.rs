//! Determines the possible bases of a run of numbers.

use super::{
    Format,
    lexer::{Run, Shape},
    number::Style,
    source::Source,
};

/// Interpretation of the digits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radix {
    Hex,
    /// Little-endian words of this many bytes.
    Little(usize),
    Decimal,
    Octal,
    Bits,
}

impl Radix {
    /// Most likely first.
    pub(super) const ALL: [Radix; 7] = [
        Radix::Bits,
        Radix::Hex,
        Radix::Little(2),
        Radix::Little(4),
        Radix::Little(8),
        Radix::Decimal,
        Radix::Octal,
    ];

    /// Returns the base, and the digits per byte of a longer number.
    pub(super) fn base(self) -> (u32, usize) {
        match self {
            Radix::Hex | Radix::Little(_) => (16, 2),
            Radix::Decimal => (10, usize::MAX),
            Radix::Octal => (8, usize::MAX),
            Radix::Bits => (2, 8),
        }
    }

    pub(super) fn format(self) -> Format {
        match self {
            Radix::Hex => Format::Hex,
            Radix::Little(_) => Format::Hexdump,
            Radix::Decimal => Format::Decimal,
            Radix::Octal => Format::Octal,
            Radix::Bits => Format::Bits,
        }
    }

    pub(super) fn detail(self, run: &Run) -> &'static str {
        match self {
            Radix::Hex if run.style == Style::Hex => "hex numbers with a prefix",
            Radix::Hex if run.separator == 0 => "hex digits",
            Radix::Hex => "hex bytes",
            Radix::Little(_) => "little-endian words",
            Radix::Decimal => "decimal bytes",
            Radix::Octal => "octal bytes",
            Radix::Bits => "binary digits",
        }
    }
}

/// Common properties of the numbers of some rows.
#[derive(Default)]
pub(super) struct Traits {
    style: Style,
    separator: u8,
    is_enclosed: bool,
    count: u32,
    /// Total number of digits.
    digits: usize,
    narrowest: usize,
    widest: usize,
    /// Number of three-digit numbers.
    three_digit: u32,
    has_odd: bool,
    /// Whether a two-digit (or any longer) number begins with 0.
    has_padded: bool,
    has_zero: bool,
    has_sign: bool,
    has_letter: bool,
    /// Whether each is a decimal byte, an octal byte, or groups of 8 bits.
    is_decimal: bool,
    is_octal: bool,
    is_binary: bool,
    /// Whether numbers without a prefix among others are decimal bytes.
    are_bare_bytes: bool,
}

/// Whether a number of a list lacks the prefix that others have, and is thus decimal.
pub(super) fn is_bare(run: &Run, shapes: &[Shape], shape: &Shape) -> bool {
    let is_prefixed = |other: &Shape| other.prefix > 0;
    let is_list = run.style == Style::Hex && run.separator != b' ';
    is_list && shape.prefix == 0 && shapes.iter().any(is_prefixed)
}

impl Traits {
    pub(super) fn new(run: &Run) -> Self {
        Self {
            style: run.style,
            is_enclosed: run.bracket != 0,
            narrowest: usize::MAX,
            is_decimal: true,
            is_octal: true,
            is_binary: true,
            are_bare_bytes: true,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, source: &Source<'_>, run: &Run, shapes: &[Shape]) {
        self.separator = self.separator.max(run.separator);
        for shape in shapes {
            let width = source.digits(shape, 0).count();
            self.count += shape.count;
            self.digits += width * shape.count as usize;
            if is_bare(run, shapes, shape) {
                let numbers = (0..shape.count).map(|at| &source.plain[shape.digits(at)]);
                let is_byte = |digits: &[u8]| {
                    str::from_utf8(digits).is_ok_and(|digits| digits.parse::<u8>().is_ok())
                };
                self.are_bare_bytes &= numbers.into_iter().all(is_byte);
                continue;
            }
            self.widest = self.widest.max(width);
            self.narrowest = self.narrowest.min(width);
            self.has_odd |= width % 2 == 1;
            self.three_digit += if width == 3 { shape.count } else { 0 };
            self.is_binary &= width.is_multiple_of(8);
            for at in 0..shape.count {
                self.add_number(source, shape, at, width);
            }
        }
    }

    fn add_number(&mut self, source: &Source<'_>, shape: &Shape, at: u32, width: usize) {
        let is_negative = source.plain[shape.place(at).start as usize] == b'-';
        let (mut decimal, mut octal) = (Some(0_u32), Some(0_u32));
        let mut digits = source.digits(shape, at).map(|(_, digit)| digit).peekable();
        let is_zero = digits.next_if_eq(&b'0').is_some();
        self.has_zero |= is_zero && width > 1;
        self.has_padded |= is_zero && width == 2;
        for digit in digits {
            let value = char::from(digit).to_digit(16).unwrap_or(0);
            let append = |sum: Option<u32>, base| {
                let sum = sum.filter(|sum| value < base && *sum < 256);
                sum.map(|sum| sum * base + value)
            };
            (decimal, octal) = (append(decimal, 10), append(octal, 8));
            self.has_letter |= value > 9;
            self.is_binary &= value < 2;
            // The rest of a long number cannot change the result.
            if decimal.or(octal).is_none() && !self.is_binary && self.has_letter {
                break;
            }
        }
        let most = if is_negative { 128 } else { 255 };
        self.has_sign |= is_negative;
        self.is_decimal &= decimal.is_some_and(|value| value <= most);
        self.is_octal &= octal.is_some_and(|value| value < 256);
    }

    /// Whether this base fits; `is_chosen` if the user selected it.
    pub(super) fn fits(&self, radix: Radix, is_chosen: bool) -> bool {
        let is_bare = self.style == Style::Bare;
        let is_hex = (is_bare || self.style == Style::Hex) && !self.has_sign;
        let is_list = self.is_enclosed || matches!(self.separator, b',' | b';');
        match radix {
            _ if self.count == 0 => false,
            Radix::Bits => self.style == Style::Bits || is_bare && self.is_binary,
            // In a list, one digit is a byte, unless others are padded to two.
            Radix::Hex => {
                is_hex
                    && self.are_bare_bytes
                    && (!self.has_odd || is_list && self.widest < 3 && !self.has_padded)
            }
            Radix::Little(bytes) => {
                let are_words = self.narrowest == 2 * bytes && self.widest == 2 * bytes;
                is_hex && self.count > 1 && are_words && matches!(self.separator, b' ' | b',')
            }
            Radix::Decimal => {
                let is_marked = is_list || self.three_digit > 0 || self.has_sign;
                let is_known = matches!(self.separator, b',' | b' ' | b';' | b'|' | 0);
                let is_alone = self.count == 1 && !self.is_enclosed;
                let is_natural = is_marked && is_known && !is_alone;
                is_bare && self.is_decimal && !self.has_zero && (is_natural || is_chosen)
            }
            Radix::Octal => {
                let are_three = self.narrowest == 3 && self.widest == 3 && self.count > 1;
                let is_natural =
                    self.style == Style::Octal || is_bare && are_three && !self.has_sign;
                self.is_octal && (is_natural || is_bare && is_chosen)
            }
        }
    }

    /// Approximate number of bytes.
    pub(super) fn estimate_bytes(&self, radix: Radix) -> usize {
        match radix.base() {
            (_, usize::MAX) => self.count as usize,
            (_, per_byte) => self.digits / per_byte,
        }
    }

    /// Whether a list can only be bytes: `[0x82, 0x86]`, negative numbers, or
    /// mostly three-digit numbers.
    pub(super) fn are_certain(&self, radix: Radix) -> bool {
        let is_list = self.count > 1;
        let is_marked = match radix {
            Radix::Decimal => self.has_sign || self.three_digit * 2 > self.count && is_list,
            Radix::Hex if self.style == Style::Hex => is_list && self.widest < 3,
            Radix::Hex => self.has_letter && self.separator == b',',
            Radix::Bits | Radix::Octal => self.style != Style::Bare,
            Radix::Little(_) => false,
        };
        self.is_enclosed && is_marked
    }
}
