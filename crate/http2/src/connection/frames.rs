//! One direction's bytes, cut anywhere, to frames. Payloads without a header
//! block are skipped.

use crate::{
    Arrival, Frame, FrameType, Header, PREFACE, Sender,
    frame::{PayloadError, Prefix},
};

/// Bytes kept of a frame whose payload has a fixed size: more is an error.
const FIXED: usize = 8;

/// Where the next byte belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Preface,
    Header,
    Payload,
}

/// What comes next in a direction.
pub(super) enum Item<'a> {
    /// The preface is complete.
    Preface,
    /// These are no preface: so many of its bytes were taken, and are to be
    /// read again.
    NoPreface(usize),
    /// A header is complete, in [`Frames::current`].
    Header,
    /// Bytes of the payload's header block or content.
    Body(&'a [u8]),
    /// The payload's last byte came or was lost.
    End,
}

/// What missing bytes were part of.
pub(super) enum Lost {
    Preface,
    /// A frame whose end is known. Its type may be missing, too.
    Frame {
        nameless: bool,
    },
    Unknown,
}

/// The frames of one direction.
#[derive(Debug)]
pub(super) struct Frames {
    phase: Phase,
    /// Offset of the next byte in the sender's stream of bytes.
    pub(super) offset: u64,
    /// Bytes of the preface or header that came.
    have: usize,
    header: [u8; Header::LEN],
    pub(super) current: Current,
    /// The first bytes of the payload: its prefix, or the fields of `Detail`.
    pub(super) kept: Vec<u8>,
    /// [`Frame::found`] of the next frame.
    pub(super) found: bool,
}

/// The frame whose payload is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Current {
    pub(super) frame: Frame,
    /// Bytes of the payload that are kept.
    keep: usize,
    /// The payload's prefix, once it was read.
    pub(super) prefix: Result<Prefix, PayloadError>,
    /// Bytes of the payload to come.
    pub(super) left: u32,
    /// Bytes of the header block or content to come.
    body: u32,
    pub(super) padding_fault: Option<u8>,
    /// Whether bytes of it are missing.
    pub(super) damaged: bool,
}

impl Frames {
    pub(super) fn new(sender: Sender, has_preface: bool) -> Self {
        Self {
            phase: if has_preface {
                Phase::Preface
            } else {
                Phase::Header
            },
            offset: 0,
            have: 0,
            header: [0; Header::LEN],
            current: Current::new(sender, [0; Header::LEN], 0),
            kept: Vec::new(),
            found: false,
        }
    }

    /// Resumes with a header at `offset`.
    pub(super) fn resume(&mut self, offset: u64) {
        (self.phase, self.have, self.offset) = (Phase::Header, 0, offset);
    }

