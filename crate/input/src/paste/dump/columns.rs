//! Rows without offsets, whose octets end at a column: RFC 7541's Appendix C
//! (`8286 8441 | ..A`), also with its explanations, and od -An -tx1z.

use super::{Dump, run};
use crate::paste::{
    Fault, RefusalKind,
    frame::Frame,
    pieces::Bond,
    row::{self, ANY, Cell, Size},
    text::{Line, Text, is_space},
};

/// Cells of any length.
const CELL: Cell = Cell::new(16, ANY);

/// What is known of such rows.
#[derive(Default)]
pub(super) struct Columns {
    /// Whether a gap of spaces stands before some of the columns.
    spaced: bool,
    /// Whether the RFC explains in lines of their own how it decodes.
    explains: bool,
    /// Whether rows are like those of the RFC.
    is_rfc: bool,
    /// Octets of the first row of a dump, and whether the row before is full.
    width: usize,
    full: bool,
    /// Whether the row before has characters.
    due: bool,
    /// The octet and the piece where the explanations begin, and whether what
    /// stands beside rows did not match before.
    decoding: Option<(usize, usize, Option<usize>)>,
}

/// Whether there are such rows, and all of them are octets.
pub(super) fn recognise(text: &Text, frame: &Frame) -> Option<Columns> {
    let plain = &*text.plain;
    let mut first = frame.lines.iter().take(8);
    let columns = Columns {
        spaced: first.any(|line| gap(text, line.line).is_some()),
        explains: plain.windows(5).any(|sign| sign == b"| == "),
        ..Columns::default()
    };
    let mut octets = frame.lines.iter().filter_map(|line| {
        let end = columns.column(text, line.line)?;
        Some(&plain[line.line.start..end]).filter(|octets| !octets.trim_ascii().is_empty())
    });
    let are_whole = |octets: &[u8]| {
        let mut words = octets.split(|byte| is_space(*byte));
        words.all(|word| word.len().is_multiple_of(2))
    };
    (octets.clone().next().is_some() && octets.all(are_whole)).then_some(columns)
}

impl Columns {
    fn column(&self, text: &Text, line: Line) -> Option<usize> {
        bar(line, &text.plain).or_else(|| gap(text, line).filter(|_| self.spaced))
    }

    /// Where the octets of a line end, if it is a row.
    pub(super) fn end(&self, text: &Text, line: Line) -> Option<usize> {
        let narrow = || is_digits(line.of(&text.plain)).then_some(line.end);
        self.column(text, line).or_else(narrow)
    }
}

