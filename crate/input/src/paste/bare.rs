//! Bare hex digits, in pairs or longer runs: what nearly everything that is
//! pasted is, read in one pass. Whatever has more to it (prefixes, brackets,
//! comments, a digit too few) is left to [`super::numbers`].

use super::{
    Answer, Fault, Format, RefusalKind,
    frame::Frame,
    split::{Bond, Pieces},
    text::{Line, Text},
    well_formed::is_plausible,
};
use crate::hex::{self, HexDecoder};

/// The value of a hex digit, or 16 and more: 16 white space, 17 another
/// sign between digits, 255 something else.
const CLASS: [u8; 256] = {
    let mut class = [255; 256];
    let mut digit = 0;
    while digit < 10 {
        class[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    while digit < 16 {
        class[b'a' as usize + digit - 10] = digit as u8;
        class[b'A' as usize + digit - 10] = digit as u8;
        digit += 1;
    }
    class[b' ' as usize] = 16;
    class[b'\t' as usize] = 16;
    class[0x0b] = 16;
    class[0x0c] = 16;
    class[b':' as usize] = 17;
    class[b'-' as usize] = 17;
    class[b'_' as usize] = 17;
    class[b',' as usize] = 17;
    class
};

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let plain = &*text.plain;
    // A run holds more than an octet and a comma ends it: a list of blocks,
    // as tshark prints the blocks of one packet.
    let mut listed = false;
    let mut letters = false;
    let mut pairs = true;
    let mut fours = true;
    let mut first = true;
    for line in &frame.lines {
        let shape = match shape(line.line.of(plain)) {
            Some(shape) => shape,
            None => return Ok(None),
        };
        letters |= shape.letters;
        pairs &= shape.pairs;
        fours &= shape.fours && !(shape.single && first);
        first = false;
        listed |= shape.listed;
    }
    // 0b10000010 is hexadecimal by its characters only.
    let binary = |word: &[u8]| {
        word.len() == 10
            && word[0] == b'0'
            && word[1] | 32 == b'b'
            && word[2..].iter().all(|byte| matches!(byte, b'0' | b'1'))
    };
    let mut runs = frame.lines.iter().flat_map(|line| {
        let content = line.line.of(plain);
        content.split(|byte| !byte.is_ascii_hexdigit())
    });
    if runs.any(binary) {
        return Ok(None);
    }
    // Digits alone may be decimal, octal or binary.
    if frame.lines.is_empty() || !letters && pairs_of_decimals(frame, plain) {
        return Ok(None);
    }
    binary_slip(text, frame)?;
    column_of_offsets(text, frame)?;
    let mut pieces = Pieces::default();
    let total: usize = frame
        .lines
        .iter()
        .map(|line| line.line.end - line.line.start)
        .sum();
    pieces.bare = true;
    pieces.octets.reserve(total / 2);
    pieces.places.reserve(total / 2);
    let mut continued = false;
    for line in &frame.lines {
        let piece = pieces.begin(match () {
            () if line.blank_before => Bond::AfterBlank,
            () if listed => Bond::Apart,
            () if continued => Bond::Continued,
            () => Bond::Loose,
        });
        piece.mark = line.mark;
        piece.limits.clone_from(&line.limits);
        octets(text, line.line, listed, &mut pieces);
        // A run with a comma after it is one of a list, and no part of one.
        let content = line.line.of(plain);
        continued = content.split_last().is_some_and(|(last, run)| {
            CLASS[*last as usize] == 17 && !(run.len() > 2 && run.iter().all(u8::is_ascii_hexdigit))
        });
    }
    if fours {
        words(&pieces)?;
    }
    let detail = if pairs && plain.len() > 5 {
        "hex pairs"
    } else {
        "hex digits"
    };
    let mut reading = frame.reading(Format::Hex, detail, pieces);
    for (n, line) in frame.lines.iter().enumerate() {
        let next = frame.lines.get(n + 1);
        if line.line.of(plain).ends_with(b",") && next.is_none_or(|next| next.blank_before) {
            reading
                .notes
                .push((text.raw_at(line.line.end - 1), AT_END.into()));
        }
    }
    Ok(Some(reading))
}

/// Refuses groups of four digits that are whole only as 16-bit words: with
/// the octets of each swapped, or without the zero that fills the last one.
fn words(pieces: &Pieces) -> Result<(), Fault> {
    let octets = &pieces.octets;
    if is_plausible(octets) || (0..pieces.list.len()).all(|n| is_plausible(pieces.of(n))) {
        return Ok(());
    }
    let swapped: Vec<u8> = octets
        .chunks(2)
        .flat_map(|pair| pair.iter().rev().copied())
        .collect();
    let unfilled = |octets: &[u8]| {
        octets
            .split_last()
            .is_some_and(|(last, before)| *last == 0 && is_plausible(before))
    };
    if !(is_plausible(&swapped) || unfilled(&swapped) || unfilled(octets)) {
        return Ok(());
    }
    Err(Fault::at(
        RefusalKind::Ambiguous,
        pieces.places[0].start as usize,
        "These groups of four digits may be bytes in the order of the text, or 16-bit words as od -x prints them, whose bytes may be swapped and the last filled up with a zero; only as words do they form a complete header block. Copy the dump with its offsets, or print single bytes (od -tx1, xxd -p).",
    ))
}

/// What is said of a comma after which no number follows.
pub(crate) const AT_END: &str = "The bytes end with a comma here: more of them may be missing.";

struct Shape {
    letters: bool,
    /// Every run of digits is a pair.
    pairs: bool,
    /// Every run but the last has four digits.
    fours: bool,
    /// There is one run only.
    single: bool,
    listed: bool,
}

/// What a line is made of; `None` where it is not whole pairs of hex digits
/// with plain signs between.
fn shape(line: &[u8]) -> Option<Shape> {
    let mut shape = Shape {
        letters: false,
        pairs: true,
        fours: true,
        single: false,
        listed: false,
    };
    let mut run = 0usize;
    let mut runs = 0;
    // Digits since the last comma, and whether a comma stood in the line.
    let mut item = 0usize;
    let mut commas = 0;
    let mut long = false;
    // Signs and spaces between runs, and whether the runs with signs between
    // them have one length: dates and identifiers have not.
    let (mut signs, mut spaces) = (false, false);
    let mut length = None;
    for (at, &byte) in line.iter().enumerate() {
        match CLASS[byte as usize] {
            digit @ 0..=15 => {
                run += 1;
                item += 1;
                shape.letters |= digit > 9;
            }
            255 => return None,
            class => {
                // A sign stands between digits; “12: ” is an offset or a label.
                let next = line.get(at + 1).map_or(16, |&next| CLASS[next as usize]);
                if class == 17 && byte != b',' {
                    // At the end of a line it says that the next one goes on.
                    let goes_on = signs && at + 1 == line.len();
                    if run == 0 || next > 15 && !goes_on || *length.get_or_insert(run) != run {
                        return None;
                    }
                    signs = true;
                } else if byte != b',' {
                    spaces |= run > 0 && next <= 15;
                }
                if signs && spaces {
                    return None;
                }
                if !run.is_multiple_of(2) || byte == b',' && item == 0 {
                    return None;
                }
                if run > 0 {
                    shape.pairs &= run == 2;
                    shape.fours &= run == 4;
                    runs += 1;
                }
                if byte == b',' {
                    commas += 1;
                    long |= item > 2;
                    item = 0;
                }
                run = 0;
            }
        }
    }
    if !run.is_multiple_of(2) || length.is_some_and(|length| run > length) {
        return None;
    }
    if run > 0 {
        shape.pairs &= run == 2;
        shape.fours &= run == 4 || run == 2 && runs > 0;
    }
    shape.single = runs == 0;
    // A comma at the end of a line parts nothing in it.
    shape.listed = commas > usize::from(item == 0) && (long || item > 2);
    Some(shape)
}

/// Refuses lines of pairs of digits with a longer number before them: an
/// offset that does not count, or octets.
fn column_of_offsets(text: &Text, frame: &Frame) -> Result<(), Fault> {
    let plain = &*text.plain;
    let like = |line: &[u8]| {
        let mut runs = line
            .split(|byte| !byte.is_ascii_hexdigit())
            .filter(|run| !run.is_empty());
        let first = runs.next().map_or(0, <[u8]>::len);
        let mut others = runs.peekable();
        first > 3 && others.peek().is_some() && others.all(|run| run.len() == 2)
    };
    let lines = &frame.lines;
    let run = |line: &[u8]| {
        line.iter()
            .take_while(|byte| byte.is_ascii_hexdigit())
            .count()
    };
    // The last line of a dump is an offset only.
    let width = run(lines[0].line.of(plain));
    let end = |line: &[u8]| run(line) == line.len() && line.len() == width;
    let all = |line: &Line| like(line.of(plain)) || end(line.of(plain));
    if lines.len() < 2
        || !like(lines[0].line.of(plain))
        || !lines.iter().all(|line| all(&line.line))
    {
        return Ok(());
    }
    Err(Fault::at(
        RefusalKind::Offsets,
        text.raw_at(lines[0].line.start),
        "The first number of each line may be an offset, but these do not count the bytes after them. Copy the whole dump again, or remove the first column.",
    ))
}

/// Refuses binary digits with a slip among them: as hex each group of eight
/// were four octets.
fn binary_slip(text: &Text, frame: &Frame) -> Result<(), Fault> {
    let plain = &*text.plain;
    let mut slip = None;
    let (mut binary, mut groups) = (0, 0);
    for line in frame.lines.iter().take(64) {
        let content = line.line.of(plain);
        for group in content.split(|byte| !byte.is_ascii_hexdigit()) {
            if group.is_empty() {
                continue;
            }
            let ones = group
                .iter()
                .filter(|byte| matches!(byte, b'0' | b'1'))
                .count();
            if group.len() != 8 || ones < 7 {
                return Ok(());
            }
            groups += 1;
            binary += usize::from(ones == 8);
            if ones < 8 && slip.is_none() {
                let at = group.as_ptr() as usize - content.as_ptr() as usize;
                let bad = group
                    .iter()
                    .position(|byte| !matches!(byte, b'0' | b'1'))
                    .unwrap_or(0);
                slip = Some(line.line.start + at + bad);
            }
        }
    }
    match slip {
        Some(at) if binary * 2 >= groups => Err(Fault::at(
            RefusalKind::BadDigit,
            text.raw_at(at),
            "This is not a binary digit, but all the others are. Correct it, or copy the bytes again.",
        )),
        _ => Ok(()),
    }
}

/// Whether runs of digits without a letter among them may be decimal, octal or
/// binary numbers: short ones, ones and zeros only, or with a zero in front.
fn pairs_of_decimals(frame: &Frame, plain: &[u8]) -> bool {
    let mut runs = frame
        .lines
        .iter()
        .flat_map(|line| line.line.of(plain).split(|byte| !byte.is_ascii_digit()));
    runs.clone().any(|run| run.len() % 2 == 1)
        || frame.lines.iter().all(|line| {
            line.line
                .of(plain)
                .iter()
                .all(|byte| matches!(byte, b'0' | b'1' | b' ' | b','))
        })
        || runs.clone().any(|run| !run.is_empty())
            && runs.all(|run| run.is_empty() || run.len() == 4 && is_octal(run))
}

/// Octal numbers as programs write them, with a zero in front.
pub(crate) fn is_octal(digits: &[u8]) -> bool {
    matches!(digits, [b'0', rest @ ..] if rest.iter().all(|byte| matches!(byte, b'0'..=b'7')))
        && u8::from_str_radix(str::from_utf8(digits).unwrap_or_default(), 8).is_ok()
}

/// The octets of a line whose runs of digits are even, as [`shape`] found.
fn octets(text: &Text, line: Line, listed: bool, pieces: &mut Pieces) {
    let content = line.of(&text.plain);
    let mut at = 0;
    while at < content.len() {
        let rest = &content[at..];
        let run = rest
            .iter()
            .position(|&byte| CLASS[byte as usize] > 15)
            .unwrap_or(rest.len());
        let whole = hex::Best::default().decode(&rest[..run], &mut pieces.octets);
        debug_assert!(whole.is_ok(), "shape() lets even runs only pass");
        let from = line.start + at;
        let places = (from..from + run).step_by(2);
        pieces
            .places
            .extend(places.map(|at| text.place(at, at + 2)));
        if rest.get(run) == Some(&b',') && listed {
            pieces.begin(Bond::Apart);
        }
        at += run + 1;
    }
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
