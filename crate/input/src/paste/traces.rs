//! What damages leave in a text that can be read all the same: a row with
//! more or fewer bytes than the others, a capital among small letters.

use super::{Format, split::Noted, text::Text};
use crate::{Block, Place};

/// Notes on one text are few: the first say what is wrong.
const MOST: usize = 8;

/// What is to be said of blocks that were read in `format`.
pub(super) fn notes(blocks: &[Block], format: Format, text: &Text) -> Vec<Noted> {
    let mut notes: Vec<Noted> = uneven(blocks, text).take(MOST).collect();
    if matches!(format, Format::Hex | Format::Hexdump) {
        notes.extend(mixed(blocks, text));
    }
    notes
}

/// What is to be said of a number that may be no octet, where it was read as
/// one.
pub(super) fn doubt(blocks: &[Block], number: Option<Place>, text: &Text) -> Option<Noted> {
    let number = number?;
    let mut firsts = blocks.iter().flat_map(|block| &block.places);
    let is_read = firsts.any(|place| place.start < number.end && number.start < place.end);
    is_read.then(|| {
        let shown = &text.raw[number.start as usize..number.end as usize];
        let message =
            format!("“{shown}” was read as a byte; if it is a number beside the bytes, remove it.");
        (number.start as usize, message)
    })
}

/// Rows of a block that differ from its others, of which all but the last
/// have one width.
fn uneven<'a>(blocks: &'a [Block], text: &'a Text) -> impl Iterator<Item = Noted> + 'a {
    blocks.iter().flat_map(|block| {
        let rows = rows(&block.places, text.raw.as_bytes());
        let width = width(&rows);
        let last = rows.len().saturating_sub(1);
        rows.into_iter().enumerate().filter_map(move |(n, (at, count))| {
            let width = width?;
            let is_even = count == width || n == last && count < width;
            (!is_even).then(|| {
                let plural = if count == 1 { "" } else { "s" };
                let message = format!("This row has {count} byte{plural} and the others of its block have {width}: bytes may be missing or doubled here.");
                (at, message)
            })
        })
    })
}

/// The first byte of each row in the text, and how many bytes it holds.
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
            rows.push((start, 0));
        }
        if let Some((_, count)) = rows.last_mut() {
            *count += 1;
        }
        before = start;
    }
    rows
}

/// The width of the rows, if but a few of them have another.
fn width(rows: &[(usize, usize)]) -> Option<usize> {
    let (_, full) = rows.split_last()?;
    let mut widths: Vec<usize> = full.iter().map(|(_, count)| *count).collect();
    widths.sort_unstable();
    let width = *widths.get(widths.len() / 2)?;
    let others = widths.iter().filter(|own| **own != width).count();
    let few = others * 4 <= widths.len() || others == 1;
    (widths.len() > 2 && few || widths.len() == 2 && others == 0).then_some(width)
}

/// Says where a capital stands among small letters, or the other way round:
/// tools print all their digits alike.
fn mixed(blocks: &[Block], text: &Text) -> Option<Noted> {
    let letters = || {
        let places = blocks.iter().flat_map(|block| &block.places);
        let ranges = places.map(|place| place.start as usize..place.end as usize);
        ranges
            .flat_map(|range| {
                range
                    .clone()
                    .zip(text.raw.as_bytes()[range].iter().copied())
            })
            .filter(|(_, byte)| matches!(byte, b'a'..=b'f' | b'A'..=b'F'))
    };
    let all = letters().count();
    let capitals = letters()
        .filter(|(_, byte)| byte.is_ascii_uppercase())
        .count();
    let few = capitals.min(all - capitals);
    if few == 0 || few * 8 > all && few > 1 {
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
