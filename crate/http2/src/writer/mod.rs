//! §4.2, §6.1, §6.2, §6.6 and §6.10: writing header blocks and content as frames.

mod framing;
#[cfg(test)]
mod tests;

pub use framing::{Carries, Framing, FramingError, LARGEST_MAX_FRAME_SIZE, LEAST_MAX_FRAME_SIZE};

use crate::{FrameType, Header, Priority, frame::flags};

/// A frame to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameParts<'a> {
    /// Frame header (§4.1) and prefix.
    head: [u8; LONGEST_HEAD],
    head_len: usize,
    /// Header block fragment or content.
    pub payload: &'a [u8],
    /// Number of zero bytes after the payload.
    pub padding: u8,
}

/// Length of a frame header, a pad length and a priority, bytes.
const LONGEST_HEAD: usize = Header::LEN + 1 + Priority::LEN;

impl FrameParts<'_> {
    /// Frame header and prefix, before the payload.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.head[..self.head_len]
    }

    fn push<const N: usize>(&mut self, bytes: [u8; N]) {
        self.head[self.head_len..self.head_len + N].copy_from_slice(&bytes);
        self.head_len += N;
    }
}

/// Splits `bytes`, a header block or content, into as few frames as possible. All
/// DATA frames have the requested padding; CONTINUATION frames have none (§6.10).
///
/// # Errors
/// [`FramingError`] if such frames are not allowed.
pub fn split<'a>(
    bytes: &'a [u8],
    framing: &Framing,
) -> Result<impl Iterator<Item = FrameParts<'a>> + use<'a>, FramingError> {
    let padding = framing.check()?;
    let stream = framing.stream;
    let carries = framing.carries;
    let max = framing.max_frame_size as usize;
    let mut rest = Some(bytes);
    let mut is_first = true;
    Ok(std::iter::from_fn(move || {
        let bytes = rest?;
        let ended = |end_stream| if end_stream { flags::END_STREAM } else { 0 };
        let (kind, mut flags, flags_of_last) = match carries {
            Carries::Data { end_stream } => (FrameType::DATA, 0, ended(end_stream)),
            _ if !is_first => (FrameType::CONTINUATION, 0, flags::END_HEADERS),
            Carries::Headers { end_stream, .. } => {
                (FrameType::HEADERS, ended(end_stream), flags::END_HEADERS)
            }
            Carries::PushPromise { .. } => (FrameType::PUSH_PROMISE, 0, flags::END_HEADERS),
        };
        is_first = false;
        let mut frame = FrameParts {
            head: [0; LONGEST_HEAD],
            head_len: Header::LEN,
            payload: bytes,
            padding: 0,
        };
        if kind != FrameType::CONTINUATION {
            if let Some(padding) = padding {
                flags |= flags::PADDED;
                frame.push([padding]);
                frame.padding = padding;
            }
            match carries {
                Carries::Headers {
                    priority: Some(priority),
                    ..
                } => {
                    flags |= flags::PRIORITY;
                    frame.push(priority.to_bytes());
                }
                Carries::PushPromise { promised } => frame.push(promised.to_be_bytes()),
                Carries::Headers { priority: None, .. } | Carries::Data { .. } => {}
            }
        }
        let others = frame.head_len - Header::LEN + usize::from(frame.padding);
        let (payload, after) = bytes.split_at(bytes.len().min(max - others));
        frame.payload = payload;
        rest = (!after.is_empty()).then_some(after);
        if after.is_empty() {
            flags |= flags_of_last;
        }
        let header = Header {
            // At most the largest frame size, so below 2^24.
            length: (others + payload.len()) as u32,
            kind,
            flags,
            reserved: false,
            stream,
        };
        frame.head[..Header::LEN].copy_from_slice(&header.to_bytes());
        Some(frame)
    }))
}

/// Writes the frames of [`split`].
///
/// # Errors
/// [`FramingError`] if such frames are not allowed.
pub fn frames(bytes: &[u8], framing: &Framing) -> Result<Vec<u8>, FramingError> {
    let mut all = Vec::with_capacity(bytes.len() + LONGEST_HEAD);
    for frame in split(bytes, framing)? {
        all.extend_from_slice(frame.head());
        all.extend_from_slice(frame.payload);
        all.resize(all.len() + usize::from(frame.padding), 0);
    }
    Ok(all)
}
