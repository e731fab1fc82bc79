//! Decodes elements in every notation that fits.

use super::{
    Format,
    bytes::Bytes,
    content,
    lexer::{Element, Kind, Run, Shape},
    literal::{self, DIALECTS},
    radix::{self, Radix, Traits},
    scan::span,
    source::{Source, runs},
    text::{FILLER, quote},
};
use crate::{Place, Refusal, RefusalKind, bounds, hex};

/// Bytes of elements decoded in one notation.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    pub(super) format: Format,
    /// The shape, human-readable: “decimal numbers”.
    pub(super) detail: &'static str,
    pub(super) all: Bytes,
    /// End of each row's bytes.
    pub(super) ends: Vec<u32>,
    /// Whether the notation is unmistakable.
    pub(super) is_certain: bool,
    /// What readings have in common that can be joined.
    pub(super) tag: &'static str,
    /// The number that was left out of each row, if any.
    pub(super) trimmed: Option<EdgeNumber>,
    /// What its bytes are, if not a header block.
    pub(super) known: Option<&'static str>,
}

impl Reading {
    pub(super) fn new(format: Format, detail: &'static str) -> Self {
        let tag = match detail {
            "hex bytes" | "hex digits" => "hex",
            other => other,
        };
        Self {
            format,
            detail,
            tag,
            ..Self::default()
        }
    }

    /// A reading in the same notation, without bytes.
    pub(super) fn empty(&self) -> Self {
        Self {
            tag: self.tag,
            trimmed: self.trimmed,
            ..Self::new(self.format, self.detail)
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

    /// Whether another one is in the same notation, and looks like the same.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let key = |one: &Self| {
            let names = (one.tag, one.detail, one.known);
            (names, one.format, one.is_certain, one.trimmed)
        };
        key(self) == key(other)
    }

    /// Whether its bytes count up.
    pub(super) fn is_count(&self) -> bool {
        content::is_count(self.bytes())
    }

    /// Bytes whose places pass a test.
    pub(super) fn within(&self, test: impl Fn(Place) -> bool) -> Bytes {
        let mut part = Bytes::default();
        for (&byte, place) in self.all.bytes.iter().zip(self.all.places.iter()) {
            if test(place) {
                part.push(byte, place);
            }
        }
        part
    }

    pub(super) fn end_row(&mut self) {
        bounds::push(&mut self.ends, self.all.bytes.len() as u32);
    }
}

/// A number at the edge of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EdgeNumber {
    First,
    Last,
}

