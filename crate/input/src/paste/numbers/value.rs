//! Which radix numbers are in, and their octets.

use super::{
    super::{
        Fault, Format, RefusalKind, bare,
        split::{Pieces, most_repeated},
        text::Text,
        well_formed::is_plausible,
    },
    Chosen,
    token::{Kind, Token, Tokens},
};
use crate::Place;

/// What digits without a sign of their radix mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    Hex,
    Decimal,
    Octal,
    Bits,
}

impl Radix {
    pub(super) fn format(self) -> Format {
        match self {
            Radix::Hex => Format::Hex,
            Radix::Decimal => Format::Decimal,
            Radix::Octal => Format::Octal,
            Radix::Bits => Format::Bits,
        }
    }
}

pub(super) struct Decision {
    pub(super) radix: Radix,
    /// Lines of an odd number of hex digits, cut by a terminal: an octet's
    /// digits may stand on two lines.
    pub(super) wrapped: bool,
    /// What is to be said about the choice.
    pub(super) note: Option<String>,
}

impl Decision {
    pub(super) fn plain(radix: Radix) -> Decision {
        Decision::noted(radix, None)
    }

    fn noted(radix: Radix, note: Option<String>) -> Decision {
        Decision {
            radix,
            wrapped: false,
            note,
        }
    }
}

