//! What stands in front of a frame's payload proper.

use super::{FrameWriter, Queue};
use crate::{FrameType, Header, Priority, frame::flags};

/// Octets of the longest: the frame header, a pad length, a priority.
const LONGEST: usize = Header::LEN + 1 + Priority::LEN;

/// A frame header (§4.1), with the fields that its flags announce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    header: Header,
    octets: [u8; LONGEST],
    used: usize,
}

impl Head {
    /// The header of a frame, its length still to come.
    pub(super) fn new(kind: FrameType, flags: u8, stream: u32) -> Self {
        let header = Header {
            length: 0,
            kind,
            flags,
            reserved: false,
            stream,
        };
        Self {
            header,
            octets: [0; LONGEST],
            used: Header::LEN,
        }
    }

    pub(super) fn add_flags(&mut self, flags: u8) {
        self.header.flags |= flags;
    }

    fn push<const N: usize>(&mut self, octets: [u8; N]) {
        self.octets[self.used..self.used + N].copy_from_slice(&octets);
        self.used += N;
    }

    /// §6.1: sets the PADDED flag and appends the pad length, in octets.
    pub(super) fn padded(&mut self, padding: u8) {
        self.add_flags(flags::PADDED);
        self.push([padding]);
    }

    /// §6.2.
    pub(super) fn priority(&mut self, priority: Priority) {
        self.add_flags(flags::PRIORITY);
        self.push(priority.to_bytes());
    }

    /// §6.6.
    pub(super) fn promised(&mut self, stream: u32) {
        self.push(stream.to_be_bytes());
    }

    /// Octets of the fields behind the frame header: they are part of the
    /// frame's length.
    pub(super) const fn fields(&self) -> usize {
        self.used - Header::LEN
    }

    /// Notes the length, and puts the frame into `queue`.
    pub(super) fn put<'a, W: FrameWriter>(
        mut self,
        writer: &W,
        payload: &'a [u8],
        padding: u8,
        queue: &mut Queue<'a>,
    ) {
        // Below 2^24: no frame is longer than the largest frame size.
        self.header.length = (self.fields() + payload.len() + usize::from(padding)) as u32;
        self.octets[..Header::LEN].copy_from_slice(&self.header.to_bytes());
        writer.put(&self, payload, padding, queue);
    }

    /// All of it, as it goes on the wire.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets[..self.used]
    }
}
