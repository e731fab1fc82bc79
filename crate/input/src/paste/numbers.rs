//! Numbers in the notations of programs and assemblers, and hex digits with
//! comments, labels, quotes and brackets around them.

mod group;
mod token;
mod value;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, bare,
    frame::{Frame, FrameLine},
    split::{Bond, Pieces},
    text::Text,
};
use token::{Token, Tokens};
pub(crate) use value::MOST_REPEATED;
use value::Radix;

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let tokens = Tokens::new(text, frame)?;
    if tokens.list.is_empty() {
        return Err(Fault::whole(
            RefusalKind::Empty,
            "There are only comments here. Paste the octets of a header block, for example 82 86 84.",
        ));
    }
    if tokens.list.iter().all(|token| !token.is_number()) {
        // One run of digits with a slip in it is a word by itself.
        let slip = tokens
            .list
            .iter()
            .find(|token| token.is_word() && is_slip(token, text));
        return slip.map_or(Ok(None), |word| Err(bad(word, text)));
    }
    read_tokens(text, frame, &tokens, None).map(Some)
}

pub(crate) fn read_as(format: Format, text: &Text, frame: &Frame) -> Answer {
    let radix = match format {
        Format::Hex => Radix::Hex,
        Format::Decimal => Radix::Decimal,
        Format::Octal => Radix::Octal,
        _ => Radix::Bits,
    };
    let tokens = Tokens::new(text, frame)?;
    read_tokens(text, frame, &tokens, Some(radix)).map(Some)
}

/// The numbers that count, in the order of the text: where each begins in the
/// list of tokens, and whether a block begins with it for certain.
#[derive(Default)]
pub(crate) struct Chosen {
    /// Index of a token, and how it is bound to the one before.
    numbers: Vec<(usize, Bond)>,
    /// Labels, each before the number with this index in `numbers`.
    labels: Vec<(usize, String)>,
    /// Whether they stand in the brackets of a program's list.
    bracketed: bool,
    /// Lines that were left out as words of a person.
    left_out: Vec<usize>,
}

fn read_tokens(
    text: &Text,
    frame: &Frame,
    tokens: &Tokens,
    radix: Option<Radix>,
) -> Result<Reading, Fault> {
    let chosen = match group::lists(text, tokens) {
        Some(chosen) => chosen,
        None => match group::quoted(text, tokens) {
            Some(chosen) => chosen,
            None => lines(text, frame, tokens)?,
        },
    };
    let numbers: Vec<&Token> = chosen
        .numbers
        .iter()
        .map(|&(at, _)| &tokens.list[at])
        .collect();
    let decision = match radix {
        Some(radix) => value::Decision {
            radix,
            wrapped: false,
            note: None,
        },
        None => value::decide(text, &numbers, chosen.bracketed)?,
    };
    let mut notes = frame.notes.clone();
    if let (Some(note), Some(first)) = (&decision.note, numbers.first()) {
        notes.push((text.raw_at(first.start as usize), note.clone()));
    }
    for &at in &chosen.left_out {
        notes.push((
            text.raw_at(at),
            "This line has no octets in it and was left out.".into(),
        ));
    }
    let mut pieces = Pieces::default();
    let mut labels = chosen.labels.iter().peekable();
    let mut line = usize::MAX;
    let mut half = value::Half::default();
    for (n, (&(at, bond), token)) in chosen.numbers.iter().zip(&numbers).enumerate() {
        let own = token.line as usize;
        let fresh = line != own;
        if fresh || bond == Bond::Apart {
            let frame_line: &FrameLine = &frame.lines[own];
            let blank = fresh
                && line != usize::MAX
                && frame.lines[line + 1..=own]
                    .iter()
                    .any(|line| line.blank_before);
            let piece = pieces.begin(match bond {
                Bond::Apart => Bond::Apart,
                Bond::Joined => Bond::Joined,
                _ if blank || line == usize::MAX && frame_line.blank_before => Bond::AfterBlank,
                other => other,
            });
            if fresh {
                piece.mark = frame_line.mark;
                // A setting before a line that was left out is of this one.
                let since = if line == usize::MAX { 0 } else { line + 1 };
                piece.limits = frame.lines[since..=own]
                    .iter()
                    .flat_map(|line| line.limits.clone())
                    .collect();
            }
            while let Some((_, label)) = labels.next_if(|(before, _)| *before <= n) {
                piece.label = Some(label.clone());
            }
        }
        line = own;
        value::push(text, tokens, at, &decision, &mut half, &mut pieces)?;
    }
    half.finish()?;
    Ok(Reading {
        format: decision.radix.format(),
        detail: value::detail(&decision, &numbers, &chosen, frame.numbered),
        pieces,
        initial_table_size: frame.initial_table_size,
        notes,
    })
}

