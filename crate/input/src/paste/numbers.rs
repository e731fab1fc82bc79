//! Numbers in the notations of programs and assemblers, and hex digits with
//! comments, labels, quotes and brackets around them: tokens, the numbers
//! among them that are the bytes, their radix, and the bytes.

mod bytes;
mod lines;
mod lists;
mod radix;
mod shape;
mod token;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, Skipped, bare, frame::Frame, notes::Notes,
    pieces::Bond, text::Text,
};
use bytes::Bytes;
use radix::{Around, Decision, Radix};
pub(crate) use token::AFTER_BAR;
use token::{Kind, Token};

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let tokens = token::tokens(text, frame)?;
    if tokens.is_empty() {
        return Err(Fault::whole(
            RefusalKind::Empty,
            "There are only comments here. Paste the bytes of a header block, for example 82 86 84.",
        ));
    }
    if !tokens.iter().any(Token::is_number) {
        // One run of digits with a slip in it is a word by itself.
        let slip = tokens.iter().find(|token| token.is_slip(text));
        return slip.map_or(Ok(None), |word| Err(word.bad(text)));
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
    let tokens = token::tokens(text, frame)?;
    read_tokens(text, frame, &tokens, Some(radix)).map(Some)
}

/// The numbers that are the bytes.
struct Chosen {
    /// In the order of the text: the index of a token, and how it is bound to
    /// the one before.
    numbers: Vec<(usize, Bond)>,
    /// Labels, each before the number with this index in `numbers`.
    labels: Vec<(usize, String)>,
    around: Around,
    /// What holds no octets.
    left_out: Vec<Skipped>,
    /// Bytes of the text, and what is to be said about them.
    notes: Notes,
}

impl Chosen {
    fn new(around: Around) -> Self {
        Self {
            numbers: Vec::new(),
            labels: Vec::new(),
            around,
            left_out: Vec::new(),
            notes: Notes::default(),
        }
    }
}

fn read_tokens(
    text: &Text,
    frame: &Frame,
    tokens: &[Token],
    radix: Option<Radix>,
) -> Result<Reading, Fault> {
    let chosen = match lists::brackets(text, tokens)? {
        Some(chosen) => chosen,
        None => match lists::quotes(text, frame, tokens)? {
            Some(chosen) => chosen,
            None => lines::read(text, frame, tokens)?,
        },
    };
    let numbers: Vec<&Token> = chosen.numbers.iter().map(|&(at, _)| &tokens[at]).collect();
    let decision = match radix {
        Some(radix) => radix.into(),
        None => radix::decide(text, &numbers, chosen.around)?,
    };
    let mut notes = frame.notes.clone();
    notes.extend_at(chosen.notes.clone(), |at| at);
    if let (Some(note), Some(first)) = (&decision.note, numbers.first()) {
        notes.push((text.raw_at(first.start as usize), note.clone()));
    }
    let is_bare = decision.radix == Radix::Hex
        && chosen.around == Around::Lines
        && numbers.iter().all(|token| token.is(Kind::Digits));
    let mut bytes = Bytes::new(text, &decision);
    bytes.pieces.bare = is_bare;
    let mut labels = chosen.labels.iter().peekable();
    // The first line of the frame that no number was taken from yet.
    let mut next = 0;
    for (n, &(at, bond)) in chosen.numbers.iter().enumerate() {
        let own = tokens[at].line as usize;
        let pieces = &mut bytes.pieces;
        let fresh = &frame.lines[next..=own];
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
        bytes.push(&tokens[at])?;
    }
    let is_plain = |token: &&Token| !token.is(Kind::Repeat) && !token.is(Kind::Character);
    let suffix = |token: &Token| &text.plain[token.digits_end as usize..token.end as usize];
    let mut plain = numbers.iter().copied().filter(is_plain);
    if let Some(usual) = plain.next().map(suffix)
        && let Some(odd) = plain.find(|token| suffix(token) != usual)
    {
        let shown = text.quote(odd.start as usize, odd.end as usize);
        let at = text.raw_at(odd.start as usize);
        notes.push((
            at,
            format!(
                "“{shown}” does not end as the number before it does: a part of it may be missing."
            ),
        ));
    }
    let pieces = bytes.finish()?;
    if is_bare && radix.is_none() {
        let runs = numbers
            .iter()
            .map(|token| (token.line as usize, token.length()));
        bare::check_runs(runs, &pieces)?;
    }
    let detail = detail(&decision, &numbers, chosen.around, frame.numbered);
    let mut reading = frame.reading(decision.radix.format(), detail, pieces);
    reading.notes = notes;
    reading.skipped.extend(chosen.left_out);
    Ok(reading)
}

/// The shape of the numbers, for people.
fn detail(decision: &Decision, numbers: &[&Token], around: Around, numbered: bool) -> String {
    let prefixed = numbers.iter().any(|token| token.is(Kind::Hex));
    let negative = numbers.iter().any(|token| token.is_negative());
    let pairs = numbers.len() > 1 && numbers.iter().all(|token| token.length() == 2);
    let what = match decision.radix {
        Radix::Decimal if prefixed => "mixed numbers",
        Radix::Decimal if negative => "signed decimal bytes",
        Radix::Decimal => "decimal bytes",
        Radix::Hex if prefixed => "signed hex numbers",
        Radix::Hex if pairs => "hex pairs",
        Radix::Hex => "hex digits",
        Radix::Octal => "octal bytes",
        Radix::Bits => "binary digits",
    };
    let list = match around {
        Around::Lines => "",
        _ => "a program's list of ",
    };
    let lines = if numbered { ", numbered lines" } else { "" };
    format!("{list}{what}{lines}")
}
