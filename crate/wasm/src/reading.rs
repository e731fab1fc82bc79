//! An input as it comes, chunk by chunk.

use input::{
    Reader, Source,
    paste::{Content as Pasted, Refusal},
};
use inspect::capture::Capture;

use crate::{
    answer::{FormatView, Opened, OpenedView, json},
    open::{Open, PastedFrames},
    opening::{OpenOptions, name_of},
    utf16::Offsets,
};

/// Octets of an input that are kept for places in its text; what is larger is
/// no text, or is refused as such.
const TEXT: usize = 64 << 20;

/// An input that is being read.
pub(crate) struct Reading {
    options: OpenOptions,
    reader: Reader,
    capture: Capture,
    /// The input so far, while it may be text.
    text: Vec<u8>,
    /// Octets of the input so far.
    octets: u64,
}

impl Reading {
    pub(crate) fn new(options: OpenOptions, key_log: &[u8]) -> Self {
        Self {
            reader: Reader::new(&input::Options {
                keylog: key_log.to_vec(),
                paste: options.reading(),
            }),
            capture: Capture::new(options.decoding(None)),
            options,
            text: Vec::new(),
            octets: 0,
        }
    }

    /// The next octets; JSON of `Opened` where they are refused.
    pub(crate) fn push(&mut self, octets: &[u8]) -> Result<(), String> {
        self.octets += octets.len() as u64;
        if self.capture.connections.is_empty() && self.octets <= TEXT as u64 {
            self.text.extend_from_slice(octets);
        } else {
            self.text = Vec::new();
        }
        self.reader
            .push(octets, &mut self.capture)
            .map_err(|refusal| self.refused(&refusal))
    }

    /// Header blocks found so far.
    pub(crate) fn blocks(&self) -> usize {
        let connections = &self.capture.connections;
        connections
            .iter()
            .map(|connection| connection.session.blocks().len())
            .sum()
    }

    /// What the input holds, and the answer about it.
    pub(crate) fn finish(mut self) -> Result<(Open, String), String> {
        let reader = std::mem::replace(&mut self.reader, Reader::new(&input::Options::default()));
        let source = reader
            .finish(&mut self.capture)
            .map_err(|refusal| self.refused(&refusal))?;
        let engine = self.options.engine();
        match source {
            Source::Paste(paste, _) if paste.content == Pasted::Blocks => {
                let options = self.options.decoding(paste.initial_table_size);
                Ok(Open::paste(&self.text, *paste, options))
            }
            Source::Paste(mut paste, _) => {
                let offsets = match &paste.transcoded {
                    Some(text) => Offsets::of(text.as_bytes()),
                    None => Offsets::of(&self.text),
                };
                self.capture.problems.splice(0..0, paste.problems.drain(..));
                let format = FormatView::new(paste.format, Some(paste.detail));
                let pasted = PastedFrames::of(paste.content, offsets);
                let open = Open::of_capture(self.capture, pasted, engine);
                let answer = json(&Opened::Ok(Box::new(OpenedView {
                    other_formats: FormatView::list(&paste.others),
                    other_content: paste.other_content.map(name_of),
                    text: paste.transcoded.as_deref(),
                    ..OpenedView::new(&open, format, self.octets)
                })));
                Ok((open, answer))
            }
            Source::Capture { format, bytes } => {
                let open = Open::of_capture(self.capture, None, engine);
                let answer = json(&Opened::Ok(Box::new(OpenedView::new(
                    &open,
                    FormatView::capture(format),
                    bytes,
                ))));
                Ok((open, answer))
            }
        }
    }

    fn refused(&self, refusal: &Refusal) -> String {
        json(&Opened::Refused {
            kind: format!("{:?}", refusal.kind),
            message: refusal.message.clone(),
            line: refusal.line,
            column: refusal.column,
            offset: refusal
                .offset
                .and_then(|byte| u32::try_from(byte).ok())
                .map(|byte| Offsets::of(&self.text).utf16(byte)),
        })
    }
}
