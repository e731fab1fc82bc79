//! Dumps: rows of octets with offsets (xxd, hexdump, od, Wireshark, tcpdump,
//! gdb, lldb, Format-Hex, hexyl), or with a column of characters alone (RFC
//! 7541's Appendix C).

mod columns;
mod offsets;
mod shape;
mod torn;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, bare,
    frame::Frame,
    notes::Notes,
    numbers::AFTER_BAR,
    pieces::{Bond, Pieces},
    row::{self, Beside, Cell, Found, Offset, Signs, Size},
    text::{Line, Text, is_space, run},
    well_formed::is_plausible,
};
use columns::Columns;
use offsets::Run;
use shape::Shape;

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let lines = frame.lines.iter();
    let offsets: Vec<_> = lines
        .map(|line| row::offset(line.line, &text.plain))
        .collect();
    if let Some(shape) = shape::recognise(text, frame, &offsets) {
        return settle(text, frame, &offsets, shape).map(Some);
    }
    if let Some(at) = torn::first(text, frame, &offsets) {
        let message = "This line is a part of a dump, and its bytes are not where a row has them. Copy the whole dump again.";
        return Err(Fault::at(RefusalKind::Offsets, text.raw_at(at), message));
    }
    let read = |columns| Dump::new(text, frame, &[], Shape::COLUMNS, Some(columns)).read();
    columns::recognise(text, frame).map(read).transpose()
}

/// Words whose order nothing shows are swapped, and numbers of three digits
/// octal, unless only the order of the text, or decimal numbers, give whole
/// header blocks.
fn settle(
    text: &Text,
    frame: &Frame,
    offsets: &[Option<Offset>],
    shape: Shape,
) -> Result<Reading, Fault> {
    let read = |shape| Dump::new(text, frame, offsets, shape, None).read();
    let mut reading = read(shape)?;
    let is_whole = |reading: &Reading| is_plausible(&reading.pieces.octets);
    let rests = offsets.iter().flatten().map(|row| row.rest.of(&text.plain));
    // od -to1 writes zeros in front, and od -tu1 none.
    let mut words = rests.flat_map(|rest| rest.split(|byte| is_space(*byte)));
    let is_octal = shape.cell == Cell::new(8, 1) && !words.any(|word| word.starts_with(b"0"));
    // A debugger's words are those of its machine.
    let mut cell = shape.cell;
    let is_word = std::mem::take(&mut cell.swapped) && cell.radix == 16 && !cell.prefixed;
    let decimal = Cell::new(10, 1);
    let (cell, detail) = match is_octal {
        true => (decimal, "decimal dump (od)"),
        false => (cell, shape.detail),
    };
    if !(is_octal || is_word && !is_whole(&reading)) {
        return Ok(reading);
    }
    let note = match read(Shape {
        cell,
        detail,
        ..shape
    }) {
        Ok(other) if is_whole(&other) && !is_whole(&reading) => {
            reading = other;
            "The numbers were read as decimal (od -tu1), or the groups in the order of the text, because as octal numbers, or with their bytes swapped (little-endian words), they are not a complete header block."
        }
        Ok(_) if is_octal => {
            "The numbers were read as octal (od -to1); they may be decimal as well (od -tu1). Print the dump with od -tx1 or xxd to be sure."
        }
        _ => return Ok(reading),
    };
    reading.notes.push((start(&reading.pieces), note.into()));
    Ok(reading)
}

/// Where the first octet stands.
fn start(pieces: &Pieces) -> usize {
    pieces
        .places
        .first()
        .map_or(0, |place| place.start as usize)
}

struct Dump<'a> {
    text: &'a Text<'a>,
    plain: &'a [u8],
    frame: &'a Frame,
    /// The offsets of the lines; none where the rows have a column alone.
    offsets: &'a [Option<Offset>],
    columns: Option<Columns>,
    shape: Shape,
    pieces: Pieces,
    notes: Notes,
    run: Run,
    /// Octets of a full row: of one that another follows.
    width: Option<usize>,
    /// What names the block to come, and the heading of its section.
    label: Option<String>,
    section: Option<String>,
    /// Settings before lines that hold no row, and whether a blank line stood
    /// before them.
    limits: Vec<u32>,
    blank: bool,
    /// Where the characters of a full row begin, from the start of its line.
    column: Option<usize>,
    /// Whether blanks stand at the end of a row.
    padded: bool,
    /// Whether a bar stands before characters.
    barred: bool,
    /// The first rows with characters, with others, and with none.
    beside: [Option<usize>; 3],
    signs: Signs,
}

