//! Bare hex digits in even runs, with nothing but blanks between them: what
//! nearly everything that is pasted is, read in one pass and in little memory.
//! Digits with anything else beside them are left to the reader of numbers.

use super::{
    Answer, Fault, Format, RefusalKind,
    frame::Frame,
    pieces::{Bond, Pieces},
    text::{Line, Text, is_space},
    well_formed::is_plausible,
};
use crate::hex::{self, HexDecoder};

/// Whether there are numbers and nothing else: digits with dashes between them,
/// or with prefixes, could be Base64 too.
pub(crate) fn are_numbers(text: &Text, frame: &Frame) -> bool {
    let lines = || frame.lines.iter().map(|line| line.line.of(&text.plain));
    lines().all(is_number) || are_grouped(|| lines().map(unquoted))
}

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let lines = || frame.lines.iter().map(|line| line.line.of(&text.plain));
    let mut digits = Digits::default();
    // Digits alone may be decimal, octal or binary, unless all are pairs.
    if !lines().all(|line| digits.add_line(line))
        || !(digits.letters || digits.longer == 0)
        || digits.slip().is_some()
    {
        return Ok(None);
    }
    let mut pieces = Pieces {
        bare: true,
        ..Pieces::default()
    };
    pieces.octets.reserve_exact(digits.all / 2);
    pieces.places.reserve_exact(digits.all / 2);
    for line in &frame.lines {
        let piece = pieces.begin(match line.blank_before {
            true => Bond::AfterBlank,
            false => Bond::Loose,
        });
        piece.mark = line.mark;
        piece.limits.clone_from(&line.limits);
        octets(text, line.line, &mut pieces);
    }
    if digits.longer > 0 {
        let runs = |(n, line)| runs(line).map(move |run: &[u8]| (n, run.len()));
        check_runs(lines().enumerate().flat_map(runs), &pieces)?;
    }
    let detail = match digits.longer {
        0 => "hex pairs",
        _ => "hex digits",
    };
    Ok(Some(frame.reading(Format::Hex, detail, pieces)))
}

/// What stands between the blanks of a line.
pub(super) fn runs(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let runs = line.split(|byte| is_space(*byte));
    runs.filter(|run| !run.is_empty())
}

/// What the digits of a text are.
#[derive(Default)]
pub(super) struct Digits {
    pub(super) all: usize,
    ones: usize,
    /// Those that are no binary digits, and the first of them.
    other: usize,
    first: u8,
    pub(super) letters: bool,
    /// Runs of more than two.
    pub(super) longer: usize,
}

impl Digits {
    /// Adds a digit; false where it is none.
    pub(super) fn add(&mut self, digit: u8) -> bool {
        self.all += 1;
        match digit {
            b'1' => self.ones += 1,
            b'0' | b'_' => {}
            _ => {
                if self.other == 0 {
                    self.first = digit;
                }
                self.other += 1;
                self.letters |= !digit.is_ascii_digit();
            }
        }
        digit.is_ascii_hexdigit()
    }

    /// Adds a line; false where it is anything but even runs of hex digits, none
    /// of them a binary number with its prefix.
    pub(super) fn add_line(&mut self, line: &[u8]) -> bool {
        runs(line).all(|run| {
            self.longer += usize::from(run.len() > 2);
            let is_binary = matches!(run, [b'0', b'b' | b'B', digits @ ..]
                if !digits.is_empty() && digits.iter().all(|digit| matches!(digit, b'0' | b'1')));
            run.len().is_multiple_of(2) && !is_binary && run.iter().all(|digit| self.add(*digit))
        })
    }

    /// The digit that is wrong among binary digits, if there are hardly any: as
    /// hex each eight of them were four octets. The headers of frames are
    /// nearly all zeros.
    pub(super) fn slip(&self) -> Option<u8> {
        let is_slip = self.other > 0 && self.other * 16 <= self.all && self.ones * 5 >= self.all;
        is_slip.then_some(self.first)
    }
}

/// Whether lines are runs of hex digits with dashes between them, of which
/// more than half have one even length.
fn are_grouped<'a, I: Iterator<Item = &'a [u8]>>(lines: impl Fn() -> I) -> bool {
    let is_dash = |byte: &u8| matches!(byte, b'-' | b'_');
    let is_line = |line: &[u8]| {
        line.iter()
            .all(|byte| byte.is_ascii_hexdigit() || is_dash(byte))
    };
    if !lines().all(is_line) || !lines().flatten().any(is_dash) {
        return false;
    }
    let (mut width, mut alike, mut all) = (0, 0, 0);
    for run in lines()
        .flat_map(|line| line.split(is_dash))
        .filter(|run| !run.is_empty())
    {
        width = if all == 0 { run.len() } else { width };
        alike += usize::from(run.len() == width);
        all += 1;
    }
    width.is_multiple_of(2) && all > 1 && (alike * 2 > all || all == 2)
}

