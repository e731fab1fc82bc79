//! String literals with escapes: C, Go, Rust, Python, JavaScript, Ruby, Perl,
//! Lua, Haskell, shells, and strings without their quotes.

mod escape;
mod find;

use std::cmp::Ordering;

use super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    notes::Notes,
    refuse,
    split::{Bond, Pieces},
    text::Text,
};
use escape::{Decoded, Dialect, HexAfter};
pub(crate) use find::{Literal, changes, strings};

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let evident = frame
        .lines
        .iter()
        .any(|line| is_escaped(line.line.of(&text.plain)));
    if !evident && !is_binary_string(text, frame) {
        return Ok(None);
    }
    read_as(text, frame)
}

pub(crate) fn read_as(text: &Text, frame: &Frame) -> Answer {
    if !text
        .plain
        .iter()
        .any(|byte| matches!(byte, b'\\' | b'"' | b'\'' | b'`'))
    {
        return Ok(None);
    }
    let mut notes = frame.notes.clone();
    let mut skipped = frame.skipped.clone();
    let literals = find::literals(text, frame, &mut notes, &mut skipped)?;
    if literals.is_empty() {
        return Ok(None);
    }
    refuse::lossless(text)?;
    for &(start, end) in literals.iter().flat_map(|literal| &literal.parts) {
        let entities = ["&quot;", "&amp;", "&lt;", "&gt;", "&#39;"];
        if let Some(at) = entities
            .iter()
            .find_map(|entity| text.raw[start..end].find(entity))
        {
            return Err(Fault::at(
                RefusalKind::BadEscape,
                start + at,
                "This text is escaped for HTML. Copy it from the page, not from its source, or undo the escapes.",
            ));
        }
    }
    let mut decoded = decode(text.raw, &literals, &mut notes)?;
    let mut pieces = std::mem::take(&mut decoded.pieces);
    place(&mut pieces, frame, &literals, decoded.hex_after);
    if let Some(at) = join_characters(&mut pieces, &literals) {
        notes.push((at, "Each of these strings holds one byte; together they were read as one block. If each is a block, separate them with blank lines.".into()));
    }
    let quoted = literals.iter().any(|literal| literal.quoted);
    let bytes = literals.iter().any(|literal| literal.bytes);
    let detail = match (decoded.hex_after, bytes, quoted) {
        (true, ..) => "PostgreSQL bytea",
        (_, true, _) => "byte string literal",
        (_, _, true) => "string literal",
        _ => "escapes without quotes",
    };
    Ok(Some(Reading {
        notes,
        skipped,
        ..frame.reading(Format::Escaped, detail, pieces)
    }))
}

/// Joins the items of a list in which each is one octet: characters. Where
/// they may as well be strings, this is said there.
fn join_characters(pieces: &mut Pieces, literals: &[Literal]) -> Option<usize> {
    let mut told = None;
    let mut at = 0;
    while at < literals.len() {
        let more = literals[at + 1..].iter().take_while(|literal| literal.item);
        let end = at + 1 + more.count();
        if end > at + 1 && (at..end).all(|piece| pieces.of(piece).len() == 1) {
            for piece in &mut pieces.list[at + 1..end] {
                if piece.limits.is_empty() {
                    piece.bond = Bond::Joined;
                }
            }
            if literals[at].bytes {
                told = told.or(literals[at].parts.first().map(|part| part.0));
            }
        }
        at = end;
    }
    told
}

/// Whether a line has escapes of octets in it, or the literal of a byte
/// string.
fn is_escaped(line: &[u8]) -> bool {
    let escape = line.windows(3).any(|three| match three {
        [b'\\', b'x', digit] => digit.is_ascii_hexdigit() || *digit == b'{',
        [b'\\', b'u', digit] => digit.is_ascii_hexdigit() || *digit == b'{',
        [b'\\', b'0'..=b'9', b'0'..=b'9' | b'\\' | b'"' | b'\''] => true,
        _ => false,
    });
    let bytes = (0..line.len()).any(|at| {
        matches!(line[at..], [b'b', b'"' | b'\'', ..])
            && (at == 0
                || !line[at - 1].is_ascii_alphanumeric() && !matches!(line[at - 1], b'\'' | b'"'))
    });
    escape || bytes && !only_hex(line)
}