impl<'a> Dump<'a> {
    fn new(
        text: &'a Text<'a>,
        frame: &'a Frame,
        offsets: &'a [Option<Offset>],
        shape: Shape,
        columns: Option<Columns>,
    ) -> Self {
        Dump {
            plain: &text.plain,
            notes: frame.notes.clone(),
            pieces: Pieces::default(),
            run: Run::default(),
            width: None,
            label: None,
            section: None,
            limits: Vec::new(),
            blank: false,
            column: None,
            padded: false,
            barred: false,
            beside: [None; 3],
            signs: Signs::default(),
            text,
            frame,
            offsets,
            columns,
            shape,
        }
    }

    fn fault<T>(
        &self,
        kind: RefusalKind,
        at: usize,
        message: impl Into<String>,
    ) -> Result<T, Fault> {
        Err(Fault::at(kind, self.text.raw_at(at), message))
    }

    fn note(&mut self, at: usize, message: &str) {
        let at = self.text.raw_at(at);
        self.notes.push_of_many(at, || message.into());
    }

    fn read(mut self) -> Result<Reading, Fault> {
        for (n, line) in self.frame.lines.iter().enumerate() {
            self.blank |= line.blank_before;
            self.limits.extend(&line.limits);
            let end = self
                .columns
                .as_ref()
                .and_then(|own| own.end(self.text, line.line));
            match (self.offset(n), end) {
                (Some((offset, value)), _) if offset.is_alone(self.plain) => {
                    self.end(&offset, value)?
                }
                (Some((offset, value)), _) => self.row(n, &offset, value)?,
                (None, Some(end)) => self.columned(n, end)?,
                (None, None) => self.other(line.line)?,
            }
        }
        self.close_all()?;
        self.drop_decoding();
        if self.shape.cell.swapped {
            let note = match self.shape.cell.radix {
                10 => {
                    "The dump was read as decimal words with their bytes swapped (little-endian, as od -tu2 prints them on most machines): they were swapped back."
                }
                _ => {
                    "The dump shows words with their bytes swapped (little-endian, as hexdump and od -x print them on most machines): they were swapped back."
                }
            };
            self.notes.push((start(&self.pieces), note.into()));
        }
        let is_unordered = self.shape.is_unordered() && self.beside[0].is_none();
        if is_unordered {
            let note = "The words were read in the order of the text; a debugger may have printed them with their bytes swapped.";
            self.notes.push((start(&self.pieces), note.into()));
        }
        let is_due = self.shape.has_characters() || self.padded && !self.shape.cell.swapped;
        match self.beside {
            [None, None, Some(bare)] if is_due && self.columns.is_none() => self.note(bare, "There are no characters beside these rows, as most tools print them in this form: if they were cut off, bytes may be missing too."),
            [Some(_), _, Some(bare)] => self.note(bare, "There are no characters beside this row, and other rows have them: bytes may be missing too."),
            _ => {}
        }
        if self.padded && self.shape.is_od() && self.shape.cell.octets == 4 {
            let note = "Blanks stand at the ends of rows, as hexdump fills up those with words of two bytes, and these have four: blanks between them may be missing.";
            self.notes.push((start(&self.pieces), note.into()));
        }
        if self.padded && self.shape.is_od() && self.shape.base != 16 {
            let note = "Blanks stand at the ends of rows, as hexdump fills them up, but the offsets count as those of od do: bytes may be missing at the ends of rows.";
            self.notes.push((start(&self.pieces), note.into()));
        }
        // tcpdump shows spaces as dots.
        let is_tcpdump = self
            .shape
            .first
            .is_some_and(|first| first.prefixed && first.width() == 4);
        if let Some(others) = self.beside[1].or_else(|| self.signs.other(is_tcpdump)) {
            self.note(others, "The characters beside this row do not match its bytes: some of either were changed, or are missing. The bytes were used.");
        }
        let frame = self
            .frame
            .reading(Format::Hexdump, self.shape.detail, self.pieces);
        Ok(Reading {
            notes: self.notes,
            doubt: None,
            ..frame
        })
    }

    /// Begins the piece of a row, and says where its octets begin.
    fn begin(&mut self, n: usize, bond: Bond) -> usize {
        let piece = self.pieces.begin(bond);
        piece.mark = self.frame.lines[n].mark;
        piece.label = self.label.take();
        piece.limits = std::mem::take(&mut self.limits);
        self.blank = false;
        piece.start
    }

