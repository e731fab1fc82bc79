//! Texts of which each block stands on a line of its own, or several do. Such
//! lines may be dropped, doubled or put in another order, and the text is one
//! of other blocks.

use crate::{
    blocks::Wire,
    formats::{Counted, Format},
    random::Choices,
};

/// A line of a text.
struct Line<'a> {
    text: &'a str,
    /// The blocks on it; none on a line that all texts of the format have.
    blocks: Vec<usize>,
    /// After how many lines without blocks it stands.
    after: usize,
}

/// Whether the text consists of lines that were printed, those without blocks
/// all there and in their places, and the blocks read are those of its lines.
/// Where they are numbered, the numbers must show no gap.
pub(crate) fn hold(
    format: &Format,
    choices: &Choices,
    wanted: &[Wire],
    text: &str,
    read: &[Wire],
) -> bool {
    let whole = (format.print)(&mut choices.again(), wanted);
    let Some(lines) = lines(format, choices, wanted, &whole) else {
        return false;
    };
    let mut after = 0;
    let mut blocks = Vec::new();
    for line in filled(text) {
        let own = |known: &&Line<'_>| known.text == line && known.after == after;
        let Some(known) = lines.iter().find(own) else {
            return false;
        };
        match known.blocks.as_slice() {
            [] => after += 1,
            own => blocks.extend(own),
        }
    }
    let follows = |two: &[usize]| two[0] + 1 == two[1];
    let rises = |two: &[usize]| two[0] < two[1];
    let may = match format.counted {
        Counted::No => true,
        // Two numbers tell no step.
        Counted::Each => blocks.windows(2).all(follows) || blocks.len() == 2 && rises(&blocks),
        Counted::Up => blocks.windows(2).all(rises),
    };
    if !may {
        return false;
    }
    let blocks = blocks.iter().map(|block| &wanted[*block]);
    let frames = lines.iter().filter(|line| line.blocks.is_empty()).count();
    after == frames
        && read
            .iter()
            .map(|block| (&block.octets, block.sender))
            .eq(blocks.map(|block| (&block.octets, block.sender)))
}

fn filled(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
}

/// Which blocks are on which line: those whose change changes it. None where a
/// block is on several lines.
fn lines<'a>(
    format: &Format,
    choices: &Choices,
    wanted: &[Wire],
    whole: &'a str,
) -> Option<Vec<Line<'a>>> {
    let mut lines: Vec<Line<'a>> = filled(whole)
        .map(|text| Line {
            text,
            blocks: Vec::new(),
            after: 0,
        })
        .collect();
    for block in 0..wanted.len() {
        let mut changed = wanted.to_vec();
        for octet in &mut changed[block].octets {
            *octet ^= 0x03;
        }
        let other = (format.print)(&mut choices.again(), &changed);
        let other: Vec<&str> = filled(&other).collect();
        if other.len() != lines.len() {
            return None;
        }
        let mut on = lines
            .iter_mut()
            .zip(other)
            .filter(|(line, other)| line.text != *other);
        let (line, _) = on.next()?;
        if on.next().is_some() {
            return None;
        }
        line.blocks.push(block);
    }
    let mut after = 0;
    for line in &mut lines {
        line.after = after;
        after += usize::from(line.blocks.is_empty());
    }
    Some(lines)
}
