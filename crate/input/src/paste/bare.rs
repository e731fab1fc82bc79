//! Bare hex digits in even runs, with nothing but blanks between them: what
//! nearly everything that is pasted is, read in one pass and in little memory.
//! Whatever has more to it is left to [`super::numbers`].

use super::{
    Answer, Fault, Format, RefusalKind,
    frame::Frame,
    numbers,
    split::{Bond, Pieces},
    text::{Line, Text, is_space},
};
use crate::hex::{self, HexDecoder};

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let lines = || frame.lines.iter().map(|line| line.line.of(&text.plain));
    // Digits alone may be decimal, octal or binary.
    let has_letters = || lines().any(|line| line.iter().any(u8::is_ascii_alphabetic));
    if !lines().all(is_plain) || !has_letters() {
        // With dashes between them they could be Base64 too.
        let has_dashes = || lines().any(|line| line.iter().any(is_dash));
        let are_numbers = lines().all(is_grouped) || lines().all(is_signed);
        return match are_numbers && has_dashes() {
            true => numbers::read(text, frame),
            false => Ok(None),
        };
    }
    let mut pieces = Pieces {
        bare: true,
        ..Pieces::default()
    };
    let digits: usize = lines().map(<[u8]>::len).sum();
    pieces.octets.reserve(digits / 2);
    pieces.places.reserve(digits / 2);
    for line in &frame.lines {
        let piece = pieces.begin(match line.blank_before {
            true => Bond::AfterBlank,
            false => Bond::Loose,
        });
        piece.mark = line.mark;
        piece.limits.clone_from(&line.limits);
        octets(text, line.line, &mut pieces);
    }
    let detail = match pieces.octets.len() * 5 > digits * 2 {
        true => "hex digits",
        false => "hex pairs",
    };
    Ok(Some(frame.reading(Format::Hex, detail, pieces)))
}

/// Whether a line is pairs of hex digits, or one even run of them that is no
/// binary number.
fn is_plain(line: &[u8]) -> bool {
    let mut runs = line.split(|byte| is_space(*byte));
    if !line.iter().any(|byte| is_space(*byte)) {
        let is_binary = line.len() == 8 || matches!(line, [b'0', b'b' | b'B', ..]);
        return line.iter().all(u8::is_ascii_hexdigit)
            && line.len().is_multiple_of(2)
            && !is_binary;
    }
    runs.all(|run| run.is_empty() || run.len() == 2 && run.iter().all(u8::is_ascii_hexdigit))
}

fn is_dash(byte: &u8) -> bool {
    matches!(byte, b'-' | b'_')
}

/// Whether a line is runs of hex digits with dashes between them, all of one
/// even length; the last may be shorter.
fn is_grouped(line: &[u8]) -> bool {
    let line = match line {
        [line @ .., b'-' | b'_'] => line,
        _ => line,
    };
    let mut before = None;
    let mut runs = line.split(is_dash);
    runs.all(|run| {
        let (first, last) = *before.get_or_insert((run.len(), run.len()));
        before = Some((first, run.len()));
        let is_even = !run.is_empty() && run.len().is_multiple_of(2);
        is_even && last == first && run.len() <= first && run.iter().all(u8::is_ascii_hexdigit)
    })
}

/// Whether a line is one short decimal number, with a sign or without.
fn is_signed(line: &[u8]) -> bool {
    let digits = line.strip_prefix(b"-").unwrap_or(line);
    (1..=3).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// The octets of a line whose runs of digits are even.
fn octets(text: &Text, line: Line, pieces: &mut Pieces) {
    let content = line.of(&text.plain);
    let mut at = line.start;
    for run in content.split(|byte| is_space(*byte)) {
        let whole = hex::Best::default().decode(run, &mut pieces.octets);
        debug_assert!(whole.is_ok(), "is_plain() lets even runs only pass");
        let places = (at..at + run.len()).step_by(2);
        pieces
            .places
            .extend(places.map(|at| text.place(at, at + 2)));
        at += run.len() + 1;
    }
}

/// Octal numbers as programs write them, with a zero in front.
pub(crate) fn is_octal(digits: &[u8]) -> bool {
    matches!(digits, [b'0', rest @ ..] if rest.iter().all(|byte| matches!(byte, b'0'..=b'7')))
        && u8::from_str_radix(str::from_utf8(digits).unwrap_or_default(), 8).is_ok()
}

/// A character that is not a hex digit, at the byte `at` of the text.
pub(crate) fn bad_digit(c: char, at: usize) -> Fault {
    let hint = match c {
        'O' | 'o' => ": it is the letter O, not the digit 0",
        'l' | 'I' | 'i' => ": it is a letter, not the digit 1",
        'S' | 's' => ": it is a letter, not the digit 5",
        _ => "",
    };
    Fault::at(
        RefusalKind::BadDigit,
        at,
        format!("“{c}” is not a hex digit{hint}. Correct it, or copy the bytes again."),
    )
}

/// A digit is missing where the byte `at` of the text stands.
pub(crate) fn odd(at: usize) -> Fault {
    Fault::at(
        RefusalKind::OddDigits,
        at,
        "The number of hex digits before this is odd, and every byte has two: one is missing. Copy the bytes again.",
    )
}
