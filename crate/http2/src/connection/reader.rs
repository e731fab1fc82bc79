//! One direction: octets, cut anywhere, to frames. Payloads that hold no
//! headers were skipped.

use super::{
    Shared, Start,
    block::Open,
    find::{Beginning, Seeking},
    rules::{Shape, Wrong, carries_headers},
};
use crate::{
    Arrival, Code, Event, Frame, FrameError, Kind, Loss, Sender,
    frame::{HEADER, PREFACE, flags},
};

/// Where the next octet belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The preface, of which `matched` octets have come.
    Preface { matched: usize, or: Otherwise },
    /// A frame's header.
    Header,
    /// A frame's payload.
    Payload,
    /// Frames are looked for ([`Seeking`]).
    Search,
}

/// What octets are that are not the preface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Otherwise {
    /// An error: frames are looked for.
    Wrong,
    /// Frames.
    Frames,
    /// The middle of a connection: frames are looked for.
    Middle,
}

/// One direction.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) sender: Sender,
    pub(super) phase: Phase,
    /// Place of the next octet in the sender's stream of octets.
    pub(super) offset: u64,
    pub(super) header: [u8; HEADER],
    /// Octets of `header` that are there.
    pub(super) have: usize,
    pub(super) current: Current,
    /// The prefix of the payload, as [`Shape`] has it.
    pub(super) kept: Vec<u8>,
    /// The header block whose END_HEADERS has not come.
    pub(super) open: Option<Open>,
    /// Buffers of the block before.
    pub(super) spare: Open,
    /// What brought the last octet.
    pub(super) arrival: Arrival,
    /// Whether the next frame was found by its looks.
    pub(super) found: bool,
    /// Whether a CONTINUATION frame may belong to a block that was lost.
    pub(super) orphans: bool,
    pub(super) seeking: Option<Seeking>,
}

/// The frame whose payload is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Current {
    pub(super) frame: Frame,
    pub(super) shape: Shape,
    /// Octets of the payload to come.
    pub(super) left: u32,
    /// Octets of the header block or data to come.
    body: u32,
    /// Octets of the header block in this frame.
    pub(super) fragment: u32,
    /// The pad length, once it was read.
    pub(super) padding: Option<u8>,
    pub(super) padding_fits: bool,
    pub(super) padding_fault: Option<u8>,
    /// Whether octets of it are missing.
    pub(super) damaged: bool,
    /// Whether its fragment goes into the open block.
    pub(super) joins: bool,
    /// A rule about its place among other frames that it breaks.
    pub(super) misplaced: bool,
}

impl Reader {
    pub(super) fn new(sender: Sender, start: &Start) -> Self {
        let or = match start {
            Start::Preface | Start::Upgrade(_) => Otherwise::Wrong,
            Start::Frames => Otherwise::Frames,
            Start::Middle => Otherwise::Middle,
        };
        let phase = match (sender, or) {
            (Sender::Server, Otherwise::Wrong | Otherwise::Frames) => Phase::Header,
            (Sender::Unknown, Otherwise::Wrong) => Phase::Header,
            _ => Phase::Preface { matched: 0, or },
        };
        Self {
            sender,
            phase,
            offset: 0,
            header: [0; HEADER],
            have: 0,
            current: Current::of(sender, &[0; HEADER], 0),
            kept: Vec::new(),
            open: None,
            spare: Open::default(),
            arrival: Arrival::default(),
            found: false,
            orphans: false,
            seeking: None,
        }
    }

    pub(super) fn push(
        &mut self,
        shared: &mut Shared,
        mut octets: &[u8],
        arrival: Arrival,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        self.arrival = arrival;
        while !octets.is_empty() {
            let taken = match self.phase {
                Phase::Preface { matched, or } => self.preface(shared, matched, or, octets, events),
                Phase::Header => {
                    let taken = octets.len().min(HEADER - self.have);
                    self.header[self.have..self.have + taken].copy_from_slice(&octets[..taken]);
                    self.have += taken;
                    self.offset += taken as u64;
                    if self.have == HEADER {
                        self.begin(shared, events);
                    }
                    taken
                }
                Phase::Payload => {
                    let taken = octets.len().min(self.current.left as usize);
                    self.payload(&octets[..taken]);
                    self.offset += taken as u64;
                    if self.current.left == 0 {
                        self.end(shared, events);
                    }
                    taken
                }
                Phase::Search => {
                    self.seek(shared, octets, events);
                    octets.len()
                }
            };
            octets = &octets[taken..];
        }
    }

