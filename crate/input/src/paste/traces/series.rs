//! Numbers beside the bytes of each line: how many bytes there are, where they
//! stand in their block, or which line it is. Where most numbers say one of
//! these, those that do not are named.

use std::collections::BTreeMap;

use super::super::{Format, notes::Noted};
use super::{
    Few, Walk,
    glue::shape,
    marks::{Row, rows},
};

const ORDER: &str = "The numbers of the lines do not follow each other here: a line may be missing, doubled or in another place.";

const OFFSET: &str = "This number is not where the bytes of its line stand in their block, as the others are: bytes or lines may be missing, doubled or in another place.";

/// The longest text beside the bytes of a line in which numbers are looked at.
const LONGEST: usize = 160;

/// A number beside the bytes of a line.
struct Number {
    at: usize,
    value: usize,
    /// The first byte of the line in its block, and which line of it it is.
    from: usize,
    nth: usize,
    /// How many bytes its block has, if that begins or ends there.
    length: Option<usize>,
}

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let rows = rows(walk);
    let mut columns: BTreeMap<(bool, String, usize), Vec<Number>> = BTreeMap::new();
    let mut nth = 0;
    for row in &rows {
        nth = if row.begins { 0 } else { nth + 1 };
        let label = match row.head.trim().is_empty() && row.begins {
            true => row.above,
            false => row.head,
        };
        let head = (true, label, row.begins, row.block);
        let tail = (false, row.tail, row.ends, row.last);
        let parts = [head, tail]
            .into_iter()
            .filter(|(_, part, ..)| part.len() < LONGEST);
        for (is_head, part, is_edge, block) in parts {
            let length = walk.blocks[block].octets.len();
            for (slot, (at, value)) in numbers(part).enumerate() {
                let number = Number {
                    at: part.as_ptr().addr() - walk.raw.as_ptr().addr() + at,
                    value,
                    from: row.from,
                    nth,
                    length: is_edge.then_some(length),
                };
                let key = (is_head, shape(part), slot);
                columns.entry(key).or_default().push(number);
            }
        }
    }
    let mut notes = Few::default();
    let mut are_lengths = false;
    for ((is_head, shape, _), column) in &columns {
        let is_index = *is_head && shape == "w[0]:";
        if let Some(wrong) = wrong_length(column, is_index, !shape.contains(char::is_alphabetic)) {
            are_lengths = true;
            notes.extend(wrong);
        } else if is_remark(shape) {
            notes.extend(wrong_offset(column));
        }
    }
    let bytes: usize = walk.blocks.iter().map(|block| block.octets.len()).sum();
    if format == Format::Decimal && rows.len() == bytes {
        notes.extend(members(&rows));
    }
    // A point or a bracket stands behind the number of a line, and of no length.
    let is_counted = |row: &Row| {
        let head = row.head.trim();
        head.ends_with(['.', ')', '|']) || head.starts_with('#')
    };
    let are_counted = rows.iter().all(is_counted);
    if !are_lengths || are_counted {
        notes.extend(order(walk, &rows, are_counted));
    }
    notes.0
}

/// The whole numbers of a text that are no part of a word, a time or a date,
/// and where they begin.
fn numbers(part: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = part.split(move |c| !is_word(c));
    words.filter_map(|word| {
        let at = word.as_ptr().addr() - part.as_ptr().addr();
        let is_joined = |mut two: [Option<char>; 2]| {
            two[0].take().is_some_and(|c| ".:/-,".contains(c))
                && two[1].is_some_and(|c| c.is_ascii_digit())
        };
        let mut before = part[..at].chars().rev();
        let mut behind = part[at + word.len()..].chars();
        if is_joined([before.next(), before.next()]) || is_joined([behind.next(), behind.next()]) {
            return None;
        }
        let value = match word.strip_prefix("0x") {
            Some(digits) => usize::from_str_radix(digits, 16),
            None => word.parse(),
        };
        value.ok().map(|value| (at, value))
    })
}

/// Whether nothing but a number stands in a comment.
fn is_remark(shape: &str) -> bool {
    let rest = shape.trim_start_matches([',', ' ']);
    let inner = rest.trim_matches(['/', '*', '#', ';', '-', ' ']);
    inner.len() < rest.len() && (inner == "0" || inner == "w" || inner == "0 w")
}

