//! Percent-encoding (RFC 3986 §2.1).

use crate::hex;

use super::{
    Answer, Fault, Format, RefusalKind, Skipped,
    frame::Frame,
    pieces::{Bond, Pieces},
    text::{Line, Text},
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

/// `=82=86`: an escape begins the line or stands right behind another one, or
/// letters stand right behind several, and no fewer than half of the signs in
/// it begin escapes.
fn is_quoted_printable(line: &[u8]) -> bool {
    let is_escape = |at: usize| {
        line[at] == b'='
            && line
                .get(at + 1..at + 3)
                .is_some_and(|two| hex::octet(two).is_some())
    };
    let escapes = (0..line.len()).filter(|&at| is_escape(at)).count();
    let signs = line.iter().filter(|byte| **byte == b'=').count();
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit();
    let glued =
        (0..line.len()).filter(|&at| is_escape(at) && line.get(at + 3).is_some_and(is_letter));
    let is_first = |at: usize| at == 0 || line[at - 1] == b'=' || at >= 3 && is_escape(at - 3);
    escapes > 0
        && escapes * 2 >= signs
        && (glued.count() > 1 || (0..line.len()).any(|at| is_escape(at) && is_first(at)))
}

pub(crate) fn read_as(text: &Text, frame: &Frame) -> Answer {
    if !text.plain.contains(&b'%') {
        return Ok(None);
    }
    let mut pieces = Pieces::default();
    let mut notes = Vec::new();
    // A letter or a digit that stands for itself; others that are escaped.
    let (mut plain, mut escaped) = (None, false);
    let mut skipped = Vec::new();
    for line in &frame.lines {
        let piece = pieces.begin(match line.blank_before {
            true => Bond::AfterBlank,
            false => Bond::Loose,
        });
        piece.mark = line.mark;
        piece.limits.clone_from(&line.limits);
        let (own, content) = without_key(line.line, &text.plain);
        if own > line.line.start {
            skipped.push(Skipped {
                place: text.place(line.line.start, own),
                reason: "the name of a form's value".into(),
                each: true,
            });
        }
        let is_hidden = |three: &[u8]| matches!(three, b"***" | b"...");
        if let Some(hidden) = content.windows(3).position(is_hidden) {
            let at = text.raw_at(own + hidden);
            return Err(Fault::at(RefusalKind::Truncated, at, HIDDEN));
        }
        if !content.contains(&b'%') {
            notes.push((text.raw_at(line.line.start), NO_ESCAPES));
        }
        let mut at = 0;
        while at < content.len() {
            let start = own + at;
            let fault = |kind, message| Err(Fault::at(kind, text.raw_at(start), message));
            let (octet, length) = match content[at] {
                b'%' => match content.get(at + 1..at + 3).and_then(hex::octet) {
                    Some(octet) => (octet, 3),
                    None => return fault(RefusalKind::BadEscape, TWO_DIGITS),
                },
                b'+' => return fault(RefusalKind::Ambiguous, PLUS),
                byte @ b'!'..=b'~' => (byte, 1),
                _ => return fault(RefusalKind::BadDigit, NO_CHARACTER),
            };
            if length > 1 {
                escaped |= octet.is_ascii_alphanumeric();
            } else if octet.is_ascii_alphanumeric() {
                plain = plain.or(Some((text.raw_at(start), MIXED)));
            } else if !b"-._~!*'()".contains(&octet) {
                notes.push((text.raw_at(start), NOT_ESCAPED));
            }
            pieces.push(octet, text.place(start, start + length));
            at += length;
        }
    }
    let encoded = unread::as_hex(&pieces)?;
    let is_hex = encoded.is_some();
    let pieces = encoded.unwrap_or(pieces);
    let mut reading = frame.reading(Format::Percent, "percent-encoding", pieces);
    reading.skipped.extend(skipped);
    if !is_hex {
        notes.extend(plain.filter(|_| escaped));
        let notes = notes.into_iter().take(MOST);
        reading
            .notes
            .extend(notes.map(|(at, note)| (at, note.to_owned())));
    }
    Ok(Some(reading))
}

/// What is read of a line, and where it begins: behind the name of a form's
/// value (`block=%82`), if only what stands behind that is a whole block.
fn without_key(line: Line, plain: &[u8]) -> (usize, &[u8]) {
    let content = line.of(plain);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name = content.iter().take_while(|byte| is_name(byte)).count();
    let value = content.get(name + 1..).unwrap_or_default();
    let is_whole =
        |part: &[u8]| decoded(part).is_some_and(|octets| hpack::structure::is_whole(&octets));
    let is_key = name > 0
        && content.get(name) == Some(&b'=')
        && value.starts_with(b"%")
        && is_whole(value)
        && !is_whole(content);
    match is_key {
        true => (line.start + name + 1, value),
        false => (line.start, content),
    }
}

/// The octets of percent-encoding, if it is that.
fn decoded(content: &[u8]) -> Option<Vec<u8>> {
    let mut octets = Vec::new();
    let mut at = 0;
    while at < content.len() {
        let (octet, length) = match content[at] {
            b'%' => (hex::octet(content.get(at + 1..at + 3)?)?, 3),
            other => (other, 1),
        };
        octets.push(octet);
        at += length;
    }
    Some(octets)
}

/// The first notes say what is wrong.
const MOST: usize = 4;

const NO_ESCAPES: &str = "There are no escapes in this line: its characters were read as bytes, and something may be missing.";

const MIXED: &str = "This character stands for itself, and other letters or digits are escaped: a part of an escape may be missing.";

const NOT_ESCAPED: &str = "This character is not escaped, as it should be in percent-encoding: it may be no part of the bytes, or a part of an escape may be missing.";

const TWO_DIGITS: &str = "Two hexadecimal digits are expected after “%”.";

const PLUS: &str =
    "“+” may stand for itself or, as in a form, for a space. Write %2B or %20 instead.";

const HIDDEN: &str = "These asterisks or dots may stand for bytes that were left out. Copy the text with all of them.";

const NO_CHARACTER: &str = "This character is not allowed in percent-encoding.";
