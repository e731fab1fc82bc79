//! What a run, a literal or a dump can mean: its bytes in each notation that
//! fits.

use super::{
    Fault, Format,
    bytes::Bytes,
    lexer::{Element, Elements, Kind, Run, Shape},
    literal::{self, DIALECTS},
    number::Style,
    text::{FILLER, quote},
};
use crate::{
    Place, RefusalKind,
    hex::{self, HexDecoder},
};

/// The bytes of some elements in one notation.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) format: Format,
    /// The shape for people: “decimal numbers”.
    pub(super) detail: &'static str,
    pub(super) all: Bytes,
    /// Where the bytes of each row end.
    pub(super) ends: Vec<u32>,
    /// Whether the rows can only be parts of one whole.
    pub(super) is_joined: bool,
    /// Whether the notation has marks of its own that no other text has.
    pub(super) is_certain: bool,
}

impl Reading {
    /// The bytes of each row that has any.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let mut from = 0;
        let rows = self.ends.iter().map(move |&end| {
            let start = std::mem::replace(&mut from, end as usize);
            &self.all.bytes[start..end as usize]
        });
        rows.filter(|row| !row.is_empty())
    }
}

/// What the text is read from.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) raw: &'a str,
    pub(super) plain: &'a [u8],
    pub(super) elements: &'a Elements,
    /// Where the part that is read begins.
    pub(super) start: usize,
    /// The only notation that counts, if a person chose it.
    pub(super) chosen: Option<Format>,
}

/// How the digits of a run are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Radix {
    Hex,
    /// Words of this many bytes, the least significant first.
    Little(u32),
    Decimal,
    Octal,
    Bits,
}

/// The likeliest first.
const RADIXES: [Radix; 7] = [
    Radix::Bits,
    Radix::Hex,
    Radix::Little(2),
    Radix::Little(4),
    Radix::Little(8),
    Radix::Decimal,
    Radix::Octal,
];

impl Radix {
    fn base(self) -> u32 {
        match self {
            Radix::Hex | Radix::Little(_) => 16,
            Radix::Decimal => 10,
            Radix::Octal => 8,
            Radix::Bits => 2,
        }
    }

    fn format(self) -> Format {
        match self {
            Radix::Hex => Format::Hex,
            Radix::Little(_) => Format::Hexdump,
            Radix::Decimal => Format::Decimal,
            Radix::Octal => Format::Octal,
            Radix::Bits => Format::Bits,
        }
    }

    fn detail(self, run: &Run) -> &'static str {
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

/// What the numbers of a run have in common.
struct Traits<'a> {
    run: &'a Run,
    count: u32,
    narrowest: usize,
    widest: usize,
    /// The numbers of three digits.
    wide: u32,
    has_odd: bool,
    /// Whether two digits begin with 0, or more than one does.
    has_padded: bool,
    has_zero: bool,
    has_sign: bool,
    has_letter: bool,
    /// Whether each is a byte in decimal or octal, or eight binary digits a byte.
    is_decimal: bool,
    is_octal: bool,
    is_binary: bool,
    /// Whether `<<` is before them.
    is_erlang: bool,
}

