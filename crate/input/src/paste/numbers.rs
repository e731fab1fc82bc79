//! Numbers in the notations of programs and assemblers, and hex digits with
//! comments, labels, quotes and brackets around them.

mod group;
mod lines;
mod token;
mod value;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, Skipped,
    frame::{Frame, FrameLine},
    notes::Notes,
    split::{Bond, Pieces},
    text::Text,
};
pub(crate) use token::AFTER_BAR;
use token::{Token, Tokens};
use value::Radix;

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let tokens = Tokens::new(text, frame)?;
    if tokens.list.is_empty() {
        return Err(Fault::whole(
            RefusalKind::Empty,
            "There are only comments here. Paste the bytes of a header block, for example 82 86 84.",
        ));
    }
    if tokens.list.iter().all(|token| !token.is_number()) {
        // One run of digits with a slip in it is a word by itself.
        let slip = tokens
            .list
            .iter()
            .find(|token| token.is_word() && lines::is_slip(token, text));
        return slip.map_or(Ok(None), |word| Err(lines::bad(word, text)));
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
    /// Whether those brackets are `<<` and `>>`, whose numbers are decimal.
    erlang: bool,
    /// What holds no octets.
    left_out: Vec<Skipped>,
    /// Bytes of the text, and what is to be said about them.
    notes: Notes,
}

fn read_tokens(
    text: &Text,
    frame: &Frame,
    tokens: &Tokens,
    radix: Option<Radix>,
) -> Result<Reading, Fault> {
    let chosen = match group::lists(text, tokens)? {
        Some(chosen) => chosen,
        None => match group::quoted(text, frame, tokens)? {
            Some(chosen) => chosen,
            None => lines::read(text, frame, tokens)?,
        },
    };
    let numbers: Vec<&Token> = chosen
        .numbers
        .iter()
        .map(|&(at, _)| &tokens.list[at])
        .collect();
    let decision = match radix {
        Some(radix) => value::Decision::plain(radix),
        None => value::decide(text, &numbers, &chosen)?,
    };
    let mut notes = frame.notes.clone();
    notes.extend_at(chosen.notes.clone(), |at| at);
    if let (Some(note), Some(first)) = (&decision.note, numbers.first()) {
        notes.push((text.raw_at(first.start as usize), note.clone()));
    }
    for (n, token) in tokens.list.iter().enumerate() {
        let next = tokens.list.get(n + 1);
        let ends = next.is_none_or(|next| {
            next.line > token.line && frame.lines[next.line as usize].blank_before
        });
        let parts = token.is_comma() || token.is_sign(b"-_");
        let mut before = tokens.list[..n].iter().rev();
        let mut is_after = || {
            before
                .find(|token| !token.is_comma())
                .is_some_and(Token::is_number)
        };
        if parts && ends && !chosen.bracketed && is_after() {
            let sign = char::from(token.sign);
            let message = format!("The bytes end with “{sign}” here: more of them may be missing.");
            notes.push((text.raw_at(token.start as usize), message));
        }
    }
    let is_bare = decision.radix == Radix::Hex
        && !chosen.bracketed
        && numbers
            .iter()
            .all(|token| token.kind == token::Kind::Digits);
    if is_bare && radix.is_none() {
        value::check_column(text, &numbers)?;
    }
    let mut pieces = Pieces {
        bare: is_bare,
        ..Pieces::default()
    };
    let mut labels = chosen.labels.iter().peekable();
    // The first line of the frame that no number was taken from yet.
    let mut next = 0;
    let mut half = value::Half::default();
    for (n, (&(at, bond), token)) in chosen.numbers.iter().zip(&numbers).enumerate() {
        let own = token.line as usize;
        let fresh: &[FrameLine] = &frame.lines[next..=own];
        if let Some(line) = fresh.last() {
            let blank = fresh.iter().any(|line| line.blank_before);
            let piece = pieces.begin(match bond {
                Bond::Loose | Bond::Continued if blank => Bond::AfterBlank,
                other => other,
            });
            piece.mark = line.mark;
            // A setting before a line that was left out is of this one.
            piece.limits = fresh.iter().flat_map(|line| line.limits.clone()).collect();
        } else if bond == Bond::Apart {
            pieces.begin(Bond::Apart);
        }
        while let Some((_, label)) = labels.next_if(|(before, _)| *before <= n) {
            if let Some(piece) = pieces.list.last_mut() {
                piece.label = Some(label.clone());
            }
        }
        next = own + 1;
        value::push(text, tokens, at, &decision, &mut half, &mut pieces)?;
    }
    half.finish()?;
    if is_bare && radix.is_none() {
        value::check_words(&numbers, &pieces)?;
    }
    let detail = value::detail(&decision, &numbers, &chosen, frame.numbered);
    let mut reading = frame.reading(decision.radix.format(), detail, pieces);
    reading.notes = notes;
    reading.skipped.extend(chosen.left_out);
    Ok(reading)
}
