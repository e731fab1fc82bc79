//! Which radix numbers are in.

use super::{
    super::{Fault, Format, RefusalKind, bare, text::Text, well_formed::is_plausible},
    token::{Kind, Token},
};

/// What digits without a sign of their radix mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radix {
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

    /// The octet of one number.
    pub(super) fn octet(self, digits: &[u8]) -> Option<u8> {
        let base = match self {
            Radix::Hex => 16,
            Radix::Decimal => 10,
            Radix::Octal => 8,
            Radix::Bits => 2,
        };
        u8::from_str_radix(str::from_utf8(digits).ok()?, base).ok()
    }
}

/// A radix, and what is to be said about the choice.
pub(super) struct Decision {
    pub(super) radix: Radix,
    /// Lines of an odd number of hex digits, cut by a terminal: an octet's
    /// digits may stand on two lines.
    pub(super) wrapped: bool,
    pub(super) note: Option<String>,
}

impl Decision {
    fn noted(radix: Radix, note: impl Into<String>) -> Decision {
        Decision {
            note: Some(note.into()),
            ..radix.into()
        }
    }
}

impl From<Radix> for Decision {
    fn from(radix: Radix) -> Self {
        Self {
            radix,
            wrapped: false,
            note: None,
        }
    }
}

/// Where numbers stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    Lines,
    /// The brackets or quotes of a program.
    Brackets,
    /// `<<` and `>>`, in which numbers are decimal.
    Erlang,
}

/// So many octets in decimal have an 8 or a 9 among them, which a third of all
/// octets have, unless they are a block of nothing but references.
const SURELY_OCTAL: usize = 24;

