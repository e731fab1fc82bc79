//! What a terminal and a page put around bytes: prompts with commands, the
//! place in a program that printed them, tags, emphasis, the headings of
//! records.

use super::{
    Skipped,
    frame::Frame,
    row,
    text::{Line, Text, is_space, run},
};

/// A line of which only a part, or nothing, can be bytes.
enum Found {
    /// Nothing in it is, for this reason.
    Line(&'static str),
    /// What stands before and behind this part is not, for this reason.
    Part(Line, &'static str),
}

const MARKUP: &str = "markup around bytes";

/// Takes off what stands around the bytes of each line.
pub(super) fn strip(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let mut empty = Vec::new();
    let skip = |start, end, reason: &'static str| Skipped {
        place: text.place(start, end),
        reason: reason.into(),
        each: true,
    };
    let mut skipped = Vec::new();
    // A line with markup around its bytes, and one with bytes and without it.
    let (mut marked, mut bare) = (false, None);
    for (row, line) in frame.lines.iter_mut().enumerate() {
        let own = line.line;
        match found(own, plain) {
            Some(Found::Line(reason)) => {
                empty.push(row);
                skipped.push(skip(own.start, own.end, reason));
            }
            Some(Found::Part(part, reason)) => {
                let around = [(own.start, part.start), (part.end, own.end)];
                let parts = around.into_iter().filter(|(start, end)| start < end);
                skipped.extend(parts.map(|(start, end)| skip(start, end, reason)));
                marked |= reason == MARKUP;
                line.line = part;
            }
            None if bare.is_none() && row::has_octets(own.of(plain)) => bare = Some(own.start),
            None => {}
        }
    }
    if let Some(at) = bare.filter(|_| marked) {
        frame.notes.push((
            text.raw_at(at),
            "These bytes stand outside the markup that is around others: a part of the text may not belong to it.".into(),
        ));
    }
    if empty.len() < frame.lines.len() {
        frame.skipped.append(&mut skipped);
        for &row in &empty {
            // What stands behind a record's heading is another record.
            if let Some(next) = frame.lines.get_mut(row + 1) {
                next.blank_before = true;
            }
        }
        frame.remove(&empty);
    }
}

fn found(line: Line, plain: &[u8]) -> Option<Found> {
    let content = line.of(plain);
    if is_record(content) {
        return Some(Found::Line("the heading of a record"));
    }
    if let Some(length) = prompt(content) {
        let start = line.start + length;
        let command = Line { start, ..line }.trimmed(plain);
        return match has_octets(command.of(plain)) {
            // A shell's command says what it prints only together with others.
            true if content[0].is_ascii_digit() => Some(Found::Part(command, "a prompt")),
            true => None,
            false => Some(Found::Line("a command behind a prompt")),
        };
    }
    if let Some(length) = source(content) {
        let start = line.start + length;
        let rest = Line { start, ..line }.trimmed(plain);
        return Some(Found::Part(rest, "where a program printed this"));
    }
    let (open, close) = tags(content)?;
    let part = Line {
        start: line.start + open,
        end: line.end - close,
    };
    // A blank at its end may stand for something that is gone.
    let is_whole = part.trimmed(plain).of(plain).len() == part.end - part.start;
    (is_whole && part.start < part.end).then_some(Found::Part(part, MARKUP))
}

/// The length of a prompt that a command stands behind: of a shell
/// (`$ `, `ann@host:~$ `), of Erlang (`1> `), of Julia.
fn prompt(line: &[u8]) -> Option<usize> {
    let digits = run(line, u8::is_ascii_digit);
    if digits > 0 {
        return line[digits..].starts_with(b"> ").then_some(digits + 2);
    }
    if line.starts_with(b"julia> ") {
        return Some(7);
    }
    let word = run(line, |byte| !is_space(*byte));
    let is_apart = line.get(word).is_some();
    let has_host = line[..word].contains(&b'@') && line[..word].contains(&b':');
    let is_shell = match &line[..word] {
        b"$" | b"%" => true,
        [.., b'$' | b'%' | b'#'] => has_host,
        _ => false,
    };
    (is_apart && is_shell).then_some(word + 1)
}

/// Whether a command may hold the bytes themselves.
fn has_octets(command: &[u8]) -> bool {
    let mut words = command.split(|byte| !byte.is_ascii_hexdigit());
    let signs = ["echo", "printf", "<<"];
    command.contains(&b'\\')
        || words.any(|word| word.len() > 5)
        || signs
            .iter()
            .any(|sign| command.starts_with(sign.as_bytes()))
}

/// The length of `[src/main.rs:4:5] ` at the start of a line.
fn source(line: &[u8]) -> Option<usize> {
    let inner = line.strip_prefix(b"[")?;
    let end = inner.iter().position(|byte| *byte == b']')?;
    let mut parts = inner[..end].split(|byte| *byte == b':');
    let file = parts.next()?;
    let name = file.rsplit(|byte| *byte == b'.').next()?;
    let is_file = name.len() < file.len() && name.iter().all(u8::is_ascii_alphanumeric);
    let mut numbers = parts.map(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
    let is_place = numbers.next() == Some(true) && numbers.all(|is| is);
    (is_file && is_place && inner.get(end + 1) == Some(&b' ')).then_some(end + 3)
}

/// The lengths of what marks up a whole line: `<code>` and `</code>`, `**`.
fn tags(line: &[u8]) -> Option<(usize, usize)> {
    if let Some(rest) = line.strip_prefix(b"**") {
        return rest.ends_with(b"**").then_some((2, 2));
    }
    let inner = line.strip_prefix(b"<")?;
    let name = run(inner, u8::is_ascii_alphabetic);
    let open = inner.iter().position(|byte| *byte == b'>')?;
    let close = line.iter().rposition(|byte| *byte == b'<')?;
    let own = line[close..].strip_prefix(b"</")?.strip_suffix(b">")?;
    let is_pair = name > 1 && own == &inner[..name] && open + 2 <= close;
    let is_name = inner
        .get(name)
        .is_some_and(|byte| matches!(byte, b'>' | b' '));
    (is_pair && is_name).then(|| (open + 2, line.len() - close))
}

/// `-[ RECORD 1 ]---` of psql, `*** 1. row ***` of MySQL.
fn is_record(line: &[u8]) -> bool {
    line.starts_with(b"-[ RECORD ")
        || line.starts_with(b"***") && line.ends_with(b". row ***************************")
}
