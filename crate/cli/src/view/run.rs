//! Running `view`.

use std::{
    env,
    fs::File,
    io::{self, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use inspect::text::hex;

use super::{
    pipe::Pipe,
    server::{Input, Selected, Server},
};
use crate::{
    Outcome, Stop,
    arguments::{self, View},
    message::complain,
    read, side_file,
};

/// The page as one file; `npm run build:program` puts it there.
const PAGE: &[u8] = include_bytes!("../../page/hpack-inspector.html.gz");

/// Serves the page until the pipe ends or the program is interrupted.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(arguments: &View) -> Result<Outcome, Stop> {
    let server = start(arguments)?;
    let address = server.address();
    writeln!(io::stdout(), "{address}")?;
    if !arguments.no_open && has_display() {
        // The address is printed anyway.
        let _ = open::that_detached(address);
    }
    let served = server.serve();
    served.map_err(|error| format!("the page is not served any more: {error}"))?;
    Ok(Outcome::Decoded)
}

fn start(arguments: &View) -> Result<Server, String> {
    let keylog = side_file::keylog(arguments.keylog.as_deref())?;
    let files = match arguments.files.as_slice() {
        [] => &[PathBuf::from("-")],
        files => files,
    };
    let inputs = files.iter().map(|path| input(path, arguments));
    let inputs: Vec<Input> = inputs.collect::<Result<_, _>>()?;
    let mut token = [0; 16];
    getrandom::fill(&mut token).map_err(|error| format!("no random token: {error}"))?;
    let server = Server::new(hex(&token), PAGE, inputs, keylog);
    server.map_err(|error| format!("could not listen on this machine: {error}"))
}

fn input(path: &Path, arguments: &View) -> Result<Input, String> {
    if path.as_os_str() == "-" {
        return piped("Standard input".to_owned(), io::stdin(), arguments);
    }
    let of_file = |error: String| format!("{}: {error}", path.display());
    let unread = |error: io::Error| of_file(format!("could not be read: {error}"));
    let file = File::open(path).map_err(unread)?;
    let about = file.metadata().map_err(unread)?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    let name = name.to_string_lossy().into_owned();
    if about.is_dir() {
        return Err(of_file("is a folder: name the files in it".to_owned()));
    }
    if !about.is_file() {
        // It can be read only once, but the page can be loaded again.
        return piped(name, file, arguments);
    }
    let find = |packet| block_in(path, packet, arguments);
    let selected = arguments.packet.map(find).transpose().map_err(of_file)?;
    Ok(Input::File {
        name,
        path: path.to_owned(),
        selected,
    })
}

/// An input that is read as it arrives.
fn piped(
    name: String,
    from: impl Read + Send + 'static,
    arguments: &View,
) -> Result<Input, String> {
    if arguments.packet.is_some() {
        return Err(format!("--packet is for files: {name} has not arrived yet"));
    }
    let pipe = Arc::new(Pipe::default());
    let filled = Arc::clone(&pipe);
    let shown = name.clone();
    let fill = move || {
        let read = read::parts_of(from, |part| {
            filled.push(part);
            ControlFlow::Continue(())
        });
        if let Err(error) = read {
            complain(&format!("{shown} could not be read: {error}"));
        }
        filled.end();
    };
    thread::Builder::new()
        .spawn(fill)
        .map_err(|error| format!("{name} could not be read: {error}"))?;
    Ok(Input::Pipe { name, pipe })
}

/// The first block whose last byte is in a packet.
fn block_in(path: &Path, packet: u32, arguments: &View) -> Result<Selected, String> {
    let how = arguments::Input {
        keylog: arguments.keylog.clone(),
        ..arguments::Input::default()
    };
    let (_, capture) = read::whole(Some(path), &how)?;
    let mut connections = capture.connections.iter().enumerate();
    let found = connections.find_map(|(connection, one)| {
        let mut blocks = one.framing.iter();
        let block = blocks.position(|framing| framing.arrival.packet == packet)?;
        Some(Selected { connection, block })
    });
    found.ok_or_else(|| format!("no header block ends in packet {packet}"))
}

/// Whether a browser can be shown.
fn has_display() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .into_iter()
            .any(|name| env::var_os(name).is_some())
}
