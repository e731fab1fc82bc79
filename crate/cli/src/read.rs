//! Input from a file or standard input.

use std::{
    fs,
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use input::{
    Reader, Source,
    paste::{self, Content, Paste},
};
use inspect::{Options, Session, capture::Capture};

use crate::{
    arguments::{self, Blocks, Input, Start},
    side_file,
};

/// The named file; `None` for standard input.
fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| path.as_os_str() != "-")
}

/// Passes the input to `part` as [`parts_of`] does. Reads standard input if
/// `path` is absent or “-”.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn parts(
    path: Option<&Path>,
    part: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<()> {
    match file(path) {
        Some(path) => parts_of(fs::File::open(path)?, part),
        None => parts_of(io::stdin().lock(), part),
    }
}

/// Passes what is read to `part` in chunks of up to 1 MiB until that breaks.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn parts_of(
    mut input: impl Read,
    mut part: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut bytes = vec![0; 1 << 20];
    loop {
        match input.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(count) => {
                if part(&bytes[..count]).is_break() {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The input's name in messages.
pub(crate) fn name(path: Option<&Path>) -> String {
    file(path).map_or_else(
        || "standard input".to_owned(),
        |path| path.display().to_string(),
    )
}

/// Options of the reader of pasted text.
pub(crate) fn notation(how: &Input) -> paste::Options {
    paste::Options {
        blocks: match how.blocks {
            Blocks::Auto => paste::Blocks::Auto,
            Blocks::Blank => paste::Blocks::Blank,
            Blocks::Lines => paste::Blocks::Lines,
        },
        sides: paste::Sides::One,
        format: how.notation,
        content: how.content.map(|content| match content {
            arguments::Content::Blocks => paste::As::Blocks,
            arguments::Content::Frames => paste::As::Frames,
        }),
        part: None,
    }
}

/// Decoding options for the table size that the user named (`limit`) or that
/// the input states (`initial`).
pub(crate) fn options(how: &Input, limit: Option<u32>, initial: Option<u32>) -> Options {
    let mut options = Options::with_limit(limit.unwrap_or(4096), initial);
    options.start.unknown = how.start == Start::Unknown;
    // A limit named by the user is known, not assumed.
    options.start.assumed = options.start.unknown && limit.is_none() && initial.is_none();
    options
}

/// Describes the choice if the text can be read in two notations.
pub(crate) fn ambiguity(paste: &Paste, input: &[u8]) -> Option<String> {
    let ambiguous = paste.ambiguous.as_ref()?;
    let place = paste.blocks.place(0, 0);
    let notation = |format: paste::Format| {
        format!(
            "--notation {} reads it as {}",
            format.name(),
            format.title()
        )
    };
    Some(format!(
        "{}: {} {}; {}.",
        paste
            .place_names(input)
            .of(place.map_or(0, |place| place.start)),
        ambiguous.message,
        notation(paste.format),
        notation(ambiguous.other)
    ))
}

/// Reads an input to its end and returns its kind and connections.
///
/// # Errors
/// A sentence if the input or the key log cannot be read or understood.
pub(crate) fn whole(path: Option<&Path>, how: &Input) -> Result<(Source, Capture), String> {
    let reading = input::Options {
        keylog: side_file::keylog(how.keylog.as_deref())?,
        paste: notation(how),
    };
    let mut capture = Capture::new(options(how, None, None));
    let source = read_into(&mut capture, path, &reading)?;
    Ok((source, capture))
}

/// Reads the connections of an input to its end and returns its kind.
///
/// # Errors
/// A sentence if the input cannot be read or understood.
pub(crate) fn read_into(
    capture: &mut Capture,
    path: Option<&Path>,
    reading: &input::Options,
) -> Result<Source, String> {
    let mut reader = Reader::new(reading);
    let mut refused = None;
    let read = parts(path, |part| {
        refused = reader.push(part, capture).err();
        if refused.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    read.map_err(|error| format!("could not be read: {error}"))?;
    let source = match refused {
        Some(refusal) => Err(refusal),
        None => reader.finish(capture),
    };
    source.map_err(|refusal| refusal.to_string())
}

/// The sessions of an input with their names, in the order of its connections;
/// header blocks without frames are one session.
///
/// # Errors
/// A sentence if the input or the key log cannot be read or understood.
pub(crate) fn sessions(path: Option<&Path>, how: &Input) -> Result<Vec<(String, Session)>, String> {
    let (source, capture) = whole(path, how)?;
    match source {
        Source::Paste(paste, input) if paste.content == Content::Blocks => {
            if let Some(message) = ambiguity(&paste, &input) {
                return Err(message);
            }
            let options = options(how, None, paste.initial_table_size);
            let session = Session::decode_pasted(options, &paste.blocks);
            let session = session.map_err(|error| error.to_string())?;
            Ok(vec![("pasted header blocks".to_owned(), session)])
        }
        _ => Ok(capture
            .connections
            .into_iter()
            .map(|one| (one.about.name(), one.session))
            .collect()),
    }
}
