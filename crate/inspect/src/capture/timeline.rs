//! The timeline: a connection's frames, those that a person asks for, and
//! what each says in a line.

use http2::{FrameType, Sender};

use crate::{
    assumed::{AssumedEntries, Overlay},
    capture::{Connection, FrameRecord},
};

/// Which frames are wanted; what is `None` or empty asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only of this stream.
    pub stream: Option<u32>,
    /// Only of this type.
    pub kind: Option<FrameType>,
    /// Only those that begin a header block.
    pub blocks: bool,
    /// Only of this sender.
    pub sender: Option<Sender>,
    /// Only those that begin one of these header blocks, which are in order.
    pub found: Option<Vec<u32>>,
}

impl Connection {
    /// The numbers of the frames that `filter` asks for, in order.
    pub fn timeline(&self, filter: &Filter) -> Vec<u32> {
        let mut found = Vec::new();
        for (number, record) in self.frames.iter().enumerate() {
            let frame = &record.frame;
            if filter
                .stream
                .is_some_and(|stream| stream != frame.header.stream)
                || filter.kind.is_some_and(|kind| kind != frame.header.kind)
                || filter.sender.is_some_and(|sender| sender != frame.sender)
            {
                continue;
            }
            if filter.blocks || filter.found.is_some() {
                let Some(block) = self.begins(number) else {
                    continue;
                };
                let is_found = |found: &Vec<u32>| found.binary_search(&(block as u32)).is_ok();
                if !filter.found.as_ref().is_none_or(is_found) {
                    continue;
                }
            }
            found.push(number as u32);
        }
        found
    }

    /// The header block that a frame begins.
    pub fn begins(&self, frame: usize) -> Option<usize> {
        let block = self.frames.get(frame)?.block? as usize;
        let first = self.framing.get(block)?.fragments.first()?;
        (first.frame as usize == frame && block < self.session.blocks().len()).then_some(block)
    }

    /// The frame that begins a header block.
    pub fn frame_of(&self, block: usize) -> Option<u32> {
        Some(self.framing.get(block)?.fragments.first()?.frame)
    }

    /// What a frame says, in a line: “GET /path”, “200”, the values of its
    /// settings. Empty where there is nothing to say.
    pub fn line(&self, number: usize, assumed: &AssumedEntries) -> String {
        let Some(FrameRecord { detail, block, .. }) = self.frames.get(number) else {
            return String::new();
        };
        if let Some(block) = self.begins(number) {
            return self.block_line(block, assumed.over(&self.session));
        }
        if let Some(first) = block.and_then(|block| self.frame_of(block as usize)) {
            return format!("goes on from frame {}", first + 1);
        }
        detail.as_deref().unwrap_or_default().to_owned()
    }

    /// A header block in a line, and what it promises.
    fn block_line(&self, block: usize, overlay: Overlay<'_>) -> String {
        let promised = match self.session.blocks()[block]
            .framed
            .and_then(|framed| framed.promised)
        {
            Some(stream) => format!("promises {stream}: "),
            None => String::new(),
        };
        promised + &overlay.line(block)
    }
}