impl Source<'_> {
    /// Decodes an element in every notation that fits, or rows of numbers or
    /// Base64 together.
    ///
    /// # Errors
    /// If no notation fits, explains why.
    pub(super) fn readings(&self, rows: &[Element]) -> Result<Vec<Reading>, Refusal> {
        let mut readings = match rows[0].kind {
            Kind::Run(_) if self.chosen == Some(Format::Base64) => vec![self.decode_base64(rows)?],
            Kind::Run(_) => self.numbers(rows, |_| true)?,
            Kind::Literal | Kind::Unclosed | Kind::Plain => self.decode_bytea(&rows[0])?,
            Kind::Base64 => vec![self.decode_base64(rows)?],
            Kind::Percent => vec![self.decode_percent(&rows[0])],
            Kind::Dump(number) => self.decode_dump(number)?,
            Kind::Comment | Kind::Margin(_) | Kind::Setting(_) => Vec::new(),
        };
        if let Some(chosen) = self.chosen {
            readings.retain(|reading| reading.format == chosen);
            if readings.is_empty() {
                let message = format!("This cannot be read as {}.", chosen.title());
                let start = rows[0].start as usize;
                return Err(Refusal::at(RefusalKind::Prose, start, message));
            }
        }
        Ok(readings)
    }

    /// Decodes rows of numbers in every notation that fits and is wanted.
    ///
    /// # Errors
    /// If no notation does, explains why.
    pub(super) fn numbers(
        &self,
        rows: &[Element],
        is_wanted: impl Fn(&Reading) -> bool,
    ) -> Result<Vec<Reading>, Refusal> {
        let (_, first) = runs(rows).next().ok_or_else(|| self.explain_misfit(rows))?;
        let mut traits = Traits::new(first);
        for (place, run) in runs(rows) {
            traits.add(self, run, &self.elements.shapes_of(place, run));
        }
        let is_fitting = |radix: &Radix| traits.fits(*radix, self.chosen == Some(radix.format()));
        let mut readings = Vec::with_capacity(1);
        for radix in Radix::ALL.into_iter().filter(is_fitting) {
            let mut reading = Reading::new(radix.format(), radix.detail(first));
            if !is_wanted(&reading) {
                continue;
            }
            reading.is_certain = traits.are_certain(radix);
            let estimate = traits.estimate_bytes(radix);
            reading.all.bytes.reserve_exact(estimate);
            for (place, run) in runs(rows) {
                let shapes = self.elements.shapes_of(place, run);
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
                    for single in shape.singles() {
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
            readings.extend(self.decode_base64(rows).ok().filter(&is_wanted));
        }
        match readings.is_empty() {
            true => Err(self.explain_misfit(rows)),
            false => Ok(readings),
        }
    }

    fn decode_shape(&self, radix: Radix, shape: &Shape, out: &mut Bytes) {
        let (base, per_byte) = radix.base();
        let (width, whole) = (shape.width as usize, shape.place(0));
        let size = per_byte.min(width);
        let end = shape.place(shape.count.saturating_sub(1)).end as usize;
        let has_fillers = || self.plain[whole.start as usize..end].contains(&FILLER);
        if width > 0 && width.is_multiple_of(size) && !has_fillers() {
            // All are digits, as many for each byte.
            let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0);
            let add = |value, byte: &u8| value * base + digit(*byte);
            let value = |digits: &[u8]| digits.iter().fold(0, add) as u8;
            for at in 0..shape.count {
                let (start, digits) = (shape.place(at).start as usize, shape.digits(at));
                let text = &self.plain[digits.clone()];
                let first = Place::new(digits.start, digits.start + size);
                match radix {
                    Radix::Little(_) => {
                        out.bytes.extend(text.chunks(size).rev().map(value));
                        let last = Place::new(digits.end - size, digits.end);
                        let back = (size as u32).wrapping_neg();
                        out.places.push_stride(last, back, (width / size) as u32);
                        continue;
                    }
                    Radix::Hex if size == 2 => {
                        let _ = hex::decode(text, &mut out.bytes);
                    }
                    _ => {
                        let sign = if self.plain[start] == b'-' { 255 } else { 1 };
                        let values = text.chunks(size).map(value);
                        out.bytes
                            .extend(values.map(|value: u8| value.wrapping_mul(sign)));
                    }
                }
                if size < width {
                    let count = width / size;
                    out.places.push_stride(first, size as u32, count as u32);
                }
            }
            if size == width && !matches!(radix, Radix::Little(_)) {
                out.places.push_stride(whole, shape.step, shape.count);
            }
            return;
        }
        let mut digits: Vec<(usize, u8)> = Vec::with_capacity(8);
        for at in 0..shape.count {
            let whole = shape.place(at).start as usize;
            let is_negative = self.plain[whole] == b'-';
            digits.clear();
            digits.extend(self.digits(shape, at));
            let is_single = digits.len() <= per_byte;
            let decode = |digits: &[(usize, u8)]| {
                let digit = |byte| char::from(byte).to_digit(16).unwrap_or(0);
                let add = |value, &(_, byte): &(usize, u8)| value * base + digit(byte);
                let value = digits.iter().fold(0, add) as u8;
                let last = digits[digits.len() - 1].0;
                let end = span(self.plain, last + 1, |byte| byte == FILLER);
                let start = if is_single { whole } else { digits[0].0 };
                let value = match is_negative {
                    true => value.wrapping_neg(),
                    false => value,
                };
                (value, Place::new(start, end))
            };
            let bytes = digits.chunks(per_byte.min(digits.len())).map(decode);
            match radix {
                Radix::Little(_) => bytes.rev().for_each(|(byte, place)| out.push(byte, place)),
                _ => bytes.for_each(|(byte, place)| out.push(byte, place)),
            }
        }
    }

    /// Explains why numbers fit no notation, and where.
    fn explain_misfit(&self, rows: &[Element]) -> Refusal {
        let find = |test: fn(&Shape) -> bool| {
            runs(rows).find_map(|(place, run)| {
                let shapes = self.elements.shapes_of(place, run);
                shapes.iter().copied().find(test)
            })
        };
        let odd = find(|shape| !shape.width.is_multiple_of(2));
        let Some(shape) = odd.or_else(|| find(|_| true)) else {
            return Refusal::new(RefusalKind::BadNumber, "There are no numbers here.");
        };
        let (start, end, count) = (shape.start as usize, shape.digits(0).end, shape.width);
        let (at, message) = match odd.is_some() && count > 3 {
            true => (
                end,
                format!(
                    "This run has {count} hex digits, an odd number: one is missing, or there is one too many."
                ),
            ),
            false => (
                start,
                format!(
                    "“{}” is not a whole byte in the notation that fits the numbers here: a digit is missing, or there is one too many.",
                    quote(self.raw, start, end)
                ),
            ),
        };
        Refusal::at(RefusalKind::OddDigits, at, message)
    }

    /// Decodes PostgreSQL's `'\x828684'`. Other strings have dialects, which
    /// [`literal::decode`] reads; it is an error if none of them fits.
    fn decode_bytea(&self, row: &Element) -> Result<Vec<Reading>, Refusal> {
        let (start, text) = (row.start as usize, self.text_of(row));
        let end = text.len() - usize::from(text.ends_with(b"'") || text.ends_with(b"\""));
        let open = text.iter().take(4).position(|&byte| byte == b'\\');
        let digits = open.and_then(|open| text[..end].get(open..)?.strip_prefix(b"\\x"));
        if let Some(digits) = digits.filter(|digits| digits.len() > 2) {
            let mut reading = Reading::certain(Format::Hex, "hex digits");
            if reading
                .all
                .push_hex(digits, start + end - digits.len())
                .is_some()
            {
                reading.end_row();
                return Ok(vec![reading]);
            }
        }
        let range = (start, row.end as usize);
        let decode = |dialect: &_| {
            let out = &mut Bytes::default();
            literal::decode(self.raw, self.plain, range, dialect, out).err()
        };
        let errors = DIALECTS.each_ref().map(decode);
        if errors.contains(&None) {
            return Ok(Vec::new());
        }
        let at = errors.into_iter().flatten().max().unwrap_or(start);
        let escape = quote(self.raw, at, at + 4);
        let message = format!("“{escape}” is not an escape for a byte in any known language.");
        Err(Refusal::at(RefusalKind::BadEscape, at, message))
    }

    fn decode_percent(&self, row: &Element) -> Reading {
        let mut reading = Reading::certain(Format::Percent, "percent-encoding");
        let (mut at, end) = (row.start as usize, row.end as usize);
        while at < end {
            let code = self.plain[at..end].strip_prefix(b"%");
            let (byte, length) = match code.and_then(|code| hex::byte(code.get(..2)?)) {
                Some(byte) => (byte, 3),
                None => (self.plain[at], 1),
            };
            reading.all.push(byte, Place::new(at, at + length));
            at += length;
        }
        reading.end_row();
        reading
    }

    /// Decodes Base64. Rows are joined unless each ends a group of four digits.
    fn decode_base64(&self, rows: &[Element]) -> Result<Reading, Refusal> {
        let error = |at: usize, message: String| Refusal::at(RefusalKind::BadDigit, at, message);
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
                return Err(error(
                    row.start as usize + at,
                    format!("“{digit}” is not a hex digit."),
                ));
            }
            for (at, &byte) in (row.start as usize..).zip(text) {
                let digit = decode_digit(byte)
                    .ok_or_else(|| error(at, "This is not a digit of Base64.".into()))?;
                digits.push((digit, at));
                if digits.len() == 4 {
                    push_sextets(&digits, &mut reading.all);
                    digits.clear();
                }
            }
            let is_end = text.len() < all.len() || digits.is_empty();
            if !is_end && left.peek().is_some() {
                continue;
            }
            if digits.len() == 1 {
                let message =
                    "This run has one digit of Base64 too many or too few: three bytes have four.";
                return Err(error(row.end as usize - 1, message.into()));
            }
            push_sextets(&digits, &mut reading.all);
            digits.clear();
            reading.end_row();
        }
        Ok(reading)
    }

    fn decode_dump(&self, number: u32) -> Result<Vec<Reading>, Refusal> {
        let dump = &self.elements.dumps[number as usize];
        if let Some(error) = &dump.error {
            return Err(Refusal::at(RefusalKind::Offsets, error.0, error.1));
        }
        let read = |detail, bytes: &Bytes| {
            let mut reading = Reading::new(Format::Hexdump, detail);
            reading.is_certain = dump.has_characters;
            reading.all.extend(bytes);
            reading.end_row();
            reading
        };
        let swapped = dump.little.iter();
        let swapped = swapped.map(|little| read("dump of little-endian words", little));
        Ok(swapped.chain([read("dump", &dump.bytes)]).collect())
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
