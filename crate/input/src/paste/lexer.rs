//! One pass over the text to its elements: runs of numbers, literals, dumps
//! and what else can hold bytes, and between them words and punctuation.

use super::{
    dump::{self, Dump},
    gap::Gap,
    literal,
    number::{self, Number, Plain, Style},
    settings::{self, Setting},
    text::{FILLER, NEAR, is_blank, is_word, line_end, line_start, near_line_end, skip_blanks},
};

/// Numbers of one style with one kind of separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) style: Style,
    /// Between two numbers: a blank, `,`, `:`, `-`, `;`, `|`, `_`, or 0 if
    /// there is one number only.
    pub(super) separator: u8,
    /// The bracket directly before it, or 0.
    pub(super) bracket: u8,
    /// Whether other things follow or precede it in its brackets.
    pub(super) torn: bool,
    /// Its numbers: this shape and those behind it.
    pub(super) shapes: (u32, u32),
}

/// Numbers of one width at one distance from each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The sign, prefix or first digit of the first.
    pub(super) start: u32,
    /// Bytes of sign and prefix.
    pub(super) prefix: u8,
    /// Bytes of digits.
    pub(super) width: u32,
    pub(super) step: u32,
    pub(super) count: u32,
}

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Run(Run),
    /// Escaped bytes, in quotes or without.
    Literal,
    /// Escaped bytes behind a quote that never closes.
    Unclosed,
    /// A string in quotes without escapes, beside a literal.
    Plain,
    /// A word of the alphabet of Base64.
    Base64,
    Percent,
    /// Number of the dump.
    Dump(u32),
    Comment,
    /// A number before a line and what follows it: `12:`
    Margin(u32),
    /// Number of the setting.
    Setting(u32),
}

impl Kind {
    /// Whether it can hold bytes of blocks.
    pub(super) fn has_bytes(self) -> bool {
        !matches!(self, Kind::Comment | Kind::Margin(_) | Kind::Setting(_))
    }
}

/// A part of the text, and what is before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) kind: Kind,
    pub(super) gap: Gap,
}

/// The elements of a text in order.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub(super) list: Vec<Element>,
    pub(super) shapes: Vec<Shape>,
    pub(super) dumps: Vec<Dump>,
    pub(super) settings: Vec<Setting>,
    /// Behind the last element.
    pub(super) last_gap: Gap,
    /// Whether words are anywhere in the text but in comments.
    pub(super) has_words: bool,
}

impl Elements {
    pub(super) fn shapes_of(&self, run: &Run) -> &[Shape] {
        &self.shapes[run.shapes.0 as usize..run.shapes.1 as usize]
    }
}

/// Words of Base64 are as long as this at least.
const BASE64: usize = 8;

struct Lexer<'a> {
    plain: &'a [u8],
    raw: &'a str,
    /// The end of the part that is read.
    end: usize,
    all: Plain<'a>,
    found: Elements,
    /// For `"` and `'`, the last quote that closes a string of words.
    closing: [usize; 2],
    /// And the end of the line in which none closes.
    unclosed: [usize; 2],
    margins_end: usize,
}

/// Finds the elements in `range` of a text. Without `with_comments`, what
/// looks like comments is read as text.
pub(super) fn lex(
    plain: &[u8],
    raw: &str,
    range: std::ops::Range<usize>,
    with_comments: bool,
) -> Elements {
    let found = lex_with(plain, raw, range.clone(), with_comments, true);
    // Numbers before lines are no margin unless they count the lines.
    let found = match has_margins(&found, plain) {
        Some(false) => lex_with(plain, raw, range.clone(), with_comments, false),
        _ => found,
    };
    with_gaps(found, plain, range)
}

