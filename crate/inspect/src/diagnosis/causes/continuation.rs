//! A CONTINUATION that is missing or out of place.

use hpack::{
    DecodeErrorKind, Kind,
    huffman::{HuffmanDecoder, HuffmanErrorKind, Window14},
};

use crate::diagnosis::{
    change::{Change, KeptParts},
    outcome::Outcome,
    plausibility::control,
    search::{Search, is_cut},
};

/// The default SETTINGS_MAX_FRAME_SIZE, octets (RFC 9113 §6.5.2).
const FRAME: usize = 16_384;

/// Entries that the missing rest of a block is taken to have inserted at most.
const ENTRIES: u32 = 64;

/// Octets that a string lacks at least: a single one was rather lost than
/// left to another frame.
const MISSING: usize = 3;

/// Places at which a block is turned round.
const TURNS: usize = 64;

/// This block and ones near it as fragments of one block.
pub(super) fn joined(search: &mut Search<'_>) {
    for order in [
        &[0, 1][..],
        &[-1, 0],
        &[0, 2],
        &[1, 0],
        &[0, -1],
        &[0, 1, 2],
        &[0, 2, 1],
        &[-1, 0, 1],
        &[-2, 0],
    ] {
        let blocks: Option<Vec<u32>> = order.iter().map(|&steps| search.neighbour(steps)).collect();
        if let Some(blocks) = blocks {
            search.attempt(Change::Continuation { blocks });
        }
    }
}

/// The fragments of this one block in another order.
pub(super) fn fragments(search: &mut Search<'_>) {
    let octets = search.octets().to_vec();
    let length = octets.len();
    let mut orders: Vec<Vec<(u32, u32)>> = Vec::new();
    // All fragments but the last fill their frames.
    if length > 2 * FRAME {
        let rest = length % FRAME;
        for at in (0..length - rest).step_by(FRAME).skip(1) {
            let short = (at as u32, (at + rest) as u32);
            orders.push(vec![(0, short.0), (short.1, length as u32), short]);
        }
    }
    // The first fragment begins as blocks of this direction do.
    let usual: Vec<u8> = search
        .around
        .iter()
        .filter(|&&block| block != search.block)
        .filter(|block| search.base.get(block).is_some_and(Outcome::makes_sense))
        .filter_map(|&block| search.session.octets(block as usize).first().copied())
        .collect();
    let starts = (1..length)
        .filter(|&at| usual.contains(&octets[at]))
        .take(TURNS);
    orders.extend(starts.map(|at| vec![(at as u32, length as u32), (0, at as u32)]));
    for parts in orders {
        search.attempt(Change::Fragments {
            block: KeptParts {
                block: search.block,
                parts,
            },
        });
    }
}

/// The block stops within a literal, as it does where its frame was full.
pub(super) fn missing(search: &mut Search<'_>) {
    let Some(fault) = search.fault else { return };
    let at = fault.field_offset;
    if !is_cut(fault.kind)
        || at == 0
        || !text_as_far_as_it_goes(search.octets(), fault.at, fault.kind)
    {
        return;
    }
    // A string that lacks more than half of what the longest block here has was
    // rather damaged in its length.
    if let DecodeErrorKind::TruncatedString { length, left } = fault.kind {
        let others = search.around.iter().filter(|&&block| block != search.block);
        let longest = others
            .map(|&block| search.session.octets(block as usize).len())
            .max();
        if longest.is_some_and(|longest| length as usize > left + longest / 2) {
            return;
        }
    }
    let incremental = search
        .octets()
        .get(at)
        .is_some_and(|&first| Kind::of(first) == Kind::Incremental);
    for entries in u32::from(incremental)..=ENTRIES {
        search.attempt(Change::ContinuationMissing {
            block: search.block,
            at: at as u32,
            entries,
        });
    }
}

/// Whether the string at `at`, of which only the beginning is here, is text:
/// where its length was damaged, other representations stand in it.
fn text_as_far_as_it_goes(octets: &[u8], at: usize, kind: DecodeErrorKind) -> bool {
    let DecodeErrorKind::TruncatedString { length, left } = kind else {
        return true;
    };
    if (length as usize) < left + MISSING {
        return false;
    }
    let data = &octets[octets.len() - left..];
    let text = if octets[at] & 0x80 != 0 {
        beginning(data)
    } else {
        Some(data.to_vec())
    };
    text.is_some_and(|text| text.is_ascii() && !control(&text))
}

/// The whole codes of a Huffman-coded string that is cut.
fn beginning(coded: &[u8]) -> Option<Vec<u8>> {
    let mut coded = coded.to_vec();
    let mut out = Vec::new();
    for _ in 0..2 {
        let fault = match Window14::new().decode(&coded, &mut out) {
            Ok(()) => return Some(out),
            Err(fault) => fault,
        };
        // The bits of the code that is cut become padding.
        let from = match fault.kind {
            HuffmanErrorKind::PaddingTooLong { bits } => coded.len() * 8 - bits,
            HuffmanErrorKind::PaddingNotOnes => fault.bit,
            _ => return None,
        };
        coded.truncate(from.div_ceil(8));
        if from % 8 > 0
            && let Some(last) = coded.last_mut()
        {
            *last |= 0xff >> (from % 8);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_coded_string() {
        // “www.example.com”, RFC 7541 C.4.1.
        let coded = [
            0xf1, 0xe3, 0xc2, 0xe5, 0xf2, 0x3a, 0x6b, 0xa0, 0xab, 0x90, 0xf4, 0xff,
        ];
        for length in 0..=coded.len() {
            let text = beginning(&coded[..length]).unwrap();
            assert!(b"www.example.com".starts_with(&text), "{length}: {text:?}");
            assert!(text.len() + 2 >= length, "{length}: {text:?}");
        }
        assert_eq!(beginning(&[0xff; 8]), None);
    }
}
