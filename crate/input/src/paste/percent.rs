//! Percent-encoding (RFC 3986 §2.1).

use crate::hex;

use super::{
    Answer, Fault, Format, RefusalKind,
    frame::Frame,
    split::{Bond, Pieces},
    text::Text,
    unread,
};

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let lines = || frame.lines.iter().map(|line| line.line.of(&text.plain));
    let signs = lines().flatten().filter(|byte| **byte == b'%').count();
    let all: usize = lines().map(<[u8]>::len).sum();
    let others = lines()
        .flatten()
        .filter(|byte| matches!(byte, b' ' | b'"' | b'\\'))
        .count();
    if signs == 0 || others > 0 || signs * 6 < all {
        return Ok(None);
    }
    read_as(text, frame)
}

pub(crate) fn read_as(text: &Text, frame: &Frame) -> Answer {
    if !text.plain.contains(&b'%') {
        return Ok(None);
    }
    let mut pieces = Pieces::default();
    for line in &frame.lines {
        let piece = pieces.begin(if line.blank_before {
            Bond::AfterBlank
        } else {
            Bond::Loose
        });
        piece.mark = line.mark;
        piece.limits.clone_from(&line.limits);
        let content = line.line.of(&text.plain);
        let mut at = 0;
        while at < content.len() {
            let start = line.line.start + at;
            let fault = |kind, message: &str| Err(Fault::at(kind, text.raw_at(start), message));
            match content[at] {
                b'%' => {
                    let Some(octet) = content.get(at + 1..at + 3).and_then(hex::octet) else {
                        return fault(
                            RefusalKind::BadEscape,
                            "Two hexadecimal digits are expected after “%”.",
                        );
                    };
                    pieces.push(octet, text.place(start, start + 3));
                    at += 3;
                }
                b'+' => {
                    return fault(
                        RefusalKind::Ambiguous,
                        "“+” may stand for itself or, as in a form, for a space. Write %2B or %20 instead.",
                    );
                }
                byte @ b'!'..=b'~' => {
                    pieces.push(byte, text.place(start, start + 1));
                    at += 1;
                }
                _ => {
                    return fault(
                        RefusalKind::BadDigit,
                        "This character is not allowed in percent-encoding.",
                    );
                }
            }
        }
    }
    let pieces = unread::as_hex(&pieces)?.unwrap_or(pieces);
    Ok(Some(frame.reading(
        Format::Percent,
        "percent-encoding",
        pieces,
    )))
}
