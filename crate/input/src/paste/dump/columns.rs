//! Rows without offsets, whose octets end at a column: RFC 7541's Appendix C
//! (`8286 8441 | ..A`), also with its explanations, and od -An -tx1z.

use super::super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    notes::Notes,
    numbers::AFTER_BAR,
    row::{self, Cell, Size},
    split::{Bond, Piece, Pieces},
    text::{Line, Text, is_space},
};

pub(super) fn read(text: &Text, frame: &Frame) -> Answer {
    let plain = &*text.plain;
    let spaced = spaced(text, frame);
    let cut = |line: Line| bar(line, plain).or_else(|| spaced.then(|| gap(text, line)).flatten());
    let rows = frame
        .lines
        .iter()
        .filter(|line| cut(line.line).is_some_and(|at| at > line.line.start))
        .count();
    if rows == 0 {
        return Ok(None);
    }
    let mut pieces = Pieces::default();
    let mut notes = frame.notes.clone();
    let mut limits: Vec<u32> = Vec::new();
    let mut label: Option<String> = None;
    let mut blank = false;
    let mut section: Option<String> = None;
    let last = frame.lines.len() - 1;
    for (n, line) in frame.lines.iter().enumerate() {
        limits.extend(&line.limits);
        blank |= line.blank_before;
        let content = line.line.of(plain);
        let end = match cut(line.line) {
            Some(at) => at,
            // A row too narrow for its column, or words between the dumps.
            None if content
                .iter()
                .all(|byte| byte.is_ascii_hexdigit() || is_space(*byte)) =>
            {
                if n == last
                    && n > 0
                    && !line.blank_before
                    && cut(frame.lines[n - 1].line).is_some()
                    && !content
                        .split(|byte| is_space(*byte))
                        .all(|word| matches!(word, b"" | b"20" | b"2020"))
                {
                    return Err(Fault::at(
                        RefusalKind::Truncated,
                        text.raw_at(line.line.end),
                        "The text was cut off inside this row: the rows before it have characters beside them, and this one has none. Copy the whole dump.",
                    ));
                }
                if n > 0 && cut(frame.lines[n - 1].line).is_some() {
                    notes.push((text.raw_at(line.line.start), row::ALONE.into()));
                }
                line.line.end
            }
            None if row::has_octets(
                content
                    .split(|byte| *byte == b'|')
                    .next()
                    .unwrap_or_default(),
            ) || row::has_octets(content) =>
            {
                return Err(Fault::at(
                    RefusalKind::BadDigit,
                    text.raw_at(line.line.start),
                    "This line has bytes, and something that is not a byte. Correct it, or copy the dump again.",
                ));
            }
            None => {
                let name = text.name(line.line.start, line.line.end);
                if name.starts_with("C.") {
                    section = Some(name.clone());
                }
                label = Some(if name.starts_with("Hex dump of encoded data") {
                    section.clone().unwrap_or(name)
                } else {
                    name.trim_end_matches(':').to_owned()
                });
                continue;
            }
        };
        let octets = Line {
            start: line.line.start,
            end,
        }
        .trimmed(plain);
        if octets.of(plain).is_empty() {
            continue;
        }
        let from = pieces.octets.len();
        let fresh = blank || label.is_some();
        let piece = pieces.begin(if blank && label.is_none() {
            Bond::AfterBlank
        } else if fresh || !limits.is_empty() {
            Bond::Apart
        } else {
            Bond::Joined
        });
        piece.mark = line.mark;
        piece.label = label.take();
        piece.limits = std::mem::take(&mut limits);
        blank = false;
        let found = row::read(
            text,
            octets,
            Size {
                expect: None,
                width: None,
                column: None,
            },
            Cell::Group(32),
            &mut pieces,
        );
        if !found.after.of(plain).is_empty() {
            return Ok(None);
        }
        let beside = Line {
            start: end,
            end: line.line.end,
        };
        let characters = row::column(beside, plain).trim_ascii();
        let first = characters
            .split(|byte| is_space(*byte) || *byte == b'|')
            .find(|word| !word.is_empty())
            .unwrap_or_default();
        let digits = !first.is_empty()
            && first.len().is_multiple_of(2)
            && first.iter().all(u8::is_ascii_hexdigit);
        let own = &pieces.octets[from..];
        if row::contradicts(own, characters) || row::is_cut(own, characters) {
            return Err(Fault::at(
                RefusalKind::Offsets,
                text.raw_at(end),
                "The characters beside this row do not match its bytes: one of the two was changed, or bytes are missing. Copy the dump again.",
            ));
        }
        match row::beside(own, beside, plain) {
            row::Beside::Octets => {
                return Err(Fault::at(
                    RefusalKind::Offsets,
                    text.raw_at(end),
                    row::JOINED,
                ));
            }
            row::Beside::Others if !digits => notes.push((text.raw_at(end), row::OTHERS.into())),
            _ => {}
        }
        if digits && !row::renders(own, characters) {
            return Err(Fault::at(
                RefusalKind::Ambiguous,
                text.raw_at(end),
                AFTER_BAR,
            ));
        }
    }
    drop_decoding(&mut pieces, &mut notes);
    Ok(Some(Reading {
        notes,
        ..frame.reading(Format::Hexdump, "dump as in RFC 7541", pieces)
    }))
}

