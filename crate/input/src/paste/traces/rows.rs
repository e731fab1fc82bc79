//! Rows of a block that have more or fewer bytes than its others.

use hpack::structure::representation_at;

use super::super::{Format, notes::Noted, text::Text};
use crate::{Block, Place};

/// Rows that differ from the others of their block, of which all but the last
/// have one width.
pub(super) fn uneven<'a>(
    blocks: &'a [Block],
    format: Format,
    text: &'a Text,
) -> impl Iterator<Item = Noted> + 'a {
    // A row of Base64 may end within a byte, and one of hex that a terminal wrapped.
    let is_torn = |block: &Block| {
        let shown = |place: &Place| &text.raw[place.start as usize..place.end as usize];
        format == Format::Hex && block.places.iter().any(|place| shown(place).contains('\n'))
    };
    let is_torn = blocks.iter().any(is_torn);
    let slack = usize::from(format == Format::Base64 || is_torn);
    let all = match format {
        Format::Escaped => common(blocks, text),
        _ => None,
    };
    blocks.iter().flat_map(move |block| {
        let rows = rows(&block.places, text.raw.as_bytes());
        // A person may give each field a row.
        let is_dump = format == Format::Hexdump;
        let is_list = format == Format::Hex && are_fields(&block.octets, &rows);
        let width = width(&rows, is_dump).or(all).filter(|_| !is_list);
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

/// A row that is not as long as the longest of the text, though its block goes
/// on: a program fills each row before it begins another, by bytes or as far as
/// a line goes. A person may give each field a row.
pub(super) fn ragged(blocks: &[Block], format: Format, text: &Text) -> Option<Noted> {
    let is_list = matches!(
        format,
        Format::Hex | Format::Decimal | Format::Octal | Format::Bits | Format::Json
    );
    let raw = text.raw.as_bytes();
    if !is_list || text.raw.contains("<repeats") {
        return None;
    }
    let all: Vec<_> = blocks
        .iter()
        .map(|block| (block, rows(&block.places, raw)))
        .filter(|(block, rows)| rows.len() < 2 || !are_fields(&block.octets, rows))
        .collect();
    let widest = all
        .iter()
        .flat_map(|(_, rows)| rows)
        .map(|(_, count)| *count)
        .max()?;
    let full = || {
        let full = |rows: &'_ Vec<(usize, usize)>| rows.len().saturating_sub(1);
        all.iter().flat_map(move |(_, rows)| &rows[..full(rows)])
    };
    let (at, count) = full().find(|(_, count)| *count < widest)?;
    if are_filled(&all, raw) {
        return None;
    }
    let plural = if *count == 1 { "" } else { "s" };
    Some((
        *at,
        format!(
            "This row has {count} byte{plural}, and another one of this text {widest}, though the block goes on behind it: bytes may be missing or doubled."
        ),
    ))
}

/// Whether each row begins where a field does.
fn are_fields(octets: &[u8], rows: &[(usize, usize)]) -> bool {
    let mut ends = rows.iter().scan(0, |end, (_, count)| {
        *end += count;
        Some(*end)
    });
    let (mut at, mut end) = (0, ends.next());
    while let Some(next) = end {
        match at.cmp(&next) {
            std::cmp::Ordering::Greater => return false,
            std::cmp::Ordering::Equal => end = ends.next(),
            std::cmp::Ordering::Less => match representation_at(octets, at) {
                Ok(field) => at = field.octets.end,
                Err(_) => return false,
            },
        }
    }
    true
}

/// Whether the next byte would not have fitted in any row that is not a block's
/// last one.
fn are_filled(all: &[(&Block, Vec<(usize, usize)>)], raw: &[u8]) -> bool {
    let lines = raw.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::len);
    let ends: Vec<usize> = lines
        .scan(0, |end, length| {
            *end += length;
            Some(*end)
        })
        .collect();
    let length = |at: usize| {
        let line = ends.partition_point(|end| *end <= at);
        let start = line.checked_sub(1).map_or(0, |before| ends[before]);
        let end = ends.get(line).copied().unwrap_or(raw.len());
        raw[start..end].trim_ascii_end().len()
    };
    let longest = all
        .iter()
        .flat_map(|(_, rows)| rows)
        .map(|(at, _)| length(*at))
        .max();
    // Between numbers without blanks nothing stands.
    let mut pairs = all.iter().flat_map(|(block, _)| block.places.windows(2));
    let is_joined = |two: &[Place]| two[0].end == two[1].start;
    let between = usize::from(!pairs.any(is_joined));
    all.iter().all(|(block, rows)| {
        rows.windows(2).all(|two| {
            let next = block
                .places
                .partition_point(|place| (place.start as usize) < two[1].0);
            let width = block
                .places
                .get(next)
                .map_or(0, |place| (place.end - place.start) as usize);
            Some(length(two[0].0) + between + width) > longest
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
            || (raw[before], raw[start]) == (b'\\', b'\\') && is_next_string(&raw[before..start])
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

/// Whether a string ends and, behind a blank, another begins: where quotes
/// touch, digits are parted from an escape.
fn is_next_string(glue: &[u8]) -> bool {
    let glue = glue.trim_ascii_end();
    let glue = &glue[glue.iter().position(|byte| *byte == b'"').unwrap_or(0)..];
    matches!(glue, [b'"', b' ', .., b'"']) && glue[1..glue.len() - 1].trim_ascii().is_empty()
}

/// The width of the rows of all strings that are not the last ones of their
/// blocks, if but a few of them have another.
fn common(blocks: &[Block], text: &Text) -> Option<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for block in blocks {
        let rows = rows(&block.places, text.raw.as_bytes());
        let full = &rows[..rows.len().saturating_sub(1)];
        widths.extend(full.iter().map(|(_, count)| *count));
    }
    widths.sort_unstable();
    let width = *widths.get(widths.len() / 2)?;
    let others = widths.iter().filter(|own| **own != width).count();
    (widths.len() > 2 && others * 3 <= widths.len()).then_some(width)
}

/// The width of the rows, if but a few of them have another, or no program
/// prints rows of several.
fn width(rows: &[(usize, usize)], is_strict: bool) -> Option<usize> {
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
    (is_strict && others > 0 || widths.len() > 2 && few || are_two || is_between || is_stray)
        .then_some(width)
}

#[cfg(test)]
mod tests {
    use super::super::said::says;

    #[test]
    fn rows_are_full_but_for_the_last_one() {
        for text in [
            "-126,-122\n24,65,-116,-15,-29,-62",
            "828684410F7777772E65\n\n828684BE\n\n8285BF400A63757374\n6F6D\n",
        ] {
            assert!(says(text, "another one of this text"), "{text}");
        }
        for text in [
            "-126,-122\n24",
            "82\n86\n84\n410f7777772e6578616d706c652e636f6d\n",
        ] {
            assert!(!says(text, "another one of this text"), "{text}");
        }
    }
}