fn lex_with(
    plain: &[u8],
    raw: &str,
    range: std::ops::Range<usize>,
    with_comments: bool,
    with_margins: bool,
) -> Elements {
    let mut lexer = Lexer {
        plain: &plain[..range.end],
        raw,
        end: range.end,
        all: Plain::new(&plain[..range.end], with_comments),
        found: Elements::default(),
        closing: [0; 2],
        unclosed: [0; 2],
        margins_end: if with_margins { 0 } else { usize::MAX },
    };
    lexer.run(range.start);
    lexer.found
}

fn with_gaps(mut found: Elements, plain: &[u8], range: std::ops::Range<usize>) -> Elements {
    let mut before = range.start;
    for element in &mut found.list {
        element.gap = Gap::of(plain, before, element.start as usize);
        before = element.end as usize;
    }
    found.last_gap = Gap::of(plain, before, range.end);
    let words = |element: &Element| element.gap.has(Gap::WORDS) || element.kind == Kind::Plain;
    found.has_words = found.last_gap.has(Gap::WORDS) || found.list.iter().any(words);
    found
}

/// Whether the numbers before lines count the lines; `None` if there are none.
fn has_margins(found: &Elements, plain: &[u8]) -> Option<bool> {
    let number = |element: &Element| match element.kind {
        Kind::Margin(number) => Some((number, element.start as usize)),
        _ => None,
    };
    let margins: Vec<(u32, usize)> = found.list.iter().filter_map(number).collect();
    let counts = |two: &[(u32, usize)]| {
        let lines = plain[two[0].1..two[1].1]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        two[1].0.checked_sub(two[0].0) == u32::try_from(lines).ok()
    };
    let first = margins.first()?.0;
    Some(margins.windows(2).all(counts) && (margins.len() > 1 || first == 1))
}