/// Decides the radix of the numbers, or refuses where two stand.
pub(super) fn decide(text: &Text, numbers: &[&Token], around: Around) -> Result<Decision, Fault> {
    use Radix::*;
    let bracketed = around != Around::Lines;
    let note = short(text, numbers)?;
    let is_bare = |token: &&&Token| token.kind == Kind::Digits;
    let bare: Vec<&Token> = numbers.iter().filter(is_bare).copied().collect();
    let Some(&first) = bare.first() else {
        let are = |kind| {
            let mut all = numbers.iter();
            all.all(|token| {
                matches!(token.kind, Kind::Repeat | Kind::Character) || token.kind == kind
            })
        };
        let radix = match () {
            () if are(Kind::Bits) => Bits,
            () if are(Kind::Octal) => Octal,
            () => Hex,
        };
        return Ok(Decision {
            note,
            ..radix.into()
        });
    };
    let any = |is: &dyn Fn(&[u8]) -> bool| bare.iter().any(|token| is(token.digits(text)));
    let letters = any(&|digits| digits.iter().any(u8::is_ascii_alphabetic));
    let padded = any(&|digits| digits.len() > 1 && digits[0] == b'0');
    if numbers
        .iter()
        .any(|token| !matches!(token.kind, Kind::Digits | Kind::Repeat))
    {
        if are_groups(text, numbers) {
            return Ok(Hex.into());
        }
        // In C 077 is octal; more often its 0x was damaged.
        if !bracketed || letters || padded {
            let message = " has no prefix though other numbers have one: it may be hexadecimal, decimal or octal, or cut off. Write all with 0x, or none.";
            return Err(first.fault(text, RefusalKind::Ambiguous, message));
        }
        // 0x82, 134, 'A': in a program a number without a prefix is decimal.
        return Ok(match numbers.iter().any(|token| token.is(Kind::Hex)) {
            true => Decision::noted(
                Decimal,
                "Numbers without a prefix were read as decimal here, though others have one.",
            ),
            false => Decimal.into(),
        });
    }
    if bare.iter().any(|token| token.is_negative()) {
        let is_unsigned = |token: &&&Token| !token.is_negative() && token.value(text) > Some(127);
        return Ok(match bare.iter().find(is_unsigned) {
            Some(odd) => {
                let shown = text.quote(odd.start as usize, odd.end as usize);
                let note = format!(
                    "“{shown}” is above 127, though other numbers are negative: it may have lost its “-”."
                );
                Decision::noted(Decimal, &note)
            }
            None => Decimal.into(),
        });
    }
    if let Some(decision) = binary(text, &bare)? {
        return Ok(decision);
    }
    if letters {
        return hex(text, &bare);
    }
    if around == Around::Erlang {
        return Ok(Decimal.into());
    }
    // Only the digits 0 to 9 from here on.
    let longest = bare.iter().map(|token| token.length()).max().unwrap_or(0);
    let shortest = bare.iter().map(|token| token.length()).min().unwrap_or(0);
    // 0210 0276: octal with its zero, or two octets each.
    let is_octal = |token: &&&Token| token.length() == 4 && bare::is_octal(token.digits(text));
    let octal = bare.iter().filter(is_octal).count();
    if longest == 4 && octal == bare.len() {
        return choose(text, &bare, Octal, Hex);
    }
    if octal * 2 > bare.len()
        && let Some(odd) = bare.iter().find(|token| !is_octal(token))
    {
        let message = " is not octal as the others are: 0 and three digits, up to 0377. Correct it, or copy the bytes again.";
        return Err(odd.fault(text, RefusalKind::BadDigit, message));
    }
    let fits = |token: &&&Token| Octal.octet(token.digits(text)).is_some();
    let even = (longest, shortest) == (3, 3);
    let misfits = bare.len() - bare.iter().filter(fits).count();
    match (longest, bracketed) {
        (4.., _) => {
            let is_quoted = |token: &Token| {
                let before = text.plain[..token.start as usize].last();
                before.is_some_and(|byte| matches!(byte, b'"' | b'\'' | b'`'))
            };
            let long = bare
                .iter()
                .find(|token| token.length() > 3 && !is_quoted(token));
            if let Some(long) = long.filter(|_| bracketed) {
                let message = " is more than a decimal byte, and nothing says that it is hexadecimal. Write 0x before hexadecimal numbers.";
                return Err(long.fault(text, RefusalKind::Ambiguous, message));
            }
            hex(text, &bare)
        }
        (3, false) if even && misfits == 0 && bare.len() > 1 => {
            let is_whole = |radix| is_whole(&octets(text, &bare, radix));
            match padded && is_whole(Octal) || bare.len() >= SURELY_OCTAL {
                true if !is_whole(Decimal) => Ok(Octal.into()),
                _ => choose(text, &bare, Octal, Decimal),
            }
        }
        (3, false) if even && misfits == 0 && !padded => choose(text, &bare, Decimal, Octal),
        (3, _) if even && padded && misfits > 0 && misfits * 4 < bare.len() => {
            let odd = bare.iter().find(|token| !fits(token)).unwrap_or(&first);
            let message = " is no octal byte, and most of the others, with zeros in front, are. Correct it, or choose the format.";
            Err(odd.fault(text, RefusalKind::Ambiguous, message))
        }
        // Decimal numbers have no zero in front, unless all are as long; one alone
        // may be cut.
        (3, _) if padded && (shortest < 3 || bare.len() == 1) => hex(text, &bare),
        (3, _) => Ok(Decimal.into()),
        // Pairs of digits: hex outside a program; in one, or behind the index of a
        // list, most likely decimal.
        _ if shortest == 2 && (padded || !bracketed && !are_members(text, &bare)) => Ok(Hex.into()),
        _ if shortest == 2 => choose(text, &bare, Decimal, Hex),
        _ => single(text, &bare, bracketed, padded),
    }
}

/// Whether each number is given to a member of a list, as debuggers print
/// them: `[0] = 32`.
fn are_members(text: &Text, bare: &[&Token]) -> bool {
    bare.iter().all(|token| {
        let before = text.plain[..token.start as usize].trim_ascii_end();
        let index = before.strip_suffix(b"=").map(<[u8]>::trim_ascii_end);
        index.is_some_and(|index| index.ends_with(b"]"))
    })
}

