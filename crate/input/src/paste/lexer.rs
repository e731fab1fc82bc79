//! Splits the text into elements: runs of numbers, literals, dumps and anything
//! else that can hold bytes.

use std::{
    ops::{Deref, Range},
    slice,
};

use super::{
    dump::{self, Dump},
    gap::Gap,
    literal,
    number::{self, Commented, Number, Style},
    scan::{byte_at, byte_before, span, span_back},
    settings::{self, Setting},
    text::{FILLER, NEAR, is_blank, is_word, line_end, near_line_end, skip_blanks},
};
use crate::{Place, bounds};

/// Most elements of a text.
pub(super) const MOST: usize = 5 << 20;

/// Most dumps, which take more memory.
pub(super) const MOST_DUMPS: usize = 2 << 20;

/// Numbers of one style with one separator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) style: Style,
    /// A blank, `,`, `:`, `-`, `;`, `|`, `_`, or 0 for a single number.
    pub(super) separator: u8,
    /// The bracket directly before it, or 0.
    pub(super) bracket: u8,
    /// Whether its brackets contain other things.
    pub(super) is_incomplete: bool,
    /// Range of [`Elements::shapes`]. If the whole element is one number it is
    /// empty, at the length of sign and prefix.
    shapes: (u32, u32),
}

/// Numbers of one width at equal distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Offset of the first number, including sign and prefix.
    pub(super) start: u32,
    /// Length of sign and prefix, in bytes.
    pub(super) prefix: u8,
    /// Number of digits.
    pub(super) width: u32,
    pub(super) step: u32,
    pub(super) count: u32,
}

impl Shape {
    /// Place of number `at`, with sign and prefix.
    pub(super) fn place(&self, at: u32) -> Place {
        let start = (self.start + at * self.step) as usize;
        let end = start + usize::from(self.prefix) + self.width as usize;
        Place::new(start, end)
    }

    /// Range of the digits of number `at`.
    pub(super) fn digits(&self, at: u32) -> Range<usize> {
        let Place { start, end } = self.place(at);
        start as usize + usize::from(self.prefix)..end as usize
    }

    /// Each number by itself.
    pub(super) fn singles(self) -> impl Iterator<Item = Self> {
        (0..self.count).map(move |at| Self {
            start: self.place(at).start,
            count: 1,
            ..self
        })
    }
}

pub(super) enum Shapes<'a> {
    One(Shape),
    Listed(&'a [Shape]),
}

impl Deref for Shapes<'_> {
    type Target = [Shape];

    fn deref(&self) -> &[Shape] {
        match self {
            Self::One(shape) => slice::from_ref(shape),
            Self::Listed(shapes) => shapes,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Run(Run),
    /// Escaped bytes, with or without quotes.
    Literal,
    /// Escaped bytes after an unclosed quote.
    Unclosed,
    /// A quoted string without escapes, next to a literal.
    Plain,
    /// A word that can be Base64.
    Base64,
    Percent,
    /// An index into [`Elements::dumps`].
    Dump(u32),
    Comment,
    /// A line number with its mark: `12:`
    Margin(u32),
    /// An index into [`Elements::settings`].
    Setting(u32),
}

impl Kind {
    /// Whether it can hold bytes of blocks.
    pub(super) fn has_bytes(self) -> bool {
        !matches!(self, Self::Comment | Self::Margin(_) | Self::Setting(_))
    }
}

/// A part of the text with the gap before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) kind: Kind,
    pub(super) gap: Gap,
}

impl Element {
    pub(super) fn place(&self) -> Place {
        let (start, end) = (self.start, self.end);
        Place { start, end }
    }
}

/// The elements of a text in order.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub(super) list: Vec<Element>,
    pub(super) shapes: Vec<Shape>,
    pub(super) dumps: Vec<Dump>,
    pub(super) settings: Vec<Setting>,
    pub(super) last_gap: Gap,
    /// Whether there are words outside comments.
    pub(super) has_words: bool,
}

