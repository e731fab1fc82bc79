//! String literals with escapes: C, Go, Rust, Python, JavaScript, Ruby, Perl,
//! Lua, Haskell, shells, and strings without their quotes.

mod escape;
mod find;
mod glue;
mod lex;

use std::cmp::Ordering;

use super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    notes::Notes,
    pieces::{Bond, Pieces},
    refuse,
    text::Text,
};
pub(super) use escape::bytes_of;
use escape::{Decoded, Dialect, Mark};
pub(crate) use find::strings;
pub(crate) use lex::{Literal, changes};

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
    let (mut decoded, bytea) = decode(text.raw, &literals, &mut notes)?;
    let mut pieces = std::mem::take(&mut decoded.pieces);
    place(&mut pieces, frame, &literals, bytea);
    if let Some(at) = join_characters(&mut pieces, &literals) {
        notes.push((at, "Each of these strings holds one byte; together they were read as one block. If each is a block, separate them with blank lines.".into()));
    }
    let quoted = literals.iter().any(|literal| literal.quoted);
    let bytes = literals.iter().any(|literal| literal.bytes);
    let detail = match (bytea, bytes, quoted) {
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
    quoted && raw.lines().any(|line| !line.trim().is_ascii())
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
/// had to decide; and whether they are in PostgreSQL's notation.
fn decode(raw: &str, literals: &[Literal], notes: &mut Notes) -> Result<(Decoded, bool), Fault> {
    let start = literals[0].parts.first().map_or(0, |part| part.0);
    let ambiguous = |message: &str| Err(Fault::at(RefusalKind::Ambiguous, start, message));
    let bytea = escape::bytea(raw, literals)?;
    let pairs = escape::doubled(raw, literals);
    let mut dialect = Dialect {
        doubled: pairs > 0,
        ..Dialect::default()
    };
    let decode = |dialect| escape::decode(raw, literals, dialect);
    let mut decoded = decode(dialect);
    let numbers = decoded.count(Mark::Number);
    let coded = decoded.count(Mark::Hex) + decoded.count(Mark::Coded);
    if let Some(at) = decoded
        .first(Mark::Typographic)
        .filter(|_| coded + numbers > 0)
    {
        return Err(Fault::at(RefusalKind::Lossy, at, TYPOGRAPHIC));
    }
    if coded > 0 && decoded.count(Mark::Numeric) > 0 {
        return ambiguous(MIXED);
    }
    // A byte string is of Python or the like.
    if numbers > 0 && !literals.iter().any(|literal| literal.bytes) {
        dialect.decimal = true;
        let other = decode(dialect);
        let count = other.count(Mark::Number);
        if count > 1 && other.count(Mark::Two) == count {
            return ambiguous(TWO_DIGITS);
        }
        let usual = other.count(Mark::Filled) > 0 || other.count(Mark::Three) == count;
        (decoded, dialect.decimal) = match other.count(Mark::Name) {
            0 => {
                let first = other.first(Mark::Number).unwrap_or(start);
                either([decoded, other], notes, usual, BASES, first)?
            }
            _ => (other, true),
        };
    }
    if let Some(bytea) = bytea {
        if bytea.doubled {
            notes.push((start, BYTEA[0].into()));
            return Ok((bytea.decoded, true));
        }
        let (chosen, is_second) =
            either([bytea.decoded, decoded], notes, !bytea.short, BYTEA, start)?;
        if !is_second {
            return Ok((chosen, true));
        }
        decoded = chosen;
    }
    if let Some(at) = decoded
        .first(Mark::Beyond)
        .filter(|_| decoded.count(Mark::Wide) == 0)
    {
        let usual = decoded.count(Mark::Hex) == 0;
        dialect.latin = true;
        (decoded, _) = either([decode(dialect), decoded], notes, usual, BEYOND, at)?;
    } else if let Some(at) = decoded
        .first(Mark::Coded)
        .filter(|_| decoded.count(Mark::Beyond) > 0 && coded == decoded.count(Mark::Coded))
    {
        notes.push((at, BEYOND[1].into()));
    }
    if let Some(fault) = decoded.fault.take() {
        return Err(fault);
    }
    let (plain, escaped) = (decoded.count(Mark::Plain), decoded.count(Mark::Escaped));
    if let Some(at) = decoded.first(Mark::Plain).filter(|_| plain < escaped) {
        let shown = raw[at..].chars().next().unwrap_or(' ');
        return Err(Fault::at(
            RefusalKind::BadEscape,
            at,
            format!(
                "“{shown}” stands here as it is, though others like it are escaped: the escape may have lost its sign. Correct it, or copy the string again."
            ),
        ));
    }
    let is_octal = !dialect.decimal && decoded.count(Mark::Three) > 0;
    for (mark, is_odd, says) in [
        (Mark::Escaped, plain > 0, ESCAPED),
        (Mark::Short, is_octal, SHORT),
        (Mark::Dots, true, DOTS),
    ] {
        notes.extend(
            decoded
                .first(mark)
                .filter(|_| is_odd)
                .map(|at| (at, says.into())),
        );
    }
    notes.extend((pairs == 1).then(|| (start, DOUBLED.into())));
    Ok((decoded, false))
}

const TYPOGRAPHIC: &str = "A dash or a quote of typography stands among the escapes here: a program for documents put it there, and the byte is lost. Copy the string from where it was printed.";
const MIXED: &str = "There are escapes of both kinds here, with “\\x” and with digits only: an “x” may be lost. Write all with \\x.";
const TWO_DIGITS: &str = "These escapes of two digits may be hexadecimal, decimal or octal, and nothing in the text decides which. Write \\x before hexadecimal digits.";
const BASES: [&str; 3] = [
    "The escapes were read as octal, because as decimal they are not a complete header block, or are characters that need no escape.",
    "The escapes were read as decimal, because as octal they are not a complete header block, or are characters that need no escape.",
    "These escapes may be octal or decimal, and nothing in the text decides which. Write \\x before hexadecimal digits.",
];
const BYTEA: [&str; 3] = [
    "“\\x” with all digits after it was read as PostgreSQL's hex notation.",
    "“\\x” was read as an escape of one byte, because only then do the bytes form a complete header block.",
    "“\\x” may stand for one byte, with characters after it, or for all digits after it as PostgreSQL writes it, and nothing in the text decides which. Remove “\\x”, or write it before each byte.",
];
const BEYOND: [&str; 3] = [
    "Each character beyond ASCII was read as the byte with its number (Latin-1).",
    "Characters beyond ASCII were read as their UTF-8 bytes.",
    "Characters beyond ASCII in this string may stand for single bytes (Latin-1) or for their UTF-8 bytes, and nothing in the text decides which. Copy the bytes as hex or Base64 instead.",
];
const ESCAPED: &str = "An escape of a character that needs none begins here, as others like it show: a digit of it may have been changed.";

const SHORT: &str = "This escape has fewer digits than others: one may be missing.";
const DOTS: &str = "These dots or asterisks were read as bytes. If they stand for what was left out, copy all of the string.";
const DOUBLED: &str = "The two backslashes here were read as one that was written twice.";

/// The one of two readings in which the strings are whole header blocks, or
/// spell all characters alike; the first where nothing decides and it is the
/// `usual` one. `says` has what is to be said of the first, of the second, and
/// where neither can be chosen. Also whether it is the second.
fn either(
    [first, second]: [Decoded; 2],
    notes: &mut Notes,
    usual: bool,
    says: [&str; 3],
    at: usize,
) -> Result<(Decoded, bool), Fault> {
    if first.fault.is_some() || second.fault.is_some() {
        let is_second = first.fault.is_some() && second.fault.is_none();
        return Ok((if is_second { second } else { first }, is_second));
    }
    if first.pieces.octets == second.pieces.octets {
        return Ok((second, true));
    }
    let is_second = match first.rank().cmp(&second.rank()) {
        Ordering::Less => true,
        Ordering::Equal if !usual => {
            return Err(Fault::at(RefusalKind::Ambiguous, at, says[2]));
        }
        _ => false,
    };
    notes.push((at, says[usize::from(is_second)].into()));
    Ok((if is_second { second } else { first }, is_second))
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
