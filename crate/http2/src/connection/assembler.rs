//! §4.3: joining the fragments of header blocks.

use super::frames::Current;
use crate::{
    Fragment, Frame, FrameType, Framed, Header,
    frame::{PayloadError, Prefix, flags},
};

/// Largest buffer that is kept for the next block, bytes.
const KEPT: usize = 1 << 16;

/// Number of empty CONTINUATION frames in one block that gives a note.
pub(super) const EMPTY_FRAMES: u32 = 8;

/// The header blocks of one direction, one at a time.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    block: Joined,
    is_open: bool,
    /// Whether a CONTINUATION frame may belong to a lost block.
    pub(super) orphans: bool,
    /// Whether the fragment of the current frame belongs to the open block.
    pub(super) joins: bool,
    /// Whether the current frame is not allowed at its place.
    pub(super) misplaced: bool,
}

#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) stream: u32,
    pub(super) promised: Option<u32>,
    pub(super) end_stream: bool,
    pub(super) bytes: Vec<u8>,
    pub(super) fragments: Vec<Fragment>,
    pub(super) frame: u32,
    pub(super) offset: u64,
    /// Why it cannot be completed.
    pub(super) damage: Option<&'static str>,
    /// Whether its loss or error was reported.
    pub(super) reported: bool,
    empty: u32,
}

impl Joined {
    pub(super) fn framed(&self) -> Framed {
        let Self {
            stream,
            promised,
            end_stream,
            ..
        } = *self;
        Framed {
            stream,
            promised,
            end_stream,
        }
    }
}

impl Assembler {
    /// The block without END_HEADERS so far.
    pub(super) fn open(&self) -> Option<&Joined> {
        self.is_open.then_some(&self.block)
    }

    pub(super) fn close(&mut self) -> Option<&Joined> {
        std::mem::take(&mut self.is_open).then_some(&self.block)
    }

    /// The last block that was open.
    pub(super) fn last(&self) -> &Joined {
        &self.block
    }

    /// Takes the part of the open block that came, of which the bytes of the
    /// incomplete `current` frame may be the last; whether there is any.
    pub(super) fn cut(&mut self, current: &Current) -> bool {
        let Some(open) = self.open().filter(|open| open.damage.is_none()) else {
            return false;
        };
        let end = |last: &Fragment| last.start + last.length;
        let part = open.bytes.len() as u32 - open.fragments.last().map_or(0, end);
        if part > 0 {
            self.add_fragment(u32::MAX, current, part);
        }
        !self.block.bytes.is_empty()
    }

    /// Assigns the fragment of a frame whose header was just read to a block.
    /// Returns stream and offset of a block that is incomplete because another
    /// begins.
    pub(super) fn assign(&mut self, frame: &Frame) -> Option<(u32, u64)> {
        let header = frame.header;
        self.orphans &= header.kind == FrameType::CONTINUATION;
        let open = self.open().map(|open| (open.stream, open.offset));
        (self.joins, self.misplaced) = (false, open.is_some());
        match header.kind {
            FrameType::HEADERS | FrameType::PUSH_PROMISE => {
                self.begin(frame);
                return open;
            }
            FrameType::CONTINUATION => {
                self.joins = open.is_some_and(|(stream, _)| stream == header.stream);
                self.misplaced = !self.joins && !self.orphans;
            }
            _ => {}
        }
        None
    }

    fn begin(&mut self, frame: &Frame) {
        let Joined {
            bytes, fragments, ..
        } = &mut self.block;
        bytes.clear();
        bytes.shrink_to(KEPT);
        fragments.clear();
        fragments.shrink_to(KEPT / size_of::<Fragment>());
        let header = frame.header;
        self.block = Joined {
            stream: header.stream,
            end_stream: header.kind == FrameType::HEADERS && header.has(flags::END_STREAM),
            bytes: std::mem::take(bytes),
            fragments: std::mem::take(fragments),
            offset: frame.offset,
            ..Joined::default()
        };
        (self.is_open, self.joins) = (true, true);
    }

    pub(super) fn extend(&mut self, bytes: &[u8]) {
        if self.joins && self.is_open {
            self.block.bytes.extend_from_slice(bytes);
        }
    }

    /// Adds the frame of this number, with a fragment of `length` bytes, to the
    /// open block. Returns whether its empty CONTINUATION frames now reach
    /// [`EMPTY_FRAMES`].
    pub(super) fn add_fragment(&mut self, number: u32, current: &Current, length: u32) -> bool {
        let header = current.frame.header;
        let prefix = current.prefix.unwrap_or_default();
        let block = &mut self.block;
        let is_first = header.kind != FrameType::CONTINUATION;
        if is_first {
            (block.frame, block.promised) = (number, prefix.promised);
        }
        let is_empty = !is_first && length == 0;
        block.empty += u32::from(is_empty);
        if let Err(error) = current.prefix {
            block.damage = Some(match error {
                PayloadError::TooShort => "its payload is too short for its fields",
                PayloadError::PaddingTooLong => "its padding is longer than its payload",
            });
        }
        block.fragments.push(Fragment {
            frame: number,
            start: block.bytes.len() as u32 - length,
            length,
            offset: current.frame.offset + (Header::LEN + Prefix::len(&header)) as u64,
            padding: prefix.padding,
            padding_error: current.padding_error,
            priority: prefix.priority,
        });
        is_empty && block.empty == EMPTY_FRAMES
    }

    /// Notes that an error of the current frame was reported, which then stands
    /// for later errors of the block around it.
    pub(super) fn mark_reported(&mut self) {
        self.block.reported |= self.is_open && self.misplaced && !self.joins;
    }
}
