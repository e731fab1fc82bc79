//! Dumps: rows of octets with offsets (xxd, hexdump, od, Wireshark, tcpdump,
//! gdb, lldb, Format-Hex, hexyl), or with a column of characters (RFC 7541's
//! Appendix C).

mod columns;
mod shape;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, bare,
    frame::Frame,
    notes::Notes,
    row::{self, Beside, Cell, Found, Offset, Size},
    split::{self, Bond, Pieces},
    text::{Line, Text, is_space},
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
    if let Some(at) = torn(text, &offsets) {
        let message = "This line begins as the row of a dump does, with an offset, but its bytes are not those that a row has there. Copy the whole dump again.";
        return Err(Fault::at(RefusalKind::Offsets, text.raw_at(at), message));
    }
    columns::read(text, frame)
}

/// Where a dump begins whose rows cannot be read as such: a debugger's
/// address, or numbers that are padded with zeros and grow from 0.
fn torn(text: &Text, offsets: &[Option<Offset>]) -> Option<usize> {
    let plain = &*text.plain;
    let mut all = offsets.iter().flatten();
    let is_address =
        |offset: &&Offset| offset.prefixed(plain) && plain.get(offset.digits.end) == Some(&b':');
    if let Some(address) = all.clone().find(is_address) {
        return Some(address.digits.start);
    }
    let first = all.next()?;
    let width = first.width();
    let mut due = 1;
    let mut grows = |offset: &Offset| {
        let value = offset.value(plain, 16).filter(|value| *value >= due);
        due = value.map_or(u64::MAX, |value| value + 1);
        offset.width() == width && value.is_some_and(|value| value < 1 << 12)
    };
    let zero = first.value(plain, 16) == Some(0) && (4..=8).contains(&width);
    (zero && all.clone().next().is_some() && all.all(&mut grows)).then_some(first.digits.start)
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
    let read = |shape| Dump::new(text, frame, offsets, shape).read();
    let likelier = read(shape)?;
    let plain = &*text.plain;
    let mut rests = offsets.iter().flatten().map(|offset| offset.rest.of(plain));
    let (cell, detail, note) = match shape.cell {
        // A debugger's words are those of its machine.
        Cell::Word(octets)
            if !is_plausible(&likelier.pieces.octets)
                && !rests.all(|rest| rest.trim_ascii_start().starts_with(b"0x")) =>
        {
            (
                Cell::Group(octets),
                shape.detail,
                "The groups were read in the order of the text, because with their bytes swapped (little-endian words) they are not a complete header block.",
            )
        }
        // od -to1 writes zeros in front, and od -tu1 none.
        Cell::Octal
            if !rests.any(|rest| {
                rest.split(|byte| is_space(*byte))
                    .any(|word| word.starts_with(b"0"))
            }) =>
        {
            (
                Cell::Decimal,
                "decimal dump (od)",
                "The numbers were read as decimal (od -tu1), because as octal numbers they are not a complete header block.",
            )
        }
        _ => return Ok(likelier),
    };
    let (mut reading, note) = match read(Shape {
        cell,
        detail,
        ..shape
    }) {
        Ok(other)
            if is_plausible(&other.pieces.octets) && !is_plausible(&likelier.pieces.octets) =>
        {
            (other, note)
        }
        Ok(_) if shape.cell == Cell::Octal => (
            likelier,
            "The numbers were read as octal (od -to1); they may be decimal as well (od -tu1). Print the dump with od -tx1 or xxd to be sure.",
        ),
        _ => return Ok(likelier),
    };
    let at = reading
        .pieces
        .places
        .first()
        .map_or(0, |place| place.start as usize);
    reading.notes.push((at, note.into()));
    Ok(reading)
}

/// Why a line among the rows is refused.
const NO_OFFSET: &str = "This line has bytes but no readable offset, so its place among the rows is not known. Copy the dump again, in whole lines.";

/// What is told of a dump in the text once it ends.
#[derive(Clone, Copy)]
struct Run {
    /// Its first offset, and the one that comes next.
    first: u64,
    next: u64,
    /// Its first octet.
    start: usize,
}

