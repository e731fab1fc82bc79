//! Hex dumps: rows of bytes with offsets, characters or both.
//!
//! A row is accepted if its number of bytes is confirmed by the offset of the
//! next row or the column of characters. So a number next to the bytes is not
//! taken for one of them, and missing rows are noticed.

use super::{
    bytes::Bytes,
    gap::Gap,
    scan::{byte_at, span},
    text::{FILLER, LETTER_REST, is_blank, line_end, line_start, skip_blanks},
};
use crate::Place;

#[derive(Debug, Default)]
pub(super) struct Dump {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) bytes: Bytes,
    /// The bytes with swapped words, if the words can be little-endian.
    pub(super) little: Option<Box<Bytes>>,
    /// Whether every row has a column of characters.
    pub(super) has_characters: bool,
    /// Offset of the first byte, and one past the last.
    offsets: (u64, u64),
    /// Blanks before the first row.
    indent: u32,
    /// Position of a bad row, with the reason.
    pub(super) error: Option<Box<(usize, &'static str)>>,
}

impl Dump {
    pub(super) fn continues(&self, before: &Self, gap: Gap) -> bool {
        if self.offsets.1 == 0 && before.offsets.1 == 0 {
            return !gap.has(Gap::BLANK_LINE | Gap::WORDS | Gap::PUNCTUATION);
        }
        let is_next = before.offsets.1 == self.offsets.0 && self.offsets.0 > 0;
        is_next && before.indent == self.indent && before.error.is_none()
    }

    /// Whether its offsets start again.
    pub(super) fn begins_again(&self, before: &Self) -> bool {
        self.offsets.1 > 0 && before.offsets.1 > 0 && self.offsets.0 == 0
    }

    /// Appends a row without an offset, if it continues the dump. Returns
    /// whether it does.
    pub(super) fn append_row(&mut self, row: &Self, gap: Gap) -> bool {
        let is_next = self.offsets.1 == 0 && self.little.is_none() && row.continues(self, gap);
        if is_next {
            let has_characters = self.has_characters && row.has_characters;
            self.append(row);
            self.has_characters = has_characters;
        }
        is_next
    }

    fn append(&mut self, row: &Self) {
        self.has_characters = row.has_characters && (self.has_characters || self.end == 0);
        self.end = row.end;
        self.bytes.extend(&row.bytes);
    }
}

/// Digits per byte, base, and whether words are little-endian.
type Notation = (usize, u32, bool);
const HEX: Notation = (2, 16, false);
/// If several fit, the last is used.
const NOTATIONS: [Notation; 4] = [(3, 8, false), (8, 2, false), (2, 16, true), HEX];

/// Most numbers in a row. Its text is limited too: long lines must be cheap.
const WIDEST: usize = 256;
/// Bytes that `*` can repeat, in addition to four per byte of text.
const REPEATED: usize = 1 << 20;

/// A line that may be a row.
#[derive(Clone, Default)]
struct Row<'a> {
    text: &'a [u8],
    offset: (usize, usize),
    /// Whether a colon or bar follows the offset.
    is_marked: bool,
    cells: Vec<(usize, usize)>,
}

/// Whether `*` follows a row, and the next row.
type Next<'a> = (bool, Option<Row<'a>>);

impl<'a> Row<'a> {
    /// Parses the row whose offset is at `at`.
    fn parse(plain: &'a [u8], at: usize) -> Option<Self> {
        let text = row_text(plain, at)?;
        let (start, mut end) = hex_digits(text, at);
        // WinDbg splits 64-bit addresses with a backtick.
        if byte_at(text, end) == b'`' {
            end = hex_digits(text, end + 1).1;
        }
        let mut next = end + usize::from(text[end..].starts_with(b"h:"));
        // Debuggers print `<name+8>`.
        if byte_at(text, skip_blanks(text, end, false)) == b'<' {
            next += 1 + text[end..].iter().position(|&byte| byte == b'>')?;
        }
        let is_marked = matches!(byte_at(text, next), b':' | b'|');
        next += usize::from(is_marked);
        let first = skip_blanks(text, next, false);
        let cells = parse_cells(text, first);
        // Eight binary digits before others are a byte, not an offset.
        let is_bits = |&(start, end): &(usize, usize)| {
            end - start == 8 && text[start..end].iter().all(|bit| b"01".contains(bit))
        };
        let is_byte = is_bits(&(start, end)) && cells.first().is_some_and(is_bits);
        let is_apart = first > next && !is_byte || first == text.len();
        let is_offset = match end - start {
            1 | 2 => is_marked,
            length => (3..=17).contains(&length) && (is_marked || is_apart),
        };
        is_offset.then_some(Self {
            text,
            offset: (start, end),
            is_marked,
            cells,
        })
    }