impl Elements {
    pub(super) fn shapes_of(&self, place: Place, run: &Run) -> Shapes<'_> {
        let (from, to) = run.shapes;
        match from == to {
            true => Shapes::One(Shape {
                start: place.start,
                prefix: from as u8,
                width: place.end - place.start - from,
                step: 0,
                count: 1,
            }),
            false => Shapes::Listed(&self.shapes[from as usize..to as usize]),
        }
    }

    /// Whether some numbers before lines are not line numbers.
    fn has_false_margins(&self, plain: &[u8]) -> bool {
        let margin = |element: &Element| match element.kind {
            Kind::Margin(number) => Some((number as usize, element.start as usize)),
            _ => None,
        };
        let margins: Vec<_> = self.list.iter().filter_map(margin).collect();
        let counts_lines = |two: &[(usize, usize)]| {
            let between = plain[two[0].1..two[1].1].iter();
            two[0].0 + between.filter(|&&byte| byte == b'\n').count() == two[1].0
        };
        match margins[..] {
            [] => false,
            [(number, _)] => number != 1,
            _ => !margins.windows(2).all(counts_lines),
        }
    }
}

/// Shortest unquoted Base64 word among others.
const MIN_BASE64: usize = 8;

#[derive(Default)]
struct Lexer<'a> {
    /// Start of the part to read, and the text up to its end.
    start: usize,
    plain: &'a [u8],
    raw: &'a str,
    text: Commented<'a>,
    found: Elements,
    /// Last closing quote of a string of words, for `"` and `'`.
    closing: [usize; 2],
    /// End of the line in which a quote is not closed, for `"` and `'`.
    unclosed: [usize; 2],
    /// End of the last line with a line number.
    margins_end: usize,
    /// End of the last word that is not Base64.
    non_base64_end: usize,
}

/// Finds the elements in `range` of a text. Without `with_comments`, comments
/// are read as text.
pub(super) fn lex(plain: &[u8], raw: &str, range: Range<usize>, with_comments: bool) -> Elements {
    let plain = &plain[..range.end];
    let read = |margins_end: usize| {
        let mut lexer = Lexer {
            start: range.start,
            plain,
            raw,
            text: Commented::new(plain, with_comments),
            margins_end,
            ..Lexer::default()
        };
        lexer.run();
        lexer.found
    };
    let mut found = read(0);
    if found.has_false_margins(plain) {
        drop(found);
        found = read(usize::MAX);
    }
    found.list.shrink_to_fit();
    found.shapes.shrink_to_fit();
    found.dumps.shrink_to_fit();
    found.settings.shrink_to_fit();
    let mut end = range.start;
    // A pair with a wrong digit is no word.
    let has_words = |gap: Gap, from: usize, to: usize| {
        gap.has(Gap::WORDS)
            && (misprint(plain, from).is_none() || plain[from..to].trim_ascii().len() > 2)
    };
    for element in &mut found.list {
        let start = element.start as usize;
        element.gap = Gap::scan(plain, end, start);
        found.has_words |= has_words(element.gap, end, start) || element.kind == Kind::Plain;
        end = element.end as usize;
    }
    found.last_gap = Gap::scan(plain, end, plain.len());
    found.has_words |= has_words(found.last_gap, end, plain.len());
    found
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte)
}

