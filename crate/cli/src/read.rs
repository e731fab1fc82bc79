//! The input, from a file or from standard input.

use std::{
    fs,
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use input::{Reader, Source, paste::Content};
use inspect::{Options, Session, capture::Capture};

/// The file that is named, unless standard input is meant.
fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| path.as_os_str() != "-")
}

/// Hands the input to `part` as it comes, up to 1 MiB at a time, until that
/// says to stop. Of `path`, or of standard input where that is absent or “-”.
///
/// # Errors
/// Where it cannot be read.
pub(crate) fn parts(
    path: Option<&Path>,
    mut part: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut input: Box<dyn Read> = match file(path) {
        Some(path) => Box::new(fs::File::open(path)?),
        None => Box::new(io::stdin().lock()),
    };
    let mut octets = vec![0; 1 << 20];
    loop {
        match input.read(&mut octets) {
            Ok(0) => return Ok(()),
            Ok(count) => {
                if part(&octets[..count]).is_break() {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// What messages call it.
pub(crate) fn name(path: Option<&Path>) -> String {
    file(path).map_or_else(
        || "standard input".to_owned(),
        |path| path.display().to_string(),
    )
}

/// Reads an input to its end: what it is, and the connections in it.
///
/// # Errors
/// A sentence, where it or the key log cannot be read or understood.
pub(crate) fn whole(
    path: Option<&Path>,
    keylog: Option<&Path>,
) -> Result<(Source, Capture), String> {
    let keylog = keylog.map(fs::read).transpose();
    let keylog = keylog
        .map_err(|error| format!("the key log could not be read: {error}"))?
        .unwrap_or_default();
    let mut capture = Capture::new(Options::default());
    let mut reader = Reader::new(&input::Options {
        keylog,
        ..input::Options::default()
    });
    let mut refused = None;
    let read = parts(path, |part| {
        refused = reader.push(part, &mut capture).err();
        if refused.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    read.map_err(|error| format!("could not be read: {error}"))?;
    let source = match refused {
        Some(refusal) => Err(refusal),
        None => reader.finish(&mut capture),
    };
    Ok((source.map_err(|refusal| refusal.to_string())?, capture))
}

/// The sessions of an input, each with what it is called, in the order of its
/// connections; header blocks by themselves are one.
///
/// # Errors
/// A sentence, where the input or the key log cannot be read or understood.
pub(crate) fn sessions(
    path: Option<&Path>,
    keylog: Option<&Path>,
) -> Result<Vec<(String, Session)>, String> {
    let (source, capture) = whole(path, keylog)?;
    match source {
        Source::Paste(paste, _) if paste.content == Content::Blocks => {
            if let Some(ambiguous) = &paste.ambiguous {
                return Err(format!(
                    "{}: show with decode and --notation which it is",
                    ambiguous.message
                ));
            }
            let options = Options::with_limit(4096, paste.initial_table_size);
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
