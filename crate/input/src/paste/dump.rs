//! Dumps: rows of octets with offsets (xxd, hexdump, od, Wireshark, tcpdump,
//! gdb, lldb, Format-Hex, hexyl), or with a column of characters (RFC 7541's
//! Appendix C).

mod columns;
mod shape;
mod torn;

use std::collections::HashSet;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, bare,
    frame::Frame,
    notes::Notes,
    row::{self, Beside, Cell, Found, Offset, Size},
    split::{self, Bond, Pieces},
    text::{Line, Text, is_space, run},
    well_formed::is_plausible,
};
use shape::Shape;

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let offsets: Vec<Option<Offset>> = frame
        .lines
        .iter()
        .map(|line| row::offset(line.line, &text.plain))
        .collect();
    if let Some(shape) = shape::recognise(text, frame, &offsets) {
        return settle(text, frame, &offsets, shape).map(Some);
    }
    if let Some(at) = torn::first(text, frame, &offsets) {
        let message = "This line is a part of a dump, and its bytes are not where a row has them. Copy the whole dump again.";
        return Err(Fault::at(RefusalKind::Offsets, text.raw_at(at), message));
    }
    columns::read(text, frame)
}

pub(crate) fn read_as(text: &Text, frame: &Frame) -> Answer {
    read(text, frame)
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
    let plain = &*text.plain;
    let read = |shape| Dump::new(text, frame, offsets, shape).read();
    let mut likelier = read(shape)?;
    let is_whole = |reading: &Reading| is_plausible(&reading.pieces.octets);
    let mut rests = offsets.iter().flatten().map(|offset| offset.rest.of(plain));
    // od -to1 writes zeros in front, and od -tu1 none.
    let mut words = rests
        .by_ref()
        .flat_map(|rest| rest.split(|byte| is_space(*byte)));
    let (cell, detail, note) = match shape.cell {
        // A debugger's words are those of its machine.
        cell if cell.swapped && cell.radix == 16 && !cell.prefixed && !is_whole(&likelier) => (
            Cell {
                swapped: false,
                ..cell
            },
            shape.detail,
            "The groups were read in the order of the text, because with their bytes swapped (little-endian words) they are not a complete header block.",
        ),
        Cell {
            radix: 8,
            octets: 1,
            ..
        } if !words.any(|word| word.starts_with(b"0")) => (
            Cell::new(10, 1),
            "decimal dump (od)",
            "The numbers were read as decimal (od -tu1), because as octal numbers they are not a complete header block.",
        ),
        _ => return Ok(likelier),
    };
    let is_octal = shape.cell.radix == 8;
    let note = match read(Shape {
        cell,
        detail,
        ..shape
    }) {
        Ok(other) if is_whole(&other) && !is_whole(&likelier) => {
            likelier = other;
            note
        }
        Ok(_) if is_octal => {
            "The numbers were read as octal (od -to1); they may be decimal as well (od -tu1). Print the dump with od -tx1 or xxd to be sure."
        }
        _ => return Ok(likelier),
    };
    let first = likelier.pieces.places.first();
    likelier
        .notes
        .push((first.map_or(0, |place| place.start as usize), note.into()));
    Ok(likelier)
}

/// Why a line among the rows is refused.
const NO_OFFSET: &str = "This line is neither a row with an offset and bytes nor words, so its place among the rows is not known. Copy the dump again, in whole lines.";

/// A dump in the text: its first offset, and the one that comes after it.
#[derive(Clone, Copy)]
struct Run {
    first: u64,
    next: u64,
    /// Its first octet, and the octets of its last row.
    start: usize,
    last: usize,
}

