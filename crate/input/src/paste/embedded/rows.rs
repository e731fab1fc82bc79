//! Blocks that go on over several lines: a row of hex in each, and words
//! behind it that say what it is, or none.

use std::ops::Range;

use super::{FEWEST, Run, Word, words};
use crate::paste::{
    row,
    text::{OTHER, is_space, run},
    traces::is_sound,
    well_formed::is_field,
};

/// A line of octets.
struct Row {
    /// All of the line.
    line: Range<usize>,
    words: Vec<Word>,
    /// Whether words stand behind the octets.
    has_remark: bool,
}

/// The blocks that are rows of the text, each with the lines that it takes;
/// `None` where rows below each other are no block.
pub(super) fn read(plain: &[u8]) -> Option<Vec<(Range<usize>, Run)>> {
    let mut blocks = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let (mut start, mut before) = (0, &plain[..0]);
    for line in plain.split_inclusive(|byte| *byte == b'\n') {
        let own = start..start + line.trim_ascii_end().len();
        start += line.len();
        match row(plain, own.clone()) {
            // What stands at the end of the line above may be the first octets.
            Some(_) if rows.is_empty() && ends_with_octets(before) => return None,
            Some(row) => rows.push(row),
            None => blocks.extend(block(plain, &std::mem::take(&mut rows))?),
        }
        before = &plain[own];
    }
    blocks.extend(block(plain, &rows)?);
    Some(blocks)
}

/// Whether the last word of a line is pairs of hex digits.
fn ends_with_octets(line: &[u8]) -> bool {
    let is_sign = |byte: &u8| !byte.is_ascii_alphanumeric();
    let end = line.iter().rposition(|byte| !is_sign(byte));
    let line = &line[..end.map_or(0, |at| at + 1)];
    let start = line.iter().rposition(is_sign);
    let word = &line[start.map_or(0, |at| at + 1)..];
    !word.is_empty() && word.len().is_multiple_of(2) && word.iter().all(u8::is_ascii_hexdigit)
}

/// The block of some rows, if it is one.
#[expect(clippy::option_option, reason = "no rows are neither a block nor none")]
fn block(plain: &[u8], rows: &[Row]) -> Option<Option<(Range<usize>, Run)>> {
    let [first, .., last] = rows else {
        return Some(None);
    };
    // Numbers before the words of a list or a log.
    let is_number =
        |row: &Row| row.has_remark && row.words.len() == 1 && row.words[0].is_decimal(plain);
    let runs: Vec<Run> = rows.iter().map(|row| Run::of(&row.words, plain)).collect();
    if rows.iter().all(is_number) || runs.iter().all(|run| run.is_block(FEWEST)) {
        return Some(None);
    }
    let are_told = rows.iter().all(|row| row.has_remark);
    // Lines that are whole each may be a block each, unless each is a field.
    let are_parts = runs.iter().any(|run| !is_sound(&run.octets))
        || are_told && rows.len() > 2 && runs.iter().all(|run| is_field(&run.octets));
    let (ends, full) = (&runs[rows.len() - 1].octets, runs[0].octets.len());
    let are_even = (1..=full).contains(&ends.len())
        && runs[..rows.len() - 1]
            .iter()
            .all(|run| run.octets.len() == full);
    let words: Vec<Word> = rows.iter().flat_map(|row| row.words.clone()).collect();
    let run = Run::of(&words, plain);
    let fewest = if are_told { FEWEST / 2 } else { FEWEST };
    (run.is_block(fewest) && are_parts && (are_even || rows.iter().any(|row| row.has_remark)))
        .then_some(Some((first.line.start..last.line.end, run)))
}

/// The row that a line is: pairs of hex digits, behind a sign of a quotation or
/// a list, with the end of the line or a gap and words behind them.
fn row(plain: &[u8], line: Range<usize>) -> Option<Row> {
    let own = &plain[line.clone()];
    let signs = run(own, |byte| {
        is_space(*byte) || b">*-+|`(\"'".contains(byte) || *byte == OTHER
    });
    let mut at = line.start + signs;
    let mut list: Vec<Word> = Vec::new();
    for word in words(&own[signs..]) {
        let from = line.start + signs;
        let word = Word {
            start: word.start + from,
            end: word.end + from,
            digits: word.digits + from,
        };
        let is_gap = plain[at..word.start]
            .iter()
            .all(|byte| b" ,\t".contains(byte));
        if !word.is_pairs(plain) || !is_gap {
            break;
        }
        at = word.end;
        list.push(word);
    }
    let (sign, remark) = plain[at..line.end].split_at(run(&plain[at..line.end], |byte| {
        !byte.is_ascii_alphanumeric()
    }));
    let first = &remark[..run(remark, u8::is_ascii_alphanumeric)];
    let is_word = first.len() > 1
        && first.iter().all(u8::is_ascii_alphabetic)
        && !first.iter().all(u8::is_ascii_hexdigit);
    let is_gap = match sign {
        b" " => is_word,
        _ => sign.len() > 1 && b" `".contains(&sign[0]) || sign.starts_with(b"\t"),
    };
    // Strings with a comma behind them are blocks of their own.
    let is_string = own[..signs].iter().any(|byte| b"\"'".contains(byte));
    let ends: &[u8] = if is_string { b" +)\"';\\" } else { b" ,`|\\" };
    let is_end = remark.is_empty() && sign.iter().all(|byte| ends.contains(byte));
    let is_remark = !remark.is_empty() && is_gap && !row::has_octets(remark);
    (!list.is_empty() && (is_end || is_remark)).then_some(Row {
        line,
        words: list,
        has_remark: is_remark,
    })
}
