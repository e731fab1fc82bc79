//! The strings of a text, or its lines of escapes without quotes.

use std::ops::Range;

use super::super::{
    Fault, RefusalKind, Skipped, frame::Frame, notes::Notes, pieces::Bond, text::Text,
};
use super::{
    glue,
    lex::{Lexer, Literal, NO_PARTNER, is_of, opens},
};
use crate::Place;

/// Words that name an encoding and hold no bytes.
const ENCODINGS: &str = "latin1 binary hex base64 base64url utf8 utf-8 ascii latin-1 iso-8859-1 ISO-8859-1 B raw_unicode_escape";

const OPEN: &str = "The string that begins here has no end. Copy all of it, with both quotes.";
const NO_ESCAPES: &str = "There are no escapes in this line: its characters were read as bytes.";
const ENDS_WITH_COMMA: &str = "The escapes end with a comma here: more of them may be missing.";

/// The strings of a text; where no quote opens in it, its lines of escapes.
pub(super) fn literals(
    text: &Text,
    frame: &Frame,
    notes: &mut Notes,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Literal>, Fault> {
    let ranges = || {
        let lines = frame.lines.iter();
        lines.map(|line| text.range(line.line.start, line.line.end))
    };
    let opens_early = |line: Range<usize>| {
        let line = &text.raw[line];
        let before = &line[..line.find('\\').unwrap_or(line.len())];
        before.char_indices().any(|(at, c)| opens(&before[..at], c))
    };
    if ranges().any(opens_early) {
        return strings(text, frame, notes, skipped);
    }
    let is_comment = |line: &str| {
        let mut signs = ["# ", "// "].into_iter();
        signs.any(|sign| line.starts_with(sign)) && !line.contains('\\')
    };
    let mut literals = Vec::new();
    for (n, line) in ranges().enumerate() {
        if is_comment(&text.raw[line.clone()]) && frame.lines.len() > 1 {
            let (start, end) = (line.start as u32, line.end as u32);
            skipped.push(Skipped {
                place: Place { start, end },
                reason: "a comment".into(),
                each: false,
            });
            continue;
        }
        literals.push(unquoted(
            text.raw,
            n,
            line,
            n + 1 == frame.lines.len(),
            notes,
        )?);
    }
    Ok(literals)
}

/// The strings in the quotes of a program, with what is to be said of them
/// and of those that hold no bytes.
pub(crate) fn strings(
    text: &Text,
    frame: &Frame,
    notes: &mut Notes,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Literal>, Fault> {
    let mut lexer = Lexer::new(text.raw);
    for (n, line) in frame.lines.iter().enumerate() {
        lexer.line(n, text.range(line.line.start, line.line.end))?;
    }
    if let Some((at, _)) = lexer.open {
        return Err(Fault::at(RefusalKind::Truncated, at, OPEN));
    }
    glue::bind(&mut lexer)?;
    notes.extend(lexer.told.drain(..).map(|(at, says)| (at, says.to_owned())));
    let mut found = lexer.found;
    let bytes = found.iter().any(|literal| literal.bytes);
    found.retain(|literal| {
        let reason = match () {
            () if bytes && !literal.bytes => "a string beside byte strings",
            () if literal.key => "a name",
            () if !literal.bytes
                && literal.bond != Bond::Joined
                && is_of(ENCODINGS, &literal.content(text.raw)) =>
            {
                return false;
            }
            () => return true,
        };
        skipped.extend(literal.skipped(reason));
        false
    });
    Ok(found)
}

/// A line of escapes without quotes, with a label before it or without.
fn unquoted(
    raw: &str,
    n: usize,
    line: Range<usize>,
    is_last: bool,
    notes: &mut Notes,
) -> Result<Literal, Fault> {
    let (start, content) = (line.start, &raw[line.clone()]);
    let refuse = |kind, at, message: String| Err(Fault::at(kind, start + at, message));
    let body = content.trim_end_matches([')', ']', '}', ';', ',', ' ']);
    let quotes = content.match_indices('"').map(|(at, _)| at);
    let quote = body.ends_with(['"', '\'']).then(|| body.len() - 1);
    let mut quotes = quote.into_iter().chain(quotes);
    if let Some(at) = quotes.find(|&at| !content[..at].ends_with('\\')) {
        return refuse(RefusalKind::Truncated, at, NO_PARTNER.into());
    }
    let first = content.find('\\').unwrap_or(0);
    let before = content[..first].trim_end();
    let opened = before.trim_start_matches(['(', '[', '{']);
    let is_call = before
        .find('(')
        .is_some_and(|open| before[..open].ends_with(|c: char| c.is_ascii_alphanumeric()));
    let is_cast = content.contains("::") && content.ends_with(|c: char| c.is_ascii_alphabetic());
    let is_statement = before.ends_with('=') && content.ends_with(';');
    let is_open = first > 0 && (is_of("b B $ E", opened) || opened.is_empty());
    if is_open
        || is_statement
        || content.contains('\\') && (is_call && content.ends_with([')', ';']) || is_cast)
    {
        let message = format!(
            "“{}” stands before this string as if it had quotes, and there are none. Put the string in quotes, or remove what is not of it.",
            &content[..first]
        );
        return refuse(RefusalKind::BadEscape, 0, message);
    }
    if !content.contains('\\') {
        notes.push((start, NO_ESCAPES.into()));
    }
    if is_last && content.ends_with(',') {
        notes.push((line.end - 1, ENDS_WITH_COMMA.into()));
    }
    let is_labelled = [":", "=", "-ne", "-e"]
        .iter()
        .any(|sign| before.ends_with(sign));
    let label = before.trim_end_matches([':', '=']).trim();
    let from = if is_labelled { start + first } else { start };
    let mut literal = Literal::new(n, false);
    literal.parts.push((from, line.end));
    if is_labelled && !label.is_empty() {
        literal.bond = Bond::Apart;
        literal.label = Some(label.to_owned());
    }
    Ok(literal)
}
