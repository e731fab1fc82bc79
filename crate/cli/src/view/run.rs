//! Running `view`.

use std::{
    env, fs,
    fs::File,
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use super::{
    pipe::Pipe,
    server::{Input, Server},
};
use crate::{Outcome, arguments::View, message::complain, read};

/// The page as one file; `npm run build:program` puts it there.
const PAGE: &[u8] = include_bytes!("../../page/hpack-inspector.html.gz");

/// Serves the page until the pipe ends or the program is interrupted.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(arguments: &View) -> io::Result<Outcome> {
    let server = match start(arguments) {
        Ok(server) => server,
        Err(message) => {
            complain(&message);
            return Ok(Outcome::Nothing);
        }
    };
    let address = server.address();
    writeln!(io::stdout(), "{address}")?;
    if !arguments.no_open && has_display() {
        // The address is printed anyway.
        let _ = open::that_detached(address);
    }
    server.serve();
    Ok(Outcome::Decoded)
}

fn start(arguments: &View) -> Result<Server, String> {
    let keylog = arguments.keylog.as_ref().map(fs::read).transpose();
    let keylog = keylog.map_err(|error| format!("the key log could not be read: {error}"))?;
    let files = match arguments.files.as_slice() {
        [] => &[PathBuf::from("-")],
        files => files,
    };
    let inputs: Result<Vec<Input>, String> = files.iter().map(|path| input(path)).collect();
    let inputs = inputs?;
    let mut token = [0; 16];
    getrandom::fill(&mut token).map_err(|error| format!("no random token: {error}"))?;
    let token = token.iter().map(|byte| format!("{byte:02x}")).collect();
    let server = Server::new(token, PAGE, inputs, keylog.unwrap_or_default());
    server.map_err(|error| format!("could not listen on this machine: {error}"))
}

fn input(path: &Path) -> Result<Input, String> {
    if path.as_os_str() != "-" {
        let file = File::open(path);
        file.map_err(|error| format!("{}: could not be read: {error}", path.display()))?;
        return Ok(Input::File(path.to_owned()));
    }
    let pipe = Arc::new(Pipe::default());
    let filled = Arc::clone(&pipe);
    thread::spawn(move || {
        let read = read::parts(None, |part| {
            filled.push(part);
            ControlFlow::Continue(())
        });
        if let Err(error) = read {
            complain(&format!("standard input could not be read: {error}"));
        }
        filled.end();
    });
    Ok(Input::Pipe(pipe))
}

/// Whether a browser can be shown.
fn has_display() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .into_iter()
            .any(|name| env::var_os(name).is_some())
}
