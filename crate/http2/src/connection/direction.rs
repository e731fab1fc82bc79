//! One direction of a connection: its frames and header blocks, and resuming after
//! a loss.

use super::{
    Fallback, Shared,
    assembler::{Assembler, EMPTY_FRAMES},
    frames::{Frames, Item, Lost},
    order,
    resync::{Reason, Resync},
};
use crate::{
    Arrival, Block, Detail, ErrorCode, Event, FrameError, FrameType, Header, Input, Loss, Missing,
    PREFACE, Sender,
    frame::rules::{self, RuleError},
};

type Events<'e> = &'e mut dyn FnMut(Event<'_>);

#[derive(Debug)]
pub(super) struct Direction {
    sender: Sender,
    fallback: Fallback,
    frames: Frames,
    blocks: Assembler,
    resync: Option<Resync>,
    arrival: Arrival,
}

impl Direction {
    pub(super) fn new(sender: Sender, fallback: Fallback) -> Self {
        let has_preface = match fallback {
            Fallback::Error => sender == Sender::Client,
            Fallback::Frames => sender != Sender::Server,
            Fallback::Middle => true,
        };
        Self {
            sender,
            fallback,
            frames: Frames::new(sender, has_preface),
            blocks: Assembler::default(),
            resync: None,
            arrival: Arrival::default(),
        }
    }

    pub(super) fn read(&mut self, shared: &mut Shared, input: Input<&[u8]>, events: Events<'_>) {
        match input {
            Input::Bytes(bytes, arrival) => {
                self.arrival = arrival;
                self.push(shared, bytes, events);
            }
            Input::Lost(count, arrival) => {
                self.arrival = arrival;
                if count != Some(0) {
                    self.on_loss(shared, count, events);
                }
            }
            Input::End => self.finish(shared, events),
        }
    }

    fn push(&mut self, shared: &mut Shared, mut bytes: &[u8], events: Events<'_>) {
        loop {
            if let Some(resync) = &mut self.resync {
                if let Some(place) = resync.push(shared, self.sender, bytes, self.arrival) {
                    self.resume(shared, Some(place), events);
                }
                return;
            }
            let Some(item) = self.frames.next(&mut bytes) else {
                return;
            };
            match item {
                Item::Preface => {
                    shared.streams.begin_complete(self.sender);
                    shared.settings.begin_complete(self.sender);
                }
                Item::NoPreface(taken) => {
                    self.reject_preface(shared, events);
                    self.push(shared, &PREFACE[..taken], events);
                }
                Item::Header => {
                    let kind = self.frames.current.frame.header.kind;
                    if kind.carries_block() && kind != FrameType::CONTINUATION {
                        self.cut_block(shared, Missing::Unknown, events);
                    }
                    if let Some((stream, offset)) = self.blocks.assign(&self.frames.current.frame) {
                        let message = format!(
                            "The header block on stream {stream} that begins at byte {offset} is incomplete: another begins before its END_HEADERS; reading continues with that one."
                        );
                        self.report_loss(None, offset, message, events);
                    }
                }
                Item::Body(bytes) => self.blocks.extend(bytes),
                Item::End => self.end(shared, events),
            }
        }
    }

    fn reject_preface(&mut self, shared: &Shared, events: Events<'_>) {
        let reason = match self.fallback {
            Fallback::Frames => return,
            Fallback::Middle => Reason::Middle,
            Fallback::Error => {
                let message = "The client's bytes do not begin with the connection preface.";
                let error = RuleError::new(ErrorCode::ProtocolError, "RFC 9113 §3.4", message);
                self.report_error(shared.frames, self.frames.offset, error, events);
                Reason::NoPreface
            }
        };
        self.resync = Some(Resync::new(
            reason,
            self.frames.offset,
            Some(0),
            self.arrival,
        ));
    }

    /// Ends a frame, whose last byte came or was lost.
    fn end(&mut self, shared: &mut Shared, events: Events<'_>) {
        let current = &mut self.frames.current;
        current.frame.arrival = self.arrival;
        if !current.damaged {
            return self.complete(shared, events);
        }
        let header = current.frame.header;
        shared.streams.mark_missed(self.sender);
        if header.kind == FrameType::SETTINGS {
            shared.settings.mark_missed(self.sender);
        }
        if header.kind.carries_block() {
            self.blocks.close();
            self.blocks.orphans = header.continues();
        }
    }

    /// Reports the current frame, its error, and the header block that it ends.
    fn complete(&mut self, shared: &mut Shared, events: Events<'_>) {
        let current = self.frames.current;
        let frame = current.frame;
        let header = frame.header;
        let number = shared.frames;
        shared.frames = number.saturating_add(1);
        self.report_frame(shared, number, events);
        let is_first = shared.streams.is_first(self.sender);
        let promised = current.prefix.ok().and_then(|prefix| prefix.promised);
        let error = order::check_size(self.sender, &header, shared)
            .or_else(|| order::check_placement(&header, &self.blocks))
            .or_else(|| {
                order::check_first(&header, shared.streams.is_complete(self.sender) && is_first)
            })
            .or_else(|| rules::check(self.sender, &header, &self.frames.kept, current.prefix))
            .or_else(|| order::check_stream(self.sender, &header, promised, shared));
        shared.streams.update(self.sender, &header, promised);
        if let Some(error) = error {
            self.blocks.mark_reported();
            self.report_error(number, frame.offset, error, events);
        }
        if let Some(place) = current.padding_error {
            let message = format!(
                "Byte {place} of the padding of {} on stream {} must be zero, but is not (RFC 9113 §6.1).",
                header.kind, header.stream
            );
            events(Event::Note(
                self.sender,
                frame.offset,
                self.arrival,
                message,
            ));
        }
        if header.kind.carries_block() {
            self.join_fragment(shared, number, events);
        }
    }

    /// Reports the current frame with its detail, and applies settings.
    fn report_frame(&mut self, shared: &mut Shared, number: u32, events: Events<'_>) {
        let frame = self.frames.current.frame;
        let acknowledged;
        let mut detail = Detail::parse(&frame.header, &self.frames.kept);
        if let Detail::Acknowledged(settings) = &mut detail {
            acknowledged = shared.settings.acknowledge(self.sender);
            *settings = acknowledged
                .as_ref()
                .map(|(frame, settings)| (*frame, &settings[..]));
        } else if let Detail::Settings(settings) = detail {
            let settings = settings.iter().collect();
            shared.settings.announce(self.sender, number, settings);
            if shared.streams.is_start(self.sender) {
                shared.streams.begin_complete(self.sender);
            }
        }
        events(Event::Frame(frame, detail));
    }

    /// Joins the fragment of the current frame to the open block, and reports the
    /// block if it ends.
    fn join_fragment(&mut self, shared: &mut Shared, number: u32, events: Events<'_>) {
        let current = self.frames.current;
        let Header { stream, .. } = current.frame.header;
        let body = current.prefix.map_or(0, |prefix| prefix.body);
        if !self.blocks.joins {
            if body > 0 && self.blocks.misplaced {
                let message = format!(
                    "A fragment of a header block on stream {stream} that does not begin here was left out."
                );
                self.report_loss(None, current.frame.offset, message, events);
            }
            return;
        }
        if self.blocks.add_fragment(number, &current, body) {
            let message = format!(
                "The header block on stream {stream} has {EMPTY_FRAMES} or more empty CONTINUATION frames (RFC 9113 §10.5)."
            );
            events(Event::Note(
                self.sender,
                current.frame.offset,
                self.arrival,
                message,
            ));
        }
        if current.frame.header.continues() {
            return;
        }
        let Some(block) = self.blocks.close() else {
            return;
        };
        if let Some(damage) = block.damage {
            let offset = block.offset;
            let message = format!(
                "The header block on stream {stream} that begins at byte {offset} is missing: {damage}."
            );
            return self.report_loss(None, offset, message, events);
        }
        self.report_block(shared, None, events);
    }

    /// Reports the block that was assembled last.
    fn report_block(&self, shared: &mut Shared, missing: Option<Missing>, events: Events<'_>) {
        let block = self.blocks.last();
        let limits = shared.settings.take_limits(self.sender);
        events(Event::Block(Block {
            sender: self.sender,
            framed: block.framed(),
            bytes: &block.bytes,
            missing,
            fragments: &block.fragments,
            limit_changes: &limits.changes,
            limit_unknown: limits.unknown,
            max_header_list_size: shared.settings.max_header_list_size(self.sender),
            arrival: self.arrival,
        }));
    }

    /// Reports what came of the open block, if anything did.
    fn cut_block(&mut self, shared: &mut Shared, missing: Missing, events: Events<'_>) {
        if self.blocks.cut(&self.frames.current) {
            // Only padding may be missing.
            let missing = Some(missing).filter(|&missing| missing != Missing::Bytes(0));
            self.report_block(shared, missing, events);
        }
    }

    /// How much of the open block is missing if its bytes end here.
    fn missing(&self) -> Missing {
        match self.frames.missing() {
            Some(bytes) if self.blocks.joins => Missing::Bytes(bytes.into()),
            _ => Missing::Unknown,
        }
    }

    /// Skips missing bytes: their number, if known.
    fn on_loss(&mut self, shared: &mut Shared, count: Option<u64>, events: Events<'_>) {
        if let Some(resync) = self.resync.take() {
            match resync.search.best() {
                Some(place) => {
                    let arrival = self.arrival;
                    self.resync = Some(resync);
                    self.resume(shared, Some(place), events);
                    self.arrival = arrival;
                    self.on_loss(shared, count, events);
                }
                None => {
                    self.mark_missed(shared);
                    self.resync = Some(resync.restart(count));
                }
            }
            return;
        }
        let offset = self.frames.offset;
        let missing = match (self.missing(), count) {
            (Missing::Bytes(left), Some(count)) => Missing::Bytes(left.min(count)),
            (missing, _) => missing,
        };
        match self.frames.on_loss(count) {
            Lost::Preface => {}
            Lost::Unknown => {
                self.cut_block(shared, missing, events);
                self.blocks.close();
                self.mark_missed(shared);
                self.resync = Some(Resync::new(Reason::Hole, offset, count, self.arrival));
            }
            Lost::Frame { is_type_unknown } => {
                let current = &mut self.frames.current;
                let Header { kind, stream, .. } = current.frame.header;
                let end = self.frames.offset + u64::from(current.left);
                if is_type_unknown {
                    current.frame.header.kind = FrameType::HEADERS;
                    shared.settings.mark_missed(self.sender);
                }
                if kind.carries_block() || is_type_unknown {
                    self.cut_block(shared, missing, events);
                    self.blocks.close();
                    let what = match is_type_unknown {
                        true => "a frame".to_owned(),
                        false => format!("{kind} on stream {stream}"),
                    };
                    let message = format!(
                        "Part of {what} is missing, and a header block with it; reading continues at byte {end}, where the frame ends."
                    );
                    self.report_loss(count, offset, message, events);
                }
                self.push(shared, &[], events);
            }
        }
    }

    fn mark_missed(&self, shared: &mut Shared) {
        shared.streams.mark_missed(self.sender);
        shared.settings.mark_missed(self.sender);
        shared.settings.mark_acknowledgement_missed(self.sender);
    }

    /// Ends the search and resumes reading at `place` of it, if there is one.
    fn resume(&mut self, shared: &mut Shared, place: Option<u64>, events: Events<'_>) {
        let Some(resync) = self.resync.take() else {
            return;
        };
        let passed = place.unwrap_or_else(|| resync.search.len());
        self.frames.resume(resync.offset(passed));
        if place.is_some() {
            (self.frames.found, self.blocks.orphans) = (true, true);
        }
        let Resync {
            reason,
            from,
            missing,
            arrival,
            ..
        } = resync;
        match resync.describe(place) {
            Some((true, message)) => {
                if reason == Reason::NoPreface {
                    self.mark_missed(shared);
                }
                events(Event::Lost(Loss {
                    sender: self.sender,
                    bytes: missing,
                    offset: from,
                    arrival,
                    message,
                }));
            }
            Some((false, message)) => events(Event::Unread(self.sender, from, arrival, message)),
            None => {}
        }
        for (bytes, arrival) in resync.search.pieces(passed) {
            self.read(shared, Input::Bytes(bytes, arrival), events);
        }
    }

    fn finish(&mut self, shared: &mut Shared, events: Events<'_>) {
        if let Some(resync) = &self.resync {
            let best = resync.search.best();
            self.resume(shared, best, events);
        }
        let truncation = self.frames.truncation();
        let is_truncated = truncation.is_some();
        if let Some((offset, message)) = truncation {
            let error = RuleError::new(ErrorCode::TruncatedFrame, "RFC 9113 §4.1", message);
            self.report_error(shared.frames, offset, error, events);
        }
        // The loss of a block in a damaged frame was reported.
        if self.frames.ends_damaged() && self.frames.current.frame.header.kind.carries_block() {
            self.blocks.close();
        }
        let missing = self.missing();
        self.frames.resume(self.frames.offset);
        let Some(block) = self.blocks.open() else {
            return;
        };
        let (number, offset, stream) = (block.frame, block.offset, block.stream);
        if !is_truncated && !block.reported {
            let message =
                format!("The header block on stream {stream} never ends: END_HEADERS is missing.");
            let error = RuleError::new(ErrorCode::IncompleteHeaderBlock, "RFC 9113 §4.3", message);
            self.report_error(number, offset, error, events);
        }
        self.cut_block(shared, missing, events);
        self.blocks.close();
        if !is_truncated {
            let message = format!(
                "The header block on stream {stream} that begins at byte {offset} was never completed."
            );
            self.report_loss(None, self.frames.offset, message, events);
        }
    }

    fn report_loss(&self, bytes: Option<u64>, offset: u64, message: String, events: Events<'_>) {
        let (sender, arrival) = (self.sender, self.arrival);
        events(Event::Lost(Loss {
            sender,
            bytes,
            offset,
            arrival,
            message,
        }));
    }

    fn report_error(&self, frame: u32, offset: u64, error: RuleError, events: Events<'_>) {
        let RuleError {
            code,
            section,
            message,
        } = error;
        let (sender, arrival) = (self.sender, self.arrival);
        events(Event::Error(FrameError {
            code,
            sender,
            frame,
            offset,
            arrival,
            section,
            message,
        }));
    }
}