/// Returns the end of the Base64 digits at `at` with their padding.
fn base64_end(plain: &[u8], at: usize) -> usize {
    let end = span(plain, at, is_base64);
    span(&plain[..plain.len().min(end + 2)], end, |byte| byte == b'=')
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

impl Lexer<'_> {
    fn run(&mut self) {
        let mut at = self.start;
        while at < self.plain.len()
            && self.found.list.len() < MOST
            && self.found.dumps.len() < MOST_DUMPS
        {
            let is_line_start = at == self.start || byte_before(self.plain, at) == b'\n';
            let line = is_line_start.then(|| self.read_line_start(at)).flatten();
            at = line.or_else(|| self.read_element(at)).unwrap_or(at + 1);
        }
    }

    /// Reads the element or word that begins at `at`, and returns its end.
    fn read_element(&mut self, at: usize) -> Option<usize> {
        match self.plain[at] {
            b'"' | b'\'' => self.read_quote(at),
            b'\\' => self.read_escapes(at),
            b'%' => self.read_percent(at),
            b'+' | b'-' | b'/' if self.begins_base64(at) => self.read_word(at),
            b'-' | b'(' | b'&' | b'$' | b'#' => {
                self.read_comment(at).or_else(|| self.read_numbers(at))
            }
            b'/' | b';' => self.read_comment(at),
            byte if byte.is_ascii_hexdigit() => {
                self.read_numbers(at).or_else(|| self.read_word(at))
            }
            byte if is_word(byte) => self.read_word(at),
            _ => None,
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: Kind) -> usize {
        // A prefix can be before the part, or in the element before.
        let last = self.found.list.last();
        let floor = last.map_or(self.start, |last| last.end as usize);
        let element = Element {
            start: start.max(floor) as u32,
            end: end as u32,
            kind,
            gap: Gap::default(),
        };
        bounds::push(&mut self.found.list, element);
        end
    }

    fn push_setting(&mut self, start: usize, end: usize, setting: Setting) -> usize {
        let number = self.found.settings.len() as u32;
        bounds::push(&mut self.found.settings, setting);
        self.push(start, end, Kind::Setting(number))
    }

    fn push_dump(&mut self, dump: Dump) -> usize {
        let (number, start, end) = (self.found.dumps.len(), dump.start, dump.end);
        bounds::push(&mut self.found.dumps, dump);
        self.push(start as usize, end as usize, Kind::Dump(number as u32))
    }

    /// Appends a row without an offset to the dump that it continues, if any.
    fn push_row(&mut self, row: Dump) -> usize {
        if let Some(last) = self.found.list.last_mut()
            && let Kind::Dump(number) = last.kind
        {
            let gap = Gap::scan(self.plain, last.end as usize, row.start as usize);
            if self.found.dumps[number as usize].append_row(&row, gap) {
                last.end = row.end;
                return row.end as usize;
            }
        }
        self.push_dump(row)
    }

    fn read_comment(&mut self, at: usize) -> Option<usize> {
        // A `/*` inside a string such as "*/*" does not begin a comment.
        if self.closing.iter().any(|&closing| at < closing) {
            return None;
        }
        let end = self.text.comment_end(at)?;
        Some(self.push(at, end, Kind::Comment))
    }

    /// Reads what must begin a line: a setting, line number or dump.
    fn read_line_start(&mut self, start: usize) -> Option<usize> {
        let plain = self.plain;
        let at = skip_blanks(plain, start, false);
        if *plain.get(at)? == b'#' {
            let end = line_end(plain, at);
            let setting = settings::parse(self.raw.get(at..end)?)?;
            return Some(self.push_setting(at, end, setting));
        }
        if let Some(dump) = dump::read(plain, start) {
            return Some(self.push_dump(dump));
        }
        let end = span(plain, at, |byte| byte.is_ascii_digit());
        let is_margin = match (*plain.get(end)?, *plain.get(end + 1)?) {
            (b':' | b'.' | b')' | b'|', next) => is_blank(next),
            (b' ', next) => next == b'|',
            (mark, _) => mark == b'\t',
        };
        if !is_margin || !(1..=7).contains(&(end - at)) || at < self.margins_end {
            return None;
        }
        let number = str::from_utf8(&plain[at..end]).ok()?.parse().ok()?;
        self.margins_end = line_end(plain, at);
        let end = end + 1 + usize::from(plain[end + 1] == b'|');
        Some(self.push(at, end, Kind::Margin(number)))
    }

    /// Reads a quoted string. If it has no escapes, its quotes are punctuation
    /// and its contents are read next.
    fn read_quote(&mut self, at: usize) -> Option<usize> {
        let kind = usize::from(self.plain[at] == b'\'');
        let start = at - literal::prefix_length(self.plain, at)?;
        if at < self.unclosed[kind] || at > 0 && at == self.closing[kind] {
            return None;
        }
        if let Some((setting, length)) = self.raw.get(at..).and_then(settings::parse_member) {
            return Some(self.push_setting(at, at + length, setting));
        }
        let Some((closing, is_escaped)) = literal::find_closing(self.plain, at) else {
            self.unclosed[kind] = line_end(self.plain, at);
            return None;
        };
        let end = closing + 1;
        let is_program = is_escaped && self.is_program(at, closing);
        if is_escaped && !is_program {
            return Some(self.push(start, end, Kind::Literal));
        }
        let is_digit =
            |byte: u8| byte.is_ascii_hexdigit() || is_blank(byte) || b":-,".contains(&byte);
        let is_number = closing > at + 1 && span(self.plain, at + 1, is_digit) == closing;
        let is_beside = || literal::is_next_to_string(self.plain, start, end);
        if !is_program && (start < at || !is_number) && is_beside() {
            return Some(self.push(start, end, Kind::Plain));
        }
        self.closing[kind] = closing;
        None
    }

    /// Whether a string is a program whose escapes are all in a nested string:
    /// `python3 -c 'print(b"\x82")'`.
    fn is_program(&self, at: usize, closing: usize) -> bool {
        let other = if self.plain[at] == b'"' { b'\'' } else { b'"' };
        let text = &self.plain[..closing];
        let first = span(text, at, |byte| byte != b'\\');
        let before = &text[at + 1..first];
        let Some(open) = before.iter().rposition(|&byte| byte == other) else {
            return false;
        };
        let is_last =
            |(close, is_escaped): (usize, bool)| is_escaped && !text[close..].contains(&b'\\');
        before[..open].contains(&b' ')
            && literal::find_closing(text, at + 1 + open).is_some_and(is_last)
    }

    fn read_escapes(&mut self, at: usize) -> Option<usize> {
        let end = literal::bare_end(self.plain, at)?;
        // The rest of an unclosed string is missing.
        let is_unclosed = self.unclosed.iter().any(|&end| at < end);
        let kind = match is_unclosed {
            true => Kind::Unclosed,
            false => Kind::Literal,
        };
        Some(self.push(at, end, kind))
    }

    fn read_percent(&mut self, at: usize) -> Option<usize> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~*+".contains(&byte);
        let is_code = |at: usize| match self.plain[at..] {
            [b'%', one, two, ..] => one.is_ascii_hexdigit() && two.is_ascii_hexdigit(),
            _ => false,
        };
        if !is_code(at) {
            return None;
        }
        let near = at.saturating_sub(NEAR);
        let start = near + span_back(&self.plain[near..], at - near, is_plain);
        let mut end = at;
        while is_code(end) {
            end = span(self.plain, end + 3, is_plain);
        }
        // Remove elements from the text before the first code.
        let list = &mut self.found.list;
        while list.pop_if(|last| last.start as usize >= start).is_some() {}
        Some(self.push(start, end, Kind::Percent))
    }

    /// Whether `at` follows Base64 with only white space between.
    fn follows_base64(&self, at: usize) -> bool {
        let last = self
            .found
            .list
            .last()
            .filter(|last| last.kind == Kind::Base64);
        let between = last.and_then(|last| self.plain.get(last.end as usize..at));
        between.is_some_and(|text| text.len() < NEAR && text.trim_ascii().is_empty())
    }

    /// Whether `at` begins Base64, although its first byte has other meanings.
    fn begins_base64(&self, at: usize) -> bool {
        let plain = self.plain;
        let is_line = byte_before(plain, span_back(plain, at, is_blank)) == b'\n';
        let is_string = matches!(byte_before(plain, at), b'"' | b'\'');
        if !is_line && !is_string {
            return false;
        }
        let end = span(plain, at, is_base64);
        let is_other = |byte: &u8| byte.is_ascii_alphanumeric() && !byte.is_ascii_hexdigit();
        let is_long = end > at + MIN_BASE64 && plain[at..end].iter().any(is_other);
        match byte_at(plain, end) {
            b'=' => is_long || is_line && self.follows_base64(at),
            b'\n' | b'\r' => is_line && (is_long || self.follows_base64(at)),
            b'"' | b'\'' => is_string && is_long,
            _ => false,
        }
    }

    /// Reads a word, which can be Base64.
    fn read_word(&mut self, at: usize) -> Option<usize> {
        let plain = self.plain;
        let is_part = b".%@".contains(&byte_before(plain, at));
        // If a word such as a-b-c is not Base64, neither are its parts.
        if !is_part && at >= self.non_base64_end {
            let end = base64_end(plain, at);
            if self.is_base64_word(at, end) {
                return Some(self.push(at, end, Kind::Base64));
            }
            self.non_base64_end = end;
        }
        let end = span(plain, at, |byte| is_word(byte) || byte == FILLER);
        Some(end.max(at + 1))
    }

    fn is_base64_word(&self, at: usize, end: usize) -> bool {
        let plain = self.plain;
        let (before, next) = (byte_before(plain, at), byte_at(plain, end));
        let is_line = before == b'\n' && matches!(next, b'\n' | b'\r');
        let is_whole = is_line || is_quote(before) && is_quote(next);
        let is_key = is_quote(next) && byte_at(plain, end + 1) == b':';
        let is_part = is_key || is_word(next) || b"(.[:%".contains(&next);
        let word = &plain[at..span(plain, at, is_base64)];
        let count = |test: fn(&u8) -> bool| word.iter().filter(|byte| test(byte)).count();
        let counts = [
            count(u8::is_ascii_digit),
            count(u8::is_ascii_uppercase),
            count(u8::is_ascii_lowercase),
        ];
        let is_mixed = counts.iter().filter(|&&count| count > 0).count() > 1;
        let is_lower = |&byte: &u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_');
        !is_part
            && (is_whole && end > at + 3 || word.len() >= MIN_BASE64 && is_mixed)
            && 2 * counts.iter().sum::<usize>() > word.len()
            && !word.iter().skip(1).all(is_lower)
    }

    fn read_numbers(&mut self, at: usize) -> Option<usize> {
        let plain = self.plain;
        let first = number::parse_number(plain, at)?;
        let is_other = match byte_at(plain, first.after) {
            b'+' | b'/' | b'-' | b'_' => self.begins_base64(at),
            b'"' | b'\'' => {
                literal::prefix_length(plain, first.after).is_some_and(|length| length > 0)
            }
            _ => false,
        };
        if is_other {
            return None;
        }
        let is_space = |byte| is_blank(byte) || matches!(byte, b'\n' | FILLER);
        let space = span_back(plain, at, is_space);
        let before = byte_before(plain, space);
        let is_bracket = b"[{(".contains(&before) || before == b'<' && space == at;
        let from = self.found.shapes.len();
        let mut run = Run {
            style: first.style,
            bracket: if is_bracket { before } else { 0 },
            shapes: (from as u32, 0),
            ..Run::default()
        };
        let end = self.read_run(&mut run, first);
        run.shapes.1 = self.found.shapes.len() as u32;
        let is_joined = matches!(run.separator, b':' | b'-' | b'_');
        let other = if is_joined && !self.is_uniform(&run) {
            Some(end)
        } else if let Some(end) = self.continues_base64(at, &run, end) {
            Some(self.push(at, end, Kind::Base64))
        } else if let Some(dump) = self.read_dump_row(at, &run, end) {
            Some(self.push_row(dump))
        } else if self.is_counting(&run) {
            Some(self.push(at, end, Kind::Comment))
        } else {
            None
        };
        if other.is_some() {
            self.found.shapes.truncate(from);
            return other;
        }
        let is_string = is_quote(before) && space == at;
        run.is_incomplete = !is_string && self.has_other_members(&run, before, end);
        // Most runs of a long text are a single number, which needs no shape.
        if let [only] = self.found.shapes[from..]
            && only.count == 1
            && only.place(0) == Place::new(at, end)
        {
            run.shapes = (only.prefix.into(), only.prefix.into());
            self.found.shapes.truncate(from);
        }
        Some(self.push(at, end, Kind::Run(run)))
    }

    /// Adds the numbers of a run to its shapes. Returns their end.
    fn read_run(&mut self, run: &mut Run, first: Number) -> usize {
        self.add(run, &first);
        let is_listed = run.bracket != 0;
        let mut is_even = first.width().is_multiple_of(2);
        let mut is_decimal = first.is_decimal;
        let mut last = first;
        while let Some((separator, next)) = self.text.find_separator(last.after, is_listed)
            && (run.separator == 0 || separator == run.separator)
            && (last.after == last.end || !matches!(separator, b':' | b'-' | b'_'))
            && let Some(number) = number::parse_number(self.plain, next)
        {
            let width = number.width();
            // In a list with prefixes, numbers without one are decimal.
            let is_mixed = separator == b',' && (is_listed || width == 1);
            match (run.style, number.style) {
                (one, other) if one == other => {}
                (Style::Hex, Style::Bare) if is_mixed && self.is_decimal_byte(&number) => {}
                (Style::Bare, Style::Hex) if is_mixed && is_decimal => run.style = Style::Hex,
                // One prefix before groups of digits: `0x82868441 8cf1e3c2 ff`.
                (Style::Hex, Style::Bare)
                    if separator == b' ' && self.is_group(&first, &last, &number) => {}
                _ => break,
            }
            if separator == b' ' && !is_listed && run.style == Style::Bare {
                let is_short = width < 4 && first.width() < 4;
                let is_decimal = is_decimal && number.is_decimal && is_short;
                if is_even && !width.is_multiple_of(2) && !is_decimal {
                    break;
                }
                is_even &= !is_decimal;
            }
            is_decimal &= number.is_decimal;
            run.separator = separator;
            self.add(run, &number);
            last = number;
        }
        last.after
    }

    /// Whether digits go on after `last` under the only prefix, that of `first`:
    /// groups of one width, of which only the last of the run is shorter.
    fn is_group(&self, first: &Number, last: &Number, group: &Number) -> bool {
        let (full, width) = (first.width(), group.width());
        let is_only = last.start == first.start || last.style == Style::Bare;
        let separator = self.text.find_separator(group.after, false);
        let next = separator.and_then(|(_, next)| number::parse_number(self.plain, next));
        let is_fit = width == full || width < full && next.is_none();
        first.digits > first.start && is_only && is_fit && width.is_multiple_of(2)
    }

    /// Whether a number is a decimal byte and not octal.
    fn is_decimal_byte(&self, number: &Number) -> bool {
        let width = number.width();
        number.is_decimal && width < 4 && (width == 1 || self.plain[number.digits] != b'0')
    }

    fn add(&mut self, run: &Run, number: &Number) {
        let (start, width) = (number.start as u32, number.width() as u32);
        let prefix = (number.digits - number.start) as u8;
        let shapes = &mut self.found.shapes;
        if let Some(last) = shapes[run.shapes.0 as usize..].last_mut()
            && (last.width, last.prefix) == (width, prefix)
        {
            if last.count == 1 {
                last.step = start - last.start;
            }
            if start == last.start + last.count * last.step {
                last.count += 1;
                return;
            }
        }
        let shape = Shape {
            start,
            prefix,
            width,
            step: 0,
            count: 1,
        };
        bounds::push(shapes, shape);
    }

    fn current_shapes(&self, run: &Run) -> &[Shape] {
        &self.found.shapes[run.shapes.0 as usize..run.shapes.1 as usize]
    }

    /// Returns the end of hex digits that continue a Base64 text.
    fn continues_base64(&self, at: usize, run: &Run, end: usize) -> Option<usize> {
        let is_next = run.separator == 0 && self.follows_base64(at);
        let end = is_next.then(|| base64_end(self.plain, end))?;
        matches!(byte_at(self.plain, end), b'\n' | b'\r').then_some(end)
    }

    /// Reads a dump row without an offset: run `at..end`, then characters.
    fn read_dump_row(&self, at: usize, run: &Run, end: usize) -> Option<Dump> {
        let line = near_line_end(self.plain, end);
        let is_bare = run.style == Style::Bare && run.bracket == 0;
        let is_list = matches!(run.separator, b' ' | b'|' | 0);
        let has_more = skip_blanks(self.plain, end, false) < line;
        if !is_bare || !is_list || !has_more || byte_at(self.plain, line) != b'\n' {
            return None;
        }
        dump::read_row(self.plain, at)
    }

    /// Whether numbers are 0, 1, 2 and so on, as in the heading of a dump.
    fn is_counting(&self, run: &Run) -> bool {
        let shapes = self.current_shapes(run);
        let count: u32 = shapes.iter().map(|shape| shape.count).sum();
        if run.style != Style::Bare || run.separator != b' ' || !matches!(count, 8 | 16) {
            return false;
        }
        let places = shapes
            .iter()
            .flat_map(|shape| (0..shape.count).map(|n| shape.digits(n)));
        places.enumerate().all(|(n, place)| {
            let digits = str::from_utf8(&self.plain[place]).unwrap_or_default();
            usize::from_str_radix(digits, 16) == Ok(n)
        })
    }

    /// Whether all groups of digits have the same length, except for the last
    /// (or for `_`, as in Python, the first).
    fn is_uniform(&self, run: &Run) -> bool {
        let shapes = self.current_shapes(run);
        let widest = shapes.iter().map(|shape| shape.width).max();
        let is_odd = |shape: &&Shape| Some(shape.width) != widest;
        let odd: u32 = shapes.iter().filter(is_odd).map(|shape| shape.count).sum();
        let ends = [
            shapes.last(),
            shapes.first().filter(|_| run.separator == b'_'),
        ];
        let mut ends = ends.iter().flatten();
        odd == 0 || odd == 1 && run.separator != b':' && ends.any(is_odd)
    }

    /// Whether a list has other members.
    fn has_other_members(&self, run: &Run, before: u8, end: usize) -> bool {
        let mut next = self.text.skip_space(end);
        let has_comma = matches!(byte_at(self.plain, next), b',' | b';');
        if has_comma {
            next = self.text.skip_space(next + 1);
        }
        let name = span(self.plain, next, is_word);
        if has_comma && name > next && byte_at(self.plain, name) == b':' {
            // Properties of a typed array.
            return false;
        }
        if run.style == Style::Bare && misprint(self.plain, end).is_some() {
            return true;
        }
        let next = byte_at(self.plain, next);
        let goes_on = run.style == Style::Hex && has_comma && is_word(next);
        match run.bracket {
            b'(' if run.separator == 0 => false,
            0 => run.separator == b',' && (before == b',' || goes_on),
            _ => !b"]})>\"'`".contains(&next),
        }
    }
}

/// Finds a pair such as `8g` or `O6` behind pairs of hex digits that end at `end`,
/// at the end of its line or before another pair. Returns the wrong digit's place.
pub(super) fn misprint(plain: &[u8], end: usize) -> Option<usize> {
    let start = span(plain, end, is_blank);
    let pair = span(plain, start, is_word);
    let next = span(plain, pair, is_blank);
    let next = &plain[next..span(plain, next, is_word)];
    let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
    let goes_on = next.is_empty() || next.len() == 2 && next.iter().all(is_hex);
    let wrong = plain[start..pair].iter().position(|byte| !is_hex(byte))?;
    let is_pair = pair - start == 2
        && start > end
        && plain[start..pair].iter().any(u8::is_ascii_digit)
        && end.checked_sub(3).is_none_or(|at| !is_word(plain[at]));
    (is_pair && goes_on).then_some(start + wrong)
}
