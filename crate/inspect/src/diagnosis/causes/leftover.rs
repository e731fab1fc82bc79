//! Octets of frames that are no part of the block: headers, padding,
//! priority, promised stream.

use http2::{
    FrameType, Header, Priority,
    frame::{Prefix, split_body, split_first},
};

use crate::diagnosis::{
    change::{Change, KeptParts, Leftover, Part},
    search::Search,
};

/// Blocks after this one in which the same octets are looked for.
const FURTHER: usize = 1000;

/// Octets of a priority (RFC 9113 §6.2), and of a promised stream (§6.6).
const PRIORITY: usize = Priority::LEN;
const PROMISED: usize = 4;

pub(super) fn frame_header(search: &mut Search<'_>) {
    for shape in [Shape::Frames, Shape::FramesWithin] {
        repeated(search, &shape, |blocks| Change::FrameHeader { blocks });
    }
}

pub(super) fn padding(search: &mut Search<'_>) {
    for what in [
        Leftover::Priority,
        Leftover::Padding,
        Leftover::PaddingAndPriority,
        Leftover::PromisedStream,
        Leftover::PaddingAndPromisedStream,
        Leftover::PadLength,
        Leftover::PaddingBehind,
    ] {
        repeated(search, &Shape::Leftover(what), |blocks| Change::Padding {
            blocks,
            what,
        });
    }
}

/// Tries the shape on the block, and then on those after it that make no
/// sense without.
fn repeated(search: &mut Search<'_>, shape: &Shape, change: impl Fn(Vec<KeptParts>) -> Change) {
    let mut fitting = None;
    for parts in shape.parts(search.octets()) {
        let kept = KeptParts {
            block: search.block,
            parts,
        };
        let tried = search.attempt(change(vec![kept.clone()]));
        if tried.is_some_and(|tried| tried.kept) {
            fitting = Some(kept);
            break;
        }
    }
    let Some(first) = fitting else { return };
    let blocks = further(search, shape, first);
    if blocks.len() > 1 {
        search.attempt(change(blocks));
    }
}

/// The blocks, from this one on, that have the same left in.
fn further(search: &mut Search<'_>, shape: &Shape, first: KeptParts) -> Vec<KeptParts> {
    let own = &search.session.direction(search.block as usize).blocks;
    let last = own.len().min(search.number + 1 + FURTHER);
    let end = own[last - 1];
    search.mend(&first, end + 1, &|octets| shape.parts(octets))
}

/// What is looked for.
enum Shape {
    /// Whole frames, one behind the other, from the first octet on.
    Frames,
    /// A CONTINUATION's header somewhere within.
    FramesWithin,
    Leftover(Leftover),
}

impl Shape {
    /// What would be left, one or several ways.
    fn parts(&self, octets: &[u8]) -> Vec<Vec<Part>> {
        match self {
            Self::Frames => chain(octets, 0, true).into_iter().collect(),
            Self::FramesWithin => (1..octets.len())
                .filter_map(|at| {
                    let behind = chain(octets, at, false)?;
                    Some([vec![part(0, at)], behind].concat())
                })
                .collect(),
            Self::Leftover(what) => leftover(octets, *what),
        }
    }
}

fn part(start: usize, end: usize) -> Part {
    (start as u32, end as u32)
}

/// The fragments of the frames that stand from `at` up to the end, one behind
/// the other; `None` where there are no such frames.
fn chain(octets: &[u8], mut at: usize, first: bool) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut begins = first;
    while at < octets.len() {
        let (header, payload, _) = split_first(&octets[at..])?;
        let expected = match header.kind {
            FrameType::HEADERS | FrameType::PUSH_PROMISE => begins,
            kind => kind == FrameType::CONTINUATION,
        };
        if !expected || payload.len() < header.length as usize || header.stream == 0 {
            return None;
        }
        let (_, fragment) = split_body(&header, payload).ok()?;
        at += Header::LEN;
        let start = at + Prefix::len(&header);
        parts.push(part(start, start + fragment.len()));
        begins = false;
        at += payload.len();
    }
    (!parts.is_empty()).then_some(parts)
}

fn leftover(octets: &[u8], what: Leftover) -> Vec<Vec<Part>> {
    let length = octets.len();
    let zeros = octets.iter().rev().take_while(|&&octet| octet == 0).count();
    let pad = octets.first().map_or(0, |&pad| usize::from(pad));
    let padded = |front: usize| {
        let fits = pad <= zeros && 1 + front + pad < length;
        let both = fits.then(|| vec![part(1 + front, length - pad)]);
        both.into_iter().collect()
    };
    match what {
        // Streams are counted from 1: none is so large that it fills an octet
        // more, nor odd where it is promised.
        Leftover::Priority if length > PRIORITY && octets[0] & 0x7f == 0 => {
            vec![vec![part(PRIORITY, length)]]
        }
        Leftover::PromisedStream if length > PROMISED && octets[0] == 0 && octets[3] & 1 == 0 => {
            vec![vec![part(PROMISED, length)]]
        }
        Leftover::PadLength if length > 1 => vec![vec![part(1, length)]],
        Leftover::Padding if pad > 0 => padded(0),
        Leftover::PaddingAndPriority => padded(PRIORITY),
        Leftover::PaddingAndPromisedStream => padded(PROMISED),
        // An empty value ends in a zero too.
        Leftover::PaddingBehind => (zeros.saturating_sub(2)..=zeros)
            .rev()
            .filter(|&back| back > 0 && back < length)
            .map(|back| vec![part(0, length - back)])
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_taken_off_where_they_fill_the_block() {
        type Case = (&'static [u8], Option<&'static [Part]>);
        let cases: [Case; 6] = [
            (b"\0\0\x02\x01\x04\0\0\0\x01\x82\x86", Some(&[(9, 11)])),
            (b"\0\0\x03\x01\x04\0\0\0\x01\x82\x86", None),
            (b"\0\0\x02\x01\x04\0\0\0\0\x82\x86", None),
            (b"\0\0\x04\x01\x0c\0\0\0\x01\x02\x82\0\0", Some(&[(10, 11)])),
            (
                b"\0\0\x06\x01\x24\0\0\0\x01\0\0\0\0\x0f\x82",
                Some(&[(14, 15)]),
            ),
            (
                b"\0\0\x01\x01\0\0\0\0\x01\x82\0\0\x01\x09\x04\0\0\0\x01\x86",
                Some(&[(9, 10), (19, 20)]),
            ),
        ];
        for (octets, expected) in cases {
            assert_eq!(chain(octets, 0, true).as_deref(), expected, "{octets:02x?}");
        }
    }

    #[test]
    fn what_padding_leaves() {
        type Case = (&'static [u8], Leftover, &'static [Part]);
        let cases: [Case; 4] = [
            (b"\x02\x82\0\0", Leftover::Padding, &[(1, 2)]),
            (
                b"\x01\0\0\0\0\x0f\x82\0",
                Leftover::PaddingAndPriority,
                &[(6, 7)],
            ),
            (b"\0\0\0\x02\x82", Leftover::PromisedStream, &[(4, 5)]),
            (b"\0\0\0\0\x0f\x82", Leftover::Priority, &[(5, 6)]),
        ];
        for (octets, what, expected) in cases {
            assert_eq!(leftover(octets, what), [expected.to_vec()], "{octets:02x?}");
        }
        assert!(leftover(b"\x02\x82\0\x01", Leftover::Padding).is_empty());
    }
}