/// The first number that is not the length of its block, where such numbers
/// are: `None` where they are something else.
fn wrong_length(column: &[Number], is_index: bool, is_bare: bool) -> Option<Option<Noted>> {
    let all: Option<Vec<(&Number, usize)>> = column
        .iter()
        .map(|number| Some((number, number.length?)))
        .collect();
    let all = all?;
    let is_right = |(number, length): &&(&Number, usize)| number.value == *length;
    let wrong = || all.iter().find(|one| !is_right(one));
    let count = all.iter().filter(is_right).count();
    let step = |two: &[Number]| two[1].value.checked_sub(two[0].value);
    let goes_up = column.windows(2).all(|two| step(two) > Some(0));
    let is_even = column.len() > 1
        && step(column).is_some()
        && column.windows(2).all(|two| step(two) == step(column));
    let is_same = column.len() > 1 && step(column) == Some(0) && is_even;
    let is_near = || wrong().is_some_and(|(number, length)| number.value.abs_diff(*length) < 3);
    // What is the same each time or counts up may be anything else.
    let are_lengths = match column {
        _ if count == column.len() => true,
        [one] => is_index && one.value > 1 && one.value + 2 >= one.length?,
        _ if is_index && !goes_up => true,
        // Each is greater by as much: each line lost as many bytes.
        _ if are_off(&all) && column.iter().any(|number| number.value > 4) => true,
        _ if is_index => false,
        // One number for all may be a length if it is that of one of them.
        _ if is_same => is_bare && count > 0 && column[0].value > 1,
        [one, _] if is_even => {
            let is_long = one.value > 4 || step(column) > Some(8);
            let is_far = one.value > 8 && step(column) > Some(8);
            count == 1 && is_long && step(column) > Some(0) && (is_near() || is_far)
        }
        _ => !is_even && count * 2 >= column.len(),
    };
    are_lengths.then(|| {
        wrong().map(|(number, length)| {
            let says = format!("This may be how many bytes there are, and {length} were read: one of the two was changed, or bytes are missing or doubled.");
            (number.at, says)
        })
    })
}

/// Whether several numbers are each as much greater than a length as the others,
/// and not by much.
fn are_off(all: &[(&Number, usize)]) -> bool {
    let off = |(number, length): &(&Number, usize)| number.value.checked_sub(*length);
    all.len() > 1
        && off(&all[0]).is_some_and(|off| (1..3).contains(&off))
        && all.iter().all(|one| off(one) == off(&all[0]))
}

/// The first number that is not where its line stands, where such numbers are.
fn wrong_offset(column: &[Number]) -> Option<Noted> {
    let is_offset = |number: &&Number| number.value == number.from;
    let right = column.iter().filter(is_offset).count();
    let are_lines = column.iter().all(|number| number.value == number.nth);
    let first = column.first()?;
    let is_moved = |number: &Number| number.value.checked_sub(number.from) == Some(first.value);
    let are_moved = first.from == 0 && column.iter().all(is_moved);
    let is_usual = right * 2 > column.len() || first.value == 0 || are_moved;
    if column.len() < 2 || !is_usual || are_lines {
        return None;
    }
    let wrong = column.iter().find(|number| !is_offset(number))?;
    Some((wrong.at, OFFSET.into()))
}

/// Members of a list that each stand on a line behind their index, of which the
/// first is not there, or one has no number.
fn members(rows: &[Row]) -> Option<Noted> {
    let index = |row: &Row| {
        let head = row.head.trim();
        let head = head.strip_suffix(':').or(head.strip_suffix("] ="))?;
        let head = head.trim_matches(['[', ']']);
        let is_one = head.len() < 4 && head.chars().all(char::is_alphanumeric);
        is_one.then(|| head.parse::<usize>().ok())
    };
    let all: Option<Vec<_>> = rows.iter().map(index).collect();
    let all = all?;
    all.iter().flatten().next()?;
    let odd = match all.iter().position(Option::is_none) {
        Some(odd) => odd,
        None if all[0] != Some(0) => 0,
        None => return None,
    };
    Some((rows[odd].end, ORDER.into()))
}

/// Numbers of lines that do not follow each other, though most do.
fn order(walk: &Walk, rows: &[Row], are_counted: bool) -> Option<Noted> {
    let mut numbers: Vec<(usize, u32)> = Vec::new();
    let mut has_sign = true;
    let mut before: Option<(u32, usize)> = None;
    for row in rows {
        let head = row.head.trim();
        let number = head.trim_start_matches(['[', '#']);
        let number = number.trim_end_matches([':', '.', ')', '|', ']', ',', ' ', '=']);
        has_sign &= number.len() < head.len();
        let at = row.start - row.head.trim_start().len();
        let number = number.parse().ok()?;
        let octets = |block: usize| &walk.blocks[block].octets;
        // Lengths are the same as well.
        let is_same = |(last, other)| {
            last == number
                && other != row.block
                && (are_counted || octets(other).len() != number as usize)
                && octets(other) == octets(row.block)
        };
        if before.replace((number, row.block)).is_some_and(is_same) {
            return Some((at, ORDER.into()));
        }
        numbers.push((at, number));
    }
    // Without a sign they may be anything.
    if !has_sign && !numbers.is_sorted_by(|one, next| one.1 < next.1) {
        return None;
    }
    let is_next = |two: &[(usize, u32)]| two[0].1.checked_add(1) == Some(two[1].1);
    if numbers.windows(2).all(is_next) {
        return None;
    }
    let steps = numbers.windows(2).filter(|two| is_next(two)).count();
    let first = numbers.iter().map(|(_, number)| *number).min()?;
    let last = numbers.iter().map(|(_, number)| *number).max()?;
    let is_whole = (last - first) as usize + 1 == numbers.len();
    if (steps * 2 < numbers.len() - 1 || steps == 0) && !is_whole {
        return None;
    }
    let two = numbers.windows(2).find(|two| !is_next(two))?;
    Some((two[1].0, ORDER.into()))
}
