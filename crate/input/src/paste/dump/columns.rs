//! Rows without offsets, whose octets end at a column: RFC 7541's Appendix C
//! (`8286 8441 | ..A`), also with its explanations, and od -An -tx1z.

use super::super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    notes::Notes,
    numbers::AFTER_BAR,
    row::{self, ANY, Beside, Cell, Size},
    split::{Bond, Pieces},
    text::{Line, Text, is_space, run},
};

/// Cells of any length.
const CELL: Cell = Cell::new(16, ANY);

/// Reads such rows.
pub(super) fn read(text: &Text, frame: &Frame) -> Answer {
    let plain = &*text.plain;
    let mut first = frame.lines.iter().take(8);
    let spaced = first.any(|line| gap(text, line.line).is_some());
    let cut = |line: Line| bar(line, plain).or_else(|| gap(text, line).filter(|_| spaced));
    let is_row = |line: Line| cut(line).is_some_and(|at| at > line.start);
    if !frame.lines.iter().any(|line| is_row(line.line)) {
        return Ok(None);
    }
    let fault = |kind, at, message: &str| Err(Fault::at(kind, text.raw_at(at), message));
    // The RFC explains in lines of their own how it decodes.
    let explains = plain.windows(2).any(|two| two == b"==");
    let mut pieces = Pieces::default();
    let mut notes = frame.notes.clone();
    let mut limits: Vec<u32> = Vec::new();
    let mut label: Option<String> = None;
    let mut section: Option<String> = None;
    let mut decoding = None;
    let (mut blank, mut before) = (false, false);
    // Octets of the first row of a dump, and whether the row before is full.
    let (mut width, mut full) = (0, true);
    for (n, line) in frame.lines.iter().enumerate() {
        limits.extend(&line.limits);
        blank |= line.blank_before;
        let content = line.line.of(plain);
        let has_column = std::mem::replace(&mut before, false);
        let end = match cut(line.line) {
            Some(at) => {
                before = true;
                at
            }
            // A row too narrow for its column.
            None if is_digits(content) => {
                let mut words = content.split(|byte| is_space(*byte));
                let spaces = words.all(|word| matches!(word, b"" | b"20" | b"2020"));
                if has_column && n + 1 == frame.lines.len() && !line.blank_before && !spaces {
                    return fault(RefusalKind::Truncated, line.line.end, row::CUT);
                }
                if !spaces || has_column {
                    notes.push((text.raw_at(line.line.start), row::ALONE.into()));
                }
                line.line.end
            }
            None => {
                let before_bar = content
                    .split(|byte| *byte == b'|')
                    .next()
                    .unwrap_or_default();
                let has_bar = before_bar.len() < content.len();
                let is_row = has_bar && before_bar.iter().any(u8::is_ascii_digit);
                let dots = content.windows(2).any(|two| two == b"..");
                if !row::is_words(content) || row::has_octets(before_bar) || is_row || dots {
                    return fault(
                        RefusalKind::BadDigit,
                        line.line.start,
                        "This line has bytes or characters of a row, and something that is neither. Correct it, or copy the dump again.",
                    );
                }
                let name = text.name(line.line.start, line.line.end);
                if name.starts_with("C.") {
                    section = Some(name.clone());
                }
                label = Some(match name.starts_with("Hex dump of encoded data") {
                    true => section.clone().unwrap_or(name),
                    false => name.trim_end_matches(':').to_owned(),
                });
                continue;
            }
        };
        let octets = Line { end, ..line.line }.trimmed(plain);
        if octets.of(plain).is_empty() {
            if !explains && end < line.line.end {
                return fault(
                    RefusalKind::Truncated,
                    line.line.start,
                    "The bytes beside these characters are missing. Copy the whole dump again.",
                );
            }
            continue;
        }
        let named = label.is_some();
        if named {
            drop_decoding(&mut pieces, decoding.take(), &mut notes);
        }
        let from = pieces.octets.len();
        let is_decoding = |label: &String| label.starts_with("Decoding process");
        if from > 0 && label.as_ref().is_some_and(is_decoding) {
            decoding = Some((from, pieces.list.len()));
        }
        let piece = pieces.begin(match () {
            () if decoding.is_some_and(|(start, _)| start < from) => Bond::Joined,
            () if blank && !named => Bond::AfterBlank,
            () if blank || named || !limits.is_empty() => Bond::Apart,
            () => Bond::Joined,
        });
        let joined = piece.bond == Bond::Joined && from > 0;
        piece.mark = line.mark;
        piece.label = label.take();
        piece.limits = std::mem::take(&mut limits);
        blank = false;
        let found = row::read(text, octets, Size::default(), CELL, &mut pieces);
        if !found.after.of(plain).is_empty() {
            return Ok(None);
        }
        let beside = Line {
            start: end,
            ..line.line
        };
        let own = &pieces.octets[from..];
        if row::beside(own, beside, text)? == Beside::Others {
            let characters = row::column(beside, plain);
            let characters = &characters[run(characters, |byte| matches!(byte, b'|' | b' '))..];
            let digits = run(characters, u8::is_ascii_hexdigit);
            let next = characters.get(digits).copied().unwrap_or(b' ');
            if digits > 0 && digits % 2 == 0 && (is_space(next) || next == b'|') {
                return fault(RefusalKind::Ambiguous, end, AFTER_BAR);
            }
            notes.push((text.raw_at(end), row::OTHERS.into()));
        }
        if !joined {
            width = own.len();
        } else if !explains && (!width.is_power_of_two() || !full || own.len() > width) {
            notes.push_of_many(text.raw_at(line.line.start), || UNEVEN.into());
        }
        // Blanks fill up a row that is not full.
        full = own.len() == width && end - octets.end < 5;
    }
    drop_decoding(&mut pieces, decoding, &mut notes);
    let reading = frame.reading(Format::Hexdump, "dump as in RFC 7541", pieces);
    Ok(Some(Reading { notes, ..reading }))
}