impl Lexer<'_> {
    fn run(&mut self, start: usize) {
        let mut at = start;
        let mut is_start = true;
        while at < self.end {
            if std::mem::take(&mut is_start)
                && let Some(end) = self.line(at)
            {
                at = end;
                continue;
            }
            let byte = self.plain[at];
            let end = match byte {
                b'\n' => {
                    is_start = true;
                    None
                }
                b' ' | b'\t' | b'\r' | FILLER => None,
                b'"' | b'\'' | b'`' => self.quote(at),
                b'\\' => self.escapes(at),
                b'%' => self.percent(at),
                b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F' => {
                    self.numbers(at).or_else(|| self.word(at))
                }
                b'-' if self.begins_base64(at) => self.word(at),
                b'-' | b'(' | b'&' | b'$' | b'#' => self.comment(at).or_else(|| self.numbers(at)),
                b'/' if self.begins_base64(at) => self.word(at),
                b'/' | b';' => self.comment(at),
                b'+' => self.begins_base64(at).then(|| self.word(at)).flatten(),
                byte if is_word(byte) => self.word(at),
                _ => None,
            };
            at = end.unwrap_or(at + 1);
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: Kind) -> usize {
        self.found.list.push(Element {
            start: start as u32,
            end: end as u32,
            kind,
            gap: Gap::default(),
        });
        end
    }

    fn push_setting(&mut self, start: usize, end: usize, setting: Setting) -> usize {
        self.found.settings.push(setting);
        self.push(
            start,
            end,
            Kind::Setting(self.found.settings.len() as u32 - 1),
        )
    }

    fn comment(&mut self, at: usize) -> Option<usize> {
        // A string such as "*/*" begins no comment.
        if self.closing.iter().any(|&closing| at < closing) {
            return None;
        }
        let end = number::comment_end(self.all, at)?;
        Some(self.push(at, end, Kind::Comment))
    }

    /// What only the start of a line can be: a setting, a margin or a dump.
    fn line(&mut self, start: usize) -> Option<usize> {
        let at = skip_blanks(self.plain, start, false);
        let first = *self.plain.get(at)?;
        if first == b'#' {
            let end = line_end(self.plain, at);
            let setting = settings::parse(self.raw.get(at..end)?)?;
            return Some(self.push_setting(at, end, setting));
        }
        if let Some(dump) = dump::read(self.plain, start) {
            let (start, end) = (dump.start as usize, dump.end as usize);
            self.found.dumps.push(dump);
            return Some(self.push(start, end, Kind::Dump(self.found.dumps.len() as u32 - 1)));
        }
        let digits = self.plain[at..]
            .iter()
            .take(7)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let behind = at + digits;
        let (mark, next) = (*self.plain.get(behind)?, *self.plain.get(behind + 1)?);
        let is_margin = matches!(digits, 1..=6)
            && (matches!(mark, b':' | b'.' | b')' | b'|') && is_blank(next)
                || mark == b'\t'
                || mark == b' ' && next == b'|');
        if is_margin && at >= self.margins_end {
            let number = str::from_utf8(&self.plain[at..behind]).ok()?.parse().ok()?;
            self.margins_end = line_end(self.plain, at);
            return Some(self.push(
                at,
                behind + 1 + usize::from(next == b'|'),
                Kind::Margin(number),
            ));
        }
        None
    }

    /// Quotes are punctuation around what is in them, unless that is escaped.
    fn quote(&mut self, at: usize) -> Option<usize> {
        let kind = match self.plain[at] {
            b'"' => 0,
            b'\'' => 1,
            _ => return None,
        };
        let prefix = literal::prefix(self.plain, at)?;
        if at < self.unclosed[kind] || at > 0 && at == self.closing[kind] {
            return None;
        }
        if let Some((setting, length)) = self.raw.get(at..).and_then(settings::parse_member) {
            return Some(self.push_setting(at, at + length, setting));
        }
        let Some((closing, is_escaped)) = literal::closing(self.plain, at) else {
            self.unclosed[kind] = line_end(self.plain, at);
            return None;
        };
        if is_escaped {
            return Some(self.push(at - prefix, closing + 1, Kind::Literal));
        }
        let is_plain = literal::is_beside(self.plain, at - prefix, closing + 1)
            && (prefix > 0 || !self.is_number(at + 1, closing));
        if is_plain {
            return Some(self.push(at - prefix, closing + 1, Kind::Plain));
        }
        self.closing[kind] = closing;
        None
    }

    /// Whether a string holds numbers only.
    fn is_number(&self, from: usize, to: usize) -> bool {
        let digits = |&byte: &u8| {
            byte.is_ascii_hexdigit() || is_blank(byte) || matches!(byte, b':' | b'-' | b',')
        };
        self.plain[from..to].iter().all(digits) && from < to
    }

    /// Escapes without quotes.
    fn escapes(&mut self, at: usize) -> Option<usize> {
        let end = literal::bare_end(self.plain, at)?;
        // A quote that never closes: the rest of the string is missing.
        if self.unclosed.iter().any(|&end| at < end) {
            return Some(self.push(at, end, Kind::Unclosed));
        }
        Some(self.push(at, end, Kind::Literal))
    }

    fn percent(&mut self, at: usize) -> Option<usize> {
        let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
        let is_code = |at: usize| {
            let two = self.plain.get(at + 1..at + 3);
            two.is_some_and(|two| two.iter().all(is_digit))
        };
        let is_plain = |&&byte: &&u8| byte.is_ascii_alphanumeric() || b"-._~*+".contains(&byte);
        if !is_code(at) {
            return None;
        }
        let before = self.plain[..at]
            .iter()
            .rev()
            .take(NEAR)
            .take_while(is_plain)
            .count();
        let mut end = at;
        while let Some(byte) = self.plain.get(end) {
            match byte {
                b'%' if is_code(end) => end += 3,
                byte if is_plain(&byte) => end += 1,
                _ => break,
            }
        }
        // What is before the first code was taken for a number or word.
        let start = at - before;
        while self
            .found
            .list
            .last()
            .is_some_and(|last| last.start as usize >= start)
        {
            self.found.list.pop();
        }
        let last = self.found.list.last().map_or(0, |last| last.end as usize);
        Some(self.push(start.max(last), end, Kind::Percent))
    }

    /// Whether a string or line of Base64 is at `at`, which begins like
    /// something else.
    fn begins_base64(&self, at: usize) -> bool {
        let digits = self.plain[at..]
            .iter()
            .take_while(|&&byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte));
        let is_other = |byte: &u8| byte.is_ascii_alphanumeric() && !byte.is_ascii_hexdigit();
        let has_other = digits.clone().any(is_other);
        let end = at + digits.count();
        let behind = self.plain.get(end).copied().unwrap_or(b'\n');
        let before = &self.plain[line_start(self.plain, at)..at];
        let is_line = before.iter().all(|&byte| is_blank(byte));
        let is_line = is_line && matches!(behind, b'\n' | b'\r' | b'=');
        let is_string =
            matches!(before, [.., b'"' | b'\'']) && matches!(behind, b'"' | b'\'' | b'=');
        let last = self
            .found
            .list
            .last()
            .filter(|last| last.kind == Kind::Base64);
        let between = last.and_then(|last| self.plain.get(last.end as usize..at));
        let is_next = is_line && between.is_some_and(|text| text.trim_ascii().is_empty());
        is_next || has_other && end > at + BASE64 && (is_line || is_string)
    }

    /// A word, which can be Base64 or begin with the prefix of a literal.
    fn word(&mut self, at: usize) -> Option<usize> {
        let rest = &self.plain[at..];
        let words = rest
            .iter()
            .take_while(|&&byte| is_word(byte) || byte == FILLER)
            .count();
        let all = rest
            .iter()
            .take_while(|&&byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
            })
            .count();
        let padding = rest[all..]
            .iter()
            .take(2)
            .take_while(|&&byte| byte == b'=')
            .count();
        let end = at + all + padding;
        let behind = self.plain.get(end).copied().unwrap_or(b'\n');
        let before = at.checked_sub(1).map_or(b'\n', |before| self.plain[before]);
        let is_whole = matches!(before, b'"' | b'\'' | b'`')
            && matches!(behind, b'"' | b'\'' | b'`')
            || before == b'\n' && matches!(behind, b'\n' | b'\r');
        let is_apart = !is_word(behind)
            && !matches!(behind, b'(' | b'.' | b'[' | b':' | b'%')
            && !matches!(self.plain.get(end..end + 2), Some([b'"' | b'\'', b':']))
            && !matches!(before, b'.' | b'%' | b'@');
        let is_word_only = |byte: &u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_');
        let part = &rest[..all];
        let is_mixed = || {
            let has = |test: fn(&u8) -> bool| part.iter().any(test);
            usize::from(has(u8::is_ascii_digit))
                + usize::from(has(u8::is_ascii_uppercase))
                + usize::from(has(u8::is_ascii_lowercase))
                > 1
        };
        if is_apart
            && all + padding > 3
            && (all >= BASE64 || is_whole)
            && part
                .iter()
                .filter(|byte| byte.is_ascii_alphanumeric())
                .count()
                * 2
                > all
            && !part.iter().skip(1).all(is_word_only)
            && (is_mixed() || is_whole)
        {
            return Some(self.push(at, end, Kind::Base64));
        }
        Some(at + words.max(1))
    }

    /// A run of numbers.
    fn numbers(&mut self, at: usize) -> Option<usize> {
        let first = number::number(self.plain, at)?;
        let behind = self.plain.get(first.after);
        if behind.is_some_and(|byte| b"+/-_".contains(byte)) && self.begins_base64(at) {
            return None;
        }
        let is_prefix = matches!(self.plain.get(first.after), Some(b'"' | b'\''))
            && literal::prefix(self.plain, first.after).is_some_and(|length| length > 0);
        if is_prefix {
            return None;
        }
        let before = self.plain[..at]
            .iter()
            .rposition(|&byte| !is_blank(byte) && byte != FILLER && byte != b'\n');
        let before = before.map_or(0, |before| self.plain[before]);
        let is_string =
            matches!(before, b'"' | b'\'' | b'`') && at > 0 && self.plain[at - 1] == before;
        let is_angle = before == b'<' && at > 0 && self.plain[at - 1] == b'<';
        let bracket = if matches!(before, b'[' | b'{' | b'(') || is_angle {
            before
        } else {
            0
        };
        let bracketed = bracket != 0 || before == b'/' && self.is_in_list();
        let from = self.found.shapes.len();
        let mut run = Run {
            style: first.style,
            separator: 0,
            bracket,
            torn: false,
            shapes: (from as u32, 0),
        };
        let mut last = first;
        self.add(from, &first);
        let mut is_even = (first.end - first.digits).is_multiple_of(2);
        let mut is_decimal = self.is_decimal(&first);
        while let Some((separator, next)) = number::separator(self.all, last.after, bracketed) {
            if run.separator != 0 && separator != run.separator
                || next >= self.end
                || matches!(separator, b':' | b'-' | b'_') && last.after != last.end
            {
                break;
            }
            let Some(number) = number::number(self.plain, next) else {
                break;
            };
            let digits = number.end - number.digits;
            let is_zero = number.style == Style::Bare
                && digits == 1
                && run.style == Style::Hex
                && separator == b',';
            if number.style != run.style && !is_zero {
                break;
            }
            if separator == b' ' && !bracketed && run.style == Style::Bare {
                let is_short = digits < 4 && first.end - first.digits < 4;
                let decimal = is_decimal && is_short && self.is_decimal(&number);
                if is_even && !digits.is_multiple_of(2) && !decimal {
                    break;
                }
                is_even &= !decimal;
            }
            is_decimal &= self.is_decimal(&number);
            run.separator = separator;
            self.add(from, &number);
            last = number;
        }
        run.shapes.1 = self.found.shapes.len() as u32;
        if matches!(run.separator, b':' | b'-' | b'_') && !self.is_uniform(&run) {
            self.found.shapes.truncate(from);
            return Some(last.after);
        }
        if let Some(end) = self.continues_base64(at, &run, last.after) {
            self.found.shapes.truncate(from);
            return Some(self.push(at, end, Kind::Base64));
        }
        if let Some(end) = self.row(at, &run, last.after) {
            return Some(end);
        }
        if self.counts_up(&run) {
            return Some(self.push(at, last.after, Kind::Comment));
        }
        run.torn = self.is_torn(&run, before, last.after, is_string);
        Some(self.push(at, last.after, Kind::Run(run)))
    }

    /// The end of hex digits that are a line of Base64, as the line before is.
    fn continues_base64(&self, at: usize, run: &Run, end: usize) -> Option<usize> {
        let before = self
            .found
            .list
            .last()
            .filter(|last| last.kind == Kind::Base64);
        let between = self.plain.get(before?.end as usize..at)?;
        let padding = self.plain[end..]
            .iter()
            .take(2)
            .take_while(|&&byte| byte == b'=');
        let end = end + padding.count();
        let is_line = matches!(self.plain.get(end), None | Some(b'\n' | b'\r'));
        let is_next = run.separator == 0 && is_line && between.trim_ascii().is_empty();
        is_next.then_some(end)
    }

    /// The row of a dump without offsets: the run at `at`, which ends at `end`,
    /// and behind it the characters of its bytes.
    fn row(&mut self, at: usize, run: &Run, end: usize) -> Option<usize> {
        let line = near_line_end(self.plain, end);
        let is_bare = run.style == Style::Bare && run.bracket == 0;
        let is_list = matches!(run.separator, b' ' | b'|' | 0);
        let is_line = self.plain.get(line).is_none_or(|&byte| byte == b'\n');
        if !is_bare || !is_list || !is_line || skip_blanks(self.plain, end, false) >= line {
            return None;
        }
        let dump = dump::read_row(self.plain, at)?;
        self.found.shapes.truncate(run.shapes.0 as usize);
        let end = dump.end as usize;
        self.found.dumps.push(dump);
        Some(self.push(at, end, Kind::Dump(self.found.dumps.len() as u32 - 1)))
    }

    /// Whether numbers are 0, 1, 2 and so on, as the heading of a dump has them.
    fn counts_up(&self, run: &Run) -> bool {
        let shapes = &self.found.shapes[run.shapes.0 as usize..];
        let starts = shapes.iter().flat_map(|shape| {
            (0..shape.count).map(|at| ((shape.start + at * shape.step) as usize, shape.width))
        });
        let value = |(start, width): (usize, u32)| {
            let digits = str::from_utf8(self.plain.get(start..start + width as usize)?).ok()?;
            u32::from_str_radix(digits, 16).ok()
        };
        let mut count = 0;
        let counts = starts.take(17).all(|number| {
            count += 1;
            value(number) == Some(count - 1)
        });
        counts && matches!(count, 8 | 16) && run.separator == b' '
    }

    /// Whether a comment that ends here is inside a bracketed list.
    fn is_in_list(&self) -> bool {
        let comment = self
            .found
            .list
            .last()
            .filter(|last| last.kind == Kind::Comment);
        comment.is_some_and(|comment| {
            let before = self.plain[..comment.start as usize]
                .iter()
                .rposition(|&byte| !is_blank(byte) && byte != b'\n');
            before.is_some_and(|before| matches!(self.plain[before], b'[' | b'{' | b'('))
        })
    }

    fn is_decimal(&self, number: &Number) -> bool {
        self.plain[number.digits..number.end]
            .iter()
            .all(u8::is_ascii_digit)
    }

    /// Whether groups are equally long, but for the last, or for the first
    /// between `_`, which Python counts from the end.
    fn is_uniform(&self, run: &Run) -> bool {
        let shapes = &self.found.shapes[run.shapes.0 as usize..];
        let widths = || {
            shapes
                .iter()
                .flat_map(|shape| std::iter::repeat_n(shape.width, shape.count as usize))
        };
        let widest = widths().max().unwrap_or(0);
        let odd = widths().filter(|&width| width != widest).count();
        let ends = [widths().next(), widths().last()];
        odd == 0
            || odd == 1
                && run.separator != b':'
                && (ends[1] != Some(widest) || run.separator == b'_' && ends[0] != Some(widest))
    }

    /// Whether a list has other members than these numbers.
    fn is_torn(&self, run: &Run, before: u8, end: usize, is_string: bool) -> bool {
        let mut next = number::skip_space(self.all, end);
        let has_comma = matches!(self.plain.get(next), Some(b',' | b';'));
        if has_comma {
            next = number::skip_space(self.all, next + 1);
        }
        let behind = self.plain.get(next).copied().unwrap_or(b'\n');
        match run.bracket {
            _ if is_string => false,
            b'(' if run.separator == 0 => false,
            0 => {
                run.separator == b',' && before == b','
                    || run.style == Style::Hex
                        && run.separator == b','
                        && has_comma
                        && is_word(behind)
            }
            _ => !matches!(behind, b']' | b'}' | b')' | b'>' | b'"' | b'\'' | b'`'),
        }
    }

    fn add(&mut self, from: usize, number: &Number) {
        let (start, width) = (number.start as u32, (number.end - number.digits) as u32);
        let prefix = (number.digits - number.start) as u8;
        if self.found.shapes.len() > from
            && let Some(last) = self.found.shapes.last_mut()
            && (last.width, last.prefix) == (width, prefix)
        {
            let step = if last.count == 1 {
                start - last.start
            } else {
                last.step
            };
            if start == last.start + last.count * step {
                last.step = step;
                last.count += 1;
                return;
            }
        }
        self.found.shapes.push(Shape {
            start,
            prefix,
            width,
            step: 0,
            count: 1,
        });
    }
}