/// Decides the radix of the numbers, or refuses where two stand.
pub(super) fn decide(text: &Text, numbers: &[&Token], chosen: &Chosen) -> Result<Decision, Fault> {
    let bracketed = chosen.bracketed;
    let bare: Vec<&Token> = numbers
        .iter()
        .copied()
        .filter(|token| token.kind == Kind::Digits)
        .collect();
    let signed = numbers
        .iter()
        .any(|token| token.kind != Kind::Digits && token.kind != Kind::Repeat);
    let note = short(text, numbers)?;
    if bare.is_empty() {
        return Ok(Decision::noted(explicit(numbers), note));
    }
    let letters = bare
        .iter()
        .any(|token| token.digits(text).iter().any(u8::is_ascii_alphabetic));
    if signed {
        // In C 077 is octal; more often its 0x was damaged.
        let is_octal = bare
            .iter()
            .any(|token| token.length() > 1 && token.digits(text)[0] == b'0');
        // 0x82, 134, 'A': in a program a number without a prefix is decimal.
        if bracketed && !letters && !is_octal {
            let is_mixed = numbers.iter().any(|token| token.kind == Kind::Hex);
            let note =
                "Numbers without a prefix were read as decimal here, though others have one.";
            return Ok(Decision::noted(
                Radix::Decimal,
                is_mixed.then(|| note.into()),
            ));
        }
        let message = " has no prefix though other numbers have one: it may be hexadecimal, decimal or octal, or cut off. Write all with 0x, or none.";
        return Err(bare[0].fault(text, RefusalKind::Ambiguous, message));
    }
    if bare.iter().any(|token| token.negative) {
        return Ok(Decision::plain(Radix::Decimal));
    }
    // Ones and zeros only are hardly ever hexadecimal.
    let is_one = |digit: &u8| matches!(digit, b'0' | b'1' | b'_');
    if bare
        .iter()
        .all(|token| token.digits(text).iter().all(is_one))
    {
        let all = |length| bare.iter().all(|token| token.length() == length);
        let cut = bare.iter().find(|token| !token.length().is_multiple_of(8));
        let halves = all(4) && bare.len() > 3 && bare.len().is_multiple_of(2);
        if halves || all(8) && bare.len() > 1 {
            return Ok(Decision::plain(Radix::Bits));
        }
        let Some(cut) = cut else {
            let note = "There are only ones and zeros: they were read as binary digits, eight to a byte, not as hexadecimal.";
            return Ok(Decision::noted(Radix::Bits, Some(note.into())));
        };
        if bare.iter().any(|token| token.length() > 7) {
            let message = ": all digits here are binary, but this group does not have eight for each byte: some are missing, or a line was broken. Correct it, or copy the bytes again.";
            return Err(cut.fault(text, RefusalKind::OddDigits, message));
        }
    }
    if let Some(at) = binary_slip(text, &bare) {
        return Err(Fault::at(
            RefusalKind::BadDigit,
            text.raw_at(at),
            "This is not a binary digit, but all the others are. Correct it, or copy the bytes again.",
        ));
    }
    if letters {
        return hex(text, &bare);
    }
    if chosen.erlang {
        return Ok(Decision::plain(Radix::Decimal));
    }
    // Only the digits 0 to 9 from here on.
    let lengths = || bare.iter().map(|token| token.length());
    let longest = lengths().max().unwrap_or(0);
    let shortest = lengths().min().unwrap_or(0);
    let zero_first = bare
        .iter()
        .any(|token| token.length() > 1 && token.digits(text)[0] == b'0');
    // 0210 0276: octal with its zero, or two octets each.
    let is_octal = |token: &&Token| bare::is_octal(token.digits(text)) && token.length() == 4;
    let octal = bare.iter().filter(|token| is_octal(token)).count();
    if longest == 4 && octal == bare.len() {
        return choose(text, &bare, Radix::Octal, Radix::Hex);
    }
    if octal * 2 > bare.len()
        && let Some(odd) = bare.iter().find(|token| !is_octal(token))
    {
        let message = " is not octal as the others are: 0 and three digits, up to 0377. Correct it, or copy the bytes again.";
        return Err(odd.fault(text, RefusalKind::BadDigit, message));
    }
    if longest > 3 {
        let is_quoted = |token: &Token| {
            let before = (token.start as usize)
                .checked_sub(1)
                .map(|at| text.plain[at]);
            matches!(before, Some(b'"' | b'\'' | b'`'))
        };
        if let Some(long) = bare.iter().find(|token| token.length() > 3)
            && bracketed
            && !is_quoted(long)
        {
            let message = " is more than a decimal byte, and nothing says that it is hexadecimal. Write 0x before hexadecimal numbers.";
            return Err(long.fault(text, RefusalKind::Ambiguous, message));
        }
        return hex(text, &bare);
    }
    if !bracketed && longest == 3 && shortest == 3 {
        let fits = bare
            .iter()
            .all(|token| single(token.digits(text), Radix::Octal).is_some());
        match () {
            () if fits && zero_first => return Ok(Decision::plain(Radix::Octal)),
            () if fits && bare.len() > 1 => {
                return choose(text, &bare, Radix::Octal, Radix::Decimal);
            }
            () if fits => return choose(text, &bare, Radix::Decimal, Radix::Octal),
            () => {}
        }
    }
    if longest == 3 && zero_first && shortest < 3 {
        // Decimal numbers have no zero in front, unless all are as long.
        return hex(text, &bare);
    }
    if longest == 3 {
        return Ok(Decision::plain(Radix::Decimal));
    }
    if shortest == 2 {
        // Pairs of digits: hex outside a program; in one, most likely decimal.
        if zero_first || !bracketed {
            return Ok(Decision::plain(Radix::Hex));
        }
        return choose(text, &bare, Radix::Decimal, Radix::Hex);
    }
    // Some have one digit.
    let digits: Vec<u8> = bare
        .iter()
        .filter_map(|token| single(token.digits(text), Radix::Hex))
        .collect();
    let pairs = digits.chunks(2);
    let halves: Vec<u8> = pairs
        .map(|pair| pair.iter().fold(0, |value, digit| value << 4 | digit))
        .collect();
    if longest == 1 && digits.len().is_multiple_of(2) && is_plausible(&halves) {
        let message = " and each of these single digits may be a byte, or each pair of them. Write the two digits of each byte together.";
        return Err(bare[0].fault(text, RefusalKind::Ambiguous, message));
    }
    // Only the last has one digit: pairs of which one is being typed, or cut.
    let pairs = bare.split_last().is_some_and(|(last, before)| {
        last.length() == 1 && !before.is_empty() && before.iter().all(|token| token.length() == 2)
    });
    if zero_first || pairs && !bracketed {
        return hex(text, &bare);
    }
    choose(text, &bare, Radix::Decimal, Radix::Hex)
}