/// The numbers of text that is no program: line by line, labels and comments
/// taken off.
fn lines(text: &Text, frame: &Frame, tokens: &Tokens) -> Result<Chosen, Fault> {
    let mut chosen = Chosen::default();
    let mut at = 0;
    let mut pending: Option<String> = None;
    let mut continued = false;
    for n in 0..frame.lines.len() {
        let start = at;
        while tokens
            .list
            .get(at)
            .is_some_and(|token| token.line as usize == n)
        {
            at += 1;
        }
        let own = &tokens.list[start..at];
        let label = label(own, text);
        let body = label.map_or(0, |end| end + 1);
        if let Some(end) = label {
            let first = own[0].start as usize;
            let name = text.raw[text.raw_at(first)..text.raw_at(own[end].start as usize)].trim();
            if !name.is_empty() && !name.contains(['{', '[', '(', '"']) {
                pending = Some(name.to_owned());
            }
        }
        let rest = &own[body..];
        if rest.iter().any(Token::is_number) {
            if let Some(fault) = rest.iter().find_map(|token| stray(token, text)) {
                return Err(fault);
            }
        } else if let Some(word) = rest.iter().find(|token| token.is_word()) {
            // A line of words: kept as a heading, if none of them is like octets.
            if own
                .iter()
                .any(|token| token.is_foreign() && !token.is_word())
            {
                return Err(bad(word, text));
            }
            chosen.left_out.push(word.start as usize);
            continue;
        } else if let Some(odd) = rest.iter().find(|token| token.is_foreign()) {
            return Err(bad(odd, text));
        }
        let mut first = true;
        let mut separated = false;
        for (k, token) in rest.iter().enumerate() {
            separated |= token.is_comma();
            if token.is_number() {
                let bond = match () {
                    () if !first && separated && tokens.listed => Bond::Apart,
                    () if !first => Bond::Joined,
                    () if label.is_some() || pending.is_some() => Bond::Apart,
                    () if continued => Bond::Joined,
                    () if tokens.listed => Bond::Apart,
                    () => Bond::Loose,
                };
                if let Some(name) = pending.take() {
                    chosen.labels.push((chosen.numbers.len(), name));
                }
                chosen.numbers.push((start + body + k, bond));
                first = false;
                separated = false;
            }
        }
        if !first {
            continued = rest.last().is_some_and(Token::continues) && !tokens.listed;
        }
    }
    if chosen.numbers.is_empty()
        && let Some(&word) = chosen.left_out.first()
    {
        return Err(Fault::at(
            RefusalKind::Prose,
            text.raw_at(word),
            super::refuse::PROSE,
        ));
    }
    Ok(chosen)
}

/// The token that ends a label: the first `:` or `=` after the last word.
fn label(line: &[Token], text: &Text) -> Option<usize> {
    let word = line
        .iter()
        .rposition(|token| token.is_word() || token.is_heading_digits(text))?;
    line[word..]
        .iter()
        .position(Token::is_label_end)
        .map(|at| word + at)
}

/// What is wrong with a token that stands among numbers, if anything is.
fn stray(token: &Token, text: &Text) -> Option<Fault> {
    if !token.is_word() && !token.is_foreign() {
        return None;
    }
    let plain = &text.plain[token.start as usize..token.end as usize];
    let mistyped = plain
        .iter()
        .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'O' | b'o' | b'l' | b'I'));
    if token.is_word() && plain.len() > 1 && !mistyped && plain.iter().all(u8::is_ascii_alphabetic)
    {
        return Some(Fault::at(
            RefusalKind::Prose,
            text.raw_at(token.start as usize),
            format!(
                "«{}» is a word, not octets. {}",
                text.quote(token.start as usize, token.end as usize),
                super::refuse::PROSE
            ),
        ));
    }
    Some(bad(token, text))
}

/// Whether a word is hex digits but for a few characters.
fn is_slip(token: &Token, text: &Text) -> bool {
    let word = &text.plain[token.start as usize..token.end as usize];
    let digits = word.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    word.iter().any(u8::is_ascii_digit) && digits * 4 >= word.len() * 3
}

/// The first character of a token that is no hex digit.
fn bad(token: &Token, text: &Text) -> Fault {
    let (start, end) = (token.start as usize, token.end as usize);
    let at = (start..end)
        .find(|&at| !text.plain[at].is_ascii_hexdigit())
        .unwrap_or(start);
    let raw = text.raw_at(at);
    let c = text.raw[raw..].chars().next().unwrap_or('?');
    bare::bad_digit(c, raw)
}