impl<'a> Traits<'a> {
    fn of(source: &Source<'_>, run: &'a Run, shapes: &[Shape]) -> Self {
        let start = shapes.first().map_or(0, |first| first.start as usize);
        let before = source.plain[..start].trim_ascii_end();
        let mut all = Self {
            run,
            count: 0,
            narrowest: usize::MAX,
            widest: 0,
            wide: 0,
            has_odd: false,
            has_padded: false,
            has_zero: false,
            has_sign: false,
            has_letter: false,
            is_decimal: true,
            is_octal: true,
            is_binary: true,
            is_erlang: run.bracket == b'<' && before.ends_with(b"<<"),
        };
        for shape in shapes {
            let width = source.digits(shape, 0).count();
            // A bare digit among numbers with a prefix is what it looks like.
            let is_bare = run.style == Style::Hex && shape.prefix == 0 && width == 1;
            all.count += shape.count;
            all.widest = all.widest.max(width);
            all.narrowest = all.narrowest.min(if is_bare { 2 } else { width });
            all.has_odd |= !width.is_multiple_of(2) && !is_bare;
            all.wide += if width == 3 { shape.count } else { 0 };
            all.is_binary &= width.is_multiple_of(8);
            for at in 0..shape.count {
                let is_negative = source.plain[(shape.start + at * shape.step) as usize] == b'-';
                let (mut decimal, mut octal) = (Some(0_u32), Some(0_u32));
                for (place, (_, digit)) in source.digits(shape, at).enumerate() {
                    let value = char::from(digit).to_digit(16).unwrap_or(0);
                    let add = |sum: Option<u32>, base| {
                        sum.filter(|sum| value < base && *sum < 1 << 16)
                            .map(|sum| sum * base + value)
                    };
                    (decimal, octal) = (add(decimal, 10), add(octal, 8));
                    all.has_letter |= value > 9;
                    all.is_binary &= value < 2;
                    all.has_zero |= place == 0 && value == 0 && width > 1;
                    all.has_padded |= place == 0 && value == 0 && width == 2;
                    // The rest of a long run tells nothing new.
                    if decimal.is_none() && octal.is_none() && !all.is_binary && all.has_letter {
                        break;
                    }
                }
                all.has_sign |= is_negative;
                all.is_decimal &=
                    decimal.is_some_and(|value| value < if is_negative { 129 } else { 256 });
                all.is_octal &= octal.is_some_and(|value| value < 256);
            }
        }
        all
    }

    /// Whether the numbers can be read so; a person may have chosen it.
    fn fit(&self, radix: Radix, is_chosen: bool, is_row: bool) -> bool {
        let is_hex = matches!(self.run.style, Style::Bare | Style::Hex) && !self.has_sign;
        let is_bare = self.run.style == Style::Bare;
        let (separator, is_enclosed) = (self.run.separator, self.run.bracket != 0);
        self.count > 0
            && match radix {
                Radix::Bits => self.run.style == Style::Bits || is_bare && self.is_binary,
                // One digit is a byte in a list, unless others have a zero before theirs.
                Radix::Hex => {
                    let is_list = is_enclosed || matches!(separator, b',' | b';');
                    is_hex && (!self.has_odd || is_list && self.widest < 3 && !self.has_padded)
                }
                Radix::Little(bytes) => {
                    let width = 2 * bytes as usize;
                    let are_words = self.narrowest == width && self.widest == width;
                    is_hex && self.count > 1 && are_words && matches!(separator, b' ' | b',')
                }
                Radix::Decimal => {
                    let is_list = matches!(separator, b',' | b';') || is_enclosed;
                    let is_marked = is_list || self.wide > 0 || self.has_sign;
                    let is_known = matches!(separator, b',' | b' ' | b';' | b'|' | 0);
                    let is_alone = self.count == 1 && !is_enclosed;
                    let is_natural = is_marked && is_known && !is_alone || is_row && is_known;
                    is_bare && self.is_decimal && !self.has_zero && (is_natural || is_chosen)
                }
                Radix::Octal => {
                    let are_three =
                        self.narrowest == 3 && self.widest == 3 && (self.count > 1 || is_row);
                    let is_style = self.run.style == Style::Octal;
                    self.is_octal && (is_style || is_bare && (are_three || is_chosen))
                }
            }
    }

    /// Whether a list can be nothing but bytes: `0x82, 0x86` in brackets,
    /// negative numbers, `<<130, 134>>`, or mostly numbers of three digits.
    fn are_certain(&self, radix: Radix) -> bool {
        let is_list = self.count > 1;
        self.run.bracket != 0
            && match radix {
                Radix::Decimal => {
                    self.is_erlang || self.has_sign || self.wide * 2 > self.count && is_list
                }
                Radix::Hex if self.run.style == Style::Hex => is_list && self.widest < 3,
                Radix::Hex => self.has_letter && self.run.separator == b',',
                Radix::Bits | Radix::Octal => self.run.style != Style::Bare,
                Radix::Little(_) => false,
            }
    }
}

