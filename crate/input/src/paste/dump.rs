//! Dumps: rows of octets with offsets (xxd, hexdump, od, Wireshark, tcpdump,
//! gdb, lldb, Format-Hex, hexyl), or with a column of characters (RFC 7541's
//! Appendix C).

mod columns;
mod shape;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, bare,
    frame::Frame,
    notes::Notes,
    row::{self, Cell, Offset, Size},
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
    let read = |shape| Dump::new(text, frame, offsets, shape).read();
    let likelier = read(shape)?;
    let plain = &*text.plain;
    let mut rests = offsets.iter().flatten().map(|offset| offset.rest.of(plain));
    let (other, note) = match shape.cell {
        // A debugger's words are those of its machine.
        Cell::Word(octets)
            if !is_plausible(&likelier.pieces.octets)
                && !rests.all(|rest| rest.trim_ascii_start().starts_with(b"0x")) =>
        {
            (
                Shape {
                    cell: Cell::Group(octets),
                    ..shape
                },
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
                Shape {
                    cell: Cell::Decimal,
                    detail: "decimal dump (od)",
                    ..shape
                },
                "The numbers were read as decimal (od -tu1), because as octal numbers they are not a complete header block.",
            )
        }
        _ => return Ok(likelier),
    };
    let (mut reading, note) = match read(other) {
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

struct Dump<'a> {
    text: &'a Text<'a>,
    frame: &'a Frame,
    offsets: &'a [Option<Offset>],
    /// The first offset of the text.
    first: Option<Offset>,
    shape: Shape,
    pieces: Pieces,
    notes: Notes,
    /// Where the dump at hand began, and the offset that comes next.
    run: Option<(u64, u64)>,
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
        Dump {
            text,
            frame,
            offsets,
            first: offsets.iter().flatten().next().copied(),
            shape,
            pieces: Pieces::default(),
            notes: frame.notes.clone(),
            run: None,
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
        // xxd -e shows a part of a word; others fill it up.
        let marked = self.offsets.iter().flatten().any(|offset| offset.marked);
        if self.run.is_some()
            && self.shape.cell.octets() > 1
            && !marked
            && self.pieces.octets.last() == Some(&0)
        {
            let at = self
                .pieces
                .places
                .last()
                .map_or(0, |place| place.start as usize);
            return Err(Fault::at(
                RefusalKind::Truncated,
                at,
                "The last word may be padded with zeros that are not data; the last line of the dump, an offset that would tell, is missing. Copy the dump through to its end.",
            ));
        }
        let digits = self
            .first
            .map_or(0, |offset| offset.digits.end - offset.digits.start);
        if let Some((_, next)) = self.run.filter(|_| matches!(digits, 6 | 7) && !marked) {
            self.notes.push((
                self.pieces.places.last().map_or(0, |place| place.start as usize),
                format!("Such a dump ends with an offset on a line of its own, which is missing here: bytes after the first {next} may be missing too."),
            ));
        }
        if matches!(self.shape.cell, Cell::Word(_) | Cell::NumberWord(_)) {
            let at = self
                .pieces
                .places
                .first()
                .map_or(0, |place| place.start as usize);
            self.notes.push((at, "The dump shows words with their bytes swapped (little-endian, as hexdump and od -x print them on most machines): they were swapped back.".into()));
        }
        Ok(Reading {
            notes: self.notes,
            ..self
                .frame
                .reading(Format::Hexdump, self.shape.detail, self.pieces)
        })
    }

    /// The next offset of the dump, if it is after `value`.
    fn next_offset(&self, n: usize, value: u64) -> Option<usize> {
        let plain = &*self.text.plain;
        for next in n + 1..self.frame.lines.len() {
            let line = &self.frame.lines[next];
            if let Some(offset) = self.offsets[next] {
                let next = offset.value(plain, self.shape.base)?;
                let distance = usize::try_from(next.checked_sub(value)?).ok()?;
                return (distance > 0 && distance <= row::WIDEST).then_some(distance);
            }
            if line.line.of(plain) == b"*" {
                return None;
            }
        }
        None
    }

    fn row(&mut self, n: usize, offset: &Offset, value: u64, blank: bool) -> Result<(), Fault> {
        let line = &self.frame.lines[n];
        let base = self.shape.base;
        let starts = match self.run {
            None => true,
            Some((_, next)) => value != next && self.squeezed.is_none(),
        };
        if starts && value > 0 && value < 1 << 12 {
            self.notes.push((
                self.text.raw_at(line.line.start),
                "The dump does not start at offset 0: rows before this one may be missing.".into(),
            ));
        }
        let bond = match self.run {
            None => {
                if blank {
                    Bond::AfterBlank
                } else {
                    Bond::Apart
                }
            }
            Some((_, next)) if value == next => {
                let parted = match (blank, self.label.take()) {
                    (true, _) => "the blank line",
                    (_, Some(_)) => "the words",
                    _ => "",
                };
                if !parted.is_empty() {
                    self.notes.push_of_many(self.text.raw_at(line.line.start), || {
                        format!("The offsets continue across {parted} before this line, so both parts were read as one dump.")
                    });
                }
                if blank {
                    Bond::JoinedOverBlank
                } else {
                    Bond::Joined
                }
            }
            Some((_, next)) if self.squeezed.is_some() && value > next => {
                self.fill(value - next)?;
                Bond::Joined
            }
            Some((first, next))
                if self.squeezed.is_none()
                    && (value < next && (value == first || value == 0)
                        || blank
                        || self.label.is_some()) =>
            {
                if blank {
                    Bond::AfterBlank
                } else {
                    Bond::Apart
                }
            }
            Some((_, next)) => {
                let shown = |value: u64| {
                    if base == 8 {
                        format!("0{value:o}")
                    } else if base == 10 {
                        value.to_string()
                    } else {
                        format!("{value:#x}")
                    }
                };
                let why = if value > next {
                    "rows are missing"
                } else {
                    "rows are repeated here, or in a different order"
                };
                return Err(self.fault(
                    RefusalKind::Offsets,
                    offset.digits.start,
                    format!(
                        "The offset {} should be {}: {why}. Copy the whole dump again.",
                        shown(value),
                        shown(next)
                    ),
                ));
            }
        };
        let fresh = !matches!(bond, Bond::Joined | Bond::JoinedOverBlank);
        let piece = self.pieces.begin(bond);
        piece.mark = line.mark;
        piece.label = self.label.take();
        piece.limits = std::mem::take(&mut self.limits);
        let expect = self
            .next_offset(n, value)
            .filter(|expect| self.width.is_none_or(|width| *expect <= width));
        let from = self.pieces.octets.len();
        let size = Size {
            expect,
            width: if fresh {
                self.width
            } else {
                self.width.or(Some(row::WIDEST))
            },
            column: self.column.map(|column| line.line.start + column),
        };
        let found = row::read(
            self.text,
            offset.rest,
            size,
            self.shape.cell,
            &mut self.pieces,
        );
        self.check_words(offset)?;
        self.check_row(offset, expect, &found)?;
        let column = row::column(found.after, &self.text.plain);
        let ascii = self.text.raw[self.text.range(found.after.start, found.after.end)].is_ascii();
        let after_all = found.after.of(&self.text.plain);
        let bars = found.after.of(&self.text.plain).starts_with(b"|")
            && found.after.of(&self.text.plain).ends_with(b"|");
        let octets = &self.pieces.octets[from..];
        let longer = bars && column.trim_ascii_end().len() > found.octets;
        if ascii && (longer || row::contradicts(octets, column)) {
            return Err(self.fault(
                RefusalKind::Offsets,
                found.after.start,
                "The characters beside this row do not match its bytes: one of the two was changed, or bytes are missing. Copy the dump again.",
            ));
        }
        let rows = self.pieces.list.len();
        let cut = row::is_cut(
            octets,
            column
                .strip_prefix(b"|")
                .or(column.strip_prefix(b">"))
                .unwrap_or(column),
        );
        let bare = self.column.is_some()
            && rows > 1
            && after_all.is_empty()
            && octets.iter().any(|octet| *octet != b' ');
        if ascii && (cut || bare && n + 1 == self.frame.lines.len()) {
            return Err(self.fault(
                RefusalKind::Truncated,
                found.after.start,
                "The text was cut off inside this row: some of the characters beside it are missing. Copy the whole dump.",
            ));
        }
        match row::beside(octets, found.after, &self.text.plain) {
            row::Beside::Octets => {
                return Err(self.fault(RefusalKind::Offsets, found.after.start, row::JOINED));
            }
            row::Beside::Others if !self.disagrees => {
                self.disagrees = true;
                self.notes
                    .push((self.text.raw_at(found.after.start), row::OTHERS.into()));
            }
            _ if bare => self
                .notes
                .push((self.text.raw_at(line.line.start), row::ALONE.into())),
            _ => {}
        }
        if fresh && self.stands_twice(from) {
            return Err(self.fault(
                RefusalKind::Offsets,
                offset.digits.start,
                "The offset starts again here with the same row, and neither is a complete block: the row is repeated. Copy the dump again.",
            ));
        }
        if expect.is_some() && found.after.start < found.after.end {
            self.column = Some(found.after.start - line.line.start);
        }
        if expect.is_some() {
            self.width = self.width.max(expect);
        }
        self.last = found.octets;
        let first = self
            .run
            .filter(|_| !fresh)
            .map_or(value, |(first, _)| first);
        self.run = Some((first, value + found.octets as u64));
        Ok(())
    }

    /// Whether the last row is the same as the one before it, which was a
    /// dump by itself though no whole block.
    fn stands_twice(&self, from: usize) -> bool {
        let list = &self.pieces.list;
        let [.., before, _] = &list[..] else {
            return false;
        };
        let octets = &self.pieces.octets;
        before.bond != Bond::Joined
            && octets[before.start..from] == octets[from..]
            && !is_plausible(&octets[from..])
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
        match cut {
            Some(word) => {
                let at = word.as_ptr() as usize - rest.as_ptr() as usize;
                Err(bare::odd(
                    self.text.raw_at(offset.rest.start + at + word.len()),
                ))
            }
            None => Ok(()),
        }
    }

    /// Refuses a row that holds another number of octets than the offsets
    /// say, or something that is no octet.
    fn check_row(
        &self,
        offset: &Offset,
        expect: Option<usize>,
        found: &row::Found,
    ) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        let after = found.after.of(plain);
        if found.clean && expect.is_none_or(|expect| expect == found.octets) && !found.more {
            return Ok(());
        }
        let word = after
            .iter()
            .take_while(|byte| !matches!(byte, b' ' | b'\t' | b'|'))
            .count();
        if after.starts_with(b"..") && !matches!(after.get(word), Some(b' '))
            || after.starts_with(b"... ")
        {
            return Err(self.fault(
                RefusalKind::Truncated,
                found.after.start,
                "The row was shortened here: bytes are missing. Copy the whole dump.",
            ));
        }
        if after.starts_with(b"\\") {
            return Err(self.fault(RefusalKind::BadDigit, found.after.start, "These are characters, as od -c or hexdump -c print them, not digits. Print the bytes as hex instead: od -An -tx1, xxd or hexdump -C."));
        }
        let digits = after[..word]
            .iter()
            .filter(|byte| byte.is_ascii_hexdigit())
            .count();
        if word > 0 && digits == word && found.octets > 0 && digits % 2 == 1 {
            return Err(bare::odd(self.text.raw_at(found.after.start + word)));
        }
        if word > 0 && digits < word && word <= 8 && (digits > 0 || expect.is_some()) {
            let at = after[..word]
                .iter()
                .position(|byte| !byte.is_ascii_hexdigit())
                .unwrap_or(0);
            let raw = self.text.raw_at(found.after.start + at);
            if digits > 0 || expect.is_none() {
                let c = self.text.raw[raw..].chars().next().unwrap_or('?');
                return Err(bare::bad_digit(c, raw));
            }
        }
        let apart = plain[..found.after.start].ends_with(b"  ") || after.starts_with(b"|");
        match expect {
            Some(expect) if expect == found.octets => Err(self.fault(
                RefusalKind::Offsets,
                found.after.start,
                "According to the next offset this row ends here, but it has more bytes. Copy the whole dump again.",
            )),
            Some(expect) => Err(self.fault(
                RefusalKind::Offsets,
                offset.digits.start,
                format!("This row has {} bytes, but according to the next offset it should have {expect}. Copy the whole dump again.", found.octets),
            )),
            // A column in a code page that is not known here.
            None if found.octets > 0 && !after.iter().any(u8::is_ascii_hexdigit) => Ok(()),
            None if found.octets > 0 && word > 2 && apart => Ok(()),
            None => Err(self.fault(RefusalKind::BadDigit, found.after.start, "Bytes are expected here.")),
        }
    }

    /// An offset without octets: where the dump ends.
    fn end(&mut self, offset: &Offset, value: u64) -> Result<(), Fault> {
        let Some((first, next)) = self.run else {
            return Ok(());
        };
        let marked = self
            .first
            .is_some_and(|first| first.marked && !first.rest.of(&self.text.plain).is_empty());
        if marked && value == next {
            return Err(self.fault(
                RefusalKind::Truncated,
                offset.digits.start,
                "There are no bytes after this offset, and such a dump does not end with an offset: the text was cut off. Copy the whole dump.",
            ));
        }
        if let Some(star) = self.squeezed
            && value > next
        {
            // The rows that are squeezed may end in a part of one.
            let _ = star;
            self.fill(value - next)?;
        } else if next > value && next - value < self.shape.cell.octets() as u64 {
            // The last word is filled with zeros that are no octets.
            self.drop_padding((next - value) as usize, offset)?;
        } else if value > next {
            return Err(self.fault(
                RefusalKind::Truncated,
                offset.digits.start,
                format!("The dump ends at {value:#x}, but its rows only reach {next:#x}: rows are missing. Copy all of it again."),
            ));
        } else if value < next && value != first {
            return Err(self.fault(
                RefusalKind::Offsets,
                offset.digits.start,
                format!("The dump ends at {value:#x}, but its rows reach {next:#x}. Copy all of it again."),
            ));
        }
        self.run = None;
        Ok(())
    }

    /// The last octets in the order of the dump are the padding.
    fn drop_padding(&mut self, count: usize, offset: &Offset) -> Result<(), Fault> {
        let octets = &mut self.pieces.octets;
        let keep = octets.len() - count.min(octets.len());
        if octets[keep..].iter().any(|octet| *octet != 0) {
            return Err(self.fault(
                RefusalKind::Offsets,
                offset.digits.start,
                "The dump ends inside its last word, which is not padded with zeros. Copy all of it again.",
            ));
        }
        octets.truncate(keep);
        self.pieces.places.truncate(keep);
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
            return Err(self.fault(
                RefusalKind::TooLarge,
                star.start,
                format!("“*” stands for {octets} bytes here, and all that a text of this length repeats may be {most} bytes at most. Copy the dump again, or print it without squeezing (hexdump -v, od -v)."),
            ));
        }
        let place = self.text.place(star.start, star.end);
        for n in 0..count {
            let octet = self.pieces.octets[from + n % width];
            self.pieces.push(octet, place);
        }
        if let Some((_, next)) = &mut self.run {
            *next += octets;
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
        let dots = content
            .iter()
            .all(|byte| matches!(byte, b'.' | b'[' | b']' | b' ' | b'(' | b')'));
        if dots
            || content.starts_with(b"[...")
            || content.starts_with(b"<snip")
            || content.starts_with(b"...")
        {
            return Err(self.fault(
                RefusalKind::Truncated,
                line.start,
                "The dump was shortened here: rows are missing. Copy all of it.",
            ));
        }
        if shape::is_ruler(content) {
            return Ok(());
        }
        if row::has_octets(content) {
            return Err(self.fault(RefusalKind::Offsets, line.start, "This line has bytes but no readable offset, so its place among the rows is not known. Copy the dump again, in whole lines."));
        }
        if content.contains(&b'|') {
            self.notes.push((
                self.text.raw_at(line.start),
                "This line belongs to a row of the dump that is not there: bytes may be missing."
                    .into(),
            ));
            return Ok(());
        }
        let label = self.text.name(line.start, line.end);
        self.label = Some(label.trim_end_matches(':').trim().to_owned());
        Ok(())
    }
}
