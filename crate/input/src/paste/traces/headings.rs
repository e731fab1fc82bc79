//! Lines that stand before blocks, and here before none: the block is missing,
//! or stands elsewhere.

use std::collections::HashSet;

use super::super::notes::Noted;
use super::{Gap, Walk};

/// A line between blocks: where it stands, and its shape.
type Heading = (usize, String);

/// A frame of lines that is not closed.
pub(super) fn frame(walk: &Walk) -> Option<Noted> {
    let count = |sign: char| walk.raw.matches(sign).count();
    let at = walk.raw.rfind(['┌', '┐', '└', '┘'])?;
    let corners = ['┌', '┐', '└', '┘'].map(count);
    corners.iter().any(|own| *own != corners[0]).then(|| {
        (
            at,
            "Not all the frames of lines here are closed: rows may be missing.".into(),
        )
    })
}

/// A frame of lines without rows.
pub(super) fn empty(walk: &Walk) -> Option<Noted> {
    walk.gaps().find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let (open, close) = (glue.find('┌')?, glue.rfind('└')?);
        (open < close).then(|| (gap.start + open, MISSING.into()))
    })
}

const MISSING: &str = "This line stands before bytes elsewhere, and here before none: they may be missing, or in another place.";

/// A heading with another one of its kind behind it and no bytes between, or
/// with nothing behind it.
pub(super) fn lone(walk: &Walk) -> Option<Noted> {
    let gaps: Vec<(Vec<Heading>, bool)> = walk
        .gaps()
        .filter(|gap| !gap.is_inner())
        .map(|gap| (lines(walk, gap), gap.after.is_some()))
        .collect();
    let is_heading = |line: &str| {
        line.chars().filter(|c| c.is_alphabetic()).count() > 1
            && (line.ends_with(':') || line.contains('0'))
    };
    let headings: HashSet<&str> = gaps
        .iter()
        .filter(|(_, has_bytes)| *has_bytes)
        .filter_map(|(lines, _)| lines.last())
        .map(|(_, line)| line.as_str())
        .filter(|line| is_heading(line))
        .collect();
    let is_known = |line: &Heading| headings.contains(line.1.as_str());
    let at = gaps.iter().find_map(|(lines, has_bytes)| {
        let mut two = lines.windows(2);
        let twice = two.find(|two| two.iter().all(is_known)).map(|two| two[0].0);
        let last = lines.last().filter(|line| !has_bytes && is_known(line));
        twice.or(last.map(|(at, _)| *at))
    })?;
    Some((at, MISSING.into()))
}

/// A line that stands before the first block, and in another as well.
pub(super) fn inside(walk: &Walk) -> Option<Noted> {
    let mut gaps = walk.gaps();
    let first = lines(walk, gaps.next()?);
    let (_, heading) = first
        .last()
        .filter(|(_, line)| line.contains(char::is_alphabetic))?;
    let mut inner = gaps.filter(|gap| gap.is_inner() && gap.before.is_some());
    let at = inner.find_map(|gap| {
        let lines = lines(walk, gap).into_iter();
        lines.rev().take(1).find(|(_, line)| line == heading)
    });
    at.map(|(at, _)| (at, "This line stands before the first bytes, too, and the bytes around it were read as one block: they may be two.".into()))
}

/// A heading without a block.
pub(super) fn note(walk: &Walk) -> Option<Noted> {
    let own = |gap: Gap| lines(walk, gap);
    let mut gaps: Vec<Vec<Heading>> = walk.gaps().filter(|gap| !gap.is_inner()).map(own).collect();
    let last = gaps.pop()?;
    let (first, between) = gaps.split_first()?;
    // What stands before each block.
    let is_everywhere = |count: &usize| {
        let heading = &first[first.len() - count].1;
        between.iter().all(|lines| {
            let at = lines.len().checked_sub(*count);
            at.is_some_and(|at| lines[at].1 == *heading)
        })
    };
    let count = (1..=first.len()).take_while(is_everywhere).last()?;
    // What stands behind each.
    let behind = between.iter().min_by_key(|lines| lines.len());
    let behind = behind.map_or(&[][..], |lines| &lines[..lines.len() - count]);
    let mut headings: HashSet<&str> = HashSet::new();
    headings.extend(first[first.len() - count..].iter().map(|(_, line)| &**line));
    for (_, line) in behind {
        headings.remove(&**line);
    }
    // Around a lone block stand brackets and fences.
    let is_heading = |line: &str| {
        headings.contains(line) && (!between.is_empty() || line.contains(char::is_alphanumeric))
    };
    let before = between.iter().map(|lines| &lines[..lines.len() - count]);
    let lone = before.chain([&last[..]]).flatten();
    let (at, _) = lone.into_iter().find(|(_, line)| is_heading(line))?;
    Some((*at, MISSING.into()))
}

/// The lines of a gap on which no bytes stand.
fn lines(walk: &Walk, gap: Gap) -> Vec<Heading> {
    let glue = &walk.raw[gap.start..gap.end];
    let count = glue.split('\n').count();
    let mut at = gap.start;
    let all = glue.split('\n').enumerate().filter_map(|(n, line)| {
        let start = at;
        at += line.len() + 1;
        let has_bytes = n == 0 && gap.before.is_some() || n + 1 == count && gap.after.is_some();
        let shape = shape(line);
        (!has_bytes && !shape.is_empty()).then_some((start, shape))
    });
    all.collect()
}

/// A line without white space around, with one 0 for each number.
fn shape(part: &str) -> String {
    let mut shape = String::new();
    for c in part.trim().chars() {
        match c {
            '0'..='9' | 'a'..='f' | 'A'..='F' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            _ => shape.push(c),
        }
    }
    shape
}