    fn value(&self, base: u32) -> Option<u64> {
        let mut digits = self.text[self.offset.0..self.offset.1].iter();
        digits.try_fold(0_u64, |value, &byte| match byte {
            b'`' => Some(value),
            _ => value
                .checked_mul(base.into())?
                .checked_add(char::from(byte).to_digit(base)?.into()),
        })
    }

    /// Decodes `count` bytes, or as many as the row has, followed by nothing
    /// but their characters.
    fn decode(&self, count: Option<usize>, (digits, base, is_little): Notation) -> Option<Dump> {
        let width = self.cells.first().map(|cell| cell.1 - cell.0)?;
        let is_word = width == digits || base == 16 && matches!(width, 4 | 8 | 16);
        let is_whole = |&&(start, end): &&(usize, usize)| {
            is_word && end - start <= width && (end - start).is_multiple_of(digits)
        };
        let mut bytes = Vec::new();
        let mut best = None;
        for &(start, end) in self.cells.iter().take_while(is_whole) {
            let byte = |at: usize| {
                let mut digits = self.text[at..at + digits].iter();
                let byte = digits.try_fold(0, |value, &digit| {
                    Some(value * base + char::from(digit).to_digit(base)?)
                });
                u8::try_from(byte?).ok()
            };
            let before = bytes.len();
            let places = (start..end).step_by(digits);
            bytes.extend(places.map_while(|at| Some((byte(at)?, at))));
            if bytes.len() - before < (end - start) / digits {
                break;
            }
            if is_little {
                bytes[before..].reverse();
            }
            let count = count.unwrap_or(bytes.len());
            if before < count && count <= bytes.len() {
                let shown = match_characters(self.text, end, &bytes[..count]);
                best = best.max(shown.map(|shown| (shown, count, end)));
            }
        }
        let (has_characters, count, end) = best?;
        let mut row = Dump {
            end: if has_characters { self.text.len() } else { end } as u32,
            has_characters,
            ..Dump::default()
        };
        for &(byte, at) in &bytes[..count] {
            row.bytes.push(byte, Place::new(at, at + digits));
        }
        Some(row)
    }

    /// Whether a single row begins a dump: its offset is 0 and is written
    /// differently from its bytes.
    fn is_start(&self) -> bool {
        let ((start, end), cell) = (self.offset, self.cells[0]);
        let has_prefix = |at: usize| self.text[..at].ends_with(b"0x");
        let is_debugger = self.is_marked && has_prefix(start) && has_prefix(cell.0);
        let is_other = self.is_marked || end - start != cell.1 - cell.0;
        is_debugger || is_other && self.value(16) == Some(0)
    }
}

/// Returns the text up to the end of the line; `None` if that is too long.
fn row_text(plain: &[u8], at: usize) -> Option<&[u8]> {
    let most = &plain[..plain.len().min(at + 8 * WIDEST)];
    let end = line_end(most, at);
    (end < most.len() || most.len() == plain.len()).then(|| &plain[..end])
}

/// Returns the range of hex digits at `at`, after an optional prefix.
fn hex_digits(text: &[u8], at: usize) -> (usize, usize) {
    let start = at + 2 * usize::from(text[at..].starts_with(b"0x"));
    (start, span(text, start, |byte| byte.is_ascii_hexdigit()))
}

/// Returns the ranges of a row's numbers from `at` on.
fn parse_cells(text: &[u8], mut at: usize) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    let is_joint = |byte| matches!(byte, b'|' | b'-');
    while at < text.len() && cells.len() < WIDEST {
        let (start, end) = hex_digits(text, at);
        let next = byte_at(text, end);
        if matches!(end - start, 2..=16) && (is_blank(next) || is_joint(next) || next == b'\n') {
            cells.push((start, end));
        } else if !is_joint(text[at]) {
            break;
        }
        at = skip_blanks(text, end.max(at + 1), false);
    }
    cells
}

/// Whether the characters of these bytes follow them. Returns `false` if
/// nothing follows, `None` if something else does.
fn match_characters(text: &[u8], at: usize, bytes: &[(u8, usize)]) -> Option<bool> {
    let first = skip_blanks(text, at, false);
    // Fast path: another number usually follows.
    if let (Some(&digit), Some(&(byte, _))) = (text.get(first), bytes.first())
        && digit.is_ascii_alphanumeric()
        && byte != b' '
        && byte != digit
    {
        return None;
    }
    // Count multibyte characters once.
    let is_character = |&at: &usize| !matches!(text[at], FILLER | LETTER_REST);
    let places = (first..text.len()).filter(is_character);
    let shown: Vec<u8> = places.map(|at| text[at]).collect();
    if shown.is_empty() {
        return Some(false);
    }
    let inner = &shown[usize::from(b"|>*`\"'#".contains(&shown[0]))..];
    // Leading blanks can be characters of the bytes.
    let spaces = bytes.iter().take_while(|byte| byte.0 == b' ').count();
    let starts = [inner, &shown, inner.trim_ascii_start()];
    let ways = [(0, 8), (0, WIDEST), (spaces, 8), (spaces, WIDEST)];
    let is_shown = |one: &&[u8]| ways.iter().any(|way| are_characters(one, bytes, *way));
    starts.iter().any(is_shown).then_some(true)
}

