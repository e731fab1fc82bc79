//! Reading an input in chunks.

use input::{
    Refusal,
    paste::{self, Ambiguity, Content, Paste},
    visible::visible,
};
use inspect::{Session, pasted};

use crate::{
    answer::json,
    document::{Document, Pasted},
    open_options::OpenOptions,
    opened::{AmbiguityView, NearestView, Opened, OpenedView},
    skipped::{Parts, SkippedView},
    utf16::Offsets,
};

/// An input that is being read. Refusals are JSON of `Opened`.
pub trait Reading {
    /// Reads the next bytes.
    ///
    /// # Errors
    /// If the input is refused.
    fn push(&mut self, bytes: &[u8]) -> Result<(), String>;

    /// Number of header blocks found so far.
    fn blocks(&self) -> usize;

    /// Opens the input and returns JSON of `Opened`.
    ///
    /// # Errors
    /// If the input is refused.
    fn finish(self: Box<Self>) -> Result<(Document, String), String>;
}

pub(crate) struct TextReading {
    pub(crate) options: OpenOptions,
    pub(crate) text: Vec<u8>,
}

impl Reading for TextReading {
    fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.text.extend_from_slice(bytes);
        Ok(())
    }

    fn blocks(&self) -> usize {
        0
    }

    fn finish(self: Box<Self>) -> Result<(Document, String), String> {
        let Self { options, text } = *self;
        let paste = paste::read(&text, &options.reading(&text))
            .map_err(|refusal| refused(&refusal, &text))?;
        match paste.content {
            Content::Blocks => blocks(&text, paste, &options),
            _ => Err(json(&Opened::Frames)),
        }
    }
}

/// JSON of `Opened` for a refusal of `text`.
pub fn refused(refusal: &Refusal, text: &[u8]) -> String {
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

/// Decodes header blocks from a text.
///
/// # Errors
/// If there are too many.
pub fn blocks(
    text: &[u8],
    mut paste: Paste,
    options: &OpenOptions,
) -> Result<(Document, String), String> {
    if paste.ambiguous.is_none() {
        paste.ambiguous = chosen(text, paste.format, options);
    }
    let decoding = options.decoding(paste.initial_table_size);
    let session = Session::decode_pasted(decoding, &paste.blocks)
        .map_err(|error| json(&Opened::refused("TooMuch", error.to_string())))?;
    pasted::add_notes(&mut paste, text, &session);
    let listed_table = pasted::find_table(&paste, text, &session);
    let (offsets, skipped) = shown(text, &paste);
    let parts = Parts::of(&paste);
    let problems = std::mem::take(&mut paste.problems);
    let blocks = std::mem::take(&mut paste.blocks);
    let content = Box::new(Pasted {
        session,
        blocks,
        offsets,
    });
    let document = Document::new(content, problems, parts, options.engine());
    let view = OpenedView {
        other_blocks: paste.other,
        initial_table_size: paste.initial_table_size,
        ambiguous: paste.ambiguous.as_ref().map(AmbiguityView::of),
        two_directions: paste.two_directions,
        listed_table,
        ..OpenedView::of_paste(&document, &paste, skipped, text.len() as u64)
    };
    let answer = view.answer();
    Ok((document, answer))
}

/// Offsets into the shown text, in UTF-8 as places are, and its skipped parts.
pub fn shown(text: &[u8], paste: &Paste) -> (Offsets, Vec<SkippedView>) {
    let shown = paste.transcoded.as_ref().map_or(text, String::as_bytes);
    let offsets = Offsets::of(shown);
    let skipped = SkippedView::list(paste, shown, &offsets);
    (offsets, skipped)
}

/// Only short texts are read again: pasted ones, not files.
const AGAIN_WITHIN: usize = 1 << 16;

/// The way back after the user chose one of two notations that fit equally.
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
