//! Bytes that are spelled in another way than the others: a capital among
//! small letters, a number without its zeros.

use std::ops::Range;

use super::{
    super::{Format, notes::Noted, text::Text},
    printers,
};
use crate::Block;

pub(super) fn notes(blocks: &[Block], format: Format, text: &Text) -> Vec<Noted> {
    // Base64 and characters have such letters by chance.
    let are_pairs = || spellings(blocks).all(|range| is_pair(&text.raw.as_bytes()[range]));
    let notes = match format {
        Format::Hex | Format::Hexdump | Format::Json if are_pairs() => [
            mixed(blocks, text, is_pair).or_else(|| alphabets(blocks, text)),
            signed(blocks, text),
        ],
        Format::Percent => [mixed(blocks, text, is_escape), None],
        Format::Json => [
            mixed(blocks, text, is_hex_escape)
                .or_else(|| {
                    let is_number = |range: Range<usize>| text.raw[range].parse::<i16>().is_ok();
                    let are_numbers = spellings(blocks).all(is_number);
                    signed(blocks, text).filter(|_| are_numbers)
                })
                .or_else(|| alphabets(blocks, text)),
            printers::note(blocks, text.raw),
        ],
        Format::Escaped => [
            mixed(blocks, text, is_pair),
            padded(blocks, text).or_else(|| printers::note(blocks, text.raw)),
        ],
        Format::Hexdump => [signed(blocks, text), None],
        Format::Hex => [
            short(blocks, text).or_else(|| suffixed(blocks, text)),
            padded(blocks, text),
        ],
        Format::Decimal | Format::Octal | Format::Bits => [
            signed(blocks, text).or_else(|| removed(blocks, text)),
            padded(blocks, text),
        ],
        Format::Base64 => [brief(blocks, text), alphabets(blocks, text)],
        _ => [None, None],
    };
    let radix = (format == Format::Hex).then(|| radix(blocks, text));
    let more = [radix.flatten(), underscore(blocks, text)];
    notes.into_iter().chain(more).flatten().collect()
}

/// The fewest digits of a block that are not so few by chance.
const MANY: usize = 16;

/// Hex digits that may be numbers in octal or binary: none is above 7, or each
/// word is one in octal but for one.
pub(super) fn radix(blocks: &[Block], text: &Text) -> Option<Noted> {
    let at = blocks.iter().find_map(|block| {
        let (first, last) = (block.places.first()?, block.places.last()?);
        let (start, own) = (
            first.start as usize,
            text.raw.get(first.start as usize..last.end as usize)?,
        );
        let digits = own.replace("0b", "");
        let high = digits
            .bytes()
            .filter(|byte| byte.is_ascii_hexdigit() && *byte > b'7')
            .count();
        let all = digits.bytes().filter(u8::is_ascii_hexdigit).count();
        let words = || {
            own.split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
        };
        let is_octal = |word: &&str| {
            word.len() == 4
                && word.starts_with('0')
                && word.bytes().all(|byte| matches!(byte, b'0'..=b'7'))
        };
        let (octal, count) = (words().filter(is_octal).count(), words().count());
        let is_bare = own
            .chars()
            .all(|c| c.is_ascii_hexdigit() || c.is_whitespace() || c == ',');
        let is_octal = octal > 2 && octal + 1 >= count;
        (is_bare && (all > MANY && high == 0 || is_octal)).then_some(start)
    })?;
    Some((at, "No digit here is above 7, or all numbers but one are as in octal, and they were read as hex digits: digits or separators may be missing or changed.".into()))
}

/// How a byte may be spelled.
type Spelling = fn(&[u8]) -> bool;

fn is_pair(spelled: &[u8]) -> bool {
    spelled.len() > 1 && spelled.iter().rev().take(2).all(u8::is_ascii_hexdigit)
}

fn is_hex_escape(spelled: &[u8]) -> bool {
    spelled.starts_with(b"\\x")
}

fn is_escape(spelled: &[u8]) -> bool {
    spelled.len() > 2
}

/// How each byte is spelled in the text.
fn spellings(blocks: &[Block]) -> impl Iterator<Item = Range<usize>> {
    let places = blocks.iter().flat_map(|block| &block.places);
    places.map(|place| place.start as usize..place.end as usize)
}

/// Says where a capital stands among small letters, or the other way round:
/// tools print all their digits alike.
fn mixed(blocks: &[Block], text: &Text, counts: Spelling) -> Option<Noted> {
    let raw = text.raw.as_bytes();
    let letters = || {
        spellings(blocks)
            .filter(move |range| counts(&raw[range.clone()]))
            .flat_map(move |range| range.clone().zip(raw[range].iter().copied()))
            .filter(|(_, byte)| matches!(byte, b'a'..=b'f' | b'A'..=b'F'))
    };
    let all = letters().count();
    let capitals = letters()
        .filter(|(_, byte)| byte.is_ascii_uppercase())
        .count();
    let few = capitals.min(all - capitals);
    if few == 0 || few * 4 > all && few > 1 {
        return None;
    }
    let rare = |byte: u8| byte.is_ascii_uppercase() == (capitals == few);
    let (at, byte) = letters().find(|&(_, byte)| rare(byte))?;
    let (one, others) = match byte.is_ascii_uppercase() {
        true => ("capital", "small letters"),
        false => ("small letter", "capitals"),
    };
    let message = format!(
        "“{}” is a {one} among {others}: a digit may have been changed here.",
        char::from(byte)
    );
    Some((at, message))
}