/// Whether these are the characters of `bytes` after the first `from`. Any sign
/// can represent unprintable bytes, and a blank or bar can separate panels.
fn are_characters(mut shown: &[u8], bytes: &[(u8, usize)], (from, panel): (usize, usize)) -> bool {
    // A bracket closes what is around the bytes.
    let is_other = |sign: &u8| sign.is_ascii_alphanumeric() || b"})]".contains(sign);
    for (n, &(byte, _)) in bytes.iter().enumerate().skip(from) {
        if n > 0 && n.is_multiple_of(panel) && matches!(shown, [b' ' | b'|', ..]) {
            shown = &shown[1..];
        }
        match (byte, shown.first()) {
            // Trailing blanks are often lost.
            (_, None) => return n > 0 && bytes[n..].iter().all(|byte| byte.0 == b' '),
            (b' ', Some(b' ' | b'.')) => {}
            (b'!'..=b'~', Some(first)) if *first == byte => {}
            (..b' ' | 0x7f.., Some(first)) if !is_other(first) => {}
            _ => return false,
        }
        shown = &shown[1..];
    }
    let is_frame = |byte: &u8| is_blank(*byte) || b"|<*`\"'".contains(byte);
    shown.iter().all(is_frame)
}

/// Returns where a row can begin in a line: at its first number, or at a long
/// one after a log prefix.
fn row_starts(plain: &[u8], start: usize) -> impl Iterator<Item = usize> {
    let head = &plain[start..line_end(plain, start).min(start + 160)];
    let is_beginning = |at: &usize| {
        let is_apart = |&byte: &u8| is_blank(byte) || b"|]>*#/\"+:\0".contains(&byte);
        let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'x';
        let (before, number) = head.split_at(*at);
        let mut number = number
            .iter()
            .take(4)
            .take_while(|&&byte| byte != b':')
            .peekable();
        before.last().is_none_or(is_apart) && number.peek().is_some() && number.all(is_digit)
    };
    let places = (0..head.len()).filter(is_beginning);
    places.map(move |at| start + at)
}

/// Reads the dump that begins in the line at `start`.
pub(super) fn read(plain: &[u8], start: usize) -> Option<Dump> {
    row_starts(plain, start).take(8).find_map(|at| {
        let row = Row::parse(plain, at).filter(|row| !row.cells.is_empty())?;
        let margin = at - start;
        let mut reader = Reader {
            plain,
            margin,
            form: (16, HEX),
        };
        let next = reader.next_rows(&row);
        // A short number can be a line number.
        let is_long = row.offset.1 - row.offset.0 > 2;
        let is_proven =
            |fit: &Dump| fit.has_characters || is_long && (next.1.is_some() || row.is_start());
        let mut dumps = Vec::new();
        // A notation that fits no number of bytes fits no offsets either.
        let fitting = NOTATIONS
            .into_iter()
            .filter(|one| row.decode(None, *one).is_some());
        let fitting: Vec<Notation> = fitting.collect();
        // Without a next row, offsets are in any base.
        let bases: &[u32] = if next.1.is_some() {
            &[10, 8, 16]
        } else {
            &[16]
        };
        for &base in bases {
            for &notation in &fitting {
                reader.form = (base, notation);
                if reader
                    .decode_row(&row, &next)
                    .is_some_and(|fit| is_proven(&fit.0))
                {
                    dumps.push(reader.read(row.clone(), next.clone()));
                }
            }
        }
        if dumps.is_empty() && is_damaged(&row, &next) {
            dumps.push(reader.read(row.clone(), next));
        }
        let is_sound = |dump: &Dump| dump.error.is_none();
        let best = dumps.iter().rposition(is_sound);
        let mut dump = dumps.remove(best.or(dumps.len().checked_sub(1))?);
        // `xxd` writes a colon and never swaps words.
        let is_xxd = row.is_marked && row.cells[0].1 - row.cells[0].0 == 4;
        let is_turned = |other: &Dump| other.bytes.bytes != dump.bytes.bytes;
        let other = dumps.into_iter().rfind(is_sound).filter(is_turned);
        let little = other.map(|other| Box::new(other.bytes));
        dump.little = little.filter(|_| !dump.has_characters && !is_xxd);
        dump.indent = (margin - plain[start..at].trim_ascii_start().len()) as u32;
        dump.start = at as u32;
        Some(dump)
    })
}

