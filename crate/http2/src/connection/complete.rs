//! What a whole frame means for its connection.

use super::{
    Shared,
    block::Open,
    reader::Reader,
    rules::{self, Wrong, carries_headers},
    streams::State,
};
use crate::{
    Block, Code, Detail, Event, Fragment, Frame, Kind, Priority, Sender,
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
            "The header block on stream {} that begins at octet {} is missing: another begins before its END_HEADERS; reading goes on with that.",
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
                "Octet {place} of the padding of {} on stream {} is not zero, as it should be (RFC 9113 §6.1).",
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

    /// §4.2.
    fn too_large(&self, shared: &Shared) -> Option<Wrong> {
        let length = self.current.frame.length;
        let (limit, unseen) = shared.settings.max_frame_size(self.sender)?;
        if length <= limit {
            return None;
        }
        let unless = if unseen {
            " (unless the receiver announced more: its SETTINGS are not in the input)"
        } else {
            ""
        };
        Some(Wrong::new(
            Code::FrameSizeError,
            "RFC 9113 §4.2",
            format!(
                "The payload of {} has {length} octets, above SETTINGS_MAX_FRAME_SIZE {limit}{unless}.",
                self.current.frame.kind
            ),
        ))
    }

    /// §4.3 and §6.10: nothing may stand between the frames of a block.
    fn misplaced(&self) -> Option<Wrong> {
        if !self.current.misplaced {
            return None;
        }
        let Frame { kind, stream, .. } = self.current.frame;
        let (section, message) = match (&self.open, kind) {
            (Some(_), Kind::HEADERS | Kind::PUSH_PROMISE) => (
                rules::section(kind),
                format!(
                    "{kind} on stream {stream} begins before the header block before it has ended."
                ),
            ),
            (Some(open), Kind::CONTINUATION) => (
                rules::section(kind),
                format!(
                    "CONTINUATION is on stream {stream}, while the open header block is on stream {}.",
                    open.stream
                ),
            ),
            (None, _) => (
                rules::section(kind),
                format!("CONTINUATION on stream {stream} follows no open header block."),
            ),
            (Some(open), _) => (
                "RFC 9113 §6.10",
                format!(
                    "{kind} stands inside the header block on stream {}, where only CONTINUATION may.",
                    open.stream
                ),
            ),
        };
        Some(Wrong::new(Code::ProtocolError, section, message))
    }

    /// §3.4: each side's first frame is SETTINGS.
    fn not_settings(&self, shared: &Shared) -> Option<Wrong> {
        let frame = self.current.frame;
        let settings = frame.kind == Kind::SETTINGS && frame.flags & flags::ACK == 0;
        (shared.streams.whole(self.sender) && !settings).then(|| {
            Wrong::new(
                Code::ProtocolError,
                "RFC 9113 §3.4",
                format!("The first frame is {} instead of SETTINGS.", frame.kind),
            )
        })
    }

    /// §5.1: what the streams' numbers and states allow, where it is certain.
    fn stream(&self, shared: &Shared) -> Option<Wrong> {
        let Frame { kind, stream, .. } = self.current.frame;
        let streams = &shared.streams;
        let whole = streams.whole(self.sender);
        let state = match kind {
            Kind::DATA | Kind::HEADERS if whole => streams.state(self.sender, stream),
            _ => State::Open,
        };
        let protocol = |section, message| Some(Wrong::new(Code::ProtocolError, section, message));
        match (kind, self.sender) {
            (Kind::HEADERS, Sender::Client) if stream.is_multiple_of(2) => protocol(
                "RFC 9113 §5.1.1",
                format!(
                    "The client sent HEADERS on stream {stream}, and its streams have odd numbers."
                ),
            ),
            (Kind::DATA | Kind::HEADERS, _) if state == State::Ended => Some(Wrong::new(
                Code::StreamClosed,
                "RFC 9113 §5.1",
                format!("{kind} on stream {stream}, which the sender has ended."),
            )),
            (Kind::HEADERS, Sender::Client)
                if state == State::Idle && stream < streams.highest(Sender::Client) =>
            {
                let highest = streams.highest(Sender::Client);
                protocol(
                    "RFC 9113 §5.1.1",
                    format!(
                        "Stream {stream} is new, but not above stream {highest}, which the client opened before."
                    ),
                )
            }
            (Kind::HEADERS, Sender::Server) if state == State::Idle && stream.is_multiple_of(2) => {
                protocol(
                    "RFC 9113 §5.1.1",
                    format!(
                        "The server sent HEADERS on stream {stream}, which it has not promised."
                    ),
                )
            }
            (Kind::DATA, Sender::Client) if state == State::Idle => protocol(
                "RFC 9113 §5.1",
                format!("DATA on stream {stream}, which the client has not opened."),
            ),
            (Kind::PUSH_PROMISE, Sender::Server) => {
                let promised = self.promised()?;
                if promised == 0 || !promised.is_multiple_of(2) {
                    return protocol(
                        "RFC 9113 §6.6",
                        format!(
                            "The promised stream is {promised}, and a server's streams have even numbers."
                        ),
                    );
                }
                let highest = streams.highest(Sender::Server);
                if whole && promised <= highest {
                    return protocol(
                        "RFC 9113 §5.1.1",
                        format!(
                            "The promised stream {promised} is not above stream {highest}, which was promised before."
                        ),
                    );
                }
                if shared.settings.push_disabled(Sender::Server) {
                    return protocol(
                        "RFC 9113 §6.5.2",
                        "PUSH_PROMISE, although the server has acknowledged SETTINGS_ENABLE_PUSH 0.".to_owned(),
                    );
                }
                None
            }
            _ => None,
        }
    }

    /// The promised stream of the PUSH_PROMISE at hand.
    fn promised(&self) -> Option<u32> {
        rules::word(&self.kept, usize::from(self.current.shape.padded))
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
                    "{} octets of a header block on stream {} that does not begin here are missing from it.",
                    current.fragment, frame.stream
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
                    "The header block on stream {} has {EMPTY_FRAMES} CONTINUATION frames or more that carry nothing (RFC 9113 §10.5).",
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
            open.damage = Some("its payload does not divide into header block and padding");
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
                "The header block on stream {} that begins at octet {} is missing: {damage}.",
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
