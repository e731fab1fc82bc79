//! Octets that are missing: inside a frame whose end is known, or at the end.

use super::{
    Shared,
    reader::{Current, Phase, Reader},
};
use crate::{Arrival, ErrorCode, Event, FrameType, Header, PREFACE, frame::rules::Violation};

impl Reader {
    pub(super) fn lose(
        &mut self,
        shared: &mut Shared,
        octets: Option<u64>,
        arrival: Arrival,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        self.arrival = arrival;
        if octets == Some(0) {
            return;
        }
        if self.phase == Phase::Search {
            self.lose_more(shared, octets, events);
            return;
        }
        if let (Phase::Preface { matched, fallback }, Some(octets)) = (self.phase, octets)
            && octets <= (PREFACE.len() - matched) as u64
        {
            let matched = matched + octets as usize;
            self.offset += octets;
            self.phase = if matched == PREFACE.len() {
                Phase::Header
            } else {
                Phase::Preface { matched, fallback }
            };
            return;
        }
        // The length of a frame says where the next begins.
        let nameless = self.phase == Phase::Header && self.have == 3;
        if self.phase == Phase::Header && self.have >= 3 {
            self.header[self.have..].fill(0);
            let missing = (Header::LEN - self.have) as u32;
            self.current = Current::new(self.sender, self.header, self.offset);
            self.current.left += missing;
            self.current.damaged = true;
            self.have = 0;
            self.phase = Phase::Payload;
        }
        let within = octets
            .and_then(|octets| u32::try_from(octets).ok())
            .filter(|octets| self.phase == Phase::Payload && *octets <= self.current.left);
        let Some(within) = within else {
            self.lose_frames(shared, octets);
            return;
        };
        let offset = self.offset;
        self.offset += u64::from(within);
        self.current.left -= within;
        self.current.damaged = true;
        let Header { kind, stream, .. } = self.current.frame.header;
        if kind.carries_block() || nameless {
            let what = if nameless {
                "a frame".to_owned()
            } else {
                format!("{kind} on stream {stream}")
            };
            let message = format!(
                "Part of {what} is missing, and a header block with it; reading continues at byte {}, where the frame ends.",
                self.offset + u64::from(self.current.left),
            );
            self.lost(octets, offset, message, events);
        }
        if nameless {
            self.current.frame.header.kind = FrameType::HEADERS;
            shared.settings.missed(self.sender);
        }
        if self.current.left == 0 {
            self.end(shared, events);
        }
    }

    pub(super) fn finish(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        self.end_search(shared, events);
        let inside = match self.phase {
            Phase::Payload if !self.current.damaged => Some((
                self.current.frame.offset,
                format!(
                    "The bytes end inside {} on stream {}, with {} of the {} bytes of its payload missing.",
                    self.current.frame.header.kind,
                    self.current.frame.header.stream,
                    self.current.left,
                    self.current.frame.header.length,
                ),
            )),
            Phase::Header if self.have > 0 => Some((
                self.offset - self.have as u64,
                format!(
                    "The bytes end inside a frame header: {} of 9 bytes are there.",
                    self.have
                ),
            )),
            Phase::Preface { matched, .. } if matched > 0 => Some((
                0,
                format!(
                    "The bytes end inside the client's connection preface: {matched} of 24 bytes are there."
                ),
            )),
            _ => None,
        };
        let truncated = inside.is_some();
        if let Some((offset, message)) = inside {
            let violation = Violation::new(ErrorCode::TruncatedFrame, "RFC 9113 §4.1", message);
            self.fail(shared.frames, offset, violation, events);
        }
        // Of a block in a frame that is damaged the loss was reported.
        if self.phase == Phase::Payload
            && self.current.damaged
            && self.current.frame.header.kind.carries_block()
        {
            self.close();
        }
        self.have = 0;
        self.phase = Phase::Header;
        let Some(open) = self.open.take() else {
            return;
        };
        if !truncated && !open.reported {
            let violation = Violation::new(
                ErrorCode::IncompleteHeaderBlock,
                "RFC 9113 §4.3",
                format!(
                    "The header block on stream {} never ends: END_HEADERS is missing.",
                    open.stream
                ),
            );
            self.fail(open.frame, open.offset, violation, events);
        }
        let message = format!(
            "The header block on stream {} that begins at byte {} was never completed.",
            open.stream, open.offset
        );
        self.lost(None, self.offset, message, events);
    }
}