struct Dump<'a> {
    text: &'a Text<'a>,
    frame: &'a Frame,
    offsets: &'a [Option<Offset>],
    /// The first offset of the text.
    first: Option<Offset>,
    /// Whether a sign marks an offset of the text as one.
    marked: bool,
    shape: Shape,
    pieces: Pieces,
    notes: Notes,
    /// The dump at hand.
    run: Option<Run>,
    /// Dumps that no offset ended, and whether one ended any.
    open: Vec<(usize, u64)>,
    ended: bool,
    /// Octets of a full row: of one that another follows.
    width: Option<usize>,
    /// Octets of the last row.
    last: usize,
    /// A `*` that stands for rows like the last one.
    squeezed: Option<Line>,
    label: Option<String>,
    /// Settings before lines that hold no row.
    limits: Vec<u32>,
    disagrees: bool,
    /// Where the characters of a full row begin, from the start of its line.
    column: Option<usize>,
}

impl<'a> Dump<'a> {
    fn new(
        text: &'a Text<'a>,
        frame: &'a Frame,
        offsets: &'a [Option<Offset>],
        shape: Shape,
    ) -> Self {
        let mut all = offsets.iter().flatten();
        Dump {
            text,
            frame,
            offsets,
            first: all.clone().next().copied(),
            marked: all.any(|offset| offset.marked),
            shape,
            pieces: Pieces::default(),
            notes: frame.notes.clone(),
            run: None,
            open: Vec::new(),
            ended: false,
            width: None,
            last: 0,
            squeezed: None,
            label: None,
            limits: Vec::new(),
            disagrees: false,
            column: None,
        }
    }

    fn fault(&self, kind: RefusalKind, at: usize, message: impl Into<String>) -> Fault {
        Fault::at(kind, self.text.raw_at(at), message)
    }

    /// Where the octet `n` stands in the text.
    fn place(&self, n: usize) -> usize {
        self.pieces
            .places
            .get(n)
            .map_or(0, |place| place.start as usize)
    }

    fn read(mut self) -> Result<Reading, Fault> {
        let plain = &*self.text.plain;
        let mut blank = false;
        for n in 0..self.frame.lines.len() {
            let line = &self.frame.lines[n];
            blank |= line.blank_before;
            self.limits.extend(&line.limits);
            let offset = self.offsets[n]
                .and_then(|offset| Some((offset, offset.value(plain, self.shape.base)?)));
            match offset {
                Some((offset, value)) if offset.rest.trimmed(plain).of(plain).is_empty() => {
                    self.end(&offset, value)?
                }
                Some((offset, value)) => {
                    self.row(n, &offset, value, blank)?;
                    blank = false;
                }
                None if line.line.of(plain) == b"*" => {
                    if self.run.is_none() {
                        return Err(self.fault(
                            RefusalKind::Truncated,
                            line.line.start,
                            "“*” stands for rows like the one before it, and there is none.",
                        ));
                    }
                    self.squeezed = Some(line.line);
                }
                None => self.other(n)?,
            }
        }
        if let Some(star) = self.squeezed {
            return Err(self.fault(RefusalKind::Truncated, star.start, "The offset after “*”, which says how many rows it stands for, is missing. Copy the dump through to its end, or print it without squeezing (hexdump -v, od -v)."));
        }
        self.close()?;
        let od = self
            .first
            .is_some_and(|first| matches!(first.width(), 6 | 7))
            && !self.marked;
        for (at, next) in std::mem::take(&mut self.open) {
            if od || self.ended {
                self.notes.push_of_many(at, || {
                    format!("Such a dump ends with an offset on a line of its own, which is missing here: bytes after the first {next} may be missing too.")
                });
            }
        }
        if matches!(self.shape.cell, Cell::Word(_) | Cell::NumberWord(_)) {
            let note = "The dump shows words with their bytes swapped (little-endian, as hexdump and od -x print them on most machines): they were swapped back.";
            self.notes.push((self.place(0), note.into()));
        }
        Ok(Reading {
            notes: self.notes,
            doubt: None,
            ..self
                .frame
                .reading(Format::Hexdump, self.shape.detail, self.pieces)
        })
    }