/// What is said of a row that goes on after one that is not full.
const UNEVEN: &str = "The row before this one is not full, and both were read as one dump: bytes may be missing, or another block begins here. Separate blocks with blank lines.";

/// Whether nothing but hex digits and spaces stands in a line.
fn is_digits(content: &[u8]) -> bool {
    let is = |byte: &u8| byte.is_ascii_hexdigit() || is_space(*byte);
    content.iter().all(is)
}

/// The RFC shows an example's octets twice: as a dump, and piece by piece
/// where it explains the decoding. The second, which begins at such an octet
/// and piece, is dropped.
fn drop_decoding(pieces: &mut Pieces, decoding: Option<(usize, usize)>, notes: &mut Notes) {
    if let Some((start, piece)) = decoding
        && pieces.octets[..start].ends_with(&pieces.octets[start..])
    {
        let note =
            "“Decoding process” repeats the bytes of the dump before it: they were read once.";
        notes.push_of_many(pieces.places[start].start as usize, || note.into());
        pieces.octets.truncate(start);
        pieces.places.truncate(start);
        pieces.list.truncate(piece);
    }
}

/// Rows of so many characters at most are looked at for a column without a
/// bar.
const WIDEST: usize = 1 << 10;

/// Where the characters of a row begin that follow a gap of spaces, if they
/// are those of its octets: the row of a dump copied without its offsets.
fn gap(text: &Text, line: Line) -> Option<usize> {
    let plain = &*text.plain;
    if line.end - line.start > WIDEST {
        return None;
    }
    let (octets, found) = row::alone(text, line, None, CELL);
    let start = found.after.start;
    let is_number = octets.len() < 2 && found.after.of(plain).iter().all(u8::is_ascii_hexdigit);
    let before = &plain[..start];
    let wide = before.ends_with(b"  ") || before.ends_with(b"\t");
    (wide && !is_number && !octets.is_empty() && row::is_rendered(text, line, CELL))
        .then_some(start)
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
