//! Decodes elements in every notation that fits.

use super::{
    Fault, Format,
    bytes::Bytes,
    lexer::{Element, Kind, Run, Shape, Shapes},
    literal::{self, DIALECTS, Dialect},
    radix::{self, Radix, Traits},
    scan::{contains, span},
    source::{Source, runs},
    text::{FILLER, quote},
};
use crate::{Place, RefusalKind, bounds, hex};

/// Bytes of elements decoded in one notation.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    pub(super) format: Format,
    /// The shape, human-readable: “decimal numbers”.
    pub(super) detail: &'static str,
    pub(super) all: Bytes,
    /// End of each row's bytes.
    pub(super) ends: Vec<u32>,
    /// Whether the rows are parts of a single run of bytes.
    pub(super) is_joined: bool,
    /// Whether the notation is unmistakable.
    pub(super) is_certain: bool,
}

impl Reading {
    pub(super) fn new(format: Format, detail: &'static str) -> Self {
        Self {
            format,
            detail,
            ..Self::default()
        }
    }

    /// An empty reading to which operands of an expression are appended.
    pub(super) fn operands(format: Format) -> Self {
        Self {
            is_joined: true,
            ..Self::certain(format, "operands of an expression")
        }
    }

    fn certain(format: Format, detail: &'static str) -> Self {
        Self {
            is_certain: true,
            ..Self::new(format, detail)
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.all.bytes
    }

    pub(super) fn end_row(&mut self) {
        bounds::push(&mut self.ends, self.all.bytes.len() as u32);
    }

    /// Returns the bytes of each row that is not empty.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> + Clone {
        let mut from = 0;
        let rows = self.ends.iter().map(move |&end| {
            let start = std::mem::replace(&mut from, end as usize);
            &self.all.bytes[start..end as usize]
        });
        rows.filter(|row| !row.is_empty())
    }
}

/// Number of each row to leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trim {
    #[default]
    Nothing,
    First,
    Last,
}