/// The digit that is wrong among binary digits, if there are hardly any: as
/// hex each eight of them were four octets.
fn binary_slip(text: &Text, bare: &[&Token]) -> Option<usize> {
    let digits = || bare.iter().flat_map(|token| token.digits(text));
    let is_wrong = |digit: &u8| !matches!(digit, b'0' | b'1' | b'_');
    let wrong = digits().filter(|digit| is_wrong(digit)).count();
    // The headers of frames are nearly all zeros.
    let ones = digits().filter(|digit| **digit == b'1').count();
    let all = digits().count();
    if wrong == 0 || wrong * 16 > all || ones * 5 < all {
        return None;
    }
    let at = |token: &&Token| {
        Some(token.digits as usize + token.digits(text).iter().position(is_wrong)?)
    };
    bare.iter().find_map(at)
}

/// Refuses groups of four digits that are whole only as 16-bit words: with
/// the octets of each swapped, or without the zero that fills the last one.
pub(super) fn check_words(numbers: &[&Token], pieces: &Pieces) -> Result<(), Fault> {
    let octets = &pieces.octets;
    let are_words = match numbers {
        [first, .., last] => {
            let full = &numbers[..numbers.len() - 1];
            full.iter().all(|token| token.length() == 4)
                && matches!(last.length(), 2 | 4)
                && numbers[1].line == first.line
        }
        _ => false,
    };
    if !are_words
        || is_plausible(octets)
        || (0..pieces.list.len()).all(|n| is_plausible(pieces.of(n)))
    {
        return Ok(());
    }
    let pairs = octets.chunks(2);
    let swapped: Vec<u8> = pairs.flat_map(|pair| pair.iter().rev().copied()).collect();
    let unfilled = |octets: &[u8]| matches!(octets, [before @ .., 0] if is_plausible(before));
    if !(is_plausible(&swapped) || unfilled(&swapped) || unfilled(octets)) {
        return Ok(());
    }
    Err(Fault::at(
        RefusalKind::Ambiguous,
        pieces.places[0].start as usize,
        "These groups of four digits may be bytes in the order of the text, or 16-bit words as od -x prints them, whose bytes may be swapped and the last filled up with a zero; only as words do they form a complete header block. Copy the dump with its offsets, or print single bytes (od -tx1, xxd -p).",
    ))
}

/// Refuses lines of pairs of digits with a longer number before them: an
/// offset that does not count, or octets. The last line of a dump is an offset
/// only.
pub(super) fn check_column(text: &Text, numbers: &[&Token]) -> Result<(), Fault> {
    let mut lines = numbers.chunk_by(|one, other| one.line == other.line);
    let is_row = |line: &[&Token]| {
        line[0].length() > 3 && line.len() > 1 && line[1..].iter().all(|token| token.length() == 2)
    };
    let Some(first) = lines.next().filter(|first| is_row(first)) else {
        return Ok(());
    };
    let width = first[0].length();
    let mut others = lines.peekable();
    if others.peek().is_none()
        || !others.all(|line| is_row(line) || line.len() == 1 && line[0].length() == width)
    {
        return Ok(());
    }
    Err(Fault::at(
        RefusalKind::Offsets,
        text.raw_at(first[0].start as usize),
        "The first number of each line may be an offset, but these do not count the bytes after them. Copy the whole dump again, or remove the first column.",
    ))
}

