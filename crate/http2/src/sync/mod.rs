//! Frame synchronisation: where frames begin in bytes that may be something
//! else, or that begin inside a frame. Nothing marks a frame, so candidates are
//! scored: after a loss, in a connection that was captured from its middle, and
//! for bytes of an unknown kind.

mod payload;
mod score;
pub(crate) mod search;

pub(crate) use score::Known;

use crate::{FrameType, Sender, frame::split_first};
use search::Search;

/// Bits of a beginning behind which frames may be broken.
const CERTAIN: u32 = 16;

/// Frames that were recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// Type and stream of the first.
    first: (FrameType, u32),
    /// Whole frames.
    frames: usize,
    /// Whether the bytes end inside a frame.
    cut: bool,
}

/// Whether `bytes` are frames (§4.1), without a preface: from the first byte
/// to the last, but for a last frame that may be cut.
#[must_use]
pub fn is_frames(bytes: &[u8]) -> bool {
    run(bytes).is_some()
}

/// Whether `bytes` are frames from some byte on, behind the rest of a frame
/// that began before.
#[must_use]
pub fn has_frames(bytes: &[u8]) -> bool {
    beginning(bytes).is_some_and(|at| is_frames(&bytes[at..]))
}

/// Where frames begin.
fn beginning(bytes: &[u8]) -> Option<usize> {
    let mut search = Search::default();
    let known = Known::nothing(Sender::Unknown);
    let at = search.push(bytes, crate::Arrival::default(), &known);
    at.or_else(|| search.best()).map(|at| at as usize)
}

/// Frames from the first byte to the last. Those behind a certain beginning
/// may be broken, and so may be all that end exactly where the bytes do: a
/// person may want to know what is wrong with them.
fn run(bytes: &[u8]) -> Option<Run> {
    let known = Known::nothing(Sender::Unknown);
    let mut run: Option<Run> = None;
    let mut bits = 0;
    let mut broken = false;
    let mut before = None;
    let mut rest = bytes;
    while let Some((header, payload, behind)) = split_first(rest) {
        let found = run.get_or_insert(Run {
            first: (header.kind, header.stream),
            frames: 0,
            cut: false,
        });
        let whole = payload.len() == header.length as usize;
        let score = score::header(&header, &known, before.as_ref()).and_then(|bits| {
            let payload = if whole {
                payload::score(&header, payload)?
            } else {
                0
            };
            Some(bits + payload)
        });
        match score {
            Some(score) => bits += score,
            None if score::may_be_broken(&header) => broken |= bits < CERTAIN,
            None => return None,
        }
        if !whole {
            // A lone HEADERS frame whose end is missing begins 00 0x xx 01: as
            // a header block that were a field without a name.
            let alone =
                header.kind == FrameType::HEADERS && header.length < 1 << 16 && payload.len() >= 4;
            return run
                .filter(|run| !broken && (run.frames > 0 || alone))
                .map(|run| Run { cut: true, ..run });
        }
        found.frames += 1;
        before = Some(header);
        rest = behind;
    }
    run.filter(|run| run.frames > 0 && (!broken || rest.is_empty()))
        .map(|run| Run {
            cut: !rest.is_empty(),
            ..run
        })
}

#[cfg(test)]
mod tests;