    /// The dump at hand ends, and no offset says how long it is.
    fn close(&mut self) -> Result<(), Fault> {
        let Some(run) = self.run.take() else {
            return Ok(());
        };
        let octets = &self.pieces.octets[run.start..];
        let last = self.place(self.pieces.octets.len() - 1);
        self.open.push((last, run.next - run.first));
        let word = self.shape.cell.octets();
        // xxd -e shows a part of a word; others fill it up.
        if word > 1 && !self.marked && octets.ends_with(&[0]) {
            return Err(Fault::at(
                RefusalKind::Truncated,
                last,
                "The last word may be padded with zeros that are not data; the last line of the dump, an offset that would tell, is missing. Copy the dump through to its end.",
            ));
        }
        let zeros = octets
            .iter()
            .rev()
            .take(word - 1)
            .take_while(|octet| **octet == 0);
        let cut = |zeros: usize| &octets[..octets.len() - zeros];
        let padding = (1..=zeros.count()).find(|zeros| is_plausible(cut(*zeros)));
        if let Some(padding) = padding.filter(|_| !is_plausible(octets)) {
            self.notes.push_of_many(last, || {
                format!("The last word is padded with zeros: the last {padding} of its bytes were left out, because only without them is this a complete header block.")
            });
            self.truncate(padding);
        }
        Ok(())
    }

    fn truncate(&mut self, count: usize) {
        let keep = self.pieces.octets.len() - count;
        self.pieces.octets.truncate(keep);
        self.pieces.places.truncate(keep);
    }

    /// The next offset of the dump, if it is after `value`.
    fn next_offset(&self, n: usize, value: u64) -> Option<usize> {
        let plain = &*self.text.plain;
        let mut after = n + 1..self.frame.lines.len();
        let next = after.find(|&next| {
            self.offsets[next].is_some() || self.frame.lines[next].line.of(plain) == b"*"
        })?;
        let next = self.offsets[next]?.value(plain, self.shape.base)?;
        let distance = usize::try_from(next.checked_sub(value)?).ok()?;
        (1..=row::WIDEST).contains(&distance).then_some(distance)
    }