/// A number whose prefix shows its radix, and that has fewer digits than an
/// octet: refused where the zeros in front are written, said unless it is `0x8`.
fn short(text: &Text, numbers: &[&Token]) -> Result<Option<String>, Fault> {
    let full = |token: &Token| match token.kind {
        Kind::Hex => 2,
        Kind::Octal => 3,
        Kind::Bits => 8,
        _ => 0,
    };
    let Some(short) = numbers.iter().find(|token| token.length() < full(token)) else {
        return Ok(None);
    };
    // 0Fh has a zero in front so that it is no name.
    let is_padded = |token: &&&Token| {
        let is_name = token.digits == token.start;
        token.kind == short.kind
            && token.length() <= full(token)
            && matches!(token.digits(text), [b'0', next, ..] if !is_name || next.is_ascii_digit())
    };
    if numbers.iter().any(|token| is_padded(&token)) {
        return Err(bare::odd(text.raw_end(short.end as usize)));
    }
    let says = !matches!(
        text.plain[short.start as usize..short.digits as usize],
        [b'0', b'x' | b'X']
    );
    Ok(says.then(|| {
        let number = text.quote(short.start as usize, short.end as usize);
        format!("“{number}” has fewer digits than a byte: it was read as if zeros were left out in front.")
    }))
}

/// What numbers that all show their radix are called.
fn explicit(numbers: &[&Token]) -> Radix {
    let is = |kind| {
        numbers
            .iter()
            .all(|token| matches!(token.kind, Kind::Repeat | Kind::Character) || token.kind == kind)
    };
    match () {
        () if is(Kind::Bits) => Radix::Bits,
        () if is(Kind::Octal) => Radix::Octal,
        () => Radix::Hex,
    }
}

/// Two readings: the one that is structurally whole is taken, and said.
fn choose(text: &Text, numbers: &[&Token], first: Radix, second: Radix) -> Result<Decision, Fault> {
    let octets = |radix| -> Option<Vec<u8>> {
        let mut octets = Vec::new();
        for token in numbers {
            match token.digits(text) {
                digits @ [_, _, _, _, ..] if radix == Radix::Hex => {
                    octets.extend(single(&digits[..2], radix));
                    octets.extend(single(&digits[2..], radix));
                }
                digits => octets.push(single(digits, radix)?),
            }
        }
        Some(octets)
    };
    let (one, two) = (octets(first), octets(second));
    let is_whole =
        |octets: &Option<Vec<u8>>| octets.as_ref().is_some_and(|octets| is_plausible(octets));
    let name = |radix: Radix| radix.format().title();
    let (taken, other) = match (is_whole(&one), is_whole(&two)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ if one == two => (first, second),
        _ if one.is_none() || two.is_none() => {
            let (only, other) = if one.is_some() {
                (first, second)
            } else {
                (second, first)
            };
            if only == Radix::Octal {
                let message = format!(
                    " and others may not be bytes as {}, and as {} they are not a complete header block. Correct them, or choose the format.",
                    name(other),
                    name(only)
                );
                return Err(numbers[0].fault(text, RefusalKind::Ambiguous, &message));
            }
            return Ok(Decision::plain(only));
        }
        _ => {
            return Err(Fault::either(
                [first.format(), second.format()],
                text.raw_at(numbers[0].start as usize),
                format!(
                    "These numbers may be {} or {}, and nothing in the text decides which. Choose the format, or write hexadecimal numbers with 0x.",
                    name(first),
                    name(second)
                ),
            ));
        }
    };
    let note = format!(
        "Read as {}, because as {} the bytes are not a complete header block.",
        name(taken),
        name(other)
    );
    Ok(Decision::noted(taken, Some(note)))
}

