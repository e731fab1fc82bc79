//! Bytes as a chain of HTTP/2 frames.

use http2::{
    FrameType,
    frame::{split_body, split_first},
};

/// What bytes are, by their form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Holds {
    #[default]
    Blocks,
    Frames {
        has_blocks: bool,
    },
    Packet,
}

impl Holds {
    pub(super) fn is_framed(self) -> bool {
        matches!(self, Self::Frames { .. })
    }
}

/// Returns the header blocks in bytes that begin with a frame. Without a preface
/// before them, all frames are of known types, each on a stream that fits.
pub(super) fn blocks(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut rest = bytes.strip_prefix(http2::PREFACE).unwrap_or(bytes);
    let has_preface = rest.len() < bytes.len();
    let (mut count, mut blocks) = (0, Vec::new());
    let mut block: Option<Vec<u8>> = None;
    while let Some((header, payload, next)) = split_first(rest) {
        if payload.len() < header.length as usize {
            break;
        }
        let is_known = header.kind.0 <= FrameType::CONTINUATION.0;
        let fits = is_known && header.kind.is_on(header.stream);
        if !fits && !has_preface {
            return None;
        }
        count += 1;
        rest = next;
        if !header.kind.carries_block() {
            continue;
        }
        if header.kind != FrameType::CONTINUATION {
            block = Some(Vec::new());
        }
        if let Some(block) = &mut block
            && let Ok((_, fragment)) = split_body(&header, payload)
        {
            block.extend_from_slice(fragment);
        }
        if !header.continues() {
            blocks.extend(block.take());
        }
    }
    (count > 0).then_some(blocks)
}
