//! Plain hex: runs of hex digits with blanks between them, written alike from
//! the first to the last. It is read as [`read`](super::read) reads it, or not
//! at all: what leaves any doubt is for that one. So a program that has only
//! this reader at first is small.

use super::{
    As, Content, Format, Options, Paste, Reading, assemble,
    bare::{self, Digits},
    base64, content, exported,
    frame::{Frame, FrameLine},
    notes::Notes,
    pieces::{Bond, Pieces},
    sides, split,
    text::{Line, Text},
    traces, unread, wording,
};

/// Reads a text; none where it is anything but plain hex.
#[must_use]
pub fn read(input: &[u8], options: &Options) -> Option<Paste> {
    if options.format.is_some() || options.content.is_some() || !input.is_ascii() {
        return None;
    }
    let text = str::from_utf8(input).ok()?;
    if exported::is_exported(text) {
        return None;
    }
    let text = Text::new(text);
    let rows = Rows::of(&text)?;
    let mut pieces = Pieces {
        bare: true,
        ..Pieces::default()
    };
    for row in &rows.list {
        pieces.begin(match row.blank_before {
            true => Bond::AfterBlank,
            false => Bond::Loose,
        });
        bare::octets(&text, row.line, &mut pieces);
    }
    let runs = rows.list.iter().enumerate();
    let runs = runs.flat_map(|(n, row)| {
        let runs = bare::runs(row.line.of(&text.plain));
        runs.map(move |run| (n, run.len()))
    });
    bare::check_runs(runs, &pieces).ok()?;
    let content = assemble::content(&mut pieces, None).ok()?;
    if content != Content::Blocks || unread::spells_hex(&pieces.octets) {
        return None;
    }
    let other_content = content::may_be_frames(&pieces.octets).then_some(As::Frames);
    let reading = Reading {
        format: Format::Hex,
        detail: match rows.digits.longer == 0 {
            true => "hex pairs",
            false => "hex digits",
        }
        .into(),
        pieces,
        initial_table_size: rows.initial_table_size,
        notes: Notes::default(),
        skipped: Vec::new(),
        confirmed: false,
        doubt: None,
        labels: Vec::new(),
    };
    // What is written alike has no traces of a damage.
    let paste = split::split(reading, options, &text, None);
    let is_regular = traces::are_even(&paste.blocks, Format::Hex, &text);
    (is_regular && paste.problems.is_empty()).then(|| Paste {
        other_content,
        others: rows.others(&text, &paste),
        ..paste
    })
}

/// A line of hex digits.
struct Row {
    line: Line,
    blank_before: bool,
}

/// The lines of a text of plain hex.
struct Rows {
    list: Vec<Row>,
    digits: Digits,
    /// A comment that stands before them.
    title: Option<Line>,
    /// `# initial table size N`, which stands before them too.
    initial_table_size: Option<u32>,
}

impl Rows {
    fn of(text: &Text) -> Option<Self> {
        let plain = &*text.plain;
        let mut rows = Self {
            list: Vec::new(),
            digits: Digits::default(),
            title: None,
            initial_table_size: None,
        };
        let mut blank = false;
        let (mut case, mut indent) = (None, None);
        for (n, whole) in text.lines().into_iter().enumerate() {
            let line = whole.trimmed(plain);
            let content = line.of(plain);
            if content.is_empty() {
                blank = true;
                continue;
            }
            if n == 0 && is_title(content) {
                rows.title = Some(line);
                continue;
            }
            if rows.list.is_empty() && rows.initial_table_size.is_none() {
                rows.initial_table_size = initial_table_size(content);
                if rows.initial_table_size.is_some() {
                    continue;
                }
            }
            let is_alike = content.iter().all(|byte| match byte {
                b'a'..=b'f' | b'A'..=b'F' => {
                    let is_capital = byte.is_ascii_uppercase();
                    is_capital == *case.get_or_insert(is_capital)
                }
                _ => byte.is_ascii_digit() || *byte == b' ',
            });
            let has_gap = content.windows(2).any(|two| two == b"  ");
            let before = &plain[whole.start..line.start];
            let is_alike = is_alike && before == *indent.get_or_insert(before);
            if !is_alike || has_gap || !rows.digits.add_line(content) {
                return None;
            }
            rows.list.push(Row {
                line,
                blank_before: std::mem::take(&mut blank),
            });
        }
        let known = !rows.list.is_empty() && rows.digits.slip().is_none();
        (known && rows.are_hex(plain) && rows.are_even(plain)).then_some(rows)
    }

    /// Whether the digits are no decimal, octal or binary ones.
    fn are_hex(&self, plain: &[u8]) -> bool {
        let has_large = || {
            let lines = self.list.iter().map(|row| row.line.of(plain));
            lines.flatten().any(|digit| matches!(digit, b'8' | b'9'))
        };
        self.digits.letters || self.digits.longer == 0 && has_large()
    }

