//! String literals with escapes: C, Go, Rust, Python, JavaScript, Ruby, Perl,
//! Lua, Haskell, shells, and strings without their quotes.

mod escape;
mod find;

use super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    split::{Bond, Pieces},
    text::Text,
};
use escape::{Characters, Dialect, Numeric, Signs};
use find::Literal;
pub(crate) use find::changes;

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
    let literals = find::literals(text, frame, &mut notes)?;
    if literals.is_empty() {
        return Ok(None);
    }
    lossless(text, &literals)?;
    let signs = escape::signs(text.raw, &literals);
    let (dialect, note) = dialect(text, &literals, &signs)?;
    if let Some(at) = signs.left_out {
        notes.push((
            at,
            "These dots or asterisks were read as bytes. If they stand for what was left out, copy all of the string.".into(),
        ));
    }
    let mut pieces = pieces(text, frame, &literals, dialect)?;
    if let Some(at) = join_characters(&mut pieces, &literals) {
        notes.push((at, "Each of these strings holds one byte; together they were read as one block. If each is a block, separate them with blank lines.".into()));
    }
    if let Some(note) = note {
        notes.push((literals[0].parts.first().map_or(0, |part| part.0), note));
    }
    let quoted = literals.iter().any(|literal| literal.quoted);
    let bytes = literals.iter().any(|literal| literal.bytes);
    let detail = match (dialect.hex_after, bytes, quoted) {
        (true, ..) => "PostgreSQL bytea",
        (_, true, _) => "byte string literal",
        (_, _, true) => "string literal",
        _ => "escapes without quotes",
    };
    Ok(Some(Reading {
        notes,
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

/// Refuses a string in which a decoder put U+FFFD for octets.
fn lossless(text: &Text, literals: &[Literal]) -> Result<(), Fault> {
    for literal in literals {
        for &(start, end) in &literal.parts {
            if let Some(at) = text.raw[start..end].find('\u{fffd}') {
                return Err(lost(start + at));
            }
        }
    }
    Ok(())
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

/// The language's rules, where languages differ; with a note where the octets
/// had to decide.
fn dialect(
    text: &Text,
    literals: &[Literal],
    signs: &Signs,
) -> Result<(Dialect, Option<String>), Fault> {
    let mut dialect = Dialect {
        numeric: Numeric::Octal,
        characters: Characters::Utf8,
        hex_after: false,
        doubled: signs.doubled,
        padded: signs.padded,
    };
    if let Some(at) = signs.lost_sign {
        return Err(Fault::at(
            RefusalKind::BadEscape,
            at,
            "This looks like an escape whose backslash or “x” was lost. Correct it, or copy the string again.",
        ));
    }
    if let Some(at) = signs.cut_hex {
        return Err(Fault::at(
            RefusalKind::OddDigits,
            at,
            "After this “\\x” all digits of a value follow, as PostgreSQL writes it, and one of them is missing or wrong. Copy it again.",
        ));
    }
    if let Some(at) = signs.typographic.filter(|_| signs.escape || signs.numeric) {
        return Err(Fault::at(
            RefusalKind::Lossy,
            at,
            "A dash or a quote of typography stands among the escapes here: a program for documents put it there, and the byte is lost. Copy the string from where it was printed.",
        ));
    }
    if signs.escape && signs.numeric {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            literals[0].parts.first().map_or(0, |part| part.0),
            "There are escapes of both kinds here, with “\\x” and with digits only: an “x” may be lost. Write all with \\x.",
        ));
    }
    if signs.decimal {
        dialect.numeric = Numeric::Decimal;
    }
    let whole = |dialect: Dialect| escape::are_whole(text.raw, literals, dialect).unwrap_or(false);
    if signs.hex_after {
        let hex = Dialect {
            hex_after: true,
            ..dialect
        };
        let note = "“\\x” with all digits after it was read as PostgreSQL's hex notation.";
        // What stands behind the digits is told as the fault that it is.
        if escape::are_whole(text.raw, literals, hex).is_none() {
            return Ok((hex, None));
        }
        return match (whole(hex), whole(dialect)) {
            (false, true) => Ok((dialect, Some("“\\x” was read as an escape of one byte, because only then do the bytes form a complete header block.".into()))),
            (true, true) if signs.hex_after_short => Err(Fault::at(
                RefusalKind::Ambiguous,
                literals[0].parts[0].0,
                "“\\x” may stand for one byte, with characters after it, or for all digits after it as PostgreSQL writes it, and nothing in the text decides which. Remove “\\x”, or write it before each byte.",
            )),
            _ => Ok((hex, Some(note.into()))),
        };
    }
    let mut note = None;
    if signs.beyond_ascii && !signs.wide && !signs.high_escape {
        let latin = Dialect {
            characters: Characters::Latin1,
            ..dialect
        };
        let (as_latin, as_utf8) = (whole(latin), whole(dialect));
        if as_latin && !as_utf8 || as_latin == as_utf8 && !signs.escape {
            dialect = latin;
            note = Some(
                "Each character beyond ASCII was read as the byte with its number (Latin-1)."
                    .into(),
            );
        } else if as_latin == as_utf8 {
            return Err(Fault::at(
                RefusalKind::Ambiguous,
                signs.first_beyond,
                "Characters beyond ASCII in this string may stand for single bytes (Latin-1) or for their UTF-8 bytes, and nothing in the text decides which. Copy the bytes as hex or Base64 instead.",
            ));
        } else {
            note = Some("Characters beyond ASCII were read as their UTF-8 bytes.".into());
        }
    }
    if signs.two_digits && !signs.escape && !signs.octal_three {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            literals[0].parts.first().map_or(0, |part| part.0),
            "These escapes of two digits may be hexadecimal, decimal or octal, and nothing in the text decides which. Write \\x before hexadecimal digits.",
        ));
    }
    if signs.unpadded && !signs.decimal && !signs.escape {
        let decimal = Dialect {
            numeric: Numeric::Decimal,
            ..dialect
        };
        match (whole(dialect), whole(decimal)) {
            (false, true) => {
                dialect = decimal;
                note = Some("The escapes were read as decimal, because as octal they are not a complete header block.".into());
            }
            (true, false) => {}
            _ => {
                return Err(Fault::at(
                    RefusalKind::Ambiguous,
                    literals[0].parts.first().map_or(0, |part| part.0),
                    "These escapes of fewer than three digits may be octal or decimal, and nothing in the text decides which. Write \\x before hexadecimal digits.",
                ));
            }
        }
    }
    if signs.octal_three && !signs.decimal && !signs.escape {
        let decimal = Dialect {
            numeric: Numeric::Decimal,
            ..dialect
        };
        if !whole(dialect) && (whole(decimal) || signs.printable_octal) {
            dialect = decimal;
            note = Some("The escapes were read as decimal, because as octal they are not a complete header block, or are characters that need no escape.".into());
        }
    }
    if let Some(at) = signs.zero_then_digit.filter(|_| signs.escape) {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            at,
            "“\\0” before a digit may be a zero byte or the start of an octal escape. Write \\x00 instead.",
        ));
    }
    Ok((dialect, note))
}

fn pieces(
    text: &Text,
    frame: &Frame,
    literals: &[Literal],
    dialect: Dialect,
) -> Result<Pieces, Fault> {
    let mut pieces = Pieces {
        strings: literals.iter().all(|literal| literal.quoted),
        ..Pieces::default()
    };
    let mut line = None;
    for literal in literals {
        let own = &frame.lines[literal.line];
        let since = line.map_or(0, |line| line + 1);
        let blank = line != Some(literal.line)
            && frame.lines[since..=literal.line]
                .iter()
                .any(|line| line.blank_before);
        let bond = match literal.bond {
            Bond::Loose if blank => Bond::AfterBlank,
            // A value of PostgreSQL does not go over lines.
            Bond::Loose if dialect.hex_after => Bond::Apart,
            other => other,
        };
        let piece = pieces.begin(bond);
        piece.label.clone_from(&literal.label);
        if line != Some(literal.line) {
            piece.mark = own.mark;
            piece.limits = frame.lines[since..=literal.line]
                .iter()
                .flat_map(|line| line.limits.clone())
                .collect();
        }
        line = Some(literal.line);
        escape::push(text.raw, literal, dialect, &mut pieces)?;
    }
    Ok(pieces)
}
