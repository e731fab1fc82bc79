//! Rows without offsets, whose octets end at a column: RFC 7541's Appendix C
//! (`8286 8441 | ..A`), also with its explanations, and od -An -tx1z.

use super::super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    row::{self, Cell, Size},
    split::{Bond, Pieces},
    text::{Line, Text, is_space},
};

pub(super) fn read(text: &Text, frame: &Frame) -> Answer {
    let plain = &*text.plain;
    let cut = |line: Line| bar(line, plain);
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
    for line in &frame.lines {
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
                line.line.end
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
        let digits = !characters.is_empty()
            && characters
                .iter()
                .all(|byte| byte.is_ascii_hexdigit() || is_space(*byte))
            && characters
                .split(|byte| is_space(*byte))
                .all(|word| word.len().is_multiple_of(2));
        if digits && !row::renders(&pieces.octets[from..], characters) {
            return Err(Fault::at(
                RefusalKind::Ambiguous,
                text.raw_at(end),
                "After this «|» there may be characters, which are no data, or more octets. Take out whichever is meant not to be read.",
            ));
        }
    }
    drop_decoding(&mut pieces, &mut notes);
    Ok(Some(Reading {
        format: Format::Hexdump,
        detail: "dump as in RFC 7541".into(),
        pieces,
        initial_table_size: frame.initial_table_size,
        notes,
    }))
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
fn drop_decoding(pieces: &mut Pieces, notes: &mut Vec<(usize, String)>) {
    let mut at = 0;
    while at < pieces.list.len() {
        let explains = pieces.list[at]
            .label
            .as_deref()
            .is_some_and(|label| label.starts_with("Decoding process"));
        let mut end = at + 1;
        while end < pieces.list.len()
            && (pieces.list[end].bond == Bond::Joined
                || explains && pieces.list[end].label.is_none())
        {
            end += 1;
        }
        if explains && at > 0 {
            let start = pieces.list[at].start;
            let stop = pieces
                .list
                .get(end)
                .map_or(pieces.octets.len(), |piece| piece.start);
            let same = pieces.octets[..start].ends_with(&pieces.octets[start..stop]);
            if same {
                notes.push((pieces.places[start].start as usize, "The decoding process shows the octets of the dump before it again: they were read once.".into()));
                pieces.octets.drain(start..stop);
                pieces.places.drain(start..stop);
                pieces.list.drain(at..end);
                for piece in &mut pieces.list[at..] {
                    piece.start -= stop - start;
                }
                continue;
            }
            // One example, though blank lines part its rows.
            for piece in &mut pieces.list[at + 1..end] {
                piece.bond = Bond::Joined;
            }
        }
        at = end;
    }
}
