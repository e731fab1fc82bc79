//! The timeline: filtered frames of a connection, each summarized in a line.

use http2::Sender;
use serde::Deserialize;

use crate::{
    assumed::{AssumedEntries, Overlay},
    capture::{Connection, FrameRecord},
};

/// Filter of the timeline. Fields that are `None`, false or empty do not
/// restrict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct FrameFilter {
    /// Only frames of this stream.
    pub stream: Option<u32>,
    /// Only frames with this number of their type.
    pub kind: Option<u8>,
    /// Only frames that begin a header block.
    pub blocks: bool,
    /// Only frames of this sender.
    pub sender: Option<Sender>,
    /// Only frames that begin a header block in which this text is found.
    pub text: String,
}

impl Connection {
    /// Numbers of the frames that pass `filter`, in order. `found` are the
    /// sorted header blocks with its text, if it has one.
    pub fn timeline(&self, filter: &FrameFilter, found: Option<&[u32]>) -> Vec<u32> {
        let passes = |number: usize, record: &FrameRecord| {
            let (frame, header) = (&record.frame, &record.frame.header);
            let is_found = |block: usize| {
                found.is_none_or(|found| found.binary_search(&(block as u32)).is_ok())
            };
            filter.stream.is_none_or(|stream| stream == header.stream)
                && filter.kind.is_none_or(|kind| kind == header.kind.0)
                && filter.sender.is_none_or(|sender| sender == frame.sender)
                && (!filter.blocks && found.is_none() || self.begins(number).is_some_and(is_found))
        };
        let frames = (0..).zip(&self.frames);
        let passing = frames.filter(|&(number, record)| passes(number, record));
        passing.map(|(number, _)| number as u32).collect()
    }

    /// Returns the header block that a frame begins.
    pub fn begins(&self, frame: usize) -> Option<usize> {
        let block = self.frames.get(frame)?.block? as usize;
        let first = self.framing.get(block)?.fragments.first()?;
        (first.frame as usize == frame && block < self.session.blocks().len()).then_some(block)
    }

    /// Returns the frame that begins a header block.
    pub fn frame_of(&self, block: usize) -> Option<u32> {
        Some(self.framing.get(block)?.fragments.first()?.frame)
    }

    /// Summarizes a frame in a line: “GET /path”, “200”, its settings; empty
    /// without contents.
    pub fn line(&self, number: usize, assumed: &AssumedEntries) -> String {
        let Some(FrameRecord { detail, block, .. }) = self.frames.get(number) else {
            return String::new();
        };
        if let Some(block) = self.begins(number) {
            return self.block_line(block, assumed.over(&self.session));
        }
        if let Some(first) = block.and_then(|block| self.frame_of(block as usize)) {
            return format!("continues frame {}", first + 1);
        }
        detail.as_deref().unwrap_or_default().to_owned()
    }

    /// Summarizes a header block and its promise in a line.
    fn block_line(&self, block: usize, overlay: Overlay<'_>) -> String {
        let promised = match self.session.blocks()[block].promised() {
            Some(stream) => format!("promises {stream}: "),
            None => String::new(),
        };
        promised + &overlay.line(block)
    }
}
