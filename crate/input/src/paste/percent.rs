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
    let (mut all, mut signs, mut other) = (0, 0, false);
    for line in &frame.lines {
        let content = line.line.of(&text.plain);
        if is_quoted_printable(content) {
            return Err(Fault::at(
                RefusalKind::BadEscape,
                text.raw_at(line.line.start),
                "This looks like quoted-printable, as mail has it, which cannot be read here. Decode it first, and copy the bytes as hex or Base64.",
            ));
        }
        all += content.len();
        signs += content.iter().filter(|byte| **byte == b'%').count();
        other |= content
            .iter()
            .any(|byte| matches!(byte, b' ' | b'"' | b'\\'));
    }
    match signs > 0 && signs * 6 >= all && !other {
        true => read_as(text, frame),
        false => Ok(None),
    }
}

/// `=82=86`: an escape begins the line or stands right behind another one, and
/// most of the signs in it begin escapes.
fn is_quoted_printable(line: &[u8]) -> bool {
    let is_escape = |at: usize| {
        line[at] == b'='
            && line
                .get(at + 1..at + 3)
                .is_some_and(|two| hex::octet(two).is_some())
    };
    let escapes = (0..line.len()).filter(|&at| is_escape(at)).count();
    let signs = line.iter().filter(|byte| **byte == b'=').count();
    escapes * 2 > signs
        && (0..line.len()).any(|at| is_escape(at) && (at == 0 || at >= 3 && is_escape(at - 3)))
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
