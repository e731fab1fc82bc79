//! Reads any input in chunks: captures, and text with frames.

use hpack_inspector_wasm::{
    document::Document,
    open_options::OpenOptions,
    opened::{FormatView, OpenedView},
    reading::{Reading, blocks, refused, shown},
    skipped::Parts,
};
use input::{Options, Reader, Source, paste};
use inspect::{capture::Capture, pasted};

use crate::captured::{Captured, PastedFrames};

/// Bytes kept to locate places in the text. Larger inputs are not text, or are
/// refused as text.
const TEXT: usize = 64 << 20;

pub(crate) struct AnyReading {
    options: OpenOptions,
    /// Key log for TLS.
    key_log: Vec<u8>,
    reader: Reader,
    capture: Capture,
    /// The input so far, while it may be text.
    text: Vec<u8>,
    /// Bytes of input so far.
    size: u64,
}

impl AnyReading {
    pub(crate) fn new(options: OpenOptions, key_log: &[u8]) -> Self {
        Self {
            reader: reader(key_log, options.whole_reading()),
            key_log: key_log.to_vec(),
            capture: Capture::new(options.decoding(None)),
            options,
            text: Vec::new(),
            size: 0,
        }
    }
}

fn reader(key_log: &[u8], paste: paste::Options) -> Reader {
    Reader::new(&Options {
        keylog: key_log.to_vec(),
        paste,
    })
}

impl Reading for AnyReading {
    fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.size += bytes.len() as u64;
        if self.options.has_part() {
            // The part is in UTF-16 units and needs the whole text to be
            // converted.
            self.text.extend_from_slice(bytes);
            return Ok(());
        }
        if self.capture.connections.is_empty() && self.size <= TEXT as u64 {
            self.text.extend_from_slice(bytes);
        } else {
            self.text = Vec::new();
        }
        self.reader
            .push(bytes, &mut self.capture)
            .map_err(|refusal| refused(&refusal, &self.text))
    }

    fn blocks(&self) -> usize {
        let connections = self.capture.connections.iter();
        connections
            .map(|connection| connection.session.blocks().len())
            .sum()
    }

    fn finish(self: Box<Self>) -> Result<(Document, String), String> {
        let Self {
            options,
            key_log,
            mut reader,
            mut capture,
            text,
            size,
        } = *self;
        if options.has_part() {
            reader = self::reader(&key_log, options.reading(&text));
            reader
                .push(&text, &mut capture)
                .map_err(|refusal| refused(&refusal, &text))?;
        }
        let source = if options.growing {
            reader.finish_so_far(&mut capture)
        } else {
            reader.finish(&mut capture)
        }
        .map_err(|refusal| refused(&refusal, &text))?;
        let open = |capture: Capture, pasted| {
            let problems = capture.all_problems();
            let content = Box::new(Captured::new(capture, pasted));
            Document::new(content, problems, Parts::default(), options.engine())
        };
        let (mut paste, text) = match source {
            Source::Paste(paste, text) if paste.content == paste::Content::Blocks => {
                return blocks(&text, *paste, &options);
            }
            Source::Paste(paste, text) => (paste, text),
            Source::Capture { format, bytes } => {
                let document = open(capture, None);
                let view = OpenedView::new(&document, FormatView::capture(format), bytes);
                let answer = view.answer();
                return Ok((document, answer));
            }
        };
        if let [only] = &capture.connections[..] {
            pasted::add_notes(&mut paste, &text, &only.session);
        }
        let (offsets, skipped) = shown(&text, &paste);
        capture.problems.splice(0..0, paste.problems.drain(..));
        let content = std::mem::replace(&mut paste.content, paste::Content::Blocks);
        let document = open(capture, PastedFrames::of(content, offsets));
        let view = OpenedView::of_paste(&document, &paste, skipped, size);
        let answer = view.answer();
        Ok((document, answer))
    }
}
