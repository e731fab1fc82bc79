//! Blocks that no program sends: those that do not end where a field ends, and
//! those with a pseudo-header field twice or behind other fields (RFC 9113
//! §8.3), or with a change of the table's size behind a field (RFC 7541 §4.2). Any bytes may be pasted, also those of a block that is to be found
//! wrong, and bare hex digits show them as they are; of all other texts it is
//! said, as a part may have been lost on the way, or doubled.

use hpack::structure::{Representation, representation_at};

use super::super::{Format, notes::Noted, well_formed::is_plausible};
use super::{Few, Gap, Walk};
use crate::Place;

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let mut notes = Few::default();
    if format == Format::Percent {
        notes.extend(broken(walk));
    }
    if format == Format::Escaped {
        notes.extend(joined(walk));
    }
    let is_more = format != Format::Hex
        || walk
            .gaps()
            .any(|gap| has_more(&walk.raw[gap.start..gap.end]));
    let uniform = if is_more { Vec::new() } else { uniform(walk) };
    for (n, block) in walk.blocks.iter().enumerate() {
        let Some(last) = block.places.last() else {
            continue;
        };
        if !is_plausible(&block.octets) {
            if is_more {
                notes.push((
                    last.start as usize,
                    "The block that ends here does not end where a field ends: bytes of it may be missing or changed in the text.".into(),
                ));
            }
        } else if let Some(at) = misplaced(&block.octets)
            && (is_more || !uniform[n])
        {
            notes.push((
                block.places[at].start as usize,
                "A pseudo-header field stands here for the second time in its block, or behind other fields, or a change of the table's size behind a field: bytes may be doubled or missing, or two blocks read as one.".into(),
            ));
        }
    }
    notes.0
}

/// A line that is a part of a block, in a notation that no program breaks over
/// lines.
fn broken(walk: &Walk) -> Option<Noted> {
    let is_end = |gap: &Gap| gap.is_inner() && walk.raw[gap.start..gap.end].contains('\n');
    let gap = walk.gaps().find(is_end)?;
    let block = &walk.blocks[gap.before?];
    let is_before = |place: &Place| (place.start as usize) < gap.end;
    let count = block.places.partition_point(is_before);
    (!is_plausible(&block.octets[..count])).then(|| {
        (gap.start - 1, "The line that ends here holds no whole fields, and no program breaks percent-encoding over lines: a part of it may be missing.".into())
    })
}

/// A line of escapes without quotes that is a whole block, where the block goes
/// on that the line above is of.
fn joined(walk: &Walk) -> Option<Noted> {
    let is_next = |gap: &Gap| {
        let glue = &walk.raw[gap.start..gap.end];
        gap.is_inner() && glue.contains('\n') && glue.trim().is_empty()
    };
    // Where each byte has an escape a program may break the lines of one.
    let mut places = walk.blocks.iter().flat_map(|block| &block.places);
    places.find(|place| place.end - place.start == 1)?;
    let gaps: Vec<Gap> = walk.gaps().filter(is_next).collect();
    gaps.iter().enumerate().find_map(|(n, gap)| {
        let block = &walk.blocks[gap.before?];
        let index = |at: usize| block.places.partition_point(|place| (place.start as usize) < at);
        let next = gaps.get(n + 1).filter(|next| next.before == gap.before);
        let row = index(gap.end)..next.map_or(block.octets.len(), |next| index(next.end));
        let above = &block.octets[..row.start];
        (row.len() > 3 && is_sound(&block.octets[row.clone()]) && !is_plausible(above)).then(|| {
            (gap.end, "This line is a whole block by itself, and the one above is not: bytes of that may be missing.".into())
        })
    })
}

/// Whether nothing would be said of a block, whatever stands around it.
pub(in super::super) fn is_sound(octets: &[u8]) -> bool {
    is_plausible(octets) && misplaced(octets).is_none()
}

/// Whether more stands between bytes than what parts them.
fn has_more(glue: &str) -> bool {
    let rest = glue.trim_end_matches(['x', 'X', 'u', '\\', '0']);
    rest.contains(|c: char| c.is_alphanumeric() || "\"'`[({<>|#%".contains(c))
}

/// Of each block, whether all its bytes are parted alike.
fn uniform(walk: &Walk) -> Vec<bool> {
    let mut first: Vec<Option<&str>> = vec![None; walk.blocks.len()];
    let mut uniform = vec![true; walk.blocks.len()];
    for gap in walk.gaps().filter(Gap::is_inner) {
        if let Some(block) = gap.before {
            let glue = &walk.raw[gap.start..gap.end];
            uniform[block] &= *first[block].get_or_insert(glue) == glue;
        }
    }
    uniform
}

/// Where a pseudo-header field begins that stands behind another field, or for
/// the second time, as far as the static table tells; or a change of the
/// table's size behind a field.
fn misplaced(octets: &[u8]) -> Option<usize> {
    let (mut seen, mut has_any, mut has_field, mut at) = ([false; 5], false, false, 0);
    while let Ok(representation) = representation_at(octets, at) {
        let is_change = representation.kind == hpack::Kind::SizeUpdate;
        if is_change && has_any {
            return Some(at);
        }
        has_any |= !is_change;
        match field(octets, &representation) {
            Some(Some(_)) if has_field => return Some(at),
            Some(Some(name)) if std::mem::replace(&mut seen[name], true) => return Some(at),
            Some(None) => has_field = true,
            _ => {}
        }
        at = representation.octets.end;
        if at >= octets.len() {
            break;
        }
    }
    None
}

/// Which pseudo-header field it is, or that it is another field, where that
/// can be told without a dynamic table.
fn field(octets: &[u8], representation: &Representation) -> Option<Option<usize>> {
    if representation.kind == hpack::Kind::SizeUpdate {
        return None;
    }
    match (representation.integer.value, &representation.name) {
        (0, Some(name)) if name.huffman => None,
        (0, Some(name)) => match octets[name.data.clone()].first() {
            Some(b':') => None,
            _ => Some(None),
        },
        (1, _) => Some(Some(0)),
        (2..=3, _) => Some(Some(1)),
        (4..=5, _) => Some(Some(2)),
        (6..=7, _) => Some(Some(3)),
        (8..=14, _) => Some(Some(4)),
        (15..=61, _) => Some(None),
        _ => None,
    }
}