/// Hex digits: in pairs, or single where no zero is ever written in front.
fn hex(text: &Text, numbers: &[&Token]) -> Result<Decision, Fault> {
    let odd = |token: &&&Token| hex_digits(token, text) % 2 == 1;
    let Some(first) = numbers.iter().find(odd) else {
        return Ok(Decision::plain(Radix::Hex));
    };
    let several = numbers.len() > 1;
    let short = numbers.iter().all(|token| token.length() <= 2);
    let padded = numbers
        .iter()
        .any(|token| token.length() == 2 && token.digits(text)[0] == b'0');
    let octets: Vec<u8> = numbers
        .iter()
        .filter_map(|token| single(token.digits(text), Radix::Hex))
        .collect();
    if several && short && !padded && is_plausible(&octets) {
        let note = "Single digits were read as bytes below 16, written without their leading zero: this way the bytes form a complete header block.";
        return Ok(Decision::noted(Radix::Hex, Some(note.into())));
    }
    // A terminal cuts lines at its width.
    let lengths: Vec<usize> = numbers.iter().map(|token| token.length()).collect();
    let total: usize = lengths.iter().sum();
    let own_lines = numbers.windows(2).all(|pair| pair[0].line != pair[1].line);
    let (last, full) = lengths
        .split_last()
        .expect("one has an odd number of digits");
    let are_even = full
        .iter()
        .all(|length| *length == lengths[0] && *length > 15);
    if several && own_lines && are_even && *last <= lengths[0] && total.is_multiple_of(2) {
        let note = "The lines hold odd numbers of digits, as when a terminal wraps them: they were joined.";
        return Ok(Decision {
            wrapped: true,
            ..Decision::noted(Radix::Hex, Some(note.into()))
        });
    }
    Err(bare::odd(text.raw_end(first.end as usize)))
}

fn hex_digits(token: &Token, text: &Text) -> usize {
    token
        .digits(text)
        .iter()
        .filter(|byte| byte.is_ascii_hexdigit())
        .count()
}

/// The octet of one number.
fn single(digits: &[u8], radix: Radix) -> Option<u8> {
    let base = match radix {
        Radix::Hex => 16,
        Radix::Decimal => 10,
        Radix::Octal => 8,
        Radix::Bits => 2,
    };
    u8::from_str_radix(str::from_utf8(digits).ok()?, base).ok()
}

/// Digits that wait for the others of their octet: where they stand, their
/// value, and how many bits they are.
#[derive(Default)]
pub(super) struct Half(Option<(Place, u8, u32)>);

impl Half {
    pub(super) fn finish(&self) -> Result<(), Fault> {
        match self.0 {
            Some((place, ..)) => Err(bare::odd(place.end as usize)),
            None => Ok(()),
        }
    }

    /// Adds the digits of a token, each of so many bits.
    fn push(&mut self, text: &Text, token: &Token, bits: u32, pieces: &mut Pieces) {
        for (n, byte) in token.digits(text).iter().enumerate() {
            let Some(digit) = char::from(*byte).to_digit(16) else {
                continue;
            };
            let at = token.digits as usize + n;
            let own = text.place(at, at + 1);
            let (first, value, before) = self.0.take().unwrap_or((own, 0, 0));
            let value = value << bits | digit as u8;
            let place = Place {
                end: own.end,
                ..first
            };
            match before + bits {
                8 => pieces.push(value, place),
                count => self.0 = Some((place, value, count)),
            }
        }
    }
}

/// Appends the octets of the number `at`.
pub(super) fn push(
    text: &Text,
    tokens: &Tokens,
    at: usize,
    decision: &Decision,
    half: &mut Half,
    pieces: &mut Pieces,
) -> Result<(), Fault> {
    let token = &tokens.list[at];
    let place = text.place(token.start as usize, token.end as usize);
    let digits = token.digits(text);
    let no_octet = || {
        let message = " is not a byte: a number from 0 to 255, or from −128 to 127, is expected.";
        token.fault(text, RefusalKind::BadNumber, message)
    };
    let number = || str::from_utf8(digits).ok()?.parse::<usize>().ok();
    match (token.kind, decision.radix) {
        (Kind::Character, _) => pieces.push(digits[1], place),
        (Kind::Repeat, _) => {
            let count = number().unwrap_or(usize::MAX);
            let Some(&octet) = pieces.octets.last() else {
                let message = ": there is nothing to repeat before this.";
                return Err(token.fault(text, RefusalKind::BadDigit, message));
            };
            if count == 0 || !pieces.may_repeat(count, text) {
                let message = format!(
                    " stands for more bytes than can be read: all that a text of this length repeats may be {} bytes at most.",
                    most_repeated(text)
                );
                return Err(token.fault(text, RefusalKind::TooLarge, &message));
            }
            for _ in 1..count {
                pieces.push(octet, place);
            }
        }
        (Kind::Digits, Radix::Decimal) => {
            // Longer ones are offsets or counts.
            let value = number().filter(|_| digits.len() < 4).ok_or_else(no_octet)?;
            let value = match token.negative {
                true if value <= 128 => value.wrapping_neg(),
                false if value <= 255 => value,
                _ => return Err(no_octet()),
            };
            pieces.push(value as u8, place);
        }
        (Kind::Digits, Radix::Octal) | (Kind::Octal, _) => {
            pieces.push(single(digits, Radix::Octal).ok_or_else(no_octet)?, place);
        }
        (Kind::Digits, Radix::Bits) | (Kind::Bits, _) => bits(text, token, half, pieces)?,
        (Kind::Digits | Kind::Hex, _) => hex_run(text, token, decision, half, pieces)?,
        _ => {}
    }
    Ok(())
}