/// A byte string that itself holds hex digits: `b'8286'` as binascii prints.
fn only_hex(line: &[u8]) -> bool {
    let mut quotes = line.split(|byte| matches!(byte, b'"' | b'\''));
    quotes.nth(1).is_some_and(|inner| {
        let inner = inner.strip_suffix(b"\\n").unwrap_or(inner);
        let inner = inner.strip_suffix(b"\\r").unwrap_or(inner);
        (inner.len() == 2 || inner.len() > 3)
            && inner
                .iter()
                .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b' ' | b':'))
    })
}

/// A quoted string of characters below U+0100, some beyond ASCII.
fn is_binary_string(text: &Text, frame: &Frame) -> bool {
    let Some(first) = frame.lines.first() else {
        return false;
    };
    let raw = text.raw[text.raw_at(first.line.start)..].trim();
    let quoted = matches!(raw.chars().next(), Some('"' | '\'' | '`'))
        && raw.len() > 1
        && raw.ends_with(&raw[..1]);
    quoted && !raw.is_ascii()
}

/// U+FFFD stands where octets were lost.
pub(crate) fn lost(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Lossy,
        at,
        "“\u{fffd}” stands for bytes that were lost when they were saved as text. Copy the bytes as hex or Base64 instead.",
    )
}

/// A character that stands for no octet.
pub(crate) fn wide(c: char, at: usize) -> Fault {
    Fault::at(
        RefusalKind::Lossy,
        at,
        format!(
            "“{c}” (U+{:04X}) does not stand for a byte: only characters below U+0100 do. Copy the bytes as hex or Base64 instead.",
            u32::from(c)
        ),
    )
}

/// Decodes strings by the rules of their language, with notes where the bytes
/// had to decide.
fn decode(raw: &str, literals: &[Literal], notes: &mut Notes) -> Result<Decoded, Fault> {
    let start = literals[0].parts.first().map_or(0, |part| part.0);
    let refuse = |kind, at, message: &str| Err(Fault::at(kind, at, message));
    let mut dialect = Dialect {
        base: 10,
        latin: false,
        hex_after: false,
        doubled: escape::is_doubled(raw, literals),
    };
    let signs = escape::signs(raw, literals, dialect);
    if let Some(at) = signs.typographic.filter(|_| signs.hex || signs.numeric) {
        return refuse(
            RefusalKind::Lossy,
            at,
            "A dash or a quote of typography stands among the escapes here: a program for documents put it there, and the byte is lost. Copy the string from where it was printed.",
        );
    }
    if let Some(at) = signs.left_out {
        notes.push((at, "These dots or asterisks were read as bytes. If they stand for what was left out, copy all of the string.".into()));
    }
    if (signs.hex || signs.coded) && signs.numeric {
        return refuse(
            RefusalKind::Ambiguous,
            start,
            "There are escapes of both kinds here, with “\\x” and with digits only: an “x” may be lost. Write all with \\x.",
        );
    }
    if signs.numbers > 1 && signs.twos == signs.numbers {
        return refuse(
            RefusalKind::Ambiguous,
            start,
            "These escapes of two digits may be hexadecimal, decimal or octal, and nothing in the text decides which. Write \\x before hexadecimal digits.",
        );
    }
    let octal = Dialect { base: 8, ..dialect };
    if signs.numbers > 0 && !signs.decimal {
        dialect = either(
            raw,
            literals,
            notes,
            [octal, dialect],
            signs.filled,
            [
                "The escapes were read as octal, because as decimal they are not a complete header block, or are characters that need no escape.",
                "The escapes were read as decimal, because as octal they are not a complete header block, or are characters that need no escape.",
                "These escapes may be octal or decimal, and nothing in the text decides which. Write \\x before hexadecimal digits.",
            ],
            start,
        )?;
    }
    match escape::hex_after(raw, literals) {
        HexAfter::No => {}
        HexAfter::Cut(at) => {
            return refuse(
                RefusalKind::OddDigits,
                at,
                "After this “\\x” all digits of a value follow, as PostgreSQL writes it, and one of them is missing or wrong. Copy it again.",
            );
        }
        found => {
            let hex_after = Dialect {
                hex_after: true,
                ..dialect
            };
            dialect = either(
                raw,
                literals,
                notes,
                [hex_after, dialect],
                found == HexAfter::Long,
                [
                    "“\\x” with all digits after it was read as PostgreSQL's hex notation.",
                    "“\\x” was read as an escape of one byte, because only then do the bytes form a complete header block.",
                    "“\\x” may stand for one byte, with characters after it, or for all digits after it as PostgreSQL writes it, and nothing in the text decides which. Remove “\\x”, or write it before each byte.",
                ],
                start,
            )?;
        }
    }
    if let Some(at) = signs.beyond.filter(|_| !signs.wide) {
        let latin = Dialect {
            latin: true,
            ..dialect
        };
        dialect = either(
            raw,
            literals,
            notes,
            [latin, dialect],
            !signs.hex,
            [
                "Each character beyond ASCII was read as the byte with its number (Latin-1).",
                "Characters beyond ASCII were read as their UTF-8 bytes.",
                "Characters beyond ASCII in this string may stand for single bytes (Latin-1) or for their UTF-8 bytes, and nothing in the text decides which. Copy the bytes as hex or Base64 instead.",
            ],
            at,
        )?;
    }
    let decoded = escape::decode(raw, literals, dialect)?;
    notes.extend(decoded.irregular(raw)?);
    Ok(decoded)
}

