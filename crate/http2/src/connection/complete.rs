//! What a whole frame means for its connection.

use super::{
    Shared,
    block::Open,
    reader::Reader,
    rules::{self, carries_headers},
};
use crate::{
    Block, Detail, Event, Fragment, Frame, Kind, Priority,
    frame::{HEADER, flags},
};

/// CONTINUATION frames without a fragment, in one block, from which on that is
/// worth a note.
const EMPTY_FRAMES: u32 = 8;

impl Reader {
    /// Sets where the fragment of the frame at hand belongs; its header was
    /// just read.
    pub(super) fn place(&mut self, events: &mut dyn FnMut(Event<'_>)) {
        let frame = self.current.frame;
        self.orphans &= frame.kind == Kind::CONTINUATION;
        match frame.kind {
            Kind::HEADERS | Kind::PUSH_PROMISE => {
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
            Kind::CONTINUATION => {
                let here = self.open.as_ref().map(|open| open.stream);
                self.current.joins = here == Some(frame.stream);
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
        let wrong = self
            .too_large(shared)
            .or_else(|| self.misplaced())
            .or_else(|| first.then(|| self.not_settings(shared)).flatten())
            .or_else(|| rules::check(&frame, &self.kept, self.current.padding_fits))
            .or_else(|| self.stream(shared));
        self.follow(shared);
        if let Some(wrong) = wrong {
            if let Some(open) = &mut self.open
                && self.current.misplaced
                && !self.current.joins
            {
                open.told = true;
            }
            self.fail(number, frame.offset, wrong, events);
        }
        if let Some(place) = self.current.padding_fault {
            let message = format!(
                "Byte {place} of the padding of {} on stream {} should be zero, but is not (RFC 9113 §6.1).",
                frame.kind, frame.stream
            );
            events(Event::Note(
                self.sender,
                frame.offset,
                self.arrival,
                message,
            ));
        }
        if carries_headers(frame.kind) {
            self.fragment(shared, number, events);
        }
    }

    /// The frame with what stands in its payload. Settings take effect.
    fn report(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        let frame = self.current.frame;
        let kept = self.kept.as_slice();
        let settings: Vec<_>;
        let acknowledged;
        let detail = match frame.kind {
            Kind::SETTINGS if frame.flags & flags::ACK != 0 => {
                acknowledged = shared.settings.acknowledge(self.sender);
                Detail::Acknowledged(acknowledged.as_deref())
            }
            Kind::SETTINGS => {
                settings = rules::settings(kept).collect();
                shared.settings.announce(self.sender, &settings);
                if shared.streams.is_start(self.sender) {
                    shared.streams.begin_whole(self.sender);
                }
                Detail::Settings(&settings)
            }
            Kind::RST_STREAM => rules::number(kept, 0).map_or(Detail::None, Detail::Reset),
            Kind::GOAWAY => match (rules::word(kept, 0), rules::number(kept, 4)) {
                (Some(last), Some(code)) => Detail::GoAway(last, code, &kept[8..]),
                _ => Detail::None,
            },
            Kind::PRIORITY => priority(kept).map_or(Detail::None, Detail::Priority),
            Kind::WINDOW_UPDATE => rules::word(kept, 0).map_or(Detail::None, Detail::Window),
            Kind::PING => kept.try_into().map_or(Detail::None, Detail::Ping),
            Kind::PRIORITY_UPDATE => rules::word(kept, 0).map_or(Detail::None, |stream| {
                Detail::PriorityUpdate(stream, &kept[4..])
            }),
            _ => Detail::None,
        };
        events(Event::Frame(frame, detail));
    }

    /// Follows the streams.
    fn follow(&mut self, shared: &mut Shared) {
        let Frame {
            kind,
            stream,
            flags: set,
            ..
        } = self.current.frame;
        let streams = &mut shared.streams;
        match kind {
            Kind::HEADERS => streams.open(self.sender, stream),
            Kind::PUSH_PROMISE => {
                if let Some(promised) = self.promised() {
                    streams.open(self.sender, promised);
                }
            }
            Kind::DATA => {}
            _ => return,
        }
        if kind != Kind::PUSH_PROMISE && set & flags::END_STREAM != 0 {
            streams.end(self.sender, stream);
        }
    }

    /// Takes the fragment of the frame at hand into the open block, and hands
    /// that out where it ends.
    fn fragment(&mut self, shared: &mut Shared, number: u32, events: &mut dyn FnMut(Event<'_>)) {
        let current = self.current;
        let frame = current.frame;
        let promised = self.promised().filter(|_| frame.kind == Kind::PUSH_PROMISE);
        let Some(open) = self.open.as_mut().filter(|_| current.joins) else {
            if current.fragment > 0 && current.misplaced {
                let message = format!(
                    "A fragment of a header block on stream {} that does not begin here was left out.",
                    frame.stream
                );
                self.lost(None, frame.offset, message, events);
            }
            return;
        };
        if frame.kind != Kind::CONTINUATION {
            open.frame = number;
            open.promised = promised;
        } else if current.fragment == 0 {
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
        if current.shape.short || !current.padding_fits {
            open.damage = Some("its padding is longer than its payload");
        }
        let front = current.shape.prefix;
        let prioritised = frame.kind == Kind::HEADERS && frame.flags & flags::PRIORITY != 0;
        open.fragments.push(Fragment {
            frame: number,
            start: open.octets.len() as u32 - current.fragment,
            length: current.fragment,
            offset: frame.offset + HEADER as u64 + u64::from(front),
            padding: current.padding,
            padding_fault: current.padding_fault,
            priority: self
                .kept
                .get(usize::from(current.shape.padded)..)
                .filter(|_| prioritised)
                .and_then(priority),
        });
        if frame.flags & flags::END_HEADERS == 0 {
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

/// The priority at the start of `octets` (RFC 7540 §6.3).
fn priority(octets: &[u8]) -> Option<Priority> {
    let weight = *octets.get(4)?;
    let word = rules::number(octets, 0)?;
    Some(Priority {
        exclusive: word >> 31 != 0,
        dependency: word & 0x7fff_ffff,
        weight,
    })
}