    /// Whether each line is one run, or all runs are of one length, as many in
    /// each line; only the last of lines that belong together may be shorter.
    /// Numbers that rise from line to line may be other than octets.
    fn are_even(&self, plain: &[u8]) -> bool {
        let mut lines = self.list.iter().map(|row| bare::runs(row.line.of(plain)));
        let width = self.width(plain);
        if lines.all(|runs| runs.count() == 1) {
            // Below a title, it may be the offset of a dump.
            let is_one = self.list.len() == 1;
            if is_one && self.title.is_some() && self.list[0].line.of(plain).starts_with(b"000") {
                return false;
            }
            let is_single = is_one && (self.title.is_none() || width > 2);
            return is_single || self.are_blocks(plain);
        }
        if !matches!(width, 2 | 4 | 8 | 16 | 32) || self.has_number(plain) {
            return false;
        }
        // The first and the last run of the line before, and whether either
        // rises from line to line, or the first one from the second line on:
        // what stands before it may be cut.
        let mut before: [Option<&[u8]>; 2] = [None; 2];
        let mut rising = [self.list.len() > 1; 2];
        let mut rows = 0;
        let mut rises_later = self.list.len() > 2;
        for together in self.list.chunk_by(|_, next| !next.blank_before) {
            let first = bare::runs(together[0].line.of(plain)).count();
            for (n, row) in together.iter().enumerate() {
                let is_last = n + 1 == together.len();
                let runs = bare::runs(row.line.of(plain));
                let count = runs.clone().count();
                if count > first || !is_last && count < first {
                    return false;
                }
                for (at, run) in runs.clone().enumerate() {
                    let may_be_short = is_last && at + 1 == count && (count > 3 || n > 0);
                    if run.len() > width || run.len() < width && !may_be_short {
                        return false;
                    }
                }
                let ends = [runs.clone().next(), runs.last()];
                rises_later &= rows < 2 || before[0] < ends[0];
                rows += 1;
                // A run may be doubled.
                if count == 2 && width > 4 && ends[0] == ends[1] {
                    return false;
                }
                for (end, own) in ends.into_iter().enumerate() {
                    rising[end] &=
                        before[end].is_none_or(|before| own.is_some_and(|own| before < own));
                }
                before = ends;
            }
        }
        !rises_later && !rising.contains(&true)
    }

    /// Whether the first or last run of the first line may be a number beside
    /// the octets.
    fn has_number(&self, plain: &[u8]) -> bool {
        let Some(line) = self.list.first().map(|row| row.line.of(plain)) else {
            return false;
        };
        let count = bare::runs(line).count();
        let octets = line.iter().filter(|byte| **byte != b' ').count() / 2;
        let is_decimal = |run: &[u8]| run.iter().all(u8::is_ascii_digit);
        let is_length = |run: &[u8]| {
            let number = str::from_utf8(run)
                .ok()
                .and_then(|digits| digits.parse().ok());
            number == Some(octets - run.len() / 2)
        };
        let first = bare::runs(line).next().filter(|run| is_decimal(run));
        let last = bare::runs(line).last().filter(|run| is_decimal(run));
        first.is_some_and(|run| count == 2 || run[0] < b'4' && run.len() == 2 || is_length(run))
            || last.is_some_and(|run| count == 2 || is_length(run))
    }

    /// The length of the first run.
    fn width(&self, plain: &[u8]) -> usize {
        let first = self.list.first();
        first
            .and_then(|row| bare::runs(row.line.of(plain)).next())
            .map_or(0, <[u8]>::len)
    }

    /// Whether single runs are long enough to be nothing but blocks, or rows.
    fn are_blocks(&self, plain: &[u8]) -> bool {
        self.list.iter().all(|row| {
            let line = row.line.of(plain);
            line.len() > 8 && line.iter().any(u8::is_ascii_alphabetic)
        })
    }

    /// The other notations in which the text can be read.
    fn others(&self, text: &Text, paste: &Paste) -> Vec<Format> {
        let mut others = Vec::new();
        if text.raw.len() <= super::OTHERS_WITHIN {
            let line = |row: &Row| FrameLine {
                line: row.line,
                mark: None,
                limits: Vec::new(),
                blank_before: row.blank_before,
            };
            let frame = Frame {
                lines: self.list.iter().map(line).collect(),
                ..Frame::default()
            };
            // A title is no Base64.
            let reading = match self.title {
                None => base64::read_lines(text, &frame).ok().flatten(),
                Some(_) => None,
            };
            if reading.is_some_and(|reading| super::is_other(&reading, &paste.blocks)) {
                others.push(Format::Base64);
            }
            let mut octets = paste.blocks.iter().flat_map(|block| &block.octets);
            if !self.digits.letters && octets.any(|octet| *octet > 9) {
                others.push(Format::Decimal);
            }
        }
        others.push(Format::Binary);
        others
    }
}

/// What a line of exactly `# initial table size N` says.
fn initial_table_size(line: &[u8]) -> Option<u32> {
    let digits = line.strip_prefix(b"# initial table size ")?;
    let is_number = digits.iter().all(u8::is_ascii_digit);
    str::from_utf8(digits)
        .ok()
        .filter(|_| is_number)?
        .parse()
        .ok()
}

/// Whether a line is a comment in words that announces nothing.
fn is_title(line: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" .,:-/()".contains(byte);
    let Some(words) = line.strip_prefix(b"# ") else {
        return false;
    };
    let says = |words: &str| sides::heading(words).is_some() || wording::may_say(words);
    if str::from_utf8(words).is_ok_and(says) {
        return false;
    }
    // Bytes may stand on the title's line.
    let is_hex = |word: &&[u8]| {
        word.iter().all(u8::is_ascii_hexdigit) && word.iter().any(u8::is_ascii_digit)
    };
    let digits: usize = words
        .split(|byte| *byte == b' ')
        .filter(is_hex)
        .map(<[u8]>::len)
        .sum();
    let line = words.to_ascii_lowercase();
    let has = |word: &[u8]| line.windows(word.len()).any(|part| part == word);
    words.first().is_some_and(u8::is_ascii_alphabetic)
        && digits < 12
        && words.iter().all(is_word)
        // Longer ones may be the bytes.
        && words
            .split(|byte| !byte.is_ascii_hexdigit())
            .all(|digits| digits.len() < 8)
        && ![&b"setting"[..], b"table", b"size", b"limit", b"max", b".."]
            .into_iter()
            .any(has)
}
