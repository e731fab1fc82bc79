//! Rows of a block that have more or fewer bytes than its others.

use super::super::{Format, notes::Noted, row, text::Text};
use crate::{Block, Place};

/// Rows that differ from the others of their block, of which all but the last
/// have one width.
pub(super) fn uneven<'a>(
    blocks: &'a [Block],
    format: Format,
    text: &'a Text,
) -> impl Iterator<Item = Noted> + 'a {
    // A row of Base64 may end within a byte.
    let slack = usize::from(format == Format::Base64);
    blocks.iter().flat_map(move |block| {
        let rows = rows(&block.places, text.raw.as_bytes());
        let width = width(&rows);
        let last = rows.len().saturating_sub(1);
        rows.into_iter().enumerate().filter_map(move |(n, (at, count))| {
            let width = width?;
            let is_even = count.abs_diff(width) <= slack || n == last && count < width;
            (!is_even).then(|| {
                let plural = if count == 1 { "" } else { "s" };
                let message = format!("This row has {count} byte{plural} and the others of its block have {width}: bytes may be missing or doubled here.");
                (at, message)
            })
        })
    })
}

/// Widths of the rows that dumps have.
const USUAL: [usize; 9] = [4, 8, 10, 12, 16, 20, 24, 32, 64];

/// The row after one that is shorter than any dump's, where no offset says
/// that it goes on.
pub(super) fn short(blocks: &[Block], text: &Text) -> Option<Noted> {
    let raw = text.raw.as_bytes();
    blocks.iter().find_map(|block| {
        let rows = rows(&block.places, raw);
        let (&(_, width), others) = rows.split_first()?;
        let &(next, _) = others.first().filter(|_| !USUAL.contains(&width))?;
        let line = raw[..next].iter().rev().take_while(|byte| !matches!(byte, b'\n' | b'\r'));
        let has_offset = line.clone().any(u8::is_ascii_digit);
        (!has_offset).then(|| {
            let plural = if width == 1 { "" } else { "s" };
            let message = format!("The row before this one has {width} byte{plural}, fewer than a dump has in a row: a block may end there, or bytes may be missing.");
            (next, message)
        })
    })
}

/// The first byte of each row in the text, and how many bytes it holds; none
/// where a row is what one field is decoded from, as RFC 7541 lists them.
fn rows(places: &[Place], raw: &[u8]) -> Vec<(usize, usize)> {
    let mut rows: Vec<(usize, usize)> = Vec::new();
    let mut before = usize::MAX;
    for place in places {
        let start = place.start as usize;
        // Bytes that one place stands for, such as those of a repeat, are no row.
        if start <= before && before != usize::MAX {
            if start < before {
                return Vec::new();
            }
        } else if before == usize::MAX
            || raw[before..start]
                .iter()
                .any(|byte| matches!(byte, b'\n' | b'\r'))
        {
            let is_listing =
                before != usize::MAX && raw[before..start].windows(2).any(|two| two == b"==");
            if is_listing {
                return Vec::new();
            }
            rows.push((start, 0));
        }
        if let Some((_, count)) = rows.last_mut() {
            *count += 1;
        }
        before = start;
    }
    // As many rows as a dump squeezed into this one.
    rows.retain(|&(start, _)| raw.get(start) != Some(&b'*'));
    rows
}

/// The width of the rows, if but a few of them have another.
fn width(rows: &[(usize, usize)]) -> Option<usize> {
    let (&(_, last), full) = rows.split_last()?;
    let mut widths: Vec<usize> = full.iter().map(|(_, count)| *count).collect();
    widths.sort_unstable();
    let width = *widths.get(widths.len() / 2)?;
    let others = widths.iter().filter(|own| **own != width).count();
    let few = others * 4 <= widths.len() || others == 1;
    // Of two rows the longer is the full one, unless they are of lines that
    // a person breaks where it suits.
    let are_two = widths.len() == 2 && (others == 0 || 4 * widths[0] > 3 * width && last <= width);
    // A short row between two of one width.
    let is_between = widths.len() == 2 && rows[0].1 == width && last == width;
    // What stands before a row many times as wide may be no row of it.
    let is_stray = widths.len() == 2 && rows[0].1 * 4 <= width && last <= width;
    (widths.len() > 2 && few || are_two || is_between || is_stray).then_some(width)
}

/// A row beside which a character is shown in another way than beside others:
/// a space as a dot and as a space, or another byte so.
pub(super) fn shown(blocks: &[Block], text: &Text) -> Option<Noted> {
    let raw = text.raw.as_bytes();
    // By what the byte is, where it was first shown in each of two ways.
    let mut known: [[Option<usize>; 2]; 2] = Default::default();
    for block in blocks {
        let mut at = 0;
        for (_, count) in rows(&block.places, raw) {
            let (octets, last) = (&block.octets[at..at + count], block.places[at + count - 1]);
            at += count;
            let end = last.end as usize;
            let tail = raw[end..].split(|byte| *byte == b'\n').next()?;
            let signs = tail.iter().rev().take_while(|sign| b"|\r<*".contains(sign));
            let tail = &tail[..tail.len() - signs.count()];
            let Some(start) = tail.len().checked_sub(count).filter(|start| *start > 0) else {
                continue;
            };
            if !row::renders(octets, &tail[start..]) {
                continue;
            }
            for (n, (octet, sign)) in octets.iter().zip(&tail[start..]).enumerate() {
                let kind = usize::from(*octet == b' ');
                let way = match sign {
                    b'.' => 0,
                    b' ' => 1,
                    _ => continue,
                };
                if (b'!'..=b'~').contains(octet) {
                    continue;
                }
                known[kind][way].get_or_insert(end + start + n);
            }
        }
    }
    let at = known.iter().find_map(|ways| ways[0].zip(ways[1]))?;
    Some((at.0.max(at.1), "A character is shown beside its byte in another way here than elsewhere: one of the two was changed.".into()))
}

/// Whether a dump in signed decimal numbers has one that is too large.
pub(super) fn signed(blocks: &[Block], text: &Text) -> Option<Noted> {
    let places = || blocks.iter().flat_map(|block| &block.places);
    let spelled = |place: &Place| &text.raw[place.start as usize..place.end as usize];
    if !places().any(|place| spelled(place).starts_with('-')) {
        return None;
    }
    let is_large = |place: &&Place| spelled(place).parse().is_ok_and(|number: u32| number > 127);
    let at = places().find(is_large)?.start as usize;
    Some((at, "This number is above 127, and others are negative: it may have lost its “-”, or a digit was changed.".into()))
}

/// Bytes of a row that are parted in another way than those of all others.
pub(super) fn parted(walk: &super::Walk) -> Option<Noted> {
    let inner = || {
        walk.gaps()
            .filter(|gap| gap.is_inner() && gap.before.is_some())
            .map(|gap| {
                let glue = &walk.raw[gap.start..gap.end];
                (gap.start, glue.trim_end_matches(['0', 'x']))
            })
    };
    let lone = |is: fn(&str) -> bool| {
        let mut found = inner().filter(|(_, glue)| is(glue));
        found.next().filter(|_| found.next().is_none())
    };
    let has_tabs = inner().filter(|(_, glue)| *glue == "\t").count() > 1;
    let (at, _) = lone(|glue| glue.contains([',', ';']) && !glue.contains('\n'))
        .or_else(|| lone(|glue| glue == " ").filter(|_| has_tabs))?;
    Some((at, "The bytes here are parted in another way than all others: one may be missing, doubled or changed.".into()))
}
