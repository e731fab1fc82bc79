//! An input as it comes, chunk by chunk.

use input::{
    Refusal,
    paste::{self, Ambiguity, Content as Pasted, Paste},
};

use crate::{
    answer::{Opened, json},
    open::Open,
    opening::OpenOptions,
    utf16::Offsets,
};

#[cfg(feature = "captures")]
pub(crate) use captures::Reading;
#[cfg(not(feature = "captures"))]
pub(crate) use text::Reading;

/// JSON of `Opened` for a refusal of `text`.
fn refused(refusal: &Refusal, text: &[u8]) -> String {
    json(&Opened::Refused {
        kind: format!("{:?}", refusal.kind),
        message: refusal.message.clone(),
        line: refusal.line,
        column: refusal.column,
        offset: refusal
            .offset
            .and_then(|byte| u32::try_from(byte).ok())
            .map(|byte| Offsets::of(text).utf16(byte)),
    })
}

/// Pasted header blocks, decoded.
fn blocks(text: &[u8], mut paste: Paste, options: &OpenOptions) -> (Open, String) {
    let decoding = options.decoding(paste.initial_table_size);
    if paste.ambiguous.is_none() {
        paste.ambiguous = chosen(text, paste.format, options);
    }
    Open::paste(text, paste, decoding)
}

/// Reading a text anew is for what a person pastes, not for files.
const AGAIN_WITHIN: usize = 1 << 16;

/// The way back, where a person chose one of two notations between which
/// nothing in the text decides.
fn chosen(text: &[u8], format: paste::Format, options: &OpenOptions) -> Option<Ambiguity> {
    let reading = options.reading();
    reading.format?;
    if text.len() > AGAIN_WITHIN {
        return None;
    }
    let unasked = paste::Options {
        format: None,
        ..reading
    };
    let likelier = paste::read(text, &unasked).ok()?;
    let Ambiguity { message, other } = likelier.ambiguous?;
    let other = match format {
        format if format == other => likelier.format,
        format if format == likelier.format => other,
        _ => return None,
    };
    Some(Ambiguity { message, other })
}

/// The reading of text alone: what is none is left to the larger package.
#[cfg(not(feature = "captures"))]
mod text {
    use super::*;

    /// An input that is being read.
    pub(crate) struct Reading {
        options: OpenOptions,
        text: Vec<u8>,
    }

    impl Reading {
        pub(crate) fn new(options: OpenOptions, _key_log: &[u8]) -> Self {
            Self {
                options,
                text: Vec::new(),
            }
        }

        /// The next octets.
        pub(crate) fn push(&mut self, octets: &[u8]) -> Result<(), String> {
            self.text.extend_from_slice(octets);
            Ok(())
        }

        /// Header blocks found so far.
        pub(crate) fn blocks(&self) -> usize {
            0
        }

        /// What the input holds, and the answer about it.
        pub(crate) fn finish(self) -> Result<(Open, String), String> {
            match paste::read(&self.text, &self.options.reading()) {
                Ok(paste) if paste.content == Pasted::Blocks => {
                    Ok(blocks(&self.text, paste, &self.options))
                }
                Ok(_) => Err(json(&Opened::More)),
                Err(refusal) => Err(refused(&refusal, &self.text)),
            }
        }
    }
}

/// The reading of everything.
#[cfg(feature = "captures")]
mod captures {
    use input::{Reader, Source};
    use inspect::capture::Capture;

    use super::*;
    use crate::{
        answer::{FormatView, OpenedView},
        open::PastedFrames,
        opening::name_of,
        skipped::SkippedView,
    };

    /// Octets of an input that are kept for places in its text; what is larger
    /// is no text, or is refused as such.
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
                .map_err(|refusal| refused(&refusal, &self.text))
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
        pub(crate) fn finish(self) -> Result<(Open, String), String> {
            let Self {
                options,
                reader,
                mut capture,
                text,
                octets,
            } = self;
            let source = reader
                .finish(&mut capture)
                .map_err(|refusal| refused(&refusal, &text))?;
            let (mut paste, text) = match source {
                Source::Paste(paste, text) if paste.content == Pasted::Blocks => {
                    return Ok(blocks(&text, *paste, &options));
                }
                Source::Paste(paste, text) => (paste, text),
                Source::Capture { format, bytes } => {
                    let open = Open::of_capture(capture, None, options.engine());
                    let view = OpenedView::new(&open, FormatView::capture(format), bytes);
                    let answer = json(&Opened::Ok(Box::new(view)));
                    return Ok((open, answer));
                }
            };
            let offsets = match &paste.transcoded {
                Some(text) => Offsets::of(text.as_bytes()),
                None => Offsets::of(&text),
            };
            capture.problems.splice(0..0, paste.problems.drain(..));
            let format = FormatView::new(paste.format, Some(paste.detail));
            let skipped = SkippedView::list(&paste.skipped, &offsets);
            let pasted = PastedFrames::of(paste.content, offsets);
            let open = Open::of_capture(capture, pasted, options.engine());
            let answer = json(&Opened::Ok(Box::new(OpenedView {
                other_formats: FormatView::list(&paste.others),
                other_content: paste.other_content.map(name_of),
                skipped,
                text: paste.transcoded.as_deref(),
                ..OpenedView::new(&open, format, octets)
            })));
            Ok((open, answer))
        }
    }
}
