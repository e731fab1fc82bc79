//! §4.2, §6.1, §6.2, §6.6 and §6.10 from the other side: header blocks and
//! content to frames.

mod framing;
#[cfg(test)]
mod tests;

pub use framing::{Carries, Framing, FramingError, LARGEST_MAX_FRAME_SIZE, LEAST_MAX_FRAME_SIZE};

use crate::{FrameType, Header, Priority, frame::flags};

/// One frame to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameParts<'a> {
    /// The frame header (§4.1) and the fields that its flags announce.
    head: [u8; LONGEST_HEAD],
    head_len: usize,
    /// Header block fragment or content.
    pub payload: &'a [u8],
    /// Number of zero bytes after the payload.
    pub padding: u8,
}

/// Bytes of a frame header, a pad length and a priority.
const LONGEST_HEAD: usize = Header::LEN + 1 + Priority::LEN;

impl FrameParts<'_> {
    /// The bytes before the payload.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.head[..self.head_len]
    }

    fn push<const N: usize>(&mut self, bytes: [u8; N]) {
        self.head[self.head_len..self.head_len + N].copy_from_slice(&bytes);
        self.head_len += N;
    }
}

/// Splits `bytes`, a header block or content, into as few frames as possible.
/// CONTINUATION frames have no padding (§6.10); where content fills several
/// DATA frames, each has the padding that is asked for.
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
        let (payload, behind) = bytes.split_at(bytes.len().min(max - others));
        frame.payload = payload;
        rest = (!behind.is_empty()).then_some(behind);
        if behind.is_empty() {
            flags |= flags_of_last;
        }
        let header = Header {
            // Below 2^24: no frame is longer than the largest frame size.
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

/// Writes the same frames one behind the other.
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
