//! Finds header blocks in pasted text, each byte with its place.
//!
//! A run of bytes that is a decodable header block from the first bit to the
//! last, or a chain of HTTP/2 frames, is hardly ever an accident. So the reader
//! does not depend on who wrote the text: it finds every run in every notation
//! that fits, lets the decoder judge, and accounts for the rest of the text.
//! [`read`] goes through these steps:
//!
//! 1. [`text`] decodes the input and normalises it to ASCII with the same
//!    offsets. Text exported by this program goes to [`exported`](crate::exported), packets
//!    dissected by Wireshark to `dissected` instead.
//! 2. [`lexer`] splits it into *elements*: runs of numbers ([`number`]), escaped
//!    strings ([`literal`]), Base64, percent-encoding, dumps ([`dump`]),
//!    comments, and lines with settings ([`settings`]).
//! 3. [`candidates`] are every element in each of its readings ([`reading`], for
//!    numbers in every [`radix`]), and every way of joining elements: rows,
//!    operands of an expression ([`operands`]), a [`series`] of lines or items
//!    of one template, the header of a frame and its payload.
//! 4. [`features`] gives a candidate's evidence; [`judge`] grades bytes as a
//!    block, with the tables left by earlier blocks, [`frames`] and `content`
//!    as something else. [`weights`] has what each row of evidence counts, in
//!    bits: a table that the example `fit` writes from labelled texts.
//! 5. [`choose`] takes the candidates with the largest sum. A second pass adds
//!    who is like whom. Two readings within a bit are offered both.
//!    In a text of many elements it follows a single path, and [`choose::offers`] finds
//!    the candidates as they are reached.
//! 6. [`select`] decides between that and frames of both [`sides`]. If nothing
//!    is positive, [`refuse`] names what speaks most against the nearest run.
//! 7. [`finish`] builds blocks, frames or packets ([`Content`]), and lists what
//!    was skipped, with reasons.
//!
//! A text that is read wrong is a row of data in `tests/paste`, not a rule here.
//!
//! To add a notation of numbers, add their prefix or suffix in [`number`], or
//! the base in [`radix`]; for escapes in strings, a row in `literal::DIALECTS`
//! and its tag in `candidates::elements`. Any other
//! notation needs a [`lexer::Kind`]; a method that finds its end, called by first byte
//! in `Lexer::read_element`, which looks no further than `text::NEAR` and drops
//! elements that it covers; a function in [`reading`]; and a line in
//! `tests/paste/notations.json` and `growth.json`. It needs a [`Format`] only
//! if the user can choose it.

mod bytes;
mod candidates;
mod choose;
mod dump;
mod evidence;
mod features;
mod finish;
#[cfg(feature = "fit")]
pub mod fit;
mod frames;
mod gap;
mod judge;
mod lexer;
mod literal;
mod mixer;
mod number;
mod operands;
mod radix;
mod reading;
mod refuse;
mod select;
mod series;
mod settings;
mod sides;
mod source;
mod text;
mod weights;

use std::borrow::Cow;

use crate::{Places, Refusal, RefusalKind, Sender, content, dissected, exported, scan};
pub use crate::{
    pasted::{
        Ambiguity, As, Blocks, Format, Options, Part, PartKind, Paste, Reason, Sides, Split,
        split_field,
    },
    positions::PlaceNames,
    streams::{Chunk, Content, Conversation, Packet, Stream, feed},
};
use source::Source;

/// Largest input, in bytes; places are 32-bit offsets.
const LARGEST: usize = 1 << 30;

/// Reads pasted or dropped input.
///
/// # Errors
/// A [`Refusal`] says where the text cannot be understood, why, and what to do.
/// Choices between possible readings are reported in [`Paste::problems`].
pub fn read(input: &[u8], options: &Options) -> Result<Paste, Refusal> {
    read_with(input, options, &choose::Weights::default())
}

fn read_with(input: &[u8], options: &Options, weights: &choose::Weights) -> Result<Paste, Refusal> {
    if input.len() > LARGEST {
        let message = format!(
            "The input has {} bytes, more than the {LARGEST} that can be read at once.",
            input.len()
        );
        return Err(Refusal::new(RefusalKind::TooLarge, message));
    }
    // A connection's preface looks like text.
    let is_binary = match options.format {
        None => input.starts_with(http2::PREFACE),
        Some(format) => format == Format::Binary,
    };
    let Some(raw) = text::decode(input).filter(|_| !is_binary) else {
        return match options.format {
            None | Some(Format::Binary) => read_bytes(input, options),
            Some(_) => Err(Refusal::new(RefusalKind::Prose, NO_TEXT)),
        };
    };
    let mut paste = read_text(&raw, options, weights).map_err(|error| error.locate(&raw))?;
    if let Cow::Owned(transcoded) = raw {
        paste.transcoded = Some(transcoded);
    }
    Ok(paste)
}