impl Source<'_> {
    /// All that the elements can mean, which are rows of one kind with comments
    /// among them; `without` numbers at the start and end of each row.
    ///
    /// # Errors
    /// Where they fit no notation: why.
    pub(super) fn readings(
        &self,
        rows: &[Element],
        without: (usize, usize),
    ) -> Result<Vec<Reading>, Fault> {
        let mut readings = self.all_readings(rows, without)?;
        if let Some(chosen) = self.chosen {
            readings.retain(|reading| reading.format == chosen);
            if readings.is_empty() {
                let message = format!("This cannot be read as {}.", chosen.title());
                return Err(Fault::at(
                    RefusalKind::Prose,
                    rows[0].start as usize,
                    message,
                ));
            }
        }
        Ok(readings)
    }

    fn all_readings(
        &self,
        rows: &[Element],
        without: (usize, usize),
    ) -> Result<Vec<Reading>, Fault> {
        match rows[0].kind {
            Kind::Run(_) if self.chosen == Some(Format::Base64) => self.base64(rows),
            Kind::Run(_) => {
                let mut readings = self.numbers(rows, without)?;
                // Zeros in Base64 are the letter A.
                let is_capital = |&byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
                let text = |row: &Element| &self.plain[row.start as usize..row.end as usize];
                let is_base64 = |row: &Element| {
                    let text = text(row);
                    text.starts_with(b"AAAA") && text.iter().all(is_capital)
                };
                if with_bytes(rows).all(is_base64) {
                    readings.extend(self.base64(rows).unwrap_or_default());
                }
                Ok(readings)
            }
            Kind::Literal | Kind::Unclosed | Kind::Plain => self.literals(rows),
            Kind::Base64 => self.base64(rows),
            Kind::Percent => Ok(self.percent(rows)),
            Kind::Dump(_) => self.dumps(rows),
            Kind::Comment | Kind::Margin(_) | Kind::Setting(_) => Ok(Vec::new()),
        }
    }

    fn numbers(&self, rows: &[Element], without: (usize, usize)) -> Result<Vec<Reading>, Fault> {
        let lists: Vec<(&Run, Vec<Shape>)> = runs(rows)
            .map(|run| (run, trimmed(self.elements.shapes_of(run), without)))
            .collect();
        let traits: Vec<Traits> = lists
            .iter()
            .map(|(run, shapes)| Traits::of(self, run, shapes))
            .collect();
        let mut readings = Vec::new();
        // What marks one row as decimal or octal marks them all.
        let is_row = traits.len() > 1 && traits.iter().any(|traits| traits.wide > 0);
        for radix in RADIXES {
            let chosen = self.chosen == Some(radix.format());
            if !traits
                .iter()
                .all(|traits| traits.fit(radix, chosen, is_row))
            {
                continue;
            }
            let mut all = Bytes::default();
            let mut ends = Vec::with_capacity(rows.len());
            for (run, shapes) in &lists {
                let is_list = is_list_of_blocks(run, shapes);
                for shape in shapes {
                    let from = all.bytes.len() as u32;
                    self.decode(radix, shape, &mut all);
                    let size = (all.bytes.len() as u32 - from) / shape.count;
                    let each = (1..=shape.count).map(|count| from + count * size);
                    ends.extend(each.filter(|_| is_list));
                }
                if !is_list {
                    ends.push(all.bytes.len() as u32);
                }
            }
            readings.push(Reading {
                format: radix.format(),
                detail: radix.detail(traits[0].run),
                all,
                ends,
                is_joined: false,
                is_certain: traits[0].are_certain(radix),
            });
        }
        if readings.is_empty() {
            return Err(self.misfit(rows));
        }
        Ok(readings)
    }

    /// The digits of a number and their places.
    fn digits<'b>(&'b self, shape: &Shape, at: u32) -> impl Iterator<Item = (usize, u8)> + 'b {
        let start = (shape.start + at * shape.step) as usize + usize::from(shape.prefix);
        let digits = self.plain[start..start + shape.width as usize].iter();
        let digits = (start..).zip(digits).filter(|(_, byte)| **byte != FILLER);
        digits.map(|(at, byte)| (at, *byte))
    }

    fn decode(&self, radix: Radix, shape: &Shape, out: &mut Bytes) {
        let start = shape.start as usize + usize::from(shape.prefix);
        let end = start + shape.width as usize;
        let has_fillers = self.plain[start..end].contains(&FILLER);
        let whole = Place {
            start: shape.start,
            end: end as u32,
        };
        if radix == Radix::Hex && shape.width.is_multiple_of(2) && !has_fillers {
            for at in 0..shape.count as usize {
                let from = start + at * shape.step as usize;
                let digits = &self.plain[from..from + shape.width as usize];
                // All are digits, two for each byte.
                let _ = hex::Best::default().decode(digits, &mut out.bytes);
                if shape.width > 2 {
                    let first = Place {
                        start: from as u32,
                        end: from as u32 + 2,
                    };
                    out.places.push_stride(first, 2, shape.width / 2);
                }
            }
            if shape.width == 2 {
                out.places.push_stride(whole, shape.step, shape.count);
            }
            return;
        }
        let per_byte = match radix {
            Radix::Bits => 8,
            Radix::Hex | Radix::Little(_) => 2,
            Radix::Decimal | Radix::Octal => usize::MAX,
        };
        for at in 0..shape.count {
            let digits: Vec<(usize, u8)> = self.digits(shape, at).collect();
            let is_negative = self.plain[(shape.start + at * shape.step) as usize] == b'-';
            let is_whole = digits.len() <= per_byte;
            let bytes = digits.chunks(per_byte).map(|digits| {
                let value = digits.iter().fold(0, |value, (_, digit)| {
                    value * radix.base() + char::from(*digit).to_digit(16).unwrap_or(0)
                }) as u8;
                let last = digits[digits.len() - 1].0 + 1;
                let fillers = self.plain[last..]
                    .iter()
                    .take_while(|&&byte| byte == FILLER);
                let from = if is_whole {
                    shape.start + at * shape.step
                } else {
                    digits[0].0 as u32
                };
                let place = Place {
                    start: from,
                    end: (last + fillers.count()) as u32,
                };
                (
                    if is_negative {
                        value.wrapping_neg()
                    } else {
                        value
                    },
                    place,
                )
            });
            match radix {
                Radix::Little(_) => bytes.rev().for_each(|(byte, place)| out.push(byte, place)),
                _ => bytes.for_each(|(byte, place)| out.push(byte, place)),
            }
        }
    }

    /// Why numbers fit no notation, and where.
    fn misfit(&self, rows: &[Element]) -> Fault {
        let shapes = || runs(rows).flat_map(|run| self.elements.shapes_of(run));
        let odd = shapes().find(|shape| !shape.width.is_multiple_of(2));
        let shape = odd.or(shapes().next());
        let Some(shape) = shape else {
            return Fault::whole(RefusalKind::BadNumber, "There are no numbers here.");
        };
        let start = shape.start as usize + usize::from(shape.prefix);
        let end = start + shape.width as usize;
        if shape.width > 3 && odd.is_some() {
            let message = format!(
                "This run has {} hex digits, an odd number: one is missing or too many.",
                shape.width
            );
            return Fault::at(RefusalKind::OddDigits, end, message);
        }
        let number = quote(self.raw, shape.start as usize, end);
        Fault::at(
            RefusalKind::OddDigits,
            shape.start as usize,
            format!(
                "“{number}” is no byte in the notation of the numbers beside it: a digit is missing or too many."
            ),
        )
    }

    fn literals(&self, rows: &[Element]) -> Result<Vec<Reading>, Fault> {
        let mut readings: Vec<Reading> = Vec::new();
        let mut fault = 0;
        // Without other escapes, `\u0082` is a byte, as in JSON.
        let has_bytes = with_bytes(rows).any(|row| {
            let text = &self.plain[row.start as usize..row.end as usize];
            text.windows(2).any(|two| two == b"\\x")
        });
        let mut dialects = DIALECTS;
        dialects.sort_by_key(|dialect| dialect.utf8 != has_bytes);
        for dialect in dialects {
            let mut all = Bytes::default();
            let mut ends = Vec::with_capacity(rows.len());
            let decoded = with_bytes(rows).try_for_each(|row| {
                literal::decode(
                    self.raw,
                    self.plain,
                    (row.start as usize, row.end as usize),
                    dialect,
                    &mut all,
                )?;
                ends.push(all.bytes.len() as u32);
                Ok(())
            });
            match decoded {
                Err(at) => fault = fault.max(at),
                Ok(()) if readings.iter().any(|other| other.all.bytes == all.bytes) => {}
                Ok(()) => readings.push(Reading {
                    format: Format::Escaped,
                    detail: "string with escapes",
                    all,
                    ends,
                    is_joined: false,
                    is_certain: true,
                }),
            }
        }
        readings.extend(self.bytea(rows));
        if readings.is_empty() {
            let message = format!(
                "“{}” is no escape that names a byte in any language.",
                quote(self.raw, fault, fault + 4)
            );
            return Err(Fault::at(RefusalKind::BadEscape, fault, message));
        }
        Ok(readings)
    }

    /// `'\x828684'`, as PostgreSQL writes bytes.
    fn bytea(&self, rows: &[Element]) -> Option<Reading> {
        let mut reading = Reading {
            format: Format::Hex,
            detail: "hex digits",
            all: Bytes::default(),
            ends: Vec::new(),
            is_joined: false,
            is_certain: true,
        };
        for row in with_bytes(rows) {
            let start = row.start as usize;
            let open = self.plain[start..].iter().position(|&byte| byte == b'\\')?;
            let close = usize::from(matches!(self.plain[row.end as usize - 1], b'"' | b'\''));
            let (from, to) = (start + open + 2, row.end as usize - close);
            let digits = self.plain.get(from..to)?;
            let is_hex = open < 4
                && self.plain[from - 1] == b'x'
                && digits.len() > 2
                && digits.len().is_multiple_of(2);
            if !is_hex
                || hex::Best::default()
                    .decode(digits, &mut reading.all.bytes)
                    .is_err()
            {
                return None;
            }
            reading.all.places.push_stride(
                Place {
                    start: from as u32,
                    end: from as u32 + 2,
                },
                2,
                digits.len() as u32 / 2,
            );
            reading.ends.push(reading.all.bytes.len() as u32);
        }
        Some(reading)
    }

    fn percent(&self, rows: &[Element]) -> Vec<Reading> {
        let read = |plus: u8| {
            let mut reading = Reading {
                format: Format::Percent,
                detail: "percent-encoding",
                all: Bytes::default(),
                ends: Vec::new(),
                is_joined: false,
                is_certain: true,
            };
            for row in with_bytes(rows) {
                let mut at = row.start;
                while at < row.end {
                    let (byte, length) = match self.plain[at as usize] {
                        b'%' => (
                            hex::octet(&self.plain[at as usize + 1..at as usize + 3]).unwrap_or(0),
                            3,
                        ),
                        b'+' => (plus, 1),
                        byte => (byte, 1),
                    };
                    reading.all.push(
                        byte,
                        Place {
                            start: at,
                            end: at + length,
                        },
                    );
                    at += length;
                }
                reading.ends.push(reading.all.bytes.len() as u32);
            }
            reading
        };
        let has_plus = rows
            .iter()
            .any(|row| self.plain[row.start as usize..row.end as usize].contains(&b'+'));
        if has_plus {
            vec![read(b'+'), read(b' ')]
        } else {
            vec![read(b'+')]
        }
    }

    fn base64(&self, rows: &[Element]) -> Result<Vec<Reading>, Fault> {
        let mut reading = Reading {
            format: Format::Base64,
            detail: "Base64",
            all: Bytes::default(),
            ends: Vec::new(),
            is_joined: false,
            is_certain: false,
        };
        let mut digits: Vec<(u32, u32)> = Vec::new();
        let last = rows.len() - 1;
        for (n, row) in rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.kind.has_bytes())
        {
            let text = &self.plain[row.start as usize..row.end as usize];
            let padding = text.iter().rev().take_while(|&&byte| byte == b'=').count();
            let values = text[..text.len() - padding].iter().enumerate();
            let foreign = values.clone().filter(|(_, byte)| !byte.is_ascii_hexdigit());
            if last == 0 && text.len() > 15 && foreign.clone().count() * 8 < text.len() {
                let (offset, &byte) = foreign.clone().next().unwrap_or((0, &b'='));
                let message = format!("“{}” is no hex digit.", char::from(byte));
                let at = row.start as usize + offset;
                return Err(Fault::at(RefusalKind::BadDigit, at, message));
            }
            for (offset, &byte) in values {
                let at = row.start + offset as u32;
                let value = sextet(byte).ok_or_else(|| {
                    Fault::at(
                        RefusalKind::BadDigit,
                        at as usize,
                        "This is no digit of Base64.",
                    )
                })?;
                digits.push((value, at));
            }
            let is_end = padding > 0 || digits.len().is_multiple_of(4);
            if !is_end && n < last {
                reading.is_joined = true;
                continue;
            }
            if digits.len() % 4 == 1 {
                return Err(Fault::at(
                    RefusalKind::BadDigit,
                    row.end as usize - 1,
                    "This run has one digit of Base64 too many or too few: three bytes have four.",
                ));
            }
            push_sextets(&digits, &mut reading.all);
            digits.clear();
            reading.ends.push(reading.all.bytes.len() as u32);
        }
        Ok(vec![reading])
    }

    fn dumps(&self, rows: &[Element]) -> Result<Vec<Reading>, Fault> {
        let dumps = || {
            rows.iter().filter_map(|row| match row.kind {
                Kind::Dump(number) => Some(&self.elements.dumps[number as usize]),
                _ => None,
            })
        };
        if let Some((at, message)) = dumps().find_map(|dump| dump.fault.as_ref()) {
            return Err(Fault::at(RefusalKind::Offsets, *at, message.clone()));
        }
        let read = |is_little: bool| {
            let mut all = Bytes::default();
            dumps().for_each(|dump| {
                all.extend(if is_little {
                    dump.little.as_ref().unwrap_or(&dump.bytes)
                } else {
                    &dump.bytes
                })
            });
            let ends = vec![all.bytes.len() as u32];
            let is_certain = dumps().all(|dump| dump.has_characters);
            let detail = if is_little {
                "dump of little-endian words"
            } else {
                "dump"
            };
            Reading {
                format: Format::Hexdump,
                detail,
                all,
                ends,
                is_joined: true,
                is_certain,
            }
        };
        Ok(if dumps().any(|dump| dump.little.is_some()) {
            vec![read(true), read(false)]
        } else {
            vec![read(false)]
        })
    }
}