impl Source<'_> {
    /// Decodes rows of one kind, with comments, in every notation that fits.
    ///
    /// # Errors
    /// If no notation fits, explains why.
    pub(super) fn readings(&self, rows: &[Element], trim: Trim) -> Result<Vec<Reading>, Fault> {
        let mut readings = match rows[0].kind {
            Kind::Run(_) if self.chosen == Some(Format::Base64) => vec![self.decode_base64(rows)?],
            Kind::Run(_) => self.decode_numbers(rows, trim)?,
            Kind::Literal | Kind::Unclosed | Kind::Plain => self.decode_literals(rows)?,
            Kind::Base64 => vec![self.decode_base64(rows)?],
            Kind::Percent => self.decode_percent(rows),
            Kind::Dump(_) => self.decode_dumps(rows)?,
            Kind::Comment | Kind::Margin(_) | Kind::Columns | Kind::Setting(_) => Vec::new(),
        };
        if let Some(chosen) = self.chosen {
            readings.retain(|reading| reading.format == chosen);
            if readings.is_empty() {
                let message = format!("This cannot be read as {}.", chosen.title());
                let start = rows[0].start as usize;
                return Err(Fault::at(RefusalKind::Prose, start, message));
            }
        }
        Ok(readings)
    }

    /// Decodes each row into a reading; stops at the first error.
    fn read_rows<E>(
        &self,
        rows: &[Element],
        mut reading: Reading,
        mut decode: impl FnMut(&Element, &mut Bytes) -> Result<(), E>,
    ) -> Result<Reading, E> {
        for row in rows.iter().filter(|row| row.kind.has_bytes()) {
            decode(row, &mut reading.all)?;
            reading.end_row();
        }
        Ok(reading)
    }

    fn decode_numbers(&self, rows: &[Element], trim: Trim) -> Result<Vec<Reading>, Fault> {
        let (_, first) = runs(rows).next().ok_or_else(|| self.explain_misfit(rows))?;
        let mut traits = Traits::new(first);
        for (place, run) in runs(rows) {
            traits.add(self, run, &self.shapes(place, run, trim));
        }
        let mut readings = Vec::with_capacity(1);
        for radix in Radix::ALL {
            if !traits.fits(radix, self.chosen == Some(radix.format())) {
                continue;
            }
            let mut reading = Reading::new(radix.format(), radix.detail(first));
            reading.is_certain = traits.are_certain(radix) || first.is_indexed;
            reading.is_joined = first.is_indexed;
            reading
                .all
                .bytes
                .reserve_exact(traits.estimate_bytes(radix));
            for (place, run) in runs(rows) {
                let shapes = self.shapes(place, run, trim);
                let is_list = is_list_of_blocks(run, &shapes);
                for shape in &*shapes {
                    let radix = match radix::is_bare(run, &shapes, shape) {
                        true => Radix::Decimal,
                        false => radix,
                    };
                    if !is_list {
                        self.decode_shape(radix, shape, &mut reading.all);
                        continue;
                    }
                    for start in (shape.start..)
                        .step_by(shape.step.max(1) as usize)
                        .take(shape.count as usize)
                    {
                        let single = Shape {
                            start,
                            count: 1,
                            ..*shape
                        };
                        self.decode_shape(radix, &single, &mut reading.all);
                        reading.end_row();
                    }
                }
                if !is_list {
                    reading.end_row();
                }
            }
            readings.push(reading);
        }
        // Zeros in Base64 are encoded as the letter A.
        let is_base64 = |row: &Element| {
            let is_capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            let text = self.text_of(row);
            text.starts_with(b"AAAA") && text.iter().all(is_capital)
        };
        if rows.iter().all(is_base64) {
            readings.extend(self.decode_base64(rows));
        }
        match readings.is_empty() {
            true => Err(self.explain_misfit(rows)),
            false => Ok(readings),
        }
    }

    /// Returns the shapes of a run, trimmed by one number.
    fn shapes(&self, place: Place, run: &Run, trim: Trim) -> Shapes<'_> {
        let shapes = self.elements.shapes_of(place, run);
        if trim == Trim::Nothing {
            return shapes;
        }
        let mut trimmed = shapes.to_vec();
        match (trim, &mut trimmed[..]) {
            (Trim::First, [first, ..]) => {
                first.start += first.step;
                first.count -= 1;
            }
            (Trim::Last, [.., last]) => last.count -= 1,
            _ => {}
        }
        trimmed.retain(|shape| shape.count > 0);
        Shapes::Own(trimmed)
    }

    fn decode_shape(&self, radix: Radix, shape: &Shape, out: &mut Bytes) {
        let has_fillers = self.plain[shape.digits(0)].contains(&FILLER);
        if radix == Radix::Hex && shape.width.is_multiple_of(2) && !has_fillers {
            // All are digits, two for each byte.
            for digits in (0..shape.count).map(|at| shape.digits(at)) {
                if shape.width == 2 {
                    let _ = hex::decode(&self.plain[digits], &mut out.bytes);
                } else {
                    out.push_hex(&self.plain[digits.clone()], digits.start);
                }
            }
            if shape.width == 2 {
                out.places
                    .push_stride(shape.place(0), shape.step, shape.count);
            }
            return;
        }
        let (base, per_byte) = radix.base();
        for at in 0..shape.count {
            let whole = shape.place(at).start as usize;
            let is_negative = self.plain[whole] == b'-';
            let digits: Vec<(usize, u8)> = self.digits(shape, at).collect();
            let is_single = digits.len() <= per_byte;
            let bytes = digits.chunks(per_byte.min(digits.len())).map(|digits| {
                let digit = |byte| char::from(byte).to_digit(16).unwrap_or(0);
                let value = digits
                    .iter()
                    .fold(0, |value, &(_, byte)| value * base + digit(byte))
                    as u8;
                let end = span(self.plain, digits[digits.len() - 1].0 + 1, |byte| {
                    byte == FILLER
                });
                let start = if is_single { whole } else { digits[0].0 };
                let value = if is_negative {
                    value.wrapping_neg()
                } else {
                    value
                };
                (value, Place::new(start, end))
            });
            match radix {
                Radix::Little(_) => bytes.rev().for_each(|(byte, place)| out.push(byte, place)),
                _ => bytes.for_each(|(byte, place)| out.push(byte, place)),
            }
        }
    }

    /// Explains why numbers fit no notation, and where.
    fn explain_misfit(&self, rows: &[Element]) -> Fault {
        let find = |test: fn(&Shape) -> bool| {
            runs(rows).find_map(|(place, run)| {
                let shapes = self.elements.shapes_of(place, run);
                shapes.iter().copied().find(test)
            })
        };
        let odd = find(|shape| !shape.width.is_multiple_of(2));
        let Some(shape) = odd.or_else(|| find(|_| true)) else {
            return Fault::whole(RefusalKind::BadNumber, "There are no numbers here.");
        };
        let (start, end) = (shape.start as usize, shape.digits(0).end);
        let (at, message) = if odd.is_some() && shape.width > 3 {
            let count = shape.width;
            (
                end,
                format!(
                    "This run has {count} hex digits, an odd number: one is missing, or there is one too many."
                ),
            )
        } else {
            let number = quote(self.raw, start, end);
            (
                start,
                format!(
                    "“{number}” is not a whole byte in the notation that fits the numbers here: a digit is missing, or there is one too many."
                ),
            )
        };
        Fault::at(RefusalKind::OddDigits, at, message)
    }

    fn decode_literals(&self, rows: &[Element]) -> Result<Vec<Reading>, Fault> {
        let mut readings: Vec<Reading> = Vec::with_capacity(1);
        let mut at = 0;
        // Without `\x` escapes, `\u0082` is likely a byte, as in JSON.
        let has_bytes = rows
            .iter()
            .any(|row| row.kind.has_bytes() && contains(self.text_of(row), b"\\x"));
        let dialects = |is_first: bool| {
            let is_likely = move |dialect: &Dialect| (dialect.utf8 == has_bytes) == is_first;
            DIALECTS.into_iter().filter(is_likely)
        };
        for dialect in dialects(true).chain(dialects(false)) {
            let reading = Reading::certain(Format::Escaped, "string with escapes");
            let decoded = self.read_rows(rows, reading, |row, out| {
                let range = (row.start as usize, row.end as usize);
                literal::decode(self.raw, self.plain, range, dialect, out)
            });
            match decoded {
                Err(fault) => at = at.max(fault),
                Ok(new) if readings.iter().any(|old| old.bytes() == new.bytes()) => {}
                Ok(reading) => readings.push(reading),
            }
        }
        readings.extend(self.decode_bytea(rows));
        if readings.is_empty() {
            let escape = quote(self.raw, at, at + 4);
            let message = format!("“{escape}” is not an escape for a byte in any known language.");
            return Err(Fault::at(RefusalKind::BadEscape, at, message));
        }
        Ok(readings)
    }

    /// Decodes PostgreSQL's `'\x828684'`.
    fn decode_bytea(&self, rows: &[Element]) -> Option<Reading> {
        let reading = Reading::certain(Format::Hex, "hex digits");
        let read = self.read_rows(rows, reading, |row, out| {
            let text = self.text_of(row);
            let open = text
                .iter()
                .take(4)
                .position(|&byte| byte == b'\\')
                .ok_or(())?;
            let end = text.len() - usize::from(text.ends_with(b"'") || text.ends_with(b"\""));
            let digits = text[..end].get(open + 2..).unwrap_or_default();
            let is_hex = text.get(open + 1) == Some(&b'x') && digits.len() > 2;
            let read = is_hex.then(|| out.push_hex(digits, row.start as usize + open + 2));
            read.flatten().ok_or(())
        });
        read.ok()
    }

    fn decode_percent(&self, rows: &[Element]) -> Vec<Reading> {
        let read = |plus: u8| {
            let reading = Reading::certain(Format::Percent, "percent-encoding");
            self.read_rows(rows, reading, |row, out| {
                let (mut at, end) = (row.start as usize, row.end as usize);
                while at < end {
                    let (byte, length) = match self.plain[at] {
                        b'%' => (hex::byte(&self.plain[at + 1..at + 3]).ok_or(())?, 3),
                        b'+' => (plus, 1),
                        byte => (byte, 1),
                    };
                    out.push(byte, Place::new(at, at + length));
                    at += length;
                }
                Ok::<_, ()>(())
            })
        };
        let has_plus = rows.iter().any(|row| self.text_of(row).contains(&b'+'));
        let blank = has_plus.then(|| read(b' '));
        [Some(read(b'+')), blank]
            .into_iter()
            .flatten()
            .flatten()
            .collect()
    }

    /// Decodes Base64. Rows are joined unless each ends a group of four digits.
    fn decode_base64(&self, rows: &[Element]) -> Result<Reading, Fault> {
        let fault = |at: usize, message: String| Fault::at(RefusalKind::BadDigit, at, message);
        let mut reading = Reading::new(Format::Base64, "Base64");
        // Pending digits of up to three bytes, possibly from the previous row.
        let mut digits: Vec<(u32, usize)> = Vec::with_capacity(4);
        let mut left = rows.iter().filter(|row| row.kind.has_bytes()).peekable();
        while let Some(row) = left.next() {
            let all = self.text_of(row);
            let text = all.trim_ascii_end();
            let text = &text[..text
                .iter()
                .rposition(|&byte| byte != b'=')
                .map_or(0, |last| last + 1)];
            let foreign = || (0..text.len()).filter(|&at| !text[at].is_ascii_hexdigit());
            if rows.len() == 1 && all.len() > 15 && foreign().count() * 8 < all.len() {
                let at = foreign().next().unwrap_or(0);
                let digit = char::from(text[at]);
                return Err(fault(
                    row.start as usize + at,
                    format!("“{digit}” is not a hex digit."),
                ));
            }
            for (at, &byte) in (row.start as usize..).zip(text) {
                let digit = decode_digit(byte)
                    .ok_or_else(|| fault(at, "This is not a digit of Base64.".into()))?;
                digits.push((digit, at));
                if digits.len() == 4 {
                    push_sextets(&digits, &mut reading.all);
                    digits.clear();
                }
            }
            let is_end = text.len() < all.len() || digits.is_empty();
            if !is_end && left.peek().is_some() {
                reading.is_joined = true;
                continue;
            }
            if digits.len() == 1 {
                let message =
                    "This run has one digit of Base64 too many or too few: three bytes have four.";
                return Err(fault(row.end as usize - 1, message.into()));
            }
            push_sextets(&digits, &mut reading.all);
            digits.clear();
            reading.end_row();
        }
        Ok(reading)
    }

    fn decode_dumps(&self, rows: &[Element]) -> Result<Vec<Reading>, Fault> {
        let dumps = || {
            rows.iter().filter_map(|row| match row.kind {
                Kind::Dump(number) => Some(&self.elements.dumps[number as usize]),
                _ => None,
            })
        };
        if let Some((at, message)) = dumps().find_map(|dump| dump.fault.as_ref()) {
            return Err(Fault::at(RefusalKind::Offsets, *at, *message));
        }
        let mut printed = Reading::new(Format::Hexdump, "dump");
        printed.is_joined = true;
        printed.is_certain = dumps().all(|dump| dump.has_characters);
        let mut swapped = printed.clone();
        swapped.detail = "dump of little-endian words";
        for dump in dumps() {
            printed.all.extend(&dump.bytes);
            swapped
                .all
                .extend(dump.little.as_deref().unwrap_or(&dump.bytes));
        }
        printed.end_row();
        swapped.end_row();
        Ok(match dumps().any(|dump| dump.little.is_some()) {
            true => vec![swapped, printed],
            false => vec![printed],
        })
    }
}

/// Whether the numbers of a list are long enough to be blocks.
fn is_list_of_blocks(run: &Run, shapes: &[Shape]) -> bool {
    let is_long = |shape: &Shape| shape.width > 4 && shape.width.is_multiple_of(2);
    matches!(run.separator, b',' | b';') && shapes.iter().any(is_long)
}

fn decode_digit(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

/// Appends the bytes of at most four digits; the place of each byte is the
/// digits that encode it.
fn push_sextets(digits: &[(u32, usize)], out: &mut Bytes) {
    let bits = digits.iter().fold(0, |bits, (digit, _)| bits << 6 | digit);
    let bytes = (bits << (6 * (4 - digits.len()))).to_be_bytes();
    let is_apart = digits.windows(2).any(|two| two[0].1 + 1 != two[1].1);
    if !is_apart && let Some((first, count)) = digits.first().zip(digits.len().checked_sub(1)) {
        out.bytes.extend_from_slice(&bytes[1..=count]);
        out.places.push_base64(first.1, count);
        return;
    }
    for (byte, two) in bytes[1..].iter().zip(digits.windows(2)) {
        out.push(*byte, Place::new(two[0].1, two[1].1 + 1));
    }
}