const NO_TEXT: &str =
    "These bytes are not text: they hold control characters or are not UTF-8. Choose “raw bytes”.";

fn read_text(raw: &str, options: &Options, weights: &choose::Weights) -> Result<Paste, Refusal> {
    let is_automatic = options.format.is_none() && options.content.is_none();
    if is_automatic && options.part.is_none() && exported::is_exported(raw) {
        return exported::read(raw);
    }
    if is_automatic
        && options.part.is_none()
        && let Some(answer) = dissected::read(raw)
    {
        return answer;
    }
    let range = match &options.part {
        Some(part) if raw.get(part.clone()).is_some() => part.clone(),
        _ => 0..raw.len(),
    };
    let mut plain = text::normalise(raw);
    text::unquote(&mut plain);
    let attempt = |with_comments: bool| -> Result<Paste, Refusal> {
        let elements = lexer::lex(&plain, raw, range.clone(), with_comments);
        if elements.list.len() == lexer::MOST {
            return Err(Refusal::too_many(lexer::MOST, "numbers, strings and words"));
        }
        if elements.dumps.len() == lexer::MOST_DUMPS {
            return Err(Refusal::too_many(lexer::MOST_DUMPS, "dumps"));
        }
        let source = Source {
            raw,
            plain: &plain[..range.end],
            elements: &elements,
            start: range.start,
            chosen: options.format,
        };
        select::read(source, options, weights)
    };
    match attempt(true) {
        // The bytes may be inside what looks like a comment.
        Err(error)
            if matches!(error.kind, RefusalKind::Empty | RefusalKind::Prose)
                && number::may_have_comments(&plain[..range.end]) =>
        {
            attempt(false).map_err(|_| error)
        }
        answer => answer,
    }
}

const NOTHING: &str = "There is nothing here. Paste or drop the bytes of a header block.";
const MANGLED: &str = "These look like bytes that were saved as UTF-8 text: some are lost. Copy them as hex or Base64 instead (in Wireshark, “… as a Hex Stream”).";

/// Names the format of bare bytes that cannot be read.
fn name_bytes(input: &[u8], options: &Options) -> Option<(RefusalKind, String)> {
    if let Some(what) = content::file_format(input) {
        let message = format!(
            "This is {what}. Only captures, text and the bytes of header blocks can be read here."
        );
        return Some((RefusalKind::Capture, message));
    }
    if content::is_mangled(input) {
        return Some((RefusalKind::Lossy, MANGLED.to_owned()));
    }
    let named = content::describe_known(input).filter(|_| options.content.is_none())?;
    Some((RefusalKind::Packet, named.to_owned()))
}

/// Reads one block, frames, or a packet.
fn read_bytes(input: &[u8], options: &Options) -> Result<Paste, Refusal> {
    if input.is_empty() {
        return Err(Refusal::new(RefusalKind::Empty, NOTHING));
    }
    let is_chosen = options.format.is_some() && options.content.is_none();
    if !is_chosen && let Some((kind, message)) = name_bytes(input, options) {
        return Err(Refusal::at(kind, 0, message));
    }
    let is_automatic = !is_chosen && options.content.is_none();
    let mut paste = Paste {
        format: Format::Binary,
        detail: "raw bytes".into(),
        other_content: Some(As::Blocks),
        ..Paste::default()
    };
    if options.content == Some(As::Frames) || is_automatic && content::is_frames(input) {
        paste.content = Content::Frames(vec![Conversation {
            streams: vec![Stream {
                sender: content::sender(input).unwrap_or_default(),
                bytes: input.to_vec(),
                ..Stream::default()
            }],
            chunks: vec![Chunk {
                stream: 0,
                bytes: 0..input.len(),
            }],
        }]);
    } else if let Some(link) = content::packet(input).filter(|_| is_automatic) {
        let bytes = input.to_vec();
        paste.content = Content::Packets(vec![Packet { link, bytes }]);
    } else {
        let len = input.len() as u32;
        let bytes = (input.to_vec(), Places::consecutive(0, len));
        paste.blocks.append(bytes, &[len], Sender::Unknown, None);
        paste.other_content = content::may_be_frames(input).then_some(As::Frames);
    }
    Ok(paste)
}