/// Says where the last number of a line, or of a list at the end of the text, has
/// one digit and all other numbers have two: it may be cut, unless a bracket
/// ends the list.
fn short(blocks: &[Block], text: &Text) -> Option<Noted> {
    let raw = text.raw.as_bytes();
    let digits = |range: &Range<usize>| raw[range.clone()].strip_prefix(b"0x").map(<[u8]>::len);
    let mut ones = spellings(blocks).filter(|range| digits(range) == Some(1));
    let one = ones.next()?;
    let all = || spellings(blocks).filter(|range| digits(range).is_some());
    let is_filled = |range: Range<usize>| {
        range.len() == 4 && raw[range.start + 2] == b'0' && raw[range.start + 3] != b'0'
    };
    let is_lone = ones.next().is_none()
        && spellings(blocks).all(|range| range == one || digits(&range) == Some(2));
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut rest = raw[one.end..].iter().filter(|byte| **byte != b' ');
    let head = raw[..one.start].rsplit(is_end).next().unwrap_or_default();
    let is_behind = head.trim_ascii_end().len() < head.len() && !head.contains(&b',');
    let is_row = is_behind && head.contains(&b'x');
    let may_be_cut = is_row || raw[one.end..].trim_ascii().is_empty();
    let is_last = rest.next().is_none_or(is_end) && may_be_cut && all().count() > 2;
    (is_lone && (is_last || all().any(is_filled))).then(|| {
        let message = format!(
            "“{}” has one digit and the other numbers have two: a digit may be missing here.",
            &text.raw[one.clone()]
        );
        (one.start, message)
    })
}

/// Says where a number of a dump has a sign, though others are too large to be
/// signed: od prints all of them in one of the two ways, and never a “+”.
fn signed(blocks: &[Block], text: &Text) -> Option<Noted> {
    let spelled = || spellings(blocks).map(|range| (range.start, &text.raw[range]));
    let is_large = |number: &str| number.parse().is_ok_and(|number: u16| number > 127);
    let has_large = spelled().any(|(_, number)| is_large(number));
    let mut signed = spelled().filter(|(_, number)| {
        number.starts_with('+') || number.starts_with('-') && (has_large || *number == "-0")
    });
    let (at, number) = signed.next()?;
    let message = format!(
        "“{number}” has a sign, and others have none or are too large for one: it may have been changed."
    );
    Some((at, message))
}

/// The most digits of a number that ends with `h`.
const LONGEST: usize = 4;

/// Says where a number ends with `h` and has letters of both kinds, or a zero
/// before its letter, which others have not: `0ddh` among `e4h`.
fn suffixed(blocks: &[Block], text: &Text) -> Option<Noted> {
    let digits = |range: &Range<usize>| {
        let raw = text.raw.as_bytes();
        let rest = raw[range.start..].iter().take(LONGEST);
        let count = rest.take_while(|byte| byte.is_ascii_hexdigit()).count();
        let start = range.start - usize::from(raw[..range.start].ends_with(b"0"));
        let end = range.start + count;
        (raw.get(end) == Some(&b'h')).then(|| &text.raw[start..end])
    };
    let all = || spellings(blocks).filter_map(|range| Some((range.start, digits(&range)?)));
    let has = |own: &str, is: fn(&u8) -> bool| own.as_bytes().iter().any(is);
    let is_mixed = |own: &str| has(own, u8::is_ascii_lowercase) && has(own, u8::is_ascii_uppercase);
    let is_bare = |own: &str| own.len() == 2 && own.starts_with(|c: char| c.is_ascii_alphabetic());
    let (at, own) = all().find(|(_, own)| is_mixed(own)).or_else(|| {
        let long = all().find(|(_, own)| own.len() == 3)?;
        all().any(|(_, own)| is_bare(own)).then_some(long)
    })?;
    let message =
        format!("“{own}h” is not spelled as the others are: a digit may be doubled here.");
    Some((at, message))
}