    fn row(&mut self, n: usize, offset: &Offset, value: u64) -> Result<(), Fault> {
        let line = self.frame.lines[n].line;
        self.check_digits(offset)?;
        let bond = self.bond(offset, value)?;
        let fresh = !matches!(bond, Bond::Joined | Bond::JoinedOverBlank);
        let from = self.begin(n, bond);
        let expect = self.expected(n);
        let size = Size {
            expect,
            width: self.width.or((!fresh).then_some(row::WIDEST)),
            column: self.column.map(|column| line.start + column),
        };
        let found = row::read(
            self.text,
            offset.rest,
            size,
            self.shape.cell,
            &mut self.pieces,
        );
        self.check_row(offset, expect, &found, from)?;
        let is_open = offset.framed && !offset.rest.of(self.plain).ends_with(b"|");
        let is_barred = self.plain.get(offset.digits.end) == Some(&b'|');
        let is_torn = self.shape.cell.prefixed && !offset.prefixed;
        if is_open || is_barred != offset.framed || is_torn {
            return self.fault(RefusalKind::Truncated, line.start, CUT);
        }
        self.beside(n, from, found.after, self.column.is_some() && !fresh)?;
        if expect.is_some() && found.after.start < found.after.end {
            self.column = Some(found.after.start - line.start);
        }
        // The last row before the end offset may not be full.
        let next = self.offsets[n + 1..].iter().flatten().next();
        if next.is_some_and(|next| !next.is_alone(self.plain)) {
            self.width = self.width.max(expect);
        }
        self.advance(offset, value, from, fresh)
    }

    /// Compares the octets of a row from `from` on with what stands beside
    /// them; others of the dump have their characters there where `due`.
    fn beside(&mut self, n: usize, from: usize, after: Line, due: bool) -> Result<(), Fault> {
        let line = self.frame.lines[n].line;
        let octets = &self.pieces.octets[from..];
        let beside = row::beside(octets, after, self.text, &mut self.signs)?;
        self.barred |= after.of(self.plain).starts_with(b"|");
        let are_blank = !self.barred && octets.iter().all(|octet| *octet == b' ');
        if beside == Beside::Nothing && are_blank {
            return Ok(());
        }
        self.beside[beside as usize].get_or_insert(line.start);
        // Blanks fill up a row that has characters.
        let next = self.plain.get(line.end);
        self.padded |= next.is_some_and(|byte| is_space(*byte));
        let last = n + 1 == self.frame.lines.len();
        if beside == Beside::Nothing && due && last {
            return self.fault(RefusalKind::Truncated, line.end, CUT);
        }
        let is_sign = |byte: &u8| matches!(byte, b'|' | b' ');
        let words = &after.of(self.plain)[run(after.of(self.plain), is_sign)..];
        let digits = run(words, u8::is_ascii_hexdigit);
        let is_cell = digits > 0 && digits % 2 == 0 && words.get(digits).is_none_or(is_sign);
        if beside == Beside::Others && is_cell && self.columns.is_some() {
            return self.fault(RefusalKind::Ambiguous, after.start, AFTER_BAR);
        }
        Ok(())
    }

    /// Refuses a row that holds another number of octets than the offsets
    /// say, or something that is no octet.
    fn check_row(
        &self,
        offset: &Offset,
        expect: Option<usize>,
        found: &Found,
        from: usize,
    ) -> Result<(), Fault> {
        let cell = self.shape.cell;
        let octets = &self.pieces.octets[from..];
        // Words are printed whole, but by xxd -e.
        let torn = found
            .part
            .filter(|_| cell.swapped && (cell.prefixed || !self.shape.marked));
        let full = expect.is_none_or(|expect| expect == octets.len());
        let more = found.clean && row::goes_on(self.text, found.after, cell, octets);
        if found.clean && full && !more && torn.is_none() {
            return Ok(());
        }
        let start = found.after.start;
        let after = found.after.of(self.plain);
        let end = run(after, |byte| !matches!(byte, b' ' | b'\t' | b'|'));
        let word = &after[..end];
        let digits = run(word, u8::is_ascii_hexdigit);
        let odd = digits == end && end % 2 == 1 && !octets.is_empty() && !more;
        if let Some(at) = torn.or(odd.then_some(start + end)) {
            return Err(bare::odd(self.text.raw_at(at)));
        }
        if after.starts_with(b"\\") {
            return self.fault(RefusalKind::BadDigit, start, "These are characters, as od -c or hexdump -c print them, not digits. Print the bytes as hex instead: od -An -tx1, xxd or hexdump -C.");
        }
        if digits < end && end <= 8 && word.iter().any(u8::is_ascii_hexdigit) {
            let raw = self.text.raw_at(start + digits);
            let c = self.text.raw[raw..].chars().next().unwrap_or('?');
            return Err(bare::bad_digit(c, raw));
        }
        // A column in a code page that is not known here.
        let apart = self.plain[..start].ends_with(b"  ") || after.starts_with(b"|");
        let is_ascii = self.text.raw[self.text.range(start, found.after.end)].is_ascii();
        let foreign = !is_ascii || end > 2 && apart;
        match expect {
            None if !octets.is_empty() && !more && foreign => Ok(()),
            None => self.fault(RefusalKind::BadDigit, start, "Bytes are expected here."),
            Some(_) if full => self.fault(RefusalKind::Offsets, start, "According to the next offset this row ends here, but it has more bytes. Copy the whole dump again."),
            Some(expect) => self.fault(RefusalKind::Offsets, offset.digits.start, format!("This row has {} bytes, but according to the next offset it should have {expect}. Copy the whole dump again.", octets.len())),
        }
    }

