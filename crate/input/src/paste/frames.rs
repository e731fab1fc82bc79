//! Bytes as a chain of HTTP/2 frames.

use http2::{
    FrameType,
    frame::{split_body, split_first},
};

/// Frames from the first byte on.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    pub(super) count: usize,
    pub(super) has_preface: bool,
    /// The header blocks in them.
    pub(super) blocks: Vec<Vec<u8>>,
}

impl Frames {
    /// Parses bytes that begin with a frame. Without a preface before them, all
    /// are of known types, each on a stream that fits.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(http2::PREFACE).unwrap_or(bytes);
        let mut all = Self {
            has_preface: rest.len() < bytes.len(),
            ..Self::default()
        };
        let mut block: Option<Vec<u8>> = None;
        while let Some((header, payload, next)) = split_first(rest) {
            if payload.len() < header.length as usize {
                break;
            }
            let is_known = header.kind.0 <= FrameType::CONTINUATION.0;
            let fits = is_known && header.kind.is_on(header.stream);
            if !fits && !all.has_preface {
                return None;
            }
            all.count += 1;
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
                all.blocks.extend(block.take());
            }
        }
        (all.count > 0).then_some(all)
    }
}