/// A line without the quotes around it.
fn unquoted(line: &[u8]) -> &[u8] {
    match line {
        [open @ (b'"' | b'\''), inner @ .., close] if open == close => inner,
        _ => line,
    }
}

/// Whether a line is one short number, in decimal with a sign or without, or
/// with a prefix.
fn is_number(line: &[u8]) -> bool {
    let line = line.strip_suffix(b",").unwrap_or(line);
    match line.strip_suffix(b"u8").unwrap_or(line) {
        [b'0', b'x' | b'X', digits @ ..] => {
            digits.len() < 3 && digits.iter().all(u8::is_ascii_hexdigit)
        }
        [b'-', digits @ ..] | digits => {
            (1..=3).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
        }
    }
}

/// The octets of a line whose runs of digits are even.
pub(super) fn octets(text: &Text, line: Line, pieces: &mut Pieces) {
    for run in runs(line.of(&text.plain)) {
        let at = run.as_ptr().addr() - text.plain.as_ptr().addr();
        match run {
            [_, _] => pieces.octets.extend(hex::octet(run)),
            _ => {
                let whole = hex::Best::default().decode(run, &mut pieces.octets);
                debug_assert!(whole.is_ok(), "only even runs are read");
            }
        }
        let places = (at..at + run.len()).step_by(2);
        pieces
            .places
            .extend(places.map(|at| text.place(at, at + 2)));
    }
}

/// Refuses runs that may be other than bytes in the order of the text, each
/// given by its line and its length.
///
/// # Errors
/// Groups of four digits that are whole only as 16-bit words: with the octets
/// of each swapped, or without the zero that fills the last one. Lines of
/// pairs with a longer number before them: an offset that does not count, or
/// octets; the last line of a dump is an offset only.
pub(super) fn check_runs(
    runs: impl Iterator<Item = (usize, usize)> + Clone,
    pieces: &Pieces,
) -> Result<(), Fault> {
    let fault = |kind, message| {
        let first = pieces
            .places
            .first()
            .map_or(0, |place| place.start as usize);
        Err(Fault::at(kind, first, message))
    };
    let Some((first, width)) = runs.clone().next().filter(|(_, width)| *width > 3) else {
        return Ok(());
    };
    let (mut line, mut lines, mut is_dump) = (first, 0, true);
    // Of a line its first run, how many others, and how many of them are pairs.
    let (mut head, mut others, mut pairs) = (width, 0, 0);
    // Runs before the last that are not of four digits, the last, and the
    // line of the second.
    let (mut odd, mut last, mut second) = (0, 4, None);
    for (own, length) in runs.skip(1).chain([(usize::MAX, 0)]) {
        if length > 0 {
            odd += usize::from(last != 4);
            last = length;
            second = second.or(Some(own));
        }
        if own == line {
            others += 1;
            pairs += usize::from(length == 2);
        } else {
            let is_offset = lines > 0 && others == 0 && head == width;
            is_dump &= head > 3 && (others > 0 && pairs == others || is_offset);
            (line, head, others, pairs, lines) = (own, length, 0, 0, lines + 1);
        }
    }
    if is_dump && lines > 1 {
        return fault(RefusalKind::Offsets, OFFSETS);
    }
    let are_words = width == 4 && odd == 0 && matches!(last, 2 | 4) && second == Some(first);
    let octets = &pieces.octets;
    if !are_words
        || is_plausible(octets)
        || (0..pieces.list.len()).all(|n| is_plausible(pieces.of(n)))
    {
        return Ok(());
    }
    let pairs = octets.chunks(2);
    let swapped: Vec<u8> = pairs.flat_map(|pair| pair.iter().rev().copied()).collect();
    let unfilled = |octets: &[u8]| matches!(octets, [before @ .., 0] if is_plausible(before));
    match is_plausible(&swapped) || unfilled(&swapped) || unfilled(octets) {
        true => fault(RefusalKind::Ambiguous, WORDS),
        false => Ok(()),
    }
}

const WORDS: &str = "These groups of four digits may be bytes in the order of the text, or 16-bit words as od -x prints them, whose bytes may be swapped and the last filled up with a zero; only as words do they form a complete header block. Copy the dump with its offsets, or print single bytes (od -tx1, xxd -p).";

const OFFSETS: &str = "The first number of each line may be an offset, but these do not count the bytes after them. Copy the whole dump again, or remove the first column.";

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
    let message = format!("“{c}” is not a hex digit{hint}. Correct it, or copy the bytes again.");
    Fault::at(RefusalKind::BadDigit, at, message)
}

/// A digit is missing where the byte `at` of the text stands.
pub(crate) fn odd(at: usize) -> Fault {
    Fault::at(
        RefusalKind::OddDigits,
        at,
        "The number of hex digits before this is odd, and every byte has two: one is missing. Copy the bytes again.",
    )
}