/// Says where Base64 may be something else: four characters that are nearly a
/// number, or a text that begins as a comment does.
fn brief(blocks: &[Block], text: &Text) -> Option<Noted> {
    let first = blocks.first()?.places.first()?.start as usize;
    let is_comment = text.raw[first..].starts_with("//");
    let is_number = |block: &&Block| {
        let (Some(from), Some(to)) = (block.places.first(), block.places.last()) else {
            return false;
        };
        let own = &text.raw[from.start as usize..to.end as usize];
        let digits = own.bytes().filter(u8::is_ascii_hexdigit).count();
        own.len() == 4 && digits == 3
    };
    let odd = blocks
        .iter()
        .find(is_number)
        .map(|block| block.places[0].start as usize);
    let at = odd.or(is_comment.then_some(first))?;
    Some((at, "This was read as Base64; it may be a number of which a character was changed, or the start of a comment.".into()))
}

/// Says where Base64 has signs of both alphabets.
fn alphabets(blocks: &[Block], text: &Text) -> Option<Noted> {
    // Of strings the bytes have such signs by chance.
    if text.raw.contains('\\') {
        return None;
    }
    let find = |signs: [char; 2]| {
        spellings(blocks).find_map(|range| {
            text.raw[range.clone()]
                .find(signs)
                .map(|at| range.start + at)
        })
    };
    let (one, other) = (find(['+', '/'])?, find(['-', '_'])?);
    let at = one.max(other);
    let sign = &text.raw[at..=at];
    Some((
        at,
        format!(
            "“{sign}” is of the other alphabet of Base64 (RFC 4648): it may have been changed."
        ),
    ))
}

/// Says where one byte has a “_” among its digits, or any between its two.
fn underscore(blocks: &[Block], text: &Text) -> Option<Noted> {
    let has = |range: &Range<usize>| {
        let spelled = &text.raw[range.clone()];
        spelled.split_once('_').is_some_and(|(before, behind)| {
            before.ends_with(|c: char| c.is_ascii_hexdigit())
                && behind.starts_with(|c: char| c.is_ascii_hexdigit())
        })
    };
    let mut odd = spellings(blocks).filter(has);
    // A name and its number: `b_1`.
    let is_name = |range: &Range<usize>| range.len() < 5;
    let first = odd
        .next()
        .filter(|first| is_name(first) || odd.next().is_none())?;
    let message = format!(
        "“{}” has a “_” among its digits: one may have been changed here, or it is a name.",
        &text.raw[first.clone()]
    );
    Some((first.start, message))
}

/// Says where each line is one number of two digits with a “-” before it, which
/// may be hex digits of a line that a change removes.
fn removed(blocks: &[Block], text: &Text) -> Option<Noted> {
    let mut all = spellings(blocks);
    let first = all.next()?;
    let is_line = |range: &Range<usize>| {
        let before = text.raw[..range.start].rsplit(['\n', '\r']).next();
        let spelled = &text.raw[range.clone()];
        spelled.starts_with('-')
            && spelled.len() < 4
            && before.is_some_and(|before| before.trim().is_empty())
    };
    (is_line(&first) && all.all(|range| is_line(&range))).then(|| {
        let message = format!(
            "“{}” was read as a number below zero; if “-” is the mark of an item or of a change, remove it.",
            &text.raw[first.clone()]
        );
        (first.start, message)
    })
}

/// Says where a number has no zeros before it, though others have: `\3` among
/// `\003`.
fn padded(blocks: &[Block], text: &Text) -> Option<Noted> {
    let raw = text.raw.as_bytes();
    let digits = |range: Range<usize>| {
        let spelled = &text.raw[range.clone()];
        let sign = ["\\", "-", "0o", "0b"]
            .iter()
            .find(|sign| spelled.starts_with(**sign))
            .map_or(0, |sign| sign.len());
        let digits = range.start + sign..range.end;
        let is_number = !digits.is_empty() && raw[digits.clone()].iter().all(u8::is_ascii_digit);
        is_number.then_some(digits)
    };
    // Among escapes a character without one stands for itself.
    let escapes = spellings(blocks).any(|range| raw[range.start] == b'\\');
    let numbers = || {
        spellings(blocks)
            .filter(move |range| !escapes || raw[range.start] == b'\\')
            .filter_map(digits)
    };
    let widest = numbers().map(|digits| digits.len()).max()?;
    // Before a digit that stands for itself zeros are needed.
    let needed = |end: usize| raw.get(end).is_some_and(u8::is_ascii_digit);
    let is_padded = |digits: &Range<usize>| {
        digits.len() > 1 && raw[digits.start] == b'0' && !needed(digits.end)
    };
    let is_signed =
        |digits: &Range<usize>| raw[..digits.start].ends_with(b"-") && is_padded(digits);
    if let Some(number) = numbers().find(is_signed) {
        return Some((
            number.start,
            "A zero stands behind the sign of this number: a digit may have been changed here."
                .into(),
        ));
    }
    if widest < 2 || !numbers().any(|digits| is_padded(&digits)) {
        return None;
    }
    let short = numbers().find(|digits| digits.len() < widest)?;
    let message = format!(
        "“{}” has fewer digits than other numbers, which have zeros before them: a digit may be missing here.",
        &text.raw[short.clone()]
    );
    Some((short.start, message))
}
