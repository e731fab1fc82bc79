//! An input as it comes, chunk by chunk.

use input::{
    Refusal,
    paste::{self, Ambiguity, Content as Pasted, Paste},
    visible::visible,
};

use crate::{
    answer::json,
    document::Document,
    open_options::OpenOptions,
    opened::{AmbiguityView, NearestView, Opened, OpenedView},
    skipped::{Parts, SkippedView},
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
        message: visible(&refusal.message).into_owned(),
        line: refusal.line,
        column: refusal.column,
        offset: refusal
            .offset
            .and_then(|byte| u32::try_from(byte).ok())
            .map(|byte| Offsets::of(text).utf16(byte)),
        nearest: refusal
            .nearest
            .and_then(|place| NearestView::of(place, text)),
    })
}

/// Pasted header blocks, decoded, and the answer about them.
fn blocks(
    text: &[u8],
    mut paste: Paste,
    options: &OpenOptions,
) -> Result<(Document, String), String> {
    if paste.ambiguous.is_none() {
        paste.ambiguous = chosen(text, paste.format, options);
    }
    let offsets = offsets(text, &paste);
    let skipped = SkippedView::list(&paste, shown(text, &paste), &offsets);
    let parts = Parts::of(&paste);
    let content = (std::mem::take(&mut paste.blocks), offsets);
    let problems = std::mem::take(&mut paste.problems);
    let decoding = options.decoding(paste.initial_table_size);
    let document = Document::of_blocks(content, (decoding, options.engine()), problems, parts)
        .map_err(|error| json(&Opened::refused("TooMuch", error.to_string())))?;
    let answer = json(&Opened::Ok(Box::new(OpenedView {
        other_blocks: paste.other,
        initial_table_size: paste.initial_table_size,
        ambiguous: paste.ambiguous.as_ref().map(AmbiguityView::of),
        two_directions: paste.two_directions,
        ..OpenedView::of_paste(&document, &paste, skipped, text.len() as u64)
    })));
    Ok((document, answer))
}

/// The text that is shown, in UTF-8, and that places are in.
fn shown<'a>(text: &'a [u8], paste: &'a Paste) -> &'a [u8] {
    paste.transcoded.as_ref().map_or(text, String::as_bytes)
}

/// Offsets into the text that is shown.
fn offsets(text: &[u8], paste: &Paste) -> Offsets {
    Offsets::of(shown(text, paste))
}

/// Reading a text anew is for what a person pastes, not for files.
const AGAIN_WITHIN: usize = 1 << 16;

/// The way back, where a person chose one of two notations between which
/// nothing in the text decides.
fn chosen(text: &[u8], format: paste::Format, options: &OpenOptions) -> Option<Ambiguity> {
    let reading = options.reading(text);
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

/// The reading of text alone: frames, packets and files are left to the largest
/// package.
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
        pub(crate) fn finish(self) -> Result<(Document, String), String> {
            let Self { options, text } = self;
            let paste = paste::read(&text, &options.reading(&text))
                .map_err(|refusal| refused(&refusal, &text))?;
            match paste.content {
                Pasted::Blocks => blocks(&text, paste, &options),
                _ => Err(json(&Opened::More)),
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
    use crate::{document::PastedFrames, opened::FormatView};

    /// Octets of an input that are kept for places in its text; what is larger
    /// is no text, or is refused as such.
    const TEXT: usize = 64 << 20;

    /// An input that is being read.
    pub(crate) struct Reading {
        options: OpenOptions,
        /// Secrets for TLS.
        key_log: Vec<u8>,
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
                    paste: options.whole_reading(),
                }),
                key_log: key_log.to_vec(),
                capture: Capture::new(options.decoding(None)),
                options,
                text: Vec::new(),
                octets: 0,
            }
        }

        /// The next octets; JSON of `Opened` where they are refused.
        pub(crate) fn push(&mut self, octets: &[u8]) -> Result<(), String> {
            self.octets += octets.len() as u64;
            if self.options.has_part() {
                // Where it is in bytes shows only in the whole text.
                self.text.extend_from_slice(octets);
                return Ok(());
            }
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
        pub(crate) fn finish(self) -> Result<(Document, String), String> {
            let Self {
                options,
                key_log,
                mut reader,
                mut capture,
                text,
                octets,
            } = self;
            if options.has_part() {
                reader = Reader::new(&input::Options {
                    keylog: key_log,
                    paste: options.reading(&text),
                });
                reader
                    .push(&text, &mut capture)
                    .map_err(|refusal| refused(&refusal, &text))?;
            }
            let source = reader
                .finish(&mut capture)
                .map_err(|refusal| refused(&refusal, &text))?;
            let (mut paste, text) = match source {
                Source::Paste(paste, text) if paste.content == Pasted::Blocks => {
                    return blocks(&text, *paste, &options);
                }
                Source::Paste(paste, text) => (paste, text),
                Source::Capture { format, bytes } => {
                    let document = Document::of_capture(capture, None, options.engine());
                    let view = OpenedView::new(&document, FormatView::capture(format), bytes);
                    let answer = json(&Opened::Ok(Box::new(view)));
                    return Ok((document, answer));
                }
            };
            let offsets = offsets(&text, &paste);
            capture.problems.splice(0..0, paste.problems.drain(..));
            let skipped = SkippedView::list(&paste, shown(&text, &paste), &offsets);
            let content = std::mem::replace(&mut paste.content, Pasted::Blocks);
            let pasted = PastedFrames::of(content, offsets);
            let document = Document::of_capture(capture, pasted, options.engine());
            let view = OpenedView::of_paste(&document, &paste, skipped, octets);
            let answer = json(&Opened::Ok(Box::new(view)));
            Ok((document, answer))
        }
    }
}