    /// Compares octets with the preface (§3.4); returns how many were taken.
    fn preface(
        &mut self,
        shared: &mut Shared,
        matched: usize,
        or: Otherwise,
        octets: &[u8],
        events: &mut dyn FnMut(Event<'_>),
    ) -> usize {
        let equal = octets
            .iter()
            .zip(&PREFACE[matched..])
            .take_while(|(octet, expected)| octet == expected)
            .count();
        let matched = matched + equal;
        self.offset += equal as u64;
        if matched == PREFACE.len() {
            shared.streams.begin_whole(self.sender);
            shared.settings.begin_whole(self.sender);
            self.phase = Phase::Header;
        } else if equal == octets.len() {
            self.phase = Phase::Preface { matched, or };
        } else {
            self.offset -= matched as u64;
            match or {
                Otherwise::Frames => self.phase = Phase::Header,
                Otherwise::Middle => self.start_search(Beginning::Middle),
                Otherwise::Wrong => {
                    let wrong = Wrong::new(
                        Code::ProtocolError,
                        "RFC 9113 §3.4",
                        "The client's bytes do not begin with the connection preface.",
                    );
                    self.fail(shared.frames, self.offset, wrong, events);
                    self.start_search(Beginning::NoPreface);
                }
            }
            self.push(shared, &PREFACE[..matched], self.arrival, events);
        }
        equal
    }

    /// A header is there.
    fn begin(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        self.have = 0;
        self.kept.clear();
        self.kept.shrink_to(1 << 14);
        self.current = Current::of(self.sender, &self.header, self.offset - HEADER as u64);
        self.current.frame.found = std::mem::take(&mut self.found);
        self.phase = Phase::Payload;
        self.place(events);
        if self.current.shape.prefix == 0 {
            self.divide();
        }
        if self.current.left == 0 {
            self.end(shared, events);
        }
    }

    /// Reads a part of the payload.
    fn payload(&mut self, mut octets: &[u8]) {
        let current = &mut self.current;
        current.left -= octets.len() as u32;
        if current.damaged {
            return;
        }
        let prefix = current.shape.prefix as usize;
        if self.kept.len() < prefix {
            let taken = octets.len().min(prefix - self.kept.len());
            self.kept.extend_from_slice(&octets[..taken]);
            octets = &octets[taken..];
            if self.kept.len() < prefix {
                return;
            }
            self.divide();
        }
        let current = &mut self.current;
        let taken = octets.len().min(current.body as usize);
        if current.joins
            && let Some(open) = &mut self.open
        {
            open.octets.extend_from_slice(&octets[..taken]);
        }
        current.body -= taken as u32;
        let padding = &octets[taken..];
        if let Some(length) = current.padding
            && current.padding_fits
            && current.padding_fault.is_none()
            && let Some(at) = padding.iter().position(|octet| *octet != 0)
        {
            let behind = current.left as usize + padding.len() - at;
            current.padding_fault = Some((usize::from(length) - behind) as u8);
        }
    }

    /// Tells the header block or data from the padding: the prefix is there.
    fn divide(&mut self) {
        let current = &mut self.current;
        if current.shape.short {
            return;
        }
        let rest = current.frame.length - current.shape.prefix;
        if current.shape.padded {
            current.padding = self.kept.first().copied();
        }
        let padding = u32::from(current.padding.unwrap_or(0));
        current.padding_fits = padding <= rest;
        if current.padding_fits {
            current.body = rest - padding;
            current.fragment = current.body;
        }
    }

    /// The payload's last octet was there, or lost.
    pub(super) fn end(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        self.phase = Phase::Header;
        self.current.frame.arrival = self.arrival;
        if !self.current.damaged {
            self.complete(shared, events);
            return;
        }
        let frame = self.current.frame;
        shared.streams.missed(self.sender);
        if frame.kind == Kind::SETTINGS {
            shared.settings.missed(self.sender);
        }
        if carries_headers(frame.kind) {
            self.close();
            self.orphans = frame.flags & flags::END_HEADERS == 0;
        }
    }

    /// Forgets the open block.
    pub(super) fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.spare = open;
        }
    }

    /// Reports that the block at hand is missing, once.
    pub(super) fn lost(
        &mut self,
        octets: Option<u64>,
        offset: u64,
        message: String,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        events(Event::Lost(Loss {
            sender: self.sender,
            octets,
            offset,
            arrival: self.arrival,
            message,
        }));
    }

    pub(super) fn fail(
        &self,
        frame: u32,
        offset: u64,
        wrong: Wrong,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        events(Event::Error(FrameError {
            code: wrong.code,
            sender: self.sender,
            frame,
            offset,
            arrival: self.arrival,
            section: wrong.section,
            message: wrong.message,
        }));
    }
}

impl Current {
    pub(super) fn of(sender: Sender, header: &[u8; HEADER], offset: u64) -> Self {
        let [a, b, c, kind, flags, s0, s1, s2, s3] = *header;
        let stream = u32::from_be_bytes([s0, s1, s2, s3]);
        let frame = Frame {
            sender,
            kind: Kind(kind),
            flags,
            reserved: stream >> 31 != 0,
            stream: stream & 0x7fff_ffff,
            length: u32::from_be_bytes([0, a, b, c]),
            offset,
            arrival: Arrival::default(),
            found: false,
        };
        Self {
            frame,
            shape: Shape::of(&frame),
            left: frame.length,
            body: 0,
            fragment: 0,
            padding: None,
            padding_fits: true,
            padding_fault: None,
            damaged: false,
            joins: false,
            misplaced: false,
        }
    }
}
