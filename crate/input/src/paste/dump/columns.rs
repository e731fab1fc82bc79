//! Rows without offsets, whose octets end at a column: RFC 7541's Appendix C
//! (`8286 8441 | ..A`), also with its explanations, and od -An -tx1z.

use super::super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    notes::Notes,
    numbers::AFTER_BAR,
    row::{self, Beside, Cell, Size},
    split::{Bond, Pieces},
    text::{Line, Text, is_space},
};

/// Reads such rows.
pub(super) fn read(text: &Text, frame: &Frame) -> Answer {
    let plain = &*text.plain;
    let mut first = frame.lines.iter().take(8);
    let spaced = first.any(|line| gap(text, line.line).is_some());
    let cut = |n: usize| {
        let line = frame.lines.get(n)?.line;
        bar(line, plain).or_else(|| spaced.then(|| gap(text, line)).flatten())
    };
    if !(0..frame.lines.len()).any(|n| cut(n).is_some_and(|at| at > frame.lines[n].line.start)) {
        return Ok(None);
    }
    let fault = |kind, at, message: &str| Err(Fault::at(kind, text.raw_at(at), message));
    let mut pieces = Pieces::default();
    let mut notes = frame.notes.clone();
    let mut limits: Vec<u32> = Vec::new();
    let mut label: Option<String> = None;
    let mut blank = false;
    let mut section: Option<String> = None;
    let mut decoding = None;
    let mut before = false;
    // Octets of the first row of a dump, and of the row before.
    let (mut width, mut last) = (0, 0);
    for (n, line) in frame.lines.iter().enumerate() {
        limits.extend(&line.limits);
        blank |= line.blank_before;
        let content = line.line.of(plain);
        let has_column = std::mem::replace(&mut before, false);
        let end = match cut(n) {
            Some(at) => {
                before = true;
                at
            }
            // A row too narrow for its column, or words between the dumps.
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
            None if !row::is_words(content)
                || content
                    .split(|byte| *byte == b'|')
                    .take(1)
                    .chain([content])
                    .any(row::has_octets) =>
            {
                return fault(
                    RefusalKind::BadDigit,
                    line.line.start,
                    "This line has bytes, and something that is not a byte. Correct it, or copy the dump again.",
                );
            }
            None => {
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
            continue;
        }
        let named = label.is_some();
        if named {
            drop_decoding(&mut pieces, decoding.take(), &mut notes);
        }
        let from = pieces.octets.len();
        if named
            && from > 0
            && label
                .as_deref()
                .is_some_and(|label| label.starts_with("Decoding process"))
        {
            decoding = Some((from, pieces.list.len()));
        }
        let piece = pieces.begin(match () {
            () if decoding.is_some_and(|(start, _)| start < from) => Bond::Joined,
            () if blank && !named => Bond::AfterBlank,
            () if blank || named || !limits.is_empty() => Bond::Apart,
            () => Bond::Joined,
        });
        piece.mark = line.mark;
        piece.label = label.take();
        piece.limits = std::mem::take(&mut limits);
        blank = false;
        let found = row::read(text, octets, Size::default(), Cell::Group(32), &mut pieces);
        if !found.after.of(plain).is_empty() {
            return Ok(None);
        }
        let beside = Line {
            start: end,
            ..line.line
        };
        let own = &pieces.octets[from..];
        let characters = row::column(beside, plain).trim_ascii();
        let mut words = characters.split(|byte| is_space(*byte) || *byte == b'|');
        let first = words.find(|word| !word.is_empty()).unwrap_or_default();
        let digits = !first.is_empty() && first.len().is_multiple_of(2) && is_digits(first);
        let others = row::beside(own, beside, text)? == Beside::Others;
        if others && digits {
            return fault(RefusalKind::Ambiguous, end, AFTER_BAR);
        }
        if others {
            notes.push((text.raw_at(end), row::OTHERS.into()));
        }
        let count = own.len();
        let joined = pieces.list.last().map(|piece| piece.bond) == Some(Bond::Joined);
        if !joined || from == 0 {
            width = count;
        } else if !width.is_power_of_two() || last != width || count > width {
            notes.push_of_many(text.raw_at(line.line.start), || UNEVEN.into());
        }
        last = count;
    }
    drop_decoding(&mut pieces, decoding, &mut notes);
    Ok(Some(Reading {
        notes,
        ..frame.reading(Format::Hexdump, "dump as in RFC 7541", pieces)
    }))
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
        notes.push_of_many(pieces.places[start].start as usize, || {
            "“Decoding process” repeats the bytes of the dump before it: they were read once."
                .into()
        });
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
    let (octets, found) = row::alone(text, line, None, Cell::Group(32));
    let start = found.after.start;
    let is_number = octets.len() < 2 && found.after.of(plain).iter().all(u8::is_ascii_hexdigit);
    let wide = plain[..start].ends_with(b"  ");
    (wide && !is_number && !octets.is_empty() && row::is_rendered(text, line, Cell::Group(32)))
        .then_some(start)
}

/// Where a line's column of characters begins, if octets or nothing stand
/// before it.
fn bar(line: Line, plain: &[u8]) -> Option<usize> {
    let content = line.of(plain);
    let is_bar = |byte: &u8| matches!(byte, b'|' | b'>');
    let at = content.iter().position(is_bar)?;
    // od -tx1z: >…<
    let framed = content[at] == b'|' || content.ends_with(b"<") && at + 1 < content.len();
    let table = content[at] == b'|'
        && at == 0
        && content.len() > 1
        && content
            .iter()
            .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'|' | b' '));
    (is_digits(&content[..at]) && framed && !table).then_some(line.start + at)
}