/// Numbers of one or two decimal digits.
fn single(text: &Text, bare: &[&Token], bracketed: bool, padded: bool) -> Result<Decision, Fault> {
    let digits: Vec<u8> = bare
        .iter()
        .filter_map(|token| Radix::Hex.octet(token.digits(text)))
        .collect();
    let halves: Vec<u8> = digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |value, digit| value << 4 | digit & 15))
        .collect();
    let are_single = bare.iter().all(|token| token.length() == 1);
    if are_single && digits.len().is_multiple_of(2) && is_plausible(&halves) {
        let message = " and each of these single digits may be a byte, or each pair of them. Write the two digits of each byte together.";
        return Err(bare[0].fault(text, RefusalKind::Ambiguous, message));
    }
    // Only the last has one digit: pairs of which one is being typed, or cut.
    let are_pairs = bare.split_last().is_some_and(|(last, before)| {
        last.length() == 1 && !before.is_empty() && before.iter().all(|token| token.length() == 2)
    });
    match padded || are_pairs && !bracketed {
        true => hex(text, bare),
        false => choose(text, bare, Radix::Decimal, Radix::Hex),
    }
}

/// Whether numbers are groups of digits behind one `0x`, as NSData has them:
/// `0x82868441 8cf1e3c2 e5`.
fn are_groups(text: &Text, numbers: &[&Token]) -> bool {
    let [first, full @ .., last] = numbers else {
        return false;
    };
    first.is(Kind::Hex)
        && first.length() == 8
        && full
            .iter()
            .all(|token| token.is(Kind::Digits) && token.length() == 8)
        && last.is(Kind::Digits)
        && matches!(last.length(), 2 | 4 | 6 | 8)
        && numbers.windows(2).all(|two| {
            let (from, to) = (two[0].end as usize, two[1].start as usize);
            text.plain[from..to] == *b" "
        })
}

/// Ones and zeros only are hardly ever hexadecimal.
fn binary(text: &Text, bare: &[&Token]) -> Result<Option<Decision>, Fault> {
    let digits = || bare.iter().flat_map(|token| token.digits(text));
    let lengths = || bare.iter().map(|token| token.length());
    let mut all = bare::Digits::default();
    digits().for_each(|digit| {
        all.add(*digit);
    });
    if let Some(slip) = all.slip() {
        let mut wrong = bare.iter().flat_map(|token| {
            let at = (token.digits as usize)..token.digits_end as usize;
            at.filter(|&at| text.plain[at] == slip)
        });
        return Err(Fault::at(
            RefusalKind::BadDigit,
            text.raw_at(wrong.next().unwrap_or(0)),
            "This is not a binary digit, but all the others are. Correct it, or copy the bytes again.",
        ));
    }
    if !digits().all(|digit| matches!(digit, b'0' | b'1' | b'_')) {
        return Ok(None);
    }
    let halves =
        lengths().all(|length| length == 4) && bare.len() > 3 && bare.len().is_multiple_of(2);
    if halves || lengths().all(|length| length == 8) && bare.len() > 1 {
        return Ok(Some(Radix::Bits.into()));
    }
    let Some(cut) = bare.iter().find(|token| !token.length().is_multiple_of(8)) else {
        let note = "There are only ones and zeros: they were read as binary digits, eight to a byte, not as hexadecimal.";
        return Ok(Some(Decision::noted(Radix::Bits, note)));
    };
    if lengths().any(|length| length > 7) {
        let message = ": all digits here are binary, but this group does not have eight for each byte: some are missing, or a line was broken. Correct it, or copy the bytes again.";
        return Err(cut.fault(text, RefusalKind::OddDigits, message));
    }
    Ok(None)
}

/// Numbers whose prefix shows their radix, and of which one has fewer digits
/// than an octet: refused where others have zeros in front or are runs, said
/// unless it is `0x8`.
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
    let is_name = |token: &Token| token.digits == token.start;
    let is_full = |token: &&Token| {
        let is_padded = match token.digits(text) {
            [b'0', next, ..] => !is_name(token) || next.is_ascii_digit(),
            _ => false,
        };
        let is_run = token.length() > full(token) && !is_name(token);
        token.kind == short.kind && (is_padded || is_run)
    };
    if numbers.iter().any(is_full) {
        return Err(bare::odd(text.raw_end(short.end as usize)));
    }
    let prefix = &text.plain[short.start as usize..short.digits as usize];
    let shown = text.quote(short.start as usize, short.end as usize);
    Ok((!matches!(prefix, b"0x" | b"0X")).then(|| {
        format!("“{shown}” has fewer digits than a byte: it was read as if zeros were left out in front.")
    }))
}