/// Rows of so many characters at most are looked at for a column without a
/// bar.
const WIDEST: usize = 1 << 10;

/// Whether the first lines are rows whose characters stand after a gap only:
/// a dump copied without its offsets.
fn spaced(text: &Text, frame: &Frame) -> bool {
    frame
        .lines
        .iter()
        .take(8)
        .any(|line| gap(text, line.line).is_some())
}

/// Where the characters of a row begin that follow a gap of spaces, if they
/// are those of its octets.
fn gap(text: &Text, line: Line) -> Option<usize> {
    let plain = &*text.plain;
    if line.end - line.start > WIDEST {
        return None;
    }
    let mut pieces = Pieces::default();
    let size = Size {
        expect: None,
        width: None,
        column: None,
    };
    let found = row::read(text, line, size, Cell::Group(32), &mut pieces);
    let characters = found.after.of(plain);
    let wide = plain[..found.after.start].ends_with(b"  ");
    (found.octets > 1 || !characters.iter().all(u8::is_ascii_hexdigit))
        .then_some(found.after.start)
        .filter(|_| {
            found.octets > 0
                && found.clean
                && wide
                && !characters.is_empty()
                && row::renders(&pieces.octets, characters)
        })
}

/// Where a line's column of characters begins, if octets or nothing stand
/// before it.
fn bar(line: Line, plain: &[u8]) -> Option<usize> {
    let content = line.of(plain);
    let at = content
        .iter()
        .position(|byte| matches!(byte, b'|' | b'>'))?;
    let octets = content[..at]
        .iter()
        .all(|byte| byte.is_ascii_hexdigit() || is_space(*byte));
    // od -tx1z: >…<
    if content[at] == b'>' && (!content.ends_with(b"<") || at + 1 == content.len()) {
        return None;
    }
    let table = content[at] == b'|'
        && at == 0
        && content.len() > 1
        && content
            .iter()
            .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'|' | b' '));
    (octets && !table).then_some(line.start + at)
}

/// The RFC shows an example's octets twice: as a dump, and piece by piece
/// where it explains the decoding.
fn drop_decoding(pieces: &mut Pieces, notes: &mut Notes) {
    let explains = |piece: &Piece| {
        let label = piece.label.as_deref();
        label.is_some_and(|label| label.starts_with("Decoding process"))
    };
    let Pieces {
        octets,
        places,
        list,
        ..
    } = pieces;
    // What is kept moves up over what is dropped.
    let (mut kept, mut kept_list) = (0, 0);
    let mut at = 0;
    while at < list.len() {
        let again = explains(&list[at]);
        let mut end = at + 1;
        while end < list.len()
            && (list[end].bond == Bond::Joined || again && list[end].label.is_none())
        {
            end += 1;
        }
        let start = list[at].start;
        let stop = list.get(end).map_or(octets.len(), |piece| piece.start);
        if again && kept_list > 0 {
            if octets[..kept].ends_with(&octets[start..stop]) {
                notes.push_of_many(places[start].start as usize, || {
                    "“Decoding process” repeats the bytes of the dump before it: they were read once.".into()
                });
                at = end;
                continue;
            }
            // One example, though blank lines part its rows.
            for piece in &mut list[at + 1..end] {
                piece.bond = Bond::Joined;
            }
        }
        for n in at..end {
            list[n].start -= start - kept;
            list.swap(kept_list, n);
            kept_list += 1;
        }
        octets.copy_within(start..stop, kept);
        places.copy_within(start..stop, kept);
        kept += stop - start;
        at = end;
    }
    list.truncate(kept_list);
    octets.truncate(kept);
    places.truncate(kept);
}