    /// A line that is no row: words of a person or a heading of the tool.
    fn other(&mut self, line: Line) -> Result<(), Fault> {
        let content = line.of(self.plain);
        if content == b"*" {
            return self.squeeze(line);
        }
        if content.starts_with(b"#") || content.starts_with(b"//") || is_ruler(content) {
            return Ok(());
        }
        if content.windows(2).any(|two| two == b"..") || content.starts_with(b"<snip") {
            return self.fault(RefusalKind::Truncated, line.start, "The dump was shortened here, or the bytes beside these characters were cut off: bytes are missing. Copy all of it.");
        }
        // A word far from the margin stands where the characters of rows do.
        let indent = |line: Line| run_back(&self.plain[..line.start], |byte| is_space(*byte));
        let is_far = indent(line) >= indent(self.frame.lines[0].line) + 12
            && !content.iter().any(|byte| is_space(*byte));
        let bar = run(content, |byte| *byte != b'|');
        let is_row = bar < content.len() && content[..bar].iter().any(u8::is_ascii_digit);
        let is_heading = is_section(content) && content.ends_with(b".");
        if !row::is_words(content) && !is_heading || is_far || is_row {
            return self.fault(RefusalKind::Offsets, line.start, "This line is neither a row of the dump nor words, so its place among the rows is not known. Copy the dump again, in whole lines.");
        }
        // Between words there are no gaps, but between those of a heading.
        let is_word = |byte: &u8| byte.is_ascii_alphabetic() || is_space(*byte);
        let has_gap = content.contains(&b'\t') || content.windows(4).any(|gap| gap == b"    ");
        if bar < content.len() || has_gap && !content.iter().all(is_word) {
            self.note(
                line.start,
                "This line may be a row of the dump, or a part of one: bytes may be missing.",
            );
            return Ok(());
        }
        let name = self.text.name(line.start, line.end);
        let letters = |name: &str| name.replace(|c: char| !c.is_alphabetic(), "");
        let before = self.label.as_deref().unwrap_or_default();
        if !before.is_empty() && letters(before) == letters(&name) {
            self.note(line.start, "No bytes stand between this line and the one before that is like it: they may be missing.");
        }
        if is_section(content) {
            self.section = Some(name.clone());
        }
        let own = self
            .section
            .clone()
            .filter(|_| name.starts_with("Hex dump of encoded data"));
        self.label = own.or_else(|| Some(name.trim_end_matches(':').trim().to_owned()));
        Ok(())
    }
}

/// Why a row is refused that lacks characters.
const CUT: &str = "The text was cut off inside this row: a part of its offset or of the characters beside it is missing. Copy the whole dump.";

/// Whether a line is the heading of an example of RFC 7541.
fn is_section(line: &[u8]) -> bool {
    matches!(line, [b'C', b'.', digit, ..] if digit.is_ascii_digit())
}

/// How many at the end are so.
fn run_back(bytes: &[u8], is: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().rev().take_while(|byte| is(byte)).count()
}

/// A line that numbers the columns: `00 01 02 …`, or dashes under a heading.
fn is_ruler(line: &[u8]) -> bool {
    let is_rule = |byte: &u8| matches!(byte, b'-' | b'=' | b'+' | b'|' | b' ');
    let numbers = line
        .split(|byte| is_space(*byte) || matches!(byte, b'-' | b'|'))
        .filter(|word| !word.is_empty() && !word.to_ascii_lowercase().starts_with(b"offset"))
        .map_while(|word| {
            let word = str::from_utf8(word).ok().filter(|word| word.len() <= 2)?;
            usize::from_str_radix(word, 16).ok()
        });
    line.iter().all(is_rule)
        || numbers.clone().count() >= 4 && numbers.clone().eq(0..numbers.clone().count())
        // One of them may be missing.
        || numbers.clone().count() >= 12 && numbers.clone().all(|n| n < 16) && numbers.is_sorted()
}
