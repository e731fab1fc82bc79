//! §4.3: the header block that is being joined from its frames.

use crate::{Fragment, Frame, FrameType, frame::flags};

/// A header block whose END_HEADERS has not come.
#[derive(Debug, Default)]
pub(super) struct Open {
    pub(super) stream: u32,
    pub(super) promised: Option<u32>,
    pub(super) end_stream: bool,
    pub(super) octets: Vec<u8>,
    pub(super) fragments: Vec<Fragment>,
    /// Number and offset of the frame that began it.
    pub(super) frame: u32,
    pub(super) offset: u64,
    /// Why it cannot be completed, if so.
    pub(super) damage: Option<&'static str>,
    /// Whether its loss, or what is wrong with it, was reported.
    pub(super) reported: bool,
    /// CONTINUATION frames without a fragment.
    pub(super) empty: u32,
}

/// Octets of a block's buffer that are kept for the next.
const KEPT: usize = 1 << 16;

impl Open {
    /// Begins with `frame`, in the buffers of an earlier block.
    pub(super) fn begin(mut self, frame: &Frame) -> Self {
        self.octets.clear();
        self.octets.shrink_to(KEPT);
        self.fragments.clear();
        self.fragments.shrink_to(KEPT / size_of::<Fragment>());
        Self {
            stream: frame.header.stream,
            promised: None,
            end_stream: frame.header.kind == FrameType::HEADERS
                && frame.header.has(flags::END_STREAM),
            octets: self.octets,
            fragments: self.fragments,
            frame: 0,
            offset: frame.offset,
            damage: None,
            reported: false,
            empty: 0,
        }
    }
}
