//! One direction: octets, cut anywhere, to frames. Payloads that hold no
//! headers were skipped.

use super::{
    Shared,
    block::Open,
    seeking::{Beginning, Seeking},
};
use crate::{
    Arrival, ErrorCode, Event, Frame, FrameError, FrameType, Header, Loss, PREFACE, Sender,
    frame::{PayloadError, Prefix, rules::Violation},
};

/// Octets kept of a frame whose payload has a fixed size: what is more is violation.
const FIXED: usize = 8;

/// Where the next octet belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The preface, of which `matched` octets have come.
    Preface { matched: usize, fallback: Fallback },
    /// A frame's header.
    Header,
    /// A frame's payload.
    Payload,
    /// Frames are looked for ([`Seeking`]).
    Search,
}

/// What octets are that are not the preface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fallback {
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
    pub(super) header: [u8; Header::LEN],
    /// Octets of `header` that are there.
    pub(super) have: usize,
    pub(super) current: Current,
    /// The first octets of the payload, as many as [`Current`] says.
    pub(super) kept: Vec<u8>,
    /// The header block whose END_HEADERS has not come.
    pub(super) open: Option<Open>,
    /// Buffers of the block before.
    pub(super) spare: Open,
    /// What brought the last octet.
    pub(super) arrival: Arrival,
    /// [`Frame::found`] of the next frame.
    pub(super) found: bool,
    /// Whether a CONTINUATION frame may belong to a block that was lost.
    pub(super) orphans: bool,
    pub(super) seeking: Option<Seeking>,
}

/// The frame whose payload is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Current {
    pub(super) frame: Frame,
    /// Octets of the payload that are kept: its prefix, or what says something
    /// in it.
    keep: usize,
    /// The payload's prefix, once it was read.
    pub(super) prefix: Result<Prefix, PayloadError>,
    /// Octets of the payload to come.
    pub(super) left: u32,
    /// Octets of the header block or content to come.
    body: u32,
    pub(super) padding_fault: Option<u8>,
    /// Whether octets of it are missing.
    pub(super) damaged: bool,
    /// Whether its fragment goes into the open block.
    pub(super) joins: bool,
    /// A rule about its place among other frames that it breaks.
    pub(super) misplaced: bool,
}

impl Reader {
    pub(super) fn new(sender: Sender, fallback: Fallback) -> Self {
        let phase = match (sender, fallback) {
            (Sender::Server, Fallback::Wrong | Fallback::Frames) => Phase::Header,
            (Sender::Unknown, Fallback::Wrong) => Phase::Header,
            _ => Phase::Preface {
                matched: 0,
                fallback,
            },
        };
        Self {
            sender,
            phase,
            offset: 0,
            header: [0; Header::LEN],
            have: 0,
            current: Current::new(sender, [0; Header::LEN], 0),
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
                Phase::Preface { matched, fallback } => {
                    self.preface(shared, matched, fallback, octets, events)
                }
                Phase::Header => {
                    let taken = octets.len().min(Header::LEN - self.have);
                    self.header[self.have..self.have + taken].copy_from_slice(&octets[..taken]);
                    self.have += taken;
                    self.offset += taken as u64;
                    if self.have == Header::LEN {
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
        fallback: Fallback,
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
            self.phase = Phase::Preface { matched, fallback };
        } else {
            self.offset -= matched as u64;
            match fallback {
                Fallback::Frames => self.phase = Phase::Header,
                Fallback::Middle => self.start_search(Beginning::Middle),
                Fallback::Wrong => {
                    let violation = Violation::new(
                        ErrorCode::ProtocolError,
                        "RFC 9113 §3.4",
                        "The client's bytes do not begin with the connection preface.",
                    );
                    self.fail(shared.frames, self.offset, violation, events);
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
        self.current = Current::new(self.sender, self.header, self.offset - Header::LEN as u64);
        self.current.frame.found = std::mem::take(&mut self.found);
        self.phase = Phase::Payload;
        self.place(events);
        if self.current.keep == 0 {
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
        let keep = current.keep;
        if self.kept.len() < keep {
            let taken = octets.len().min(keep - self.kept.len());
            self.kept.extend_from_slice(&octets[..taken]);
            octets = &octets[taken..];
            if self.kept.len() < keep {
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
        if let Ok(Prefix {
            padding: Some(length),
            ..
        }) = current.prefix
            && current.padding_fault.is_none()
            && let Some(at) = padding.iter().position(|octet| *octet != 0)
        {
            let behind = current.left as usize + padding.len() - at;
            current.padding_fault = Some((usize::from(length) - behind) as u8);
        }
    }

    /// Reads the prefix, which is there.
    fn divide(&mut self) {
        let current = &mut self.current;
        current.prefix = Prefix::parse(&current.frame.header, &self.kept);
        current.body = current.prefix.map_or(0, |prefix| prefix.body);
    }

    /// The payload's last octet was there, or lost.
    pub(super) fn end(&mut self, shared: &mut Shared, events: &mut dyn FnMut(Event<'_>)) {
        self.phase = Phase::Header;
        self.current.frame.arrival = self.arrival;
        if !self.current.damaged {
            self.complete(shared, events);
            return;
        }
        let header = self.current.frame.header;
        shared.streams.missed(self.sender);
        if header.kind == FrameType::SETTINGS {
            shared.settings.missed(self.sender);
        }
        if header.kind.carries_block() {
            self.close();
            self.orphans = header.continues();
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
        violation: Violation,
        events: &mut dyn FnMut(Event<'_>),
    ) {
        events(Event::Error(FrameError {
            code: violation.code,
            sender: self.sender,
            frame,
            offset,
            arrival: self.arrival,
            section: violation.section,
            message: violation.message,
        }));
    }
}

impl Current {
    pub(super) fn new(sender: Sender, header: [u8; Header::LEN], offset: u64) -> Self {
        let header = Header::parse(header);
        let length = header.length as usize;
        let keep = match header.kind {
            FrameType::SETTINGS | FrameType::GOAWAY | FrameType::PRIORITY_UPDATE => length,
            FrameType::PRIORITY
            | FrameType::RST_STREAM
            | FrameType::PING
            | FrameType::WINDOW_UPDATE => FIXED,
            _ => Prefix::len(&header),
        };
        Self {
            frame: Frame {
                sender,
                header,
                offset,
                arrival: Arrival::default(),
                found: false,
            },
            keep: keep.min(length),
            prefix: Ok(Prefix::default()),
            left: header.length,
            body: 0,
            padding_fault: None,
            damaged: false,
            joins: false,
            misplaced: false,
        }
    }
}