/// The one of two dialects in which the strings are whole header blocks, or
/// spell all characters alike; the first where nothing decides and it is the
/// `usual` one. `says` has what is to be said of the first, of the second, and
/// where neither can be chosen.
fn either(
    raw: &str,
    literals: &[Literal],
    notes: &mut Notes,
    dialects: [Dialect; 2],
    usual: bool,
    says: [&str; 3],
    at: usize,
) -> Result<Dialect, Fault> {
    let [first, second] = dialects.map(|dialect| escape::decode(raw, literals, dialect));
    let (first, second) = match (first, second) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(fault), _) if dialects[0].hex_after => return Err(fault),
        (first, second) => return Ok(dialects[usize::from(first.is_err() && second.is_ok())]),
    };
    if first.pieces.octets == second.pieces.octets {
        return Ok(dialects[1]);
    }
    let rank = |decoded: &Decoded| (decoded.is_regular(), decoded.is_whole());
    let chosen = match rank(&first).cmp(&rank(&second)) {
        Ordering::Less => 1,
        Ordering::Equal if !usual => {
            return Err(Fault::at(RefusalKind::Ambiguous, at, says[2]));
        }
        _ => 0,
    };
    notes.push((at, says[chosen].into()));
    Ok(dialects[chosen])
}

/// Says of the pieces, one for each string, where they stand.
fn place(pieces: &mut Pieces, frame: &Frame, literals: &[Literal], hex_after: bool) {
    pieces.strings = literals.iter().all(|literal| literal.quoted);
    let mut line = None;
    for (piece, literal) in pieces.list.iter_mut().zip(literals) {
        piece.label.clone_from(&literal.label);
        let fresh = line != Some(literal.line);
        let own = &frame.lines[line.map_or(0, |line| line + 1)..=literal.line];
        let blank = fresh && own.iter().any(|line| line.blank_before);
        piece.bond = match literal.bond {
            Bond::Loose if blank => Bond::AfterBlank,
            // A value of PostgreSQL does not go over lines.
            Bond::Loose if hex_after => Bond::Apart,
            other => other,
        };
        if fresh {
            piece.mark = frame.lines[literal.line].mark;
            piece.limits = own.iter().flat_map(|line| line.limits.clone()).collect();
        }
        line = Some(literal.line);
    }
}
