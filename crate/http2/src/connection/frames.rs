//! Parsing the frames of one direction from bytes that may be split anywhere.

use crate::{
    Arrival, Frame, FrameType, Header, PREFACE, Sender,
    frame::{PayloadError, Prefix},
};

/// Bytes kept of payloads of fixed size.
const FIXED: usize = 8;

/// Part of the stream that the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Preface,
    Header,
    Payload,
}

pub(super) enum Item<'a> {
    /// The preface is complete.
    Preface,
    /// The bytes are not the preface. This number of its bytes was taken and must
    /// be read again.
    NoPreface(usize),
    /// A header is complete, in [`Frames::current`].
    Header,
    /// Bytes of the header block fragment or content.
    Body(&'a [u8]),
    /// The last byte of the payload came or was lost.
    End,
}

/// Part of the stream that missing bytes belonged to.
pub(super) enum Lost {
    Preface,
    /// A frame whose end is known.
    Frame {
        is_type_unknown: bool,
    },
    Unknown,
}

#[derive(Debug)]
pub(super) struct Frames {
    phase: Phase,
    /// Offset of the next byte in the sender's byte stream.
    pub(super) offset: u64,
    /// Number of bytes of the preface or header so far.
    have: usize,
    header: [u8; Header::LEN],
    pub(super) current: Current,
    /// Start of the payload: its prefix, or the fields of `Detail`.
    pub(super) kept: Vec<u8>,
    /// [`Frame::found`] of the next frame.
    pub(super) found: bool,
}

/// The frame whose payload is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Current {
    pub(super) frame: Frame,
    /// Number of payload bytes to keep.
    keep: usize,
    /// Prefix of the payload, once it was parsed.
    pub(super) prefix: Result<Prefix, PayloadError>,
    /// Remaining bytes of the payload.
    pub(super) left: u32,
    /// Remaining bytes of the fragment or content.
    body: u32,
    pub(super) padding_error: Option<u8>,
    /// Whether some of its bytes are missing.
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

    /// Takes bytes up to the next item. Call until it returns `None`.
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
                Some(Item::Body(self.read_payload(part)))
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
            self.parse_prefix();
        }
        Item::Header
    }

    /// Reads a part of the payload. Returns its bytes of the fragment or content.
    fn read_payload<'a>(&mut self, mut bytes: &'a [u8]) -> &'a [u8] {
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
            self.parse_prefix();
        }
        let current = &mut self.current;
        let (body, padding) = bytes.split_at(bytes.len().min(current.body as usize));
        current.body -= body.len() as u32;
        let length = current.prefix.ok().and_then(|prefix| prefix.padding);
        let nonzero = padding.iter().position(|byte| *byte != 0);
        if let (Some(length), Some(at), None) = (length, nonzero, current.padding_error) {
            let rest = current.left as usize + padding.len() - at;
            current.padding_error = Some((usize::from(length) - rest) as u8);
        }
        body
    }

    fn parse_prefix(&mut self) {
        let current = &mut self.current;
        current.prefix = Prefix::parse(&current.frame.header, &self.kept);
        current.body = current.prefix.map_or(0, |prefix| prefix.body);
    }

    /// Skips missing bytes: their number, if known.
    pub(super) fn on_loss(&mut self, count: Option<u64>) -> Lost {
        let room = (PREFACE.len() - self.have) as u64;
        if let (Phase::Preface, Some(count)) = (self.phase, count.filter(|&count| count <= room)) {
            self.have += count as usize;
            self.offset += count;
            if count == room {
                self.resume(self.offset);
            }
            return Lost::Preface;
        }
        // The length of a frame suffices to find the next one.
        let is_type_unknown = self.phase == Phase::Header && self.have == 3;
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
                Lost::Frame { is_type_unknown }
            }
            None => Lost::Unknown,
        }
    }

    /// Bytes of the fragment of the current frame that are still to come, if it
    /// is the last of its block.
    pub(super) fn missing(&self) -> Option<u32> {
        let Current { frame, body, .. } = &self.current;
        let is_last = !frame.header.continues() && self.phase == Phase::Payload;
        is_last.then_some(*body)
    }

    /// Whether the direction ends inside a damaged frame.
    pub(super) fn ends_damaged(&self) -> bool {
        self.phase == Phase::Payload && self.current.damaged
    }

    /// Offset of the preface or frame that the direction ends inside of, and a
    /// sentence.
    pub(super) fn truncation(&self) -> Option<(u64, String)> {
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
            padding_error: None,
            damaged: false,
        }
    }
}