fn hex_run(
    text: &Text,
    token: &Token,
    decision: &Decision,
    half: &mut Half,
    pieces: &mut Pieces,
) -> Result<(), Fault> {
    let digits = token.digits(text);
    let count = hex_digits(token, text);
    let whole = text.place(token.start as usize, token.end as usize);
    // 0FFh has a zero in front so that it is no name.
    let zero = token.kind == Kind::Hex && count == 3 && digits[0] == b'0';
    if count <= 2 && !(decision.wrapped || half.0.is_some()) || zero {
        let digits = digits
            .iter()
            .filter_map(|byte| char::from(*byte).to_digit(16));
        let value = digits.fold(0, |value, digit| value << 4 | digit);
        pieces.push(value as u8, whole);
        return Ok(());
    }
    if count % 2 == 1 && !decision.wrapped {
        return Err(bare::odd(whole.end as usize));
    }
    half.push(text, token, 4, pieces);
    Ok(())
}

fn bits(text: &Text, token: &Token, half: &mut Half, pieces: &mut Pieces) -> Result<(), Fault> {
    let digits = token.digits(text);
    let bad = digits
        .iter()
        .position(|byte| !matches!(byte, b'0' | b'1' | b'_'));
    if let Some(bad) = bad {
        return Err(Fault::at(
            RefusalKind::BadDigit,
            text.raw_at(token.digits as usize + bad),
            "This is not a binary digit.",
        ));
    }
    let count = digits.iter().filter(|byte| **byte != b'_').count();
    if token.kind == Kind::Bits && count <= 8 {
        let ones = digits.iter().filter(|byte| **byte != b'_');
        let value = ones.fold(0, |value, digit| value << 1 | (digit - b'0'));
        pieces.push(value, text.place(token.start as usize, token.end as usize));
        return Ok(());
    }
    if !count.is_multiple_of(4) {
        return Err(Fault::at(
            RefusalKind::OddDigits,
            text.raw_end(token.end as usize),
            "A binary digit is missing before this: every byte has eight.",
        ));
    }
    half.push(text, token, 1, pieces);
    Ok(())
}

/// The shape of the numbers, for people.
pub(super) fn detail(
    decision: &Decision,
    numbers: &[&Token],
    chosen: &Chosen,
    numbered: bool,
) -> String {
    let prefixed = numbers.iter().any(|token| token.kind == Kind::Hex);
    let negative = numbers.iter().any(|token| token.negative);
    let list = if chosen.bracketed {
        "a program's list of "
    } else {
        ""
    };
    let what = match decision.radix {
        Radix::Decimal if prefixed => "mixed numbers",
        Radix::Decimal if negative => "signed decimal bytes",
        Radix::Decimal => "decimal bytes",
        Radix::Hex if prefixed => "signed hex numbers",
        Radix::Hex if numbers.len() > 1 && numbers.iter().all(|token| token.length() == 2) => {
            "hex pairs"
        }
        Radix::Hex => "hex digits",
        Radix::Octal => "octal bytes",
        Radix::Bits => "binary digits",
    };
    let lines = if numbered { ", numbered lines" } else { "" };
    format!("{list}{what}{lines}")
}
