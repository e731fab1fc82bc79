//! §5.1: streams that each side opened and ended.

use std::collections::HashMap;

use super::{Opening, number};
use crate::{FrameType, Header, Sender, frame::flags};

#[derive(Debug)]
pub(super) struct Streams {
    sides: [Side; 3],
}

#[derive(Debug, Default)]
struct Side {
    /// Whether all its frames so far were seen.
    is_complete: bool,
    /// Whether it sent a frame, seen or missed.
    began: bool,
    /// Streams that it sent header blocks on or promised, and whether it ended
    /// them.
    known: HashMap<u32, bool>,
    /// Highest stream that it opened or promised.
    highest: u32,
}

/// State of a stream from the view of its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The sender has not used it.
    Idle,
    /// The sender has sent headers on it, or promised it.
    Open,
    /// The sender has sent END_STREAM.
    Ended,
}

impl Streams {
    pub(super) fn new(opening: &Opening) -> Self {
        let mut sides: [Side; 3] = Default::default();
        if matches!(opening, Opening::Preface | Opening::Upgrade(_)) {
            sides[0].is_complete = true;
            sides[1].is_complete = true;
        }
        if matches!(opening, Opening::Upgrade(_)) {
            // The request of the Upgrade is stream 1 (RFC 7540 §3.2).
            sides[0].known.insert(1, true);
            sides[0].highest = 1;
        }
        Self { sides }
    }

    fn side(&mut self, sender: Sender) -> &mut Side {
        &mut self.sides[number(sender)]
    }

    /// Notes that the bytes of `sender` are complete from the first on.
    pub(super) fn begin_complete(&mut self, sender: Sender) {
        self.side(sender).is_complete = true;
        self.side(sender).began = false;
    }

    /// Notes that frames of `sender` may be missing.
    pub(super) fn mark_missed(&mut self, sender: Sender) {
        self.side(sender).is_complete = false;
        self.side(sender).began = true;
    }

    /// Whether all frames of `sender` so far were seen.
    pub(super) fn is_complete(&self, sender: Sender) -> bool {
        self.sides[number(sender)].is_complete
    }

    /// Whether the current frame is the first of `sender`; call once per frame.
    pub(super) fn is_first(&mut self, sender: Sender) -> bool {
        !std::mem::replace(&mut self.side(sender).began, true)
    }

    /// Whether no frame of `sender` was seen or missed so far.
    pub(super) fn is_start(&self, sender: Sender) -> bool {
        !self.sides[number(sender)].began
    }

    pub(super) fn state(&self, sender: Sender, stream: u32) -> State {
        match self.sides[number(sender)].known.get(&stream) {
            None => State::Idle,
            Some(false) => State::Open,
            Some(true) => State::Ended,
        }
    }

    /// Highest stream that `sender` was seen to open or promise.
    pub(super) fn highest(&self, sender: Sender) -> u32 {
        self.sides[number(sender)].highest
    }

    /// Highest stream seen; 0 if there is none.
    pub(super) fn highest_of_all(&self) -> u32 {
        self.sides.iter().map(|side| side.highest).fold(0, u32::max)
    }

    pub(super) fn is_known(&self, stream: u32) -> bool {
        self.sides
            .iter()
            .any(|side| side.known.contains_key(&stream))
    }

    pub(super) fn update(&mut self, sender: Sender, header: &Header, promised: Option<u32>) {
        let Header { kind, stream, .. } = *header;
        match kind {
            FrameType::HEADERS => self.open(sender, stream),
            FrameType::PUSH_PROMISE => promised.into_iter().for_each(|one| self.open(sender, one)),
            _ => {}
        }
        if matches!(kind, FrameType::DATA | FrameType::HEADERS)
            && header.has(flags::END_STREAM)
            && let Some(ended) = self.side(sender).known.get_mut(&stream)
        {
            *ended = true;
        }
    }

    /// Notes that `sender` opened, promised or continued `stream`.
    fn open(&mut self, sender: Sender, stream: u32) {
        let side = self.side(sender);
        side.known.entry(stream).or_insert(false);
        let own = match sender {
            Sender::Client => stream % 2 == 1,
            Sender::Server => stream.is_multiple_of(2),
            Sender::Unknown => true,
        };
        if own {
            side.highest = side.highest.max(stream);
        }
    }
}
