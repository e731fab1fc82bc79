//! Bytes of frames that are no part of a block: headers, padding, priority,
//! promised stream. Each function returns ways of keeping the rest.

use http2::{
    FrameType, Header, Priority,
    frame::{Prefix, split_body, split_first},
};

use super::change::{Leftover, Part};

/// Every kind of leftover.
pub(super) const LEFTOVERS: [Leftover; 7] = [
    Leftover::Priority,
    Leftover::Padding,
    Leftover::PaddingAndPriority,
    Leftover::PromisedStream,
    Leftover::PaddingAndPromisedStream,
    Leftover::PadLength,
    Leftover::PaddingBehind,
];

/// Bytes of a promised stream (RFC 9113 §6.6).
const PROMISED: usize = 4;

/// Whole frames, one after another, from the first byte on.
pub(super) fn whole(bytes: &[u8]) -> Vec<Vec<Part>> {
    chain(bytes, 0).into_iter().collect()
}

/// CONTINUATION frames from some byte on.
pub(super) fn within(bytes: &[u8]) -> Vec<Vec<Part>> {
    let ways =
        (1..bytes.len()).filter_map(|at| Some([vec![part(0, at)], chain(bytes, at)?].concat()));
    ways.collect()
}

fn part(start: usize, end: usize) -> Part {
    (start as u32, end as u32)
}

/// The fragments of the frames from `start` to the end: CONTINUATION frames, of
/// which one at the first byte of all is of the type that begins a block.
fn chain(bytes: &[u8], start: usize) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let (header, payload, _) = split_first(&bytes[at..])?;
        let expected = match header.kind {
            FrameType::HEADERS | FrameType::PUSH_PROMISE => at == 0,
            kind => kind == FrameType::CONTINUATION,
        };
        if !expected || payload.len() < header.length as usize || header.stream == 0 {
            return None;
        }
        let (_, fragment) = split_body(&header, payload).ok()?;
        let from = at + Header::LEN + Prefix::len(&header);
        parts.push(part(from, from + fragment.len()));
        at += Header::LEN + payload.len();
    }
    (!parts.is_empty()).then_some(parts)
}

/// What is left without a leftover.
pub(super) fn left_over(bytes: &[u8], what: Option<Leftover>) -> Vec<Vec<Part>> {
    let length = bytes.len();
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let pad = bytes.first().map_or(0, |&pad| usize::from(pad));
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    // Streams are counted from 1: none is so large that it fills one byte
    // more, nor odd where it is promised.
    let (front, back) = match what {
        Some(Leftover::Priority) if byte(0) & 0x7f == 0 => (Priority::LEN, 0),
        Some(Leftover::PromisedStream) if byte(0) == 0 && byte(3) & 1 == 0 => (PROMISED, 0),
        Some(Leftover::PadLength) => (1, 0),
        Some(Leftover::Padding) if pad > 0 => (1, pad),
        Some(Leftover::PaddingAndPriority) => (1 + Priority::LEN, pad),
        Some(Leftover::PaddingAndPromisedStream) => (1 + PROMISED, pad),
        // An empty value ends in a zero too.
        Some(Leftover::PaddingBehind) => {
            let back = (zeros.saturating_sub(2)..=zeros).rev();
            let back = back.filter(|&back| back > 0 && back < length);
            return back.map(|back| vec![part(0, length - back)]).collect();
        }
        _ => return Vec::new(),
    };
    if back > zeros || front + back >= length {
        return Vec::new();
    }
    vec![vec![part(front, length - back)]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_without_frames_and_padding() {
        type Case = (Option<Leftover>, &'static [u8], &'static [Part]);
        use Leftover::{Padding, PaddingAndPriority, Priority, PromisedStream};
        let cases: [Case; 11] = [
            (None, b"\0\0\x02\x01\x04\0\0\0\x01\x82\x86", &[(9, 11)]),
            (None, b"\0\0\x03\x01\x04\0\0\0\x01\x82\x86", &[]),
            (None, b"\0\0\x02\x01\x04\0\0\0\0\x82\x86", &[]),
            (None, b"\0\0\x04\x01\x0c\0\0\0\x01\x02\x82\0\0", &[(10, 11)]),
            (
                None,
                b"\0\0\x06\x01\x24\0\0\0\x01\0\0\0\0\x0f\x82",
                &[(14, 15)],
            ),
            (
                None,
                b"\0\0\x01\x01\0\0\0\0\x01\x82\0\0\x01\x09\x04\0\0\0\x01\x86",
                &[(9, 10), (19, 20)],
            ),
            (Some(Padding), b"\x02\x82\0\0", &[(1, 2)]),
            (Some(Padding), b"\x02\x82\0\x01", &[]),
            (
                Some(PaddingAndPriority),
                b"\x01\0\0\0\0\x0f\x82\0",
                &[(6, 7)],
            ),
            (Some(PromisedStream), b"\0\0\0\x02\x82", &[(4, 5)]),
            (Some(Priority), b"\0\0\0\0\x0f\x82", &[(5, 6)]),
        ];
        for (what, bytes, expected) in cases {
            let found = match what {
                None => whole(bytes),
                what => left_over(bytes, what),
            };
            assert_eq!(found.concat(), expected, "{what:?} {bytes:02x?}");
        }
    }
}