fn with_bytes(rows: &[Element]) -> impl Iterator<Item = &Element> {
    rows.iter().filter(|row| row.kind.has_bytes())
}

fn runs(rows: &[Element]) -> impl Iterator<Item = &Run> {
    rows.iter().filter_map(|row| match &row.kind {
        Kind::Run(run) => Some(run),
        _ => None,
    })
}

/// Whether the numbers of a list are long enough to be blocks of their own.
fn is_list_of_blocks(run: &Run, shapes: &[Shape]) -> bool {
    let is_long = |shape: &Shape| shape.width > 4 && shape.width.is_multiple_of(2);
    matches!(run.separator, b',' | b';') && shapes.iter().any(is_long)
}

/// The shapes of a row without numbers at its start and end.
fn trimmed(shapes: &[Shape], (first, last): (usize, usize)) -> Vec<Shape> {
    let mut shapes = shapes.to_vec();
    for _ in 0..first.min(shapes.len()) {
        shapes[0].start += shapes[0].step;
        shapes[0].count -= 1;
        shapes.retain(|shape| shape.count > 0);
    }
    if let Some(shape) = shapes.last_mut().filter(|_| last > 0) {
        shape.count -= 1;
        shapes.retain(|shape| shape.count > 0);
    }
    shapes
}

fn sextet(byte: u8) -> Option<u32> {
    Some(match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

/// Each byte is at the digits that have its bits.
fn push_sextets(digits: &[(u32, u32)], out: &mut Bytes) {
    for four in digits.chunks(4) {
        let value =
            four.iter().fold(0, |value, (digit, _)| value << 6 | digit) << (6 * (4 - four.len()));
        for byte in 0..four.len() - 1 {
            let place = Place {
                start: four[byte].1,
                end: four[byte + 1].1 + 1,
            };
            out.push((value >> (16 - 8 * byte)) as u8, place);
        }
    }
}
