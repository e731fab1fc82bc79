//! §4.2, §6.1, §6.2, §6.6 and §6.10 from the other side: header blocks and
//! content to frames.
//!
//! How a frame is handed on, its header apart from its payload or both in one
//! buffer, is a matter of engines: an engine a file, all behind
//! [`FrameWriter`], with one suite over all of them.

mod copying;
mod engine;
mod framing;
mod head;
mod queue;
mod slices;
#[cfg(test)]
mod tests;

pub use copying::{Copy64, Copy128, Copy256, Copy1024, CopyAll, Copying};
pub use engine::FrameWriterEngine;
pub use framing::{Carries, Framing, FramingError, LARGEST_MAX_FRAME_SIZE, LEAST_MAX_FRAME_SIZE};
pub use head::Head;
pub use queue::Queue;
pub use slices::Slices;

use crate::{FrameType, frame::flags};

/// Hands on one frame.
pub trait FrameWriter {
    /// Puts the frame that begins with `head` behind what waits in `queue`:
    /// `payload` and `padding` zeros follow the head.
    fn put<'a>(&self, head: &Head, payload: &'a [u8], padding: u8, queue: &mut Queue<'a>);
}

/// Puts `octets`, a header block or content, in as few frames as can be
/// behind what waits in `queue`. CONTINUATION frames have no padding (§6.10);
/// where content fills several DATA frames, each has the padding that is
/// asked for.
///
/// # Errors
/// [`FramingError`], where no frames could be that way; `queue` is then as it was.
pub fn write<'a, W: FrameWriter>(
    writer: &W,
    octets: &'a [u8],
    framing: &Framing,
    queue: &mut Queue<'a>,
) -> Result<(), FramingError> {
    let padding = framing.check()?;
    let stream = framing.stream;
    let max = framing.max_frame_size as usize;
    let (kind, flags) = match framing.carries {
        Carries::Headers { end_stream, .. } => (FrameType::HEADERS, ended(end_stream)),
        Carries::PushPromise { .. } => (FrameType::PUSH_PROMISE, 0),
        Carries::Data { end_stream } => {
            data(writer, octets, framing, padding, ended(end_stream), queue);
            return Ok(());
        }
    };
    let mut head = Head::new(kind, flags, stream);
    if let Some(padding) = padding {
        head.padded(padding);
    }
    match framing.carries {
        Carries::Headers { priority, .. } => {
            if let Some(priority) = priority {
                head.priority(priority);
            }
        }
        Carries::PushPromise { promised } => head.promised(promised),
        Carries::Data { .. } => {}
    }
    let padding = padding.unwrap_or(0);
    let room = max - head.fields() - usize::from(padding);
    let (first, rest) = octets.split_at(room.min(octets.len()));
    if rest.is_empty() {
        head.add_flags(flags::END_HEADERS);
    }
    head.put(writer, first, padding, queue);
    let mut fragments = rest.chunks(max).peekable();
    while let Some(fragment) = fragments.next() {
        let last = fragments.peek().is_none();
        let flags = if last { flags::END_HEADERS } else { 0 };
        Head::new(FrameType::CONTINUATION, flags, stream).put(writer, fragment, 0, queue);
    }
    Ok(())
}

const fn ended(end_stream: bool) -> u8 {
    if end_stream { flags::END_STREAM } else { 0 }
}

fn data<'a, W: FrameWriter>(
    writer: &W,
    octets: &'a [u8],
    framing: &Framing,
    padding: Option<u8>,
    last_flags: u8,
    queue: &mut Queue<'a>,
) {
    let mut rest = octets;
    loop {
        let mut head = Head::new(FrameType::DATA, 0, framing.stream);
        if let Some(padding) = padding {
            head.padded(padding);
        }
        let padding = padding.unwrap_or(0);
        let room = framing.max_frame_size as usize - head.fields() - usize::from(padding);
        let (content, behind) = rest.split_at(room.min(rest.len()));
        rest = behind;
        if rest.is_empty() {
            head.add_flags(last_flags);
        }
        head.put(writer, content, padding, queue);
        if rest.is_empty() {
            return;
        }
    }
}

/// The same frames, one behind the other.
///
/// # Errors
/// [`FramingError`], where no frames could be that way.
pub fn frames(octets: &[u8], framing: &Framing) -> Result<Vec<u8>, FramingError> {
    let mut queue = Queue::default();
    write(&Slices, octets, framing, &mut queue)?;
    Ok(queue.octets())
}