/// Reads a row at `at` without an offset but with characters.
pub(super) fn read_row(plain: &[u8], at: usize) -> Option<Dump> {
    let text = row_text(plain, at)?;
    let row = Row {
        text,
        cells: parse_cells(text, at),
        ..Row::default()
    };
    let mut dump = row.decode(None, HEX)?;
    dump.start = at as u32;
    (dump.has_characters && row.cells.len() <= 64).then_some(dump)
}

/// Whether a first row that does not fit is damaged: the next row fits, and its
/// offset is a multiple of its length further on.
fn is_damaged(row: &Row, (is_repeated, next): &Next) -> bool {
    let is_dump = |next: &Row| {
        let count = next.value(16)? - row.value(16)?;
        let fit = next.decode(None, HEX).filter(|_| next.cells.len() >= 8)?;
        Some(count.is_multiple_of(fit.bytes.bytes.len() as u64))
    };
    *is_repeated || next.as_ref().and_then(is_dump) == Some(true)
}

struct Reader<'a> {
    plain: &'a [u8],
    /// Bytes of a line before its offset.
    margin: usize,
    /// Base of the offsets, and notation of the bytes.
    form: (u32, Notation),
}

impl<'a> Reader<'a> {
    fn read(&self, mut row: Row<'a>, mut next: Next<'a>) -> Dump {
        let mut dump = Dump::default();
        let offset = |row: &Row| row.value(self.form.0).unwrap_or(0);
        dump.offsets.0 = offset(&row);
        while let Some((fit, times)) = self.decode_row(&row, &next) {
            (0..times).for_each(|_| dump.append(&fit));
            dump.offsets.1 = offset(&row).saturating_add((fit.bytes.bytes.len() * times) as u64);
            row = match next.1 {
                Some(next) if !next.cells.is_empty() => next,
                last => {
                    dump.end = last.map_or(dump.end, |last| last.offset.1 as u32);
                    return dump;
                }
            };
            next = self.next_rows(&row);
        }
        let is_whole = !next.0 && row.decode(None, self.form.1).is_some();
        let wrong = next.1.as_ref().filter(|_| is_whole).unwrap_or(&row);
        let message = "The bytes of these rows do not fit their offsets or characters: bytes or rows are missing or were changed.";
        dump.error = Some(Box::new((wrong.offset.0, message)));
        // The remaining rows must not be read on their own.
        while let (_, Some(next)) = self.next_rows(&row) {
            row = next;
        }
        dump.end = row.text.len() as u32;
        dump
    }

    fn next_rows(&self, row: &Row) -> Next<'a> {
        let next_line = |end: usize| self.plain.len().min(end + 1);
        let mut start = next_line(row.text.len());
        let end = line_end(self.plain, start);
        let is_repeated = self.plain[start..end].trim_ascii() == b"*";
        if is_repeated {
            start = next_line(end);
        }
        let mut places = row_starts(self.plain, start).peekable();
        let first = places.peek().copied();
        let at = places.find(|at| *at == start + self.margin).or(first);
        let next = at.and_then(|at| Row::parse(self.plain, at));
        let width = |row: &Row| row.offset.1 - row.offset.0;
        let line = |row: &Row| line_start(row.text, row.offset.0);
        // Wireshark indents bytes sent by the other side of a connection.
        let is_indented = |row: &Row| row.text[line(row)..].starts_with(b"\t");
        // Offsets without leading zeros are right-aligned.
        let is_aligned =
            |next: &Row| width(row) < 3 && next.offset.1 - line(next) == row.offset.1 - line(row);
        // The order is the same in any base.
        let is_next = |next: &Row| {
            (width(next) == width(row) || is_aligned(next))
                && is_indented(next) == is_indented(row)
                && next.value(16) > row.value(16)
        };
        (is_repeated, next.filter(is_next))
    }

    /// Decodes a row. Returns also the number of repetitions.
    fn decode_row(&self, row: &Row, (is_repeated, next): &Next) -> Option<(Dump, usize)> {
        let (base, notation) = self.form;
        let count = match next {
            Some(next) => Some(usize::try_from(next.value(base)? - row.value(base)?).ok()?),
            None => None,
        };
        let fit = row.decode(count.filter(|_| !is_repeated), notation)?;
        if !is_repeated {
            return Some((fit, 1));
        }
        let (count, length) = (count?, fit.bytes.bytes.len());
        let is_whole = count.is_multiple_of(length) && count <= REPEATED + 4 * self.plain.len();
        is_whole.then_some((fit, count / length))
    }
}
