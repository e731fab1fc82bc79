//! Frame synchronisation: recognising frames after a loss, in the middle of a
//! connection, and in bytes of an unknown kind. Frames have no marker, so
//! candidates are scored.

mod payload;
mod score;
pub(crate) mod search;

pub(crate) use score::Known;

use crate::{FrameType, Sender, frame::split_first};
use search::Search;

/// Score in bits after which later frames may be invalid.
const CERTAIN: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// Type and stream of the first frame.
    first: (FrameType, u32),
    frames: usize,
    /// Whether the bytes end inside a frame.
    cut: bool,
}

/// Whether `bytes` are frames (§4.1) without a preface. The last frame may be
/// truncated.
#[must_use]
pub fn is_frames(bytes: &[u8]) -> bool {
    recognise(bytes).is_some()
}

/// Whether `bytes` are frames from some byte on, after the rest of an earlier
/// frame.
#[must_use]
pub fn has_frames(bytes: &[u8]) -> bool {
    find_beginning(bytes).is_some_and(|at| is_frames(&bytes[at..]))
}

fn find_beginning(bytes: &[u8]) -> Option<usize> {
    let mut search = Search::default();
    let known = Known::nothing(Sender::Unknown);
    let at = search.push(bytes, crate::Arrival::default(), &known);
    at.or_else(|| search.best()).map(|at| at as usize)
}

/// Recognises bytes that are frames from the first byte to the last. Invalid
/// frames are accepted after a certain start, or if they end exactly at the end of
/// the bytes, so that their errors can be reported.
fn recognise(bytes: &[u8]) -> Option<Run> {
    let known = Known::nothing(Sender::Unknown);
    let mut run: Option<Run> = None;
    let mut bits = 0;
    let mut is_invalid = false;
    let mut before = None;
    let mut rest = bytes;
    while let Some((header, payload, after)) = split_first(rest) {
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
            None if score::can_be_invalid(&header) => is_invalid |= bits < CERTAIN,
            None => return None,
        }
        if !whole {
            // A lone truncated HEADERS frame begins with 00 xx xx 01, which a
            // header block hardly does: a literal with an empty name.
            let alone =
                header.kind == FrameType::HEADERS && header.length < 1 << 16 && payload.len() >= 4;
            return run
                .filter(|run| !is_invalid && (run.frames > 0 || alone))
                .map(|run| Run { cut: true, ..run });
        }
        found.frames += 1;
        before = Some(header);
        rest = after;
    }
    run.filter(|run| run.frames > 0 && (!is_invalid || rest.is_empty()))
        .map(|run| Run {
            cut: !rest.is_empty(),
            ..run
        })
}

#[cfg(test)]
mod tests;
