//! Removes parts of frames from a block: headers, padding, priority, promised
//! stream. Functions return the parts to keep.

use http2::{
    FrameType, Header, Priority,
    frame::{Prefix, split_body, split_first},
};

use super::change::{Leftover, Part};

/// Kinds of leftovers; `None` for frame headers.
pub(super) const LEFTOVERS: [Option<Leftover>; 7] = [
    None,
    Some(Leftover::Priority),
    Some(Leftover::Padding),
    Some(Leftover::PaddingAndPriority),
    Some(Leftover::PromisedStream),
    Some(Leftover::PadLength),
    Some(Leftover::PaddingBehind),
];

/// Length of a promised stream, bytes (RFC 9113 §6.6).
const PROMISED: usize = 4;

/// Maximum number of frames in a block, which keeps the search linear.
const MAX_FRAMES: usize = 64;

fn part(start: usize, end: usize) -> Part {
    (start as u32, end as u32)
}

/// Fragments of the frames from `start` to the end. All are CONTINUATION
/// frames, apart from a HEADERS or PUSH_PROMISE frame at offset 0.
fn fragments(bytes: &[u8], start: usize) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let (header, payload, _) = split_first(&bytes[at..])?;
        let expected = match header.kind {
            FrameType::HEADERS | FrameType::PUSH_PROMISE => at == 0,
            kind => kind == FrameType::CONTINUATION,
        };
        let whole = payload.len() == header.length as usize && header.stream > 0;
        if !expected || !whole || parts.len() == MAX_FRAMES {
            return None;
        }
        let (_, fragment) = split_body(&header, payload).ok()?;
        let from = at + Header::LEN + Prefix::len(&header);
        parts.push(part(from, from + fragment.len()));
        at += Header::LEN + payload.len();
    }
    (!parts.is_empty()).then_some(parts)
}

/// Ways to keep the rest of a block that contains leftovers.
pub(super) fn kept_parts(bytes: &[u8], what: Option<Leftover>) -> Vec<Vec<Part>> {
    let length = bytes.len();
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let pad = bytes.first().map_or(0, |&pad| usize::from(pad));
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let Some(what) = what else {
        let before = |at| (at > 0).then(|| part(0, at));
        let kept_parts = (0..length).filter_map(|at| Some((before(at), fragments(bytes, at)?)));
        return kept_parts
            .map(|(before, parts)| before.into_iter().chain(parts).collect())
            .collect();
    };
    // Stream identifiers are too small to fill the top byte, and promised ones
    // are even.
    let (front, back) = match what {
        Leftover::Priority if byte(0) & 0x7f == 0 => (Priority::LEN, 0..=0),
        Leftover::PromisedStream if byte(0) == 0 && byte(3) & 1 == 0 => (PROMISED, 0..=0),
        Leftover::PadLength => (1, 0..=0),
        Leftover::Padding if pad > 0 => (1, pad..=pad),
        Leftover::PaddingAndPriority => (1 + Priority::LEN, pad..=pad),
        // An empty value ends in a zero, too.
        Leftover::PaddingBehind => (0, zeros.saturating_sub(2).max(1)..=zeros),
        _ => return Vec::new(),
    };
    let back = back
        .rev()
        .filter(|&back| back <= zeros && front + back < length);
    back.map(|back| vec![part(front, length - back)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_frames_and_padding() {
        type Case = (Option<Leftover>, &'static [u8], &'static [Part]);
        use Leftover::{Padding, PaddingAndPriority, Priority, PromisedStream};
        let two = b"\0\0\x01\x01\0\0\0\0\x01\x82\0\0\x01\x09\x04\0\0\0\x01\x86";
        #[rustfmt::skip]
        let cases: [Case; 13] = [
            (None, b"\0\0\x02\x01\x04\0\0\0\x01\x82\x86", &[(9, 11)]),
            (None, b"\0\0\x03\x01\x04\0\0\0\x01\x82\x86", &[]),
            (None, b"\0\0\x02\x01\x04\0\0\0\0\x82\x86", &[]),
            (None, b"\0\0\x04\x01\x0c\0\0\0\x01\x02\x82\0\0", &[(10, 11)]),
            (None, b"\0\0\x06\x01\x24\0\0\0\x01\0\0\0\0\x0f\x82", &[(14, 15)]),
            (None, two, &[(9, 10), (19, 20)]),
            (Some(Padding), b"\x02\x82\0\0", &[(1, 2)]),
            (Some(Padding), b"\x02\x82\0\x01", &[]),
            (Some(Padding), b"\x01\x82\0", &[(1, 2)]),
            (Some(Padding), b"\0\x82", &[]),
            (Some(PaddingAndPriority), b"\x01\0\0\0\0\x0f\x82\0", &[(6, 7)]),
            (Some(PromisedStream), b"\0\0\0\x02\x82", &[(4, 5)]),
            (Some(Priority), b"\0\0\0\0\x0f\x82", &[(5, 6)]),
        ];
        for (what, bytes, expected) in cases {
            let found = kept_parts(bytes, what);
            let first = found.first().map_or(&[][..], |parts| parts);
            assert_eq!(first, expected, "{what:?} {bytes:02x?}");
        }
    }

    /// Each frame begins a chain to the end; all chains together would be
    /// quadratic.
    #[test]
    fn chains_of_many_empty_frames_are_bounded() {
        let frames = b"\0\0\0\x09\0\0\0\0\x01".repeat(10_000);
        let lengths: Vec<usize> = kept_parts(&frames, None).iter().map(Vec::len).collect();
        // The part before a chain, then its fragments.
        let expected: Vec<usize> = (2..=MAX_FRAMES + 1).rev().collect();
        assert_eq!(lengths, expected);
    }
}