    /// How a row is bound to the one before it, by its offset.
    ///
    /// # Errors
    /// Where rows are missing or repeated between the two.
    fn bond(&mut self, at: usize, offset: &Offset, value: u64, blank: bool) -> Result<Bond, Fault> {
        let line = self.text.raw_at(at);
        let due = self.run.map(|run| run.next);
        if due.is_none_or(|next| value != next && self.squeezed.is_none())
            && (1..1 << 12).contains(&value)
        {
            self.notes.push((
                line,
                "The dump does not start at offset 0: rows before this one may be missing.".into(),
            ));
        }
        match self.run {
            Some(Run { next, .. }) if value == next => {
                let parted = match (blank, self.label.take()) {
                    (true, _) => "the blank line",
                    (_, Some(_)) => "the words",
                    _ => return Ok(Bond::Joined),
                };
                self.notes.push_of_many(line, || {
                    format!("The offsets continue across {parted} before this line, so both parts were read as one dump.")
                });
                Ok(if blank {
                    Bond::JoinedOverBlank
                } else {
                    Bond::Joined
                })
            }
            Some(Run { next, .. }) if self.squeezed.is_some() && value > next => {
                self.fill(value - next)?;
                Ok(Bond::Joined)
            }
            Some(Run { first, next, .. })
                if self.squeezed.is_some()
                    || !blank
                        && self.label.is_none()
                        && (value > next || value != first && value != 0) =>
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
                Err(self.fault(
                    RefusalKind::Offsets,
                    offset.digits.start,
                    format!(
                        "The offset {} should be {}: {why}. Copy the whole dump again.",
                        shown(value),
                        shown(next)
                    ),
                ))
            }
            _ => {
                self.close()?;
                Ok(if blank { Bond::AfterBlank } else { Bond::Apart })
            }
        }
    }

    fn row(&mut self, n: usize, offset: &Offset, value: u64, blank: bool) -> Result<(), Fault> {
        let line = &self.frame.lines[n];
        let bond = self.bond(line.line.start, offset, value, blank)?;
        let fresh = !matches!(bond, Bond::Joined | Bond::JoinedOverBlank);
        let from = self.pieces.octets.len();
        let piece = self.pieces.begin(bond);
        piece.mark = line.mark;
        piece.label = self.label.take();
        piece.limits = std::mem::take(&mut self.limits);
        let expect = self
            .next_offset(n, value)
            .filter(|expect| self.width.is_none_or(|width| *expect <= width));
        let size = Size {
            expect,
            width: self.width.or((!fresh).then_some(row::WIDEST)),
            column: self.column.map(|column| line.line.start + column),
        };
        let cell = self.shape.cell;
        let found = row::read(self.text, offset.rest, size, cell, &mut self.pieces);
        self.check_words(offset)?;
        self.check_row(offset, expect, &found)?;
        let octets = &self.pieces.octets[from..];
        let beside = row::beside(octets, found.after, self.text)?;
        let bare = self.column.is_some()
            && self.pieces.list.len() > 1
            && found.after.start == found.after.end
            && octets.iter().any(|octet| *octet != b' ');
        if bare && n + 1 == self.frame.lines.len() {
            return Err(self.fault(RefusalKind::Truncated, found.after.start, row::CUT));
        }
        if beside == Beside::Others && !self.disagrees {
            self.disagrees = true;
            self.notes
                .push((self.text.raw_at(found.after.start), row::OTHERS.into()));
        } else if bare {
            self.notes
                .push((self.text.raw_at(line.line.start), row::ALONE.into()));
        }
        if fresh && self.stands_twice(from) {
            return Err(self.fault(RefusalKind::Offsets, offset.digits.start, "The offset starts again here with the same row, and neither is a complete block: the row is repeated. Copy the dump again."));
        }
        if expect.is_some() && found.after.start < found.after.end {
            self.column = Some(found.after.start - line.line.start);
        }
        self.width = self.width.max(expect);
        self.last = found.octets;
        let run = self.run.filter(|_| !fresh);
        self.run = Some(Run {
            next: value + found.octets as u64,
            ..run.unwrap_or(Run {
                first: value,
                next: value,
                start: from,
            })
        });
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

    /// Refuses a debugger's word that has not the digits of all of them.
    fn check_words(&self, offset: &Offset) -> Result<(), Fault> {
        let Cell::Word(octets) = self.shape.cell else {
            return Ok(());
        };
        let rest = offset.rest.of(&self.text.plain);
        let cut = rest.split(|byte| is_space(*byte)).find(|word| {
            word.strip_prefix(b"0x")
                .is_some_and(|digits| digits.len() != 2 * octets || !octets.is_power_of_two())
        });
        cut.map_or(Ok(()), |word| {
            let at = word.as_ptr() as usize - rest.as_ptr() as usize + word.len();
            Err(bare::odd(self.text.raw_at(offset.rest.start + at)))
        })
    }

    /// Refuses a row that holds another number of octets than the offsets
    /// say, or something that is no octet.
    fn check_row(
        &self,
        offset: &Offset,
        expect: Option<usize>,
        found: &Found,
    ) -> Result<(), Fault> {
        if found.clean && expect.is_none_or(|expect| expect == found.octets) && !found.more {
            return Ok(());
        }
        let plain = &*self.text.plain;
        let start = found.after.start;
        let after = found.after.of(plain);
        let word = after
            .split(|byte| matches!(byte, b' ' | b'\t' | b'|'))
            .next()
            .unwrap_or_default();
        let next = after.get(word.len());
        if after.starts_with(b"..") && next != Some(&b' ') || word == b"..." && next == Some(&b' ')
        {
            return Err(self.fault(
                RefusalKind::Truncated,
                start,
                "The row was shortened here: bytes are missing. Copy the whole dump.",
            ));
        }
        if after.starts_with(b"\\") {
            return Err(self.fault(RefusalKind::BadDigit, start, "These are characters, as od -c or hexdump -c print them, not digits. Print the bytes as hex instead: od -An -tx1, xxd or hexdump -C."));
        }
        let digits = word.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
        let other = word.iter().position(|byte| !byte.is_ascii_hexdigit());
        match other {
            None if digits % 2 == 1 && found.octets > 0 => {
                return Err(bare::odd(self.text.raw_at(start + word.len())));
            }
            Some(at) if digits > 0 && word.len() <= 8 => {
                let raw = self.text.raw_at(start + at);
                let c = self.text.raw[raw..].chars().next().unwrap_or('?');
                return Err(bare::bad_digit(c, raw));
            }
            _ => {}
        }
        let apart = plain[..start].ends_with(b"  ") || after.starts_with(b"|");
        match expect {
            Some(expect) if expect == found.octets => Err(self.fault(RefusalKind::Offsets, start, "According to the next offset this row ends here, but it has more bytes. Copy the whole dump again.")),
            Some(expect) => Err(self.fault(RefusalKind::Offsets, offset.digits.start, format!("This row has {} bytes, but according to the next offset it should have {expect}. Copy the whole dump again.", found.octets))),
            // A column in a code page that is not known here.
            None if found.octets > 0 && (!after.iter().any(u8::is_ascii_hexdigit) || word.len() > 2 && apart) => Ok(()),
            None => Err(self.fault(RefusalKind::BadDigit, start, "Bytes are expected here.")),
        }
    }

    /// An offset without octets: where the dump ends.
    fn end(&mut self, offset: &Offset, value: u64) -> Result<(), Fault> {
        let at = offset.digits.start;
        let plain = &self.text.plain;
        let marked = |first: Offset| first.marked && !first.rest.of(plain).is_empty();
        // Wireshark, od and hexdump end so, with four to eight digits.
        let ends = (4..=8).contains(&offset.width()) && !self.first.is_some_and(marked);
        let next = self.run.map_or(0, |run| run.next);
        if value == next && !ends {
            return Err(self.fault(RefusalKind::Truncated, at, "There are no bytes after this offset, and such a dump does not end with an offset: the text was cut off. Copy the whole dump."));
        }
        if self.run.is_none() && value == 0 {
            return Ok(());
        }
        let padding = next.saturating_sub(value);
        if value > next && self.squeezed.is_some() {
            // The rows that are squeezed may end in a part of one.
            self.fill(value - next)?;
        } else if value > next {
            return Err(self.fault(RefusalKind::Truncated, at, format!("The dump ends at {value:#x}, but its rows only reach {next:#x}: rows are missing. Copy all of it again.")));
        } else if padding >= self.shape.cell.octets() as u64 {
            return Err(self.fault(RefusalKind::Offsets, at, format!("The dump ends at {value:#x}, but its rows reach {next:#x}. Copy all of it again.")));
        } else {
            // The last word is filled with zeros that are no octets.
            let padding = padding as usize;
            let octets = &self.pieces.octets;
            if octets[octets.len() - padding..]
                .iter()
                .any(|octet| *octet != 0)
            {
                return Err(self.fault(RefusalKind::Offsets, at, "The dump ends inside its last word, which is not padded with zeros. Copy all of it again."));
            }
            self.truncate(padding);
        }
        self.run = None;
        self.ended = true;
        Ok(())
    }

    /// Repeats the last row for so many octets, placed at the `*`.
    fn fill(&mut self, octets: u64) -> Result<(), Fault> {
        let Some(star) = self.squeezed.take() else {
            return Ok(());
        };
        let width = self.last;
        let from = self.pieces.octets.len().saturating_sub(width);
        let count = usize::try_from(octets).unwrap_or(usize::MAX);
        if width == 0 || !self.pieces.may_repeat(count, self.text) {
            let most = split::most_repeated(self.text);
            return Err(self.fault(RefusalKind::TooLarge, star.start, format!("“*” stands for {octets} bytes here, and all that a text of this length repeats may be {most} bytes at most. Copy the dump again, or print it without squeezing (hexdump -v, od -v).")));
        }
        let place = self.text.place(star.start, star.end);
        for n in 0..count {
            self.pieces
                .push(self.pieces.octets[from + n % width], place);
        }
        if let Some(run) = &mut self.run {
            run.next += octets;
        }
        Ok(())
    }

    /// A line without an offset: words of a person or a heading of the tool.
    fn other(&mut self, n: usize) -> Result<(), Fault> {
        let line = self.frame.lines[n].line;
        let content = line.of(&self.text.plain);
        if content.starts_with(b"#") || content.starts_with(b"//") {
            return Ok(());
        }
        let is_dot = |byte: &u8| matches!(byte, b'.' | b'[' | b']' | b' ' | b'(' | b')');
        let shortened = [&b"[..."[..], b"<snip", b"..."];
        if content.iter().all(is_dot) || shortened.iter().any(|sign| content.starts_with(sign)) {
            return Err(self.fault(
                RefusalKind::Truncated,
                line.start,
                "The dump was shortened here: rows are missing. Copy all of it.",
            ));
        }
        if shape::is_ruler(content) {
            return Ok(());
        }
        if row::has_octets(content) || !row::is_words(content) {
            return Err(self.fault(RefusalKind::Offsets, line.start, NO_OFFSET));
        }
        if content.contains(&b'|') {
            let note =
                "This line belongs to a row of the dump that is not there: bytes may be missing.";
            self.notes.push((self.text.raw_at(line.start), note.into()));
            return Ok(());
        }
        let label = self.text.name(line.start, line.end);
        self.label = Some(label.trim_end_matches(':').trim().to_owned());
        Ok(())
    }
}