struct Dump<'a> {
    text: &'a Text<'a>,
    frame: &'a Frame,
    offsets: &'a [Option<Offset>],
    /// The first offset of the text, and the last one that was read.
    first: Offset,
    before: Offset,
    /// Whether a sign marks an offset of the text as one.
    marked: bool,
    shape: Shape,
    pieces: Pieces,
    notes: Notes,
    /// The dump at hand.
    run: Option<Run>,
    /// Where the dumps so far begin and end, but for those that begin at 0.
    begun: HashSet<u64>,
    over: HashSet<u64>,
    /// Dumps that no offset ended, and whether one ended any.
    open: Vec<(usize, u64)>,
    ended: bool,
    /// Octets of a full row: of one that another follows.
    width: Option<usize>,
    /// A `*` that stands for rows like the last one.
    squeezed: Option<Line>,
    label: Option<String>,
    /// Settings before lines that hold no row.
    limits: Vec<u32>,
    /// Where the characters of a full row begin, from the start of its line.
    column: Option<usize>,
    /// The first rows with characters, with others, and with none.
    beside: [Option<usize>; 3],
}

impl<'a> Dump<'a> {
    fn new(
        text: &'a Text<'a>,
        frame: &'a Frame,
        offsets: &'a [Option<Offset>],
        shape: Shape,
    ) -> Self {
        Dump {
            text,
            frame,
            offsets,
            shape,
            first: shape.first,
            before: shape.first,
            marked: offsets.iter().flatten().any(|offset| offset.marked),
            notes: frame.notes.clone(),
            pieces: Pieces::default(),
            run: None,
            begun: HashSet::new(),
            over: HashSet::new(),
            open: Vec::new(),
            ended: false,
            width: None,
            squeezed: None,
            label: None,
            limits: Vec::new(),
            column: None,
            beside: [None; 3],
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
        let plain = &*self.text.plain;
        let mut blank = false;
        for n in 0..self.frame.lines.len() {
            let line = &self.frame.lines[n];
            blank |= line.blank_before;
            self.limits.extend(&line.limits);
            let Some((offset, value)) = self.offset(n) else {
                self.other(line.line)?;
                continue;
            };
            self.check_width(&offset)?;
            if offset.is_alone(plain) {
                self.end(&offset, value)?;
            } else {
                self.row(n, &offset, value, std::mem::take(&mut blank))?;
            }
        }
        if let Some(star) = self.squeezed {
            return self.fault(RefusalKind::Truncated, star.start, "The offset after “*”, which says how many rows it stands for, is missing. Copy the dump through to its end, or print it without squeezing (hexdump -v, od -v).");
        }
        self.close()?;
        let od = matches!(self.first.width(), 6 | 7) && !self.marked;
        for (at, next) in std::mem::take(&mut self.open) {
            if od || self.ended {
                self.notes.push_of_many(at, || {
                    format!("Such a dump ends with an offset on a line of its own, which is missing here: bytes after the first {next} may be missing too.")
                });
            }
        }
        if self.shape.cell.swapped {
            let at = self
                .pieces
                .places
                .first()
                .map_or(0, |place| place.start as usize);
            let note = "The dump shows words with their bytes swapped (little-endian, as hexdump and od -x print them on most machines): they were swapped back.";
            self.notes.push((at, note.into()));
        }
        if let [Some(_), _, Some(bare)] = self.beside {
            self.note(bare, row::ALONE);
        }
        if let Some(others) = self.beside[1] {
            self.note(others, row::OTHERS);
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

    /// The offset of a line, and its value.
    fn offset(&self, n: usize) -> Option<(Offset, u64)> {
        let offset = self.offsets[n]?;
        Some((offset, offset.value(&self.text.plain, self.shape.base)?))
    }

    /// Refuses an offset that has not the digits of those before it: padded
    /// ones have as many, and others more where they grow.
    fn check_width(&mut self, offset: &Offset) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        let before = std::mem::replace(&mut self.before, *offset);
        let padded = [before, *offset]
            .iter()
            .any(|offset| plain[offset.digits.start] == b'0');
        let alike = before.prefixed == offset.prefixed && before.framed == offset.framed;
        if alike && (!padded || before.width() == offset.width()) {
            return Ok(());
        }
        self.fault(RefusalKind::Offsets, offset.digits.start, "This offset is not written as the one before it: a part of one of the two is missing. Copy the whole dump again.")
    }

    /// The dump at hand ends, and no offset says how long it is.
    fn close(&mut self) -> Result<(), Fault> {
        let Some(run) = self.finish() else {
            return Ok(());
        };
        let octets = &self.pieces.octets[run.start..];
        let last = self
            .pieces
            .places
            .last()
            .map_or(0, |place| place.start as usize);
        self.open.push((last, run.next - run.first));
        let cell = self.shape.cell;
        // xxd -e shows a part of a word; others fill it up.
        if cell.word() == 1 || self.marked && !cell.prefixed {
            return Ok(());
        }
        let zeros = run_back(octets).min(cell.octets - 1);
        if zeros > 0 && !self.marked {
            return Err(Fault::at(
                RefusalKind::Truncated,
                last,
                "The last word may be padded with zeros that are not data; the last line of the dump, an offset that would tell, is missing. Copy the dump through to its end.",
            ));
        }
        let is_whole = |zeros: &usize| is_plausible(&octets[..octets.len() - zeros]);
        if let Some(padding) = (1..=zeros).rev().find(is_whole) {
            self.notes.push_of_many(last, || {
                format!("The last word ends with {padding} zeros that were left out, because without them this is a complete header block: they may be padding or data.")
            });
            self.truncate(padding);
        }
        Ok(())
    }

    /// Takes the dump at hand off, and notes where it stood.
    fn finish(&mut self) -> Option<Run> {
        let run = self.run.take()?;
        self.over.insert(run.next);
        self.begun.extend((run.first > 0).then_some(run.first));
        Some(run)
    }

    fn truncate(&mut self, count: usize) {
        let keep = self.pieces.octets.len() - count;
        self.pieces.octets.truncate(keep);
        self.pieces.places.truncate(keep);
    }

    /// The octets up to the next offset of the dump.
    fn expected(&self, n: usize, value: u64) -> Option<usize> {
        let mut after = n + 1..self.frame.lines.len();
        let is_star = |n: usize| self.frame.lines[n].line.of(&self.text.plain) == b"*";
        let next = after.find(|&next| self.offsets[next].is_some() || is_star(next))?;
        let (_, due) = self.offset(next)?;
        let most = match (self.width, self.frame.lines[next].blank_before) {
            (Some(width), _) => width,
            (None, true) => 64,
            (None, false) => row::WIDEST,
        };
        let distance = usize::try_from(due.checked_sub(value)?).ok()?;
        (1..=most).contains(&distance).then_some(distance)
    }

    /// How a row is bound to the one before it, by its offset.
    ///
    /// # Errors
    /// Where rows are missing or repeated between the two.
    fn bond(&mut self, offset: &Offset, value: u64, blank: bool) -> Result<Bond, Fault> {
        let at = offset.digits.start;
        let named = self.label.take();
        let Some(Run { first, next, .. }) = self.run else {
            self.label = named;
            return self.begin(offset, value, blank);
        };
        if self.squeezed.is_some() && value > next {
            self.fill(value - next)?;
        } else if value == next && self.squeezed.is_none() {
            let parted = if blank { "the blank line" } else { "the words" };
            if blank || named.is_some() {
                self.note(at, &format!("The offsets continue across {parted} before this line, so both parts were read as one dump."));
            }
            if blank {
                return Ok(Bond::JoinedOverBlank);
            }
        } else if self.squeezed.is_some()
            || !blank && named.is_none() && (value > next || value != first && value != 0)
        {
            let shown = |value: u64| match self.shape.base {
                8 => format!("0{value:o}"),
                10 => value.to_string(),
                _ => format!("{value:#x}"),
            };
            let why = match value > next {
                true => "rows are missing",
                false => "rows are repeated here, or in a different order",
            };
            let message = format!(
                "The offset {} should be {}: {why}. Copy the whole dump again.",
                shown(value),
                shown(next)
            );
            return self.fault(RefusalKind::Offsets, at, message);
        } else {
            self.label = named;
            return self.begin(offset, value, blank);
        }
        Ok(Bond::Joined)
    }

    /// A row begins a dump.
    fn begin(&mut self, offset: &Offset, value: u64, blank: bool) -> Result<Bond, Fault> {
        self.close()?;
        if value > 0 && self.over.contains(&value) {
            return self.fault(RefusalKind::Offsets, offset.digits.start, "This offset goes on where a dump before the last one ends: rows are in a different order, or parts of another dump stand among them. Copy the whole dump again.");
        }
        // An offset without zeros in front is an address, which may be any.
        let padded = self.text.plain[offset.digits.start] == b'0' && offset.width() <= 8;
        let step = if padded { 256 } else { 16 };
        let is_start = value >= 1 << 12 && value.is_multiple_of(step);
        if value > 0 && !is_start {
            self.note(
                offset.digits.start,
                "The dump does not start at offset 0: rows before this one may be missing.",
            );
        }
        Ok(if blank { Bond::AfterBlank } else { Bond::Apart })
    }

    fn row(&mut self, n: usize, offset: &Offset, value: u64, blank: bool) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        let line = &self.frame.lines[n];
        let bond = self.bond(offset, value, blank)?;
        let fresh = !matches!(bond, Bond::Joined | Bond::JoinedOverBlank);
        let from = self.pieces.octets.len();
        let piece = self.pieces.begin(bond);
        piece.mark = line.mark;
        piece.label = self.label.take();
        piece.limits = std::mem::take(&mut self.limits);
        let expect = self.expected(n, value);
        let size = Size {
            expect,
            width: self.width.or((!fresh).then_some(row::WIDEST)),
            column: self.column.map(|column| line.line.start + column),
        };
        let found = row::read(
            self.text,
            offset.rest,
            size,
            self.shape.cell,
            &mut self.pieces,
        );
        self.check_row(offset, expect, &found, from)?;
        let octets = &self.pieces.octets[from..];
        let beside = row::beside(octets, found.after, self.text)?;
        let is_cut = offset.framed && !offset.rest.of(plain).ends_with(b"|");
        let bare = beside == Beside::Nothing && octets.iter().any(|octet| *octet != b' ');
        let last = n + 1 == self.frame.lines.len();
        // Blanks fill up a row that has characters; hexdump alone fills up all.
        let padded = plain.get(line.line.end).is_some_and(|byte| is_space(*byte));
        let lone = last && self.column.is_some() && self.pieces.list.len() > 1;
        if is_cut || bare && lone {
            return self.fault(RefusalKind::Truncated, found.after.start, row::CUT);
        }
        let kind = match beside {
            Beside::Characters => 0,
            Beside::Others => 1,
            Beside::Nothing => 2,
        };
        if bare || kind < 2 {
            self.beside[kind].get_or_insert(line.line.start);
        }
        if bare && padded && !self.shape.cell.swapped {
            self.note(line.line.end, "Blanks stand behind this row, as before characters, and there are none: bytes may be missing too.");
        }
        if fresh && self.stands_twice(from) {
            return self.fault(RefusalKind::Offsets, offset.digits.start, "The offset starts again here with the same row, and neither is a complete block: the row is repeated. Copy the dump again.");
        }
        if expect.is_some() && found.after.start < found.after.end {
            self.column = Some(found.after.start - line.line.start);
        }
        self.width = self.width.max(expect);
        let run = self.run.filter(|_| !fresh);
        self.run = Some(Run {
            first: run.map_or(value, |run| run.first),
            next: value + found.octets as u64,
            start: run.map_or(from, |run| run.start),
            last: found.octets,
        });
        let next = value + found.octets as u64;
        if self.begun.contains(&next) {
            return self.fault(RefusalKind::Offsets, offset.digits.start, "The rows after this one stand before it: they are in a different order. Copy the whole dump again.");
        }
        Ok(())
    }

    /// Whether the last row is the same as the one before it, which was a
    /// dump by itself though no whole block.
    fn stands_twice(&self, from: usize) -> bool {
        let octets = &self.pieces.octets;
        matches!(&self.pieces.list[..], [.., before, _] if before.bond != Bond::Joined
            && octets[before.start..from] == octets[from..]
            && !is_plausible(&octets[from..]))
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
        let plain = &*self.text.plain;
        let cell = self.shape.cell;
        let octets = &self.pieces.octets[from..];
        // Words are printed whole, but by xxd -e.
        let torn = found
            .part
            .filter(|_| cell.swapped && (cell.prefixed || !self.marked));
        let full = expect.is_none_or(|expect| expect == found.octets);
        let more = found.clean && row::goes_on(self.text, found.after, cell, octets);
        if found.clean && full && !more && (torn.is_none() || expect.is_some()) {
            return Ok(());
        }
        let start = found.after.start;
        let after = found.after.of(plain);
        let word = after
            .split(|byte| matches!(byte, b' ' | b'\t' | b'|'))
            .next()
            .unwrap_or_default();
        if after.starts_with(b"\\") {
            return self.fault(RefusalKind::BadDigit, start, "These are characters, as od -c or hexdump -c print them, not digits. Print the bytes as hex instead: od -An -tx1, xxd or hexdump -C.");
        }
        let digits = run(word, u8::is_ascii_hexdigit);
        if digits == word.len() && digits % 2 == 1 && found.octets > 0 && !more {
            return Err(bare::odd(self.text.raw_at(start + digits)));
        }
        if let Some(at) = torn {
            return Err(bare::odd(self.text.raw_at(at)));
        }
        if digits < word.len() && word.iter().any(u8::is_ascii_hexdigit) && word.len() <= 8 {
            let raw = self.text.raw_at(start + digits);
            let c = self.text.raw[raw..].chars().next().unwrap_or('?');
            return Err(bare::bad_digit(c, raw));
        }
        let apart = plain[..start].ends_with(b"  ") || after.starts_with(b"|");
        match expect {
            Some(expect) if expect == found.octets => self.fault(RefusalKind::Offsets, start, "According to the next offset this row ends here, but it has more bytes. Copy the whole dump again."),
            Some(expect) => self.fault(RefusalKind::Offsets, offset.digits.start, format!("This row has {} bytes, but according to the next offset it should have {expect}. Copy the whole dump again.", found.octets)),
            // A column in a code page that is not known here.
            None if found.octets > 0 && !more && (!after.iter().any(u8::is_ascii_hexdigit) || word.len() > 2 && apart) => Ok(()),
            None => self.fault(RefusalKind::BadDigit, start, "Bytes are expected here."),
        }
    }

    /// An offset without octets: where the dump ends.
    fn end(&mut self, offset: &Offset, value: u64) -> Result<(), Fault> {
        let at = offset.digits.start;
        // Wireshark, od and hexdump end so, with four to eight digits.
        let marked = self.first.marked && !self.first.is_alone(&self.text.plain);
        let ends = (4..=8).contains(&offset.width()) && !marked;
        let od = matches!(offset.width(), 6 | 7) && !self.marked;
        let Some(run) = self.run.filter(|run| ends || run.next != value) else {
            if od && value == 0 && self.run.is_none() {
                self.note(at, "There are no bytes before this offset: a dump is empty, or its bytes are missing.");
                return Ok(());
            }
            return self.fault(RefusalKind::Truncated, at, "There are no bytes after this offset, and such a dump does not end with an offset: the text was cut off. Copy the whole dump.");
        };
        let next = run.next;
        let padding = next.saturating_sub(value);
        if value > next && self.squeezed.is_some() {
            // The rows that are squeezed may end in a part of one.
            self.fill(value - next)?;
        } else if value > next {
            return self.fault(RefusalKind::Truncated, at, format!("The dump ends at {value:#x}, but its rows only reach {next:#x}: rows are missing. Copy all of it again."));
        } else if padding >= self.shape.cell.word() as u64 {
            return self.fault(RefusalKind::Offsets, at, format!("The dump ends at {value:#x}, but its rows reach {next:#x}. Copy all of it again."));
        } else if run_back(&self.pieces.octets) < padding as usize {
            return self.fault(RefusalKind::Offsets, at, "The dump ends inside its last word, which is not padded with zeros. Copy all of it again.");
        } else {
            // The last word is filled with zeros that are no octets.
            self.truncate(padding as usize);
        }
        self.finish();
        self.ended = true;
        Ok(())
    }

    /// Repeats the last row for so many octets, placed at the `*`.
    fn fill(&mut self, octets: u64) -> Result<(), Fault> {
        let (Some(star), Some(run)) = (self.squeezed.take(), &mut self.run) else {
            return Ok(());
        };
        run.next += octets;
        let width = run.last;
        let from = self.pieces.octets.len() - width;
        let count = usize::try_from(octets).unwrap_or(usize::MAX);
        if width == 0 || !self.pieces.may_repeat(count, self.text) {
            let most = split::most_repeated(self.text);
            return self.fault(RefusalKind::TooLarge, star.start, format!("“*” stands for {octets} bytes here, and all that a text of this length repeats may be {most} bytes at most. Copy the dump again, or print it without squeezing (hexdump -v, od -v)."));
        }
        let place = self.text.place(star.start, star.end);
        for n in 0..count {
            self.pieces
                .push(self.pieces.octets[from + n % width], place);
        }
        Ok(())
    }

    /// A line without an offset: words of a person or a heading of the tool.
    fn other(&mut self, line: Line) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        let content = line.of(plain);
        if content == b"*" {
            self.squeezed = Some(line);
            return match self.run {
                Some(_) => Ok(()),
                None => self.fault(
                    RefusalKind::Truncated,
                    line.start,
                    "“*” stands for rows like the one before it, and there is none.",
                ),
            };
        }
        if content.starts_with(b"#") || content.starts_with(b"//") || is_ruler(content) {
            return Ok(());
        }
        if content.windows(2).any(|two| two == b"..") || content.starts_with(b"<snip") {
            return self.fault(RefusalKind::Truncated, line.start, "The dump was shortened here, or the bytes beside these characters were cut off: bytes are missing. Copy all of it.");
        }
        // A word far from the margin stands where the characters of rows do.
        let is_far = indent(line, plain) >= indent(self.frame.lines[0].line, plain) + 12
            && !content.iter().any(|byte| is_space(*byte));
        if !row::is_words(content) || is_far {
            return self.fault(RefusalKind::Offsets, line.start, NO_OFFSET);
        }
        if content.contains(&b'|') {
            self.note(
                line.start,
                "This line belongs to a row of the dump that is not there: bytes may be missing.",
            );
            return Ok(());
        }
        let label = self.text.name(line.start, line.end);
        self.label = Some(label.trim_end_matches(':').trim().to_owned());
        Ok(())
    }
}

/// Blanks before a line.
fn indent(line: Line, plain: &[u8]) -> usize {
    let blanks = plain[..line.start]
        .iter()
        .rev()
        .take_while(|byte| is_space(**byte));
    blanks.count()
}

/// Zeros at the end.
fn run_back(octets: &[u8]) -> usize {
    octets.iter().rev().take_while(|octet| **octet == 0).count()
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
        || numbers.clone().count() >= 4 && numbers.clone().eq(0..numbers.count())
}
