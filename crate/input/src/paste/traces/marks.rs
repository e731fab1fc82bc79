//! What stands beside the bytes of each line: a separator or a blank where a
//! byte was, and what is not beside those of all others.

use std::collections::BTreeMap;

use super::super::notes::Noted;
use super::{Walk, glue::shape};

/// What marks the side that sent a block.
const ARROWS: [char; 4] = ['<', '>', '←', '→'];

/// A line with bytes.
pub(super) struct Row<'a> {
    /// Its first byte and the end of its last one in the text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// What stands before the first byte and behind the last one.
    pub(super) head: &'a str,
    pub(super) tail: &'a str,
    /// The line above, if no bytes stand on it.
    pub(super) above: &'a str,
    /// Whether a block begins with it, or ends.
    pub(super) begins: bool,
    pub(super) ends: bool,
    /// The blocks of its first byte and of its last one.
    pub(super) block: usize,
    pub(super) last: usize,
    /// Where its first byte stands in its block.
    pub(super) from: usize,
}

pub(super) fn notes(walk: &Walk) -> Vec<Noted> {
    let rows = rows(walk);
    let mut notes: Vec<Noted> = odd(&rows).into_iter().collect();
    notes.extend(uncommented(&rows));
    notes.extend(repeated(&rows, walk.raw));
    notes
}

/// What stands in a row from the sign of a comment on.
fn comment<'a>(row: &Row<'a>) -> Option<&'a str> {
    let signs = ["//", "/*", "# "];
    let at = signs.iter().filter_map(|sign| row.tail.find(sign)).min()?;
    Some(row.tail[at..].trim_end())
}

/// The one row of a program that has no comment behind its bytes.
fn uncommented(rows: &[Row]) -> Option<Noted> {
    let mut less = rows.iter().filter(|row| comment(row).is_none());
    let one = less.next().filter(|_| rows.len() > 3)?;
    less.next().is_none().then(|| {
        (
            one.end,
            "All other rows have a comment behind their bytes: a part of this one may be missing."
                .into(),
        )
    })
}

/// A row that is not full and stands twice, with the comment behind it.
fn repeated(rows: &[Row], raw: &str) -> Option<Noted> {
    let bytes = |row: &Row| &raw[row.start..row.end];
    let widest = rows.iter().map(|row| row.end - row.start).max()?;
    let is_twice = |two: &&[Row]| {
        let [one, next] = two else { return false };
        let is_short = one.block == next.block && one.end - one.start < widest;
        let is_alike = comment(one).is_some() && comment(one) == comment(next);
        is_short && is_alike && bytes(one) == bytes(next)
    };
    let two = rows.windows(2).find(is_twice)?;
    Some((
        two[1].start,
        "This row is the one above once more, with its comment: it may be doubled.".into(),
    ))
}

pub(super) fn rows<'a>(walk: &Walk<'a>) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        let (first, last) = (glue.find(['\n', '\r']), glue.rfind(['\n', '\r']));
        if let Some(row) = rows.last_mut() {
            row.end = gap.start;
            row.last = gap.before.unwrap_or(row.block);
            if first.is_some() || gap.after.is_none() {
                row.tail = &glue[..first.unwrap_or(glue.len())];
                row.ends = !gap.is_inner();
            }
        }
        if let Some(block) = gap.after
            && (last.is_some() || gap.before.is_none())
        {
            let places = &walk.blocks[block].places;
            let before = glue[..last.unwrap_or(0)].trim_end();
            let above = before.rfind('\n').map(|at| &before[at + 1..]);
            rows.push(Row {
                start: gap.end,
                end: gap.end,
                head: &glue[last.map_or(0, |at| at + 1)..],
                tail: "",
                above: match gap.before {
                    None => above.unwrap_or(before),
                    Some(_) => above.unwrap_or_default(),
                },
                begins: !gap.is_inner(),
                ends: false,
                block,
                last: block,
                from: places.partition_point(|place| (place.start as usize) < gap.end),
            });
        }
    }
    rows
}

/// Lines beside whose bytes something else stands than beside those of all
/// others: those at which blocks begin or end are compared with each other,
/// and those within blocks.
fn odd(rows: &[Row]) -> Option<Noted> {
    let (first, last) = (rows.first()?.start, rows.last()?.end);
    let at = [true, false].into_iter().find_map(|is_outer| {
        let heads = rows.iter().filter(|row| row.begins == is_outer);
        let tails = rows.iter().filter(|row| row.ends == is_outer);
        lone(heads.map(|row| (row.start, row.head)), first, is_outer)
            .or_else(|| lone(tails.map(|row| (row.end, row.tail)), last, is_outer))
    })?;
    Some((at, "What stands beside the bytes of this line is not what stands beside those of all others: a part of it may be missing, doubled or changed.".into()))
}

/// The part of a shape that no other has, where all others are alike. `edge`
/// is where the text has bytes first or last: around all of them may stand the
/// list that they are in.
fn lone<'a>(
    parts: impl Iterator<Item = (usize, &'a str)>,
    edge: usize,
    is_outer: bool,
) -> Option<usize> {
    let mut shapes: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (at, part) in parts {
        // Arrows and commas have no shape.
        let shape = match shape(part) {
            shape if !shape.is_empty() => shape,
            _ if part.contains(ARROWS) => ">".to_owned(),
            _ if part.trim() == "," => ",".to_owned(),
            shape => shape,
        };
        shapes.entry(shape).or_insert((at, 0)).1 += 1;
        if shapes.len() > 2 {
            return None;
        }
    }
    let (shape, &(at, _)) = shapes.iter().find(|(_, (_, count))| *count == 1)?;
    let (other, &(_, count)) = shapes.iter().find(|(other, _)| *other != shape)?;
    // A short list stands on one line, a long one over several.
    let is_open = |shape: &str| {
        let count = |signs: &[char]| shape.matches(signs).count();
        count(&['(', '[', '{']) != count(&[')', ']', '}']) || count(&['\'']) % 2 == 1
    };
    let is_usual = match (shape.is_empty(), other.is_empty()) {
        // The last item of a list has no comma behind it.
        (true, _) => !is_outer || other == "," || is_open(other),
        (_, true) => at == edge || shape.contains(['(', '[', '{', ')', ']', '}', '\'']),
        _ => at == edge,
    };
    (count > 1 && !is_usual).then_some(at)
}