impl Dump<'_> {
    /// Reads a row whose octets end at `end`.
    pub(super) fn columned(&mut self, n: usize, end: usize) -> Result<(), Fault> {
        let line = self.frame.lines[n].line;
        let octets = Line { end, ..line }.trimmed(self.plain);
        let named = self.label.is_some();
        if named && octets.start < octets.end {
            self.drop_decoding();
        }
        let Some(columns) = &mut self.columns else {
            return Ok(());
        };
        if octets.start == octets.end {
            return match columns.explains {
                true => Ok(()),
                false => self.fault(
                    RefusalKind::Truncated,
                    line.start,
                    "The bytes beside these characters are missing. Copy the whole dump again.",
                ),
            };
        }
        let from = self.pieces.octets.len();
        let is_decoding = |label: &String| label.starts_with("Decoding process");
        if from > 0 && self.label.as_ref().is_some_and(is_decoding) {
            columns.decoding = Some((from, self.pieces.list.len(), self.beside[1]));
        }
        let bond = match () {
            () if columns.decoding.is_some_and(|(start, ..)| start < from) => Bond::Joined,
            () if self.blank && !named => Bond::AfterBlank,
            () if self.blank || named || !self.limits.is_empty() => Bond::Apart,
            () => Bond::Joined,
        };
        let due = std::mem::replace(&mut columns.due, end < line.end) && bond == Bond::Joined;
        self.begin(n, bond);
        let found = row::read(self.text, octets, Size::default(), CELL, &mut self.pieces);
        if found.after.start < found.after.end {
            return self.fault(
                RefusalKind::BadDigit,
                found.after.start,
                "Bytes are expected here.",
            );
        }
        self.beside(n, from, Line { start: end, ..line }, due)?;
        let own = self.pieces.octets.len() - from;
        let Some(columns) = &mut self.columns else {
            return Ok(());
        };
        let Columns {
            width,
            full,
            explains,
            ..
        } = *columns;
        // RFC 7541 has sixteen octets a row, in words of two.
        let (cells, column) = (octets.of(self.plain), &self.plain[end..line.end]);
        columns.is_rfc |= column.starts_with(b"| ") && run(cells, u8::is_ascii_hexdigit) == 4;
        let is_usual = width >= 4 && width.is_power_of_two() && (width == 16 || !columns.is_rfc);
        if bond != Bond::Joined || from == 0 {
            columns.width = own;
        } else if !explains && (!is_usual || !full || own > width) {
            self.notes
                .push_of_many(self.text.raw_at(line.start), || UNEVEN.into());
        }
        // Blanks fill up a row that is not full.
        columns.full = own == columns.width && end - octets.end < 5;
        Ok(())
    }

    /// The RFC shows an example's octets twice: as a dump, and piece by piece
    /// where it explains the decoding. The second is dropped.
    pub(super) fn drop_decoding(&mut self) {
        let decoding = self
            .columns
            .as_mut()
            .and_then(|columns| columns.decoding.take());
        let pieces = &mut self.pieces;
        if let Some((start, piece, others)) = decoding
            && pieces.octets[..start].ends_with(&pieces.octets[start..])
        {
            let note =
                "“Decoding process” repeats the bytes of the dump before it: they were read once.";
            self.notes
                .push_of_many(pieces.places[start].start as usize, || note.into());
            pieces.octets.truncate(start);
            pieces.places.truncate(start);
            pieces.list.truncate(piece);
            self.beside[1] = others;
        }
    }
}

/// What is said of a row that goes on after one that is not full.
const UNEVEN: &str = "The row before this one is not full, and both were read as one dump: bytes may be missing, or another block begins here. Separate blocks with blank lines.";

/// Whether nothing but hex digits and spaces stands in a line.
fn is_digits(content: &[u8]) -> bool {
    let is = |byte: &u8| byte.is_ascii_hexdigit() || is_space(*byte);
    content.iter().all(is)
}

/// Rows of this number of characters at most are looked at for a column without a
/// bar.
const WIDEST: usize = 1 << 10;

/// Where the characters of a row begin that follow a gap of spaces, if they
/// are those of its octets: the row of a dump copied without its offsets.
fn gap(text: &Text, line: Line) -> Option<usize> {
    let plain = &*text.plain;
    if line.end - line.start > WIDEST {
        return None;
    }
    let row = row::alone(text, line, None, CELL);
    let start = row.found.after.start;
    let digits = plain[start..line.end].iter().all(u8::is_ascii_hexdigit);
    let before = &plain[..start];
    let wide = before.ends_with(b"  ") || before.ends_with(b"\t");
    (wide && row.rendered && !(row.octets.len() < 2 && digits)).then_some(start)
}

/// Where a line's column of characters begins, if octets or nothing stand
/// before it.
fn bar(line: Line, plain: &[u8]) -> Option<usize> {
    let content = line.of(plain);
    let at = run(content, |byte| !matches!(byte, b'|' | b'>'));
    // od -tx1z: >…<
    let framed = match content.get(at)? {
        b'|' => true,
        _ => content.ends_with(b"<") && at + 1 < content.len(),
    };
    let is_cell = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b'|' | b' ');
    let table = at == 0 && content.len() > 1 && content.iter().all(is_cell);
    (is_digits(&content[..at]) && framed && !table).then_some(line.start + at)
}