/// The octets that numbers are in a radix, if each is one, or two of hex.
fn octets(text: &Text, numbers: &[&Token], radix: Radix) -> Option<Vec<u8>> {
    let mut octets = Vec::new();
    for token in numbers {
        match token.digits(text) {
            digits @ [_, _, _, _] if radix == Radix::Hex => {
                octets.extend(radix.octet(&digits[..2]));
                octets.extend(radix.octet(&digits[2..]));
            }
            digits => octets.push(radix.octet(digits)?),
        }
    }
    Some(octets)
}

fn is_whole(octets: &Option<Vec<u8>>) -> bool {
    octets.as_deref().is_some_and(is_plausible)
}

/// Two readings: the one that is structurally whole is taken, and said.
fn choose(text: &Text, numbers: &[&Token], first: Radix, second: Radix) -> Result<Decision, Fault> {
    let name = |radix: Radix| radix.format().title();
    let (one, two) = (octets(text, numbers, first), octets(text, numbers, second));
    let (taken, other) = match (is_whole(&one), is_whole(&two)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => match (one, two) {
            (Some(one), Some(two)) if one != two => {
                let (one, two) = (name(first), name(second));
                let message = format!(
                    "These numbers may be {one} or {two}, and nothing in the text decides which. Choose the format, or write hexadecimal numbers with 0x."
                );
                let at = text.raw_at(numbers[0].start as usize);
                return Err(Fault::either(
                    [first.format(), second.format()],
                    at,
                    message,
                ));
            }
            (Some(_), Some(_)) => (first, second),
            (one, _) => {
                let (only, other) = match one {
                    Some(_) => (first, second),
                    None => (second, first),
                };
                if only != Radix::Octal {
                    return Ok(only.into());
                }
                let (only, other) = (name(only), name(other));
                let message = format!(
                    " and others may not be bytes as {other}, and as {only} they are not a complete header block. Correct them, or choose the format."
                );
                return Err(numbers[0].fault(text, RefusalKind::Ambiguous, &message));
            }
        },
    };
    let (read, not) = (name(taken), name(other));
    let note =
        format!("Read as {read}, because as {not} the bytes are not a complete header block.");
    Ok(Decision::noted(taken, note))
}

/// Hex digits: in pairs, or single where no zero is ever written in front.
fn hex(text: &Text, numbers: &[&Token]) -> Result<Decision, Fault> {
    let Some(first) = numbers
        .iter()
        .find(|token| hex_digits(token, text) % 2 == 1)
    else {
        return Ok(Radix::Hex.into());
    };
    let lengths: Vec<usize> = numbers.iter().map(|token| token.length()).collect();
    let several = numbers.len() > 1;
    let padded = (numbers.iter()).any(|token| token.length() == 2 && token.digits(text)[0] == b'0');
    let single = |token: &&Token| Radix::Hex.octet(token.digits(text));
    let octets: Option<Vec<u8>> = numbers.iter().map(single).collect();
    let short = several && !padded && lengths.iter().all(|length| *length <= 2);
    if short && octets.is_some_and(|octets| is_plausible(&octets)) {
        return Ok(Decision::noted(
            Radix::Hex,
            "Single digits were read as bytes below 16, written without their leading zero: this way the bytes form a complete header block.",
        ));
    }
    // A terminal cuts lines at its width.
    let own_lines = numbers.windows(2).all(|pair| pair[0].line != pair[1].line);
    let are_even = lengths.split_last().is_some_and(|(last, full)| {
        let is_full = |length: &usize| *length == lengths[0] && *length > 15;
        full.iter().all(is_full) && *last <= lengths[0]
    });
    if several && own_lines && are_even && lengths.iter().sum::<usize>().is_multiple_of(2) {
        let note = "The lines hold odd numbers of digits, as when a terminal wraps them: they were joined.";
        return Ok(Decision {
            wrapped: true,
            ..Decision::noted(Radix::Hex, note)
        });
    }
    Err(bare::odd(text.raw_end(first.end as usize)))
}

/// How many hex digits a number has, without the `_` between them.
pub(super) fn hex_digits(token: &Token, text: &Text) -> usize {
    let digits = token.digits(text).iter();
    digits.filter(|byte| byte.is_ascii_hexdigit()).count()
}
