//! Header blocks that a reading passed over, and what may be some.

use std::collections::HashSet;

use super::{FEWEST, Run, Word};
use crate::{
    Block, Place,
    paste::{
        base64,
        notes::Noted,
        pieces::Pieces,
        sides,
        text::Text,
        unread::{Covered, runs, shown},
    },
};

/// Notes on one text are few.
const MOST: usize = 4;

/// Names the words that were not read, though they are whole header blocks in
/// hex or in Base64, and others than those that were.
pub(in crate::paste) fn notes(blocks: &[Block], text: &Text) -> Vec<Noted> {
    let covered = Covered::of(blocks.iter().flat_map(|block| &block.places), text);
    let raw = text.raw.as_bytes();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte);
    let found = runs(raw, is_digit).filter_map(|range| {
        let is_ruler = || raw[range.clone()].iter().all(u8::is_ascii_punctuation);
        if range.len() < FEWEST || !covered.is_free(&range) || is_ruler() {
            return None;
        }
        let word = Word {
            start: range.start,
            end: range.end,
            digits: range.start + 2 * usize::from(raw[range.clone()].starts_with(b"0x")),
        };
        let (run, digits) = match word.is_pairs(raw) {
            true => (Run::of(&[word], raw), "hex"),
            false => (encoded(raw, word)?, "Base64"),
        };
        let is_read = || blocks.iter().any(|block| block.octets == run.octets);
        (run.is_block(FEWEST) && !is_read()).then(|| {
            let shown = shown(&text.raw[range.clone()]);
            let note = format!("“{shown}” is a whole header block in {digits}, and was not read.");
            (range.start, note)
        })
    });
    let alike = alike(text.raw, &covered);
    let numbers = numbers(raw, &covered);
    let found = found.chain(rounded(text.raw)).chain(numbers);
    found.chain(alike).take(MOST).collect()
}

/// Names the hex digits at the ends of lines that begin with the words of lines
/// whose last word was read.
fn alike<'a>(raw: &'a str, covered: &Covered) -> impl Iterator<Item = Noted> + use<'a> {
    let lines = raw.lines().filter_map(|line| {
        let line = line.trim_end();
        let (head, last) = line.rsplit_once([' ', '\t'])?;
        let end = line.as_ptr().addr() - raw.as_ptr().addr() + line.len();
        Some((head, last, end - last.len()..end))
    });
    // The name of a side may be another one's.
    let words = |head: &str| {
        let words = head.split(|c: char| !c.is_alphabetic());
        let words = words.filter(|word| !word.is_empty());
        let is_side = |word: &str| sides::side(word).is_some();
        let named = words.map(|word| if is_side(word) { "@" } else { word });
        named.collect::<Vec<_>>().join(" ")
    };
    let is_digits =
        |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (mut read, mut left) = (HashSet::new(), Vec::new());
    for (head, last, range) in lines.filter(|(_, last, _)| is_digits(last)) {
        let is_large = last.as_bytes()[0] >= b'8' && last.len().is_multiple_of(2);
        match covered.is_free(&range) {
            false => drop(read.insert(words(head))),
            true if is_large => left.push((words(head), last, range.start)),
            true => {}
        }
    }
    let is_alike = move |head: &str| !head.is_empty() && read.contains(head);
    left.into_iter().filter_map(move |(head, last, at)| {
        let note = || (at, format!("“{last}” was not read, and may be bytes."));
        is_alike(&head).then(note)
    })
}

/// Names the decimal numbers in a row that may be bytes, and were not read.
fn numbers<'a>(raw: &'a [u8], covered: &'a Covered) -> impl Iterator<Item = Noted> + 'a {
    let is_list = |byte: u8| byte.is_ascii_digit() || matches!(byte, b',' | b' ');
    runs(raw, is_list).filter_map(move |range| {
        let list = str::from_utf8(&raw[range.clone()]).ok()?;
        let words = || list.split([',', ' ']).filter(|word| !word.is_empty());
        let are_octets = words().all(|word| word.parse::<u8>().is_ok());
        let is_large = |word: &str| word.len() == 3 && !word.starts_with('0');
        let may = are_octets && words().count() >= FEWEST && words().any(is_large);
        (may && covered.is_free(&range)).then(|| {
            let at = range.start + list.len() - list.trim_start().len();
            let shown = shown(list.trim());
            (at, format!("“{shown}” was not read, and may be bytes."))
        })
    })
}

/// Names the numbers that a spreadsheet made of hex digits: `4.88E+13`.
fn rounded(raw: &str) -> impl Iterator<Item = Noted> {
    let is_digit = |c: char| c.is_ascii_digit();
    raw.match_indices("E+").filter_map(move |(at, _)| {
        let fraction = raw[..at].trim_end_matches(is_digit);
        let whole = fraction.strip_suffix(['.', ','])?;
        let start = whole.trim_end_matches(is_digit).len();
        let behind = &raw[at + 2..];
        let end = at + 2 + behind.len() - behind.trim_start_matches(is_digit).len();
        let is_number = start < whole.len() && fraction.len() < at && at + 2 < end;
        is_number.then(|| {
            let number = &raw[start..end];
            (start, format!("“{number}” is how a spreadsheet writes a long number: if it was the hex digits of a block, they are lost. Copy them from where they came from."))
        })
    })
}

/// The octets of Base64 digits.
fn encoded(raw: &[u8], word: Word) -> Option<Run> {
    let mut pieces = Pieces::default();
    let place = |start: usize, end: usize| Place {
        start: start as u32,
        end: end as u32,
    };
    let range = [(word.start, word.end)];
    base64::decode(raw, &range, &mut pieces, &place).ok()?;
    Some(Run {
        octets: pieces.octets,
        places: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use crate::paste::{Options, read};

    const BLOCK: &str = "828684418cf1e3c2e5f23a6ba0ab90f4ff";

    #[test]
    fn what_was_passed_over_is_named() {
        for (text, words) in [
            (
                format!("request: {BLOCK}\nresponse: SAMzMDJYB3ByaXZhdGU=\n"),
                "“SAMzMDJYB3ByaXZhdGU” is a whole header block in Base64",
            ),
            (
                format!("a := mustHex(\"{BLOCK}\")\nb := []byte{{0x88, 0x82}}\n"),
                "is a whole header block in hex",
            ),
            (
                format!("id,hex\n1,{BLOCK}\n2,4.88E+13\n"),
                "“4.88E+13” is how a spreadsheet",
            ),
            (
                format!("00: client sent {BLOCK}\n01: client received 89bf\n"),
                "“89bf” was not read",
            ),
            (
                format!("hex: {BLOCK}\ndec: 130, 135, 132, 65, 139, 36, 149, 46\n"),
                "was not read, and may be bytes",
            ),
        ] {
            let paste = read(text.as_bytes(), &Options::default()).expect(&text);
            let is_named = |message: &str| message.contains(words);
            let problems = &paste.problems;
            assert!(
                problems.iter().any(|problem| is_named(&problem.message)),
                "{text}: {problems:?}"
            );
        }
    }
}