    /// Takes bytes up to the next item; call until it returns `None`.
    pub(super) fn next<'a>(&mut self, bytes: &mut &'a [u8]) -> Option<Item<'a>> {
        match self.phase {
            Phase::Payload if self.current.left == 0 => {
                self.phase = Phase::Header;
                Some(Item::End)
            }
            _ if bytes.is_empty() => None,
            Phase::Preface => {
                let expected = bytes.iter().zip(&PREFACE[self.have..]);
                let equal = expected
                    .take_while(|(byte, expected)| byte == expected)
                    .count();
                self.have += self.take(equal, bytes).len();
                if self.have < PREFACE.len() && bytes.is_empty() {
                    return None;
                }
                let have = self.have;
                if have == PREFACE.len() {
                    self.resume(self.offset);
                    return Some(Item::Preface);
                }
                self.resume(self.offset - have as u64);
                Some(Item::NoPreface(have))
            }
            Phase::Header => {
                let part = self.take(Header::LEN - self.have, bytes);
                self.header[self.have..][..part.len()].copy_from_slice(part);
                self.have += part.len();
                (self.have == Header::LEN).then(|| self.begin())
            }
            Phase::Payload => {
                let part = self.take(self.current.left as usize, bytes);
                Some(Item::Body(self.payload(part)))
            }
        }
    }

    fn take<'a>(&mut self, most: usize, bytes: &mut &'a [u8]) -> &'a [u8] {
        let (part, rest) = bytes.split_at(bytes.len().min(most));
        *bytes = rest;
        self.offset += part.len() as u64;
        part
    }

    fn begin(&mut self) -> Item<'static> {
        let Frame { sender, .. } = self.current.frame;
        self.have = 0;
        self.kept.clear();
        self.kept.shrink_to(1 << 14);
        self.current = Current::new(sender, self.header, self.offset - Header::LEN as u64);
        self.current.frame.found = std::mem::take(&mut self.found);
        self.phase = Phase::Payload;
        if self.current.keep == 0 {
            self.divide();
        }
        Item::Header
    }

    /// Reads a part of the payload; returns the bytes of its header block or
    /// content.
    fn payload<'a>(&mut self, mut bytes: &'a [u8]) -> &'a [u8] {
        let current = &mut self.current;
        current.left -= bytes.len() as u32;
        if current.damaged {
            return &[];
        }
        let missing = current.keep - self.kept.len();
        if missing > 0 {
            let (kept, rest) = bytes.split_at(bytes.len().min(missing));
            self.kept.extend_from_slice(kept);
            bytes = rest;
            if kept.len() < missing {
                return &[];
            }
            self.divide();
        }
        let current = &mut self.current;
        let (body, padding) = bytes.split_at(bytes.len().min(current.body as usize));
        current.body -= body.len() as u32;
        let length = current.prefix.ok().and_then(|prefix| prefix.padding);
        let fault = padding.iter().position(|byte| *byte != 0);
        if let (Some(length), Some(at), None) = (length, fault, current.padding_fault) {
            let rest = current.left as usize + padding.len() - at;
            current.padding_fault = Some((usize::from(length) - rest) as u8);
        }
        body
    }

    /// Reads the prefix, which was kept whole.
    fn divide(&mut self) {
        let current = &mut self.current;
        current.prefix = Prefix::parse(&current.frame.header, &self.kept);
        current.body = current.prefix.map_or(0, |prefix| prefix.body);
    }

    /// Bytes are missing: the number of them, if known.
    pub(super) fn lose(&mut self, count: Option<u64>) -> Lost {
        let room = (PREFACE.len() - self.have) as u64;
        if let (Phase::Preface, Some(count)) = (self.phase, count.filter(|&count| count <= room)) {
            self.have += count as usize;
            self.offset += count;
            if count == room {
                self.resume(self.offset);
            }
            return Lost::Preface;
        }
        // The length of a frame says where the next begins.
        let nameless = self.phase == Phase::Header && self.have == 3;
        if self.phase == Phase::Header && self.have >= 3 {
            self.header[self.have..].fill(0);
            let missing = (Header::LEN - self.have) as u32;
            self.current = Current::new(self.current.frame.sender, self.header, self.offset);
            self.current.left += missing;
            self.current.damaged = true;
            self.have = 0;
            self.phase = Phase::Payload;
        }
        let current = &mut self.current;
        let within = count.and_then(|count| u32::try_from(count).ok());
        match within.filter(|count| self.phase == Phase::Payload && *count <= current.left) {
            Some(within) => {
                self.offset += u64::from(within);
                current.left -= within;
                current.damaged = true;
                Lost::Frame { nameless }
            }
            None => Lost::Unknown,
        }
    }

    /// Whether the direction ends inside a frame that is damaged.
    pub(super) fn ends_damaged(&self) -> bool {
        self.phase == Phase::Payload && self.current.damaged
    }

    /// What the direction ends inside of, if it should not: its offset, and a sentence.
    pub(super) fn inside(&self) -> Option<(u64, String)> {
        let Current { frame, left, .. } = &self.current;
        let Header {
            kind,
            stream,
            length,
            ..
        } = frame.header;
        let have = self.have;
        match self.phase {
            Phase::Payload if !self.current.damaged => Some((
                frame.offset,
                format!(
                    "The bytes end inside {kind} on stream {stream}, with {left} of the {length} bytes of its payload missing."
                ),
            )),
            Phase::Header if have > 0 => Some((
                self.offset - have as u64,
                format!("The bytes end inside a frame header: {have} of 9 bytes are there."),
            )),
            Phase::Preface if have > 0 => Some((
                0,
                format!(
                    "The bytes end inside the client's connection preface: {have} of 24 bytes are there."
                ),
            )),
            _ => None,
        }
    }
}

impl Current {
    fn new(sender: Sender, header: [u8; Header::LEN], offset: u64) -> Self {
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
        let (arrival, found) = (Arrival::default(), false);
        Self {
            frame: Frame {
                sender,
                header,
                offset,
                arrival,
                found,
            },
            keep: keep.min(length),
            prefix: Ok(Prefix::default()),
            left: header.length,
            body: 0,
            padding_fault: None,
            damaged: false,
        }
    }
}
