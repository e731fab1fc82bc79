//! What stands beside the bytes of each line: marks that one line lacks, a
//! separator or a blank where a byte was, numbers that count the lines.

use super::super::{Format, notes::Noted};
use super::{Walk, glue::shape};

/// What marks the side that sent a block.
pub(super) const ARROWS: [char; 4] = ['<', '>', '←', '→'];

/// A line with bytes.
struct Row<'a> {
    /// Its first byte and the end of its last one in the text.
    start: usize,
    end: usize,
    /// What stands before the first byte and behind the last one.
    head: &'a str,
    tail: &'a str,
    /// Whether a block begins with it, or ends.
    begins: bool,
    ends: bool,
    /// Its bytes with what is between them.
    spelled: &'a str,
    /// The last byte as a decimal number, if a blank stands before it.
    last: Option<u32>,
}

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let rows = rows(walk);
    let goes_on = goes_on(&rows).filter(|_| format == Format::Hex);
    let mut notes: Vec<Noted> = [lost(&rows), parted(&rows), unmarked(&rows), goes_on]
        .into_iter()
        .flatten()
        .collect();
    notes.extend(counted(&rows).filter(|_| format == Format::Hex));
    notes
}

fn rows<'a>(walk: &Walk<'a>) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut parted = false;
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        let (first, last) = (glue.find(['\n', '\r']), glue.rfind(['\n', '\r']));
        if let Some(row) = rows.last_mut() {
            let spelled = &walk.raw[row.end..gap.start];
            let word = spelled
                .len()
                .checked_sub(2)
                .and_then(|at| spelled.get(at..));
            row.end = gap.start;
            row.spelled = &walk.raw[row.start..row.end];
            row.last = word.filter(|_| parted).and_then(|word| word.parse().ok());
            if first.is_some() || gap.after.is_none() {
                row.tail = &glue[..first.unwrap_or(glue.len())];
                row.ends = !gap.is_inner();
            }
        }
        parted = glue.ends_with([' ', '\t']);
        if gap.after.is_some() && (last.is_some() || gap.before.is_none()) {
            rows.push(Row {
                start: gap.end,
                end: gap.end,
                head: &glue[last.map_or(0, |at| at + 1)..],
                tail: "",
                begins: !gap.is_inner(),
                ends: false,
                spelled: "",
                last: None,
            });
        }
    }
    rows
}

/// A separator before the first byte of a line, or a blank inside one quote of
/// a string and not the other.
fn lost(rows: &[Row]) -> Option<Noted> {
    let is_lost = |row: &&Row| {
        let quoted = |quote: &char| {
            let (head, tail) = (row.head.strip_suffix(' '), row.tail.strip_prefix(' '));
            head.is_some_and(|head| head.ends_with(*quote)) && row.tail.starts_with(*quote)
                || tail.is_some_and(|tail| tail.starts_with(*quote)) && row.head.ends_with(*quote)
        };
        let label = row.head.strip_suffix(':');
        let given = row.head.strip_suffix("= ");
        label.is_some_and(|label| {
            label.is_empty() || label.ends_with([' ', '=', '>', '<', '(', '[', '{'])
        }) || given.is_some_and(|name| name.ends_with(|c: char| c.is_ascii_alphanumeric()))
            || ['"', '\'', '`'].iter().any(quoted)
    };
    let row = rows.iter().find(is_lost)?;
    Some((
        row.start,
        "Beside the bytes of this line stands what parts bytes: one may be missing.".into(),
    ))
}

/// A block that ends with what parts bytes.
fn parted(rows: &[Row]) -> Option<Noted> {
    let is_lost = |row: &&Row| match row.tail.trim().trim_end_matches('|').trim_end() {
        ":" | "-" | "_" => row.ends || !row.spelled.contains(row.tail.trim()),
        "+" | ";" => !row.ends && row.head.trim().is_empty(),
        _ => false,
    };
    let row = rows.iter().find(is_lost)?;
    Some((
        row.end,
        "Behind the last byte of this block stands what parts bytes: one may be missing.".into(),
    ))
}

/// The fewest signs of bytes that fill a line which goes on in the next.
const NARROW: usize = 32;

/// A line without the label that all others have, behind one that is shorter
/// than others and needed no second line.
fn goes_on(rows: &[Row]) -> Option<Noted> {
    let has_label = |row: &Row| row.begins && row.head.contains(char::is_alphabetic);
    let mut others = rows.windows(2).filter(|two| !has_label(&two[1]));
    let [before, own] = others.next()? else {
        return None;
    };
    let longest = rows.iter().map(|row| row.spelled.len()).max()?;
    let is_lone = others.next().is_none() && !own.begins && own.head.trim().is_empty();
    let is_short = before.spelled.len() < longest.max(NARROW);
    (is_lone && is_short && rows.len() > 3 && has_label(before)).then(|| {
        (own.start, "This line has not the label of all others, and was read as a part of the one before, which is shorter than others: it may belong elsewhere.".into())
    })
}

/// A block without what stands before all others, or behind them.
fn unmarked(rows: &[Row]) -> Option<Noted> {
    let heads = || {
        rows.iter()
            .filter(|row| row.begins)
            .map(|row| (row.start, row.head))
    };
    let tails = || {
        rows.iter()
            .filter(|row| row.ends)
            .map(|row| (row.end, row.tail))
    };
    let at = odd(heads).or_else(|| odd(tails))?;
    Some((at, "What stands beside all other blocks is missing here: a part of the line may be cut or changed.".into()))
}

fn odd<'a, I: Iterator<Item = (usize, &'a str)> + Clone>(parts: impl Fn() -> I) -> Option<usize> {
    let mut bare = parts().filter(|(_, part)| part.trim().is_empty());
    let (at, _) = bare.next()?;
    let mut marked = parts().filter(|(_, part)| !part.trim().is_empty());
    // Arrows have no shape.
    let shape = |part: &str| match shape(part) {
        shape if shape.is_empty() && part.contains(ARROWS) => ">".to_owned(),
        shape => shape,
    };
    let mark = shape(marked.next()?.1);
    // A short list stands on one line, a long one over several.
    let count = |signs: &[char]| mark.matches(signs).count();
    let is_whole = count(&['(', '[', '{']) == count(&[')', ']', '}']) && count(&['\'']) % 2 == 0;
    let is_alike = bare.next().is_none() && marked.clone().count() > 0;
    let mut others = marked.map(|(_, part)| shape(part));
    (is_whole && is_alike && !mark.is_empty() && others.all(|other| other == mark)).then_some(at)
}

/// Numbers at the ends of all lines that count these.
fn counted(rows: &[Row]) -> Option<Noted> {
    let counts = |two: &[Row]| two[0].last.is_some() && two[0].last.map(|n| n + 1) == two[1].last;
    (rows.len() > 1 && rows.windows(2).all(counts)).then(|| {
        (rows[0].end - 2, "The last numbers of the lines were read as bytes, and count from line to line: if they are numbers of lines, remove them.".into())
    })
}
