//! What a whole frame means for its connection.

use super::{Shared, block::Open, reader::Reader};
use crate::{
    Block, Detail, Event, Fragment, FrameType, Header,
    frame::{PayloadError, Prefix, flags, rules},
};

/// CONTINUATION frames without a fragment, in one block, from which on that is
/// worth a note.
const EMPTY_FRAMES: u32 = 8;

impl Reader {
    /// Sets where the fragment of the frame at hand belongs; its header was
    /// just read.
    pub(super) fn place(&mut self, events: &mut dyn FnMut(Event<'_>)) {
        let frame = self.current.frame;
        let header = frame.header;
        self.orphans &= header.kind == FrameType::CONTINUATION;
        match header.kind {
            FrameType::HEADERS | FrameType::PUSH_PROMISE => {
                self.current.joins = true;
                self.current.misplaced = self.open.is_some();
                let buffers = match self.open.take() {
                    Some(open) => {
                        self.unfinished(&open, events);
                        open
                    }
                    None => std::mem::take(&mut self.spare),
                };
                self.open = Some(buffers.begin(&frame));
            }
            FrameType::CONTINUATION => {
                let here = self.open.as_ref().map(|open| open.stream);
                self.current.joins = here == Some(header.stream);
                self.current.misplaced = !self.current.joins && !self.orphans;
            }
            _ => self.current.misplaced = self.open.is_some(),
        }
    }

    /// A block is missing: another begins before it is whole.
    fn unfinished(&mut self, open: &Open, events: &mut dyn FnMut(Event<'_>)) {
        let message = format!(
            "The header block on stream {} that begins at byte {} is incomplete: another begins before its END_HEADERS; reading continues with that one.",
            open.stream, open.offset
        );
        self.lost(None, open.offset, message, events);
    }

    /// Reports the frame at hand, what is wrong with it, and the header block
    /// that it ends.
    pub(super) fn complete(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        let frame = self.current.frame;
        let number = shared.frames;
        shared.frames = number.saturating_add(1);
        self.report(shared, events);
        let first = shared.streams.is_first(self.sender);
        let violation = self
            .too_large(shared)
            .or_else(|| self.misplaced())
            .or_else(|| first.then(|| self.not_settings(shared)).flatten())
            .or_else(|| rules::check(self.sender, &frame.header, &self.kept, self.current.prefix))
            .or_else(|| self.stream(shared));
        self.follow(shared);
        if let Some(violation) = violation {
            if let Some(open) = &mut self.open
                && self.current.misplaced
                && !self.current.joins
            {
                open.reported = true;
            }
            self.fail(number, frame.offset, violation, events);
        }
        if let Some(place) = self.current.padding_fault {
            let message = format!(
                "Byte {place} of the padding of {} on stream {} should be zero, but is not (RFC 9113 §6.1).",
                frame.header.kind, frame.header.stream
            );
            events(Event::Note(
                self.sender,
                frame.offset,
                self.arrival,
                message,
            ));
        }
        if frame.header.kind.carries_block() {
            self.fragment(shared, number, events);
        }
    }

    /// The frame with what stands in its payload. Settings take effect.
    fn report(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        let frame = self.current.frame;
        let settings;
        let detail = match Detail::parse(&frame.header, &self.kept) {
            Detail::Acknowledged(_) => {
                settings = shared.settings.acknowledge(self.sender);
                Detail::Acknowledged(settings.as_deref())
            }
            detail => detail,
        };
        if let Detail::Settings(settings) = detail {
            shared
                .settings
                .announce(self.sender, settings.iter().collect());
            if shared.streams.is_start(self.sender) {
                shared.streams.begin_whole(self.sender);
            }
        }
        events(Event::Frame(frame, detail));
    }

    /// Follows the streams.
    fn follow(&mut self, shared: &mut Shared) {
        let header = self.current.frame.header;
        let Header { kind, stream, .. } = header;
        let streams = &mut shared.streams;
        match kind {
            FrameType::HEADERS => streams.open(self.sender, stream),
            FrameType::PUSH_PROMISE => {
                if let Some(promised) = self.promised() {
                    streams.open(self.sender, promised);
                }
            }
            FrameType::DATA => {}
            _ => return,
        }
        if kind != FrameType::PUSH_PROMISE && header.has(flags::END_STREAM) {
            streams.end(self.sender, stream);
        }
    }

    /// Takes the fragment of the frame at hand into the open block, and hands
    /// that out where it ends.
    fn fragment(&mut self, shared: &mut Shared, number: u32, events: &mut dyn FnMut(Event<'_>)) {
        let current = self.current;
        let frame = current.frame;
        let header = frame.header;
        let prefix = current.prefix.unwrap_or_default();
        let Some(open) = self.open.as_mut().filter(|_| current.joins) else {
            if prefix.body > 0 && current.misplaced {
                let message = format!(
                    "A fragment of a header block on stream {} that does not begin here was left out.",
                    header.stream
                );
                self.lost(None, frame.offset, message, events);
            }
            return;
        };
        if header.kind != FrameType::CONTINUATION {
            open.frame = number;
            open.promised = prefix.promised;
        } else if prefix.body == 0 {
            open.empty += 1;
            if open.empty == EMPTY_FRAMES {
                let message = format!(
                    "The header block on stream {} has {EMPTY_FRAMES} or more empty CONTINUATION frames (RFC 9113 §10.5).",
                    open.stream
                );
                events(Event::Note(
                    self.sender,
                    frame.offset,
                    self.arrival,
                    message,
                ));
            }
        }
        if let Err(error) = current.prefix {
            open.damage = Some(match error {
                PayloadError::TooShort => "its payload is too short for its fields",
                PayloadError::PaddingTooLong => "its padding is longer than its payload",
            });
        }
        open.fragments.push(Fragment {
            frame: number,
            start: open.octets.len() as u32 - prefix.body,
            length: prefix.body,
            offset: frame.offset + (Header::LEN + Prefix::len(&header)) as u64,
            padding: prefix.padding,
            padding_fault: current.padding_fault,
            priority: prefix.priority,
        });
        if header.continues() {
            return;
        }
        let Some(open) = self.open.take() else { return };
        if let Some(damage) = open.damage {
            let message = format!(
                "The header block on stream {} that begins at byte {} is missing: {damage}.",
                open.stream, open.offset
            );
            self.lost(None, open.offset, message, events);
        } else {
            let limits = shared.settings.limits(self.sender);
            events(Event::Block(Block {
                sender: self.sender,
                stream: open.stream,
                promised: open.promised,
                end_stream: open.end_stream,
                octets: &open.octets,
                fragments: &open.fragments,
                limit_changes: &limits.changes,
                limit_unknown: limits.unknown,
                max_header_list_size: shared.settings.max_header_list_size(self.sender),
                arrival: self.arrival,
            }));
        }
        self.spare = open;
    }
}
